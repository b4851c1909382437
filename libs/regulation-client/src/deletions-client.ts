import {
  DATA_PLANE_DELETION_PATTERNS,
  DELETION_MANAGEMENT_PATTERNS,
  OWN_WORKER_PATTERNS,
  type ClaimDataPlaneJobCommand,
  type ClaimOwnJobCommand,
  type CommandContext,
  type DataPlaneJob,
  type DeletionCommands,
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
import { CommandSender, type WhenLost } from './command-sender.js';
import type { RegulationConnections } from './regulation-connections.js';

/** A command of somebody's token: its deadline is in its context. */
interface OfToken {
  readonly context: CommandContext;
}

/**
 * The commands of `DeletionCommands` over Nest's TCP transport. Errors as those of `CommandSender.send`. All but
 * a retry can be repeated without harm, so a lost answer is `unavailable`; that of a retry is `outcome_unknown`.
 */
export class DeletionsClient implements DeletionCommands {
  private readonly commands: CommandSender;

  /**
   * @param connections to the service; whoever made them closes them
   * @param key that the service wants to see, where it has one
   */
  constructor(connections: Pick<RegulationConnections, 'request'>, key?: string) {
    this.commands = new CommandSender(connections, key);
  }

  async listJobs(command: ListDeletionJobsCommand): Promise<ListDeletionJobsResult> {
    return (await this.send(DELETION_MANAGEMENT_PATTERNS.list, command)) as ListDeletionJobsResult;
  }

  async getJob(command: GetDeletionJobCommand): Promise<DeletionJobDetail> {
    return (await this.send(DELETION_MANAGEMENT_PATTERNS.get, command)) as DeletionJobDetail;
  }

  async summarizeJobs(command: OfToken): Promise<DeletionSummary> {
    return (await this.send(DELETION_MANAGEMENT_PATTERNS.summary, command)) as DeletionSummary;
  }

  async retryJobs(command: RetryDeletionsCommand): Promise<RetryResult> {
    const { retry } = DELETION_MANAGEMENT_PATTERNS;
    return (await this.send(retry, command, 'outcome_unknown')) as RetryResult;
  }

  async retryRegulation(command: RetryRegulationCommand): Promise<RetryResult> {
    const { retryRegulation } = DELETION_MANAGEMENT_PATTERNS;
    return (await this.send(retryRegulation, command, 'outcome_unknown')) as RetryResult;
  }

  async pauseDeletions(command: PauseDeletionsCommand): Promise<void> {
    await this.send(DELETION_MANAGEMENT_PATTERNS.pause, command);
  }

  async claimOwnJob(command: ClaimOwnJobCommand): Promise<{ readonly job?: OwnJob }> {
    return (await this.send(OWN_WORKER_PATTERNS.claim, command)) as { job?: OwnJob };
  }

  async heartbeatOwnJob(
    command: HeartbeatOwnJobCommand,
  ): Promise<{ readonly leaseExpiresAt: string }> {
    const answer = await this.send(OWN_WORKER_PATTERNS.heartbeat, command);
    return answer as { leaseExpiresAt: string };
  }

  async reportOwnJob(command: ReportOwnJobCommand): Promise<void> {
    await this.send(OWN_WORKER_PATTERNS.report, command);
  }

  async claimDataPlaneJob(
    command: ClaimDataPlaneJobCommand,
  ): Promise<{ readonly job?: DataPlaneJob }> {
    const { claim } = DATA_PLANE_DELETION_PATTERNS;
    const answer = await this.commands.send(claim, command, command.deadline, 'unavailable');
    return answer as { job?: DataPlaneJob };
  }

  async updateDataPlaneJob(command: UpdateDataPlaneJobCommand): Promise<void> {
    const { update } = DATA_PLANE_DELETION_PATTERNS;
    await this.commands.send(update, command, command.deadline, 'unavailable');
  }

  private send(
    pattern: string,
    command: OfToken,
    whenLost: WhenLost = 'unavailable',
  ): Promise<unknown> {
    return this.commands.send(pattern, command, command.context.deadline, whenLost);
  }
}
