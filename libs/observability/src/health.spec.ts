import { get } from 'node:http';
import { jest } from '@jest/globals';
import { Metrics } from './metrics/metrics.js';
import { Health } from './health.js';
import { startHealthServer } from './health-server.js';

describe('Health', () => {
  it('stays ready while a shared dependency is down, and reports it', async () => {
    const health = new Health();
    health.addCheck('database', () => Promise.reject(new Error('refused')));
    expect(await health.readiness()).toEqual({
      status: 'ready',
      reasons: [],
      checks: { database: 'down' },
    });
  });

  it('reports a dependency as down if its check takes a second', async () => {
    const health = new Health();
    health.addCheck('database', () => new Promise(() => undefined));
    jest.useFakeTimers();
    const readiness = health.readiness();
    await jest.advanceTimersByTimeAsync(1_000);
    jest.useRealTimers();
    expect((await readiness).checks).toEqual({ database: 'down' });
  });

  it('checks a dependency once for all concurrent requests', async () => {
    // The check does not time out, because timers are fake.
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const health = new Health();
    const pendingChecks: (() => void)[] = [];
    health.addCheck(
      'database',
      () =>
        new Promise((resolve) => {
          pendingChecks.push(() => {
            resolve(true);
          });
        }),
    );
    const all = Promise.all(Array.from({ length: 1_000 }, () => health.readiness()));
    await new Promise(setImmediate);
    expect(pendingChecks).toHaveLength(1);
    pendingChecks[0]?.();
    for (const { checks } of await all) expect(checks).toEqual({ database: 'up' });
    const later = health.readiness();
    await new Promise(setImmediate);
    expect(pendingChecks).toHaveLength(2);
    pendingChecks[1]?.();
    await later;
    jest.useRealTimers();
  });

  it('is unready while draining', async () => {
    const health = new Health();
    health.block('draining');
    expect((await health.readiness()).status).toBe('not_ready');
    health.unblock('draining');
    expect((await health.readiness()).status).toBe('ready');
  });

  it('reports a warning for the operator, and stays ready', async () => {
    const health = new Health();
    health.warn('relay', 'look here');
    expect(await health.readiness()).toEqual({
      status: 'ready',
      reasons: [],
      warnings: ['look here'],
      checks: {},
    });
    health.warn('relay', undefined);
    expect(await health.readiness()).toEqual({ status: 'ready', reasons: [], checks: {} });
  });

  it('serves liveness and readiness over HTTP', async () => {
    const health = new Health();
    const server = await startHealthServer({ app: 'test', health, host: '127.0.0.1', port: 0 });
    const status = async (path: string) =>
      (await fetch(`http://127.0.0.1:${server.port}${path}`)).status;
    expect(await status('/livez')).toBe(200);
    expect(await status('/readyz')).toBe(200);
    expect([await status('/livez?from=probe'), await status('/readyz?verbose')]).toEqual([
      200, 200,
    ]);
    health.markDead('consumer', 'the consumer crashed');
    expect(await status('/livez')).toBe(503);
    expect(await status('/readyz')).toBe(503);
    expect(await status('/other')).toBe(404);
    await server.close();
  });

  it('serves metrics if the process has metrics', async () => {
    const metrics = new Metrics();
    metrics.counter('things_total', 'Things.').inc({}, 3);
    const health = new Health();
    const [server, plain] = await Promise.all([
      startHealthServer({ app: 'test', health, host: '127.0.0.1', port: 0, metrics }),
      startHealthServer({ app: 'test', health, host: '127.0.0.1', port: 0 }),
    ]);
    const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await answer.text()).toContain('lethe_things_total 3');
    expect((await fetch(`http://127.0.0.1:${plain.port}/metrics`)).status).toBe(404);
    await Promise.all([server.close(), plain.close()]);
  });

  it('refuses requests over loopback with a Host that is not a loopback name (DNS rebinding)', async () => {
    const health = new Health();
    const [local, open] = await Promise.all(
      ['127.0.0.1', '0.0.0.0'].map((host) =>
        startHealthServer({ app: 'test', health, host, port: 0, metrics: new Metrics() }),
      ),
    );
    const request = (port: number, path: string, host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        }).on('error', reject);
      });
    const statuses: (number | undefined)[] = [];
    for (const port of [local?.port ?? 0, open?.port ?? 0]) {
      for (const path of ['/metrics', '/readyz', '/livez']) {
        for (const host of [`rebound.example.com:${port}`, '127.0.0.1.example.com']) {
          statuses.push(await request(port, path, host));
        }
        for (const host of ['127.0.0.1', `LocalHost:${port}`, `[::1]:${port}`]) {
          statuses.push(await request(port, path, host));
        }
      }
    }
    await Promise.all([local?.close(), open?.close()]);
    expect(statuses).toEqual(Array.from({ length: 6 }, () => [421, 421, 200, 200, 200]).flat());
  });

  it('returns 500 without the error if the metrics cannot be read, and stays alive', async () => {
    const metrics = new Metrics();
    metrics.observe('things', 'Things.', [], () => {
      throw new Error('they are gone');
    });
    const health = new Health();
    const server = await startHealthServer({
      app: 'test',
      ...{ health, metrics, host: '127.0.0.1', port: 0 },
    });
    const scrape = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    expect([scrape.status, await scrape.text()]).toEqual([
      500,
      expect.not.stringContaining('gone'),
    ]);
    expect((await fetch(`http://127.0.0.1:${server.port}/livez`)).status).toBe(200);
    await server.close();
  });
});
