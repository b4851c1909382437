import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A hand-written migration with a number. It records the oldest code that can use the migrated
 * schema. To allow rollbacks and rolling upgrades, expand first and contract later. The first
 * migration adds the columns and tables that new code needs. A migration of a later release removes
 * those that no running code needs.
 */
export abstract class NumberedMigration implements MigrationInterface {
  /** 1, 2, 3 … within the schema. */
  abstract readonly number: number;
  /** Describes the change, in kebab-case. */
  abstract readonly title: string;
  /** Number of the newest migration that the oldest compatible code knows. */
  abstract readonly oldestCode: number;
  /** Postgres schema. */
  abstract readonly schema: string;
  /**
   * Whether the migration runs in a transaction. It is `false` for statements that Postgres refuses
   * in a transaction, such as `create index concurrently`. After a crash, a migration without a
   * transaction runs again from its beginning.
   */
  readonly transaction: boolean = true;

  protected abstract apply(runner: QueryRunner): Promise<void>;

  /** TypeORM sorts migrations by the 13 digits at the end. */
  get name(): string {
    return `${this.title}-${String(this.number).padStart(13, '0')}`;
  }

  async up(runner: QueryRunner): Promise<void> {
    await this.apply(runner);
    await runner.query(
      `insert into ${this.schema}.compatibility (number, oldest_code) values ($1, $2)
         on conflict (number) do nothing`,
      [this.number, this.oldestCode],
    );
  }

  /** Always fails. A rollback runs older code on the newer schema, if `oldestCode` allows it. */
  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are not reverted: run the older code instead.'));
  }
}
