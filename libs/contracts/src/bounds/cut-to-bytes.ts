/**
 * Limits a text to a number of bytes.
 *
 * @param max maximum number of bytes in UTF-8, including `ending`
 * @param ending text that is added to a cut text
 * @returns the text, cut between two characters if it is too long. U+FFFD replaces each lone
 *   surrogate
 */
export function cutToBytes(text: string, max: number, ending = '…'): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= max) return bytes.toString('utf8');
  const kept = bytes.subarray(0, Math.max(0, max - Buffer.byteLength(ending)));
  // In stream mode, the decoder omits an incomplete character at the end.
  const beginning = new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept, { stream: true });
  return beginning + ending;
}
