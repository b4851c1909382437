import type { Entry, Outcome, Request } from '../history.js';
import { lateAnswers } from './deadlines.js';
import { operationsOf } from './operations.js';

/** How a request may be refused while something is wrong; each says that it may be sent again. */
const GOOD_REFUSALS: Readonly<Record<Request['name'], readonly string[]>> = {
  create: ['503 unavailable', '503 outcome_unknown', '409 idempotency_in_progress'],
  cancel: ['503 unavailable', '503 outcome_unknown'],
  read: ['503 unavailable', '503 outcome_unknown'],
  list: ['503 unavailable', '503 outcome_unknown'],
  run: ['503 unavailable', '504 test_run_timeout'],
};

/** The same for a page of the feed. */
const GOOD_FEED_REFUSALS: readonly string[] = ['503 unavailable'];

/** Every request gets an answer that the API has, or hears that the connection has ended, before its time is over. */
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

/** Processes run on, and all is well again once nothing is wrong any more. */
export function wrongEnds(history: readonly Entry[]): string[] {
  return history.flatMap((entry) => {
    if (entry.type === 'died') return [`${entry.process} ended by itself, with ${entry.how}`];
    return entry.type === 'standstill' ? [`waited in vain for ${entry.what}`] : [];
  });
}

function wrongWith(good: readonly string[], outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined) return 'was never answered';
  if (outcome.kind === 'hung') return 'had no answer when its time was over';
  if (outcome.kind !== 'refused') return undefined;
  const refusal = `${outcome.status} ${outcome.code}`;
  return good.includes(refusal) ? undefined : `was answered with ${refusal}`;
}
