import { CAPABILITIES } from '@lethe/api/capabilities';
import { commandsOf } from '@lethe/api/definition';

const COMMANDS: ReadonlySet<string> = new Set([
  ...CAPABILITIES.flatMap((capability) =>
    [...commandsOf(capability).values()].map(({ pattern }) => pattern),
  ),
]);

/**
 * Returns the command as metrics show it, or `other` if it is unknown.
 *
 * @param pattern the received pattern. Nest parses it as JSON, so a caller can write one command as
 *   many different texts, with spaces and escapes
 */
export function shownCommand(pattern: string): string {
  return COMMANDS.has(pattern) ? pattern : 'other';
}
