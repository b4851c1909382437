import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A hand-written migration with a number, which also records the oldest code that may still run
 * on its result. Expand first, contract releases later, and rollbacks and rolling upgrades work.
 */
export abstract class NumberedMigration implements MigrationInterface {
  /** 1, 2, 3 … within its schema. */
  abstract readonly number: number;
  /** Kebab-case, says what changes. */
  abstract readonly title: string;
  /** Number of the newest migration that the oldest code which still works knows. */
  abstract readonly oldestCode: number;
  /** Postgres schema. */
  abstract readonly schema: string;
  /**
   * `false`: not in a transaction, for what Postgres does outside of one only (`create index
   * concurrently`). After a crash in the middle it is run again from its beginning.
   */
  readonly transaction: boolean = true;

  protected abstract apply(runner: QueryRunner): Promise<void>;

  /** TypeORM orders migrations by the 13 digits at the end. */
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

  /** Rolling back is running older code on the newer schema, which `oldestCode` allows or refuses. */
  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are not reverted: run the older code instead.'));
  }
}
