import { randomBytes } from 'node:crypto';

/** 256 random bits: the id of a session, or a code that signs in once. */
export function makeSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text can be one at all; nobody needs to be asked about another. */
export function isSessionSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
