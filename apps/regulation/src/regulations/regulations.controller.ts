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
import { RegulationsService } from './regulations.service.js';

/** The service's commands on Nest's TCP transport. The port trusts its caller. */
@Controller()
export class RegulationsController {
  constructor(private readonly regulations: RegulationsService) {}

  @MessagePattern(REGULATION_PATTERNS.create)
  create(@Payload() command: CreateRegulationsCommand): Promise<CreateRegulationsResult> {
    return this.regulations.create(command);
  }

  @MessagePattern(REGULATION_PATTERNS.list)
  list(@Payload() command: ListRegulationsCommand): Promise<ListRegulationsResult> {
    return this.regulations.list(command);
  }

  @MessagePattern(REGULATION_PATTERNS.get)
  get(@Payload() command: GetRegulationCommand): Promise<RegulationDetailDto> {
    return this.regulations.get(command);
  }

  @MessagePattern(REGULATION_PATTERNS.cancel)
  async cancel(@Payload() command: CancelRegulationCommand): Promise<Record<string, never>> {
    await this.regulations.cancel(command);
    return {}; // Nest's transport has no answer without a value
  }

  @MessagePattern(REGULATION_PATTERNS.abortDeletions)
  async abortDeletions(@Payload() command: AbortDeletionsCommand): Promise<Record<string, never>> {
    await this.regulations.abortDeletions(command);
    return {};
  }

  @MessagePattern(REGULATION_PATTERNS.suppressionPage)
  suppressionPage(@Payload() command: SuppressionPageCommand): Promise<SuppressionPage> {
    return this.regulations.suppressionPage(command);
  }
}
