/**
 * @param max bytes of UTF-8, the ending included
 * @param ending what marks a text that was cut
 * @returns the text with lone surrogates replaced, cut between two characters where it is too long
 */
export function cutToBytes(text: string, max: number, ending = '…'): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= max) return bytes.toString('utf8');
  const kept = bytes.subarray(0, Math.max(0, max - Buffer.byteLength(ending)));
  // As a stream the decoder holds back the half of a character at the end.
  const beginning = new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept, { stream: true });
  return beginning + ending;
}
