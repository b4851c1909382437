import {
  DATA_PLANE_DELETION_PATTERNS,
  OWN_WORKER_PATTERNS,
  type ClaimDataPlaneJobCommand,
  type ClaimOwnJobCommand,
  type DataPlaneJob,
  type HeartbeatOwnJobCommand,
  type OwnJob,
  type ReportOwnJobCommand,
  type UpdateDataPlaneJobCommand,
} from '@lethe/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { DeletionCommandsService } from '../deletion-commands.service.js';
import {
  checkClaimDataPlaneJob,
  checkClaimOwnJob,
  checkHeartbeatOwnJob,
  checkReportOwnJob,
  checkUpdateDataPlaneJob,
} from './check-deletion-command.js';
import { CommandAdmission, type Sent } from './command-admission.js';

/** The commands of workers that a gateway sends, on Nest's TCP transport. */
@Controller()
export class DeletionCommandsController {
  constructor(
    private readonly deletions: DeletionCommandsService,
    private readonly admission: CommandAdmission,
  ) {}

  @MessagePattern(OWN_WORKER_PATTERNS.claim)
  claimOwn(@Payload() sent: Sent<ClaimOwnJobCommand>): Promise<{ readonly job?: OwnJob }> {
    return this.deletions.claimOwnJob(this.admission.accept(sent, checkClaimOwnJob));
  }

  @MessagePattern(OWN_WORKER_PATTERNS.heartbeat)
  heartbeatOwn(
    @Payload() sent: Sent<HeartbeatOwnJobCommand>,
  ): Promise<{ readonly leaseExpiresAt: string }> {
    return this.deletions.heartbeatOwnJob(this.admission.accept(sent, checkHeartbeatOwnJob));
  }

  @MessagePattern(OWN_WORKER_PATTERNS.report)
  async reportOwn(@Payload() sent: Sent<ReportOwnJobCommand>): Promise<Record<string, never>> {
    await this.deletions.reportOwnJob(this.admission.accept(sent, checkReportOwnJob));
    return {};
  }

  @MessagePattern(DATA_PLANE_DELETION_PATTERNS.claim)
  claimForDataPlane(
    @Payload() sent: Sent<ClaimDataPlaneJobCommand>,
  ): Promise<{ readonly job?: DataPlaneJob }> {
    return this.deletions.claimDataPlaneJob(this.admission.accept(sent, checkClaimDataPlaneJob));
  }

  @MessagePattern(DATA_PLANE_DELETION_PATTERNS.update)
  async updateForDataPlane(
    @Payload() sent: Sent<UpdateDataPlaneJobCommand>,
  ): Promise<Record<string, never>> {
    await this.deletions.updateDataPlaneJob(this.admission.accept(sent, checkUpdateDataPlaneJob));
    return {};
  }
}
