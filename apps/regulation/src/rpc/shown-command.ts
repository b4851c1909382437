import {
  DATA_PLANE_DELETION_PATTERNS,
  DELETION_MANAGEMENT_PATTERNS,
  DELETION_WORKER_PATTERNS,
  OWN_WORKER_PATTERNS,
  REGULATION_PATTERNS,
} from '@lethe/contracts';
import type { ExecutionContext } from '@nestjs/common';
import type { TcpContext } from '@nestjs/microservices';

const COMMANDS: ReadonlySet<string> = new Set(
  [
    REGULATION_PATTERNS,
    DELETION_MANAGEMENT_PATTERNS,
    DELETION_WORKER_PATTERNS,
    OWN_WORKER_PATTERNS,
    DATA_PLANE_DELETION_PATTERNS,
  ].flatMap((patterns) => Object.values<string>(patterns)),
);

/**
 * @returns the command as metrics and traces may show it. The context has the pattern as the caller wrote it, and Nest
 * reads patterns as JSON: one command can be written in any number of ways, with spaces or escapes
 */
export function shownCommand(context: ExecutionContext): string {
  const pattern = context.switchToRpc().getContext<TcpContext>().getPattern();
  return COMMANDS.has(pattern) ? pattern : 'other';
}
