import type { Capability, CommandsOf } from '@lethe/api/definition';
import type { CommandContext } from '@lethe/contracts';
import { CommandSender } from './command-sender.js';
import type { RegulationConnections } from './regulation-connections.js';

/**
 * The commands of a capability over Nest's TCP transport, each sent once.
 *
 * @param connections to the service; whoever made them closes them
 * @param key that the service wants to see, where it has one
 * @returns functions that throw LetheError as `CommandSender.send`
 */
export function clientOf<C extends Capability>(
  { operations }: C,
  connections: Pick<RegulationConnections, 'request'>,
  key?: string,
): CommandsOf<C> {
  const sender = new CommandSender(connections, key);
  const send = Object.entries(operations).map(([id, { command: stated }]) => [
    id,
    (command: { readonly context: CommandContext }) =>
      sender.send(stated.pattern, command, command.context.deadline, stated.whenLost),
  ]);
  return Object.fromEntries(send) as CommandsOf<C>;
}
