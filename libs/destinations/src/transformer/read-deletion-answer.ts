import { isObject, jsonOf } from '@lethe/contracts/json';
import type { DeletionInput, DeletionOutcome } from '../deletion-provider.js';
import { judgeAnswer } from '../deletion/judge-answer.js';
import { aborted, complete, delayed, type Judgement } from '../deletion/outcomes.js';
import { quotedReason } from '../deletion/quoted-reason.js';
import { outcomeInBody } from '../deletion/outcome-in-body.js';
import { acceptedOnly, denied } from '../deletion/denial-in-body.js';
import type { TransformerAnswer } from './call-transformer.js';

/** Statuses for a destination type at which the transformer cannot delete users. */
const UNSUPPORTED = new Set([404, 405]);

/**
 * Returns the outcome of a deletion from the answer of a transformer. The answer is the list
 * `[{ status, statusCode, error? }]`. The HTTP status is used only if there is no such list.
 */
export function readDeletionAnswer(
  { destinationType, users }: Pick<DeletionInput, 'destinationType' | 'users'>,
  answer: TransformerAnswer,
): DeletionOutcome {
  const status = statusOf(answer.text);
  if (status === undefined) {
    if (answer.status === 404) return unsupported(destinationType);
    // The transformer reported no outcome, so the problem is not at the destination.
    const clause = `The transformer answered with status ${String(answer.status)} and without a list of results`;
    return delayed('outage', `${clause}.`);
  }
  const { statusCode, error, isDenied } = status;
  const who = `${destinationType} at the transformer`;
  const isGood = statusCode >= 200 && statusCode < 300;
  if (isGood && !isDenied) {
    const counts = { users: users.length };
    const notes = statusCode === 202 ? { notes: [acceptedOnly(who)] } : {};
    return complete({ method: 'deleteUsers of the transformer', counts, ...notes });
  }
  if (UNSUPPORTED.has(statusCode)) return unsupported(destinationType);
  const judged = isGood
    ? denied(who, statusCode, 'failure', users.length)
    : judgeAnswer(who, { status: statusCode, headers: answer.headers });
  return error === undefined ? judged : { ...judged, reason: `${judged.reason} It said: ${error}` };
}

/** Values of `status` for a success. Some transformers leave `status` out. */
const DONE = /^(?:success|successful|ok)$/i;

interface ReportedStatus {
  readonly statusCode: number;
  /** Whether a member other than `statusCode` says that the deletion failed. */
  readonly isDenied: boolean;
  readonly error?: string;
}

function statusOf(text: string): ReportedStatus | undefined {
  const parsed = jsonOf(text);
  const first: unknown = Array.isArray(parsed) ? parsed[0] : undefined;
  if (!isObject(first)) return undefined;
  const { statusCode, status } = first;
  if (typeof statusCode !== 'number' || !Number.isInteger(statusCode)) return undefined;
  const isDone = status === undefined || (typeof status === 'string' && DONE.test(status));
  const isDenied = !isDone || outcomeInBody(first) === 'failure';
  const error = quotedReason(first.error);
  return { statusCode, isDenied, ...(error === undefined ? {} : { error }) };
}

function unsupported(type: string): Judgement {
  return aborted('unsupported', `The transformer cannot delete users at ${type}.`);
}
