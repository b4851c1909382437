import type { DeletionState } from '@lethe/contracts';
import { Metrics } from '@lethe/observability';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { backlogMetrics } from '../src/backlog/backlog-metrics.js';
import { settleStatuses } from '../src/record/statuses/settle-statuses.js';
import { DeletionService } from './deletion-service.js';
import { contextOf } from './test-service.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DUE = /LetheDeletionsOverdue\n\s+expr: max by \(installation\) \(max_over_time\((\w+)\[/;

let deletions: DeletionService;
let alerting: string | undefined;
beforeAll(async () => {
  deletions = await DeletionService.start();
  const alerts = new URL('../../../deploy/helm/lethe/monitoring/alerts.yaml', import.meta.url);
  alerting = DUE.exec(readFileSync(alerts, 'utf8'))?.[1];
});
afterAll(() => deletions.close());

const context = contextOf();
const commands = () => deletions.service.commands;
interface Order {
  readonly id: string;
  readonly destinationId: string;
  readonly userId: string;
}

const newestJob = async ({ id, destinationId }: Order): Promise<string> => {
  const { deletions: found = [] } = await commands().getRegulation({ context, id });
  return found.find((one) => one.destinationId === destinationId)?.jobId ?? '';
};
const setState =
  (state: DeletionState, more = '') =>
  async (order: Order) => {
    await deletions.database.query(
      `update regulation.deletion_jobs set state = $2, finished_at = now()${more} where id = $1`,
      [await newestJob(order), state],
    );
  };
const retry = ({ id }: Order) => commands().retryRegulation({ context, id });
const cancel = ({ id }: Order) =>
  commands().cancelRegulation({ context, id, allowedTypes: ['suppress_with_delete'] });
const except = async (order: Order) => deletions.except(await newestJob(order));
const extend = ({ id }: Order) =>
  commands().extendRegulation({ context, id, reason: 'Many requests at once.' });

type Step = (order: Order) => Promise<unknown>;
/**
 * Each way in which a deletion can stand, as the steps that lead to it before the deadline. Then
 * whether it is overdue after the deadline. Then steps after the deadline, and the result of them.
 */
const TABLE: Readonly<
  Record<string, readonly [before: Step[], overdue: boolean, after?: Step[], still?: boolean]>
> = {
  pending: [[], true, [setState('complete')], false],
  held: [[setState('pending', ', held = true')], true],
  running: [[setState('running')], true, [setState('failed')], true],
  failed: [[setState('failed')], true, [cancel], false],
  complete: [[setState('complete')], false],
  canceled: [[cancel], false],
  aborted: [[setState('aborted')], true, [retry], true],
  'aborted, then excepted': [[setState('aborted')], true, [except], false],
  'aborted, then canceled': [[setState('aborted')], true, [cancel], false],
  excepted: [[setState('aborted'), except], false],
  'aborted, canceled': [[setState('aborted'), cancel], false],
  retried: [[setState('aborted'), retry], true, [setState('aborted')], true],
  'retried, complete': [[setState('aborted'), retry, setState('complete')], false],
  'retried, excepted': [[setState('aborted'), retry, setState('aborted'), except], false],
  extended: [[extend], false],
  'extended, aborted': [[extend, setState('aborted')], false],
};

const metrics = new Metrics();
const backlog = backlogMetrics(metrics, {
  database: { transaction: (work) => deletions.database.transaction(work) },
  isLeading: () => true,
  timeoutMs: 60_000,
  maxPauseMs: 1,
});
async function gauge(): Promise<number> {
  await setTimeout(2); // the pause between polls
  await backlog.round(new AbortController().signal);
  const text = await metrics.registry.metrics();
  return Number(new RegExp(`^${alerting} (\\d+)$`, 'm').exec(text)?.[1]);
}

