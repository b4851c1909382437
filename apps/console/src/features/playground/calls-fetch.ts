/**
 * Returns true if the code calls other servers. Such code does not run automatically while the user
 * types.
 */
export function callsFetch(code: string): boolean {
  return /\bfetch(?:V2)?\s*\(/.test(code);
}
