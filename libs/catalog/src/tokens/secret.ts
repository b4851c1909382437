import { hash, randomBytes } from 'node:crypto';

/**
 * Returns a secret of 192 random bits, with a checksum at its end.
 *
 * @param kind prefix by which people and secret scanners recognise the secret
 */
export function makeSecret(kind: 'lth_' | 'lth_dp_'): string {
  const random = `${kind}${randomBytes(24).toString('base64url')}`;
  return `${random}.${checksumOf(random)}`;
}

/**
 * Format of secrets from `makeSecret`. Secrets from a workspace file and from old releases have
 * different formats.
 */
const CHECKED = /^(lth_(?:dp_)?[\w-]{32})\.([\w-]{6})$/;

/**
 * Returns whether a text has the format of a generated secret, but a wrong checksum. Such a text
 * was mistyped or guessed, and needs no look-up.
 */
export function isMistaken(secret: string): boolean {
  const [, random = '', checksum] = CHECKED.exec(secret) ?? [];
  return checksum !== undefined && checksum !== checksumOf(random);
}

function checksumOf(random: string): string {
  return hashSecret(random).toString('base64url').slice(0, 6);
}

/**
 * Returns the hash by which a secret is stored and found. A slow hash would not improve the
 * protection, because secrets are random and not chosen by people.
 */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
