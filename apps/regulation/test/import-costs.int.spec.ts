import type { CreateImport, ImportDto } from '@lethe/api/imports';
import { jest } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { purgeImports } from '../src/imports/purge-imports.js';
import { importRefusals } from '../src/imports/import-refusals.query.js';
import { contextOf, newTestService, type TestService } from './test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await newTestService();
});
afterAll(() => service.close());

let imports = 0;

async function begun(file: string, request: Partial<CreateImport> = {}): Promise<ImportDto> {
  const context = contextOf();
  const { id } = await service.commands.createImport({
    context,
    ...{ id: `cost_${(imports += 1)}`, format: 'csv', regulationType: 'suppress' },
    ...request,
  });
  const piece = Buffer.from(file).toString('base64');
  return service.commands.appendToImport({ context, id, offset: 0, isLast: true, piece });
}

const get = ({ id }: ImportDto) => service.commands.getImport({ context: contextOf(), id });

async function portion(): Promise<void> {
  const stop = new AbortController();
  const round = service.workOffImports(stop.signal);
  stop.abort();
  await round;
}

/** Returns the number of rows that the transaction has read, from all tables of the service. */
async function rowsRead(manager: Pick<EntityManager, 'query'>): Promise<number> {
  const [row] = await manager.query<{ read: string }[]>(
    `select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read) as read
       from pg_stat_xact_user_tables where schemaname = 'regulation'`,
  );
  return Number(row?.read);
}

it('reads about as many rows for the last portion as for the first, and creates one regulation for exact repeats', async () => {
  const { database } = service;
  const transaction = database.transaction.bind(database);
  const read: number[] = [];
  const spy = jest.spyOn(database, 'transaction').mockImplementation((work) =>
    transaction(async (manager) => {
      const result = await work(manager);
      read.push(await rowsRead(manager));
      return result;
    }),
  );
  const rows = Array.from({ length: 8_000 }, (_none, n) => `one,a${n % 7_500}@example.com\n`);
  const record = await begun(`userId,email\n${rows.join('')}`);
  await service.workOffImports();
  spy.mockRestore();
  expect(await get(record)).toMatchObject({
    ...{ state: 'done', rows: 8_000, created: 7_500, repeated: 500, refused: 0 },
  });
  const [first = 0, ...later] = read.filter((rowsOfPortion) => rowsOfPortion > 100);
  expect(Math.max(...later)).toBeLessThan(1.5 * first);
});

it('recognises repeated users whose members have another sequence, even in later portions', async () => {
  const a = '{"userId":"order","email":"a@example.com","x":{"b":1,"c":[1.0]}}';
  const b = '{"x":{"c":[1],"b":1e0},"email":"a@example.com","userId":"order"}';
  const others = Array.from({ length: 1_200 }, (_none, n) => `{"userId":"order-${n}"}`);
  const record = await begun([a, b, a, ...others, b].join('\n'), { format: 'ndjson' });
  await service.workOffImports();
  expect(await get(record)).toMatchObject({ rows: 1_204, created: 1_201, repeated: 3 });
  const made = await service.database.query(
    `select from regulation.regulations where user_id = 'order'`,
  );
  expect(made).toHaveLength(1);
});

it('stores hashes of the users of each portion, and removes them after the import has ended', async () => {
  const users = Array.from({ length: 999 }, (_none, n) => `old-${n},\n`).join('');
  const record = await begun(`userId,email\n${users}${users}old-1,b@example.com\n`);
  await portion();
  await service.workOffImports();
  expect(await get(record)).toMatchObject({ rows: 1_999, created: 1_000, repeated: 999 });
  const known = () => service.database.query('select from regulation.import_users');
  expect((await known()).length).toBeGreaterThan(1_000);
  await purgeImports(service.database, 7);
  expect(await known()).toEqual([]);
});

it('reads each long refused row about once, and respects the limit of a page', async () => {
  const record = await begun(`userId,email\n${`${',x'.repeat(10_000)}\n`.repeat(100)}`);
  await service.workOffImports();
  await service.database.transaction(async (manager) => {
    const before = await rowsRead(manager);
    let lines = 0;
    let after: number | undefined;
    do {
      const { id } = record;
      const request = { context: contextOf(), id, ...(after === undefined ? {} : { after }) };
      const page = await importRefusals({ reads: manager }, request);
      lines += page.csv.split('\r\n').length - 1;
      after = page.after;
    } while (after !== undefined);
    expect(lines).toBe(101);
    expect((await rowsRead(manager)) - before).toBeLessThan(2 * 100);
  });
  const few = await begun(`userId\n${'"",x\n'.repeat(30)}`);
  await service.workOffImports();
  const { csv, after } = await service.commands.importRefusals({
    ...{ context: contextOf(), id: few.id, after: 5, limit: 3 },
  });
  expect(csv.split('\r\n').map((line) => line.split(',')[0])).toEqual(['6', '7', '8', '']);
  expect(after).toBe(8);
});
