import { createTestDatabase, templateFor, type TestDatabase } from './test-postgres.js';

export interface UseTestDatabaseOptions {
  /** Makes the template that the database is copied from; see `templateFor`. */
  readonly template?: { readonly name: string; readonly migrate: (url: string) => Promise<void> };
}

/**
 * Gives the enclosing `describe` (or file) a database of its own, dropped at its end.
 * @returns an object whose `url` is there once the tests run
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
