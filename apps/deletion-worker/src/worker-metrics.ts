import { allDefinitions, OTHER_TYPE, typeLabel } from '@lethe/destination-definitions';
import type { DeletionOutcome, VerificationOutcome } from '@lethe/destinations';
import type { Metrics, Reading } from '@lethe/observability';

const DURATION_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3_600] as const;

/**
 * Outcome of a call. `error` is an internal error; `interrupted` means that the lease ended or the
 * worker stopped.
 */
export type CallOutcome = DeletionOutcome['status'] | 'error' | 'interrupted';

/** As `CallOutcome`, for a verification. */
export type VerificationResult = VerificationOutcome['status'] | 'error' | 'interrupted';

/**
 * Result in the metrics about the health of a destination. It is undefined if the users or the
 * worker can be the cause of the outcome.
 */
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

/**
 * Metrics of the work on deletions. The label `destination_type` has few values, because types come
 * from definitions.
 */
export class WorkerMetrics {
  private readonly jobs;
  private readonly durations;
  private readonly calls;
  private readonly lastCalls = new Map<string, Reading<'destination_type' | 'result'>>();
  private readonly throttled;
  private readonly verifications;

  constructor(private readonly metrics: Metrics) {
    this.jobs = metrics.counter(
      'deletion_worker_jobs_total',
      'Attempts of this worker at deletion jobs, by outcome. Includes attempts whose lease ended before the regulation service received the report.',
      { labels: ['destination_type', 'outcome'] },
    );
    this.durations = metrics.histogram(
      'deletion_worker_job_duration_seconds',
      'Time from the claim of deletion jobs until their outcome is reported.',
      { labels: ['destination_type'], buckets: DURATION_BUCKETS },
    );
    this.calls = metrics.counter(
      'deletion_worker_calls_total',
      'Deletions requested at destinations, by outcome. error: an internal error of Lethe. interrupted: the lease ended or the worker stopped.',
      { labels: ['destination_type', 'outcome'], known: knownCalls() },
    );
    metrics.observe(
      'deletion_worker_last_call_timestamp_seconds',
      'Time of the last call that succeeded, and of the last call that failed and is retried, as Unix time. Absent before the first one.',
      ['destination_type', 'result'],
      () => [...this.lastCalls.values()],
    );
    this.throttled = metrics.counter(
      'deletion_worker_throttled_seconds_total',
      'Time that calls waited for the rate limit of their destination.',
      { labels: ['destination_type'] },
    );
    this.verifications = metrics.counter(
      'deletion_worker_verifications_total',
      'Verifications: how often this worker asked destinations again after deletions, by outcome. error: an internal error of Lethe. interrupted: the lease ended or the worker stopped.',
      { labels: ['destination_type', 'outcome'] },
    );
  }

  /** @param read returns the number of leased jobs */
  watch(read: () => number): void {
    this.metrics.gauge(
      'deletion_worker_jobs_in_hand',
      'Deletion jobs in progress at this worker.',
      read,
    );
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

  verified(destinationType: string, outcome: VerificationResult): void {
    this.verifications.inc({ destination_type: typeLabel(destinationType), outcome });
  }

  waited(destinationType: string, seconds: number): void {
    this.throttled.inc({ destination_type: typeLabel(destinationType) }, seconds);
  }
}

/**
 * Returns all pairs of labels. Each counter starts with 0, because Prometheus sees a first failure
 * only as an increase from an earlier 0.
 */
function knownCalls() {
  const types = allDefinitions()
    .filter(({ capabilities }) => capabilities.deletion.supported)
    .map(({ name }) => name);
  return [...types, OTHER_TYPE].flatMap((type) =>
    Object.keys(RESULTS).map((outcome) => ({ destination_type: type, outcome })),
  );
}
