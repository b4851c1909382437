import { LetheError } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { CatalogTable, type OnChange } from './catalog-table.js';
import { versionOf, type StoredRow } from './stored-row.js';
import type { TableKind } from './table-kind.js';

interface ModuleRow extends StoredRow {
  readonly name: string;
  readonly code: string;
}

/** Values of a transformation or a library that callers set. */
export interface ModuleValues {
  readonly name: string;
  /** Source of an ES module, kept as it is. */
  readonly code: string;
}

/** A user's transformation, or a library for it. */
export interface CatalogModule extends ModuleValues {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Another one after each change. */
  readonly version: string;
}

export type ModuleTable = CatalogTable<ModuleRow, CatalogModule, ModuleValues>;

export function transformationTable(
  database: DatabaseConnection,
  onChange?: OnChange,
): ModuleTable {
  return moduleTable(
    database,
    {
      table: 'transformations',
      idPrefix: 'tr',
      conflict: 'There is already a transformation with this id.',
      whenNeeded: (workspaceId, id) => refuseWhileInUse(database, workspaceId, id),
    },
    onChange,
  );
}

export function libraryTable(database: DatabaseConnection, onChange?: OnChange): ModuleTable {
  return moduleTable(
    database,
    {
      table: 'transformation_libraries',
      idPrefix: 'lib',
      conflict: 'There is already a library with this id or this name.',
    },
    onChange,
  );
}

function moduleTable(
  database: DatabaseConnection,
  kind: Pick<
    TableKind<ModuleRow, CatalogModule, ModuleValues>,
    'table' | 'idPrefix' | 'conflict' | 'whenNeeded'
  >,
  onChange: OnChange | undefined,
): ModuleTable {
  return new CatalogTable<ModuleRow, CatalogModule, ModuleValues>(
    database,
    {
      ...kind,
      columns: ['name', 'code'],
      bytes: 'octet_length(to_json(code)::text)', // as the answer has it: a control character takes six bytes
      toItem: (row) => ({
        id: row.id,
        name: row.name,
        code: row.code,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        version: versionOf(row),
      }),
      toColumns: ({ name, code }) => [name, code],
    },
    onChange,
  );
}

/** @throws LetheError `conflict` naming up to five destinations */
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
