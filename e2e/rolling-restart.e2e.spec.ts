import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithKafka, freePort, testLog, usualOrLong, waitFor } from '@lethe/testing';
import { Api } from './support/api.js';
import { Balancer, isReady } from './support/balancer.js';
import { findWrongFacts } from './support/facts.js';
import type { Instance } from './support/instance.js';
import { findWrongStates } from './support/states.js';
import { SteadyLoad } from './support/steady-load.js';
import { TOKENS } from './support/workspaces.js';
import { System } from './system.js';
import { EventFeed } from './test-api/event-feed.js';
import { Receiver } from './test-api/receiver.js';
import { testApiWorkspaces } from './test-api/workspace.js';

/**
 * Milliseconds from the removal of an instance from its Service until its end. The chart has a
 * longer time.
 */
const PRE_STOP_MS = 1_000;
const NAME = 'regulation.lethe.test';
const HEADLESS_NAME = new URL('support/headless-name.mjs', import.meta.url).href;

/**
 * The address of an instance's readiness probe, and how its Service adds and removes the instance.
 */
interface Place {
  readonly health: string;
  readonly join: () => Promise<void> | void;
  readonly leave: () => Promise<void> | void;
}

/*
 * The test checks that no request fails, but not how long requests take. A request can wait for a
 * connection for LETHE_UNAVAILABLE_AFTER. The log of the test has the slowest answers.
 */
// Other systems have only one loopback address.
const describeOnLinux = process.platform === 'linux' ? describeWithKafka : describe.skip;

describeOnLinux('a rolling restart under load', () => {
  let system: System;
  let balancer: Balancer;
  let load: SteadyLoad;
  let receiver: Receiver;
  let folder: string;
  const stops: (() => Promise<void> | void)[] = [];
  const healthPorts: number[] = [];
  const found = new Set(['127.0.0.11', '127.0.0.12']);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lethe-rolling-'));
    stops.push(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    writeAddresses();
    receiver = await Receiver.start();
    stops.push(() => receiver.stop());
    const port = await freePort();
    healthPorts.push(await freePort(), await freePort());
    system = await System.start({
      regulations: 2,
      gateways: 2,
      runners: 2,
      workspaces: testApiWorkspaces(receiver.url),
      environment: (app, index) => ({
        ...(app === 'gateway'
          ? {
              LETHE_REGULATION_ADDRESS: `${NAME}:${port}`,
              LETHE_DRAIN_TIMEOUT: '10', // as in the chart
              NODE_OPTIONS: `--import ${HEADLESS_NAME}`,
              LETHE_E2E_NAME: NAME,
              LETHE_E2E_ADDRESSES_FILE: join(folder, 'addresses'),
            }
          : {}),
        ...(app === 'regulation'
          ? {
              PORT: String(healthPorts[index]),
              LETHE_REGULATION_LISTEN: `127.0.0.1${index + 1}:${port}`,
            }
          : {}),
      }),
    });
    stops.push(() => system.stop());
    balancer = new Balancer([system.addressOf(0), system.addressOf(1)]);
    stops.push(() => balancer.stop());
    await waitFor(() => balancer.uses(system.addressOf(0)) && balancer.uses(system.addressOf(1)));
    const callers = (count: number) => Promise.all(Array.from({ length: count }, caller));
    load = new SteadyLoad({
      creates: await callers(usualOrLong(3, 4)),
      lists: await callers(usualOrLong(1, 2)),
      runs: await callers(usualOrLong(3, 4)),
    });
    stops.push(() => load.stop());
    await load.goOn(10);
  });

  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  it('of the gateways fails no request', async () => {
    await roll(system.gateways, (index) => {
      const address = system.addressOf(index);
      return {
        health: address,
        join: async () => {
          balancer.backends.add(address);
          await waitFor(() => balancer.uses(address), { message: 'the balancer to use it' });
          await system.testsReady();
        },
        leave: () => {
          balancer.backends.delete(address);
        },
      };
    });
  });

  it('of the regulation services fails no request', async () => {
    await roll(system.regulations, (index) => ({
      health: `http://127.0.0.1:${healthPorts[index]!}`,
      join: () => {
        found.add(`127.0.0.1${index + 1}`);
        writeAddresses();
      },
      leave: () => {
        found.delete(`127.0.0.1${index + 1}`);
        writeAddresses();
      },
    }));
  });

  it('of the test runners fails no test run, and sends no event twice', async () => {
    const feed = new EventFeed({
      brokers: system.brokers,
      topic: system.topic('testRequests'),
      destinationId: 'dst_plain',
    });
    // Each runner stops while commits are in progress and further commits wait for them.
    for (const runner of usualOrLong(system.runners, [...system.runners, ...system.runners])) {
      const before = receiver.requests.length;
      const sending = [feed.send(150), feed.send(150)];
      await waitFor(() => receiver.requests.length > before + 50, { intervalMs: 5 });
      expect(await runner.stop()).toEqual({ code: 0, signal: null });
      await Promise.all(sending);
      runner.start();
      await system.testsReady();
      await load.goOn(10);
    }
    expectNoFailure();
    // On each partition, a second delivery of an earlier event would come before these events.
    const first = feed.events.length;
    await feed.send(60);
    await waitFor(() => feed.events.slice(first).every((event) => arrivals().has(event)));
    await feed.close();
    testLog(`${feed.events.length} events, ${arrivals().size} of them arrived`);
    expect([...arrivals()].filter(([, times]) => times > 1)).toEqual([]);
  });

  it('loses no event', async () => {
    await load.stop();
    await system.drained();
    expect(await findWrongFacts(system)).toEqual([]);
    expect(await findWrongStates(system)).toEqual([]);
    const rows = await system.query<{ id: string }>('select id from regulation.regulations');
    const stored = new Set(rows.map(({ id }) => id));
    expect(load.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(stored.size).toBe(load.acknowledged.length);
  });

  /**
   * Restarts instances one after another. Removes an instance from its Service, waits, sends
   * SIGTERM, and waits for its end. Then starts the instance again and adds it to the Service.
   */
  async function roll(instances: readonly Instance[], placeOf: (index: number) => Place) {
    for (const [index, instance] of instances.entries()) {
      const { health, join, leave } = placeOf(index);
      await leave();
      await sleep(PRE_STOP_MS);
      expect(await instance.stop()).toEqual({ code: 0, signal: null });
      instance.start();
      await waitFor(() => isReady(health), { message: `${instance.name} to be ready` });
      await join();
      await load.goOn(10);
    }
    expectNoFailure();
  }

  function expectNoFailure(): void {
    testLog(`the slowest answers so far: ${JSON.stringify(load.slowestMs)} ms`);
    expect(load.failed).toEqual([]);
  }

  function arrivals(): ReadonlyMap<string, number> {
    const times = new Map<string, number>();
    for (const { body } of receiver.requests) {
      const { event } = JSON.parse(body) as { event: string };
      times.set(event, (times.get(event) ?? 0) + 1);
    }
    return times;
  }

  async function caller(): Promise<Api> {
    return new Api(await balancer.open(), TOKENS.admin);
  }

  function writeAddresses(): void {
    const file = join(folder, 'addresses');
    writeFileSync(`${file}.new`, JSON.stringify([...found]));
    renameSync(`${file}.new`, file);
  }
});
