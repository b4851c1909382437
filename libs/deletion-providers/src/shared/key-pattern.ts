import { splitKeyPattern } from '@lethe/destination-definitions';
import { misconfigured } from './deletion-problem.js';

/**
 * How a user's key is made.
 *
 * @param pattern as `splitKeyPattern` reads it
 * @throws DeletionProblem when the placeholder is not there exactly once
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
