import {
  DATA_PLANE_DELETION_PATTERNS,
  OWN_WORKER_PATTERNS,
  type ClaimDataPlaneJobCommand,
  type ClaimOwnJobCommand,
  type CommandContext,
  type DataPlaneJob,
  type DeletionWorkCommands,
  type HeartbeatOwnJobCommand,
  type OwnJob,
  type ReportOwnJobCommand,
  type UpdateDataPlaneJobCommand,
} from '@lethe/contracts';
import { CommandSender } from './command-sender.js';
import type { RegulationConnections } from './regulation-connections.js';

/** A command of somebody's token: its deadline is in its context. */
interface OfToken {
  readonly context: CommandContext;
}

/**
 * The commands of `DeletionWorkCommands` over Nest's TCP transport. Errors as those of `CommandSender.send`: all can be repeated without
 * harm, so a lost answer is `unavailable`.
 */
export class DeletionWorkClient implements DeletionWorkCommands {
  private readonly commands: CommandSender;

  /**
   * @param connections to the service; whoever made them closes them
   * @param key that the service wants to see, where it has one
   */
  constructor(connections: Pick<RegulationConnections, 'request'>, key?: string) {
    this.commands = new CommandSender(connections, key);
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

  private send(pattern: string, command: OfToken): Promise<unknown> {
    return this.commands.send(pattern, command, command.context.deadline, 'unavailable');
  }
}
