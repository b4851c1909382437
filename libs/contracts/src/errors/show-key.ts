const MAX_SHOWN = 64;

/**
 * Returns a key from a caller for use in an error path: cut to 64 characters, without lone
 * surrogates and without U+0000.
 */
export function showKey(key: string): string {
  const short = key.length > MAX_SHOWN ? `${key.slice(0, MAX_SHOWN)}…` : key;
  return short.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
