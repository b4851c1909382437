import type { TestTarget } from '@lethe/catalog';
import { findDefinition, secretValues, standInsFor } from '@lethe/destination-definitions';
import type { TestTargetInRun } from '../stages/test-context.js';

/**
 * The target of a run that sends nothing, with a stand-in for each of its secrets. What such a run makes
 * never held a secret: it tells no caller whether a guess of theirs is right, and a mask that misses
 * something in it shows a stand-in.
 */
export function withStandIns(target: TestTarget): TestTargetInRun {
  if (!hasSecrets(target)) return target;
  const { destination, credentials } = target;
  const config = standInsFor(findDefinition(destination.type), destination.config);
  return {
    ...target,
    destination: { ...destination, config },
    credentials: standInsFor(undefined, credentials) as Readonly<Record<string, string>>,
    realCredentials: credentials,
  };
}

/** By target: the catalog gives the same one again for two seconds. */
const sizes = new WeakMap<TestTarget, number>();

/** Characters of all secrets of a target: of its credentials, and of its configuration. */
export function sizeOfSecrets(target: TestTarget): number {
  const known = sizes.get(target);
  if (known !== undefined) return known;
  const { type, config } = target.destination;
  const credentials = Object.values(target.credentials);
  const secrets = [...secretValues(findDefinition(type), [config]), ...credentials];
  // Each credential counts, also an empty one.
  const size = secrets.reduce((sum, { length }) => sum + length, credentials.length);
  sizes.set(target, size);
  return size;
}

export function hasSecrets(target: TestTarget): boolean {
  return sizeOfSecrets(target) > 0;
}
