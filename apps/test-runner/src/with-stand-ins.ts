import type { TestTarget } from '@lethe/catalog';
import { findDefinition, secretValues, standInsFor } from '@lethe/destination-definitions';

/** A target, and the credentials that its stand-ins stand for. */
export interface TestTargetInRun extends TestTarget {
  /** What `fetch` of the transformation puts in the place of its credentials; absent where they are real. */
  readonly realCredentials?: Readonly<Record<string, string>>;
}

/**
 * The target of a run that sends nothing: without its secrets. An answer that never held one tells
 * nobody whether what they sent is one, and a mask that missed one shows none.
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

/** A target stays the same for two seconds. */
const known = new WeakMap<TestTarget, boolean>();

/** Whether there is anything to stand in for. */
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
