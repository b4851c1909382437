import { urlOf } from '@lethe/contracts';

/** The members of a URL that a guest reads, and the last nine of which it sets. */
const MEMBERS = [
  ...['href', 'origin'],
  ...['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'],
] as const;
const SETTABLE: ReadonlySet<string> = new Set(MEMBERS.slice(2));
type Settable = Exclude<(typeof MEMBERS)[number], 'href' | 'origin'>;
/** Longer addresses are not parsed: international names take time by the square of their length. */
export const MAX_URL_LENGTH = 64 * 1024;

/** The answer where something is longer. */
const TOO_LONG = '"too long"';

/**
 * Parses addresses for a guest. A pure function of its text: it reaches nothing, and keeps nothing.
 *
 * @param question JSON, made by hostile code: `["parse", url, base]` or `["set", href, member, value]`
 * @returns JSON: the members of the URL; `null` for what is none; a text where it is too long to be parsed
 */
export function answerWeb(question: string): string {
  // Twice, as an address may be relative to another one; JSON escapes a character with up to six.
  if (question.length > 2 * 6 * MAX_URL_LENGTH) return TOO_LONG;
  const [what, ...given] = readList(question);
  const texts = given.map((text) => (typeof text === 'string' ? text : undefined));
  const [first, second, third] = texts;
  if (texts.some((text) => (text ?? '').length > MAX_URL_LENGTH)) return TOO_LONG;
  if (first === undefined) return 'null';
  if (what === 'parse') return partsOf(urlOf(first, second));
  const url = what === 'set' ? urlOf(first) : undefined;
  if (url !== undefined && second !== undefined && third !== undefined && SETTABLE.has(second)) {
    url[second as Settable] = third;
  }
  return partsOf(url);
}

/** A guest that replaced its own `JSON.stringify` asks anything. */
function readList(question: string): unknown[] {
  try {
    const list: unknown = JSON.parse(question);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function partsOf(url: URL | undefined): string {
  return JSON.stringify(
    url === undefined ? null : Object.fromEntries(MEMBERS.map((name) => [name, url[name]])),
  );
}
