import type { TestTarget } from '@lethe/catalog';
import { findDefinition, secretValues, placeholdersFor } from '@lethe/destination-definitions';
import type { TestTargetInRun } from '../stages/test-context.js';

/**
 * Returns the target of a run that sends nothing, with placeholders for its secrets. The output of
 * such a run never contains a secret. So the output does not reveal whether a guess of a secret is
 * right. If a mask misses a text, the caller sees only a placeholder.
 */
export function withPlaceholders(target: TestTarget): TestTargetInRun {
  if (!hasSecrets(target)) return target;
  const { destination, credentials } = target;
  const config = placeholdersFor(findDefinition(destination.type), destination.config);
  return {
    ...target,
    destination: { ...destination, config },
    credentials: placeholdersFor(undefined, credentials) as Readonly<Record<string, string>>,
    realCredentials: credentials,
  };
}

/** Cached sizes by target. The catalog returns the same object for two seconds. */
const sizes = new WeakMap<TestTarget, number>();

/**
 * Returns the number of characters of a target's secrets, in credentials and configuration. The
 * result is 0 only if there is no secret.
 */
export function sizeOfSecrets(target: TestTarget): number {
  const known = sizes.get(target);
  if (known !== undefined) return known;
  const { type, config } = target.destination;
  const credentials = Object.values(target.credentials);
  const secrets = [...secretValues(findDefinition(type), [config]), ...credentials];
  // Adds 1 for each credential, so that the size is not 0 if all credentials are empty.
  const size = secrets.reduce((sum, { length }) => sum + length, credentials.length);
  sizes.set(target, size);
  return size;
}

export function hasSecrets(target: TestTarget): boolean {
  return sizeOfSecrets(target) > 0;
}
