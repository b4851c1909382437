import { ServerTCP, type MessageHandler } from '@nestjs/microservices';

/**
 * Nest's TCP server for commands, whose patterns are plain texts. For each message, Nest would
 * first try to parse the pattern as JSON, and an exception costs more than the look-up.
 */
export class CommandServer extends ServerTCP {
  override getHandlerByPattern(pattern: string): MessageHandler | null {
    return this.messageHandlers.get(pattern) ?? null;
  }
}
