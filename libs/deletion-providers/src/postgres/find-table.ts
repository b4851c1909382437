import type { Client } from 'pg';
import { escapeIdentifier } from './pg.js';
import { misconfigured, notPermitted } from '../shared/deletion-problem.js';
import { idTypeOf, type IdType } from './id-type.js';
import type { DeletionTable } from './postgres-config.js';

/** A table that is there, with the column that holds userIds. */
export interface FoundTable {
  /** `schema.table`, for reports. */
  readonly name: string;
  /** `schema.table.column`, for reasons. */
  readonly columnName: string;
  /** Quoted, for statements. */
  readonly sqlTable: string;
  /** Quoted, for statements. */
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
 * One row for the table, if it is there, with its column, if that is there. Only what the catalog knows
 * gets into a statement, by the catalog's own spelling. A collation that takes different texts for equal
 * (PostgreSQL 12) is asked for in a way that older servers understand.
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

const NO_TABLE: Readonly<Record<string, string>> = {
  v: 'a view',
  m: 'a materialized view',
  f: 'a foreign table',
};

/**
 * Looks for a configured table.
 * @throws DeletionProblem naming the table, or the column, that is not there or not of use
 */
export async function findTable(client: Client, wanted: DeletionTable): Promise<FoundTable> {
  const { schema, table, column } = wanted;
  const { rows } = await client.query<Row>(FIND, [schema ?? null, table, column]);
  const [found] = rows;
  const asked = schema === undefined ? table : `${schema}.${table}`;
  if (found === undefined) {
    throw misconfigured(
      `There is no table ${short(asked)}, or the user may not see it. Names are compared as they are written; without quotes PostgreSQL makes them lower case.`,
    );
  }
  const name = `${found.schema}.${found.name}`;
  const kind = NO_TABLE[found.kind];
  if (kind !== undefined) {
    throw misconfigured(`${short(name)} is ${kind}: name the tables that hold its rows.`);
  }
  if (found.column === null || found.type === null) {
    throw misconfigured(`The table ${short(name)} has no column ${short(column)}.`);
  }
  if (found.may_delete !== true || found.may_read !== true) {
    throw notPermitted(`Grant the user SELECT and DELETE on ${short(name)}.`);
  }
  const columnName = `${name}.${found.column}`;
  const idType = idTypeOf(found.type, found.exact !== false);
  if (idType === undefined) {
    throw misconfigured(
      `${short(columnName)} is of type ${short(found.type)}: userIds are looked for in columns of text, uuid and whole numbers.`,
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
