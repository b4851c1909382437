import type { ClaimedJob, JobOutcome } from '@lethe/api/deletions';
import { randomUUID } from 'node:crypto';
import { refuseLateVerifications } from '../src/deletions/verifications/refuse-late-verifications.js';
import { settleStatuses } from '../src/record/statuses/settle-statuses.js';
import { DeletionService, DONE } from './deletion-service.js';
import { contextOf } from './test-service.js';

const DAY = 86_400_000;
const MINUTE = 60_000;
/** Days. Later, the deadline by law can have passed, and is no longer extended. */
const SHORTEST_MONTH = 28;
const DELAYS = [0, 3_600];
const NO: JobOutcome = { status: 'aborted', reason: 'No.' };

const POSTGRES = {
  ...{ host: 'db', database: 'd', user: 'u' },
  deletionTables: [{ table: 't', userIdColumn: 'id' }],
};
const HOOK = { deletionUrl: 'https://x.example/d', verificationUrl: 'https://x.example/v' };

interface Course {
  /** The first attempt. Default: complete. */
  readonly first?: JobOutcome;
  /** What a person does after the first attempt. */
  readonly then?: 'retry' | 'extend' | 'cancel';
  /** What becomes of the new job after data was found. Without it, nothing is found. */
  readonly again?: JobOutcome | 'runs' | 'waits';
  /** What follows after the new job. */
  readonly end?: 'except' | 'extend' | 'found' | 'cancel';
}

const COURSES: Readonly<Record<string, Course>> = {
  complete: {},
  failed: { first: NO },
  retried: { first: NO, then: 'retry' },
  extended: { first: NO, then: 'extend' },
  canceled: { then: 'cancel' },
  'found, and the new job waits': { again: 'waits' },
  'found, and the new job runs': { again: 'runs' },
  'found, and the new job is to be retried': { again: { status: 'failed', reason: 'No.' } },
  'found, and the new job failed permanently': { again: NO },
  'found, and the new job has an exception': { again: NO, end: 'except' },
  'found, and the deadline extended while the new job failed': { again: NO, end: 'extend' },
  'found, and deleted again': { again: DONE },
  'found twice': { again: DONE, end: 'found' },
  'found, and canceled': { again: DONE, end: 'cancel' },
};

/** All legal pairs of the retention and of `verifyAfterDays`; null is the default. */
const SETTINGS = [1, 7, 30].flatMap((retention) =>
  [null, 0, 1, 7, 30].flatMap((days) =>
    (days ?? 0) <= retention ? [[retention, days] as const] : [],
  ),
);

let deletions: DeletionService;
const services = new Map<number, DeletionService>();
beforeAll(async () => {
  deletions = await DeletionService.start();
  for (const retention of [1, 7, 30]) {
    services.set(retention, await deletions.another(undefined, retention));
  }
});
afterAll(async () => {
  for (const service of services.values()) await service.close();
  await deletions.close();
});

interface Order {
  readonly name: string;
  readonly course: Course;
  readonly id: string;
}

/** Deletes at a store and at a webhook, which gets all identifiers. */
async function order(
  { service }: DeletionService,
  name: string,
  course: Course,
  delay: number,
): Promise<Order> {
  const key = randomUUID();
  const destinationIds = [`store ${key}`, `hook ${key}`];
  service.catalog.add(destinationIds[0]!, 'POSTGRES', 'cloud', POSTGRES);
  service.catalog.add(destinationIds[1]!, 'WEBHOOK', 'cloud', HOOK);
  const { records } = await service.commands.createRegulations({
    ...{ context: contextOf(), regulationType: 'suppress_with_delete', law: 'gdpr' },
    ...{ destinationIds, users: [{ userId: key, email: 'a@x.example' }], wantRecords: true },
  });
  return { name: `${name}, delay ${delay}`, course, id: records![0]!.id };
}

