/**
 * Parses the JSON of a file.
 *
 * @returns the value, or the problem with its line and column from 1
 */
export function parseJsonFile(
  text: string,
): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const { message } = error as SyntaxError;
    return { problem: `${placeOf(message, text)}is not JSON: ${message}` };
  }
}

/** Node.js names the position of most errors as the number of characters before it. */
function placeOf(message: string, text: string): string {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  if (position === undefined && !message.includes('end of JSON')) return '';
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: `;
}
