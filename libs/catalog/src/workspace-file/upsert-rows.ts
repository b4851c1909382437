import type { EntityManager } from 'typeorm';

/**
 * How rows of one table are written. Its members become SQL: they are constants in the code and
 * never come from a caller.
 */
export interface UpsertTarget {
  /** Table of schema `catalog`. */
  readonly table: string;
  /** Columns of a unique constraint, by which a row is found again. */
  readonly key: readonly string[];
  /** Column → Postgres type; keys included. */
  readonly columns: Readonly<Record<string, string>>;
  /**
   * Columns that may be null in a row: then the stored value stays, and a new row takes this SQL
   * expression (over `given`). Only for tables whose keys are never null.
   */
  readonly otherwise?: Readonly<Record<string, string>>;
  /** Whether the table has `updated_at`. */
  readonly timed: boolean;
}

/** Numbers of rows of one table that were created, updated or unchanged. */
export interface ChangeCount {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/**
 * Inserts or updates rows in one statement. A row that is already as it should be is not touched,
 * so its `updated_at` says when it really changed.
 *
 * @param rows each key once; values as JSON holds them
 */
export async function upsertRows(
  manager: EntityManager,
  target: UpsertTarget,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<ChangeCount> {
  if (rows.length === 0) return { created: 0, updated: 0, unchanged: 0 };
  const changed = await manager.query<{ created: boolean }[]>(upsertSql(target), [
    JSON.stringify(rows),
  ]);
  const created = changed.filter((row) => row.created).length;
  return {
    created,
    updated: changed.length - created,
    unchanged: rows.length - changed.length,
  };
}

function upsertSql({ table, key, columns, otherwise = {}, timed }: UpsertTarget): string {
  const names = Object.keys(columns);
  const definition = names.map((name) => `${name} ${columns[name] ?? ''}`).join(', ');
  const present = Object.keys(otherwise).length === 0 ? '' : joinPresent(table, key);
  const values = names.map((name) =>
    otherwise[name] === undefined
      ? `given.${name}`
      : `coalesce(given.${name}, present.${name}, ${otherwise[name]})`,
  );
  const rest = names.filter((name) => !key.includes(name));
  const assignments = rest.map((name) => `${name} = excluded.${name}`);
  if (timed) assignments.push('updated_at = now()');
  // `xmax` is zero in a row version that an insert made.
  return `
    insert into catalog.${table} as stored (${names.join(', ')})
    select ${values.join(', ')}
    from jsonb_to_recordset($1) as given (${definition})
    ${present}
    on conflict (${key.join(', ')}) do ${
      rest.length === 0
        ? 'nothing'
        : `update set ${assignments.join(', ')}
    where (${rest.map((name) => `stored.${name}`).join(', ')})
      is distinct from (${rest.map((name) => `excluded.${name}`).join(', ')})`
    }
    returning (xmax = 0) as created`;
}

/**
 * Joins by equality, so that the planner can use an index or a hash join: comparing 40,000
 * connections pairwise would take 1.6 billion comparisons.
 */
function joinPresent(table: string, key: readonly string[]): string {
  const sameKey = key.map((name) => `present.${name} = given.${name}`);
  return `left join catalog.${table} as present on ${sameKey.join(' and ')}`;
}
