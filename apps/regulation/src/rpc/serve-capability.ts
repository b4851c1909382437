import { commandsOf, type Capability } from '@lethe/api/definition';
import type { CommandContext } from '@lethe/contracts';
import { Controller, type Type } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { checkStatedCommand } from './check-stated-command.js';
import type { CallerKeyCheck, Sent } from './caller-key-check.js';

type Command = object & { readonly context: Pick<CommandContext, 'deadline'> };
type Handler = (command: Command) => Promise<unknown>;

/**
 * Hands the commands of a capability on Nest's TCP transport to their handlers. Commands that a gateway has checked are checked again by the
 * same rules: a faulty caller must not read or write without bounds.
 *
 * @param handlers by the ids of the commands
 * @throws Error when one has no handler
 */
export function serveCapability(
  capability: Capability,
  handlers: object,
  admission: CallerKeyCheck,
): Type {
  class CommandsController {
    [id: string]: unknown;
  }
  for (const [id, stated] of commandsOf(capability)) {
    const handle = Reflect.get(handlers, id) as Handler | undefined;
    if (handle === undefined) throw new Error(`Nothing carries out ${id}.`);
    const value = async (sent: Sent<Command>): Promise<unknown> => {
      const command = await checkStatedCommand(stated, admission.accept(sent));
      return (await handle(command)) ?? {}; // Nest's transport has no answer without a value
    };
    const descriptor = { value, writable: true, configurable: true };
    const prototype = CommandsController.prototype;
    Object.defineProperty(prototype, id, descriptor);
    Payload()(prototype, id, 0);
    MessagePattern(stated.pattern)(prototype, id, descriptor);
  }
  Controller()(CommandsController);
  return CommandsController;
}
