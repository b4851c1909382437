import { setTimeout as delay } from 'node:timers/promises';
import { describeWithKafka, waitFor } from '@lethe/testing';
import { findWrongFacts, findWrongJobs } from './support/facts.js';
import { Follower } from './support/follower.js';
import type { Instance } from './support/instance.js';
import { live } from './support/life.js';
import { OwnService } from './support/own-services.js';
import { describeRefusal, REFUSAL_MS, REFUSED_WELL } from './support/refusal.js';
import { relayStates } from './support/relay-states.js';
import { ROUTES, serves, type Route } from './support/routes.js';
import { findWrongStates } from './support/states.js';
import { SteadyCallers } from './support/steady-callers.js';
import { System } from './system.js';

const KAFKA_OUTAGE_MS = 60_000;
const RECOVERY_MS = 90_000;
/** How soon another instance publishes, and what a machine may take that stands still meanwhile. */
const TAKEOVER_MS = 5_000;
const TAKEOVER_LIMIT_MS = 60_000;
const TAKEOVERS = 3;
/** Rounds of refusals, one of which must be quick throughout. */
const ROUNDS = 3;

/** What befalls an instance, and how it comes back. */
interface Fault {
  readonly how: 'killed' | 'frozen';
  readonly befall: (instance: Instance) => Promise<void> | void;
  readonly mend: (instance: Instance) => void;
}

const FAULTS: readonly Fault[] = [
  {
    how: 'killed',
    befall: (instance) => instance.kill(),
    mend: (instance) => {
      instance.start();
    },
  },
  {
    how: 'frozen',
    befall: (instance) => {
      instance.freeze();
    },
    mend: (instance) => {
      instance.thaw();
    },
  },
];

