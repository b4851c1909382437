import { createTestDatabase, templateFor, type TestDatabase } from './test-postgres.js';

export interface UseTestDatabaseOptions {
  /** Template of the database; see `templateFor`. */
  readonly template?: { readonly name: string; readonly migrate: (url: string) => Promise<void> };
}

/**
 * Provides a new database for the tests of the enclosing `describe` or file. The database is
 * dropped after these tests.
 *
 * @returns an object whose `url` is available inside tests
 */
export function useTestDatabase(options: UseTestDatabaseOptions = {}): { readonly url: string } {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    const { template } = options;
    const name =
      template === undefined ? undefined : await templateFor(template.name, template.migrate);
    database = await createTestDatabase(name === undefined ? {} : { template: name });
  });
  afterAll(() => database?.drop());
  return {
    get url() {
      if (database === undefined) throw new Error('The database is there only inside of tests');
      return database.url;
    },
  };
}
