import {
  checkDto,
  partsOf,
  type Capability,
  type CommandsOf,
  type Operation,
} from '@lethe/api/definition';
import { DetailsCollector, type CommandContext } from '@lethe/contracts';
import { Controller, Inject, type Type } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { notTaken, problemsOf, refuse } from './check-command.js';
import { CommandAdmission, type Sent } from './command-admission.js';

type Command = object & { readonly context: CommandContext };
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
  for (const [id, operation] of Object.entries(capability.operations)) {
    const check = (command: Command) => {
      checkCommand(operation, command);
    };
    const value = async function (this: CommandsController, sent: Sent<Command>): Promise<unknown> {
      const handle = this.handlers[id];
      if (handle === undefined) throw new Error(`Nothing carries out ${id}.`);
      const result = await handle.call(this.handlers, this.admission.accept(sent, check));
      return result ?? {}; // Nest's transport has no answer without a value
    };
    const descriptor = { value, writable: true, configurable: true };
    const prototype = CommandsController.prototype as object;
    Object.defineProperty(prototype, id, descriptor);
    Payload()(prototype, id, 0);
    MessagePattern(operation.command.pattern)(prototype, id, descriptor);
  }
  Controller()(CommandsController);
  return CommandsController;
}

/** @throws LetheError `invalid_request` */
function checkCommand(operation: Operation, command: Command): void {
  refuse(problemsOf(command.context));
  const problems = new DetailsCollector();
  for (const type of partsOf(operation)) checkDto(type, command, problems);
  if (!problems.isEmpty) throw notTaken(problems.toDetails());
}
