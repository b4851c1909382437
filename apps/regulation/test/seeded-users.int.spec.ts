import { listOf } from '@lethe/testing';
import pg from 'pg';
import { newTestService, type TestService } from './test-service.js';

interface Users {
  readonly from: number;
  readonly to: number;
  readonly firstMs: number;
  readonly stepMs: number;
}

type Store<Connections> = (connections: Connections, users: Users) => Promise<void>;

interface Seeds {
  readonly seedInPortions: Store<pg.Client>;
  readonly seedUsers: Store<readonly pg.Client[]>;
  readonly removeUsers: (database: pg.Client) => Promise<void>;
}

const SEEDS = new URL('../../../bench/growth/seed-users.mjs', import.meta.url).href;
const USERS = { from: 1, to: 200, firstMs: Date.now() - 1_000_000, stepMs: 100 };

/** The benchmark of growth takes many minutes, so it does not run after each migration. */
describe('the users that the benchmark of growth stores', () => {
  let service: TestService;
  let connections: pg.Client[];

  beforeEach(async () => {
    service = await newTestService();
    connections = listOf(3, () => new pg.Client({ connectionString: service.url }));
    for (const connection of connections) await connection.connect();
  });

  afterEach(async () => {
    for (const connection of connections) await connection.end();
    await service.close();
  });

  it('fit the newest schema, and can be removed', async () => {
    const { seedInPortions, seedUsers, removeUsers } = (await import(SEEDS)) as Seeds;
    const stored = async (): Promise<number> => {
      const [row] = await service.database.query<{ count: number }>(
        'select count(*)::int as count from regulation.suppressions',
      );
      return row!.count;
    };
    await seedInPortions(connections[0]!, USERS);
    expect(await stored()).toBe(200);
    await removeUsers(connections[0]!);
    expect(await stored()).toBe(0);
    await seedUsers(connections, USERS);
    expect(await stored()).toBe(200);
    await removeUsers(connections[0]!);
    expect(await stored()).toBe(0);
  });
});
