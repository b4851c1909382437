import { createDataSource, DatabaseConnection, migrateSchema } from '@lethe/database';
import { useTestDatabase } from '@lethe/testing';
import { CATALOG_SCHEMA, SecretBox } from '../src/index.js';

/** Seals and opens with a key that is always the same. */
export const BOX = new SecretBox([{ id: 'k1', bytes: Buffer.alloc(32, 1) }]);

/** A connection to `url` as the gateway has one. */
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
    lookupMs: 60_000, // what is tested here is not how soon a busy machine answers
  });
}

/** Gives the file a migrated database of its own; `connection` is there once the tests run. */
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
