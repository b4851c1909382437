const MAX_SHOWN = 64;

/**
 * Returns a key from a caller in the form for error paths. This form is short and well-formed, and
 * has no U+0000.
 */
export function showKey(key: string): string {
  const short = key.length > MAX_SHOWN ? `${key.slice(0, MAX_SHOWN)}…` : key;
  return short.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
