import type { DatabaseConnection } from '@lethe/database';
import type { SecretBox } from '../secrets/secret-box.js';
import type { OnChange } from './catalog-table.js';
import { connectionTable, type ConnectionTable } from './connection-table.js';
import { destinationTable, type DestinationTable } from './destination-table.js';
import { libraryTable, transformationTable, type ModuleTable } from './module-table.js';
import { sourceTable, type SourceTable } from './source-table.js';

export interface CatalogEditorOptions {
  readonly database: DatabaseConnection;
  /** Seals secrets and opens them. */
  readonly box: SecretBox;
  readonly onChange: OnChange;
}

/** The five kinds of resources that API callers manage, each within one workspace. */
export class CatalogEditor {
  readonly sources: SourceTable;
  readonly destinations: DestinationTable;
  readonly connections: ConnectionTable;
  readonly transformations: ModuleTable;
  readonly libraries: ModuleTable;

  constructor({ database, box, onChange }: CatalogEditorOptions) {
    this.sources = sourceTable(database, onChange);
    this.destinations = destinationTable(database, box, onChange);
    this.connections = connectionTable(database, onChange);
    this.transformations = transformationTable(database, onChange);
    this.libraries = libraryTable(database, onChange);
  }
}
