import { wrongFacts, wrongJobs } from '../../support/facts.js';
import { describeState, wrongStates } from '../../support/states.js';
import type { Entry } from '../history.js';
import { coveredKeys, type FinalState } from '../system/final-state.js';
import { wrongAnswers, wrongEnds } from './answers.js';
import { wrongInCalm } from './calm.js';
import { wrongDeletions } from './deletions.js';
import { wrongPages } from './feed.js';
import { wronglyFiltered } from './filter.js';
import { groupBy } from './group-by.js';
import { ledgerOf } from './ledger-of.js';
import { wrongRuns } from './runs.js';
import { leakingSpans } from './spans.js';
import { wronglyStored, wrongReads } from './stored.js';
import { wrongVerifications } from './verifications.js';

/**
 * Checks a history against the final state. The result depends only on the arguments.
 *
 * @returns each broken promise, with the name of the promise in front
 */
export function findProblems(history: readonly Entry[], state: FinalState): string[] {
  const ledger = ledgerOf(history);
  const { regulations, arrivals } = state;
  const found = {
    answers: wrongAnswers(history),
    recovery: wrongEnds(history),
    stored: wronglyStored(history, regulations),
    reads: wrongReads(history),
    facts: wrongFacts(state.lifecycle, regulations),
    orders: wrongJobs(state.orders, state.jobIds),
    states: wrongStates(state.suppressions, statesOf(state)),
    deletions: wrongDeletions(state),
    verifications: wrongVerifications(history, state),
    runs: wrongRuns(history, arrivals),
    feed: wrongPages(history, ledger),
    calm: wrongInCalm(history),
    filter: wronglyFiltered(state, history, ledger),
    spans: leakingSpans(state),
  };
  return Object.entries(found).flatMap(([promise, problems]) =>
    problems.map((problem) => `${promise}: ${problem}`),
  );
}

/** Returns the state of each `workspace:user` as a text, from the regulations. */
function statesOf({ regulations }: FinalState): Map<string, string> {
  const sources = groupBy(coveredKeys(regulations), (key) => key.slice(0, key.lastIndexOf(':')));
  return new Map(
    [...sources].map(([user, keys]) => [
      user,
      describeState(keys.map((key) => key.slice(key.lastIndexOf(':') + 1))),
    ]),
  );
}
