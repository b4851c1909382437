import { migrateSchema } from '@lethe/database';
import { useTestDatabase } from '@lethe/testing';
import { CATALOG_SCHEMA } from '../src/index.js';
import { connectCatalog } from './catalog-database.js';

const BEFORE = {
  ...CATALOG_SCHEMA,
  migrations: CATALOG_SCHEMA.migrations.filter((Migration) => new Migration().number < 10),
};
const database = useTestDatabase({
  template: {
    name: 'catalog-before-versions',
    migrate: async (url) => {
      await migrateSchema(url, BEFORE);
    },
  },
});

it('transformations of before have a first version, and what older code saves makes others', async () => {
  const connection = connectCatalog(database.url);
  await connection.start();
  try {
    await connection.query(`insert into catalog.workspaces (id, name) values ('ws', 'W')`);
    await connection.query(
      `insert into catalog.transformations (workspace_id, id, name, code) values ('ws', 'tr', 'T', 'one'), ('ws', 'tr_2', 'T', 'x')`,
    );
    await migrateSchema(database.url, CATALOG_SCHEMA);
    await connection.query(`update catalog.transformations set code = 'two' where id = 'tr'`);
    await connection.query(`update catalog.transformations set name = 'N', version = 7`);
    const versions = `select transformation_id as id, number, code, created_by from catalog.transformation_versions order by 1, 2`;
    expect(await connection.query(versions)).toEqual([
      { id: 'tr', number: 1, code: 'one', created_by: null },
      { id: 'tr', number: 2, code: 'two', created_by: null },
      { id: 'tr_2', number: 1, code: 'x', created_by: null },
    ]);
    const present = 'select id, version from catalog.transformations order by id';
    expect(await connection.query(present)).toEqual([
      { id: 'tr', version: 2 },
      { id: 'tr_2', version: 1 },
    ]);
  } finally {
    await connection.stop();
  }
});
