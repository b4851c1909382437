import { jsonOf } from '@lethe/contracts/json';
import { failed, refused, type Judgement } from './outcomes.js';
import { outcomeInBody } from './outcome-in-body.js';
import { DELETION, type TaskWords } from './task-words.js';

/** The parts of an answer with status 2xx that are checked for a denial. */
export interface GoodAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Kind of body that shows that nothing was deleted, although the status is 2xx. */
export type Denial =
  /** The body is an HTML page of a sign-in or a proxy. The cause is a wrong URL, not a user. */
  | 'page'
  /** The body reports a failure. One user can be the reason. */
  | 'failure';

const PAGE =
  /^(?:\s|<!--[^>]{0,1000}-->|<\?xml\b[^>]{0,1000}>)*<(?:!doctype\s+html|html|head|body|title|script|meta)\b/i;
/** Elements of HTML pages. A plain text that is wrongly labeled as HTML contains none of them. */
const ELEMENT = /^\s*<|<(?:a|body|div|form|h1|html|iframe|input|script|table)\b/i;
/** Number of characters at the beginning of a body that are searched for signs of a page. */
const BEGINNING = 4_096;

/**
 * Returns how the body of an answer with status 2xx shows that nothing was deleted. Some servers
 * send errors with status 200, such as HTML pages, `{"success": false}` and `{"error": …}`. An
 * empty body or a plain text is no denial.
 */
export function denialInBody(answer: GoodAnswer): Denial | undefined {
  const text = textOfAnswer(answer);
  if (isPage(text, answer.headers['content-type'])) return 'page';
  return outcomeInBody(jsonOf(text)) === 'failure' ? 'failure' : undefined;
}

/**
 * Returns whether the body of an answer with status 2xx says that the work is not done, for example
 * `{"status": "pending"}`.
 */
export function isUnfinished(answer: GoodAnswer): boolean {
  return outcomeInBody(jsonOf(textOfAnswer(answer))) === 'unfinished';
}

/** Decodes a body as UTF-16 if its byte order mark or its type says so. The default is UTF-8. */
export function textOfAnswer({ body, headers }: Pick<GoodAnswer, 'body' | 'headers'>): string {
  const [first, second] = body;
  const isBig = first === 0xfe && second === 0xff;
  const isLittle = first === 0xff && second === 0xfe;
  const isNamed = /charset\s*=\s*"?utf-?16/i.test(headers['content-type'] ?? '');
  if (!isBig && !isLittle && !isNamed) return body.toString('utf8').replace(/^\uFEFF/, '');
  const evenBytes = Buffer.from(body.subarray(0, body.length - (body.length % 2)));
  // Without a byte order mark, the first byte shows the byte order, because markup and JSON begin
  // with an ASCII character.
  return (isBig || (!isLittle && first === 0) ? evenBytes.swap16() : evenBytes)
    .toString('utf16le')
    .replace(/^\uFEFF/, '');
}

function isPage(text: string, type = ''): boolean {
  const beginning = text.slice(0, BEGINNING);
  // The type alone is no sign, because PHP and others label every answer as HTML, even JSON.
  return PAGE.test(beginning) || (/\bx?html\b/i.test(type) && isMarkup(beginning));
}

function isMarkup(beginning: string): boolean {
  return !/^\s*[[{"]/.test(beginning) && ELEMENT.test(beginning);
}

/**
 * Returns the outcome of a call whose answer contains a denial.
 *
 * @param who first words of the reason, e.g. `The deletion URL`
 * @param users number of users of the call. If there are several users, the job is split, because
 *   one user can be the cause of the failure.
 * @param task what the call asked for
 */
export function denied(
  who: string,
  status: number,
  denial: Denial,
  users: number,
  { noun }: TaskWords = DELETION,
): Judgement {
  const clause = `${who} answered with status ${String(status)}`;
  if (denial === 'page') {
    return failed(
      `${clause} and an HTML page, which does not confirm a ${noun}. Check the address, and any proxy in front of it.`,
    );
  }
  const reason = `${clause}, and its body says that the ${noun} failed.`;
  return users > 1 ? refused(reason) : failed(reason);
}

/** Returns the note about a deletion that was accepted and cannot be confirmed. */
export function acceptedOnly(who: string, status = 202): string {
  const clause = status === 202 ? '' : ', and its body says that the deletion is not done yet';
  return `${who} accepted the order with status ${String(status)}${clause}. Completion is not confirmed.`;
}
