import { createHash, randomBytes } from 'node:crypto';
import { LetheError } from '@lethe/contracts';
import { sqlStateOf, type DatabaseConnection } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { isIdentifier } from '../identifier.js';
import { askDatabase } from '../reading/ask-database.js';
import { CATALOG_PAGE_SIZE } from '../reading/catalog-page-size.js';
import type { CatalogPage } from '../reading/catalog-records.js';

/** Columns that the row of every kind has. */
export interface StoredRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Number of the transaction that wrote this state of the row. */
  readonly row_version: string;
}

/** Versions that a change may be based on; `*` is any. Absent: no condition. */
export type Precondition = '*' | readonly string[];

/** Told after each change: what was read of the workspace is out of date. */
export type OnChange = (workspaceId: string) => void;

/** What makes one kind of things differ from another. */
export interface TableKind<Row extends StoredRow, Item, Values> {
  readonly table: string;
  /** In front of ids that are made here. */
  readonly idPrefix: string;
  /** Beside those of `StoredRow`. */
  readonly columns: readonly string[];
  readonly toItem: (row: Row) => Item;
  /** @returns what the columns get, in their order; `before` is the row that is replaced */
  readonly toColumns: (
    values: Values,
    owner: { readonly workspaceId: string; readonly id: string },
    before?: Row,
  ) => readonly unknown[];
  /** What to say when one of the unique columns is taken. */
  readonly conflict: string;
  /** What is wrong when a foreign key leads nowhere, by a part of the constraint's name. */
  readonly references?: Readonly<Record<string, string>>;
  /** Called when a row cannot go because others need it; throws what to say. */
  readonly whenNeeded?: (workspaceId: string, id: string) => Promise<never>;
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** One kind of things in the catalog, always within one workspace. */
export class CatalogTable<Row extends StoredRow, Item, Values> {
  private readonly selected: string;

  constructor(
    private readonly database: DatabaseConnection,
    private readonly kind: TableKind<Row, Item, Values>,
    private readonly onChange: OnChange = () => undefined,
  ) {
    this.selected = ['workspace_id', 'id', ...kind.columns, 'created_at', 'updated_at']
      .concat('xmin::text as row_version')
      .join(', ');
  }

  /** @param page from 1; past the end it is empty */
  async page(workspaceId: string, page: number): Promise<CatalogPage<Item>> {
    const from = (page - 1) * CATALOG_PAGE_SIZE;
    const [rows, counts] = await askDatabase(
      () =>
        Promise.all([
          this.database.query<Row>(
            `select ${this.selected} from catalog.${this.kind.table}
           where workspace_id = $1 order by id limit ${CATALOG_PAGE_SIZE} offset $2`,
            [workspaceId, from],
          ),
          this.database.query<{ total: number }>(
            `select count(*)::int as total from catalog.${this.kind.table} where workspace_id = $1`,
            [workspaceId],
          ),
        ]),
      this.database.lookupMs,
    );
    return { items: rows.map(this.kind.toItem), total: counts[0]?.total ?? 0 };
  }

  async find(workspaceId: string, id: string): Promise<Item | undefined> {
    return (await this.findMany(workspaceId, [id]))[0];
  }

  /** @returns those that there are, in no order */
  async findMany(workspaceId: string, ids: readonly string[]): Promise<Item[]> {
    const possible = ids.filter(isIdentifier);
    if (possible.length === 0) return [];
    const rows = await askDatabase(
      () =>
        this.database.query<Row>(
          `select ${this.selected} from catalog.${this.kind.table}
         where workspace_id = $1 and id = any($2)`,
          [workspaceId, possible],
        ),
      this.database.lookupMs,
    );
    return rows.map(this.kind.toItem);
  }

  /**
   * @param id made here when it is absent
   * @throws LetheError `conflict` when it is taken, `invalid_request` for a reference that leads
   *   nowhere, `unavailable`
   */
  async create(workspaceId: string, id: string | undefined, values: Values): Promise<Item> {
    const { table, columns, idPrefix, toColumns, toItem } = this.kind;
    const owner = { workspaceId, id: id ?? `${idPrefix}_${randomBytes(12).toString('hex')}` };
    const places = columns.map((_, index) => `$${index + 3}`);
    const [row] = await this.changing(workspaceId, () =>
      this.database.query<Row>(
        `insert into catalog.${table} (workspace_id, id, ${columns.join(', ')})
         values ($1, $2, ${places.join(', ')}) returning ${this.selected}`,
        [workspaceId, owner.id, ...toColumns(values, owner)],
      ),
    );
    return toItem(required(row));
  }

