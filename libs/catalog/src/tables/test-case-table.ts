import { FIXED_LIMITS, LetheError, type TestCaseContent } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { lookUps } from '../ask-database.js';
import { isIdentifier } from '../identifier.js';
import { CatalogTable } from './catalog-table.js';
import { toItem, type StoredItem, type StoredRow } from './stored-row.js';

interface TestCaseRow extends StoredRow {
  readonly name: string;
  readonly content: TestCaseContent;
}

/** The resource to which a test case belongs. */
export interface TestCaseOwner {
  readonly kind: 'transformation' | 'destination';
  readonly id: string;
}

/** Values that callers set. */
export interface TestCaseValues extends TestCaseContent {
  readonly name: string;
}

export interface CatalogTestCase extends StoredItem, TestCaseValues {}

export class TestCaseTable extends CatalogTable<TestCaseRow, CatalogTestCase, TestCaseValues> {
  private readonly connection: DatabaseConnection;

  /** @throws LetheError `not_found` if the id of the transformation or destination is invalid */
  constructor(
    database: DatabaseConnection,
    private readonly owner: TestCaseOwner,
  ) {
    if (!isIdentifier(owner.id)) throw new LetheError('not_found');
    super(database, {
      table: 'test_cases',
      ownedBy: { column: `${owner.kind}_id`, id: owner.id },
      idPrefix: 'case',
      columns: ['name', 'content'],
      bytes: 'octet_length(content::text)',
      admit: (manager, workspaceId) => admit(manager, workspaceId, owner),
      toItem: (row) => toItem(row, { name: row.name, ...row.content }),
      toColumns: ({ name, event, stages, expected, ignore }) => [
        name,
        { event, stages, expected, ignore } satisfies TestCaseContent,
      ],
      conflict: `There is already a test case with this name for the ${owner.kind}, or one with this id in the workspace.`,
    });
    this.connection = database;
  }

  /**
   * @returns ids and names of all test cases, without content, ordered by name
   * @throws LetheError `unavailable`
   */
  names(workspaceId: string): Promise<{ readonly id: string; readonly name: string }[]> {
    const sql = `select id, name from catalog.test_cases
      where workspace_id = $1 and ${this.owner.kind}_id = $2 order by name, id`;
    return lookUps(this.connection, workspaceId).query(sql, [workspaceId, this.owner.id]);
  }
}

/**
 * Locks the transformation or destination, because two concurrent creations would not count each
 * other's test case.
 *
 * @throws LetheError `not_found` if it does not exist, `conflict` if it has
 * `FIXED_LIMITS.testCases`
 */
async function admit(
  manager: EntityManager,
  workspaceId: string,
  { kind, id }: TestCaseOwner,
): Promise<void> {
  const [owner] = await manager.query<object[]>(
    `select from catalog.${kind}s where workspace_id = $1 and id = $2 for no key update`,
    [workspaceId, id],
  );
  if (owner === undefined) throw new LetheError('not_found');
  const [counted] = await manager.query<{ count: number }[]>(
    `select count(*)::int from catalog.test_cases where workspace_id = $1 and ${kind}_id = $2`,
    [workspaceId, id],
  );
  const maximum = FIXED_LIMITS.testCases;
  if ((counted?.count ?? 0) < maximum) return;
  throw new LetheError('conflict', {
    message: `The ${kind} has ${maximum} test cases, which is the maximum. Delete one that is not needed.`,
  });
}
