const ENCODINGS: ReadonlySet<unknown> = new Set(['utf-8', 'utf-16le']);
const encoder = new TextEncoder();

/** Functions on texts and bytes, by name. Bytes are passed as characters below U+0100 in JSON. */
export const TEXT_ANSWERS = new Map<unknown, (...given: unknown[]) => unknown>([
  ['btoa', (text) => (isBytes(text) ? bytesOf(text).toString('base64') : null)],
  ['atob', decodeBase64],
  ['encode', encode],
  ['decode', decode],
]);

/**
 * Decodes base64 by the rules of "forgiving-base64 decode" in the Infra standard of WHATWG.
 *
 * @returns `null` for invalid input
 */
function decodeBase64(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  let text = given.replace(/[\t\n\f\r ]/g, '');
  if (text.length % 4 === 0) text = text.replace(/={1,2}$/, '');
  if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) return null;
  return Buffer.from(text, 'base64').toString('latin1');
}

/** @returns at most `most` bytes of UTF-8, and the number of UTF-16 units that they encode */
function encode(text: unknown, most: unknown): readonly [bytes: string, read: number] | null {
  if (typeof text !== 'string' || typeof most !== 'number') return null;
  const target = Buffer.alloc(Math.min(3 * text.length, Math.max(0, most)));
  const { read, written } = encoder.encodeInto(text, target);
  return [target.toString('latin1', 0, written), read];
}

/**
 * @param goesOn whether more bytes follow; if so, a partial character at the end is not decoded
 * @returns the text, and the number of bytes that were not decoded; `null` if bytes are invalid and
 *   `fatal` is set
 */
function decode(
  encoding: unknown,
  fatal: unknown,
  ignoreBOM: unknown,
  goesOn: unknown,
  given: unknown,
): readonly [text: string, left: number] | null {
  if (!ENCODINGS.has(encoding) || !isBytes(given)) return null;
  const bytes = bytesOf(given);
  const left = goesOn === true ? leftOver(encoding as string, bytes) : 0;
  const options = { fatal: fatal === true, ignoreBOM: ignoreBOM === true };
  const text = decoded(encoding as string, bytes.subarray(0, bytes.length - left), options);
  return text === undefined ? null : [text, left];
}

/** @returns the number of bytes at the end that are the start of an incomplete character */
function leftOver(encoding: string, bytes: Buffer): number {
  const unit = encoding === 'utf-8' ? 1 : 2;
  const begins = (length: number): boolean => {
    const at = bytes.length - length;
    if (at < 0 || at % unit !== 0) return false;
    return decoded(encoding, bytes.subarray(at), { fatal: true, ignoreBOM: true }, true) === '';
  };
  return [3, 2, 1].find(begins) ?? 0;
}

function decoded(
  encoding: string,
  bytes: Buffer,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
  stream = false,
): string | undefined {
  try {
    return new TextDecoder(encoding, options).decode(bytes, { stream });
  } catch {
    return undefined; // The bytes are invalid, and `fatal` is set.
  }
}

function isBytes(text: unknown): text is string {
  // eslint-disable-next-line no-control-regex -- characters for all bytes
  return typeof text === 'string' && !/[^\u0000-\u00ff]/.test(text);
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
