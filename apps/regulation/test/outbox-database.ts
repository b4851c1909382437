import { createDataSource, DatabaseConnection } from '@lethe/database';
import { createTestDatabase } from '@lethe/testing';
import { OUTBOX_TABLE } from '../src/database/migrations/baseline/relay.js';
import { SCHEMA } from '../src/database/schema-name.js';

export async function newOutboxDatabase() {
  const testDatabase = await createTestDatabase();
  const { url } = testDatabase;
  const database = new DatabaseConnection({
    dataSource: createDataSource({
      url,
      schema: SCHEMA,
      applicationName: 'outbox-test',
      poolSize: 8,
      statementTimeoutMs: 60_000,
      connectTimeoutMs: 60_000,
    }),
    prepare: () => Promise.resolve(),
  });
  await database.start();
  await database.query(`create schema ${SCHEMA}`);
  await database.query(OUTBOX_TABLE);
  return {
    url,
    database,
    close: async () => {
      await database.stop();
      await testDatabase.drop();
    },
  };
}
