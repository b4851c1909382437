const MAX_CAUSES = 5;

/**
 * What went wrong, as a term that an operator can look up: the broker's own name of the error
 * (`MESSAGE_TOO_LARGE`), else the error's. Never its message, which may quote a record.
 */
export function failureReason(error: unknown): string {
  let name = typeof error as string;
  for (let e = error, depth = 0; e instanceof Error && depth < MAX_CAUSES; depth += 1) {
    const { type } = e as { type?: unknown };
    if (typeof type === 'string') return type;
    name = e.name;
    e = e.cause;
  }
  return name;
}
