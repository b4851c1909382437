import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Nest's own messages (routes mapped, modules loaded) in our format, at `debug` and above. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context: textOf(context) }, textOf(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context: textOf(context) }, textOf(message));
  }

  /** Nest passes (message, stack, context); the message may quote a payload, so only the context stays. */
  error(_message: unknown, ...rest: unknown[]): void {
    this.logger.error({ context: textOf(rest.at(-1)) }, 'error inside the framework');
  }

  fatal(_message: unknown, ...rest: unknown[]): void {
    this.logger.fatal({ context: textOf(rest.at(-1)) }, 'fatal error inside the framework');
  }

  debug(message: unknown, context?: unknown): void {
    this.logger.trace({ context: textOf(context) }, textOf(message));
  }

  verbose(message: unknown, context?: unknown): void {
    this.logger.trace({ context: textOf(context) }, textOf(message));
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
