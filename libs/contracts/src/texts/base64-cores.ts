/** Characters; shorter pieces of base64 also occur by chance. */
export const SHORTEST_CORE = 6;

/**
 * What base64url text contains for certain when a text is in it at any place, such as after `user:`.
 * Three bytes make four characters, so there are three ways to fall; characters that also hold bits
 * of a neighbour are left out. Nothing for a text of less than five bytes.
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

/** The whole of a run of base64, so that no characters at its ends give away a few bits. */
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
