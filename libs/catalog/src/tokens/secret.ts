import { createHash, randomBytes } from 'node:crypto';

/** Makes a token of 192 random bits. The prefix lets secret scanners recognise it. */
export function makeToken(): string {
  return `lth_${randomBytes(24).toString('base64url')}`;
}

/**
 * What is stored of a secret. A token is random, not chosen by a person, so there is nothing that
 * a slow hash would protect, and it can be found by its hash.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
