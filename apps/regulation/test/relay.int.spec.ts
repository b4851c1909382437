import { waitFor } from '@lethe/testing';
import pg from 'pg';
import { appendToOutbox } from '../src/record/append-to-outbox.js';
import { OutboxSource } from '../src/relay/sources/outbox-source.js';
import { Relay, type RelayOptions } from '../src/relay/session/relay.js';
import { DATABASE_IDENTITY } from '../src/database/schema-name.js';
import type { RelayEvent } from '../src/relay/session/relay-event.js';
import type { RunQuery } from '@lethe/database';
import { FakePublisher } from './fake-publisher.js';
import { SCHEMA } from '../src/database/schema-name.js';
import { newOutboxDatabase } from './outbox-database.js';

let box: Awaited<ReturnType<typeof newOutboxDatabase>>;
const relays: Relay[] = [];
let lock = 1000;

beforeAll(async () => {
  box = await newOutboxDatabase();
});
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  lock += 1;
});
afterAll(() => box.close());

/**
 * Much longer than a test, so that a leader stays the leader until it releases the lock or is
 * fenced.
 */
const SESSION_TIMEOUT_MS = 600_000;

function newRelay(
  publisher = new FakePublisher(),
  events: RelayEvent[] = [],
  options: Partial<RelayOptions> = {},
) {
  const relay = new Relay({
    sources: [new OutboxSource(box.database.query)],
    publisher,
    lock: {
      connection: box.url,
      lock,
      channel: 'box',
      database: DATABASE_IDENTITY,
      sessionTimeoutMs: SESSION_TIMEOUT_MS,
    },
    onEvent: (event) => events.push(event),
    batchSize: 100,
    ...options,
  });
  relays.push(relay);
  relay.start();
  return { relay, publisher, events };
}

const append = (key: string, ...values: number[]) =>
  box.database.transaction((manager) =>
    appendToOutbox(
      manager,
      values.map((value) => ({
        topic: 't',
        key,
        type: 'x',
        id: `${key}-${value}`,
        time: '2026-01-01T00:00:00.000Z',
        data: value,
      })),
    ),
  );
const left = async () => (await box.database.query(`select 1 from ${SCHEMA}.outbox`)).length;

