import type { CreateRegulationsDto, ListedRegulationDto } from '@lethe/api/regulations';
import type { CreateImport } from '@lethe/api/imports';
import type { Law } from '@lethe/contracts';
import { settleStatuses } from '../src/record/statuses/settle-statuses.js';
import { DeletionService } from './deletion-service.js';
import { contextOf, type TestService } from './test-service.js';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

let service: TestService;
let deletions: DeletionService;
beforeAll(async () => {
  deletions = await DeletionService.start();
  ({ service } = deletions);
  service.catalog.addWebhook('dst_1');
});
afterAll(() => service.close());

const order = (
  demand: { readonly receivedAt?: string; readonly law?: Law },
  ...userIds: string[]
): CreateRegulationsDto => ({
  regulationType: 'delete',
  destinationIds: ['dst_1'],
  users: userIds.map((userId) => ({ userId })),
  ...demand,
});

const create = async (request: CreateRegulationsDto, idempotencyKey?: string) => {
  const { records = [] } = await service.commands.createRegulations({
    ...{ context: contextOf(), ...request, wantRecords: true },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  return records;
};

const get = (id = '') => service.commands.getRegulation({ context: contextOf(), id });
const jobOf = async (id: string | undefined) => {
  const { deletions: [deletion] = [] } = await get(id);
  const job = await service.commands.getDeletionJob({
    ...{ context: contextOf(), id: deletion?.jobId ?? '' },
  });
  return { dueAt: job.dueAt, overdue: job.overdue };
};

async function imported(file: string, request: Partial<CreateImport>): Promise<string> {
  const context = contextOf();
  const { id } = await service.commands.createImport({
    ...{ context, format: 'csv', regulationType: 'delete', destinationIds: ['dst_1'] },
    ...request,
  });
  const piece = Buffer.from(file).toString('base64');
  await service.commands.appendToImport({ context, id, offset: 0, piece, isLast: true });
  await service.workOffImports();
  return id;
}

const listOf = async (importId: string): Promise<ListedRegulationDto[]> => {
  const { data } = await service.commands.listRegulations({ context: contextOf(), limit: 1_000 });
  return data.filter((one) => one.importId === importId).reverse();
};

const shown = ({ attributes, receivedAt, law, dueAt }: ListedRegulationDto) => [
  ...[attributes.userId, receivedAt, law, dueAt],
];

describe('the deadline of a create', () => {
  it('counts from the time when the person asked, by the law, and is stored with the jobs', async () => {
    const receivedAt = '2024-01-31T10:00:00.000Z';
    const demands = [
      [{ receivedAt, law: 'gdpr' }, '2024-02-29T10:00:00.000Z'],
      [{ receivedAt, law: 'ccpa' }, '2024-03-16T10:00:00.000Z'],
      [{ receivedAt }, '2024-03-01T10:00:00.000Z'],
    ] as const;
    for (const [demand, dueAt] of demands) {
      const request = order(demand, 'u');
      expect(await service.commands.planRegulations({ context: contextOf(), ...request })).toEqual(
        expect.objectContaining({
          dueAt,
          warnings: [
            expect.objectContaining({ path: 'receivedAt', code: 'deadline_passed' }) as object,
          ],
        }),
      );
      const [record] = await create(request);
      expect(record).toMatchObject(demand);
      const detail = await get(record?.id);
      expect(detail).toMatchObject({ ...demand, dueAt, overdue: true, deletions: [{ dueAt }] });
      expect(await jobOf(record?.id)).toEqual({ dueAt, overdue: true });
    }
    const now = { context: contextOf(), ...order({}, 'u') };
    expect((await service.commands.planRegulations(now)).warnings).toEqual([]);
    const [record] = await create(order({}, 'u'));
    expect(record).not.toHaveProperty('receivedAt');
    const dueAt = new Date(Date.parse(record!.createdAt) + 30 * DAY_MS).toISOString();
    expect(await jobOf(record?.id)).toEqual({ dueAt, overdue: false });
  });

  it('belongs to the body of an Idempotency-Key', async () => {
    const receivedAt = '2024-01-31T10:00:00.000Z';
    const request = order({ receivedAt, law: 'gdpr' }, 'keyed');
    const first = await create(request, 'key-1');
    expect(await create(request, 'key-1')).toEqual(first);
    for (const other of [order({ receivedAt }, 'keyed'), order({ law: 'gdpr' }, 'keyed')]) {
      await expect(create(other, 'key-1')).rejects.toMatchObject({
        code: 'idempotency_key_reused',
      });
    }
  });

  it('is stored for suppressions too, also for those that one statement stores together', async () => {
    const demand = { receivedAt: '2024-01-31T10:00:00.000Z', law: 'ccpa' } as const;
    const users = Array.from({ length: 8 }, (_, n) => `s-${n}`);
    const made = await Promise.all(
      users.map((userId) => create({ regulationType: 'suppress', users: [{ userId }], ...demand })),
    );
    for (const [record] of made) {
      const { dueAt, ...detail } = await get(record?.id);
      expect(detail).toMatchObject(demand);
      expect(dueAt).toBeUndefined();
    }
  });
});

describe('the deadline of an import', () => {
  const DAY = '2024-01-31T10:00:00.000Z';

  it('is that of the row, where columns are named, or else that of the file', async () => {
    const id = await imported(
      [
        'userId,asked,by law,receivedAt',
        `i-1,2024-02-29T12:00:00+02:00,ccpa,x`,
        `i-2,,,`,
        `i-1,2024-02-29T12:00:00+02:00,ccpa,x`,
        `i-1,${DAY},,x`,
        `i-3,2024-02-30T10:00:00Z,,`,
        `i-4,${new Date(Date.now() + DAY_MS).toISOString()},,`,
        `i-5,2009-01-01T00:00:00Z,,`,
        `i-6,,GDPR,`,
      ].join('\n'),
      { receivedAt: DAY, law: 'gdpr', receivedAtColumn: 'asked', lawColumn: 'by law' },
    );
    expect((await listOf(id)).map(shown)).toEqual([
      ['i-1', '2024-02-29T10:00:00.000Z', 'ccpa', '2024-04-14T10:00:00.000Z'],
      ['i-2', DAY, 'gdpr', '2024-02-29T10:00:00.000Z'],
      ['i-1', DAY, 'gdpr', '2024-02-29T10:00:00.000Z'],
    ]);
    expect((await listOf(id))[0]?.attributes).toEqual({ userId: 'i-1', receivedAt: 'x' });
    const context = contextOf();
    expect(await service.commands.getImport({ context, id })).toMatchObject({
      ...{ accepted: 3, refused: 4, repeated: 1, receivedAt: DAY, law: 'gdpr' },
    });
    const { csv } = await service.commands.importRefusals({ context, id });
    expect(csv.split('\r\n').map((line) => line.split(',').slice(0, 2))).toEqual([
      ['line', 'column'],
      ...[6, 7, 8].map((line) => [String(line), 'receivedAt']),
      ['9', 'law'],
      [''],
    ]);
  });

  it('is that of the member of an NDJSON row, and an identifier without these parameters', async () => {
    const file = `{"userId":"n-1","receivedAt":"${DAY}","law":"gdpr"}`;
    const format = 'ndjson' as const;
    const named = await imported(file, {
      ...{ format, receivedAtColumn: 'receivedAt', lawColumn: 'law' },
    });
    const [first] = await listOf(named);
    expect(first).toMatchObject({ attributes: { userId: 'n-1' }, receivedAt: DAY, law: 'gdpr' });
    expect(Object.keys(first!.attributes)).toEqual(['userId']);
    const [second] = await listOf(await imported(file, { format }));
    expect(second?.attributes).toEqual({ userId: 'n-1', receivedAt: DAY, law: 'gdpr' });
    expect(second).not.toHaveProperty('receivedAt');
  });

  it('fails if the file has no such column, or the column is also an identifier', async () => {
    for (const [request, message] of [
      [{ receivedAtColumn: 'askd' }, 'There is no column "askd"; did you mean "asked"?'],
      [{ receivedAtColumn: '2', columns: ['userId', 'asked'] }, 'is also the column of the time'],
      [
        { receivedAtColumn: '2', lawColumn: 'asked' },
        'The column of the time is also the column of the law',
      ],
      [{ receivedAtColumn: 'userId' }, 'The column "userId" is also the column of the time'],
    ] as const) {
      const { columns, ...more } = { columns: undefined, ...request };
      const id = await imported('userId,asked\nf-1,\n', {
        ...more,
        ...(columns && { columns: columns.map((name) => ({ column: name, identifier: name })) }),
      });
      const record = await service.commands.getImport({ context: contextOf(), id });
      expect(record.state).toBe('failed');
      expect(record.failure).toContain(message);
    }
  });
});

describe('a job whose users have different deadlines', () => {
  it('has the earliest of them, and each regulation becomes overdue at its own', async () => {
    const id = await imported(
      ['userId,asked', `m-1,${daysAgo(29)}`, `m-2,${daysAgo(10)}`, `m-3,${daysAgo(20)}`].join('\n'),
      { receivedAtColumn: 'asked' },
    );
    const overdue = async () => {
      await settleStatuses(service.database);
      const listed = await listOf(id);
      const details = await Promise.all(listed.map((one) => get(one.id)));
      expect(details.map((one) => one.overdue)).toEqual(listed.map((one) => one.overdue));
      return [...listed.map((one) => one.overdue), (await jobOf(listed[1]?.id)).overdue];
    };
    const [first, second] = await listOf(id);
    expect((await jobOf(second?.id)).dueAt).toBe(first?.dueAt);
    expect(await overdue()).toEqual([false, false, false, false]);
    await deletions.jump(2 * DAY_MS);
    expect(await overdue()).toEqual([true, false, false, true]);
    await deletions.jump(9 * DAY_MS);
    expect(await overdue()).toEqual([true, false, true, true]);
    for (const one of [0, 2]) {
      const { id: canceled } = (await listOf(id))[one]!;
      const allowedTypes = ['suppress_with_delete'] as const;
      await service.commands.cancelRegulation({ context: contextOf(), id: canceled, allowedTypes });
    }
    const [, left] = await listOf(id);
    expect(await jobOf(left?.id)).toEqual({ dueAt: left?.dueAt, overdue: false });
    await deletions.jump(10 * DAY_MS);
    expect((await overdue())[1]).toBe(true);
  });
});

describe('an exception', () => {
  const abortedJob = async (...userIds: string[]) => {
    const [record] = await create(order({}, ...userIds));
    const { deletions: [deletion] = [] } = await get(record?.id);
    await deletions.database.query(
      `update regulation.deletion_jobs set state = 'aborted', reason = 'HTTP 410' where id = $1`,
      [deletion?.jobId],
    );
    return { regulationId: record?.id ?? '', jobId: deletion?.jobId ?? '' };
  };

  it('closes a job that failed permanently, with its reason in the record, the job and the history', async () => {
    const { regulationId, jobId } = await abortedJob('e-1');
    const context = contextOf();
    const given = { reason: 'The vendor is gone.', basis: 'Article 17(3)(b)' };
    const wakes = service.wakes();
    const exception = await service.commands.exceptDeletionJob({ context, id: jobId, ...given });
    expect(exception).toEqual({
      ...{ ...given, createdBy: 'test token' },
      at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect(service.wakes()).toBe(wakes + 1);
    const closed = { status: 'excepted', exception, reason: 'HTTP 410' };
    const detail = await get(regulationId);
    expect(detail).toMatchObject({ status: 'deletion_failed', deletions: [closed] });
    const { history, ...job } = await service.commands.getDeletionJob({ context, id: jobId });
    expect(job).toMatchObject({ ...closed, needsAttention: false });
    expect(history.at(-1)).toEqual({
      ...{ at: exception.at, outcome: 'excepted', createdBy: 'test token', reason: given.reason },
    });
    expect(await deletions.told(regulationId)).toEqual(['excepted']);
    await settleStatuses(service.database);
    const { data } = await service.commands.listRegulations({ context, userId: 'e-1' });
    expect(data).toMatchObject([{ status: 'deletion_failed', overdue: false }]);
    const person = await service.commands.lookUpUser({ context, userId: 'e-1' });
    expect(person.people[0]?.deletions[0]).toMatchObject({ status: 'excepted', exception });

    const again = { context, id: jobId, ...given };
    expect(await service.commands.exceptDeletionJob(again)).toEqual(exception);
    for (const other of [{ reason: 'Another reason.' }, { basis: 'Another basis' }]) {
      const changed = service.commands.exceptDeletionJob({ ...again, ...other });
      await expect(changed).rejects.toThrow(
        'already has an exception with another reason or basis',
      );
    }
    expect(await deletions.told(regulationId)).toHaveLength(1);
    await expect(service.commands.retryRegulation({ context, id: regulationId })).rejects.toThrow(
      'No deletion of this regulation failed permanently',
    );
  });

  it('is refused at once after the cancel of the last user', async () => {
    const { regulationId, jobId } = await abortedJob('e-canceled');
    const context = contextOf();
    const allowedTypes = ['suppress_with_delete', 'delete'] as const;
    await service.commands.cancelRegulation({ context, id: regulationId, allowedTypes });
    // Not settled yet, so `retried_at` is not set.
    await expect(
      service.commands.exceptDeletionJob({ context, id: jobId, reason: 'gone' }),
    ).rejects.toThrow('This job needs no exception');
  });

  it('leaves a regulation with complete deletions partially deleted, and counts in the summary', async () => {
    service.catalog.addWebhook('dst_2');
    const request = { ...order({}, 'e-2'), destinationIds: ['dst_1', 'dst_2'] };
    const [record] = await create(request);
    const { deletions: jobs = [] } = await get(record?.id);
    const states = ['complete', 'aborted'];
    for (const [n, job] of jobs.entries()) {
      await deletions.database.query(
        'update regulation.deletion_jobs set state = $2, finished_at = now() where id = $1',
        [job.jobId, states[n]],
      );
    }
    const counts = async () => {
      const { destinations } = await service.commands.summarizeDeletionJobs({
        context: contextOf(),
      });
      const { states: found } = destinations.find((one) => one.destinationId === 'dst_2')!;
      return [found.aborted?.jobs, found.excepted?.jobs];
    };
    expect(await counts()).toEqual([1, undefined]);
    await deletions.except(jobs[1]?.jobId ?? '');
    expect(await counts()).toEqual([undefined, 1]);
    expect((await get(record?.id)).status).toBe('partially_deleted');
  });

  it('is refused for a job in another state, with the state, and for a job of another workspace', async () => {
    const { regulationId, jobId } = await abortedJob('e-3');
    const missing = { code: 'not_found' };
    await expect(deletions.except(jobId, 'x', 'ws_b')).rejects.toMatchObject(missing);
    await expect(deletions.except('9223372036854775807')).rejects.toMatchObject(missing);
    await service.commands.retryRegulation({ context: contextOf(), id: regulationId });
    await expect(deletions.except(jobId)).rejects.toThrow('each of its users is in a later job');
    const { deletions: [retried] = [] } = await get(regulationId);
    for (const state of ['pending', 'running', 'failed', 'complete', 'canceled']) {
      await deletions.database.query(
        'update regulation.deletion_jobs set state = $2 where id = $1',
        [retried?.jobId, state],
      );
      await expect(deletions.except(retried?.jobId ?? '')).rejects.toMatchObject({
        ...{ code: 'conflict', message: expect.stringContaining(`"${state}"`) as string },
      });
    }
  });

  it('and a retry at the same time give either an exception or a new job', async () => {
    const { regulationId, jobId } = await abortedJob('e-4');
    const results = await Promise.allSettled([
      deletions.except(jobId),
      service.commands.retryRegulation({ context: contextOf(), id: regulationId }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('an extension', () => {
  const extend = (id = '', reason = 'Many requests at once.', workspaceId = 'ws_a') =>
    service.commands.extendRegulation({ context: contextOf(workspaceId), id, reason });

  it('moves the deadline once, counted from the time when the person asked', async () => {
    for (const [law, days] of [
      ['gdpr', 88],
      ['ccpa', 90],
    ] as const) {
      const receivedAt = daysAgo(3);
      const [record] = await create(order({ receivedAt, law }, `x-${law}`));
      const { dueAt: previousDueAt } = await get(record?.id);
      const extension = await extend(record?.id);
      expect(extension).toMatchObject({
        ...{ previousDueAt, reason: 'Many requests at once.', createdBy: 'test token' },
      });
      const moved = (Date.parse(extension.dueAt) - Date.parse(receivedAt)) / DAY_MS;
      expect(moved).toBeGreaterThanOrEqual(days);
      expect(moved).toBeLessThanOrEqual(days + 4);
      const { dueAt } = extension;
      expect(await get(record?.id)).toMatchObject({ dueAt, extension, deletions: [{ dueAt }] });
      expect(await jobOf(record?.id)).toEqual({ dueAt, overdue: false });
      expect(await extend(record?.id)).toEqual(extension);
      await expect(extend(record?.id, 'Again.')).rejects.toThrow(
        `The deadline was already extended to ${dueAt}, by "test token"`,
      );
    }
  });

  it('of one user leaves the deadline of a common job at that of the other users', async () => {
    const [first, second] = await create(order({ law: 'gdpr' }, 'x-1', 'x-2'));
    const { dueAt } = await get(second?.id);
    const { dueAt: later } = await extend(first?.id);
    expect(await jobOf(first?.id)).toEqual({ dueAt, overdue: false });
    await deletions.database.query(
      `update regulation.deletion_jobs set state = 'aborted' where id = (
         select job_id from regulation.deletion_job_users where regulation_id = $1)`,
      [first?.id],
    );
    await service.commands.retryRegulation({ context: contextOf(), id: first?.id ?? '' });
    expect(await jobOf(first?.id)).toEqual({ dueAt: later, overdue: false });
    await extend(second?.id);
    expect(await jobOf(second?.id)).toEqual({ dueAt: later, overdue: false });
  });

  it('is refused where it cannot apply, with the reason', async () => {
    const refused = async (id: string | undefined, message: string) => {
      await expect(extend(id)).rejects.toMatchObject({
        ...{ code: 'conflict', message: expect.stringContaining(message) as string },
      });
    };
    const [lawless] = await create(order({}, 'r-1'));
    await refused(lawless?.id, 'names no law. Only a deadline by law (gdpr or ccpa)');
    const [late] = await create(order({ receivedAt: daysAgo(50), law: 'ccpa' }, 'r-2'));
    await refused(late?.id, 'The deadline has passed: it was');
    const [suppressed] = await create({
      ...{ regulationType: 'suppress', users: [{ userId: 'r-3' }], law: 'gdpr' },
    });
    await refused(suppressed?.id, 'has no deadline');
    const [done] = await create(order({ law: 'gdpr' }, 'r-4'));
    await expect(extend(done?.id, 'x', 'ws_b')).rejects.toMatchObject({ code: 'not_found' });
    await expect(extend('no-uuid')).rejects.toMatchObject({ code: 'not_found' });
    await deletions.database.query(
      `update regulation.deletion_jobs set state = 'complete' where id = (
         select job_id from regulation.deletion_job_users where regulation_id = $1)`,
      [done?.id],
    );
    await refused(done?.id, 'All deletions of the regulation have ended');
    const [canceled] = await create(order({ law: 'gdpr' }, 'r-5'));
    const allowedTypes = ['suppress_with_delete'] as const;
    const id = canceled?.id ?? '';
    await service.commands.cancelRegulation({ context: contextOf(), id, allowedTypes });
    await refused(canceled?.id, 'is canceled');
  });
});

describe('the lists by deadline', () => {
  beforeAll(async () => {
    service.catalog.addWebhook('dst_w');
    for (const n of [3, 1, 2, 2, 5, 4]) {
      await service.commands.createRegulations({
        ...{ context: contextOf('ws_due'), ...order({ receivedAt: daysAgo(n) }, `d-${n}`) },
        ...{ destinationIds: ['dst_w'], wantRecords: false },
      });
    }
    await deletions.database.query(
      `update regulation.deletion_jobs set state = 'complete' where id = (
         select max(id) from regulation.deletion_jobs where workspace_id = 'ws_due')`,
    );
    await settleStatuses(service.database);
  });

  const walk = async (
    list: 'listRegulations' | 'listDeletionJobs',
    filter: object,
  ): Promise<(string | undefined)[]> => {
    const found: (string | undefined)[] = [];
    let afterCursor: string | undefined;
    do {
      const page = await service.commands[list]({
        ...{ context: contextOf('ws_due'), limit: 2, ...filter },
        ...(afterCursor === undefined ? {} : { afterCursor }),
      });
      found.push(...page.data.map(({ dueAt }) => dueAt));
      afterCursor = page.nextCursor;
    } while (afterCursor !== undefined);
    return found;
  };

  it('have everything that is to be done exactly once, the earliest deadline first', async () => {
    for (const list of ['listRegulations', 'listDeletionJobs'] as const) {
      const all = await walk(list, { sort: 'due' });
      expect(all).toHaveLength(5);
      expect(all).toEqual([...all].sort());
      for (const until of [1, 3, 5]) {
        expect(await walk(list, { dueBefore: all[until - 1] })).toEqual(
          all.filter((dueAt) => String(dueAt) < String(all[until - 1])),
        );
      }
      const dueBefore = new Date(Date.now() + 100 * DAY_MS).toISOString();
      expect(await walk(list, { dueBefore, overdue: false })).toEqual(all);
      expect(await walk(list, { dueBefore, overdue: true })).toEqual([]);
      expect(await walk(list, { sort: 'newest' })).toHaveLength(6);
    }
    expect(await walk('listRegulations', { sort: 'due', status: 'deleted' })).toEqual([]);
    expect(await walk('listRegulations', { sort: 'due', userId: 'd-2' })).toHaveLength(2);
    expect(await walk('listDeletionJobs', { sort: 'due', status: 'complete' })).toEqual([]);
    expect(await walk('listDeletionJobs', { sort: 'due', destinationId: 'dst_1' })).toEqual([]);
    for (const held of [true, false]) {
      expect(await walk('listDeletionJobs', { sort: 'due', held })).toHaveLength(held ? 0 : 5);
    }
    expect(await walk('listDeletionJobs', { sort: 'due', needsAttention: true })).toEqual([]);
  });

  it('refuse a cursor of the list by creation, and of another workspace', async () => {
    for (const list of ['listRegulations', 'listDeletionJobs'] as const) {
      const page = async (workspaceId: string, more: object) =>
        service.commands[list]({ context: contextOf(workspaceId), limit: 1, ...more });
      const { nextCursor: byCreation = '' } = await page('ws_due', {});
      const { nextCursor: byDue = '' } = await page('ws_due', { sort: 'due' });
      for (const attempt of [
        page('ws_due', { sort: 'due', afterCursor: byCreation }),
        page('ws_due', { afterCursor: byDue }),
        page('ws_a', { sort: 'due', afterCursor: byDue }),
      ]) {
        await expect(attempt).rejects.toMatchObject({ code: 'invalid_cursor' });
      }
    }
  });
});
