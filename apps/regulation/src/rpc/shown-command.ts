import { CAPABILITIES } from '@lethe/api/capabilities';
import { patternsOf } from '@lethe/api/definition';
import {
  DATA_PLANE_DELETION_PATTERNS,
  DELETION_WORKER_PATTERNS,
  EVENT_PATTERNS,
  IMPORT_PATTERNS,
  OWN_WORKER_PATTERNS,
  REGULATION_PATTERNS,
} from '@lethe/contracts';

const COMMANDS: ReadonlySet<string> = new Set([
  ...CAPABILITIES.flatMap(patternsOf),
  ...[
    REGULATION_PATTERNS,
    DELETION_WORKER_PATTERNS,
    OWN_WORKER_PATTERNS,
    EVENT_PATTERNS,
    IMPORT_PATTERNS,
    DATA_PLANE_DELETION_PATTERNS,
  ].flatMap((patterns) => Object.values<string>(patterns)),
]);

/**
 * @param pattern as the caller wrote it; Nest reads patterns as JSON: one command can be written in any number of ways, with spaces or escapes
 * @returns the command as metrics and traces may show it
 */
export function shownCommand(pattern: string): string {
  return COMMANDS.has(pattern) ? pattern : 'other';
}
