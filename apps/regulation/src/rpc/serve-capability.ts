import { commandsOf, type Capability } from '@lethe/api/definition';
import type { CommandContext, SentCommand } from '@lethe/contracts';
import { continueTraces } from '@lethe/observability';
import { Controller, type Type } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { checkStatedCommand } from './check-stated-command.js';
import type { CallerKeyCheck, Sent } from './caller-key-check.js';

type Command = object & { readonly context: Pick<CommandContext, 'deadline'> };
type Handler = (command: Command) => Promise<unknown>;

/**
 * Creates the Nest controller of a capability. The controller checks commands again by the rules of
 * the gateways, so that a faulty caller cannot read or write without bounds.
 *
 * @param handlers handlers of the commands, by the id of the command
 * @throws Error if a command has no handler
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
    if (handle === undefined) throw new Error(`There is no handler for ${id}.`);
    const value = async (sent: Sent<Command>): Promise<unknown> => {
      const accepted = admission.accept(sent);
      const answer = await inTrace(accepted, stated.pattern, async () =>
        handle(await checkStatedCommand(stated, accepted)),
      );
      return answer ?? {}; // Nest's transport cannot answer without a value
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

/** Works in the trace of the caller. Most commands have no trace, and then need no span. */
function inTrace<T>(
  { traceparent }: Pick<SentCommand, 'traceparent'>,
  pattern: string,
  work: () => Promise<T>,
): Promise<T> {
  if (traceparent === undefined) return work();
  const options = { side: 'server', attributes: { 'rpc.method': pattern } } as const;
  return continueTraces([traceparent], pattern, options, work);
}
