import { createHash, randomBytes } from 'node:crypto';

/**
 * Makes a secret of 192 random bits.
 *
 * @param kind in front of it, which lets people and secret scanners recognise it
 */
export function makeSecret(kind: 'lth_' | 'lth_dp_'): string {
  return `${kind}${randomBytes(24).toString('base64url')}`;
}

/**
 * What is stored of a secret. A token is random, not chosen by a person, so there is nothing that
 * a slow hash would protect, and it can be found by its hash.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
