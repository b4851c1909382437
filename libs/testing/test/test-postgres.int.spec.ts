import pg from 'pg';
import { createTestDatabase, templateFor, testPostgresUrl } from '../src/test-postgres.js';
import { useTestDatabase } from '../src/use-test-database.js';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const cities = async (url: string): Promise<void> => {
  await query(url, "create table cities as select 'Elis' as name");
};

describe('test databases', () => {
  const own = useTestDatabase({ template: { name: 'cities', migrate: cities } });

  it('are all on one server', async () => {
    await expect(testPostgresUrl()).resolves.toBe(await testPostgresUrl());
    expect(new URL(own.url).host).toBe(new URL(await testPostgresUrl()).host);
  });

  it('contain the data of their template', async () => {
    await expect(query(own.url, 'select name from cities')).resolves.toEqual([{ name: 'Elis' }]);
  });

  it('are isolated from each other', async () => {
    const other = await createTestDatabase({ template: await templateFor('cities', cities) });
    await query(other.url, 'drop table cities');
    await expect(query(own.url, 'select name from cities')).resolves.toHaveLength(1);
    await other.drop();
  });

  it('are removed by drop(), even with open connections', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    await database.drop();
    await expect(query(database.url, 'select 1')).rejects.toMatchObject({ code: '3D000' });
    await client.end();
  });

  it('share a template, which is created only once, even for concurrent callers', async () => {
    let migrations = 0;
    const migrate = async (url: string): Promise<void> => {
      migrations += 1;
      await cities(url);
    };
    await Promise.all([templateFor('towns', migrate), templateFor('towns', migrate)]);
    expect(migrations).toBe(1);
  });

  it('are not copied from a template whose migration failed', async () => {
    const broken = (): Promise<void> => Promise.reject(new Error('bad migration'));
    await expect(templateFor('broken', broken)).rejects.toThrow('bad migration');
    await expect(templateFor('broken', cities)).resolves.toMatch(/^template_broken_/);
  });
});
