import type { Entry, Outcome, Request } from '../history.js';
import { lateAnswers } from './deadlines.js';
import { operationsOf } from './operations.js';

/** Allowed refusals during a fault; each says that the request may be sent again. */
const GOOD_REFUSALS: Readonly<Record<Request['name'], readonly string[]>> = {
  create: ['503 unavailable', '503 outcome_unknown', '409 idempotency_in_progress'],
  cancel: ['503 unavailable', '503 outcome_unknown'],
  read: ['503 unavailable', '503 outcome_unknown'],
  list: ['503 unavailable', '503 outcome_unknown'],
  run: ['503 unavailable', '504 test_run_timeout'],
};

/** The same for a page of the feed. */
const GOOD_FEED_REFUSALS: readonly string[] = ['503 unavailable'];

/**
 * Checks that every request gets an answer that the API documents, or the end of its connection,
 * within its time.
 */
export function wrongAnswers(history: readonly Entry[]): string[] {
  const requests = operationsOf(history).flatMap(({ op, request, attempts }) =>
    attempts.flatMap(({ outcome }) => {
      const wrong = wrongWith(GOOD_REFUSALS[request.name], outcome);
      return wrong === undefined ? [] : [`${op} (${request.name}) ${wrong}`];
    }),
  );
  const polls = history.flatMap((entry) => {
    if (entry.type !== 'unread') return [];
    const wrong = wrongWith(GOOD_FEED_REFUSALS, entry.outcome);
    return wrong === undefined ? [] : [`a page for ${entry.client} ${wrong}`];
  });
  return [...requests, ...polls, ...lateAnswers(history)];
}

/** Checks that no process ends by itself, and that the system recovers after the last fault. */
export function wrongEnds(history: readonly Entry[]): string[] {
  return history.flatMap((entry) => {
    if (entry.type === 'died') return [`${entry.process} ended by itself, with ${entry.how}`];
    return entry.type === 'standstill' ? [`waited without success for ${entry.what}`] : [];
  });
}

function wrongWith(good: readonly string[], outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined) return 'got no answer';
  if (outcome.kind === 'hung') return 'got no answer within its time limit';
  if (outcome.kind !== 'refused') return undefined;
  const refusal = `${outcome.status} ${outcome.code}`;
  return good.includes(refusal) ? undefined : `was answered with ${refusal}`;
}
