import { shownMethod, type CounterMetric, type Metrics } from '@lethe/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAnswered } from './access-log.js';

/** Why a request was refused before its handler. */
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

/** A caller that left before its answer has none; its status is counted as nginx writes it down. */
const CLIENT_CLOSED = '499';

/** What is counted of the requests of the public port: by the route's pattern, never by the path. */
export class HttpMetrics {
  private readonly durations;
  private readonly refusals: CounterMetric<'reason'>;
  /** Requests that are held back now, with the moment since when, in milliseconds. */
  private readonly held = new Map<FastifyRequest, number>();
  /** Milliseconds for which a request was held back before. */
  private readonly heldMs = new WeakMap<FastifyRequest, number>();

  constructor(private readonly metrics: Metrics) {
    this.durations = metrics.histogram(
      'http_server_request_duration_seconds',
      'Time from the headers of a request to the end of its answer, less the time for which a limit held back a data plane. Status 499: the caller left before.',
      {
        labels: ['http_request_method', 'http_route', 'http_response_status_code'],
        buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      },
    );
    this.refusals = metrics.counter(
      'gateway_refused_requests_total',
      'Requests that were refused before their handler, by reason.',
      { labels: ['reason'], known: REFUSALS.map((reason) => ({ reason })) },
    );
    metrics.gauge(
      'gateway_data_plane_requests_waiting',
      'Requests of data planes that are held back by a limit: the rate of their data plane, or places that are taken.',
      () => this.held.size,
    );
  }

  /** Counts a request when it has ended, answered or not. */
  count(request: FastifyRequest, reply: FastifyReply): void {
    if (!this.metrics.isOn) return;
    const startedAt = performance.now();
    const { raw } = reply;
    raw.once('close', () => {
      const { streamedAt } = request;
      this.durations.observe(
        {
          http_request_method: shownMethod(request.method),
          http_route: request.routeOptions.url ?? 'unknown',
          http_response_status_code: isAnswered(request, reply)
            ? String(raw.statusCode)
            : CLIENT_CLOSED,
        },
        ((streamedAt ?? performance.now()) - startedAt - this.timeHeld(request)) / 1_000,
      );
    });
  }

  /** Waits while a limit holds a request back: that is shown by itself, and no part of how long the request took. */
  async hold(request: FastifyRequest, wait: () => Promise<void>): Promise<void> {
    this.held.set(request, performance.now());
    try {
      await wait();
    } finally {
      this.heldMs.set(request, this.timeHeld(request));
      this.held.delete(request);
    }
  }

  private timeHeld(request: FastifyRequest): number {
    const since = this.held.get(request);
    return (this.heldMs.get(request) ?? 0) + (since === undefined ? 0 : performance.now() - since);
  }

  refuse(reason: Refusal): void {
    this.refusals.inc({ reason });
  }

  /** Shows how full the port is. */
  watch(read: {
    readonly inFlight: () => number;
    readonly limit: number;
    readonly bodies: () => number;
    readonly connections: () => number;
  }): void {
    const gauges: readonly (readonly [name: string, help: string, read: () => number])[] = [
      ['gateway_requests_in_flight', 'Requests that are being worked on.', read.inFlight],
      ['gateway_requests_in_flight_limit', 'Most requests at once.', () => read.limit],
      ['gateway_bodies_in_flight', 'Requests whose bodies are still arriving.', read.bodies],
      ['gateway_connections', 'Open connections of callers.', read.connections],
    ];
    for (const [name, help, value] of gauges) {
      this.metrics.gauge(name, help, value);
    }
  }
}
