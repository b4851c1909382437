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
const known = new WeakMap<TestTarget, boolean>();

/** Whether a target has any secret: a credential, or one in its configuration. */
export function hasSecrets(target: TestTarget): boolean {
  const before = known.get(target);
  if (before !== undefined) return before;
  const { type, config } = target.destination;
  const has =
    Object.keys(target.credentials).length > 0 ||
    secretValues(findDefinition(type), [config]).length > 0;
  known.set(target, has);
  return has;
}
