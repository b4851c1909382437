import type { DatabaseConnection } from '@lethe/database';
import { dataPlaneTable, type DataPlaneTable } from '../data-planes/data-plane-table.js';
import type { SecretBox } from '../secrets/secret-box.js';
import type { OnChange } from './catalog-table.js';
import { connectionTable, type ConnectionTable } from './connection-table.js';
import { destinationTable, type DestinationTable } from './destination-table.js';
import {
  libraryTable,
  transformationTable,
  type LibraryTable,
  type TransformationTable,
} from './transformation-table.js';
import { sourceTable, type SourceTable } from './source-table.js';
import { TestCaseTable, type TestCaseOwner } from './test-case-table.js';
import { TransformationVersions } from './transformation-versions.js';
import { tokenTable, type TokenTable } from '../tokens/token-table.js';

export interface CatalogEditorOptions {
  readonly database: DatabaseConnection;
  readonly box: SecretBox;
  readonly onChange: OnChange;
}

/** The tables that API callers manage. Each method works within one workspace. */
export class CatalogEditor {
  readonly sources: SourceTable;
  readonly destinations: DestinationTable;
  readonly connections: ConnectionTable;
  readonly transformations: TransformationTable;
  readonly versions: TransformationVersions;
  readonly libraries: LibraryTable;
  readonly tokens: TokenTable;
  readonly dataPlanes: DataPlaneTable;

  /**
   * Returns the test cases of one transformation or destination. Throws LetheError `not_found` if
   * the id is invalid. Only `create` checks whether the transformation or destination exists.
   */
  readonly testCasesOf: (owner: TestCaseOwner) => TestCaseTable;

  constructor({ database, box, onChange }: CatalogEditorOptions) {
    this.sources = sourceTable(database, onChange);
    this.destinations = destinationTable(database, box, { onChange, readsVersions: true });
    this.connections = connectionTable(database, onChange);
    this.transformations = transformationTable(database, onChange);
    this.versions = new TransformationVersions(database);
    this.libraries = libraryTable(database, onChange);
    this.tokens = tokenTable(database);
    this.dataPlanes = dataPlaneTable(database);
    this.testCasesOf = (owner) => new TestCaseTable(database, owner);
  }
}
