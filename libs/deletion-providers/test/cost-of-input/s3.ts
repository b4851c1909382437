import { UserSet } from '../../src/s3/user-set.js';
import { cost, list, type CostEntry } from './entries.js';

/** Rows of objects, and names of objects. */
export const S3: readonly CostEntry[] = [
  cost(
    (size) => 'user-1/'.repeat(size),
    (key) => new UserSet(['user-1', 'user-2']).scrub(key),
  ),
  cost(
    (size) => list(size, (n) => `user-${n}\u200b`),
    (ids) => ids.filter((id) => new UserSet(['user-1']).has(id)),
  ),
];
