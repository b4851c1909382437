import { acknowledgedAt, only, operationsOf } from './check/operations.js';
import { isDelivered } from './check/runs.js';
import type { Entry, Request } from './history.js';
import type { FinalState } from './system/final-state.js';

export interface Summary {
  readonly faults: Readonly<Record<string, number>>;
  /** By kind: the number of operations, of acknowledged operations, and of attempts. */
  readonly operations: Readonly<
    Partial<Record<Request['name'], { requested: number; acknowledged: number; attempts: number }>>
  >;
  readonly pages: number;
  /** Number of test runs whose event was delivered. */
  readonly deliveredRuns: number;
  readonly regulations: number;
  /** Number of records on the suppressions topic. */
  readonly states: number;
  readonly deletions: Readonly<Record<string, number>>;
  /** Without those that wait for days. */
  readonly verifications: Readonly<Record<string, number>>;
  /** Number of deletions that verifications ordered. */
  readonly furtherDeletions: number;
  readonly events: {
    readonly sent: number;
    readonly passed: number;
    readonly dropped: number;
    readonly setAside: number;
  };
  /** Number of spans by service and name. */
  readonly spans: Readonly<Record<string, number>>;
  /** Milliseconds of the slowest answer. */
  readonly slowest: number;
}

export function summarise(history: readonly Entry[], state: FinalState): Summary {
  const operations: Partial<
    Record<Request['name'], { requested: number; acknowledged: number; attempts: number }>
  > = {};
  let slowest = 0;
  for (const operation of operationsOf(history)) {
    const { request, attempts } = operation;
    const counted = (operations[request.name] ??= { requested: 0, acknowledged: 0, attempts: 0 });
    counted.requested += 1;
    counted.attempts += attempts.length;
    if (acknowledgedAt(operation) < Infinity) counted.acknowledged += 1;
    for (const { from, to } of attempts) slowest = Math.max(slowest, Math.round(to - from));
  }
  const faults = history.flatMap((entry) => (entry.type === 'fault' ? [entry.fault.kind] : []));
  const { input, output, deadLetters } = state;
  return {
    faults: countsOf(faults),
    operations,
    pages: history.filter(({ type }) => type === 'page').length,
    deliveredRuns: only(operationsOf(history), 'run').filter(isDelivered).length,
    regulations: state.regulations.length,
    states: state.suppressions.length,
    deletions: countsOf(state.deletions.map((deletion) => deletion.state)),
    verifications: countsOf(
      state.verifications.flatMap((one) => (one.isOrdered ? [one.state] : [])),
    ),
    furtherDeletions: state.deletions.filter(({ isFurther }) => isFurther).length,
    events: {
      sent: input.length,
      passed: output.length,
      dropped: input.length - output.length - deadLetters.length,
      setAside: deadLetters.length,
    },
    spans: Object.fromEntries(
      state.seenSpans.map(({ service, name, times }) => [`${service}: ${name}`, times]),
    ),
    slowest,
  };
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
