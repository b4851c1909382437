import type { DatabaseConnection } from '@lethe/database';
import { randomBytes } from 'node:crypto';
import type { CatalogSource, SourceValues } from './catalog-records.js';
import { CatalogTable, type OnChange } from './catalog-table.js';
import { toItem, type StoredRow } from './stored-row.js';

interface SourceRow extends StoredRow {
  readonly name: string;
  readonly type: string;
  readonly write_key: string;
  readonly enabled: boolean;
  readonly config: Readonly<Record<string, unknown>>;
}

export type SourceTable = CatalogTable<SourceRow, CatalogSource, SourceValues>;

/**
 * Returns the table of sources. Write keys are stored in plain text, because data planes look up
 * sources by write key. They are not secret: every web page that sends events contains its write
 * key.
 */
export function sourceTable(database: DatabaseConnection, onChange?: OnChange): SourceTable {
  return new CatalogTable<SourceRow, CatalogSource, SourceValues>(
    database,
    {
      table: 'sources',
      idPrefix: 'src',
      columns: ['name', 'type', 'write_key', 'enabled', 'config'],
      bytes: 'octet_length(config::text)',
      toItem: (row) => {
        const { workspace_id: workspaceId, write_key: writeKey, name, type, enabled, config } = row;
        return toItem(row, { workspaceId, name, type, writeKey, enabled, config });
      },
      toColumns: ({ name, type, writeKey, enabled, config }, _owner, before) => [
        name,
        type,
        writeKey ?? before?.write_key ?? `wk_${randomBytes(16).toString('hex')}`,
        enabled,
        config,
      ],
      conflict: 'There is already a source with this id.',
    },
    onChange,
  );
}
