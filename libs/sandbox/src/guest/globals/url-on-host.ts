import { urlOf } from '@lethe/contracts';
import { jsonOf } from '@lethe/contracts/json';
import { TEXT_ANSWERS } from './text-on-host.js';

/**
 * Members of a URL that a guest can read. A guest can set all members except `href` and `origin`.
 */
const MEMBERS = [
  ...['href', 'origin'],
  ...['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'],
] as const;
const SETTABLE: ReadonlySet<string> = new Set(MEMBERS.slice(2));
type Settable = Exclude<(typeof MEMBERS)[number], 'href' | 'origin'>;
/**
 * Maximum length of a URL. The time to parse an international name grows with the square of its
 * length.
 */
export const MAX_URL_LENGTH = 64 * 1024;

const TOO_LONG = 'too long';

/**
 * Parses URLs, and encodes and decodes texts for a guest. The function has no side effects, and its
 * result depends only on `question`.
 *
 * @param question JSON from hostile code: `["parse", url, base]`, `["set", href, member, value]`,
 *   or the name of a function in `TEXT_ANSWERS` with arguments
 * @returns JSON: the members of the URL, the result of the function, `TOO_LONG`, or `null` if the
 *   question is invalid
 */
export function answerOnHost(question: string): string {
  const [what, ...given] = readList(question);
  const answer = TEXT_ANSWERS.get(what) ?? ((...texts: unknown[]) => answerUrl(what, texts));
  return JSON.stringify(answer(...given));
}

function answerUrl(what: unknown, given: readonly unknown[]): object | string | null {
  const texts = given.map((text) => (typeof text === 'string' ? text : undefined));
  if (texts.some((text) => (text ?? '').length > MAX_URL_LENGTH)) return TOO_LONG;
  const [first, second, third] = texts;
  if (first === undefined) return null;
  if (what === 'parse') return partsOf(urlOf(first, second));
  const url = what === 'set' ? urlOf(first) : undefined;
  if (url !== undefined && second !== undefined && third !== undefined && SETTABLE.has(second)) {
    url[second as Settable] = third;
  }
  return partsOf(url);
}

/**
 * Returns the list in the question. The list can contain any values, because the code is hostile.
 */
function readList(question: string): unknown[] {
  const list = jsonOf(question);
  return Array.isArray(list) ? list : [];
}

function partsOf(url: URL | undefined): object | null {
  return url === undefined ? null : Object.fromEntries(MEMBERS.map((name) => [name, url[name]]));
}
