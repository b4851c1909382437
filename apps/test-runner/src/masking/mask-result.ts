import type { TestTarget } from '@lethe/catalog';
import type { JsonObject, TestResult, TestResultData } from '@lethe/contracts';
import {
  createSecretMasker,
  findDefinition,
  newSteps,
  type Mask,
} from '@lethe/destination-definitions';

/** Preparing the mask of ten credentials takes 0.7 ms; the catalog gives the same target again for two seconds. */
const credentialMasks = new WeakMap<TestTarget['credentials'], Mask>();
/** By configuration, as it is stored. */
const secretMasks = new WeakMap<JsonObject, Mask>();

/**
 * Hides in a result what nobody may read in it: secrets of the destination, stored and overridden, and
 * credentials of the transformation. What of a text is hidden is decided by `createSecretMasker`.
 *
 * @param config the configuration in effect
 */
export function maskResult(result: TestResult, target: TestTarget, config: JsonObject): TestResult {
  const maskSecrets = secretMaskOf(target, config);
  const maskCredentials = credentialMaskOf(target);
  const steps = newSteps();
  // Member by member: their own names are not to be masked, whatever the secrets are.
  const data = result.data.map((element): TestResultData =>
    Object.fromEntries(
      Object.entries(element).map(([name, value]) => {
        const isCut =
          name === 'destination_response' && element.destination_response_truncated === true;
        return [name, maskCredentials(maskSecrets(value, { isCut, steps }), { isCut, steps })];
      }),
    ),
  );
  return { ...result, data };
}

function secretMaskOf({ destination }: TestTarget, config: JsonObject): Mask {
  const { type, config: stored } = destination;
  const definition = findDefinition(type);
  if (config !== stored) return createSecretMasker(definition, stored, config);
  const known = secretMasks.get(stored);
  if (known !== undefined) return known;
  const mask = createSecretMasker(definition, stored);
  secretMasks.set(stored, mask);
  return mask;
}

function credentialMaskOf({ credentials }: TestTarget): Mask {
  const known = credentialMasks.get(credentials);
  if (known !== undefined) return known;
  // Without a definition every text is secret, which is what credentials are.
  const mask: Mask =
    Object.keys(credentials).length === 0
      ? (value) => value
      : createSecretMasker(undefined, credentials);
  credentialMasks.set(credentials, mask);
  return mask;
}
