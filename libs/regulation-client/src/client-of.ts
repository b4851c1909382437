import { CAPABILITIES, joinCommands, type ServiceCommands } from '@lethe/api/capabilities';
import { commandsOf, type Capability, type CommandsOf, type WhenLost } from '@lethe/api/definition';
import { LetheError, type CommandContext, type SentCommand } from '@lethe/contracts';
import { inSpan, outsideTraces, currentTraceparent } from '@lethe/observability';
import { AnswerLostError } from './answer-lost-error.js';
import type { RegulationConnections } from './connections/regulation-connections.js';

type Connections = Pick<RegulationConnections, 'request'>;
interface Sent {
  readonly context: Pick<CommandContext, 'deadline'>;
}

/**
 * Returns functions that send the commands of all capabilities, see `clientOf`.
 *
 * @param connections connections to the service, which the caller closes
 * @param key shared key with which the service authenticates the gateway, if one is configured
 */
export function serviceClient(connections: Connections, key?: string): ServiceCommands {
  return joinCommands(CAPABILITIES.map((capability) => clientOf(capability, connections, key)));
}

/**
 * Returns functions that send the commands of a capability over Nest's TCP transport. Each command
 * is sent at most once, together with the time until its deadline.
 *
 * @param connections connections to the service, which the caller closes
 * @param key shared key with which the service authenticates the gateway, if one is configured
 * @returns functions that send a command and return its answer. They throw LetheError with the code
 * `unavailable` if nothing was sent, because no connection could be opened or the deadline had
 * passed. The code is `whenLost` of the command if the connection broke or the deadline passed
 * before the answer. If the service answered with an error, they throw this error.
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
    // A command of a worker concerns jobs of many requests, so it belongs to no trace of a request.
    return [id, from === 'worker' ? (command: never) => outsideTraces(() => send(command)) : send];
  });
  return Object.fromEntries(sends) as CommandsOf<C>;
}

async function sendOnce(
  connections: Connections,
  options: {
    readonly pattern: string;
    readonly whenLost: WhenLost;
    readonly key?: string | undefined;
  },
  command: Sent,
): Promise<unknown> {
  const { pattern, whenLost, key } = options;
  const timeLeftMs = command.context.deadline - Date.now();
  if (timeLeftMs <= 0) throw new LetheError('unavailable'); // nothing was sent
  const traceparent = currentTraceparent();
  try {
    // The deadline is sent too, because a service of an earlier release does not read `timeLeftMs`.
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
