import {
  IMPORT_PATTERNS,
  type AppendToImportCommand,
  type CreateImportCommand,
  type ImportCommand,
  type ImportRecord,
  type ImportRefusalsCommand,
  type ImportRefusalsResult,
  type ListImportsCommand,
  type ListImportsResult,
} from '@lethe/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ImportsService } from '../imports/imports.service.js';
import {
  checkAppendToImport,
  checkCreateImport,
  checkImport,
  checkImportRefusals,
  checkListImports,
} from './check-import-command.js';
import { CommandAdmission, type Sent } from './command-admission.js';

/** What is asked of files of users, on Nest's TCP transport. */
@Controller()
export class ImportCommandsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly admission: CommandAdmission,
  ) {}

  @MessagePattern(IMPORT_PATTERNS.create)
  create(@Payload() sent: Sent<CreateImportCommand>): Promise<ImportRecord> {
    return this.imports.createImport(this.admission.accept(sent, checkCreateImport));
  }

  @MessagePattern(IMPORT_PATTERNS.append)
  append(@Payload() sent: Sent<AppendToImportCommand>): Promise<ImportRecord> {
    return this.imports.appendToImport(this.admission.accept(sent, checkAppendToImport));
  }

  @MessagePattern(IMPORT_PATTERNS.get)
  get(@Payload() sent: Sent<ImportCommand>): Promise<ImportRecord> {
    return this.imports.getImport(this.admission.accept(sent, checkImport));
  }

  @MessagePattern(IMPORT_PATTERNS.list)
  list(@Payload() sent: Sent<ListImportsCommand>): Promise<ListImportsResult> {
    return this.imports.listImports(this.admission.accept(sent, checkListImports));
  }

  @MessagePattern(IMPORT_PATTERNS.cancel)
  cancel(@Payload() sent: Sent<ImportCommand>): Promise<ImportRecord> {
    return this.imports.cancelImport(this.admission.accept(sent, checkImport));
  }

  @MessagePattern(IMPORT_PATTERNS.refusals)
  refusals(@Payload() sent: Sent<ImportRefusalsCommand>): Promise<ImportRefusalsResult> {
    return this.imports.importRefusals(this.admission.accept(sent, checkImportRefusals));
  }
}
