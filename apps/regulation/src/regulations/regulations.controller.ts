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
  type SentCommand,
  type SuppressionPage,
  type SuppressionPageCommand,
} from '@lethe/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { byOurClock, type Timed } from '../rpc/by-our-clock.js';
import { StandStill } from '../rpc/stand-still.js';
import { RegulationsService } from './regulations.service.js';

type Sent<T> = T & SentCommand;

/** The service's commands on Nest's TCP transport. The port trusts its caller. */
@Controller()
export class RegulationsController {
  constructor(
    private readonly regulations: RegulationsService,
    private readonly standStill: StandStill,
  ) {}

  @MessagePattern(REGULATION_PATTERNS.create)
  create(@Payload() sent: Sent<CreateRegulationsCommand>): Promise<CreateRegulationsResult> {
    return this.regulations.create(this.received(sent));
  }

  @MessagePattern(REGULATION_PATTERNS.list)
  list(@Payload() sent: Sent<ListRegulationsCommand>): Promise<ListRegulationsResult> {
    return this.regulations.list(this.received(sent));
  }

  @MessagePattern(REGULATION_PATTERNS.get)
  get(@Payload() sent: Sent<GetRegulationCommand>): Promise<RegulationDetailDto> {
    return this.regulations.get(this.received(sent));
  }

  @MessagePattern(REGULATION_PATTERNS.cancel)
  async cancel(@Payload() sent: Sent<CancelRegulationCommand>): Promise<Record<string, never>> {
    await this.regulations.cancel(this.received(sent));
    return {}; // Nest's transport has no answer without a value
  }

  @MessagePattern(REGULATION_PATTERNS.abortDeletions)
  async abortDeletions(
    @Payload() sent: Sent<AbortDeletionsCommand>,
  ): Promise<Record<string, never>> {
    await this.regulations.abortDeletions(this.received(sent));
    return {};
  }

  @MessagePattern(REGULATION_PATTERNS.suppressionPage)
  suppressionPage(@Payload() sent: Sent<SuppressionPageCommand>): Promise<SuppressionPage> {
    return this.regulations.suppressionPage(this.received(sent));
  }

  private received<T extends Timed>(sent: Sent<T>): T {
    return byOurClock(sent, this.standStill.lasted());
  }
}
