/**
 * Program that defines `atob`, `btoa`, `TextEncoder` and `TextDecoder` of the WHATWG standards
 * (HTML, Infra, Encoding). The host encodes and decodes.
 */
export const TEXT_PROGRAM = `
const { fromCharCode } = String;
const PIECE = 4096;

define('btoa', function btoa(data) {
  if (arguments.length === 0) throw new GuestTypeError('btoa needs a string');
  const encoded = ask('btoa', GuestString(data));
  if (encoded === null) throw new GuestDOMException('The text has a character above U+00FF', 'InvalidCharacterError');
  return encoded;
});

define('atob', function atob(data) {
  if (arguments.length === 0) throw new GuestTypeError('atob needs a string');
  const decoded = ask('atob', GuestString(data));
  if (decoded === null) throw new GuestDOMException('The text is not base64', 'InvalidCharacterError');
  return decoded;
});

/** Returns the bytes of a view or a buffer as a text with one character for each byte. */
const charactersOf = (source) => {
  if (source === undefined) return '';
  const isBuffer = source instanceof ArrayBuffer;
  if (!isBuffer && !ArrayBuffer.isView(source)) {
    throw new GuestTypeError('Only an ArrayBuffer or a view of one can be decoded');
  }
  const bytes = isBuffer ? new Uint8Array(source) : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  let text = '';
  for (let i = 0; i < bytes.length; i += PIECE) {
    text += apply(fromCharCode, undefined, bytes.subarray(i, i + PIECE));
  }
  return text;
};

class TextEncoder {
  get encoding() { return 'utf-8'; }
  encode(input = '') {
    const text = GuestString(input);
    const [encoded] = ask('encode', text, 3 * text.length);
    const bytes = new Uint8Array(encoded.length);
    for (let i = 0; i < encoded.length; i += 1) bytes[i] = encoded.charCodeAt(i);
    return bytes;
  }
  encodeInto(source, destination) {
    if (!(destination instanceof Uint8Array)) throw new GuestTypeError('encodeInto needs a Uint8Array');
    const [encoded, read] = ask('encode', GuestString(source), destination.length);
    for (let i = 0; i < encoded.length; i += 1) destination[i] = encoded.charCodeAt(i);
    return { read, written: encoded.length };
  }
}

const LABELS = create(null);
for (const label of ['unicode-1-1-utf-8', 'unicode11utf8', 'unicode20utf8', 'utf-8', 'utf8', 'x-unicode20utf8']) LABELS[label] = 'utf-8';
for (const label of ['csunicode', 'iso-10646-ucs-2', 'ucs-2', 'unicode', 'unicodefeff', 'utf-16', 'utf-16le']) LABELS[label] = 'utf-16le';

class TextDecoder {
  #encoding; #fatal; #ignoreBOM;
  #goesOn = false; #hasBegun = false;
  /** Bytes of an incomplete character at the end of the last piece. */
  #left = '';
  constructor(label = 'utf-8', options = {}) {
    const name = GuestString(label).replace(/^[\\t\\n\\f\\r ]+|[\\t\\n\\f\\r ]+$/g, '').toLowerCase();
    this.#encoding = LABELS[name];
    if (this.#encoding === undefined) {
      throw new GuestRangeError('The encoding "' + cut(name, 40) + '" is not available here. Use utf-8 or utf-16le');
    }
    this.#fatal = !!options?.fatal;
    this.#ignoreBOM = !!options?.ignoreBOM;
  }
  get encoding() { return this.#encoding; }
  get fatal() { return this.#fatal; }
  get ignoreBOM() { return this.#ignoreBOM; }
  decode(input, options = {}) {
    const given = charactersOf(input);
    if (!this.#goesOn) {
      this.#left = '';
      this.#hasBegun = false;
    }
    this.#goesOn = !!options?.stream;
    const bytes = this.#left + given;
    const answer = ask('decode', this.#encoding, this.#fatal, this.#ignoreBOM || this.#hasBegun, this.#goesOn, bytes);
    if (answer === null) {
      this.#goesOn = false;
      throw new GuestTypeError('The bytes are not valid ' + this.#encoding);
    }
    const [text, left] = answer;
    this.#left = bytes.slice(bytes.length - left);
    this.#hasBegun ||= bytes.length > left;
    return text;
  }
}
defineClass(TextEncoder);
defineClass(TextDecoder);
`;
