import { jsonOf } from '@lethe/contracts/json';
import { failed, refused, type Judgement } from './outcomes.js';
import { outcomeInBody } from './outcome-in-body.js';

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

const PAGE =
  /^(?:\s|<!--[^>]{0,1000}-->|<\?xml\b[^>]{0,1000}>)*<(?:!doctype\s+html|html|head|body|title|script|meta)\b/i;
/** Elements that people read or fill in; a program that calls its texts HTML needs none of them. */
const ELEMENT = /^\s*<|<(?:a|body|div|form|h1|html|iframe|input|script|table)\b/i;
/** What is looked at for the beginning of a page. */
const BEGINNING = 4_096;

/**
 * Tells whether the body of an answer with a good status shows that nothing was deleted. Servers answer errors with
 * status 200 too: pages, `{"success": false}`, `{"error": …}`. A body that is empty, or a text, denies nothing.
 */
export function denialInBody(answer: GoodAnswer): Denial | undefined {
  const text = textOfAnswer(answer);
  if (isPage(text, answer.headers['content-type'])) return 'page';
  return outcomeInBody(jsonOf(text)) === 'failure' ? 'failure' : undefined;
}

/** Whether the body of an answer with a good status says that the deletion is not done yet, as `{"status": "pending"}` does. */
export function isUnfinished(answer: GoodAnswer): boolean {
  return outcomeInBody(jsonOf(textOfAnswer(answer))) === 'unfinished';
}

/** The text of a body in UTF-8, or in UTF-16 where its mark or its type says so. */
export function textOfAnswer({ body, headers }: Pick<GoodAnswer, 'body' | 'headers'>): string {
  const [first, second] = body;
  const isBig = first === 0xfe && second === 0xff;
  const isLittle = first === 0xff && second === 0xfe;
  const isNamed = /charset\s*=\s*"?utf-?16/i.test(headers['content-type'] ?? '');
  if (!isBig && !isLittle && !isNamed) return body.toString('utf8').replace(/^\uFEFF/, '');
  const whole = Buffer.from(body.subarray(0, body.length - (body.length % 2)));
  // Without a mark the first character tells: those of markup and JSON have one byte.
  return (isBig || (!isLittle && first === 0) ? whole.swap16() : whole)
    .toString('utf16le')
    .replace(/^\uFEFF/, '');
}

function isPage(text: string, type = ''): boolean {
  const beginning = text.slice(0, BEGINNING);
  // PHP, among others, calls each answer HTML: a text or JSON is none.
  return PAGE.test(beginning) || (/\bx?html\b/i.test(type) && isMarkup(beginning));
}

function isMarkup(beginning: string): boolean {
  return !/^\s*[[{"]/.test(beginning) && ELEMENT.test(beginning);
}

/**
 * What such an answer makes of a deletion.
 *
 * @param who begins the reason, e.g. `The deletion URL`
 * @param users of the call: of several, one may be the reason for a failure, and they are split
 */
export function denied(who: string, status: number, denial: Denial, users: number): Judgement {
  const said = `${who} answered with status ${String(status)}`;
  if (denial === 'page') {
    return failed(
      `${said} and an HTML page, which does not say that anything was deleted. Check the address, and what stands before it.`,
    );
  }
  const reason = `${said}, and its body says that it failed.`;
  return users > 1 ? refused(reason) : failed(reason);
}

/** The note of a deletion that was accepted, where nobody can be asked whether it is done. */
export function acceptedOnly(who: string, status = 202): string {
  const said = status === 202 ? '' : ', and its body says that it is not done yet';
  return `${who} accepted the order with status ${String(status)}${said}. Completion is not confirmed.`;
}
