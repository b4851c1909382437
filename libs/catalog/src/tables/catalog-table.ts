import { randomBytes } from 'node:crypto';
import { LetheError } from '@lethe/contracts';
import {
  endWhenFull,
  pageOf,
  sqlStateOf,
  type DatabaseConnection,
  type RowOfPage,
} from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { askDatabase } from '../ask-database.js';
import { isIdentifier } from '../identifier.js';
import type { CatalogPage, CatalogPageRequest } from './catalog-records.js';
import { explainViolation, FOREIGN_KEY_VIOLATION } from './explain-violation.js';
import { versionOf, type StoredRow } from './stored-row.js';
import type { TableKind } from './table-kind.js';

/** Versions that a change may be based on; `*` is any. Absent: no condition. */
export type Precondition = '*' | readonly string[];

/** Called after each change of a workspace: anything cached of the workspace is out of date. */
export type OnChange = (workspaceId: string) => void;

/** In `returning`, which comes before the triggers that read it; holds until the end of the transaction. */
const NOTE_AUTHOR = `set_config('lethe.author', $n, true)`;

/** Items on a page of a list. */
export const CATALOG_PAGE_SIZE = 100;

/**
 * Reads and writes the rows of one kind of resource, always within one workspace. SQL by hand, because a
 * repository returns neither `xmin` nor the row that it wrote: see docs/adr/0007.
 */
export class CatalogTable<Row extends StoredRow, Item, Values> {
  private readonly selected: string;

  constructor(
    private readonly database: DatabaseConnection,
    private readonly kind: TableKind<Row, Item, Values>,
    private readonly onChange: OnChange = () => undefined,
  ) {
    const { columns, readOnly = [] } = kind;
    this.selected = ['workspace_id', 'id', ...columns, ...readOnly, 'created_at', 'updated_at']
      .concat('xmin::text as row_version')
      .join(', ');
  }

  /** Past the end of the list a page is empty. It ends early once its items have `FIXED_LIMITS.pageBytes`. */
  async page(workspaceId: string, { page, after }: CatalogPageRequest): Promise<CatalogPage<Item>> {
    const { table, bytes = '0', toItem } = this.kind;
    const whole = `select ${this.selected} from catalog.${table}
      where workspace_id = $1 order by id limit ${CATALOG_PAGE_SIZE} offset $2`;
    const rest = `select * from (${whole}) whole where $3::text is null or id > $3 order by id`;
    const parameters = [workspaceId, (page - 1) * CATALOG_PAGE_SIZE, after ?? null];
    const [rows, counts] = await askDatabase(
      () =>
        Promise.all([
          this.database
            .of(workspaceId)
            .query<Row & RowOfPage>(endWhenFull(rest, { bytes, order: 'id' }), parameters),
          this.database
            .of(workspaceId)
            .query<{ total: number }>(
              `select count(*)::int as total from catalog.${table} where workspace_id = $1`,
              [workspaceId],
            ),
        ]),
      this.database.lookupMs,
    );
    const { goesOnAfter } = pageOf(rows, CATALOG_PAGE_SIZE);
    return {
      items: rows.map(toItem),
      total: counts[0]?.total ?? 0,
      ...(goesOnAfter === undefined ? {} : { goesOnAfter: goesOnAfter.id }),
    };
  }

  async find(workspaceId: string, id: string): Promise<Item | undefined> {
    return (await this.findMany(workspaceId, [id]))[0];
  }

  /** @returns those that exist, in no particular order */
  async findMany(workspaceId: string, ids: readonly string[]): Promise<Item[]> {
    const possible = ids.filter(isIdentifier);
    if (possible.length === 0) return [];
    const rows = await askDatabase(
      () =>
        this.database.of(workspaceId).query<Row>(
          `select ${this.selected} from catalog.${this.kind.table}
         where workspace_id = $1 and id = any($2)`,
          [workspaceId, possible],
        ),
      this.database.lookupMs,
    );
    return rows.map(this.kind.toItem);
  }

  /**
   * @param id generated when absent
   * @param author who does it, for tables that note that
   * @throws LetheError `conflict` when the id or another unique value is taken, `invalid_request`
   * for a reference to a missing resource, `unavailable`
   */
  async create(
    workspaceId: string,
    id: string | undefined,
    values: Values,
    author?: string,
  ): Promise<Item> {
    const { table, columns, idPrefix, toColumns, toItem } = this.kind;
    const owner = { workspaceId, id: id ?? `${idPrefix}_${randomBytes(12).toString('hex')}` };
    const places = columns.map((_, index) => `$${index + 3}`);
    const [row] = await this.changing(workspaceId, () =>
      this.database.of(workspaceId).query<Row>(
        `insert into catalog.${table} (workspace_id, id, ${columns.join(', ')})
         values ($1, $2, ${places.join(', ')})
         returning ${this.selected}, ${NOTE_AUTHOR.replace('$n', `$${columns.length + 3}`)}`,
        [workspaceId, owner.id, ...toColumns(values, owner), author ?? ''],
      ),
    );
    return toItem(required(row));
  }

  /**
   * Replaces all values, under a lock on the row: of two changes that are based on the same version
   * one wins.
   *
   * @param change gets the present state and returns the new values; when it throws, the row stays
   * as it is
   * @param author who does it, for tables that note that
   * @throws LetheError `not_found`, `precondition_failed`, and as `create`
   */
  async replace(
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
    change: (current: Item) => Values,
    author?: string,
  ): Promise<Item> {
    const { table, columns, toColumns, toItem } = this.kind;
    const assignments = columns.map((name, index) => `${name} = $${index + 3}`);
    return this.changing(workspaceId, () =>
      this.database.of(workspaceId).transaction(async (manager) => {
        const before = await this.locked(manager, workspaceId, id, precondition);
        const values = toColumns(change(toItem(before)), { workspaceId, id }, before);
        // TypeORM's answer to an update is [rows, count]; that to a select is the rows.
        const [row] = await manager.query<Row[]>(
          `with changed as (
             update catalog.${table} set ${assignments.join(', ')}, updated_at = now()
             where workspace_id = $1 and id = $2
             returning ${this.selected}, ${NOTE_AUTHOR.replace('$n', `$${columns.length + 3}`)}
           )
           select * from changed`,
          [workspaceId, id, ...values, author ?? ''],
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
    const removed = this.database.of(workspaceId).transaction(async (manager) => {
      await this.locked(manager, workspaceId, id, precondition);
      await manager.query(
        `delete from catalog.${this.kind.table} where workspace_id = $1 and id = $2`,
        [workspaceId, id],
      );
    });
    await this.changing(workspaceId, () =>
      removed.catch(async (error: unknown) => {
        // The transaction has given its connection back: there may be no other one.
        if (sqlStateOf(error) === FOREIGN_KEY_VIOLATION) {
          await this.kind.whenNeeded?.(workspaceId, id);
        }
        throw error;
      }),
    );
  }

  /**
   * Checks that a change would find its row, without changing the row. Throws what `remove` would.
   */
  async expect(
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
  ): Promise<void> {
    await this.database
      .of(workspaceId)
      .transaction((manager) => this.locked(manager, workspaceId, id, precondition));
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

  /**
   * Calls `onChange` also when the change failed: after an outage it is not known whether the
   * change was committed.
   */
  private async changing<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explainViolation(error, this.kind);
    } finally {
      this.onChange(workspaceId);
    }
  }
}

function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('The database did not return the row that it wrote.');
  return row;
}
