import {
  LetheError,
  REGULATION_PATTERNS,
  type AbortDeletionsCommand,
  type CancelRegulationCommand,
  type CreateRegulationsCommand,
  type CreateRegulationsResult,
  type ErrorCode,
  type GetRegulationCommand,
  type ListRegulationsCommand,
  type ListRegulationsResult,
  type RegulationCommands,
  type RegulationDetailDto,
  type SentCommand,
  type SuppressionPage,
  type SuppressionPageCommand,
} from '@lethe/contracts';
import { AnswerLostError } from './regulation-connection.js';
import type { RegulationConnections } from './regulation-connections.js';

/**
 * The regulation service over Nest's TCP transport. No command is ever sent twice: when its answer
 * is lost the caller is told so, and decides.
 */
export class RegulationClient implements RegulationCommands {
  /** @param key that the service wants to see, where it has one */
  constructor(
    private readonly connections: RegulationConnections,
    private readonly key?: string,
  ) {}

  async create(command: CreateRegulationsCommand): Promise<CreateRegulationsResult> {
    const result = await this.send(
      REGULATION_PATTERNS.create,
      command,
      'outcome_unknown',
      command.context.deadline,
    );
    return result as CreateRegulationsResult;
  }

  async list(command: ListRegulationsCommand): Promise<ListRegulationsResult> {
    const result = await this.send(
      REGULATION_PATTERNS.list,
      command,
      'unavailable',
      command.context.deadline,
    );
    return result as ListRegulationsResult;
  }

  async get(command: GetRegulationCommand): Promise<RegulationDetailDto> {
    const result = await this.send(
      REGULATION_PATTERNS.get,
      command,
      'unavailable',
      command.context.deadline,
    );
    return result as RegulationDetailDto;
  }

  async cancel(command: CancelRegulationCommand): Promise<void> {
    await this.send(
      REGULATION_PATTERNS.cancel,
      command,
      'outcome_unknown',
      command.context.deadline,
    );
  }

  async abortDeletions(command: AbortDeletionsCommand): Promise<void> {
    await this.send(
      REGULATION_PATTERNS.abortDeletions,
      command,
      'unavailable',
      command.context.deadline,
    );
  }

  async suppressionPage(command: SuppressionPageCommand): Promise<SuppressionPage> {
    const { deadline } = command;
    const page = await this.send(
      REGULATION_PATTERNS.suppressionPage,
      command,
      'unavailable',
      deadline,
    );
    return page as SuppressionPage;
  }

  /** @param whenLost what the caller is told when the request left and no answer came */
  private async send(
    pattern: string,
    command: object,
    whenLost: ErrorCode,
    deadline: number,
  ): Promise<unknown> {
    const timeoutMs = Math.max(0, deadline - Date.now());
    try {
      // A service of an earlier release believes the deadline in it.
      const sent: SentCommand = {
        ...command,
        timeLeftMs: timeoutMs,
        ...(this.key === undefined ? {} : { key: this.key }),
      };
      return await this.connections.request(pattern, sent, timeoutMs);
    } catch (error) {
      if (error instanceof AnswerLostError) throw new LetheError(whenLost, { cause: error });
      throw error;
    }
  }
}
