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
import { waitForOwnTurn } from '@lethe/resilience';
import type { EntityManager } from 'typeorm';
import { lookUps } from '../ask-database.js';
import { isIdentifier } from '../identifier.js';
import type { CatalogPage, CatalogPageRequest } from './catalog-records.js';
import { explainRefusedWrite, FOREIGN_KEY_VIOLATION } from './explain-refused-write.js';
import { versionOf, type StoredRow } from './stored-row.js';
import type { TableKind } from './table-kind.js';

/**
 * Versions of the row for which a change is allowed; `*` allows any version. Without a
 * precondition, any version is allowed, too.
 */
export type Precondition = '*' | readonly string[];

/** Called after each change in a workspace, so that cached data of the workspace can be removed. */
export type OnChange = (workspaceId: string) => void;

/**
 * Sets the author for the trigger that stores a version. It is part of `returning`, because
 * PostgreSQL evaluates this clause before it runs the trigger. The setting ends with the
 * transaction.
 */
const NOTE_AUTHOR = `set_config('lethe.author', $n, true)`;

/** Maximum number of items on a page. */
export const CATALOG_PAGE_SIZE = 100;
/**
 * Maximum number of items that `all` reads at once. 5,000 small destinations take 0.3 s with 100,
 * and 0.1 s with 1,000; a portion is parsed in one turn of the event loop.
 */
const PORTION = 500;

/**
 * Reads and writes the rows of one kind of resource, always within one workspace. The SQL is
 * handwritten, because a TypeORM repository returns neither `xmin` nor the row that it wrote
 * (docs/adr/0007).
 */
export class CatalogTable<Row extends StoredRow, Item, Values> {
  private readonly selected: string;
  /**
   * Columns that have the same value in all rows of a request: the workspace, and the owner if
   * there is one. Their values are the first parameters.
   */
  private readonly common: readonly string[];
  private readonly condition: string;

  constructor(
    private readonly database: DatabaseConnection,
    private readonly kind: TableKind<Row, Item, Values>,
    private readonly onChange: OnChange = () => undefined,
  ) {
    const { columns, readOnly = [], ownedBy } = kind;
    this.common = ['workspace_id', ...(ownedBy === undefined ? [] : [ownedBy.column])];
    this.condition = this.common.map((column, index) => `${column} = $${index + 1}`).join(' and ');
    this.selected = ['workspace_id', 'id', ...columns, ...readOnly, 'created_at', 'updated_at']
      .concat('xmin::text as row_version')
      .join(', ');
  }

  /**
   * Returns one page. A page after the end of the list is empty. A page ends early when its items
   * reach `FIXED_LIMITS.pageBytes`.
   */
  async page(workspaceId: string, { page, after }: CatalogPageRequest): Promise<CatalogPage<Item>> {
    const { table, bytes = '0', toItem } = this.kind;
    const pageSql = `select ${this.selected} from catalog.${table}
      where ${this.condition} order by id limit ${CATALOG_PAGE_SIZE} offset ${this.parameter(1)}`;
    const afterId = this.parameter(2);
    const remainingSql = `select * from (${pageSql}) whole where ${afterId}::text is null or id > ${afterId} order by id`;
    const ownerValues = this.valuesOf(workspaceId);
    const parameters = [...ownerValues, (page - 1) * CATALOG_PAGE_SIZE, after ?? null];
    const { query } = lookUps(this.database, workspaceId);
    const [rows, counts] = await Promise.all([
      query<Row & RowOfPage>(endWhenFull(remainingSql, { bytes, order: 'id' }), parameters),
      query<{ total: number }>(
        `select count(*)::int as total from catalog.${table} where ${this.condition}`,
        ownerValues,
      ),
    ]);
    const { goesOnAfter } = pageOf(rows, CATALOG_PAGE_SIZE);
    return {
      items: rows.map(toItem),
      total: counts[0]?.total ?? 0,
      ...(goesOnAfter === undefined ? {} : { continuesAfter: goesOnAfter.id }),
    };
  }

  /**
   * Reads all items in the sequence of their ids, in portions that end like a page when they are
   * large. Each portion is read when the caller asks for it.
   */
  async *all(workspaceId: string): AsyncGenerator<readonly Item[]> {
    const { table, bytes = '0', toItem } = this.kind;
    const after = this.parameter(1);
    const sql = endWhenFull(
      `select ${this.selected} from catalog.${table}
        where ${this.condition} and (${after}::text is null or id > ${after})
        order by id limit ${PORTION + 1}`,
      { bytes, order: 'id' },
    );
    const { query } = lookUps(this.database, workspaceId);
    let last: string | null | undefined = null;
    while (last !== undefined) {
      const parameters: unknown[] = [...this.valuesOf(workspaceId), last];
      const rows: (Row & RowOfPage)[] = await query(sql, parameters);
      const { page, goesOnAfter } = pageOf(rows, PORTION);
      yield page.map(toItem);
      last = goesOnAfter?.id;
    }
  }

