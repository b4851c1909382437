import { SilentProxy, useTestDatabase, waitFor } from '@lethe/testing';
import { createDataSource, DatabaseConnection } from '../src/index.js';

const testDatabase = useTestDatabase();
let database: DatabaseConnection;

function connectionTo(url: string): DatabaseConnection {
  return new DatabaseConnection({
    dataSource: createDataSource({
      url,
      schema: 'public',
      applicationName: 'test',
      poolSize: 4,
      statementTimeoutMs: 60_000,
      connectTimeoutMs: 20_000,
    }),
    prepare: () => Promise.resolve(),
  });
}

beforeAll(async () => {
  database = connectionTo(testDatabase.url);
  await database.start();
  await database.query('create table account (id int primary key, n int not null)');
  await database.query('insert into account values (1, 0), (2, 0)');
});

afterAll(() => database.stop());

describe('a transaction', () => {
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

describe('a statement that is a whole transaction', () => {
  const SLEEP = 'update account set n = 300 where pg_sleep(30) is not null';
  const ofRunning = (result: string) =>
    waitFor(async () => {
      const rows = await database.query(
        `select ${result} from pg_stat_activity where query = $1 and state = 'active'`,
        [SLEEP],
      );
      return rows.length === 1;
    });
  const isRunning = () => ofRunning('pid');
  const end = (how: 'pg_terminate_backend' | 'pg_cancel_backend') => ofRunning(`${how}(pid)`);
  const stored = (n: number) => database.query('select 1 from account where n = $1', [n]);

  it('is committed when its rows are returned', async () => {
    const update = 'update account set n = $1 where id = 1 returning id';
    expect(await database.commitStatement(update, [301])).toEqual([[{ id: 1 }], 1]);
    expect(await stored(301)).toHaveLength(1);
  });

  it.each(['pg_terminate_backend', 'pg_cancel_backend'] as const)(
    'fails with unavailable and changes nothing if the server reports its end (%s)',
    async (how) => {
      const attempt = database.commitStatement(SLEEP);
      await Promise.all([expect(attempt).rejects.toMatchObject({ code: 'unavailable' }), end(how)]);
      expect(await stored(300)).toEqual([]);
    },
  );

  it('fails with outcome_unknown if the connection breaks without a report', async () => {
    const url = new URL(testDatabase.url);
    const proxy = await SilentProxy.start({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    const behindProxy = connectionTo(url.href);
    await behindProxy.start();
    const attempt = behindProxy.commitStatement(SLEEP);
    await Promise.all([
      expect(attempt).rejects.toMatchObject({ code: 'outcome_unknown' }),
      isRunning().then(() => {
        proxy.close();
      }),
    ]);
    await end('pg_cancel_backend');
    await behindProxy.stop();
  });

  it('is retried after a serialization failure', async () => {
    await database.query('create sequence attempts');
    await database.query(`
      create function fail_once() returns int language plpgsql as $$ begin
        if nextval('attempts') = 1 then raise exception 'again' using errcode = '40001'; end if;
        return 400;
      end $$`);
    await database.commitStatement('update account set n = fail_once() where id = 2');
    expect(await stored(400)).toHaveLength(1);
  });

  it('passes any other error to the caller', async () => {
    const attempt = database.commitStatement('update account set n = null');
    await expect(attempt).rejects.toMatchObject({ code: '23502' });
  });
});
