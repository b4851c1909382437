import { aborted, delayed, failed, refused, type Judgement } from './outcomes.js';
import { readRetryAfter } from './read-retry-after.js';
import { DELETION, type TaskWords } from './task-words.js';

export interface JudgedAnswer {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Statuses with which a destination refuses the credentials. */
const CREDENTIALS = new Set([401, 403, 407]);
/** Statuses for a URL that does not accept such calls. */
const WRONG_ADDRESS = new Set([404, 405, 410, 501]);
/** Statuses for a refused request. One user or the number of users can be the reason. */
const CONTENT = new Set([400, 413, 422]);
/** Statuses with which a destination reports that the task is already running. */
const CONFLICT = new Set([409, 423]);
/** Statuses for a server that is not available. A proxy can send them too. */
const OUTAGE = new Set([502, 503, 504]);

/**
 * Returns the outcome for an answer with an error status.
 *
 * @param who first words of the reason, e.g. `The deletion URL`
 * @param answer answer with a status other than 2xx
 * @param task what the call asked for
 */
export function judgeAnswer(
  who: string,
  answer: JudgedAnswer,
  { noun, repeat }: TaskWords = DELETION,
): Judgement {
  const { status } = answer;
  const clause = `${who} answered with status ${String(status)}`;
  const wait = readRetryAfter(answer.headers['retry-after']);
  if (CREDENTIALS.has(status)) {
    return aborted(
      'credentials',
      `${clause}: it refuses the credentials. Correct them in the configuration of the destination, then ${repeat}.`,
    );
  }
  if (status >= 300 && status < 400) {
    return aborted(
      'configuration',
      `${clause}: Lethe does not follow redirects. Enter the final address in the configuration of the destination, then ${repeat}.`,
    );
  }
  if (WRONG_ADDRESS.has(status)) {
    return aborted(
      'configuration',
      `${clause}: this address does not accept ${noun}s. Correct it in the configuration of the destination, then ${repeat}.`,
    );
  }
  if (CONTENT.has(status)) return refused(`${clause}: it refuses the request.`);
  if (CONFLICT.has(status)) {
    return delayed('conflict', `${clause}: another ${noun} is already in progress there.`, wait);
  }
  if (status === 429) return delayed('limit', `${clause}: it receives too many requests.`, wait);
  if (OUTAGE.has(status)) return delayed('outage', `${clause}: it is not available.`, wait);
  return failed(`${clause}.`, wait);
}
