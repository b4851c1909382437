import type {
  AppendToImport,
  CreateImport,
  GetImport,
  ImportCommands,
  ImportDto,
  ImportRefusals,
  RefusedRows,
  ListImports,
  ListedImports,
} from '@lethe/api/imports';
import type { Logger } from '@lethe/observability';
import type { RegulationCatalog } from '../regulations/create/check-request.js';
import type { DatabasePools } from '../database/open-pools.js';
import type { CommandGate } from '../command-gate.js';
import { AppendToImportUseCase } from './append-to-import.use-case.js';
import { CancelImportUseCase } from './cancel-import.use-case.js';
import { CreateImportUseCase } from './create-import.use-case.js';
import { ImportRefusalsQuery } from './import-refusals.query.js';
import { ImportsQuery } from './imports.query.js';

export interface ImportsDependencies {
  /** Whose turns the reads of a workspace take, and who waits for what runs. */
  readonly gate: Pick<CommandGate, 'read' | 'tracked'>;
  readonly databases: Pick<DatabasePools, 'commands' | 'reads'>;
  readonly catalog: RegulationCatalog;
  readonly logger?: Logger;
}

/** The commands of imports, for the front that calls them. The work itself is done by `work-off-imports.ts`. */
export class ImportsService implements ImportCommands {
  private readonly gate;
  private readonly create;
  private readonly append;
  private readonly cancel;
  private readonly imports;
  private readonly refusals;

  constructor({ gate, databases, catalog, logger }: ImportsDependencies) {
    this.gate = gate;
    this.create = new CreateImportUseCase(databases.commands, catalog);
    this.append = new AppendToImportUseCase(databases.commands, logger);
    this.cancel = new CancelImportUseCase(databases.commands);
    this.imports = new ImportsQuery(databases.reads);
    this.refusals = new ImportRefusalsQuery(databases.reads);
  }

  createImport(command: CreateImport): Promise<ImportDto> {
    return this.gate.tracked(this.create.execute(command));
  }

  appendToImport(command: AppendToImport): Promise<ImportDto> {
    return this.gate.tracked(this.append.execute(command));
  }

  cancelImport(command: GetImport): Promise<ImportDto> {
    return this.gate.tracked(this.cancel.execute(command));
  }

  getImport(command: GetImport): Promise<ImportDto> {
    return this.gate.read(command, () => this.imports.get(command));
  }

  listImports(command: ListImports): Promise<ListedImports> {
    return this.gate.read(command, () => this.imports.list(command));
  }

  importRefusals(command: ImportRefusals): Promise<RefusedRows> {
    return this.gate.read(command, () => this.refusals.execute(command));
  }
}
