import { SilentProxy, useTestDatabase, waitFor } from '@lethe/testing';
import type { EventEmitter } from 'node:events';
import type { DataSource } from 'typeorm';
import { createDataSource, DatabaseConnection } from '../src/index.js';

const CONNECTIONS = 3;
const testDatabase = useTestDatabase();
let proxy: SilentProxy;
let dataSource: DataSource;
let database: DatabaseConnection;

describe.each([{ keepsSession: true }, { keepsSession: false }])(
  'a server that falls silent (%o)',
  (settings) => {
    beforeEach(async () => {
      const url = new URL(testDatabase.url);
      proxy = await SilentProxy.start({ host: url.hostname, port: Number(url.port) });
      url.port = String(proxy.port);
      dataSource = createDataSource({
        url: url.href,
        schema: 'public',
        entities: [],
        applicationName: 'test',
        poolSize: CONNECTIONS,
        statementTimeoutMs: 1_500,
        connectTimeoutMs: 20_000,
        ...settings,
      });
      database = new DatabaseConnection({ dataSource, prepare: () => Promise.resolve() });
      await database.start();
      await all(() => database.query('select pg_sleep($1)', [0.1]));
    });
    afterEach(async () => {
      await database.stop();
      proxy.close();
    });

    const all = <T>(work: () => Promise<T>) =>
      Promise.allSettled(Array.from({ length: CONNECTIONS }, work));
    const failed = (results: PromiseSettledResult<unknown>[]) =>
      results.filter(({ status }) => status === 'rejected');

    it('costs each connection one query, and no more', async () => {
      proxy.swallow();
      expect(failed(await all(() => database.query('select $1::int', [1])))).toHaveLength(
        CONNECTIONS,
      );
      expect(failed(await all(() => database.query('select $1::int', [1])))).toEqual([]);
    });

    it('costs each connection one transaction, and no more', async () => {
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
    });

    it('is let go of when the process stops', async () => {
      const pool = (dataSource.driver as unknown as { master: EventEmitter }).master;
      let closed = 0;
      pool.on('remove', () => (closed += 1));
      proxy.swallow();
      await database.stop();
      await waitFor(() => closed === CONNECTIONS);
    });
  },
);
