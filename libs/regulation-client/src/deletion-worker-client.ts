import {
  DELETION_WORKER_PATTERNS,
  type ClaimDeletionsCommand,
  type ClaimDeletionsResult,
  type DeletionWorkerCommands,
  type HeartbeatDeletionsCommand,
  type HeartbeatDeletionsResult,
  type ReportDeletionsCommand,
  type ReportDeletionsResult,
} from '@lethe/contracts';
import { outsideTraces } from '@lethe/tracing';
import { CommandSender } from './command-sender.js';
import type { RegulationConnections } from './regulation-connections.js';

/**
 * The commands of `DeletionWorkerCommands` over Nest's TCP transport. All of them may be repeated: a lost answer is
 * `unavailable`. Errors as those of `CommandSender.send`.
 */
export class DeletionWorkerClient implements DeletionWorkerCommands {
  private readonly commands: CommandSender;

  /**
   * @param connections to the service; whoever made them closes them
   * @param key that the service wants to see, where it has one
   */
  constructor(connections: Pick<RegulationConnections, 'request'>, key?: string) {
    this.commands = new CommandSender(connections, key);
  }

  async claimDeletions(command: ClaimDeletionsCommand): Promise<ClaimDeletionsResult> {
    return (await this.send(DELETION_WORKER_PATTERNS.claim, command)) as ClaimDeletionsResult;
  }

  async heartbeatDeletions(command: HeartbeatDeletionsCommand): Promise<HeartbeatDeletionsResult> {
    const { heartbeat } = DELETION_WORKER_PATTERNS;
    return (await this.send(heartbeat, command)) as HeartbeatDeletionsResult;
  }

  async reportDeletions(command: ReportDeletionsCommand): Promise<ReportDeletionsResult> {
    return (await this.send(DELETION_WORKER_PATTERNS.report, command)) as ReportDeletionsResult;
  }

  private send(
    pattern: string,
    command: ClaimDeletionsCommand | HeartbeatDeletionsCommand | ReportDeletionsCommand,
  ): Promise<unknown> {
    // One command is for the jobs of many requests.
    return outsideTraces(() =>
      this.commands.send(pattern, command, command.context.deadline, 'unavailable'),
    );
  }
}
