import { jest } from '@jest/globals';
import { Metrics } from '@lethe/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpMetrics } from './http-metrics.js';

const WAITING = 'lethe_gateway_data_plane_requests_waiting';
const SUM = /^http_server_request_duration_seconds_sum\{.*\} (.*)$/m;

afterEach(() => {
  jest.useRealTimers();
});

function open() {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  const metrics = new Metrics(true);
  const request = { method: 'GET' } as FastifyRequest;
  const reply = { raw: { writableFinished: true, statusCode: 200 } } as FastifyReply;
  const http = new HttpMetrics(metrics);
  const startedAt = performance.now();
  const close = () => {
    const durationMs = performance.now() - startedAt;
    http.count(request, reply, { route: '/x', startedAt, durationMs });
  };
  return { http, request, close, text: () => metrics.registry.metrics() };
}

describe('HttpMetrics', () => {
  it('shows the requests that a limit delays, and does not count the delay as duration', async () => {
    const { http, request, close, text } = open();
    let begin: () => void = () => undefined;
    const delayed = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const waiting = http.delay(request, () => delayed);
    jest.advanceTimersByTime(5_000);
    expect(await text()).toContain(`${WAITING} 1\n`);
    begin();
    await waiting;
    jest.advanceTimersByTime(250);
    close();
    const shown = await text();
    expect(shown).toContain(`${WAITING} 0\n`);
    expect(Number(SUM.exec(shown)?.[1])).toBeCloseTo(0.25);
  });

  it('does not count the delay as duration if the caller disconnects during the delay', async () => {
    const { http, request, close, text } = open();
    jest.advanceTimersByTime(250);
    void http.delay(request, () => new Promise(() => undefined));
    jest.advanceTimersByTime(5_000);
    close();
    expect(Number(SUM.exec(await text())?.[1])).toBeCloseTo(0.25);
  });
});
