import {
  REGULATION_PATTERNS,
  type AbortDeletionsCommand,
  type CancelRegulationCommand,
  type CreateRegulationsCommand,
  type CreateRegulationsResult,
  type DeletionPlan,
  type GetRegulationCommand,
  type ListRegulationsCommand,
  type ListRegulationsResult,
  type PlanDeletionCommand,
  type RegulationDetail,
} from '@lethe/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import {
  checkAbort,
  checkCancel,
  checkCreate,
  checkGet,
  checkList,
  checkPlan,
  checkUsers,
} from './check-command.js';
import { CommandAdmission, type Sent } from './command-admission.js';
import { RegulationCommandsService } from '../regulation-commands.service.js';

/** The service's commands on Nest's TCP transport. */
@Controller()
export class RegulationCommandsController {
  constructor(
    private readonly commands: RegulationCommandsService,
    private readonly admission: CommandAdmission,
  ) {}

  @MessagePattern(REGULATION_PATTERNS.create)
  async create(@Payload() sent: Sent<CreateRegulationsCommand>): Promise<CreateRegulationsResult> {
    const command = this.admission.accept(sent, checkCreate);
    await checkUsers(command.request);
    return this.commands.create(command);
  }

  @MessagePattern(REGULATION_PATTERNS.createAsGiven)
  createAsGiven(@Payload() sent: Sent<CreateRegulationsCommand>): Promise<CreateRegulationsResult> {
    return this.create(sent);
  }

  @MessagePattern(REGULATION_PATTERNS.plan)
  async plan(@Payload() sent: Sent<PlanDeletionCommand>): Promise<DeletionPlan> {
    const command = this.admission.accept(sent, checkPlan);
    await checkUsers(command.request);
    return this.commands.plan(command);
  }

  @MessagePattern(REGULATION_PATTERNS.list)
  list(@Payload() sent: Sent<ListRegulationsCommand>): Promise<ListRegulationsResult> {
    return this.commands.list(this.admission.accept(sent, checkList));
  }

  @MessagePattern(REGULATION_PATTERNS.get)
  get(@Payload() sent: Sent<GetRegulationCommand>): Promise<RegulationDetail> {
    return this.commands.get(this.admission.accept(sent, checkGet));
  }

  @MessagePattern(REGULATION_PATTERNS.cancel)
  async cancel(@Payload() sent: Sent<CancelRegulationCommand>): Promise<Record<string, never>> {
    await this.commands.cancel(this.admission.accept(sent, checkCancel));
    return {}; // Nest's transport has no answer without a value
  }

  @MessagePattern(REGULATION_PATTERNS.abortDeletions)
  async abortDeletions(
    @Payload() sent: Sent<AbortDeletionsCommand>,
  ): Promise<Record<string, never>> {
    await this.commands.abortDeletions(this.admission.accept(sent, checkAbort));
    return {};
  }
}
