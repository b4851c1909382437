const MAX_SHOWN = 64;

/** A key of the caller's, fit to be repeated in an error path: short, well-formed, no U+0000. */
export function showKey(key: string): string {
  const short = key.length > MAX_SHOWN ? `${key.slice(0, MAX_SHOWN)}…` : key;
  return short.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
