import type { DeletionInput, DeletionOutcome } from '../deletion-provider.js';
import { judgeAnswer } from '../deletion/judge-answer.js';
import { quotedReason } from '../deletion/quoted-reason.js';
import { isObject } from '../json-values.js';

/** Statuses that say: this type, or this service, does not delete. */
const UNSUPPORTED = new Set([404, 405]);

/**
 * Reads what a transformer says about one order: `[{ status, statusCode, error? }]`. The status of the
 * answer itself counts only where it says nothing of the kind.
 *
 * @param answer its status and headers
 * @param text its body
 */
export function readDeletionAnswer(
  { destinationType, users }: Pick<DeletionInput, 'destinationType' | 'users'>,
  answer: { readonly status: number; readonly headers: Headers },
  text: string,
): DeletionOutcome {
  const headers = Object.fromEntries(answer.headers);
  const status = statusOf(text);
  if (status === undefined) {
    if (answer.status === 404) return unsupported(destinationType);
    // Whatever it is, it is between the transformer and us.
    const said = `The transformer answered with status ${String(answer.status)}, and not with a list of results`;
    return { status: 'delayed', cause: 'outage', reason: `${said}.` };
  }
  const { statusCode, error } = status;
  if (statusCode >= 200 && statusCode < 300) {
    return {
      status: 'complete',
      record: { method: 'deleteUsers of the transformer', counts: { users: users.length } },
    };
  }
  if (UNSUPPORTED.has(statusCode)) return unsupported(destinationType);
  const judged = judgeAnswer(`${destinationType} at the transformer`, {
    status: statusCode,
    headers,
  });
  return error === undefined
    ? judged
    : { ...judged, reason: `${judged.reason} It said: ${error}`.slice(0, 500) };
}

function statusOf(text: string): { statusCode: number; error?: string } | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined; // The caller says what came instead.
  }
  const first: unknown = Array.isArray(parsed) ? parsed[0] : undefined;
  if (!isObject(first)) return undefined;
  const { statusCode } = first;
  if (typeof statusCode !== 'number' || !Number.isInteger(statusCode)) return undefined;
  const error = quotedReason(first.error);
  return error === undefined ? { statusCode } : { statusCode, error };
}

function unsupported(type: string): DeletionOutcome {
  return {
    status: 'aborted',
    cause: 'unsupported',
    reason: `The transformer cannot delete users at ${type}.`,
  };
}
