import type {
  ClaimDataPlaneJob,
  ClaimedJobDto,
  ClaimOwnJob,
  DataPlaneJob,
  DataPlaneJobCommands,
  DeletionJobDetailDto,
  DeletionManagementCommands,
  DeletionSummaryDto,
  GetDeletionJob,
  HeartbeatOwnJob,
  LeaseDto,
  ListDeletionJobs,
  ListedDeletionJobs,
  OwnWorkerCommands,
  PauseDeletions,
  ReportOwnJob,
  RetryDeletionJobs,
  RetryRegulation,
  RetryResultDto,
  SummarizeDeletionJobs,
  UpdateDataPlaneJob,
} from '@lethe/api/deletions';
import type { DeletionManagement } from './manage-deletions/deletion-management.js';
import type { RegulationCommandsService } from './regulation-commands.service.js';

export interface DeletionCommandsDependencies {
  /** Whose turns the commands here take, too, and whose `drain` waits for them. */
  readonly regulations: Pick<RegulationCommandsService, 'read' | 'tracked'>;
  readonly management: DeletionManagement;
  readonly ownWorkers: OwnWorkerCommands;
  readonly dataPlanes: DataPlaneJobCommands;
}

/** The commands of deletions that come through the gateway. */
export class DeletionCommandsService
  implements DeletionManagementCommands, OwnWorkerCommands, DataPlaneJobCommands
{
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

  claimDeletionJob(command: ClaimOwnJob): Promise<Partial<ClaimedJobDto>> {
    return this.parts.regulations.tracked(this.parts.ownWorkers.claimDeletionJob(command));
  }

  heartbeatDeletionJob(command: HeartbeatOwnJob): Promise<LeaseDto> {
    return this.parts.regulations.tracked(this.parts.ownWorkers.heartbeatDeletionJob(command));
  }

  async reportDeletionJob(command: ReportOwnJob): Promise<void> {
    await this.parts.regulations.tracked(this.parts.ownWorkers.reportDeletionJob(command));
  }

  claimDataPlaneJob(command: ClaimDataPlaneJob): Promise<{ readonly job?: DataPlaneJob }> {
    return this.parts.regulations.tracked(this.parts.dataPlanes.claimDataPlaneJob(command));
  }

  async updateDataPlaneJob(command: UpdateDataPlaneJob): Promise<void> {
    await this.parts.regulations.tracked(this.parts.dataPlanes.updateDataPlaneJob(command));
  }
}
