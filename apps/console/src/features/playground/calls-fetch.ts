/** Whether the code asks other servers: it is then not run with each key that somebody presses. */
export function callsFetch(code: string): boolean {
  return /\bfetch(?:V2)?\s*\(/.test(code);
}
