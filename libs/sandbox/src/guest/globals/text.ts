/** `atob`, `btoa`, `TextEncoder` and `TextDecoder`, by the standards of WHATWG (html, infra, encoding). */
export const TEXT_PROGRAM = `
const { fromCharCode } = String;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = create(null);
for (let i = 0; i < 64; i += 1) VALUES[DIGITS[i]] = i;

define('btoa', function btoa(data) {
  if (arguments.length === 0) throw new GuestTypeError('btoa needs a text');
  const text = GuestString(data);
  let out = '';
  for (let i = 0; i < text.length; i += 3) {
    const [a, b, c] = [text.charCodeAt(i), text.charCodeAt(i + 1), text.charCodeAt(i + 2)];
    if (a > 255 || b > 255 || c > 255) {
      throw new GuestDOMException('The text has a character above U+00FF', 'InvalidCharacterError');
    }
    out += DIGITS[a >> 2] + DIGITS[((a & 3) << 4) | (b >> 4)];
    out += i + 1 < text.length ? DIGITS[((b & 15) << 2) | (c >> 6)] : '=';
    out += i + 2 < text.length ? DIGITS[c & 63] : '=';
  }
  return out;
});

define('atob', function atob(data) {
  if (arguments.length === 0) throw new GuestTypeError('atob needs a text');
  let text = GuestString(data).replace(/[\\t\\n\\f\\r ]/g, '');
  if (text.length % 4 === 0 && text.endsWith('=')) text = text.slice(0, text.endsWith('==') ? -2 : -1);
  let out = '';
  let bits = 0;
  let count = 0;
  for (let i = 0; i < text.length; i += 1) {
    const value = VALUES[text[i]];
    if (value === undefined) break;
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += fromCharCode((bits >> count) & 255);
  }
  if (text.length % 4 === 1 || /[^A-Za-z0-9+\\/]/.test(text)) {
    throw new GuestDOMException('The text is not base64', 'InvalidCharacterError');
  }
  return out;
});

/** What the bytes of a view or a buffer are, without a copy. */
const bytesOf = (source) => {
  if (source === undefined) return new Uint8Array(0);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  throw new GuestTypeError('Only an ArrayBuffer or a view of one can be decoded');
};

/** The next code point of well-formed UTF-16; U+FFFD in the place of half a pair. */
const scalarAt = (text, i) => {
  const code = text.codePointAt(i);
  return code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
};
const utf8Length = (code) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
const writeUtf8 = (code, target, at) => {
  const length = utf8Length(code);
  if (length === 1) target[at] = code;
  for (let left = length - 1, rest = code; length > 1 && left >= 0; left -= 1) {
    target[at + left] = left > 0 ? 0x80 | (rest & 63) : ((0xf00 >> length) & 0xff) | rest;
    rest >>= 6;
  }
  return length;
};

class TextEncoder {
  get encoding() { return 'utf-8'; }
  encode(input = '') {
    const text = GuestString(input);
    let length = 0;
    for (let i = 0; i < text.length;) {
      const code = scalarAt(text, i);
      length += utf8Length(code);
      i += code > 0xffff ? 2 : 1;
    }
    const bytes = new Uint8Array(length);
    this.encodeInto(text, bytes);
    return bytes;
  }
  encodeInto(source, destination) {
    if (!(destination instanceof Uint8Array)) throw new GuestTypeError('encodeInto needs a Uint8Array');
    const text = GuestString(source);
    let read = 0;
    let written = 0;
    while (read < text.length) {
      const code = scalarAt(text, read);
      if (written + utf8Length(code) > destination.length) break;
      written += writeUtf8(code, destination, written);
      read += code > 0xffff ? 2 : 1;
    }
    return { read, written };
  }
}

const LABELS = create(null);
for (const label of ['unicode-1-1-utf-8', 'unicode11utf8', 'unicode20utf8', 'utf-8', 'utf8', 'x-unicode20utf8']) LABELS[label] = 'utf-8';
for (const label of ['csunicode', 'iso-10646-ucs-2', 'ucs-2', 'unicode', 'unicodefeff', 'utf-16', 'utf-16le']) LABELS[label] = 'utf-16le';
const PIECE = 4096;

class TextDecoder {
  #encoding; #fatal; #ignoreBOM;
  #goesOn = false; #sawBom = false;
  /** Of UTF-8: what the sequence that has begun needs and may go on with. Of UTF-16: half a unit, half a pair. */
  #code = 0; #needed = 0; #seen = 0; #low = 0x80; #high = 0xbf; #byte = -1; #half = -1;
  constructor(label = 'utf-8', options = {}) {
    const name = GuestString(label).replace(/^[\\t\\n\\f\\r ]+|[\\t\\n\\f\\r ]+$/g, '').toLowerCase();
    this.#encoding = LABELS[name];
    if (this.#encoding === undefined) {
      throw new GuestRangeError('The encoding "' + cut(name, 40) + '" is not available here: utf-8 and utf-16le are');
    }
    this.#fatal = !!options?.fatal;
    this.#ignoreBOM = !!options?.ignoreBOM;
  }
  get encoding() { return this.#encoding; }
  get fatal() { return this.#fatal; }
  get ignoreBOM() { return this.#ignoreBOM; }
  decode(input, options = {}) {
    const bytes = bytesOf(input);
    if (!this.#goesOn) this.#reset();
    this.#goesOn = !!options?.stream;
    const codes = [];
    let out = '';
    const give = (code) => {
      if (!this.#sawBom) {
        this.#sawBom = true;
        if (code === 0xfeff && !this.#ignoreBOM) return;
      }
      if (code > 0xffff) codes.push(0xd800 + ((code - 0x10000) >> 10), 0xdc00 + (code & 0x3ff));
      else codes.push(code);
      if (codes.length >= PIECE) out += apply(fromCharCode, undefined, codes.splice(0));
    };
    const wrong = () => {
      if (this.#fatal) {
        this.#goesOn = false;
        throw new GuestTypeError('The bytes are not ' + this.#encoding);
      }
      give(0xfffd);
    };
    if (this.#encoding === 'utf-8') this.#utf8(bytes, give, wrong);
    else this.#utf16(bytes, give, wrong);
    if (!this.#goesOn && (this.#needed > 0 || this.#byte >= 0 || this.#half >= 0)) wrong();
    return out + apply(fromCharCode, undefined, codes);
  }
  #reset() {
    this.#sawBom = false;
    this.#needed = 0;
    this.#seen = 0;
    this.#low = 0x80;
    this.#high = 0xbf;
    this.#byte = -1;
    this.#half = -1;
  }
  #utf8(bytes, give, wrong) {
    for (let i = 0; i < bytes.length; i += 1) {
      const byte = bytes[i];
      if (this.#needed === 0) {
        if (byte < 0x80) give(byte);
        else if (byte >= 0xc2 && byte <= 0xf4) {
          this.#needed = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
          this.#code = byte & (0x3f >> this.#needed);
          if (byte === 0xe0) this.#low = 0xa0;
          if (byte === 0xed) this.#high = 0x9f;
          if (byte === 0xf0) this.#low = 0x90;
          if (byte === 0xf4) this.#high = 0x8f;
        } else wrong();
        continue;
      }
      const isNext = byte >= this.#low && byte <= this.#high;
      this.#low = 0x80;
      this.#high = 0xbf;
      if (!isNext) {
        this.#needed = 0;
        this.#seen = 0;
        wrong();
        i -= 1;
        continue;
      }
      this.#code = (this.#code << 6) | (byte & 0x3f);
      this.#seen += 1;
      if (this.#seen < this.#needed) continue;
      this.#needed = 0;
      this.#seen = 0;
      give(this.#code);
    }
  }
  #utf16(bytes, give, wrong) {
    for (let i = 0; i < bytes.length; i += 1) {
      if (this.#byte < 0) {
        this.#byte = bytes[i];
        continue;
      }
      const unit = this.#byte | (bytes[i] << 8);
      this.#byte = -1;
      if (this.#half >= 0) {
        const half = this.#half;
        this.#half = -1;
        if (unit >= 0xdc00 && unit <= 0xdfff) {
          give(0x10000 + ((half - 0xd800) << 10) + (unit - 0xdc00));
          continue;
        }
        wrong();
      }
      if (unit >= 0xd800 && unit <= 0xdbff) this.#half = unit;
      else if (unit >= 0xdc00 && unit <= 0xdfff) wrong();
      else give(unit);
    }
  }
}
defineClass(TextEncoder);
defineClass(TextDecoder);
`;
