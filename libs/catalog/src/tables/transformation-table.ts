import { LetheError } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { CatalogTable, type OnChange } from './catalog-table.js';
import { toItem, type StoredItem, type StoredRow } from './stored-row.js';
import type { TableKind } from './table-kind.js';

interface ModuleRow extends StoredRow {
  readonly name: string;
  readonly code: string;
  /** Only for transformations. */
  readonly version?: number;
}

/** Values that callers set. */
export interface ModuleValues {
  readonly name: string;
  /** Source code of an ES module, stored unchanged. */
  readonly code: string;
}

/** The common members of a transformation and a library. */
export interface CatalogModule extends StoredItem, ModuleValues {}

export interface CatalogTransformation extends CatalogModule {
  /** Number of the current version, see `TransformationVersions`. */
  readonly codeVersion: number;
}

type TableOf<Item> = CatalogTable<ModuleRow, Item, ModuleValues>;
export type TransformationTable = TableOf<CatalogTransformation>;
export type LibraryTable = TableOf<CatalogModule>;

export function transformationTable(
  database: DatabaseConnection,
  onChange?: OnChange,
): TransformationTable {
  return codeTable(
    database,
    {
      table: 'transformations',
      idPrefix: 'tr',
      readOnly: ['version'],
      conflict: 'There is already a transformation with this id.',
      explainInUse: (workspaceId, id) => refuseWhileInUse(database, workspaceId, id),
      toItem: (row) => ({ ...toModule(row), codeVersion: row.version ?? 1 }),
    },
    onChange,
  );
}

export function libraryTable(database: DatabaseConnection, onChange?: OnChange): LibraryTable {
  return codeTable(
    database,
    {
      table: 'transformation_libraries',
      idPrefix: 'lib',
      conflict: 'There is already a library with this id or this name.',
      toItem: toModule,
    },
    onChange,
  );
}

function codeTable<Item>(
  database: DatabaseConnection,
  kind: Omit<TableKind<ModuleRow, Item, ModuleValues>, 'columns' | 'bytes' | 'toColumns'>,
  onChange: OnChange | undefined,
): TableOf<Item> {
  return new CatalogTable<ModuleRow, Item, ModuleValues>(
    database,
    {
      ...kind,
      columns: ['name', 'code'],
      bytes: 'octet_length(to_json(code)::text)', // in JSON, control characters take six bytes
      toColumns: ({ name, code }) => [name, code],
    },
    onChange,
  );
}

function toModule(row: ModuleRow): CatalogModule {
  return toItem(row, { name: row.name, code: row.code });
}

/** @throws LetheError `conflict`, with the ids of up to five destinations */
async function refuseWhileInUse(
  database: DatabaseConnection,
  workspaceId: string,
  id: string,
): Promise<never> {
  const rows = await database.of(workspaceId).query<{ id: string }>(
    `select id from catalog.destinations
     where workspace_id = $1 and transformation_id = $2 order by id limit 6`,
    [workspaceId, id],
  );
  const shown = rows.slice(0, 5).map((row) => row.id);
  const names = shown.length === 0 ? 'a destination' : shown.join(', ');
  throw new LetheError('conflict', {
    message: `The transformation is connected to ${names}${rows.length > 5 ? ' and others' : ''}. Disconnect it there first.`,
  });
}
