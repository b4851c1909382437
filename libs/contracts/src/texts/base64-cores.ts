/** Minimum number of characters in a core. Shorter pieces of base64 occur by chance. */
export const SHORTEST_CORE = 6;

/**
 * Returns pieces of base64url with which `text` can be found in encoded data. If the data contains
 * `text` at any position, for example after `user:`, its encoded form contains one of the pieces.
 * There is one piece for each of the three alignments, because three bytes become four characters.
 * Characters that share bits with neighbouring bytes are omitted. The result is empty if the text
 * has fewer than five bytes.
 */
export function base64Cores(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8');
  return [0, 1, 2]
    .map((before) => {
      const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
      const from = Math.ceil((before * 4) / 3);
      const to = Math.floor(((before + bytes.length) * 4) / 3);
      return encoded.slice(from, to);
    })
    .filter(({ length }) => length >= SHORTEST_CORE);
}

/**
 * Extends a match to the whole run of base64, because the characters next to the match contain bits
 * of the matched text.
 */
export function wholeBase64Run(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly from: number; readonly to: number } {
  let start = from;
  let end = to;
  while (start > 0 && isBase64(text, start - 1)) start -= 1;
  while (end < text.length && isBase64(text, end)) end += 1;
  return { from: start, to: end };
}

function isBase64(text: string, index: number): boolean {
  return /[A-Za-z0-9+/=_%\\-]/.test(text.charAt(index));
}
