import { useTestDatabase } from '@lethe/testing';
import { createDataSource, DatabaseConnection } from '../src/index.js';

describe('a transaction', () => {
  const testDatabase = useTestDatabase();
  let database: DatabaseConnection;
  beforeAll(async () => {
    database = new DatabaseConnection({
      dataSource: createDataSource({
        url: testDatabase.url,
        schema: 'public',
        applicationName: 'test',
        poolSize: 4,
        statementTimeoutMs: 60_000,
        connectTimeoutMs: 20_000,
      }),
      prepare: () => Promise.resolve(),
    });
    await database.start();
    await database.query('create table account (id int primary key, n int not null)');
    await database.query('insert into account values (1, 0), (2, 0)');
  });
  afterAll(() => database.stop());

  it('is retried after a deadlock, so that both transactions succeed', async () => {
    const updated = new Set<number>();
    let bothUpdated = (): void => undefined;
    const both = new Promise<void>((resolve) => (bothUpdated = resolve));
    let attempts = 0;
    const transfer = (from: number, to: number) =>
      database.transaction(async (manager) => {
        await manager.query('update account set n = n + 1 where id = $1', [from]);
        attempts += 1;
        if (updated.add(from).size === 2) bothUpdated();
        await both; // both have updated their first row
        await manager.query('update account set n = n + 1 where id = $1', [to]);
      });
    await Promise.all([transfer(1, 2), transfer(2, 1)]);
    // One transaction is retried. On a slow machine, a second deadlock can follow.
    expect(attempts).toBeGreaterThanOrEqual(3);
    expect(await database.query('select n from account order by id')).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('fails with unavailable when the connection breaks before the commit', async () => {
    const attempt = database.transaction(async (manager) => {
      await manager.query('update account set n = 100');
      const [row] = await manager.query<{ pid: number }[]>('select pg_backend_pid() as pid');
      await database.query('select pg_terminate_backend($1)', [row!.pid]);
      await manager.query('select 1');
    });
    await expect(attempt).rejects.toMatchObject({ code: 'unavailable' });
    expect(await database.query('select 1 from account where n = 100')).toEqual([]);
  });

  it('fails with unavailable or outcome_unknown when the connection breaks at the commit', async () => {
    const attempt = database.transaction(async (manager) => {
      const [row] = await manager.query<{ pid: number }[]>('select pg_backend_pid() as pid');
      await database.query('select pg_terminate_backend($1)', [row!.pid]);
    });
    // The code depends on whether the commit had been sent when the connection broke.
    await expect(attempt).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:outcome_unknown|unavailable)$/) as string,
    });
  });

  it('passes an error of the work to the caller, and rolls back', async () => {
    const attempt = database.transaction(async (manager) => {
      await manager.query('update account set n = 200');
      throw new RangeError('mine');
    });
    await expect(attempt).rejects.toThrow(RangeError);
    expect(await database.query('select 1 from account where n = 200')).toEqual([]);
  });
});
