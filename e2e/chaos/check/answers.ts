import type { Entry, Outcome, Request } from '../history.js';
import { lateAnswers } from './deadlines.js';
import { operationsOf } from './operations.js';

/** Refusals that are allowed during a fault. Each tells the caller to send the request again. */
const GOOD_REFUSALS: Readonly<Record<Request['name'], readonly string[]>> = {
  create: ['503 unavailable', '503 outcome_unknown', '409 idempotency_in_progress'],
  cancel: ['503 unavailable', '503 outcome_unknown'],
  read: ['503 unavailable', '503 outcome_unknown'],
  list: ['503 unavailable', '503 outcome_unknown'],
  run: ['503 unavailable', '504 test_run_timeout'],
  /** No deletion of the regulation is complete yet, or all were canceled. */
  verify: ['503 unavailable', '503 outcome_unknown', '409 conflict'],
};

/** Refusals of a page of the feed that are allowed during a fault. */
const GOOD_FEED_REFUSALS: readonly string[] = ['503 unavailable'];

/**
 * Checks that every request ends in time. It must end with an answer that the API documents, or
 * with the end of its connection.
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

/** Checks that no process crashes, and that the system recovers after the last fault. */
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
