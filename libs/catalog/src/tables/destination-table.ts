import type { DatabaseConnection } from '@lethe/database';
import { sealConfig } from '../secrets/config-secrets.js';
import type { SecretBox } from '../secrets/secret-box.js';
import type { CatalogDestination, DestinationValues } from './catalog-records.js';
import { CatalogTable, type OnChange } from './catalog-table.js';
import { toCatalogDestination, type DestinationRow } from './destination-row.js';

export type DestinationTable = CatalogTable<DestinationRow, CatalogDestination, DestinationValues>;

const TRANSFORMATION_VERSION = `(
  select t.version from catalog.transformations t
  where t.workspace_id = destinations.workspace_id and t.id = destinations.transformation_id
) as transformation_version`;

/**
 * @param box if absent, secrets are not decrypted, and no destination can be stored
 * @param options.readsVersions whether `transformationVersion` is read; the database users of some
 * apps have no right to read it
 */
export function destinationTable(
  database: DatabaseConnection,
  box: SecretBox | undefined,
  { onChange, readsVersions = false }: { onChange?: OnChange; readsVersions?: boolean } = {},
): DestinationTable {
  return new CatalogTable<DestinationRow, CatalogDestination, DestinationValues>(
    database,
    {
      table: 'destinations',
      idPrefix: 'dst',
      columns: ['name', 'type', 'enabled', 'connection_mode', 'config', 'transformation_id'],
      readOnly: readsVersions ? [TRANSFORMATION_VERSION] : [],
      bytes: 'octet_length(config::text)',
      toItem: (row) => toCatalogDestination(row, box),
      toColumns: (values, owner, before) => {
        if (box === undefined)
          throw new Error('Destinations cannot be stored without a secret key.');
        const { name, type, enabled, connectionMode, config, transformationId } = values;
        const sealed = sealConfig(config, { ...owner, type }, box, before?.config);
        return [name, type, enabled, connectionMode, sealed, transformationId ?? null];
      },
      conflict: 'There is already a destination with this id.',
      references: { transformation: 'transformation' },
    },
    onChange,
  );
}
