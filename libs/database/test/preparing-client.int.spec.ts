import { useTestDatabase } from '@lethe/testing';
import { createDataSource, DatabaseConnection } from '../src/index.js';

describe('statements with parameters', () => {
  const testDatabase = useTestDatabase();

  async function preparedAfter(settings: { keepsSession?: boolean }): Promise<number> {
    const database = new DatabaseConnection({
      dataSource: createDataSource({
        url: testDatabase.url,
        schema: 'public',
        applicationName: 'test',
        poolSize: 1,
        statementTimeoutMs: 60_000,
        connectTimeoutMs: 20_000,
        ...settings,
      }),
      prepare: () => Promise.resolve(),
    });
    await database.start();
    try {
      for (const n of [1, 2, 3]) {
        expect(await database.query('select $1::int as n', [n])).toEqual([{ n }]);
      }
      const [row] = await database.query<{ prepared: number }>(
        `select count(*)::int as prepared from pg_prepared_statements where statement like '%$1::int as n%'
           and statement not like '%pg_prepared_statements%'`,
      );
      return row!.prepared;
    } finally {
      await database.stop();
    }
  }

  it('are parsed only once on each connection', async () => {
    expect(await preparedAfter({})).toBe(1);
  });

  it('are not prepared on a connection that keeps no session', async () => {
    expect(await preparedAfter({ keepsSession: false })).toBe(0);
  });
});
