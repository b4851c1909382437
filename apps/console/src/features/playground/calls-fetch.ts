/**
 * Returns true if the code calls other servers. By default, the playground does not run such code
 * while the user types.
 */
export function callsFetch(code: string): boolean {
  return /\bfetch(?:V2)?\s*\(/.test(code);
}
