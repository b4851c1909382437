import { CAPABILITIES } from '@lethe/api/capabilities';
import { commandsOf } from '@lethe/api/definition';

const COMMANDS: ReadonlySet<string> = new Set([
  ...CAPABILITIES.flatMap((capability) =>
    [...commandsOf(capability).values()].map(({ pattern }) => pattern),
  ),
]);

/**
 * @param pattern as the caller wrote it; Nest reads patterns as JSON: one command can be written in any number of ways, with spaces or escapes
 * @returns the command as metrics and traces may show it
 */
export function shownCommand(pattern: string): string {
  return COMMANDS.has(pattern) ? pattern : 'other';
}
