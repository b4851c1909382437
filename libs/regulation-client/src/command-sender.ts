import type { WhenLost } from '@lethe/api/definition';
import { LetheError, type SentCommand } from '@lethe/contracts';
import { inSpan, presentTraceparent } from '@lethe/observability';
import { AnswerLostError } from './connections/regulation-connection.js';
import type { RegulationConnections } from './connections/regulation-connections.js';

/**
 * Sends commands to the regulation service, each once and with what is left of its time. `clientOf` makes
 * typed methods of it.
 */
export class CommandSender {
  /**
   * @param connections to the service; whoever made them closes them
   * @param key that the service wants to see, where it has one
   */
  constructor(
    private readonly connections: Pick<RegulationConnections, 'request'>,
    private readonly key?: string,
  ) {}

  /**
   * @param pattern of the command
   * @param command plain data
   * @param deadline milliseconds since the epoch, by our own clock
   * @returns what the service answered, as it was parsed; the caller knows its type
   * @throws LetheError `unavailable` when there is no connection, so that nothing was sent;
   *   `whenLost` when the connection broke or the deadline passed before the answer; otherwise the
   *   error that the service answered
   */
  async send(
    pattern: string,
    command: object,
    deadline: number,
    whenLost: WhenLost,
  ): Promise<unknown> {
    return inSpan(pattern, { side: 'client', attributes: { 'rpc.method': pattern } }, () =>
      this.sendOnce(pattern, command, deadline, whenLost),
    );
  }

  private async sendOnce(
    pattern: string,
    command: object,
    deadline: number,
    whenLost: WhenLost,
  ): Promise<unknown> {
    const timeLeftMs = deadline - Date.now();
    if (timeLeftMs <= 0) throw new LetheError('unavailable'); // nothing was sent
    const traceparent = presentTraceparent();
    try {
      // A service of an earlier release goes by the deadline in the command, not by `timeLeftMs`.
      const sent: SentCommand = {
        ...command,
        timeLeftMs,
        ...(traceparent === undefined ? {} : { traceparent }),
        ...(this.key === undefined ? {} : { key: this.key }),
      };
      return await this.connections.request(pattern, sent, timeLeftMs);
    } catch (error) {
      if (error instanceof AnswerLostError) throw new LetheError(whenLost, { cause: error });
      throw error;
    }
  }
}
