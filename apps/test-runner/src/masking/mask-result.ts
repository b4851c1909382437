import type { TestTarget } from '@lethe/catalog';
import type { JsonObject, TestResult, TestResultData } from '@lethe/contracts';
import {
  createMaskOf,
  findDefinition,
  newSearchBudget,
  secretValues,
  type Mask,
} from '@lethe/destination-definitions';

/** What is known of a target: the catalog gives the same one again for two seconds, and preparing a mask takes 0.7 ms. */
interface KnownMask {
  readonly credentials: TestTarget['credentials'];
  readonly mask: Mask;
}

/** By configuration, as it is stored. */
const masks = new WeakMap<JsonObject, KnownMask>();

/**
 * Hides in a result what nobody may read in it: secrets of the destination, stored and overridden, and
 * credentials of the transformation. What of a text is hidden is decided by `createMaskOf`.
 *
 * @param mask of the target: see `maskOf`
 */
export function maskResult(result: TestResult, mask: Mask): TestResult {
  const steps = newSearchBudget();
  // Member by member: their own names are not to be masked, whatever the secrets are.
  const data = result.data.map((element): TestResultData =>
    Object.fromEntries(
      Object.entries(element).map(([name, value]) => {
        const isCut =
          name === 'destination_response' && element.destination_response_truncated === true;
        return [name, mask(value, { isCut, steps })];
      }),
    ),
  );
  return { ...result, data };
}

/**
 * One mask for all: of two, one after the other, the first would leave what is around a secret in a longer one.
 *
 * @param config the configuration in effect
 */
export function maskOf({ destination, credentials }: TestTarget, config: JsonObject): Mask {
  const { type, config: stored } = destination;
  const known = masks.get(stored);
  if (config === stored && known?.credentials === credentials) return known.mask;
  const mask = createMaskOf([
    ...secretValues(findDefinition(type), config === stored ? [stored] : [stored, config]),
    // Without a definition every text is secret, which is what credentials are.
    ...secretValues(undefined, [credentials]),
  ]);
  if (config === stored) masks.set(stored, { credentials, mask });
  return mask;
}
