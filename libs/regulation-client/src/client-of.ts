import { CAPABILITIES, joinCommands, type ServiceCommands } from '@lethe/api/capabilities';
import { commandsOf, type Capability, type CommandsOf, type WhenLost } from '@lethe/api/definition';
import { LetheError, type CommandContext, type SentCommand } from '@lethe/contracts';
import { inSpan, outsideTraces, presentTraceparent } from '@lethe/observability';
import { AnswerLostError } from './answer-lost-error.js';
import type { RegulationConnections } from './connections/regulation-connections.js';

type Connections = Pick<RegulationConnections, 'request'>;
interface Sent {
  readonly context: Pick<CommandContext, 'deadline'>;
}

/**
 * What a gateway asks of the regulation service, as `clientOf`.
 *
 * @param connections to the service; whoever made them closes them
 * @param key that the service wants to see, where it has one
 */
export function serviceClient(connections: Connections, key?: string): ServiceCommands {
  return joinCommands(CAPABILITIES.map((capability) => clientOf(capability, connections, key)));
}

/**
 * The commands of a capability over Nest's TCP transport, each sent once and with what is left of its time.
 *
 * @param connections to the service; whoever made them closes them
 * @param key that the service wants to see, where it has one
 * @returns functions that throw LetheError `unavailable` when there is no connection, so that nothing was sent;
 *   the command's `whenLost` when the connection broke or the deadline passed before the answer; otherwise the
 *   error that the service answered
 */
export function clientOf<C extends Capability>(
  capability: C,
  connections: Connections,
  key?: string,
): CommandsOf<C> {
  const sends = [...commandsOf(capability)].map(([id, { pattern, from, whenLost }]) => {
    const send = (command: Sent) =>
      inSpan(pattern, { side: 'client', attributes: { 'rpc.method': pattern } }, () =>
        sendOnce(connections, { pattern, whenLost, key }, command),
      );
    // One command of a worker is for the jobs of many requests.
    return [id, from === 'worker' ? (command: never) => outsideTraces(() => send(command)) : send];
  });
  return Object.fromEntries(sends) as CommandsOf<C>;
}

async function sendOnce(
  connections: Connections,
  stated: {
    readonly pattern: string;
    readonly whenLost: WhenLost;
    readonly key?: string | undefined;
  },
  command: Sent,
): Promise<unknown> {
  const { pattern, whenLost, key } = stated;
  const timeLeftMs = command.context.deadline - Date.now();
  if (timeLeftMs <= 0) throw new LetheError('unavailable'); // nothing was sent
  const traceparent = presentTraceparent();
  try {
    // A service of an earlier release goes by the deadline in the command, not by `timeLeftMs`.
    const sent: SentCommand = {
      ...command,
      timeLeftMs,
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(key === undefined ? {} : { key }),
    };
    return await connections.request(pattern, sent, timeLeftMs);
  } catch (error) {
    if (error instanceof AnswerLostError) throw new LetheError(whenLost, { cause: error });
    throw error;
  }
}
