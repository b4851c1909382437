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
        expect.objectContaining({ dueAt }),
      );
      const [record] = await create(request);
      expect(record).toMatchObject(demand);
      const detail = await get(record?.id);
      expect(detail).toMatchObject({ ...demand, dueAt, overdue: true, deletions: [{ dueAt }] });
      expect(await jobOf(record?.id)).toEqual({ dueAt, overdue: true });
    }
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
