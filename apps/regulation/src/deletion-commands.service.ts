import type {
  ClaimDataPlaneJobCommand,
  ClaimOwnJobCommand,
  CommandContext,
  DataPlaneDeletionCommands,
  DataPlaneJob,
  DeletionCommands,
  DeletionJobDetail,
  DeletionSummary,
  GetDeletionJobCommand,
  HeartbeatOwnJobCommand,
  ListDeletionJobsCommand,
  ListDeletionJobsResult,
  OwnJob,
  OwnWorkerCommands,
  PauseDeletionsCommand,
  ReportOwnJobCommand,
  RetryDeletionsCommand,
  RetryRegulationCommand,
  RetryResult,
  UpdateDataPlaneJobCommand,
} from '@lethe/contracts';
import type { DeletionManagement } from './manage-deletions/deletion-management.js';
import type { RegulationCommandsService } from './regulation-commands.service.js';

export interface DeletionCommandsDependencies {
  /** Whose turns the commands here take, too, and whose `drain` waits for them. */
  readonly regulations: Pick<RegulationCommandsService, 'read' | 'tracked'>;
  readonly management: DeletionManagement;
  readonly ownWorkers: OwnWorkerCommands;
  readonly dataPlanes: DataPlaneDeletionCommands;
}

/** The commands of deletions that come through the gateway. */
export class DeletionCommandsService implements DeletionCommands {
  constructor(private readonly parts: DeletionCommandsDependencies) {}

  listJobs(command: ListDeletionJobsCommand): Promise<ListDeletionJobsResult> {
    const { regulations, management } = this.parts;
    return regulations.read(command, () => management.list.execute(command));
  }

  getJob(command: GetDeletionJobCommand): Promise<DeletionJobDetail> {
    const { regulations, management } = this.parts;
    return regulations.read(command, () => management.get.execute(command));
  }

  summarizeJobs(command: { readonly context: CommandContext }): Promise<DeletionSummary> {
    const { regulations, management } = this.parts;
    return regulations.read(command, () => management.summary.execute(command));
  }

  retryJobs(command: RetryDeletionsCommand): Promise<RetryResult> {
    return this.parts.regulations.tracked(this.parts.management.retry.execute(command));
  }

  retryRegulation(command: RetryRegulationCommand): Promise<RetryResult> {
    return this.parts.regulations.tracked(this.parts.management.retryRegulation.execute(command));
  }

  pauseDeletions(command: PauseDeletionsCommand): Promise<void> {
    return this.parts.regulations.tracked(this.parts.management.pause.execute(command));
  }

  claimOwnJob(command: ClaimOwnJobCommand): Promise<{ readonly job?: OwnJob }> {
    return this.parts.regulations.tracked(this.parts.ownWorkers.claimOwnJob(command));
  }

  heartbeatOwnJob(command: HeartbeatOwnJobCommand): Promise<{ readonly leaseExpiresAt: string }> {
    return this.parts.regulations.tracked(this.parts.ownWorkers.heartbeatOwnJob(command));
  }

  reportOwnJob(command: ReportOwnJobCommand): Promise<void> {
    return this.parts.regulations.tracked(this.parts.ownWorkers.reportOwnJob(command));
  }

  claimDataPlaneJob(command: ClaimDataPlaneJobCommand): Promise<{ readonly job?: DataPlaneJob }> {
    return this.parts.regulations.tracked(this.parts.dataPlanes.claimDataPlaneJob(command));
  }

  updateDataPlaneJob(command: UpdateDataPlaneJobCommand): Promise<void> {
    return this.parts.regulations.tracked(this.parts.dataPlanes.updateDataPlaneJob(command));
  }
}
