import { splitKeyPattern } from '@lethe/destination-definitions';
import { misconfigured } from './deletion-problem.js';

/**
 * Returns a function that makes the key of a user.
 *
 * @param pattern pattern in the form that `splitKeyPattern` reads
 * @throws DeletionProblem if the pattern does not contain exactly one placeholder
 */
export function keyPattern(pattern: string): (userId: string) => string {
  const parts = splitKeyPattern(pattern);
  if (parts === undefined) {
    throw misconfigured(
      'keyPattern must have {userId} or <userId> exactly once, as in user:<userId>.',
    );
  }
  const [before, after] = parts;
  return (userId) => `${before}${userId}${after}`;
}
