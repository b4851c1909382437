import { commandsOf, type Capability, type CommandsOf } from '@lethe/api/definition';
import type { CommandContext } from '@lethe/contracts';
import { outsideTraces } from '@lethe/observability';
import { CommandSender } from './command-sender.js';
import type { RegulationConnections } from './connections/regulation-connections.js';

/**
 * The commands of a capability over Nest's TCP transport, each sent once.
 *
 * @param connections to the service; whoever made them closes them
 * @param key that the service wants to see, where it has one
 * @returns functions that throw LetheError as `CommandSender.send`
 */
export function clientOf<C extends Capability>(
  capability: C,
  connections: Pick<RegulationConnections, 'request'>,
  key?: string,
): CommandsOf<C> {
  const sender = new CommandSender(connections, key);
  const sends = [...commandsOf(capability)].map(([id, { pattern, from, whenLost }]) => {
    const send = (command: { readonly context: Pick<CommandContext, 'deadline'> }) =>
      sender.send(pattern, command, command.context.deadline, whenLost);
    // One command of a worker is for the jobs of many requests.
    return [id, from === 'worker' ? (command: never) => outsideTraces(() => send(command)) : send];
  });
  return Object.fromEntries(sends) as CommandsOf<C>;
}
