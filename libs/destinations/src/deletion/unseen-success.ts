import type { DeletionOutcome } from '../deletion-provider.js';
import { isObject } from '../json-values.js';

/** An answer with a good status, as far as its body is looked at. */
export interface GoodAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How a body denies what its status says. */
export type Denial =
  /** A page for people: a sign-in page, a proxy. It is about the address, and no user. */
  | 'page'
  /** It says that it failed. One user may be the reason. */
  | 'failure';

const PAGE = /^(?:\s|<!--[^>]{0,1000}-->)*<(?:!doctype\s+html|html|head|body|title)\b/i;
/** What is looked at for the beginning of a page. */
const BEGINNING = 4_096;
const FAILED = /^(?:fail(?:ed|ure)?|error|rejected|denied|unsuccessful)$/i;

/**
 * Tells whether the body of an answer with a good status shows that nothing was deleted. Servers answer errors with
 * status 200 too: pages, `{"success": false}`, `{"error": …}`. A body that is empty, or a text, denies nothing.
 */
export function denialOf({ headers, body }: GoodAnswer): Denial | undefined {
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  if (isPage(text, headers['content-type'])) return 'page';
  return saysFailure(parse(text)) ? 'failure' : undefined;
}

function isPage(text: string, type = ''): boolean {
  const beginning = text.slice(0, BEGINNING);
  // PHP, among others, calls each answer HTML: a text or JSON is none.
  return PAGE.test(beginning) || (/\bx?html\b/i.test(type) && /^\s*</.test(beginning));
}

/** @param said a parsed answer, or one of the results that it lists */
export function saysFailure(said: unknown): boolean {
  if (said === false) return true;
  if (Array.isArray(said)) return said.some((each) => isObject(each) && saysFailure(each));
  if (!isObject(said)) return false;
  const { success, ok, error, errors, status, statusCode } = said;
  return (
    success === false ||
    ok === false ||
    isSomething(error) ||
    isSomething(errors) ||
    (typeof status === 'string' && FAILED.test(status)) ||
    [status, statusCode].some((code) => typeof code === 'number' && code >= 400)
  );
}

/** Many answers have the member always, empty where nothing is wrong. */
function isSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0) return false;
  if (typeof value === 'string' || Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * What such an answer makes of a deletion.
 *
 * @param who begins the reason, e.g. `The deletion URL`
 * @param users of the call: of several, one may be the reason for a failure, and they are split
 */
export function denied(
  who: string,
  status: number,
  denial: Denial,
  users: number,
): Extract<DeletionOutcome, { status: 'failed' | 'refused' }> {
  const said = `${who} answered with status ${String(status)}`;
  return denial === 'page'
    ? {
        status: 'failed',
        reason: `${said} and an HTML page, which does not say that anything was deleted. Check the address, and what stands before it.`,
      }
    : {
        status: users > 1 ? 'refused' : 'failed',
        reason: `${said}, and its body says that it failed.`,
      };
}

/** The note of a deletion that was accepted, where nobody can be asked whether it is done. */
export function acceptedOnly(who: string): string {
  return `${who} accepted the order with status 202. Completion is not confirmed.`;
}