  async find(workspaceId: string, id: string): Promise<Item | undefined> {
    return (await this.findMany(workspaceId, [id]))[0];
  }

  /** @returns the items that exist, in no particular order */
  async findMany(workspaceId: string, ids: readonly string[]): Promise<Item[]> {
    const possible = ids.filter(isIdentifier);
    if (possible.length === 0) return [];
    const rows = await lookUps(this.database, workspaceId).query<Row>(
      `select ${this.selected} from catalog.${this.kind.table}
        where ${this.condition} and id = any(${this.parameter(1)})`,
      [...this.valuesOf(workspaceId), possible],
    );
    return rows.map(this.kind.toItem);
  }

  /**
   * @param id generated if absent
   * @param author name of the token that makes the change, for tables that store it
   * @throws LetheError `conflict` if the id or another unique value is taken, `invalid_request` for
   * a reference to a missing resource, `unavailable`; errors of the kind's `admit`
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
    const parameters = names.map((_, index) => `$${index + 1}`);
    const sql = `insert into catalog.${table} (${names.join(', ')}) values (${parameters.join(', ')})
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
   * Replaces all values. If two changes name the same version, a row lock ensures that only one
   * succeeds. Equal values change nothing, not even `updatedAt` or the version.
   *
   * @param change returns the new values for the current state; if it throws, the row stays
   * unchanged
   * @param author name of the token that makes the change, for tables that store it
   * @throws LetheError `not_found`, `precondition_failed`; errors of `create`
   */
  async replace(
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
    change: (current: Item) => Values,
    author?: string,
  ): Promise<Item> {
    const { table, columns, toColumns, toItem } = this.kind;
    const assignments = columns.map((name, index) => `${name} = ${this.parameter(index + 2)}`);
    return this.changing(workspaceId, () =>
      this.database.of(workspaceId).transaction(async (manager) => {
        const before = await this.locked(manager, workspaceId, id, precondition);
        // Each pass over the secrets of a large configuration takes tens of milliseconds, so other
        // requests get a turn before each pass.
        const current = toItem(before);
        await waitForOwnTurn();
        const changed = change(current);
        await waitForOwnTurn();
        const values = toColumns(changed, { workspaceId, id }, before);
        await waitForOwnTurn();
        const present = columns.map((name) => before[name as keyof Row]);
        // If the values are equal, nothing is written, so ETags that callers have remain valid.
        if (isDeepStrictEqual(asStored(values), asStored(present))) return toItem(before);
        // For an update, TypeORM returns [rows, count]. For a select, it returns only the rows.
        const [row] = await manager.query<Row[]>(
          `with changed as (
             update catalog.${table} set ${assignments.join(', ')}, updated_at = now()
             where ${this.condition} and id = ${this.parameter(1)}
             returning ${this.selected}, ${NOTE_AUTHOR.replace('$n', this.parameter(columns.length + 2))}
           )
           select * from changed`,
          [...this.valuesOf(workspaceId), id, ...values, author ?? ''],
        );
        return toItem(required(row));
      }),
    );
  }

  /** @throws LetheError `not_found`, `precondition_failed`, `unavailable`; see `explainInUse` */
  async remove(
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
  ): Promise<void> {
    const removed = this.database.of(workspaceId).transaction(async (manager) => {
      await this.locked(manager, workspaceId, id, precondition);
      await manager.query(
        `delete from catalog.${this.kind.table} where ${this.condition} and id = ${this.parameter(1)}`,
        [...this.valuesOf(workspaceId), id],
      );
    });
    await this.changing(workspaceId, () =>
      removed.catch(async (error: unknown) => {
        // This runs after the transaction, because it needs another connection. Inside the
        // transaction, it would fail if the pool had no other connection.
        if (sqlStateOf(error) === FOREIGN_KEY_VIOLATION) {
          await this.kind.explainInUse?.(workspaceId, id);
        }
        throw error;
      }),
    );
  }

  /**
   * Checks that the row exists and fulfills the precondition. Changes nothing, and throws the
   * errors of `remove`.
   */
  async check(
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
       where ${this.condition} and id = ${this.parameter(1)} for update`,
      [...this.valuesOf(workspaceId), id],
    );
    if (row === undefined) throw new LetheError('not_found');
    if (precondition !== undefined && precondition !== '*') {
      if (!precondition.includes(versionOf(row))) throw new LetheError('precondition_failed');
    }
    return row;
  }

  /** Returns the values of `common`. */
  private valuesOf(workspaceId: string): readonly unknown[] {
    const { ownedBy } = this.kind;
    return ownedBy === undefined ? [workspaceId] : [workspaceId, ownedBy.id];
  }

  /** @param nth number of the parameter, counted from 1 after the parameters of `common` */
  private parameter(nth: number): string {
    return `$${this.common.length + nth}`;
  }

  /**
   * Calls `onChange` even if the change fails. If the answer of the database was lost, the database
   * has possibly committed the change.
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

/** Converts values to the form in which the database returns them. */
function asStored(values: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(values));
}

function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('The database did not return the row that it wrote.');
  return row;
}
