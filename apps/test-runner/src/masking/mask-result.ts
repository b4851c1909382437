import type { TestTarget } from '@lethe/catalog';
import type { JsonObject, TestResult, TestResultData } from '@lethe/contracts';
import {
  createMaskOf,
  findDefinition,
  newSearchBudget,
  secretValues,
  type Mask,
} from '@lethe/destination-definitions';

/** A cached mask. The catalog caches targets for two seconds, and creating a mask takes 0.7 ms. */
interface KnownMask {
  readonly credentials: TestTarget['credentials'];
  readonly mask: Mask;
}

/** Cached masks by stored configuration. */
const masks = new WeakMap<JsonObject, KnownMask>();

/**
 * Masks secrets in a result. The secrets are the stored and the overridden secrets of the
 * destination, and the credentials of the transformation. `createMaskOf` defines the form of a
 * mask.
 *
 * @param mask of the target, which `maskOf` returns
 */
export function maskResult(result: TestResult, mask: Mask): TestResult {
  const steps = newSearchBudget();
  // Masks each member separately, because the names of the members must not be masked.
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
 * Returns one mask for all secrets. With two masks, the first mask could hide a part of a longer
 * secret. The second mask would then not find the remaining part.
 *
 * @param config the configuration in effect
 */
export function maskOf({ destination, credentials }: TestTarget, config: JsonObject): Mask {
  const { type, config: stored } = destination;
  const known = masks.get(stored);
  if (config === stored && known?.credentials === credentials) return known.mask;
  const mask = createMaskOf([
    ...secretValues(findDefinition(type), config === stored ? [stored] : [stored, config]),
    // All credentials are secrets. Without a definition, `secretValues` returns every text.
    ...secretValues(undefined, [credentials]),
  ]);
  if (config === stored) masks.set(stored, { credentials, mask });
  return mask;
}
