import type { Entry } from '../history.js';
import type { Arrival } from '../system/final-state.js';
import { only, operationsOf, type Operation } from './operations.js';

/**
 * Checks that the event of each test run arrives at most once. It must arrive exactly once if the
 * result says that it was delivered. Callers send each test run once.
 */
export function wrongRuns(history: readonly Entry[], arrivals: readonly Arrival[]): string[] {
  const times = new Map<string, number>();
  for (const { body } of arrivals) {
    const { event } = JSON.parse(body) as { readonly event?: string };
    if (event !== undefined) times.set(event, (times.get(event) ?? 0) + 1);
  }
  return only(operationsOf(history), 'run').flatMap((run) => {
    const arrived = times.get(run.op) ?? 0;
    if (arrived > 1) return [`the event of ${run.op} arrived ${arrived} times`];
    return isDelivered(run) && arrived === 0 ? [`the event of ${run.op} never arrived`] : [];
  });
}

/** Returns whether the result of a test run says that its event was delivered. */
export function isDelivered({ attempts: [attempt] }: Pick<Operation, 'attempts'>): boolean {
  const { outcome } = attempt ?? {};
  return outcome?.kind === 'acknowledged' && outcome.isDelivered === true;
}
