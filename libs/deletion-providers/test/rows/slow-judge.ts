import { parseExactly, type Exact } from './exact-json.js';

/**
 * Slow and simple reference implementation of `RowJudge`. It searches the whole row for each user
 * separately.
 */
export function judgeSlowly(line: string, users: readonly string[], field: string): string {
  const row = line.replace(/^\uFEFF/, '');
  if (/^[ \t\v\f\r]*$/.test(row)) return 'blank';
  const value = parseExactly(row);
  const found = value?.kind === 'object' ? valuesOf(value, field) : 'unclear';
  if (found === 'unclear') return verdict(users.filter((user) => names(row, user)));
  const [scalar] = found;
  if (scalar === undefined) return 'kept';
  if (scalar.kind === 'object' || scalar.kind === 'list') throw new Error('not clear');
  const isUser = scalar.kind !== 'literal' && users.includes(scalar.text);
  if (isUser) return 'removed';
  if (scalar.kind !== 'number') return 'kept';
  return verdict(users.filter((user) => isJsonNumber(user) && isSameNumber(user, scalar.text)));
}

function verdict(doubted: readonly string[]): string {
  return doubted.length === 0 ? 'kept' : ['doubt', ...[...doubted].sort()].join(' ');
}

type Members = Extract<Exact, { kind: 'object' }>;

/**
 * @returns the value of the userId field, if the row has one value; `unclear` if the row has
 *   several values
 */
function valuesOf(row: Members, field: string): 'unclear' | Exact[] {
  const names = field.split('.');
  const dotted =
    names.length === 1 ? [] : row.members.filter(([name]) => name === field).map(([, one]) => one);
  const ends: Exact[] = [...dotted];
  let object: Exact = row;
  for (const [level, name] of names.entries()) {
    if (object.kind === 'list') return 'unclear';
    if (object.kind !== 'object') break;
    const found: Exact[] = object.members.filter(([each]) => each === name).map(([, one]) => one);
    if (found.length > 1) return 'unclear';
    const next: Exact | undefined = found[0];
    if (next === undefined) break;
    if (level === names.length - 1) ends.push(next);
    object = next;
  }
  if (ends.length > 1 || ends.some(({ kind }) => kind === 'object' || kind === 'list')) {
    return 'unclear';
  }
  return ends;
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** Returns whether the userId is a word of the text, verbatim or after escapes are removed. */
function names(text: string, user: string): boolean {
  for (let level: string | undefined = text; level !== undefined; level = unescaped(level)) {
    if (wordsAt(level, user)) return true;
    if (!isJsonNumber(user)) continue;
    if (numbersOf(level).some((each) => isSameNumber(user, each))) return true;
  }
  return false;
}

function wordsAt(text: string, user: string): boolean {
  for (let at = text.indexOf(user); at !== -1; at = text.indexOf(user, at + 1)) {
    if (isEdge(text, at) && isEdge(text, at + user.length)) return true;
  }
  return false;
}

/** Returns numbers between word boundaries. */
function numbersOf(text: string): string[] {
  const found: string[] = [];
  for (const { index, 0: number } of text.matchAll(/[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g)) {
    if (!isEdge(text, index) || !isEdge(text, index + number.length)) continue;
    found.push(number);
    const sign = text[index - 1];
    if ((sign === '-' || sign === '+') && isEdge(text, index - 1)) found.push(sign + number);
  }
  return found;
}

function isEdge(text: string, at: number): boolean {
  // Two characters on each side can have up to four code units.
  const before = Array.from(text.slice(Math.max(0, at - 4), at));
  const after = Array.from(text.slice(at, at + 4));
  return !(
    isOfWord(before.at(-2), before.at(-1), after[0]) && isOfWord(before.at(-1), after[0], after[1])
  );
}

function isOfWord(before = ' ', character = ' ', after = ' '): boolean {
  return (
    LETTER.test(character) ||
    ('_.@+-'.includes(character) && LETTER.test(before) && LETTER.test(after))
  );
}

function unescaped(text: string): string | undefined {
  const plain = text.replace(
    /\\u([0-9a-fA-F]{4})|\\u\{([0-9a-fA-F]{1,6})\}|\\x([0-9a-fA-F]{2})|\\([bfnrt"'\\/])|((?:%[0-9a-fA-F]{2})+)|(["'])\6/g,
    (
      all,
      u?: string,
      braces?: string,
      x?: string,
      sign?: string,
      encoded?: string,
      quote?: string,
    ) => {
      if (quote !== undefined) return quote;
      if (encoded !== undefined) return Buffer.from(encoded.replaceAll('%', ''), 'hex').toString();
      if (sign !== undefined) return { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[sign] ?? sign;
      const code = parseInt(u ?? braces ?? x ?? '', 16);
      return code > 0x10ffff ? all : String.fromCodePoint(code);
    },
  );
  return plain === text ? undefined : plain;
}

function isJsonNumber(text: string): boolean {
  return /^[-0-9]/.test(text) && parseExactly(text)?.kind === 'number' && text === text.trim();
}

/** Compares two numbers exactly, as integers in the equation `a × 10^m = b × 10^n`. */
function isSameNumber(a: string, b: string): boolean {
  const [first, second] = [scaled(a), scaled(b)];
  const [firstDigits, firstScale] = first;
  const [secondDigits, secondScale] = second;
  if (firstDigits === 0n || secondDigits === 0n) return firstDigits === secondDigits;
  const difference = firstScale - secondScale;
  if (difference > 2_000n || difference < -2_000n) return false;
  return difference >= 0n
    ? firstDigits * 10n ** difference === secondDigits
    : secondDigits * 10n ** -difference === firstDigits;
}

function scaled(text: string): [bigint, bigint] {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(text) ?? [];
  const digits = BigInt(whole + fraction);
  return [
    sign === '-' ? -digits : digits,
    BigInt(exponent.replace('+', '')) - BigInt(fraction.length),
  ];
}
