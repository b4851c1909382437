import type { RegulationDetailDto } from '@lethe/api/regulations';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithKafka, describeWithS3, oddUserIds, waitFor } from '@lethe/testing';
import { KafkaStore } from './found-again/kafka-store.js';
import { OwnWorkerStore } from './found-again/own-worker-store.js';
import { PostgresStore } from './found-again/postgres-store.js';
import { RedisStore } from './found-again/redis-store.js';
import { S3Store } from './found-again/s3-store.js';
import type { Store } from './found-again/store.js';
import { WebhookStore } from './found-again/webhook-store.js';
import { scrape } from './support/scrape.js';
import { TOKENS, WORKSPACE } from './support/workspaces.js';
import { System } from './system.js';

const TYPES = ['POSTGRES', 'REDIS', 'KAFKA', 'S3', 'WEBHOOK', 'CUSTOM'] as const;
const ROUNDS = 20;
const METRIC = 'lethe_deletion_verifications_found';

/** The users of a round. Each is deleted at the same store. */
interface Round {
  readonly n: number;
  readonly store: Store;
  /** No new data of this user is wanted. */
  readonly suppressed: Ordered;
  /** Deleted without a suppression. */
  readonly wanted: Ordered;
  /** Suppressed, until a cancel after the deletion. */
  readonly canceled: Ordered;
}

interface Ordered {
  readonly userId: string;
  /** Id of the regulation. */
  readonly id: string;
}

