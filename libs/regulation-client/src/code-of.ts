/**
 * Returns the first code that has the given property, in an error or in its causes.
 *
 * @returns undefined if no code has it
 */
export function codeOf(error: unknown, isSought: (code: string) => boolean): string | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { code } = inner as { code?: unknown };
    if (typeof code === 'string' && isSought(code)) return code;
  }
  return undefined;
}