describeWithKafka('a system whose servers fail', () => {
  let postgres: OwnService;
  let kafka: OwnService;
  let system: System;
  let callers: SteadyCallers | undefined;
  const lives = new Set<string>();

  beforeAll(async () => {
    postgres = await OwnService.postgres();
    kafka = await OwnService.kafka();
    system = await System.prepare({
      regulations: 2,
      databaseUrl: postgres.address,
      brokers: kafka.address,
    });
  });

  afterEach(async () => {
    await callers?.stop();
  });

  afterAll(async () => {
    await system.stop();
    await kafka.remove();
    await postgres.remove();
  });

  it('starts and acknowledges while Kafka is down, and publishes once it is there', async () => {
    system.startAll();
    await system.ready();
    await liveAll('early', 3);
    await kafka.start();
    await system.drained(RECOVERY_MS);
    await expectEverythingPublished();
  });

  it.each(FAULTS)(
    'has the other instance publish within 5 s when the relaying one is $how',
    async ({ how, befall, mend }) => {
      const follower = new Follower(system.brokers, system.topic('lifecycle'));
      await follower.sees(await system.api().suppress('before'), TAKEOVER_LIMIT_MS);
      let quickest = Infinity;
      for (let round = 0; round < TAKEOVERS && quickest > TAKEOVER_MS; round += 1) {
        const leader = await system.leader();
        const other = system.api('admin', 1 - system.regulations.indexOf(leader));
        await befall(leader);
        const startedAt = performance.now();
        const id = await waitFor(() => other.suppress(`${how}-${round}`));
        await follower.sees(id, TAKEOVER_LIMIT_MS);
        quickest = Math.min(quickest, performance.now() - startedAt);
        const told = relayStates(leader).length;
        mend(leader);
        // Whoever was frozen thinks that it leads until it looks.
        if (how === 'frozen') await waitFor(() => relayStates(leader).length > told);
        await system.ready();
      }
      expect(quickest).toBeLessThan(TAKEOVER_MS);
      await follower.stop();
    },
  );

  it('acknowledges through a minute without Kafka, and publishes in order afterwards', async () => {
    callers = new SteadyCallers(system, 'no-kafka');
    await kafka.stop();
    const outage = delay(KAFKA_OUTAGE_MS); // the length is what is shown
    await liveAll('no-kafka', 5);
    await outage;
    await callers.stop();
    expect(callers.refused.filter((refusal) => refusal !== REFUSED_WELL)).toEqual([]);
    expect(callers.refused.length).toBeLessThan(callers.acknowledged.length / 100);
    expect(callers.usualMs).toBeLessThan(REFUSAL_MS);
    await kafka.start();
    await system.drained(RECOVERY_MS);
    await expectEverythingPublished();
    await expectStored(callers.acknowledged);
  });

  it('leaves no route of the API out of what follows', async () => {
    const { text } = await system.api().request('GET', '/openapi.json');
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
    const operations = Object.entries(paths)
      .filter(([path]) => path.startsWith('/v2/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((m) => `${m.toUpperCase()} ${path}`));
    expect(operations.length).toBeGreaterThan(0);
    expect(operations.filter((operation) => !ROUTES.some(serves(operation)))).toEqual([]);
  });

  it.each(['stop', 'kill'] as const)(
    'refuses everything fast without PostgreSQL, and recovers by itself (%s)',
    async (how) => {
      callers = new SteadyCallers(system, `no-postgres-${how}`);
      await callers.acknowledge(20);
      await postgres[how]();
      await expectRefusals(ROUTES);
      await expectReadyWithout('database');
      await expectRefusals(ROUTES); // now that no token and no connection is remembered
      await postgres.start();
      await recovers(`after-postgres-${how}`);
      await callers.stop();
      expect(callers.refused.filter((refusal) => refusal !== REFUSED_WELL)).toEqual([]);
      await expectEverythingPublished();
      await expectStored(callers.acknowledged);
    },
  );

  it('refuses regulations fast without the regulation service, and goes on with lookups', async () => {
    callers = new SteadyCallers(system, 'no-service');
    await callers.acknowledge(20);
    await Promise.all(system.regulations.map((instance) => instance.kill()));
    await expectRefusals(ROUTES.filter(({ needs }) => needs === 'regulation service'));
    await expectReadyWithout('regulation');
    for (const { method, path } of ROUTES.filter(({ needs }) => needs === 'catalog')) {
      // A machine that stands still may have one refused.
      const statuses: number[] = [];
      while (statuses.length < ROUNDS && statuses.at(-1) !== 200) {
        statuses.push((await system.api().request(method, path)).status);
      }
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(statuses.at(-1)).toBe(200);
    }
    for (const instance of system.regulations) instance.start();
    await recovers('after-service');
    await callers.stop();
    expect(callers.refused.filter((refusal) => refusal !== REFUSED_WELL)).toEqual([]);
    await expectEverythingPublished();
    await expectStored(callers.acknowledged);
  });

  it('has everything that it acknowledged after a kill -9 of every process', async () => {
    callers = new SteadyCallers(system, 'crash');
    await callers.acknowledge(100);
    await Promise.all([postgres, kafka, ...system.instances].map((process) => process.kill()));
    await callers.stop();

    await Promise.all([postgres.start(), kafka.start()]);
    system.startAll();
    await recovers('after-everything');
    await expectEverythingPublished();
    await expectStored(callers.acknowledged);
  });

  /** Every route, on every gateway, all at once. */
  async function expectRefusals(routes: readonly Route[]): Promise<void> {
    let slowestMs = Infinity;
    for (let round = 0; round < ROUNDS && slowestMs > REFUSAL_MS; round += 1) {
      slowestMs = 0;
      const answers = await Promise.all(
        routes.flatMap(({ method, path, body }) =>
          system.gateways.map(async (_, gateway) => {
            const answer = await system.api('admin', gateway).request(method, path, { body });
            slowestMs = Math.max(slowestMs, answer.durationMs);
            return `${method} ${path}: ${describeRefusal(answer)}`;
          }),
        ),
      );
      expect(answers.filter((answer) => !answer.endsWith(REFUSED_WELL))).toEqual([]);
    }
    expect(slowestMs).toBeLessThan(REFUSAL_MS);
  }

  /** Taking all gateways out of service would turn a part's outage into everybody's. */
  async function expectReadyWithout(part: string): Promise<void> {
    await waitFor(async () => {
      const { text } = await system.api().request('GET', '/readyz');
      expect(JSON.parse(text)).toMatchObject({ status: 'ready', checks: { [part]: 'down' } });
      return true;
    });
  }

  async function recovers(userId: string): Promise<void> {
    for (const gateway of system.gateways.keys()) {
      const request = () => system.api('admin', gateway).suppress(userId);
      await waitFor(request, { timeoutMs: RECOVERY_MS, message: `gateway ${gateway} to recover` });
    }
  }

  async function liveAll(name: string, count: number): Promise<void> {
    const names = Array.from({ length: count }, (_, n) => `${name}-life-${n}`);
    for (const userId of names) lives.add(userId);
    await Promise.all(names.map((userId, n) => live(system, userId, n)));
  }

  async function expectEverythingPublished(): Promise<void> {
    await system.drained(RECOVERY_MS);
    expect(await findWrongFacts(system)).toEqual([]);
    expect(await findWrongJobs(system)).toEqual([]);
    expect(await findWrongStates(system, lives)).toEqual([]);
  }

  async function expectStored(acknowledged: readonly string[]): Promise<void> {
    const rows = await system.query<{ id: string }>('select id from regulation.regulations');
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  }
});
