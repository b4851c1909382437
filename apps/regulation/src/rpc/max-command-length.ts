import { MOST } from './check-stated-command.js';

/**
 * JSON can become this many times longer when it is parsed and written again: the 5 characters
 * `1e20,` become 22.
 */
const GROWTH_FACTOR = 5;
/**
 * Maximum length of the command for a feed page. The command lists all workspaces of a namespace in
 * quotes.
 */
const LONGEST_PAGE = MOST.workspaces * (MOST.id + 3);
/** Characters for the members around the request, and for the start of the next command. */
const EXTRA_CHARACTERS = 128 * 1024;

/**
 * @param bodyBytes maximum body size at gateways
 * @returns maximum length of a command, in characters
 */
export function maxCommandLength(bodyBytes: number): number {
  return Math.max(bodyBytes * GROWTH_FACTOR, LONGEST_PAGE) + EXTRA_CHARACTERS;
}
