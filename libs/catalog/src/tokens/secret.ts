import { createHash, randomBytes } from 'node:crypto';

/**
 * Makes a secret of 192 random bits.
 *
 * @param kind prefix of the secret, by which people and secret scanners recognise it
 */
export function makeSecret(kind: 'lth_' | 'lth_dp_'): string {
  return `${kind}${randomBytes(24).toString('base64url')}`;
}

/**
 * The hash under which a secret is stored and found. Secrets are random, not chosen by people, so a
 * slow hash would add no protection.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
