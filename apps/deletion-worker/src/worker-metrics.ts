import { allDefinitions, OTHER_TYPE, typeLabel } from '@lethe/destination-definitions';
import type { DeletionOutcome } from '@lethe/destinations';
import type { Metrics, Reading } from '@lethe/observability';

const DURATION_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3_600] as const;

/** What came of a call; `error`: a reason of ours, `interrupted`: the lease or the worker ended. */
export type CallOutcome = DeletionOutcome['status'] | 'error' | 'interrupted';

/** What each of them says of the destination: nothing where it answered of one user, nobody tries again, or we ended the call. */
const RESULTS: Readonly<Record<CallOutcome, 'succeeded' | 'failed' | undefined>> = {
  complete: 'succeeded',
  accepted: 'succeeded',
  delayed: 'failed',
  failed: 'failed',
  error: 'failed',
  refused: undefined,
  aborted: undefined,
  interrupted: undefined,
};

/** What is counted of the work on deletions. Types of destinations come from the definitions, so they are few. */
export class WorkerMetrics {
  private readonly jobs;
  private readonly durations;
  private readonly calls;
  private readonly lastCalls = new Map<string, Reading<'destination_type' | 'result'>>();
  private readonly throttled;

  constructor(private readonly metrics: Metrics) {
    this.jobs = metrics.counter(
      'deletion_worker_jobs_total',
      'Deletion jobs that this worker was done with, by outcome; also those whose lease ended before the service had the report.',
      { labels: ['destination_type', 'outcome'] },
    );
    this.durations = metrics.histogram(
      'deletion_worker_job_duration_seconds',
      'Time from a claim until what became of it is reported.',
      { labels: ['destination_type'], buckets: DURATION_BUCKETS },
    );
    this.calls = metrics.counter(
      'deletion_worker_calls_total',
      'Deletions that a destination was asked for, by what came of it; error: a reason of ours, interrupted: the lease or the worker ended.',
      { labels: ['destination_type', 'outcome'], known: knownCalls() },
    );
    metrics.observe(
      'deletion_worker_last_call_timestamp_seconds',
      'When a call last succeeded, or failed so that it is tried again, as Unix time; absent where none has yet.',
      ['destination_type', 'result'],
      () => [...this.lastCalls.values()],
    );
    this.throttled = metrics.counter(
      'deletion_worker_throttled_seconds_total',
      "Time that calls waited for their turn by a destination's rate.",
      { labels: ['destination_type'] },
    );
  }

  /** @param read how many jobs are in hand */
  watch(read: () => number): void {
    this.metrics.gauge('deletion_worker_jobs_in_hand', 'Deletion jobs that are worked on.', read);
  }

  reported(destinationType: string, outcomes: readonly string[], seconds: number): void {
    const type = typeLabel(destinationType);
    for (const outcome of outcomes) this.jobs.inc({ destination_type: type, outcome });
    this.durations.observe({ destination_type: type }, seconds);
  }

  called(destinationType: string, outcome: CallOutcome): void {
    const type = typeLabel(destinationType);
    this.calls.inc({ destination_type: type, outcome });
    const result = RESULTS[outcome];
    if (result === undefined) return;
    const labels = { destination_type: type, result };
    this.lastCalls.set(`${type} ${result}`, { labels, value: Date.now() / 1_000 });
  }

  waited(destinationType: string, seconds: number): void {
    this.throttled.inc({ destination_type: typeLabel(destinationType) }, seconds);
  }
}

/** Each type that deletes, and other, with each outcome: the first failure counts only where there was a 0 before. */
function knownCalls() {
  const types = allDefinitions()
    .filter(({ capabilities }) => capabilities.deletion.supported)
    .map(({ name }) => name);
  return [...types, OTHER_TYPE].flatMap((type) =>
    Object.keys(RESULTS).map((outcome) => ({ destination_type: type, outcome })),
  );
}
