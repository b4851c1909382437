import { MOST } from './check-command.js';

/** JSON that is read and written again becomes longer by numbers only: `1e20,` has 22 characters then. */
const WRITTEN_OUT = 5;
/** A page of the feed names all workspaces of a namespace, in quotes. */
const LONGEST_PAGE = MOST.workspaces * (MOST.id + 3);
/** For what stands around the request, and for the beginning of the next command. */
const BESIDE = 128 * 1024;

/**
 * @param bodyBytes of the largest body that gateways take
 * @returns characters of the largest command that they send
 */
export function largestCommand(bodyBytes: number): number {
  return Math.max(bodyBytes * WRITTEN_OUT, LONGEST_PAGE) + BESIDE;
}
