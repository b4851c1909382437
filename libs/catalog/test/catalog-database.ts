import { createDataSource, DatabaseConnection, migrateSchema } from '@lethe/database';
import { useTestDatabase } from '@lethe/testing';
import { CATALOG_SCHEMA, SecretBox } from '../src/index.js';

/** Secret box with a constant key. */
export const BOX = new SecretBox([{ id: 'k1', bytes: Buffer.alloc(32, 1) }]);

/** Returns a connection to `url`, configured like the connection of the gateway. */
export function connectCatalog(url: string): DatabaseConnection {
  return new DatabaseConnection({
    dataSource: createDataSource({
      url,
      schema: CATALOG_SCHEMA.schema,
      applicationName: 'test',
      poolSize: 5,
      statementTimeoutMs: 60_000,
      connectTimeoutMs: 20_000,
    }),
    prepare: () => Promise.resolve(),
    lookupMs: 60_000, // long, because these tests do not measure response times
  });
}

/** Creates a migrated database for the test file. `connection` exists only while tests run. */
export function useCatalogDatabase(): {
  readonly url: string;
  readonly connection: DatabaseConnection;
} {
  const database = useTestDatabase({
    template: {
      name: 'catalog',
      migrate: async (url) => {
        await migrateSchema(url, CATALOG_SCHEMA);
      },
    },
  });
  let connection: DatabaseConnection | undefined;
  beforeAll(async () => {
    connection = connectCatalog(database.url);
    await connection.start();
  });
  afterAll(() => connection?.stop());
  return {
    get url() {
      return database.url;
    },
    get connection() {
      if (connection === undefined) throw new Error('The connection is there only inside of tests');
      return connection;
    },
  };
}