describeWithS3('data that is back after its deletion', () => {
  describeWithKafka('at a real store', () => {
    const stores = new Map<string, Store>();
    /** All rounds at a store. The stores work at the same time, because most of it is waiting. */
    const rounds = new Map<string, Promise<unknown>>();
    let system: System;
    let folder: string;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'lethe-found-again-'));
      const own = new OwnWorkerStore();
      for (const store of await Promise.all([
        ...[PostgresStore.start(), RedisStore.start(folder), KafkaStore.start()],
        ...[S3Store.start(), WebhookStore.start(), own],
      ])) {
        stores.set(store.type, store);
      }
      system = await System.start({
        workers: 1,
        workspaces: [workspace([...stores.values()])],
        environment: (app) => ({ ...(app === 'gateway' ? { LOG_LEVEL: 'warn' } : {}) }),
      });
      own.work(system.api());
      for (const [type, store] of stores) {
        rounds.set(
          type,
          allRounds(store).catch((error: unknown) => error),
        );
      }
    });
    afterAll(async () => {
      await stores.get('CUSTOM')?.stop();
      stores.delete('CUSTOM');
      await system.stop();
      await Promise.all([...stores.values()].map((store) => store.stop()));
      rmSync(folder, { recursive: true, force: true });
    });

    it.each(TYPES)(
      `${ROUNDS} of ${ROUNDS} times is found at %s without a write, and deleted once more only if it is not wanted`,
      async (type) => {
        const failure = await rounds.get(type);
        if (failure !== undefined) throw failure as Error;
      },
    );

    it('is a metric, until the data is gone', async () => {
      await Promise.all(rounds.values());
      const round = await deleteUsers(stores.get('REDIS')!, ROUNDS);
      const shows = async (alarms: number) => {
        const value = async () => (await scrape(system.regulations[0]!)).value(METRIC);
        await waitFor(async () => (await value()) === alarms, {
          message: () => `${METRIC} to be ${alarms}`,
        });
      };
      await shows(0);
      await findAndDelete(round, () => shows(1));
      await shows(0);
    });

    async function allRounds(store: Store): Promise<void> {
      for (let n = 0; n < ROUNDS; n += 1) {
        const round = await deleteUsers(store, n);
        await findWanted(round);
        await findAndDelete(round);
        if (store instanceof S3Store) await store.clear();
      }
    }

    async function deleteUsers(store: Store, n: number): Promise<Round> {
      const [odd = ''] = oddUserIds(1, n + 1);
      const userIds = ['suppressed', 'wanted', 'canceled'].map(
        (what) => `${odd}-${store.type}-${n}-${what}`,
      );
      const others = `other-${n}`;
      for (const userId of [others, ...userIds]) await store.fill(userId, n);
      const before = await store.count(others);
      const [suppressed, wanted, canceled] = await Promise.all(
        userIds.map(async (userId, at) => {
          const id = await order(store, userId, at === 1 ? 'delete' : 'suppress_with_delete');
          await deletionOf(id, ({ status }) => status === 'complete');
          return { userId, id };
        }),
      );
      for (const userId of userIds) expect(await store.count(userId)).toBe(0);
      expect(await store.count(others)).toBe(before);
      await system.api().cancel(canceled!.id);
      for (const userId of userIds) await store.putBack(userId, n);
      return { n, store, suppressed: suppressed!, wanted: wanted!, canceled: canceled! };
    }

    async function findWanted({ n, store, wanted, canceled }: Round): Promise<void> {
      const writes = await store.writesDuring(async () => {
        for (const { id } of [wanted, canceled]) {
          await ask(n, id);
          const { verification } = await deletionOf(id, isAnswered);
          expect(verification).toMatchObject({ status: 'found', found: 1 });
        }
      });
      expect(writes).toEqual([]);
      for (const { id, userId } of [wanted, canceled]) {
        expect(await store.count(userId)).toBe(1);
        expect(await jobsOf(id)).toEqual({ jobs: 1, again: 0, alarms: 0 });
      }
    }

    async function findAndDelete(
      { n, store, suppressed: { id, userId } }: Round,
      whileAlarming = () => Promise.resolve(),
    ): Promise<void> {
      await ask(n, id);
      const again = await deletionOf(
        id,
        ({ status, history = [] }) =>
          status === 'complete' && history.some(({ outcome }) => outcome === 'found'),
      );
      expect(again.history!.map(({ outcome }) => outcome)).toEqual([
        ...['complete', 'found', 'complete'],
      ]);
      expect(await store.count(userId)).toBe(0);
      expect(await jobsOf(id)).toEqual({ jobs: 2, again: 1, alarms: 1 });
      await whileAlarming();
      const writes = await store.writesDuring(async () => {
        await ask(n, id);
        const { verification } = await deletionOf(id, isAnswered);
        expect(verification).toMatchObject({ status: 'absent' });
      });
      expect(writes).toEqual([]);
      expect(await jobsOf(id)).toEqual({ jobs: 2, again: 1, alarms: 0 });
    }

    async function order(
      { type }: Store,
      userId: string,
      regulationType: 'delete' | 'suppress_with_delete',
    ): Promise<string> {
      const request = { regulationType, users: [{ userId }], destinationIds: [`dst_${type}`] };
      const [record] = await system.api().create(request);
      return record!.id;
    }

    /** Orders a verification. In each second round, lets the time of the one that waits come. */
    async function ask(n: number, id: string): Promise<void> {
      if (n % 2 === 1) return comeDue(id);
      const { status, text } = await system.api().request('POST', `/v2/regulations/${id}/verify`);
      expect([status, JSON.parse(text)]).toMatchObject([200, { verifications: 1 }]);
    }

    async function comeDue(id: string): Promise<void> {
      const moved = await system.query(
        `update regulation.deletion_verifications set due_at = now(), claimable_at = now()
          where state = 'pending' and ordered_by is null
            and job_id = (select max(job_id) from regulation.deletion_job_users where regulation_id = $1)
         returning id`,
        [id],
      );
      expect(moved).toHaveLength(1);
      await system.query(
        `update regulation.deletion_lanes set verify_at = now() where verify_at < 'infinity'`,
      );
    }

    async function jobsOf(id: string): Promise<{ jobs: number; again: number; alarms: number }> {
      const [row] = await system.query<{ jobs: number; again: number; alarms: number }>(
        `select count(*)::int as jobs, count(j.first_completed_at)::int as again,
                (select count(*)::int from regulation.deletion_verifications v
                   join regulation.deletion_job_users o on o.job_id = v.job_id
                  where o.regulation_id = $1 and v.alarm) as alarms
           from regulation.deletion_job_users u join regulation.deletion_jobs j on j.id = u.job_id
          where u.regulation_id = $1`,
        [id],
      );
      return row!;
    }

    async function deletionOf(id: string, isSo: (deletion: Deletion) => boolean) {
      return waitFor(
        async () => {
          const [deletion] = (await system.api().get(id)).deletions ?? [];
          return deletion !== undefined && isSo(deletion) && deletion;
        },
        { message: () => `the deletion of ${id}:\n${system.output}` },
      );
    }
  });
});

type Deletion = NonNullable<RegulationDetailDto['deletions']>[number];

/** The verification that ended last is shown. Until the next one has ended, that one is due. */
function isAnswered({ verification }: Deletion): boolean {
  const { status, nextCheckAt } = verification!;
  if (nextCheckAt !== undefined && Date.parse(nextCheckAt) <= Date.now()) return false;
  return status === 'found' || status === 'absent' || status === 'cannot_be_checked';
}

function workspace(stores: readonly Store[]): object {
  return {
    ...{ id: WORKSPACE, name: 'Found again', deletionDelay: 0 },
    tokens: [{ name: 'admin', email: 'a@e2e.example', token: TOKENS.admin, role: 'admin' }],
    destinations: stores.map(({ type, config }) => ({
      ...{ id: `dst_${type}`, name: type, type, enabled: true, config },
    })),
  };
}
