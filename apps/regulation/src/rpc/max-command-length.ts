import { MOST } from './check-stated-command.js';

/**
 * JSON that is parsed and written again grows by numbers only: the 5 characters `1e20,` become 22.
 */
const WRITTEN_OUT = 5;
/** A page of the feed names all workspaces of a namespace, in quotes. */
const LONGEST_PAGE = MOST.workspaces * (MOST.id + 3);
/** Room for the members around the request, and for the beginning of the next command. */
const BESIDE = 128 * 1024;

/**
 * @param bodyBytes bytes of the largest body that gateways accept
 * @returns characters of the largest command that they send
 */
export function maxCommandLength(bodyBytes: number): number {
  return Math.max(bodyBytes * WRITTEN_OUT, LONGEST_PAGE) + BESIDE;
}
