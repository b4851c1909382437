import type { DatabaseConnection } from '@lethe/database';
import { CatalogTable, type OnChange } from './catalog-table.js';
import { toItem, type StoredItem, type StoredRow } from './stored-row.js';

interface ConnectionRow extends StoredRow {
  readonly source_id: string;
  readonly destination_id: string;
  readonly enabled: boolean;
}

/** Values that callers set. */
export interface ConnectionValues {
  readonly sourceId: string;
  readonly destinationId: string;
  readonly enabled: boolean;
}

export interface CatalogConnection extends StoredItem, ConnectionValues {}

export type ConnectionTable = CatalogTable<ConnectionRow, CatalogConnection, ConnectionValues>;

export function connectionTable(
  database: DatabaseConnection,
  onChange?: OnChange,
): ConnectionTable {
  return new CatalogTable<ConnectionRow, CatalogConnection, ConnectionValues>(
    database,
    {
      table: 'connections',
      idPrefix: 'con',
      columns: ['source_id', 'destination_id', 'enabled'],
      toItem: (row) =>
        toItem(row, {
          sourceId: row.source_id,
          destinationId: row.destination_id,
          enabled: row.enabled,
        }),
      toColumns: ({ sourceId, destinationId, enabled }) => [sourceId, destinationId, enabled],
      conflict:
        'There is already a connection with this id, or from this source to this destination.',
      references: { source_id: 'sourceId', destination_id: 'destinationId' },
    },
    onChange,
  );
}
