import { SilentProxy, useTestDatabase, waitFor } from '@lethe/testing';
import type { EventEmitter } from 'node:events';
import type { DataSource } from 'typeorm';
import { createDataSource, DatabaseConnection, type DataSourceSettings } from '../src/index.js';

const CONNECTIONS = 3;
const testDatabase = useTestDatabase();
let proxy: SilentProxy;
let dataSource: DataSource;
let database: DatabaseConnection;

describe('a server that stops answering', () => {
  const start = async (
    settings: Pick<DataSourceSettings, 'statementTimeoutMs' | 'connectTimeoutMs' | 'keepsSession'>,
  ) => {
    const url = new URL(testDatabase.url);
    proxy = await SilentProxy.start({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    dataSource = createDataSource({
      url: url.href,
      schema: 'public',
      applicationName: 'test',
      poolSize: CONNECTIONS,
      ...settings,
    });
    database = new DatabaseConnection({ dataSource, prepare: () => Promise.resolve() });
    await database.start();
    await all(() => database.query('select pg_sleep($1)', [0.1]));
  };
  const startImpatient = (kind: { keepsSession: boolean }) =>
    start({ statementTimeoutMs: 1_500, connectTimeoutMs: 20_000, ...kind });
  const kinds = [{ keepsSession: true }, { keepsSession: false }];
  const startPatient = () => start({ statementTimeoutMs: 600_000, connectTimeoutMs: 2_000 });
  afterEach(async () => {
    await database.stop();
    proxy.close();
  });

  const all = <T>(work: () => Promise<T>) =>
    Promise.allSettled(Array.from({ length: CONNECTIONS }, work));
  const failed = (results: PromiseSettledResult<unknown>[]) =>
    results.filter(({ status }) => status === 'rejected');

  it.each(kinds)(
    'causes one failed query for each connection, and then no more (%o)',
    async (kind) => {
      await startImpatient(kind);
      proxy.swallow();
      expect(failed(await all(() => database.query('select $1::int', [1])))).toHaveLength(
        CONNECTIONS,
      );
      expect(failed(await all(() => database.query('select $1::int', [1])))).toEqual([]);
    },
  );

  it.each(kinds)(
    'causes open transactions to fail, and later transactions succeed (%o)',
    async (kind) => {
      await startImpatient(kind);
      const transaction = (meanwhile: () => void) =>
        database.transaction(async (manager) => {
          await manager.query('select 1');
          meanwhile();
          await manager.query('select 1');
        });
      const broken = await all(() =>
        transaction(() => {
          proxy.swallow();
        }),
      );
      expect(failed(broken).length).toBeGreaterThan(0);
      await waitFor(() => transaction(() => undefined).then(() => true));
      expect(failed(await all(() => transaction(() => undefined)))).toEqual([]);
    },
  );

  it('is distinguished from a slow server long before the statement timeout', async () => {
    await startPatient();
    const slow = database.query<{ two: number }>('select 2 as two from pg_sleep(5)');
    await database.query('select 1');
    expect(await slow).toEqual([{ two: 2 }]);
    proxy.swallow();
    const first = await all(() => database.transaction((manager) => manager.query('select 1')));
    expect(failed(first).length).toBeGreaterThan(0);
    await waitFor(() => database.query('select 1').then(() => true));
    expect(failed(await all(() => database.query('select 1')))).toEqual([]);
  });

  it('makes the pool close broken and unused connections', async () => {
    await startPatient();
    let opened = 0;
    const broken = all(() =>
      database.transaction(async (manager) => {
        await manager.query('select 1');
        opened += 1;
        if (opened === CONNECTIONS) proxy.swallow();
        await waitFor(() => Promise.resolve(opened === CONNECTIONS));
        await manager.query('select 1');
      }),
    );
    expect(failed(await broken)).toHaveLength(CONNECTIONS);
    expect(failed(await all(() => database.query('select 1')))).toEqual([]);
    proxy.swallow({ serviceStays: true });
    await expect(database.query('select 1')).rejects.toThrow();
    expect(failed(await all(() => database.query('select 1')))).toEqual([]);
  });

  it.each(kinds)('does not delay the stop of the process (%o)', async (kind) => {
    await startImpatient(kind);
    const pool = (dataSource.driver as unknown as { master: EventEmitter }).master;
    let closed = 0;
    pool.on('remove', () => (closed += 1));
    proxy.swallow();
    await database.stop();
    await waitFor(() => closed === CONNECTIONS);
  });
});
