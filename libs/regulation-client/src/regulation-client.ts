import {
  differingKey,
  LetheError,
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
  type RegulationCommands,
  type RegulationDetail,
} from '@lethe/contracts';
import { NO_MESSAGE_HANDLER } from '@nestjs/microservices/constants.js';
import { CommandSender } from './command-sender.js';
import type { RegulationConnections } from './regulation-connections.js';

/**
 * The commands of `RegulationCommands` over Nest's TCP transport. No command is ever sent twice:
 * when its answer is lost the caller is told so, and decides.
 */
export class RegulationClient implements RegulationCommands {
  private readonly commands: CommandSender;

  /**
   * @param connections to the service; whoever made them closes them
   * @param key that the service wants to see, where it has one
   */
  constructor(connections: Pick<RegulationConnections, 'request'>, key?: string) {
    this.commands = new CommandSender(connections, key);
  }

  /**
   * @throws LetheError as `CommandSender.send`; `outcome_unknown` when the answer is lost; `unavailable` where an older service can't
   *   take a userId that differs from its suppression key
   */
  async create(command: CreateRegulationsCommand): Promise<CreateRegulationsResult> {
    const { deadline } = command.context;
    const { create, createAsGiven } = REGULATION_PATTERNS;
    const differs = command.request.users.some(
      ({ userId }) => differingKey(userId).suppressionKey !== undefined,
    );
    const pattern = differs ? createAsGiven : create;
    try {
      const answer = await this.commands.send(pattern, command, deadline, 'outcome_unknown');
      return answer as CreateRegulationsResult;
    } catch (error) {
      if (differs && isUnknownPattern(error)) {
        throw new LetheError('unavailable', { message: OLDER_SERVICE, cause: error });
      }
      throw error;
    }
  }

  /** @throws LetheError as `CommandSender.send`; `unavailable` when the answer is lost */
  async plan(command: PlanDeletionCommand): Promise<DeletionPlan> {
    const { deadline } = command.context;
    const { plan } = REGULATION_PATTERNS;
    const answer = (await this.commands.send(plan, command, deadline, 'unavailable')) as Omit<
      DeletionPlan,
      'warnings'
    > &
      Partial<DeletionPlan>;
    return { warnings: [], ...answer }; // an older service has none
  }

  /** @throws LetheError as `CommandSender.send`; `unavailable` when the answer is lost */
  async list(command: ListRegulationsCommand): Promise<ListRegulationsResult> {
    const { deadline } = command.context;
    const { list } = REGULATION_PATTERNS;
    return (await this.commands.send(
      list,
      command,
      deadline,
      'unavailable',
    )) as ListRegulationsResult;
  }

  /** @throws LetheError as `CommandSender.send`; `unavailable` when the answer is lost */
  async get(command: GetRegulationCommand): Promise<RegulationDetail> {
    const { deadline } = command.context;
    const { get } = REGULATION_PATTERNS;
    return (await this.commands.send(get, command, deadline, 'unavailable')) as RegulationDetail;
  }

  /** @throws LetheError as `CommandSender.send`; `outcome_unknown` when the answer is lost */
  async cancel(command: CancelRegulationCommand): Promise<void> {
    const { deadline } = command.context;
    await this.commands.send(REGULATION_PATTERNS.cancel, command, deadline, 'outcome_unknown');
  }

  /** @throws LetheError as `CommandSender.send`; `unavailable` when the answer is lost: it may be repeated */
  async abortDeletions(command: AbortDeletionsCommand): Promise<void> {
    const { deadline } = command.context;
    await this.commands.send(REGULATION_PATTERNS.abortDeletions, command, deadline, 'unavailable');
  }
}

const OLDER_SERVICE =
  'A regulation service of an earlier version is running, which cannot store a userId with invisible or unusual characters as it was given. Nothing was stored. Try again after the upgrade.';

/** Nest answers a pattern that no handler has with a text, before anything is carried out. */
function isUnknownPattern(error: unknown): boolean {
  return (
    error instanceof LetheError && error.code === 'internal' && error.cause === NO_MESSAGE_HANDLER
  );
}
