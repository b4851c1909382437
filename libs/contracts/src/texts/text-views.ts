/** A text in the form that a reader gets after decoding escapes. */
export interface TextView {
  readonly text: string;
  /**
   * Position of each character, and of the end, in the original text. Absent if no position has
   * changed.
   */
  readonly at?: Uint32Array;
}

/** Maximum number of nested encodings. The deepest nesting in practice is JSON in a URL in JSON. */
const ROUNDS = 3;
const ESCAPES =
  /(?:%[0-9a-f]{2})+|\\u[0-9a-f]{4}|\\["'\\/bfnrt]|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos);/gi;
const CONTROLS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/**
 * Returns a text, and its forms after the escapes of URLs, JSON, HTML and XML were decoded once to
 * three times.
 */
export function viewsOf(text: string): readonly TextView[] {
  const views: TextView[] = [{ text }];
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = unescaped(views.at(-1) ?? { text });
    if (next === undefined) break;
    views.push(next);
  }
  return views;
}

/** The longest escape without its end: `&#x10ffff`. */
const LONGEST_PART = 9;
/** Matches an incomplete escape, and an incomplete UTF-8 sequence after its bytes were decoded. */
const PART = /(?:%[0-9a-f]?|\\u?[0-9a-f]{0,3}|&#?\w{0,7}|\ufffd+)$/i;

/**
 * Returns the positions at which the content of a cut text can end: its end, and the start of an
 * incomplete escape or character at its end. These characters can be part of an escape (`&am`), or
 * content. With nested encodings, an incomplete escape can come before another one (`&quot%`).
 */
export function endsOfCut(text: string): readonly number[] {
  const ends = [text.length];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const end = ends.at(-1) ?? 0;
    const part = PART.exec(text.slice(Math.max(0, end - LONGEST_PART), end));
    if (part === null) break;
    ends.push(end - part[0].length);
  }
  return ends;
}

function unescaped({ text, at }: TextView): TextView | undefined {
  if (!/[%\\&]/.test(text)) return undefined;
  const positions = new Uint32Array(text.length + 1);
  let decoded = '';
  let from = 0;
  const origin = (index: number): number => at?.[index] ?? index;
  const copy = (to: number): void => {
    for (let index = from; index < to; index += 1)
      positions[decoded.length + index - from] = origin(index);
    decoded += text.slice(from, to);
  };
  for (const { 0: escape, index } of text.matchAll(ESCAPES)) {
    copy(index);
    for (const [character, offset] of charactersOf(escape)) {
      for (let unit = 0; unit < character.length; unit += 1) {
        positions[decoded.length + unit] = origin(index + offset);
      }
      decoded += character;
    }
    from = index + escape.length;
  }
  if (from === 0) return undefined;
  copy(text.length);
  positions[decoded.length] = origin(text.length);
  return { text: decoded, at: positions };
}

/**
 * Returns the characters of an escape or of consecutive escapes, with their positions in `escape`.
 */
function charactersOf(escape: string): [character: string, offset: number][] {
  if (escape.startsWith('%')) return utf8CharactersOf(escape);
  const name = escape.slice(1, -1);
  if (escape.startsWith('&')) {
    const digits = /^#x/i.test(name) ? `0x${name.slice(2)}` : name.slice(1);
    return [[ENTITIES[name.toLowerCase()] ?? codePoint(Number(digits)), 0]];
  }
  if (/^\\u/i.test(escape)) return [[String.fromCharCode(parseInt(escape.slice(2), 16)), 0]];
  const letter = escape.charAt(1);
  return [[CONTROLS[letter] ?? letter, 0]];
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

function utf8CharactersOf(run: string): [character: string, offset: number][] {
  const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
  const found: [string, number][] = [];
  for (let index = 0; index < bytes.length;) {
    const lead = bytes[index] ?? 0;
    const length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    found.push([bytes.toString('utf8', index, index + length), index * 3]);
    index += length;
  }
  return found;
}

/** A part of a text that is possibly hexadecimal or base64, with its decoded bytes as Latin-1. */
export interface EncodedRun {
  readonly from: number;
  readonly to: number;
  readonly decoded: string;
}

/** Matches runs of six or more characters. A shorter run cannot contain a secret. */
const ENCODED = /[A-Za-z0-9+/_-]{6,}/g;

/**
 * Returns all parts that are possibly encoded. Each part is decoded several times, once for each
 * offset at which its first byte can begin.
 *
 * @param mayHold pattern for a quick test that excludes most parts
 */
export function* encodedIn(text: string, mayHold: RegExp): Generator<EncodedRun> {
  for (const { 0: run, index: from } of text.matchAll(ENCODED)) {
    if (!mayHold.test(run)) continue;
    const to = from + run.length;
    for (let before = 0; before < 4; before += 1) {
      const decoded = Buffer.from(run.slice(before), 'base64').toString('latin1');
      yield { from, to, decoded };
    }
    for (const { 0: digits, index } of run.matchAll(/[\da-f]{8,}/gi)) {
      for (const before of [0, 1]) {
        const decoded = Buffer.from(digits.slice(before), 'hex').toString('latin1');
        yield { from: from + index, to: from + index + digits.length, decoded };
      }
    }
  }
}
