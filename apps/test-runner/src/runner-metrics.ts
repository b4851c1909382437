import { typeLabel } from '@lethe/destination-definitions';
import type { Metrics } from '@lethe/observability';
import type { SandboxObserver, TransformationOutcome } from '@lethe/sandbox';

/** Upper bounds in seconds. A stage takes up to 25 s. */
const STAGE_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25] as const;

const RUN_OUTCOMES = ['done', 'late', 'canceled', 'failed', 'unreadable'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];
export type DeliveryOutcome = 'answered' | 'refused' | 'unanswered';

/** Metrics of test runs. Section "Test runner" of docs/metrics.md describes them. */
export class RunnerMetrics {
  private inHand = 0;
  private readonly runs;
  private readonly waits;
  private readonly stages;
  private readonly sandboxRuns;
  private readonly deliveries;
  private readonly deliveryTimes;
  private readonly queued;
  private readonly restarts;

  /** @param limit maximum number of concurrent runs */
  constructor(
    private readonly metrics: Metrics,
    limit: number,
  ) {
    this.runs = metrics.counter(
      'runner_runs_total',
      'Test runs, by outcome: done, late (it arrived after its deadline), canceled (its caller left), failed (no answer), unreadable.',
      { labels: ['outcome'], known: RUN_OUTCOMES.map((outcome) => ({ outcome })) },
    );
    this.waits = metrics.histogram(
      'runner_wait_seconds',
      'Time that a test run waited before it started.',
    );
    this.stages = metrics.histogram(
      'runner_stage_duration_seconds',
      'Duration of one stage for one event.',
      { labels: ['stage'], buckets: STAGE_BUCKETS },
    );
    this.sandboxRuns = metrics.counter(
      'sandbox_runs_total',
      'Runs of user transformations, by outcome: ok, failed (the code failed), error (no thread was free, or the run was ended).',
      { labels: ['outcome'] },
    );
    this.deliveries = metrics.counter(
      'deliveries_total',
      'Requests to destinations, by outcome: answered (status below 400), refused (status 400 or above), unanswered.',
      { labels: ['destination_type', 'outcome'] },
    );
    this.deliveryTimes = metrics.histogram(
      'delivery_duration_seconds',
      'Duration of a request to a destination.',
      { labels: ['destination_type'] },
    );
    this.queued = metrics.histogram(
      'sandbox_queue_duration_seconds',
      'Time that a user transformation waited for a thread.',
    );
    this.restarts = metrics.counter(
      'sandbox_thread_restarts_total',
      'Threads that ended together with their run, by reason: time, memory, crash.',
      { labels: ['reason'] },
    );
    metrics.gauge(
      'runner_runs_in_hand',
      'Test runs that are running or waiting.',
      () => this.inHand,
    );
    metrics.gauge(
      'runner_runs_limit',
      'Maximum number of test runs at the same time.',
      () => limit,
    );
  }

  begin(): void {
    this.inHand += 1;
  }

  end(outcome: RunOutcome): void {
    this.inHand -= 1;
    this.runs.inc({ outcome });
  }

  waited(seconds: number): void {
    this.waits.observe({}, seconds);
  }

  stage(stage: string, seconds: number): void {
    this.stages.observe({ stage }, seconds);
  }

  delivered(destinationType: string, outcome: DeliveryOutcome, seconds: number): void {
    const type = typeLabel(destinationType);
    this.deliveries.inc({ destination_type: type, outcome });
    this.deliveryTimes.observe({ destination_type: type }, seconds);
  }

  async userCode(run: () => Promise<TransformationOutcome>): Promise<TransformationOutcome> {
    let outcome = 'error';
    try {
      const result = await run();
      outcome = result.status;
      return result;
    } finally {
      this.sandboxRuns.inc({ outcome });
    }
  }

  readonly sandbox: SandboxObserver = {
    onQueued: (seconds) => {
      this.queued.observe({}, seconds);
    },
    onThreadEnded: (reason) => {
      this.restarts.inc({ reason });
    },
    watchThreads: (read) =>
      this.metrics.observe(
        'sandbox_threads',
        'Threads for user transformations, by state: busy, idle.',
        ['state'],
        () => {
          const { busy, total } = read();
          return [
            { labels: { state: 'busy' }, value: busy },
            { labels: { state: 'idle' }, value: Math.max(0, total - busy) },
          ];
        },
      ),
  };
}
