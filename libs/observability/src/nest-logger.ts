import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/**
 * Writes messages of Nest (routes mapped, modules loaded) in our format. Messages of Nest's level
 * `log` get the level `debug`, and less important messages get `trace`.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context: textOf(context) }, textOf(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context: textOf(context) }, textOf(message));
  }

  /**
   * Nest passes (message, stack, context). Only the context is logged, because the message can
   * quote a payload.
   */
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
