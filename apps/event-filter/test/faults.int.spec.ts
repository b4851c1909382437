import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectRecords } from '@lethe/messaging';
import {
  describeWithKafka,
  startOwnKafka,
  useTestKafka,
  usualOrLong,
  waitFor,
  type SpawnedApp,
} from '@lethe/testing';
import { disordered, EventLoad, numbersOf, userOf } from './event-load.js';
import { FilterFixture } from './filter-fixture.js';

const MINUTES = 60_000;
const PARTITIONS = 6;
/** In each of them two instances are killed. */
const KILLING_ROUNDS = usualOrLong(3, 12);
const STARTING_ROUNDS = usualOrLong(3, 10);

describeWithKafka('the event filter in trouble', () => {
  const server = useTestKafka();
  let fixture: FilterFixture;
  let load: EventLoad;

  beforeEach(async () => {
    await begin(server.brokers);
  });
  afterEach(async () => {
    await load.stop();
    await fixture.stop();
  });

  async function begin(brokers: string): Promise<void> {
    fixture = new FilterFixture(brokers);
    load = new EventLoad(fixture);
    await fixture.createTopics(PARTITIONS);
    await fixture.suppress(EventLoad.suppressed);
  }

  const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

  /** All that is committed on the output once everything is processed. */
  async function forwarded(): Promise<number[]> {
    await load.stop();
    await fixture.drained(3 * MINUTES);
    return numbersOf(await collectRecords(fixture.brokers, fixture.output));
  }

  /** Every event of a user who is not suppressed, once, in the user's order; no other. */
  async function expectExactlyOnce(): Promise<void> {
    const numbers = await forwarded();
    expect(sorted(numbers)).toEqual(load.expected());
    expect(disordered(numbers)).toEqual([]);
  }

  const committed = async (): Promise<number> => {
    const admin = fixture.kafka.admin();
    await admin.connect();
    const [group] = await admin.fetchOffsets({ groupId: fixture.group, topics: [fixture.input] });
    await admin.disconnect();
    return (group?.partitions ?? []).reduce(
      (sum, { offset }) => sum + Math.max(0, Number(offset)),
      0,
    );
  };

  const timesJoined = (app: SpawnedApp): number => {
    return app.stdout.filter((line) => line.includes('filtering events')).length;
  };

  it(
    'loses nothing and repeats nothing when it is killed again and again',
    async () => {
      load.start();
      let apps = [fixture.spawn(), fixture.spawn()];
      // In the middle one more user is suppressed, and from then on no event of theirs comes out.
      const late = 'user-7';
      let lateFrom = Infinity;
      for (let round = 1; round <= KILLING_ROUNDS; round += 1) {
        await Promise.all(apps.map((app) => fixture.ready(app)));
        // Now and then before they have done anything, otherwise in the middle of their work.
        const before = await committed();
        if (round % 3 !== 0) await waitFor(async () => (await committed()) > before);
        if (round === Math.ceil(KILLING_ROUNDS / 2)) {
          await fixture.suppress([late]);
          const users = `lethe_filter_index_users ${String(EventLoad.suppressed.length + 1)}\n`;
          for (const app of apps) {
            await waitFor(async () => (await fixture.get(app, '/metrics')).text.includes(users));
          }
          lateFrom = load.sent;
        }
        const killed = apps;
        apps = [];
        for (const app of killed) {
          await sleep(Math.random() * 600); // any moment will do, the more the better
          app.kill('SIGKILL');
          apps.push(fixture.spawn());
        }
      }
      const numbers = await forwarded();
      const others = (all: readonly number[]) => all.filter((number) => userOf(number) !== late);
      const ofLate = numbers.filter((number) => userOf(number) === late);
      expect(sorted(others(numbers))).toEqual(others(load.expected()));
      expect(new Set(ofLate).size).toBe(ofLate.length);
      expect(ofLate.filter((number) => number >= lateFrom)).toEqual([]);
      expect(ofLate.length).toBeGreaterThan(0);
      expect(disordered(numbers)).toEqual([]);
    },
    8 * MINUTES,
  );

  it(
    'loses nothing and repeats nothing when instances come and go',
    async () => {
      load.start();
      let old = await fixture.start();
      for (let round = 0; round < STARTING_ROUNDS; round += 1) {
        const next = await fixture.start();
        if (round % 2 === 0) await sleep(Math.random() * 500); // also in the middle of a rebalance
        await old.stop();
        old = next;
      }
      await expectExactlyOnce();
    },
    5 * MINUTES,
  );

  it(
    'shuts out an instance that was frozen and comes back',
    async () => {
      await load.send(10_000);
      const frozen = await fixture.start();
      await waitFor(async () => (await committed()) > 0, { intervalMs: 5 });
      frozen.kill('SIGSTOP');
      // It must have some in hand: it may have been faster than we were.
      while ((await committed()) >= load.sent) {
        frozen.kill('SIGCONT');
        await load.send(10_000);
        frozen.kill('SIGSTOP');
      }
      await fixture.start();
      await fixture.drained();
      load.start();
      const joined = timesJoined(frozen);
      frozen.kill('SIGCONT');
      await waitFor(() => timesJoined(frozen) > joined, {
        timeoutMs: 2 * MINUTES,
        message: () => `the frozen instance to join again:\n${frozen.output}`,
      });
      await expectExactlyOnce();
    },
    5 * MINUTES,
  );
});

describeWithKafka('the event filter without its broker', () => {
  it(
    'goes on where it was when the broker is back',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'lethe-filter-'));
      let kafka = await startOwnKafka({ dataDir: folder });
      const fixture = new FilterFixture(kafka.brokers);
      const load = new EventLoad(fixture);
      try {
        await fixture.createTopics(PARTITIONS);
        await fixture.suppress(EventLoad.suppressed);
        await load.send(10_000);
        const app = await fixture.start();
        await waitFor(
          async () =>
            /forwarded_events_total [1-9]/.test((await fixture.get(app, '/metrics')).text),
          {
            intervalMs: 5,
          },
        );
        await kafka.kill();
        await waitFor(async () => (await fixture.get(app, '/livez')).status === 200);
        const shows = (line: RegExp) =>
          waitFor(async () => line.test((await fixture.get(app, '/metrics')).text), {
            message: String(line),
          });
        await shows(/^lethe_filter_index_connected 0$/m);
        await shows(/^lethe_filter_index_lag_records NaN$/im);
        kafka = await startOwnKafka({ dataDir: folder, port: kafka.port });
        await load.send(1_000);
        await fixture.drained(3 * MINUTES);
        await shows(/^lethe_filter_index_connected 1$/m);
        await shows(/^lethe_filter_index_lag_records 0$/m);
        const numbers = numbersOf(await collectRecords(kafka.brokers, fixture.output));
        expect([...numbers].sort((a, b) => a - b)).toEqual(load.expected());
        expect(disordered(numbers)).toEqual([]);
      } finally {
        await fixture.stop();
        await kafka.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    5 * MINUTES,
  );
});
