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
import type { DeletionManagement } from './manage/deletion-management.js';
import type { CommandGate } from '../command-gate.js';

export interface DeletionCommandsDependencies {
  readonly gate: Pick<CommandGate, 'read' | 'tracked'>;
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
    const { gate, management } = this.parts;
    return gate.read(command, () => management.list.execute(command));
  }

  getDeletionJob(command: GetDeletionJob): Promise<DeletionJobDetailDto> {
    const { gate, management } = this.parts;
    return gate.read(command, () => management.get.execute(command));
  }

  summarizeDeletionJobs(command: SummarizeDeletionJobs): Promise<DeletionSummaryDto> {
    const { gate, management } = this.parts;
    return gate.read(command, () => management.summary.execute(command));
  }

  retryDeletionJobs(command: RetryDeletionJobs): Promise<RetryResultDto> {
    return this.parts.gate.tracked(this.parts.management.retry.execute(command));
  }

  retryRegulation(command: RetryRegulation): Promise<RetryResultDto> {
    return this.parts.gate.tracked(this.parts.management.retryRegulation.execute(command));
  }

  pauseDeletions(command: PauseDeletions): Promise<void> {
    return this.parts.gate.tracked(this.parts.management.pause.pause(command));
  }

  resumeDeletions(command: PauseDeletions): Promise<void> {
    return this.parts.gate.tracked(this.parts.management.pause.resume(command));
  }

  claimDeletionJob(command: ClaimOwnJob): Promise<Partial<ClaimedJobDto>> {
    return this.parts.gate.tracked(this.parts.ownWorkers.claimDeletionJob(command));
  }

  heartbeatDeletionJob(command: HeartbeatOwnJob): Promise<LeaseDto> {
    return this.parts.gate.tracked(this.parts.ownWorkers.heartbeatDeletionJob(command));
  }

  async reportDeletionJob(command: ReportOwnJob): Promise<void> {
    await this.parts.gate.tracked(this.parts.ownWorkers.reportDeletionJob(command));
  }

  claimDataPlaneJob(command: ClaimDataPlaneJob): Promise<{ readonly job?: DataPlaneJob }> {
    return this.parts.gate.tracked(this.parts.dataPlanes.claimDataPlaneJob(command));
  }

  async updateDataPlaneJob(command: UpdateDataPlaneJob): Promise<void> {
    await this.parts.gate.tracked(this.parts.dataPlanes.updateDataPlaneJob(command));
  }
}
