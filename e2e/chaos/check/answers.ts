import type { Entry, Outcome, Request } from '../history.js';
import { operationsOf } from './operations.js';

/** How a request may be refused while something is wrong; each says that it may be sent again. */
const GOOD_REFUSALS: Readonly<Record<Request['name'], readonly string[]>> = {
  create: ['503 unavailable', '503 outcome_unknown', '409 idempotency_in_progress'],
  cancel: ['503 unavailable', '503 outcome_unknown'],
  read: ['503 unavailable', '503 outcome_unknown'],
  list: ['503 unavailable', '503 outcome_unknown'],
  run: ['503 unavailable', '504 test_run_timeout'],
};

/** Every request gets an answer that the API has, or hears that the connection has ended, before its time is over. */
export function wrongAnswers(history: readonly Entry[]): string[] {
  return operationsOf(history).flatMap(({ op, request, attempts }) =>
    attempts.flatMap(({ outcome }) => {
      const wrong = outcome === undefined ? 'was never answered' : wrongWith(request, outcome);
      return wrong === undefined ? [] : [`${op} (${request.name}) ${wrong}`];
    }),
  );
}

/** Processes run on, and all is well again once nothing is wrong any more. */
export function wrongEnds(history: readonly Entry[]): string[] {
  return history.flatMap((entry) => {
    if (entry.type === 'died') return [`${entry.process} ended by itself, with ${entry.how}`];
    return entry.type === 'standstill' ? [`waited in vain for ${entry.what}`] : [];
  });
}

function wrongWith(request: Request, outcome: Outcome): string | undefined {
  if (outcome.kind === 'hung') return 'had no answer when its time was over';
  if (outcome.kind !== 'refused') return undefined;
  const refusal = `${outcome.status} ${outcome.code}`;
  return GOOD_REFUSALS[request.name].includes(refusal) ? undefined : `was answered with ${refusal}`;
}
