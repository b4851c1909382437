import { randomInt } from 'node:crypto';
import { describeWithKafka, Random, usualOrLong } from '@lethe/testing';
import { coveredKeys } from './feed/covered-keys.js';
import { FeedClient } from './feed/feed-client.js';
import { HttpFeed, FEEDS } from './feed/http-feed.js';
import { HABITS } from './feed/habits.js';
import { Ledger } from './feed/ledger.js';
import { runHistory, type Polling } from './feed/run-history.js';
import { registriesOf } from './feed/registries.js';
import { Writers } from './feed/writers.js';
import { System } from './system.js';

const SEED = randomInt(2 ** 31);
const PAGE_SIZES = [1, 50, 5_000];
const CALLERS = 8;
const STEPS = usualOrLong(15, 1_000);

describeWithKafka(`random histories and the feed of two gateways (seed ${SEED})`, () => {
  const random = new Random(SEED);
  const ledger = new Ledger();
  let system: System;
  let clients: Polling[];

  beforeAll(async () => {
    system = await System.start({ regulations: 2 });
    clients = [
      ...everyHabit(),
      ...onEveryFeed({}),
      ...onEveryFeed({ late: true }),
      ...withBackup(),
    ];
  });

  afterAll(() => system.stop());

  it('give clients only committed states, and acknowledged changes in time', async () => {
    const writers = new Writers(registriesOf(system), ledger, random);
    const problems = await runHistory({ writers, clients, random, callers: CALLERS, steps: STEPS });
    expect(problems.slice(0, 20)).toEqual([]);
  });

  it('leave every client with exactly the keys of active regulations', async () => {
    for (const { client } of clients) {
      const found = { client: client.name, keys: [...client.keys].sort() };
      const keys = await coveredKeys(system, client.workspaces);
      expect(found).toEqual({ client: client.name, keys });
      expect(client.rounds).toBeGreaterThan(0);
      expect(client.checks).toBeGreaterThan(0);
    }
  });

  function everyHabit(): Polling[] {
    const habits = Object.keys(HABITS) as (keyof typeof HABITS)[];
    return habits.flatMap((habit) =>
      PAGE_SIZES.map((pageSize, index) => {
        const feed = index % 2 === 0 ? 'namespace' : 'workspace';
        return { client: newClient(`that ${habit}`, feed, pageSize), habit };
      }),
    );
  }

  function onEveryFeed({ late = false }): Polling[] {
    const feeds = Object.keys(FEEDS) as (keyof typeof FEEDS)[];
    const name = late ? 'that starts late' : 'that continues normally';
    return feeds.map((feed) => ({
      client: newClient(name, feed, 2),
      habit: 'continues normally',
      late,
    }));
  }

  function withBackup(): Polling[] {
    const original = newClient('that has a backup', 'namespace', 3);
    const restored = newClient('that is set up from a backup', 'namespace', 7);
    return [
      { client: original, habit: 'continues normally' },
      { client: restored, habit: 'continues normally', backupOf: original },
    ];
  }

  function newClient(what: string, feed: keyof typeof FEEDS, pageSize: number): FeedClient {
    const name = `client of ${feed} ${what}, in pages of ${pageSize}`;
    const { workspaces } = FEEDS[feed];
    const transport = new HttpFeed(system, FEEDS[feed]);
    return new FeedClient({ name, transport, pageSize, workspaces, ledger });
  }
});
