import { type SuppressionState, TOPICS, topicName } from '@lethe/contracts';
import {
  createKafka,
  ensureTopics,
  readTopicToEnd,
  TransactionalPublisher,
} from '@lethe/messaging';
import { createLogger } from '@lethe/observability';
import {
  describeWithKafka,
  testKafkaBrokers,
  uniquePrefix,
  usualOrLong,
  waitFor,
} from '@lethe/testing';
import fc from 'fast-check';
import { createRelay } from '../src/relay/create-relay.js';
import { contextOf, newTestService, type TestService } from './test-service.js';

const ALL = '*';
const RUNS = usualOrLong(40, 40_000);

/** `cancel` is the number of a regulation in the sequence of creation. */
type Step = { create: { user: string; sources: string[] } } | { cancel: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    create: fc.record({
      user: fc.constantFrom('u1', 'u2', 'u3'),
      sources: fc.oneof(
        fc.constant<string[]>([ALL]),
        fc.uniqueArray(fc.constantFrom<string[]>('src_a', 'src_b', 'src_c'), { minLength: 1 }),
      ),
    }),
  }),
  fc.record({ cancel: fc.nat(20) }),
);
/** The steps of a group run concurrently. The groups run one after the other. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 6,
});

class Model {
  readonly regulations: { id: string; user: string; sources: string[]; active: boolean }[] = [];

  covered(): Map<string, string[]> {
    const keys = new Map<string, Set<string>>();
    for (const { user, sources, active } of this.regulations) {
      if (!active) continue;
      const set = keys.get(user) ?? new Set();
      for (const source of sources) set.add(source);
      keys.set(user, set);
    }
    return new Map([...keys].map(([user, sources]) => [user, [...sources].sort()]));
  }
}

describeWithKafka('overlapping regulations', () => {
  const prefix = `${uniquePrefix()}.`;
  let service: TestService;
  beforeAll(async () => {
    service = await newTestService(prefix);
  });
  afterAll(() => service.close());

  const perform = async (workspaceId: string, model: Model, group: readonly Step[]) => {
    const before = [...model.regulations];
    await Promise.all(
      group.map(async (todo) => {
        if ('create' in todo) {
          const { user, sources } = todo.create;
          const { records } = await service.commands.createRegulations({
            context: contextOf(workspaceId),
            ...{
              regulationType: 'suppress',
              users: [{ userId: user }],
              ...(sources[0] === ALL ? {} : { sourceIds: sources }),
            },
            wantRecords: true,
          });
          model.regulations.push({ id: records![0]!.id, user, sources, active: true });
        } else {
          const target = before[todo.cancel % Math.max(before.length, 1)];
          if (target === undefined) return;
          await service.commands.cancelRegulation({
            context: contextOf(workspaceId),
            id: target.id,
            allowedTypes: ['suppress'],
          });
          target.active = false;
        }
      }),
    );
  };

  const tableState = async (workspaceId: string) => {
    const rows = await service.database.query<{ user_id: string; sources: string[] }>(
      `select user_id, array_agg(source_id order by source_id collate "C") as sources
         from regulation.suppressions where workspace_id = $1 and active_count > 0 group by 1`,
      [workspaceId],
    );
    return new Map(rows.map((row) => [row.user_id, row.sources]));
  };

  it('suppress a user exactly while one of the regulations is active, in the table and on the topic', async () => {
    const kafka = createKafka({
      brokers: (await testKafkaBrokers()).split(','),
      clientId: 'overlaps',
    });
    await ensureTopics(kafka, { prefix, definitions: [TOPICS.suppressions, TOPICS.lifecycle] });
    const relay = createRelay({
      database: service.database,
      sessionUrl: service.url,
      publisher: new TransactionalPublisher(kafka, { transactionalId: `${prefix}relay` }),
      topicPrefix: prefix,
      logger: createLogger('overlaps', 'silent'),
    });
    relay.start();
    const models = new Map<string, Model>();
    let run = 0;

    await fc.assert(
      fc.asyncProperty(history, async (groups) => {
        run += 1;
        const workspaceId = `ws_${String(run)}`;
        const model = new Model();
        models.set(workspaceId, model);
        for (const group of groups) {
          await perform(workspaceId, model, group);
          relay.wake();
        }
        expect(await tableState(workspaceId)).toEqual(model.covered());
      }),
      { numRuns: RUNS, endOnFailure: true },
    );

    await waitFor(async () => {
      const [row] = await service.database.query<{ waiting: boolean }>(
        `select exists (select 1 from regulation.suppressions where change_seq is null or change_seq >
           coalesce((select position from regulation.relay_positions where name = 'suppressions'), 0)) as waiting`,
      );
      return row?.waiting === false;
    });
    await relay.stop();

    const latest = new Map<string, SuppressionState | null>();
    const changedAt = new Map<string, string>();
    await readTopicToEnd(kafka, {
      topic: topicName(prefix, TOPICS.suppressions),
      onRecord: ({ key, value, headers }) => {
        const at = headers.ce_time ?? '';
        expect(at >= (changedAt.get(key ?? '') ?? '')).toBe(true);
        changedAt.set(key ?? '', at);
        latest.set(
          key ?? '',
          value === null ? null : (JSON.parse(value.toString()) as SuppressionState),
        );
      },
    });
    for (const [workspaceId, model] of models) {
      const covered = model.covered();
      for (const user of new Set(model.regulations.map((regulation) => regulation.user))) {
        const state = latest.get(`${workspaceId}:${user}`);
        const sources = covered.get(user);
        if (sources === undefined) expect(state ?? null).toBeNull();
        else {
          expect(state?.suppressed).toEqual({
            allSources: sources.includes(ALL),
            sourceIds: sources.filter((source) => source !== ALL),
          });
        }
      }
    }
  });
});
