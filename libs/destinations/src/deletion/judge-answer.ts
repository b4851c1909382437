import { aborted, delayed, failed, refused, type Judgement } from './outcomes.js';
import { readRetryAfter } from './read-retry-after.js';

export interface JudgedAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Statuses that say: not with these credentials. */
const CREDENTIALS = new Set([401, 403, 407]);
/** Statuses that say: nothing here deletes users. */
const NO_SUCH_PLACE = new Set([404, 405, 410, 501]);
/** Statuses that say: not this content. It may be one of the users, or too many of them. */
const CONTENT = new Set([400, 413, 422]);
/** Statuses that say: a deletion of this is under way already. */
const CONFLICT = new Set([409, 423]);
/** Statuses by which something in between says that nobody answers behind it. */
const OUTAGE = new Set([502, 503, 504]);

/**
 * Tells the kinds of errors apart by the status of an answer.
 *
 * @param who begins the reason, e.g. `The deletion URL`
 * @param answer whose status is not 2xx
 * @param now milliseconds since the epoch
 */
export function judgeAnswer(who: string, answer: JudgedAnswer, now?: number): Judgement {
  const { status } = answer;
  const said = `${who} answered with status ${String(status)}`;
  const wait = readRetryAfter(answer.headers['retry-after'], now);
  if (CREDENTIALS.has(status)) {
    return aborted(
      'credentials',
      `${said}: it refuses the credentials. Correct them in the destination's configuration, then retry.`,
    );
  }
  if (status >= 300 && status < 400) {
    return aborted(
      'configuration',
      `${said}: redirects are not followed. Put the final address into the destination's configuration, then retry.`,
    );
  }
  if (NO_SUCH_PLACE.has(status)) {
    return aborted(
      'configuration',
      `${said}: nothing deletes users at this address. Correct the destination's configuration, then retry.`,
    );
  }
  if (CONTENT.has(status)) return refused(`${said}: it refuses the request.`);
  if (CONFLICT.has(status)) {
    return delayed('conflict', `${said}: a deletion is under way there already.`, wait);
  }
  if (status === 429) return delayed('limit', `${said}: it gets too many requests.`, wait);
  if (OUTAGE.has(status)) return delayed('outage', `${said}: it is not available.`, wait);
  return failed(`${said}.`, wait);
}
