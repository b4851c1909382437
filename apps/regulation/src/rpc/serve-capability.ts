import { commandsOf, type Capability, type CommandsOf } from '@lethe/api/definition';
import type { CommandContext } from '@lethe/contracts';
import { Controller, Inject, type Type } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { checkStatedCommand } from './check-stated-command.js';
import { CommandAdmission, type Sent } from './command-admission.js';

type Command = object & { readonly context: Pick<CommandContext, 'deadline'> };
type Handlers = Readonly<Record<string, (command: Command) => Promise<unknown>>>;

/**
 * Makes the handlers of a capability's commands on Nest's TCP transport. Commands that a gateway has checked are checked again by the same
 * rules: a faulty caller must not read or write without bounds.
 *
 * @param token under which Nest has what carries the commands out, a `CommandsOf` of the capability
 */
export function serveCapability<C extends Capability>(
  capability: C,
  token: Type<CommandsOf<C>>,
): Type {
  class CommandsController {
    constructor(
      readonly handlers: Handlers,
      readonly admission: CommandAdmission,
    ) {}
  }
  Inject(token)(CommandsController, undefined, 0);
  Inject(CommandAdmission)(CommandsController, undefined, 1);
  for (const [id, stated] of commandsOf(capability)) {
    const value = async function (this: CommandsController, sent: Sent<Command>): Promise<unknown> {
      const handle = this.handlers[id];
      if (handle === undefined) throw new Error(`Nothing carries out ${id}.`);
      const command = this.admission.accept(sent);
      await checkStatedCommand(stated, command);
      const result = await handle.call(this.handlers, command);
      return result ?? {}; // Nest's transport has no answer without a value
    };
    const descriptor = { value, writable: true, configurable: true };
    const prototype = CommandsController.prototype as object;
    Object.defineProperty(prototype, id, descriptor);
    Payload()(prototype, id, 0);
    MessagePattern(stated.pattern)(prototype, id, descriptor);
  }
  Controller()(CommandsController);
  return CommandsController;
}
