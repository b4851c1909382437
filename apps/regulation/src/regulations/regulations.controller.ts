import {
  REGULATION_PATTERNS,
  type AbortDeletionsCommand,
  type CancelRegulationCommand,
  type CreateRegulationsCommand,
  type CreateRegulationsResult,
  type GetRegulationCommand,
  type ListRegulationsCommand,
  type ListRegulationsResult,
  type RegulationDetailDto,
  type SuppressionPage,
  type SuppressionPageCommand,
} from '@lethe/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import {
  checkAbort,
  checkCancel,
  checkCreate,
  checkGet,
  checkList,
  checkPage,
} from '../rpc/check-command.js';
import { ReceivedCommands, type Sent } from '../rpc/received-commands.js';
import { RegulationsService } from './regulations.service.js';

/** The service's commands on Nest's TCP transport. */
@Controller()
export class RegulationsController {
  constructor(
    private readonly regulations: RegulationsService,
    private readonly received: ReceivedCommands,
  ) {}

  @MessagePattern(REGULATION_PATTERNS.create)
  create(@Payload() sent: Sent<CreateRegulationsCommand>): Promise<CreateRegulationsResult> {
    return this.regulations.create(this.received.accept(sent, checkCreate));
  }

  @MessagePattern(REGULATION_PATTERNS.list)
  list(@Payload() sent: Sent<ListRegulationsCommand>): Promise<ListRegulationsResult> {
    return this.regulations.list(this.received.accept(sent, checkList));
  }

  @MessagePattern(REGULATION_PATTERNS.get)
  get(@Payload() sent: Sent<GetRegulationCommand>): Promise<RegulationDetailDto> {
    return this.regulations.get(this.received.accept(sent, checkGet));
  }

  @MessagePattern(REGULATION_PATTERNS.cancel)
  async cancel(@Payload() sent: Sent<CancelRegulationCommand>): Promise<Record<string, never>> {
    await this.regulations.cancel(this.received.accept(sent, checkCancel));
    return {}; // Nest's transport has no answer without a value
  }

  @MessagePattern(REGULATION_PATTERNS.abortDeletions)
  async abortDeletions(
    @Payload() sent: Sent<AbortDeletionsCommand>,
  ): Promise<Record<string, never>> {
    await this.regulations.abortDeletions(this.received.accept(sent, checkAbort));
    return {};
  }

  @MessagePattern(REGULATION_PATTERNS.suppressionPage)
  suppressionPage(@Payload() sent: Sent<SuppressionPageCommand>): Promise<SuppressionPage> {
    return this.regulations.suppressionPage(this.received.accept(sent, checkPage));
  }
}