/** Returns what each place says about each order, and what the metric of the alert says. */
async function places(orders: readonly Order[]) {
  await settleStatuses(deletions.database);
  const regulations = await commands().listRegulations({ context, limit: 1_000 });
  const late = await commands().listRegulations({ context, limit: 1_000, overdue: true });
  const dueNow = await commands().listRegulations({
    ...{ context, limit: 1_000, dueBefore: new Date().toISOString() },
  });
  const jobs = await commands().listDeletionJobs({ context, limit: 1_000, overdue: true });
  const jobsDue = await commands().listDeletionJobs({
    ...{ context, limit: 1_000, dueBefore: new Date().toISOString() },
  });
  const { destinations } = await commands().summarizeDeletionJobs({ context });
  const seen: Record<string, Record<string, boolean | undefined>> = {};
  for (const { id, destinationId, userId } of orders) {
    const detail = await commands().getRegulation({ context, id });
    const person = await commands().lookUpUser({ context, userId });
    const has = ({ data }: { data: readonly { destinationId: string }[] }) =>
      data.some((job) => job.destinationId === destinationId);
    seen[destinationId] = {
      record: detail.overdue,
      'record of the destination': detail.deletions?.[0]?.overdue && !detail.canceledAt,
      list: regulations.data.find((one) => one.id === id)?.overdue,
      filter: late.data.some((one) => one.id === id),
      due_before: dueNow.data.some((one) => one.id === id),
      'list of jobs': has(jobs),
      'due_before of jobs': has(jobsDue),
      summary: destinations.find((one) => one.destinationId === destinationId)?.overdue === 1,
      'record of the user': person.people[0]?.regulations[0]?.overdue,
    };
  }
  return { seen, gauge: await gauge() };
}

it('a deletion becomes and stops being overdue in each place at the same time', async () => {
  const names = Object.keys(TABLE);
  const destinations = names.map((_name, n) => `dst_${n}`);
  for (const id of destinations) deletions.service.catalog.addWebhook(id);
  const receivedAt = new Date(Date.now() - 20 * DAY_MS).toISOString();
  const orders: Order[] = [];
  for (const destinationId of destinations) {
    const userId = `u-${destinationId}`;
    const { records } = await commands().createRegulations({
      ...{ context, wantRecords: true, receivedAt, law: 'gdpr' },
      ...{ regulationType: 'suppress_with_delete', destinationIds: [destinationId] },
      users: [{ userId }],
    });
    orders.push({ id: records![0]!.id, destinationId, userId });
  }
  const { dueAt = '' } = await commands().getRegulation({ context, id: orders[0]!.id });
  const expectOverdue = async (expected: readonly boolean[]) => {
    const { seen, gauge: counted } = await places(orders);
    const all = names.map((name, n) => [name, seen[destinations[n]!]] as const);
    const wanted = names.map((name, n) => [
      name,
      Object.fromEntries(Object.keys(all[n]![1]!).map((place) => [place, expected[n]])),
    ]);
    expect(all).toEqual(wanted);
    expect(counted).toBe(expected.filter(Boolean).length);
  };
  const run = async (stepsOf: (row: (typeof TABLE)[string]) => readonly Step[]) => {
    for (const [n, name] of names.entries()) {
      for (const step of stepsOf(TABLE[name]!)) await step(orders[n]!);
    }
  };

  await run(([before]) => before);
  await deletions.jump(Date.parse(dueAt) - Date.now() - 5 * MINUTE_MS);
  await expectOverdue(names.map(() => false));
  const { destinations: soon } = await commands().summarizeDeletionJobs({ context });
  expect(soon.filter(({ dueSoon }) => dueSoon === 1).map((one) => one.destinationId)).toEqual(
    orders.flatMap(({ destinationId }, n) => (TABLE[names[n]!]![1] ? [destinationId] : [])).sort(),
  );

  await deletions.jump(10 * MINUTE_MS);
  await expectOverdue(names.map((name) => TABLE[name]![1]));

  await run(([, , after = []]) => after);
  await expectOverdue(names.map((name) => TABLE[name]![3] ?? TABLE[name]![1]));
});
