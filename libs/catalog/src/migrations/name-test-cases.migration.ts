import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';

const OWNERS = ['transformation', 'destination'] as const;

/**
 * What is in a test case stays as it was sent, so that its event is shown with its members in their order, and its name is the only one
 * of its transformation or destination. No code before this wrote a test case, so nothing is rewritten, and no index takes time.
 */
export class NameTestCasesMigration extends NumberedMigration {
  readonly number = 12;
  readonly title = 'name-test-cases';
  readonly oldestCode = 1;
  readonly schema = 'catalog';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, [
      'alter table catalog.test_cases alter column content type json using content::json',
      ...OWNERS.flatMap((owner) => [
        `drop index if exists catalog.test_cases_${owner}`,
        `create unique index if not exists test_cases_${owner}_name
           on catalog.test_cases (workspace_id, ${owner}_id, name) where ${owner}_id is not null`,
      ]),
    ]);
  }
}
