import {
  DATA_PLANE_DELETION_PATTERNS,
  DELETION_MANAGEMENT_PATTERNS,
  OWN_WORKER_PATTERNS,
  type ClaimDataPlaneJobCommand,
  type ClaimOwnJobCommand,
  type CommandContext,
  type DataPlaneJob,
  type DeletionJobDetail,
  type DeletionSummary,
  type GetDeletionJobCommand,
  type HeartbeatOwnJobCommand,
  type ListDeletionJobsCommand,
  type ListDeletionJobsResult,
  type OwnJob,
  type PauseDeletionsCommand,
  type ReportOwnJobCommand,
  type RetryDeletionsCommand,
  type RetryRegulationCommand,
  type RetryResult,
  type UpdateDataPlaneJobCommand,
} from '@lethe/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { DeletionCommandsService } from '../deletion-commands.service.js';
import {
  checkClaimDataPlaneJob,
  checkClaimOwnJob,
  checkContextOnly,
  checkGetJob,
  checkHeartbeatOwnJob,
  checkListJobs,
  checkPause,
  checkReportOwnJob,
  checkRetryJobs,
  checkRetryRegulation,
  checkUpdateDataPlaneJob,
} from './check-deletion-command.js';
import { CommandAdmission, type Sent } from './command-admission.js';

/** The commands of deletions that a gateway sends, on Nest's TCP transport. */
@Controller()
export class DeletionCommandsController {
  constructor(
    private readonly deletions: DeletionCommandsService,
    private readonly admission: CommandAdmission,
  ) {}

  @MessagePattern(DELETION_MANAGEMENT_PATTERNS.list)
  list(@Payload() sent: Sent<ListDeletionJobsCommand>): Promise<ListDeletionJobsResult> {
    return this.deletions.listJobs(this.admission.accept(sent, checkListJobs));
  }

  @MessagePattern(DELETION_MANAGEMENT_PATTERNS.get)
  get(@Payload() sent: Sent<GetDeletionJobCommand>): Promise<DeletionJobDetail> {
    return this.deletions.getJob(this.admission.accept(sent, checkGetJob));
  }

  @MessagePattern(DELETION_MANAGEMENT_PATTERNS.summary)
  summary(@Payload() sent: Sent<{ readonly context: CommandContext }>): Promise<DeletionSummary> {
    return this.deletions.summarizeJobs(this.admission.accept(sent, checkContextOnly));
  }

  @MessagePattern(DELETION_MANAGEMENT_PATTERNS.retry)
  retry(@Payload() sent: Sent<RetryDeletionsCommand>): Promise<RetryResult> {
    return this.deletions.retryJobs(this.admission.accept(sent, checkRetryJobs));
  }

  @MessagePattern(DELETION_MANAGEMENT_PATTERNS.retryRegulation)
  retryRegulation(@Payload() sent: Sent<RetryRegulationCommand>): Promise<RetryResult> {
    return this.deletions.retryRegulation(this.admission.accept(sent, checkRetryRegulation));
  }

  @MessagePattern(DELETION_MANAGEMENT_PATTERNS.pause)
  async pause(@Payload() sent: Sent<PauseDeletionsCommand>): Promise<Record<string, never>> {
    await this.deletions.pauseDeletions(this.admission.accept(sent, checkPause));
    return {}; // Nest's transport has no answer without a value
  }

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
