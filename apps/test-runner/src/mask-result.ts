import type { TestTarget } from '@lethe/catalog';
import type { JsonObject, TestResult, TestResultData } from '@lethe/contracts';
import { createSecretMasker, findDefinition } from '@lethe/destination-definitions';

/**
 * Hides what must not be in an answer: secrets of the destination, stored and overridden, and
 * credentials of the transformation.
 *
 * @param config the one in effect
 */
export function maskResult(result: TestResult, target: TestTarget, config: JsonObject): TestResult {
  const { destination, credentials } = target;
  const maskSecrets = createSecretMasker(
    findDefinition(destination.type),
    destination.config,
    config,
  );
  // Without a definition every text is secret, which is what credentials are.
  const maskCredentials =
    Object.keys(credentials).length === 0
      ? (value: unknown) => value
      : createSecretMasker(undefined, credentials);
  // Member by member: their own names are not to be masked, whatever the secrets are.
  const data = result.data.map((element): TestResultData =>
    Object.fromEntries(
      Object.entries(element).map(([name, value]) => [name, maskCredentials(maskSecrets(value))]),
    ),
  );
  return { ...result, data };
}
