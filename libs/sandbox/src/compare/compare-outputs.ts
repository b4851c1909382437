import { jsonPatch, type PatchOperation } from './json-patch.js';
import { withoutIgnored } from './ignored-places.js';

export interface Compared {
  /** What makes the expected outputs to the actual ones; nothing where they are equal. */
  readonly diff: readonly PatchOperation[];
}

/**
 * Compares what came out of a test with what is expected.
 *
 * @param ignore JSON Pointers of places that are not compared
 * @param mostBytes of the difference, see `jsonPatch`
 */
export function compareOutputs(
  expected: readonly object[],
  actual: readonly object[],
  ignore: readonly string[],
  mostBytes: number,
): Compared {
  return { diff: jsonPatch(expected, withoutIgnored(expected, actual, ignore), mostBytes) };
}