  /**
   * Replaces all values, under a lock on the row: of two changes that are based on the same version
   * one wins.
   *
   * @param change gets the present state; what it throws leaves the row as it is
   * @throws LetheError `not_found`, `precondition_failed`, and as `create`
   */
  async replace(
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
    change: (current: Item) => Values,
  ): Promise<Item> {
    const { table, columns, toColumns, toItem } = this.kind;
    const assignments = columns.map((name, index) => `${name} = $${index + 3}`);
    return this.changing(workspaceId, () =>
      this.database.transaction(async (manager) => {
        const before = await this.locked(manager, workspaceId, id, precondition);
        const values = toColumns(change(toItem(before)), { workspaceId, id }, before);
        // TypeORM's answer to an update is [rows, count]; that to a select is the rows.
        const [row] = await manager.query<Row[]>(
          `with changed as (
             update catalog.${table} set ${assignments.join(', ')}, updated_at = now()
             where workspace_id = $1 and id = $2
             returning *, xmin::text as row_version
           )
           select * from changed`,
          [workspaceId, id, ...values],
        );
        return toItem(required(row));
      }),
    );
  }

  /** @throws LetheError `not_found`, `precondition_failed`, `unavailable`; see `whenNeeded` */
  async remove(
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
  ): Promise<void> {
    await this.changing(workspaceId, () =>
      this.database.transaction(async (manager) => {
        await this.locked(manager, workspaceId, id, precondition);
        await manager
          .query(`delete from catalog.${this.kind.table} where workspace_id = $1 and id = $2`, [
            workspaceId,
            id,
          ])
          .catch(async (error: unknown) => {
            if (sqlStateOf(error) === FOREIGN_KEY_VIOLATION) {
              await this.kind.whenNeeded?.(workspaceId, id);
            }
            throw error;
          });
      }),
    );
  }

  /** Whether a change would find its row, without changing it. Throws what `remove` would. */
  async expect(
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
  ): Promise<void> {
    await this.database.transaction((manager) =>
      this.locked(manager, workspaceId, id, precondition),
    );
  }

  private async locked(
    manager: EntityManager,
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
  ): Promise<Row> {
    if (!isIdentifier(id)) throw new LetheError('not_found');
    const [row] = await manager.query<Row[]>(
      `select ${this.selected} from catalog.${this.kind.table}
       where workspace_id = $1 and id = $2 for update`,
      [workspaceId, id],
    );
    if (row === undefined) throw new LetheError('not_found');
    if (precondition !== undefined && precondition !== '*') {
      if (!precondition.includes(versionOf(row))) throw new LetheError('precondition_failed');
    }
    return row;
  }

  /** Tells of the change also when it failed: after an outage nobody knows whether it did. */
  private async changing<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const state = sqlStateOf(error);
      if (state === UNIQUE_VIOLATION) {
        throw new LetheError('conflict', { message: this.kind.conflict, cause: error });
      }
      if (state === FOREIGN_KEY_VIOLATION) throw this.brokenReference(error);
      throw error;
    } finally {
      this.onChange(workspaceId);
    }
  }

  private brokenReference(error: unknown): unknown {
    const constraint = constraintOf(error);
    for (const [part, path] of Object.entries(this.kind.references ?? {})) {
      if (!constraint.includes(part)) continue;
      const problem = 'there is none with this id in the workspace';
      return new LetheError('invalid_request', {
        message: `${path}: ${problem}`,
        details: { [path]: problem },
        cause: error,
      });
    }
    return error;
  }
}

/**
 * Changes with every change of the row, and is never used again, not even for a row that takes the
 * place of a deleted one. Hashed: the number of transactions is nobody's business.
 */
export function versionOf(row: StoredRow): string {
  return createHash('sha256')
    .update(`${row.row_version} ${row.updated_at.getTime()}`)
    .digest('base64url')
    .slice(0, 22);
}

function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('The database did not return the row that it wrote.');
  return row;
}

function constraintOf(error: unknown): string {
  const { driverError } = error as { driverError?: { constraint?: unknown } };
  const constraint = driverError?.constraint;
  return typeof constraint === 'string' ? constraint : '';
}