describe('the relay', () => {
  it('publishes facts in sequence, and removes published facts', async () => {
    await append('a', 1, 2, 3);
    const { relay, publisher } = newRelay();
    await append('a', 4);
    relay.wake();
    await waitFor(async () => (await left()) === 0);
    expect(publisher.published).toEqual(['a=1', 'a=2', 'a=3', 'a=4']);
  });

  it('publishes no record of a transaction that rolls back', async () => {
    const { relay, publisher } = newRelay();
    await box.database
      .transaction(async (manager) => {
        await appendToOutbox(manager, [
          { topic: 't', key: 'rolled', type: 'x', id: '1', time: 'now', data: 1 },
        ]);
        throw new Error('no');
      })
      .catch(() => undefined);
    await append('kept', 1);
    relay.wake();
    await waitFor(() => publisher.published.length > 0);
    expect(publisher.published).toEqual(['kept=1']);
  });

  it('finds a row that commits after rows with higher numbers, even under load', async () => {
    const late = new pg.Client({ connectionString: box.url });
    await late.connect();
    await late.query('begin');
    await late.query(
      `insert into ${SCHEMA}.outbox (topic, key, event_type, event_id, occurred_at, data) values ('t', 'late', 'x', 'late', 'now', '1')`,
    );
    const { relay, publisher } = newRelay();
    for (let turn = 0; turn < 20; turn += 1) {
      await append('steady', turn);
      relay.wake();
      if (turn === 10) await late.query('commit');
    }
    await late.end();
    await waitFor(async () => (await left()) === 0);
    expect(publisher.published.filter((record) => record === 'late=1')).toHaveLength(1);
    expect(publisher.published.filter((record) => record.startsWith('steady'))).toEqual(
      Array.from({ length: 20 }, (_, turn) => `steady=${turn}`),
    );
  });

  it('keeps all records in sequence while the broker is unreachable', async () => {
    const publisher = new FakePublisher();
    publisher.failures = [new Error('away'), new Error('away')];
    const { relay, events } = newRelay(publisher);
    await append('b', ...Array.from({ length: 250 }, (_, index) => index));
    relay.wake();
    await waitFor(async () => (await left()) === 0);
    expect(publisher.published).toEqual(Array.from({ length: 250 }, (_, index) => `b=${index}`));
    expect(publisher.connects).toBe(3);
    expect(events.filter((event) => event.kind === 'failure')).toHaveLength(2);
  });

  it('prepares each session between connect and take, and retries a failed preparation', async () => {
    await append('g', 1);
    const steps: string[] = [];
    const publisher = new FakePublisher();
    const query: RunQuery = (sql, parameters) => {
      steps.push('statement');
      return box.database.query(sql, parameters);
    };
    const { events } = newRelay(publisher, [], {
      sources: [new OutboxSource(query)],
      prepare: () => {
        steps.push(`prepare ${publisher.connects}`);
        return publisher.connects === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve();
      },
    });
    await waitFor(() => publisher.published.length > 0);
    expect(steps.slice(0, 3)).toEqual(['prepare 1', 'prepare 2', 'statement']);
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'failure', during: 'relaying', error: new Error('not yet') }),
    );
  });

  it('does not publish the next round before the sources have recorded the current round', async () => {
    const publisher = new FakePublisher();
    const { relay } = newRelay(publisher);
    await append('c', ...Array.from({ length: 1000 }, (_, index) => index));
    relay.wake();
    await waitFor(async () => (await left()) === 0);
    expect(publisher.rounds.map((round) => round.length)).toEqual(
      Array.from({ length: 10 }, () => 100),
    );
  });

  it('starts large rounds 100 ms apart, after it has used the spacing that an idle relay saves', async () => {
    const { relay, publisher } = newRelay();
    for (let round = 1; round <= 6; round += 1) {
      await append('f', ...Array.from({ length: 30 }, (_, index) => round * 100 + index));
      relay.wake();
      await waitFor(() => publisher.rounds.length === round);
    }
    expect(msOfRounds(publisher)).toBeGreaterThan(5 * 98 - 200);
  });

  it('starts small rounds 25 ms apart, after it has used the spacing that an idle relay saves', async () => {
    const { relay, publisher } = newRelay();
    for (let number = 0; number < 60; number += 1) {
      await append('g', number);
      relay.wake();
    }
    await waitFor(async () => (await left()) === 0);
    expect(msOfRounds(publisher)).toBeGreaterThan((publisher.rounds.length - 1) * 23 - 200);
    expect(publisher.published).toEqual(Array.from({ length: 60 }, (_, index) => `g=${index}`));
  });

  /** Milliseconds from the start of the first round to the start of the last round. */
  function msOfRounds({ startedAt }: FakePublisher): number {
    return startedAt.at(-1)! - startedAt[0]!;
  }

  it('does not pause after a full round, even if the round has few records', async () => {
    const steps: string[] = [];
    let left = 3;
    const take = () => {
      if (left === 0) return Promise.resolve(undefined);
      left -= 1;
      steps.push('take');
      const record = { topic: 't', key: 'u', value: '', headers: {} };
      return Promise.resolve({
        records: Array.from({ length: 30 }, () => record),
        isFull: left > 0,
        published: () => Promise.resolve(void steps.push('published')),
      });
    };
    newRelay(new FakePublisher(), [], {
      sources: [{ name: 'few', open: () => ({ take }) }],
    });
    await waitFor(() => steps.length === 6);
    expect(steps).toEqual(['take', 'take', 'published', 'take', 'published', 'published']);
  });

  it('has a standby that takes over when the leader loses its session', async () => {
    const first = newRelay();
    await waitFor(() => first.relay.state === 'leading');
    const second = newRelay();
    await append('d', 1);
    first.relay.wake();
    await waitFor(() => first.publisher.published.length + second.publisher.published.length > 0);
    await box.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lethe-relay-lock' and datname = current_database()",
    );
    await append('d', 2);
    const both = () => [...first.publisher.published, ...second.publisher.published];
    await waitFor(() => both().includes('d=2'));
    const leading = () => [first, second].filter(({ relay }) => relay.state === 'leading');
    await waitFor(() => leading().length === 1);
  });

  it('hands over at once when it is stopped', async () => {
    let leader = newRelay();
    await waitFor(() => leader.relay.state === 'leading');
    // A session that is not released would last much longer than the test.
    for (let round = 0; round < 3; round += 1) {
      const next = newRelay();
      await leader.relay.stop();
      expect(leader.relay.state).toBe('stopped');
      await waitFor(() => next.relay.state === 'leading');
      leader = next;
    }
  });

  it('is woken by a notification from another process', async () => {
    const { relay, publisher } = newRelay(undefined, undefined, { pollMs: 600_000 });
    await waitFor(() => relay.state === 'leading');
    await append('e', 1);
    await box.database.query("select pg_notify('box', '')");
    await waitFor(() => publisher.published.includes('e=1'));
  });
});
