import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LetheError } from '@lethe/contracts';
import {
  endWhenFull,
  pageOf,
  sqlStateOf,
  type DatabaseConnection,
  type RowOfPage,
} from '@lethe/database';
import { turnOfItsOwn } from '@lethe/resilience';
import type { EntityManager } from 'typeorm';
import { lookUps } from '../ask-database.js';
import { isIdentifier } from '../identifier.js';
import type { CatalogPage, CatalogPageRequest } from './catalog-records.js';
import { explainRefusedWrite, FOREIGN_KEY_VIOLATION } from './explain-refused-write.js';
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
  /** Columns that all of its rows have in common: they take the first parameters. */
  private readonly common: readonly string[];
  private readonly mine: string;

  constructor(
    private readonly database: DatabaseConnection,
    private readonly kind: TableKind<Row, Item, Values>,
    private readonly onChange: OnChange = () => undefined,
  ) {
    const { columns, readOnly = [], ownedBy } = kind;
    this.common = ['workspace_id', ...(ownedBy === undefined ? [] : [ownedBy.column])];
    this.mine = this.common.map((column, index) => `${column} = $${index + 1}`).join(' and ');
    this.selected = ['workspace_id', 'id', ...columns, ...readOnly, 'created_at', 'updated_at']
      .concat('xmin::text as row_version')
      .join(', ');
  }

  /** Past the end of the list a page is empty. It ends early once its items have `FIXED_LIMITS.pageBytes`. */
  async page(workspaceId: string, { page, after }: CatalogPageRequest): Promise<CatalogPage<Item>> {
    const { table, bytes = '0', toItem } = this.kind;
    const whole = `select ${this.selected} from catalog.${table}
      where ${this.mine} order by id limit ${CATALOG_PAGE_SIZE} offset ${this.place(1)}`;
    const last = this.place(2);
    const rest = `select * from (${whole}) whole where ${last}::text is null or id > ${last} order by id`;
    const mine = this.valuesOf(workspaceId);
    const parameters = [...mine, (page - 1) * CATALOG_PAGE_SIZE, after ?? null];
    const { query } = lookUps(this.database, workspaceId);
    const [rows, counts] = await Promise.all([
      query<Row & RowOfPage>(endWhenFull(rest, { bytes, order: 'id' }), parameters),
      query<{ total: number }>(
        `select count(*)::int as total from catalog.${table} where ${this.mine}`,
        mine,
      ),
    ]);
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
    const rows = await lookUps(this.database, workspaceId).query<Row>(
      `select ${this.selected} from catalog.${this.kind.table}
        where ${this.mine} and id = any(${this.place(1)})`,
      [...this.valuesOf(workspaceId), possible],
    );
    return rows.map(this.kind.toItem);
  }

  /**
   * @param id generated when absent
   * @param author who does it, for tables that note that
   * @throws LetheError `conflict` when the id or another unique value is taken, `invalid_request`
   * for a reference to a missing resource, `unavailable`; what `admit` of the kind throws
   */
  async create(
    workspaceId: string,
    id: string | undefined,
    values: Values,
    author?: string,
  ): Promise<Item> {
    const { table, columns, idPrefix, toColumns, toItem, admit } = this.kind;
    const owner = { workspaceId, id: id ?? `${idPrefix}_${randomBytes(12).toString('hex')}` };
    const names = [...this.common, 'id', ...columns];
    const places = names.map((_, index) => `$${index + 1}`);
    const sql = `insert into catalog.${table} (${names.join(', ')}) values (${places.join(', ')})
      returning ${this.selected}, ${NOTE_AUTHOR.replace('$n', `$${names.length + 1}`)}`;
    const given = [
      ...this.valuesOf(workspaceId),
      owner.id,
      ...toColumns(values, owner),
      author ?? '',
    ];
    const database = this.database.of(workspaceId);
    const [row] = await this.changing(workspaceId, () =>
      admit === undefined
        ? database.query<Row>(sql, given)
        : database.transaction(async (manager) => {
            await admit(manager, workspaceId);
            return manager.query<Row[]>(sql, given);
          }),
    );
    return toItem(required(row));
  }

  /**
   * Replaces all values, under a lock on the row: of two changes that are based on the same version
   * one wins. Values that are those of the row already change nothing, `updatedAt` and the version included.
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
    const assignments = columns.map((name, index) => `${name} = ${this.place(index + 2)}`);
    return this.changing(workspaceId, () =>
      this.database.of(workspaceId).transaction(async (manager) => {
        const before = await this.locked(manager, workspaceId, id, precondition);
        // Each step over the secrets of a large configuration takes tens of milliseconds.
        const current = toItem(before);
        await turnOfItsOwn();
        const changed = change(current);
        await turnOfItsOwn();
        const values = toColumns(changed, { workspaceId, id }, before);
        await turnOfItsOwn();
        const present = columns.map((name) => before[name as keyof Row]);
        // Nothing to change is no change: the version, and with it the ETag of others, stays.
        if (isDeepStrictEqual(asStored(values), asStored(present))) return toItem(before);
        // TypeORM's answer to an update is [rows, count]; that to a select is the rows.
        const [row] = await manager.query<Row[]>(
          `with changed as (
             update catalog.${table} set ${assignments.join(', ')}, updated_at = now()
             where ${this.mine} and id = ${this.place(1)}
             returning ${this.selected}, ${NOTE_AUTHOR.replace('$n', this.place(columns.length + 2))}
           )
           select * from changed`,
          [...this.valuesOf(workspaceId), id, ...values, author ?? ''],
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
        `delete from catalog.${this.kind.table} where ${this.mine} and id = ${this.place(1)}`,
        [...this.valuesOf(workspaceId), id],
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
       where ${this.mine} and id = ${this.place(1)} for update`,
      [...this.valuesOf(workspaceId), id],
    );
    if (row === undefined) throw new LetheError('not_found');
    if (precondition !== undefined && precondition !== '*') {
      if (!precondition.includes(versionOf(row))) throw new LetheError('precondition_failed');
    }
    return row;
  }

  /** Of the columns that all rows have in common. */
  private valuesOf(workspaceId: string): readonly unknown[] {
    const { ownedBy } = this.kind;
    return ownedBy === undefined ? [workspaceId] : [workspaceId, ownedBy.id];
  }

  /** @param nth parameter after these, from 1 */
  private place(nth: number): string {
    return `$${this.common.length + nth}`;
  }

  /**
   * Calls `onChange` also when the change failed: after an outage it is not known whether the
   * change was committed.
   */
  private async changing<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explainRefusedWrite(error, this.kind);
    } finally {
      this.onChange(workspaceId);
    }
  }
}

/** Values as JSON columns give them back. */
function asStored(values: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(values));
}

function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('The database did not return the row that it wrote.');
  return row;
}
