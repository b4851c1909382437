import { typeLabel } from '@lethe/destination-definitions';
import type { Metrics } from '@lethe/observability';
import type { SandboxObserver, TransformationOutcome } from '@lethe/sandbox';

/** Seconds: stages run for up to 25. */
const STAGE_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25] as const;

const RUN_OUTCOMES = ['done', 'late', 'canceled', 'failed', 'unreadable'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];
export type DeliveryOutcome = 'answered' | 'refused' | 'unanswered';

/** What is counted of test runs, by the kinds that section "Test runner" of docs/metrics.md names. */
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

  /** @param limit most runs at work */
  constructor(
    private readonly metrics: Metrics,
    limit: number,
  ) {
    this.runs = metrics.counter(
      'runner_runs_total',
      'Test runs, by outcome: done, late (its time was over when it came), canceled (its caller left), failed (no answer), unreadable.',
      { labels: ['outcome'], known: RUN_OUTCOMES.map((outcome) => ({ outcome })) },
    );
    this.waits = metrics.histogram('runner_wait_seconds', 'Time that a run waited for its turn.');
    this.stages = metrics.histogram(
      'runner_stage_duration_seconds',
      'Time of a stage of one event.',
      { labels: ['stage'], buckets: STAGE_BUCKETS },
    );
    this.sandboxRuns = metrics.counter(
      'sandbox_runs_total',
      'Runs of user transformations, by outcome: ok, failed (the code), error (busy, ended).',
      { labels: ['outcome'] },
    );
    this.deliveries = metrics.counter(
      'deliveries_total',
      'Requests to destinations: answered (below 400), refused (400 and above), unanswered.',
      { labels: ['destination_type', 'outcome'] },
    );
    this.deliveryTimes = metrics.histogram(
      'delivery_duration_seconds',
      'Time of a request to a destination.',
      { labels: ['destination_type'] },
    );
    this.queued = metrics.histogram(
      'sandbox_queue_duration_seconds',
      'Time that a user transformation waited for a thread.',
    );
    this.restarts = metrics.counter(
      'sandbox_thread_restarts_total',
      'Threads that ended with what ran in them: time, memory, crash.',
      { labels: ['reason'] },
    );
    metrics.gauge('runner_runs_in_hand', 'Test runs at work or waiting.', () => this.inHand);
    metrics.gauge('runner_runs_limit', 'Most test runs at work at once.', () => limit);
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

  /** @returns the same run of user code, counted */
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
