import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * A page of a list reads what it shows, whatever the filters: each regulation is in the one index
 * of its type and state, so that a new one costs no more than before. A single index with all
 * columns would be wider, and 20 % slower to fill.
 *
 * Built without a lock on writes, outside of a transaction; begun anew after a crash. Older code
 * that still runs beside sorts all regulations of a workspace for each page.
 */
export class ListByFilterMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 7;
  readonly oldestCode = 1;
  readonly title = 'list-by-filter';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const [name, condition] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${SCHEMA}.${name}`);
      // Nulls first, as in no other index: so no other index has this order, and the planner cannot
      // choose one to walk through in the hope of soon meeting the rows that its statistics
      // promise. Ascending: new ids go to the end.
      await runner.query(
        `create index concurrently ${name} on ${SCHEMA}.regulations
           (workspace_id, id nulls first) where ${condition}`,
      );
    }
    for (const name of REPLACED) {
      await runner.query(`drop index concurrently if exists ${SCHEMA}.${name}`);
    }
  }
}

const INDEXES = {
  regulations_suppress_active: `regulation_type = 'suppress' and not canceled`,
  regulations_suppress_canceled: `regulation_type = 'suppress' and canceled`,
  regulations_delete_active: `regulation_type = 'suppress_with_delete' and not canceled`,
  regulations_delete_canceled: `regulation_type = 'suppress_with_delete' and canceled`,
};
const REPLACED = ['regulations_by_workspace', 'regulations_canceled', 'regulations_deleting'];
