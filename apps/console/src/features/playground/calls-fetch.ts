/**
 * Returns true if the code contains a call of `fetch` or `fetchV2`. If such calls send requests,
 * the playground by default does not run the code while the user types.
 */
export function callsFetch(code: string): boolean {
  return /\bfetch(?:V2)?\s*\(/.test(code);
}
