import {
  IMPORT_PATTERNS,
  type AppendToImportCommand,
  type CreateImportCommand,
  type ImportCommand,
  type ImportCommands,
  type ImportRecord,
  type ImportRefusalsCommand,
  type ImportRefusalsResult,
  type ListImportsCommand,
  type ListImportsResult,
} from '@lethe/contracts';
import { CommandSender } from './command-sender.js';
import type { RegulationConnections } from './regulation-connections.js';

/** The commands of `ImportCommands` over Nest's TCP transport, each sent once. */
export class ImportsClient implements ImportCommands {
  private readonly commands: CommandSender;

  /** As that of `RegulationClient`. */
  constructor(connections: Pick<RegulationConnections, 'request'>, key?: string) {
    this.commands = new CommandSender(connections, key);
  }

  /** @throws LetheError as `CommandSender.send`; `outcome_unknown` when the answer is lost */
  async createImport(command: CreateImportCommand): Promise<ImportRecord> {
    const { deadline } = command.context;
    const { create } = IMPORT_PATTERNS;
    return (await this.commands.send(create, command, deadline, 'outcome_unknown')) as ImportRecord;
  }

  /** @throws LetheError as `CommandSender.send`; `outcome_unknown` when the answer is lost: it may be repeated as a repeat */
  async appendToImport(command: AppendToImportCommand): Promise<ImportRecord> {
    const { deadline } = command.context;
    const { append } = IMPORT_PATTERNS;
    return (await this.commands.send(append, command, deadline, 'outcome_unknown')) as ImportRecord;
  }

  /** @throws LetheError as `CommandSender.send`; `unavailable` when the answer is lost: it may be repeated */
  async cancelImport(command: ImportCommand): Promise<ImportRecord> {
    const { deadline } = command.context;
    const { cancel } = IMPORT_PATTERNS;
    return (await this.commands.send(cancel, command, deadline, 'unavailable')) as ImportRecord;
  }

  /** @throws LetheError as `CommandSender.send`; `unavailable` when the answer is lost */
  async getImport(command: ImportCommand): Promise<ImportRecord> {
    const { deadline } = command.context;
    const { get } = IMPORT_PATTERNS;
    return (await this.commands.send(get, command, deadline, 'unavailable')) as ImportRecord;
  }

  /** @throws LetheError as `CommandSender.send`; `unavailable` when the answer is lost */
  async listImports(command: ListImportsCommand): Promise<ListImportsResult> {
    const { deadline } = command.context;
    const { list } = IMPORT_PATTERNS;
    return (await this.commands.send(list, command, deadline, 'unavailable')) as ListImportsResult;
  }

  /** @throws LetheError as `CommandSender.send`; `unavailable` when the answer is lost */
  async importRefusals(command: ImportRefusalsCommand): Promise<ImportRefusalsResult> {
    const { deadline } = command.context;
    const { refusals } = IMPORT_PATTERNS;
    return (await this.commands.send(
      refusals,
      command,
      deadline,
      'unavailable',
    )) as ImportRefusalsResult;
  }
}