describe.each(SETTINGS)(
  'with %d days of retention and verifyAfterDays %s',
  (retention, verifyAfterDays) => {
    it('identifiers are purged as if nothing was verified', async () => {
      const of = services.get(retention)!;
      const { commands, catalog } = of.service;
      const context = contextOf();
      const orders: Order[] = [];
      for (const deletionDelaySeconds of DELAYS) {
        catalog.settings = { ...catalog.settings, deletionDelaySeconds, verifyAfterDays };
        orders.push(
          ...(await Promise.all(
            Object.entries(COURSES).map(([name, course]) =>
              order(of, name, course, deletionDelaySeconds),
            ),
          )),
        );
      }
      const byId = new Map(orders.map((one) => [one.id, one]));
      let now = Date.now();
      const jump = async (ms: number) => {
        await of.jump(ms);
        now += ms;
      };
      const work = async (outcomeOf: (course: Course) => JobOutcome | undefined) => {
        const claimId = randomUUID();
        const { claimed } = await of.claim({ claimId });
        const reports = claimed.flatMap(({ jobs }) =>
          jobs.flatMap(({ jobId, users }: ClaimedJob) => {
            const outcome = outcomeOf(byId.get(users[0]!.regulationId)!.course);
            return outcome === undefined ? [] : [{ jobId, claimId, outcome }];
          }),
        );
        if (reports.length > 0) await of.report(reports);
      };
      const each = (which: (course: Course) => boolean, run: (id: string) => Promise<unknown>) =>
        Promise.all(orders.filter((one) => which(one.course)).map((one) => run(one.id)));
      const cancel = (id: string) =>
        commands.cancelRegulation({ context, id, allowedTypes: ['suppress_with_delete'] });
      /** @returns the number of verifications that found data */
      const verify = async (hasData: (course: Course) => boolean) => {
        const claimId = randomUUID();
        const { claimed } = await commands.claimDeletions({
          ...{
            context,
            worker: 'test',
            claimId,
            destinations: 100,
            verifications: 100,
            leaseMs: 60_000,
          },
        });
        const verifications = claimed.flatMap(({ jobs }) =>
          jobs.map(({ jobId, users: [user] }) => {
            const { regulationId } = user!;
            const found = hasData(byId.get(regulationId)!.course)
              ? [{ regulationId, count: 1 }]
              : [];
            const record = { method: 'count' };
            return { jobId, claimId, outcome: { status: 'verified' as const, record, found } };
          }),
        );
        await commands.reportDeletions({ context, reports: [], verifications });
        return verifications.filter(({ outcome }) => outcome.found.length > 0).length;
      };

      await of.passDelays();
      await work(({ first = DONE }) => first);
      await each(
        ({ then }) => then === 'retry',
        (id) => commands.retryRegulation({ context, id }),
      );
      await work(() => DONE);
      await each(
        ({ then }) => then === 'extend',
        (id) => commands.extendRegulation({ context, id, reason: 'Many requests.' }),
      );
      await each(({ then }) => then === 'cancel', cancel);
      await settleStatuses(of.database);

      // The rule without verifications: the retention begins with the last end of a deletion. If one
      // failed permanently, it does not begin before the deadline.
      const expected = new Map<string, number>();
      const shown = await Promise.all(
        orders.map(({ id }) => commands.getRegulation({ context, id })),
      );
      for (const { id, deletions: ended = [], dueAt } of shown) {
        const { course } = byId.get(id)!;
        const end = Math.max(...ended.map(({ finishedAt }) => Date.parse(finishedAt!)));
        const isOpen = course.first === NO && course.then !== 'retry';
        expected.set(id, (isOpen ? Date.parse(dueAt!) : end) + retention * DAY);
      }

      const after = Math.min(verifyAfterDays ?? 7, retention);
      if (after === 0) {
        await each(
          ({ again }) => again !== undefined,
          (id) => commands.verifyRegulation({ context, id }),
        );
      }
      await jump(after * DAY - (after === retention ? 59 * MINUTE : -MINUTE));
      const isFound = ({ again }: Course) => again !== undefined;
      const found = orders.filter(({ course }) => isFound(course));
      expect(await verify(isFound)).toBe(2 * found.length); // at both destinations
      await each(
        ({ again }) => again === 'waits',
        (id) =>
          of.database.query(
            `update regulation.deletion_jobs set held = true where state = 'pending' and id in (
             select job_id from regulation.deletion_job_users where regulation_id = $1)`,
            [id],
          ),
      );
      await work(({ again }) => (typeof again === 'string' ? undefined : again));
      const left = await of.jobs();
      for (const state of ['running', 'pending', 'failed', 'aborted']) {
        expect(left.map((job) => job.state)).toContain(state);
      }
      await each(({ end }) => end === 'cancel', cancel);
      const doomed = left.filter(({ state }) => state === 'aborted');
      for (const { id, users } of doomed) {
        if (byId.get(users[0]!)?.course.end === 'except') await of.except(id);
      }
      await each(
        ({ end }) => end === 'found',
        (id) => commands.verifyRegulation({ context, id }),
      );
      if (after < SHORTEST_MONTH) {
        await each(
          ({ end }) => end === 'extend',
          (id) => commands.extendRegulation({ context, id, reason: 'Many requests.' }),
        );
      }
      await verify(() => true);
      await settleStatuses(of.database);

      const purgedOf = async (some: readonly Order[]) => {
        const rows = await of.database.query<{ id: string }>(
          `select id from regulation.regulations where id = any($1::uuid[]) and not jsonb_exists(attributes, 'email')`,
          [some.map(({ id }) => id)],
        );
        return rows.map(({ id }) => byId.get(id)!.name).sort();
      };
      const days = [
        ...new Set([...expected.values()].map((time) => Math.round(time / DAY))),
      ].sort();
      for (const day of days) {
        const due = orders.filter(({ id }) => Math.round(expected.get(id)! / DAY) === day);
        const at = due.map(({ id }) => expected.get(id)!);
        await jump(Math.min(...at) - 10 * MINUTE - now);
        await settleStatuses(of.database);
        await of.service.purge(retention);
        expect(await purgedOf(due)).toEqual([]);
        await jump(Math.max(...at) + MINUTE - now);
        await of.service.purge(retention);
        expect(await purgedOf(due)).toEqual(due.map(({ name }) => name).sort());
      }
      // So that the next settings begin without open jobs.
      await of.database.query('delete from regulation.deletion_lanes');
      await of.database.query('delete from regulation.deletion_verifications');
    });
  },
);

it.each([1, 7, 30])(
  'settings that verify after a retention of %d days stop the start',
  async (retention) => {
    const { database } = deletions;
    await database.query(
      `insert into catalog.workspaces (id, name, verify_after_days)
     values ('legal', 'w', $1), ('late', 'w', $2), ('default', 'w', null), ('never', 'w', 0)
     on conflict (id) do update set verify_after_days = excluded.verify_after_days`,
      [retention, retention + 1],
    );
    await expect(refuseLateVerifications(database.query, retention)).rejects.toThrow(
      new RegExp(`must be at most ${retention}, .*: late: ${retention + 1}\\. Change it in the`),
    );
    await database.query(
      `update catalog.workspaces set verify_after_days = null where id = 'late'`,
    );
    await expect(refuseLateVerifications(database.query, retention)).resolves.toBeUndefined();
  },
);
