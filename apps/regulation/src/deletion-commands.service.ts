import type {
  DeletionJobDetailDto,
  DeletionManagementCommands,
  DeletionSummaryDto,
  GetDeletionJob,
  ListDeletionJobs,
  ListedDeletionJobs,
  PauseDeletions,
  RetryDeletionJobs,
  RetryRegulation,
  RetryResultDto,
  SummarizeDeletionJobs,
} from '@lethe/api/deletions';
import type {
  ClaimDataPlaneJobCommand,
  ClaimOwnJobCommand,
  DataPlaneDeletionCommands,
  DataPlaneJob,
  DeletionWorkCommands,
  HeartbeatOwnJobCommand,
  OwnJob,
  OwnWorkerCommands,
  ReportOwnJobCommand,
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
export class DeletionCommandsService implements DeletionManagementCommands, DeletionWorkCommands {
  constructor(private readonly parts: DeletionCommandsDependencies) {}

  listDeletionJobs(command: ListDeletionJobs): Promise<ListedDeletionJobs> {
    const { regulations, management } = this.parts;
    return regulations.read(command, () => management.list.execute(command));
  }

  getDeletionJob(command: GetDeletionJob): Promise<DeletionJobDetailDto> {
    const { regulations, management } = this.parts;
    return regulations.read(command, () => management.get.execute(command));
  }

  summarizeDeletionJobs(command: SummarizeDeletionJobs): Promise<DeletionSummaryDto> {
    const { regulations, management } = this.parts;
    return regulations.read(command, () => management.summary.execute(command));
  }

  retryDeletionJobs(command: RetryDeletionJobs): Promise<RetryResultDto> {
    return this.parts.regulations.tracked(this.parts.management.retry.execute(command));
  }

  retryRegulation(command: RetryRegulation): Promise<RetryResultDto> {
    return this.parts.regulations.tracked(this.parts.management.retryRegulation.execute(command));
  }

  pauseDeletions(command: PauseDeletions): Promise<void> {
    return this.parts.regulations.tracked(this.parts.management.pause.pause(command));
  }

  resumeDeletions(command: PauseDeletions): Promise<void> {
    return this.parts.regulations.tracked(this.parts.management.pause.resume(command));
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
