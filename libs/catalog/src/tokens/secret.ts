import { createHash, randomBytes } from 'node:crypto';

/**
 * Makes a secret of 192 random bits, with a checksum at its end.
 *
 * @param kind prefix of the secret, by which people and secret scanners recognise it
 */
export function makeSecret(kind: 'lth_' | 'lth_dp_'): string {
  const random = `${kind}${randomBytes(24).toString('base64url')}`;
  return `${random}.${checksumOf(random)}`;
}

/** The form of what `makeSecret` makes. Secrets of a workspace file, and those of before, have another one. */
const CHECKED = /^(lth_(?:dp_)?[\w-]{32})\.([\w-]{6})$/;

/**
 * Whether a text has the form of a secret that we make, and was mistyped or guessed: nobody has to look for it. It says nothing
 * about whoever knows how the checksum is made.
 */
export function isMistaken(secret: string): boolean {
  const [, random = '', checksum] = CHECKED.exec(secret) ?? [];
  return checksum !== undefined && checksum !== checksumOf(random);
}

function checksumOf(random: string): string {
  return hashSecret(random).toString('base64url').slice(0, 6);
}

/**
 * The hash under which a secret is stored and found. Secrets are random, not chosen by people, so a
 * slow hash would add no protection.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
