import { urlOf } from '@lethe/contracts';
import { jsonOf } from '@lethe/contracts/json';
import { TEXT_ANSWERS } from './text-on-host.js';

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
const TOO_LONG = 'too long';

/**
 * Does for a guest what the host's own functions do: parses addresses, encodes and decodes texts. A pure function of its text: it
 * reaches nothing, and keeps nothing.
 *
 * @param question JSON, made by hostile code: `["parse", url, base]`, `["set", href, member, value]`, or of `TEXT_ANSWERS`
 * @returns JSON: the members of the URL, and a text where it is too long to be parsed; `null` where there is no answer
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

/** A guest that replaced its own `JSON.stringify` asks anything. */
function readList(question: string): unknown[] {
  const list = jsonOf(question);
  return Array.isArray(list) ? list : [];
}

function partsOf(url: URL | undefined): object | null {
  return url === undefined ? null : Object.fromEntries(MEMBERS.map((name) => [name, url[name]]));
}
