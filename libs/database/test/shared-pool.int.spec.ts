import { useTestDatabase } from '@lethe/testing';
import type { PoolUse } from '../src/connection/database-observer.js';
import { openDatabase, type DatabaseConnection } from '../src/index.js';

/** Connections of the pool. One owner gets at most two of them. */
const CONNECTIONS = 3;

describe('a pool that owners share', () => {
  const testDatabase = useTestDatabase();
  let database: DatabaseConnection;
  let use: () => PoolUse;

  beforeEach(async () => {
    database = openDatabase({
      url: testDatabase.url,
      schema: 'public',
      applicationName: 'test',
      poolSize: CONNECTIONS,
      perOwner: 2,
      statementTimeoutMs: 60_000,
      connectTimeoutMs: 60_000,
      observer: {
        watchPool: (read) => {
          use = read;
          return () => undefined;
        },
        acquired: () => undefined,
        failed: () => undefined,
        retried: () => undefined,
      },
    });
    await database.start();
  });
  afterEach(() => database.stop());

  /** Begins transactions that stay open until `letGo` is called. */
  const hold = (owner: string, count: number) => {
    let letGo = (): void => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    const ended = Promise.all(
      Array.from({ length: count }, () => database.of(owner).transaction(() => released)),
    );
    return { ended, letGo };
  };

  it('keeps a connection free for other owners, and reports the waiting calls', async () => {
    const greedy = hold('greedy', 10);
    expect(await database.of('other').query('select 1 as n')).toEqual([{ n: 1 }]);
    expect(await database.of('other').transaction((one) => one.query('select 2 as n'))).toEqual([
      { n: 2 },
    ]);
    expect(use()).toMatchObject({ waiting: 8, max: CONNECTIONS });
    greedy.letGo();
    await greedy.ended;
    expect(use().waiting).toBe(0);
  });

  it('frees its connection when the work fails', async () => {
    for (let n = 0; n < 2 * CONNECTIONS; n += 1) {
      await expect(database.of('a').query('select nonsense')).rejects.toThrow();
    }
    expect(await database.of('a').query('select 1 as n')).toEqual([{ n: 1 }]);
  });
});
