import type { Client } from 'pg';
import { escapeIdentifier } from './pg.js';
import { misconfigured, notPermitted } from '../shared/deletion-problem.js';
import { idTypeOf, type IdType } from './id-type.js';
import type { DeletionTable } from './postgres-config.js';

/** An existing table, with the column that holds userIds. */
export interface FoundTable {
  /** Name in the form `schema.table`. */
  readonly name: string;
  /** Name in the form `schema.table.column`. */
  readonly columnName: string;
  /** Schema and table, quoted for SQL. */
  readonly sqlTable: string;
  /** Column, quoted for SQL. */
  readonly sqlColumn: string;
  readonly idType: IdType;
}

interface Row {
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  readonly column: string | null;
  readonly type: string | null;
  readonly exact: boolean | null;
  readonly may_delete: boolean | null;
  readonly may_read: boolean | null;
}

/**
 * Selects the table, and its column if the column exists. All later statements contain only names
 * that this query has returned. `collisdeterministic` exists since PostgreSQL 12. It is read with
 * `to_jsonb`, so that the query does not fail on older servers.
 */
const FIND = `
  select n.nspname as schema, c.relname as name, c.relkind as kind, a.attname as column,
    pg_catalog.format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), null) as type,
    coalesce(pg_catalog.to_jsonb(l) ->> 'collisdeterministic', 'true') = 'true' as exact,
    pg_catalog.has_table_privilege(c.oid, 'DELETE') as may_delete,
    case when a.attnum is null then null
      else pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT') end as may_read
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join pg_catalog.pg_attribute a
    on a.attrelid = c.oid and a.attname = $3 and a.attnum > 0 and not a.attisdropped
  left join pg_catalog.pg_type t on t.oid = a.atttypid
  left join pg_catalog.pg_collation l on l.oid = a.attcollation
  where c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and (n.nspname = $1 or ($1 is null and pg_catalog.pg_table_is_visible(c.oid)))`;

const UNUSABLE_KINDS: Readonly<Record<string, string>> = {
  v: 'a view',
  m: 'a materialized view',
  f: 'a foreign table',
};

/**
 * Finds a configured table.
 *
 * @param options.isReadOnly true if no row will be deleted, so that SELECT is enough
 * @throws DeletionProblem that names the missing or unusable table or column
 */
export async function findTable(
  client: Client,
  wanted: DeletionTable,
  { isReadOnly = false } = {},
): Promise<FoundTable> {
  const { schema, table, column } = wanted;
  const { rows } = await client.query<Row>(FIND, [schema ?? null, table, column]);
  const [found] = rows;
  const configuredName = schema === undefined ? table : `${schema}.${table}`;
  if (found === undefined) {
    throw misconfigured(
      `The table ${short(configuredName)} does not exist, or the database user has no permission to see it: check deletionTables. Upper and lower case matter; PostgreSQL stores a name without quotes in lower case.`,
    );
  }
  const name = `${found.schema}.${found.name}`;
  const kind = UNUSABLE_KINDS[found.kind];
  if (kind !== undefined) {
    throw misconfigured(
      `${short(name)} is ${kind}: in deletionTables, name the tables that hold its rows.`,
    );
  }
  if (found.column === null || found.type === null) {
    throw misconfigured(
      `The table ${short(name)} has no column ${short(column)}: check userIdColumn.`,
    );
  }
  if (found.may_read !== true || (found.may_delete !== true && !isReadOnly)) {
    const missing = isReadOnly ? 'SELECT' : 'SELECT and DELETE';
    throw notPermitted(
      `The database user lacks permissions on ${short(name)}: grant it ${missing}.`,
    );
  }
  const columnName = `${name}.${found.column}`;
  const idType = idTypeOf(found.type, found.exact !== false);
  if (idType === undefined) {
    throw misconfigured(
      `${short(columnName)} is of type ${short(found.type)}. Lethe finds userIds only in columns of text, uuid or whole numbers.`,
    );
  }
  return {
    name,
    columnName,
    sqlTable: `${escapeIdentifier(found.schema)}.${escapeIdentifier(found.name)}`,
    sqlColumn: escapeIdentifier(found.column),
    idType,
  };
}

function short(name: string): string {
  return name.length > 130 ? `${name.slice(0, 130)}…` : name;
}
