import { jsonPatch, type PatchOperation } from './json-patch.js';
import { withoutIgnored } from './ignored-places.js';

export interface Compared {
  /** JSON Patch from the expected to the actual outputs; empty if they are equal. */
  readonly diff: readonly PatchOperation[];
}

/**
 * Returns the difference between the expected and the actual outputs of a test.
 *
 * @param ignore JSON Pointers to values that are not compared
 * @param mostBytes maximum bytes of the difference, see `jsonPatch`
 */
export function compareOutputs(
  expected: readonly object[],
  actual: readonly object[],
  ignore: readonly string[],
  mostBytes: number,
): Compared {
  return { diff: jsonPatch(expected, withoutIgnored(expected, actual, ignore), mostBytes) };
}
