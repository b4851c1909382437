import { setTimeout as sleep } from 'node:timers/promises';
import type { OutgoingRecord, Publisher, WrittenOffsets } from '@lethe/messaging';
import { PLANNED_EACH_TIME, type RunQuery } from '@lethe/database';
import { OutboxSource } from '../src/relay/sources/outbox-source.js';
import { Relay } from '../src/relay/session/relay.js';
import { Random, waitFor } from '@lethe/testing';
import { SCHEMA, DATABASE_IDENTITY } from '../src/database/schema-name.js';
import { SuppressionSource } from '../src/relay/sources/suppression-source.js';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

const BATCH = 3;
const SLOW_MS = 30;

const FAULTS = ['slow', 'failing', 'slow and failing', 'done and failing'] as const;
type Fault = (typeof FAULTS)[number] | undefined;
/** The beginning of a statement identifies its step. */
const STEPS = {
  'take facts': 'select fact',
  'number changes': 'with recursive turn',
  'take states': 'with recursive main',
  'remove facts': 'with removed',
  'move the position': 'with moved',
  publish: undefined,
} as const;
type Step = keyof typeof STEPS;
type NextFault = (step: Step) => Fault;

async function disturbed<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
  if (fault?.startsWith('slow')) await sleep(SLOW_MS);
  if (fault === 'failing' || fault === 'slow and failing') throw new Error(fault);
  const result = await work();
  if (fault === 'done and failing') throw new Error(fault);
  return result;
}

/** As with a broker, a connect fences the publishes of an earlier session. */
class DisturbedPublisher implements Publisher {
  readonly records: OutgoingRecord[] = [];
  private epoch = 0;

  constructor(private readonly next: NextFault) {}

  connect(): Promise<void> {
    this.epoch += 1;
    return Promise.resolve();
  }

  publish(records: readonly OutgoingRecord[]): Promise<WrittenOffsets> {
    const { epoch } = this;
    return disturbed<WrittenOffsets>(this.next('publish'), () => {
      if (epoch !== this.epoch) return Promise.reject(new Error('fenced'));
      this.records.push(...records);
      return Promise.resolve(new Map());
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

let service: TestService;
let lock = 2000;

beforeAll(async () => {
  service = await newTestService();
});
afterAll(() => service.close());

/** Runs a relay until everything is published. Returns the published records. */
async function relayAll(next: NextFault): Promise<OutgoingRecord[]> {
  const query: RunQuery = (sql, parameters) => {
    const [step] =
      Object.entries(STEPS).find(([, begin]) =>
        sql
          .replace(PLANNED_EACH_TIME, '')
          .trim()
          .startsWith(begin ?? ''),
      ) ?? [];
    return disturbed(next(step as Step), () => service.database.query(sql, parameters));
  };
  const publisher = new DisturbedPublisher(next);
  const relay = new Relay({
    sources: [new OutboxSource(query), new SuppressionSource(query, 'test.')],
    publisher,
    lock: {
      connection: service.url,
      lock: (lock += 1),
      channel: 'faults',
      database: DATABASE_IDENTITY,
      sessionTimeoutMs: 600_000,
    },
    onEvent: () => undefined,
    batchSize: BATCH,
    pollMs: 10,
    failurePauseMs: 1,
  });
  relay.start();
  try {
    await waitFor(nothingWaits, { message: 'everything to be published' });
  } finally {
    await relay.stop();
  }
  return publisher.records;
}

async function nothingWaits(): Promise<boolean> {
  const [row] = await service.database.query<{ waits: boolean }>(
    `select exists (select from ${SCHEMA}.outbox) or exists (
       select from ${SCHEMA}.suppressions where change_seq is null or change_seq > (
         select coalesce(max(position), 0) from ${SCHEMA}.relay_positions)) as waits`,
  );
  return row?.waits === false;
}

async function create(workspaceId: string, userIds: readonly string[]) {
  const { records = [] } = await service.commands.createRegulations({
    context: contextOf(workspaceId),
    ...suppress(...userIds),
    wantRecords: true,
  });
  return records;
}

const named = (count: number) => Array.from({ length: count }, (_, index) => `user-${index}`);

function statesOf(records: readonly OutgoingRecord[], workspaceId: string): Map<string, boolean> {
  const states = records.filter(({ key }) => key.startsWith(`${workspaceId}:`));
  return new Map(states.map(({ key, value }) => [key, value !== null]));
}

async function storedStates(workspaceId: string): Promise<Map<string, boolean>> {
  const rows = await service.database.query<{ key: string; suppressed: boolean }>(
    `select workspace_id || ':' || user_id as key, active_count > 0 as suppressed
       from ${SCHEMA}.suppressions where workspace_id = $1`,
    [workspaceId],
  );
  return new Map(rows.map(({ key, suppressed }) => [key, suppressed]));
}

const TAKES = ['take facts', 'number changes', 'take states'] as const;
const PAIRS = FAULTS.flatMap((publishing) => FAULTS.map((taking) => ({ publishing, taking })));

describe('the relay, with slow and failing steps', () => {
  it.each(PAIRS)(
    'skips no record when a publish is $publishing and a take is $taking',
    async ({ publishing, taking }) => {
      for (const take of TAKES) {
        const workspaceId = `ws_${lock}`;
        const created = await create(workspaceId, named(9));
        const turns = new Map<Step, number>();
        const published = await relayAll((step) => {
          const turn = (turns.get(step) ?? 0) + 1;
          turns.set(step, turn);
          if (step === 'publish') return turn === 1 ? publishing : undefined;
          return step === take && turn === 2 ? taking : undefined;
        });
        expect(statesOf(published, workspaceId)).toEqual(await storedStates(workspaceId));
        expect(published.map(({ key }) => key)).toEqual(
          expect.arrayContaining(created.map(({ id }) => id)),
        );
      }
    },
  );

  it.each(Array.from({ length: 12 }, (_, index) => index + 1))(
    'skips no record, and publishes no older state after a newer state, during changes (seed %i)',
    async (seed) => {
      const random = new Random(seed);
      const workspaceId = `ws_seed_${seed}`;
      const share = random.next() * 0.4;
      const created = await create(workspaceId, named(24));
      const other = `${workspaceId}_other`;
      const change = async () => {
        for (const { id, attributes } of created) {
          if (random.chance(0.3)) continue;
          await service.commands.cancelRegulation({
            context: contextOf(workspaceId),
            id,
            allowedTypes: ['suppress'],
          });
          if (random.chance(0.5)) await create(workspaceId, [attributes.userId]);
          if (random.chance(0.3)) await create(other, [attributes.userId]);
        }
      };
      const next = () => (random.chance(share) ? random.pick(FAULTS) : undefined);
      const [published] = await Promise.all([relayAll(next), change()]);
      published.push(...(await relayAll(next)));

      expect(statesOf(published, other)).toEqual(await storedStates(other));
      expect(statesOf(published, workspaceId)).toEqual(await storedStates(workspaceId));
      expect(published.map(({ key }) => key)).toEqual(
        expect.arrayContaining(created.map(({ id }) => id)),
      );
      const times = new Map<string, string>();
      for (const { key, headers } of published) {
        if (!key.startsWith(workspaceId)) continue;
        const { ce_time: time = '' } = headers;
        expect([times.get(key) ?? time, time]).toEqual([times.get(key) ?? time, time].sort());
        times.set(key, time);
      }
    },
  );
});
