const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;

const CONTROLS: Readonly<Record<string, string>> = {
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
  ...{ '"': '"', "'": "'", '\\': '\\', '/': '/' },
};

/**
 * Removes one level of escapes. Knows the escapes of JSON and JavaScript (`\u0061`, `\u{61}`,
 * `\x61`, `\"`, `\'`), percent-encoding (`%61`) and doubled quotes (`''`).
 *
 * @returns undefined if the text contains no escapes
 */
export function unescapeOnce(text: string): string | undefined {
  let plain = '';
  let from = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    const found =
      code === BACKSLASH
        ? backslashAt(text, at)
        : code === PERCENT
          ? percentAt(text, at)
          : (code === QUOTE || code === APOSTROPHE) && text.charCodeAt(at + 1) === code
            ? { end: at + 2, text: text.charAt(at) }
            : undefined;
    if (found === undefined) {
      at += 1;
      continue;
    }
    plain += text.slice(from, at) + found.text;
    at = from = found.end;
  }
  return from === 0 ? undefined : plain + text.slice(from);
}

interface Escape {
  readonly end: number;
  readonly text: string;
}

function backslashAt(text: string, at: number): Escape | undefined {
  const kind = text.charAt(at + 1);
  const control = CONTROLS[kind];
  if (control !== undefined) return { end: at + 2, text: control };
  if (kind === 'u' && text.charAt(at + 2) === '{') {
    const close = text.slice(at + 3, at + 10).indexOf('}');
    const code = hex(text, at + 3, close);
    if (close < 1 || code === undefined || code > 0x10_ffff) return undefined;
    return { end: at + 4 + close, text: String.fromCodePoint(code) };
  }
  const digits = kind === 'u' ? 4 : 2;
  if (kind !== 'u' && kind !== 'x') return undefined;
  const code = hex(text, at + 2, digits);
  return code === undefined ? undefined : { end: at + 2 + digits, text: String.fromCharCode(code) };
}

/** Decodes adjacent percent-encoded bytes as UTF-8. */
function percentAt(text: string, at: number): Escape | undefined {
  const bytes: number[] = [];
  let end = at;
  while (text.charCodeAt(end) === PERCENT) {
    const byte = hex(text, end + 1, 2);
    if (byte === undefined) break;
    bytes.push(byte);
    end += 3;
  }
  return end === at ? undefined : { end, text: Buffer.from(bytes).toString() };
}

function hex(text: string, at: number, digits: number): number | undefined {
  let value = 0;
  for (let index = 0; index < digits; index += 1) {
    const digit = Number.parseInt(text.charAt(at + index), 16);
    if (Number.isNaN(digit)) return undefined;
    value = value * 16 + digit;
  }
  return value;
}

/** Length of the longest escape, `\u{10ffff}`. */
const MOST_ESCAPE = 10;

/**
 * Removes all levels of escapes at once, in linear time. Each nested escape is replaced by its
 * final text. Percent-encoded characters outside ASCII remain; `unescapeOnce` decodes them.
 */
export function unescapeFully(text: string): string {
  const plain: string[] = [];
  for (const character of text) {
    let next: string | undefined = character;
    // The loop ends, because each repetition makes the text shorter.
    while (next !== undefined) {
      plain.push(next);
      next = endingEscape(plain);
    }
  }
  return plain.join('');
}

/** Removes an escape at the end of the text, and returns the decoded text of the escape. */
function endingEscape(plain: string[]): string | undefined {
  for (let length = 2; length <= Math.min(MOST_ESCAPE, plain.length); length += 1) {
    const code = plain.at(-length);
    if (code !== '\\' && code !== '%' && (length > 2 || (code !== '"' && code !== "'"))) continue;
    const written = plain.slice(-length).join('');
    const found =
      code === '\\'
        ? backslashAt(written, 0)
        : code === '%'
          ? percentAt(written, 0)
          : written.startsWith(written.charAt(1))
            ? { end: 2, text: written.charAt(0) }
            : undefined;
    if (found?.end !== written.length || found.text === '\uFFFD') continue;
    plain.length -= length;
    return found.text;
  }
  return undefined;
}
