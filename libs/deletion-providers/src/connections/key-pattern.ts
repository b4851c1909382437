import { misconfigured } from './deletion-problem.js';

const PLACEHOLDER = /\{userId\}|<userId>/g;

/**
 * How a user's key is made. There is one placeholder and nothing else that changes, so that two users
 * never have the same key. Braces around `<userId>` are part of the key (a cluster's hash tag).
 *
 * @param pattern e.g. `user:<userId>`, `{user:<userId>}:profile` or `user:{userId}`
 * @throws DeletionProblem when the placeholder is not there exactly once
 */
export function keyPattern(pattern: string): (userId: string) => string {
  const [before, after, ...more] = pattern.split(PLACEHOLDER);
  if (before === undefined || after === undefined || more.length > 0) {
    throw misconfigured(
      'keyPattern must have {userId} or <userId> exactly once, as in user:<userId>.',
    );
  }
  return (userId) => `${before}${userId}${after}`;
}
