import { randomBytes } from 'node:crypto';

/** Returns 256 random bits, for use as the secret of a session or as a sign-in code. */
export function makeSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns whether a text can be a secret of `makeSessionSecret`. Other texts need no look-up. */
export function isSessionSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
