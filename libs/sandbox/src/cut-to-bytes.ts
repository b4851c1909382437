/**
 * @param max bytes of UTF-8, an ellipsis included
 * @returns the text with lone surrogates replaced, cut between two characters where it is too long
 */
export function cutToBytes(text: string, max: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= max) return bytes.toString('utf8');
  const kept = bytes.subarray(0, Math.max(0, max - Buffer.byteLength('…')));
  return `${new TextDecoder().decode(kept, { stream: true })}…`;
}
