import { shownMethod, type CounterMetric, type Metrics } from '@lethe/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAnswered } from './access-log.js';

/** Reasons to refuse a request before its handler runs. */
const REFUSALS = [
  'in_flight',
  'bodies',
  'slow_body',
  'uploads',
  'unread_answers',
  'slow_reader',
  'credentials',
  'failed_credentials',
  'rate_limit',
  'unknown_path',
  'invalid_target',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Status if the caller disconnected before the answer. nginx uses the same status. */
const CLIENT_CLOSED = '499';

/** Metrics of requests on the public port. The label is the route pattern, never the path. */
export class HttpMetrics {
  private readonly durations;
  private readonly refusals: CounterMetric<'reason'>;
  /** For each request that a limit delays now, the start of the delay in milliseconds. */
  private readonly delayedSince = new Map<FastifyRequest, number>();
  /** Milliseconds of earlier delays of a request. */
  private readonly delayedMs = new WeakMap<FastifyRequest, number>();

  constructor(private readonly metrics: Metrics) {
    this.durations = metrics.histogram(
      'http_server_request_duration_seconds',
      'Time from the headers of a request to the end of its answer. The time for which a limit delays a data plane does not count. Status 499: the caller closed the connection before the answer.',
      {
        labels: ['http_request_method', 'http_route', 'http_response_status_code'],
        buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      },
    );
    this.refusals = metrics.counter(
      'gateway_refused_requests_total',
      'Requests that were refused before their handler ran, by reason.',
      { labels: ['reason'], known: REFUSALS.map((reason) => ({ reason })) },
    );
    metrics.gauge(
      'gateway_data_plane_requests_waiting',
      'Requests of data planes that wait because of a limit: the rate of the data plane, or no free slot.',
      () => this.delayedSince.size,
    );
  }

  /**
   * Counts a request that has ended, whether it was answered or not.
   *
   * @param options.route pattern of the route
   * @param options.startedAt time by `performance.now()` at which the headers had arrived
   * @param options.durationMs milliseconds from that time to the end
   */
  count(
    request: FastifyRequest,
    reply: FastifyReply,
    { route, startedAt, durationMs }: { route: string; startedAt: number; durationMs: number },
  ): void {
    if (!this.metrics.isOn) return;
    const { streamedAt } = request;
    const lastedMs = streamedAt === undefined ? durationMs : streamedAt - startedAt;
    this.durations.observe(
      {
        http_request_method: shownMethod(request.method),
        http_route: route,
        http_response_status_code: isAnswered(request, reply)
          ? String(reply.raw.statusCode)
          : CLIENT_CLOSED,
      },
      (lastedMs - this.timeDelayed(request)) / 1_000,
    );
  }

  /**
   * Runs `wait` while a limit delays the request. A gauge shows the delayed requests. The time of
   * the delay is not part of the duration of the request.
   */
  async delay(request: FastifyRequest, wait: () => Promise<void>): Promise<void> {
    this.delayedSince.set(request, performance.now());
    try {
      await wait();
    } finally {
      this.delayedMs.set(request, this.timeDelayed(request));
      this.delayedSince.delete(request);
    }
  }

  private timeDelayed(request: FastifyRequest): number {
    const since = this.delayedSince.get(request);
    return (
      (this.delayedMs.get(request) ?? 0) + (since === undefined ? 0 : performance.now() - since)
    );
  }

  refuse(reason: Refusal): void {
    this.refusals.inc({ reason });
  }

  /** Adds gauges of the load. */
  watch(read: {
    readonly inFlight: () => number;
    readonly limit: number;
    readonly bodies: () => number;
    readonly connections: () => number;
  }): void {
    const gauges: readonly (readonly [name: string, help: string, read: () => number])[] = [
      ['gateway_requests_in_flight', 'Requests in progress.', read.inFlight],
      [
        'gateway_requests_in_flight_limit',
        'Maximum number of requests in progress.',
        () => read.limit,
      ],
      ['gateway_bodies_in_flight', 'Requests whose bodies are still arriving.', read.bodies],
      ['gateway_connections', 'Open connections of callers.', read.connections],
    ];
    for (const [name, help, value] of gauges) {
      this.metrics.gauge(name, help, value);
    }
  }
}
