import { hash } from 'node:crypto';
import { normaliseEmail, normalisePhone } from '@lethe/contracts';

/**
 * Number of stored bytes of a hash. Among a billion addresses, the probability of two equal hashes
 * is 1 in 10^20.
 */
const HASH_BYTES = 16;
const NOTHING = Buffer.alloc(0);

/**
 * Version of the rules for hashes. `backfill-identifier-hashes.ts` adds hashes to rows without a
 * version.
 */
export const HASH_FORM = 1;

export type HashedIdentifier = 'email' | 'phone';

/**
 * Hashes with which look-ups find users by e-mail address or phone number. The hashes are keyed, so
 * an attacker who has only the database cannot test addresses. They differ between workspaces, so
 * they do not reveal that two workspaces know the same user.
 */
export class IdentifierHashes {
  /** The keys in hexadecimal, 64 characters each. */
  private readonly keys: readonly string[];

  /**
   * @param keys keys of 32 bytes. Hashes are stored with the first key, and searched with all keys.
   *   Without keys, there are no hashes
   */
  constructor(keys: readonly Buffer[]) {
    this.keys = keys.map((key) => key.toString('hex'));
  }

  get areKept(): boolean {
    return this.keys.length > 0;
  }

  /**
   * @param value identifier; undefined if the user has no identifier of this kind
   * @returns the bytes to store; null without a value or a key; empty if the value has no
   *   comparable text
   */
  toStore(workspaceId: string, kind: HashedIdentifier, value: unknown): Buffer | null {
    const [key] = this.keys;
    if (key === undefined || value === undefined) return null;
    const text = typeof value === 'string' ? NORMALISED[kind](value) : '';
    return text === '' ? NOTHING : hashOf(key, workspaceId, kind, text);
  }

  /** @returns all hashes that can be stored for a value, one for each key */
  toFind(workspaceId: string, kind: HashedIdentifier, value: string): Buffer[] {
    const text = NORMALISED[kind](value);
    return text === '' ? [] : this.keys.map((key) => hashOf(key, workspaceId, kind, text));
  }
}

/**
 * Returns half of the SHA-256 of the key and the text. The key fills the first block. A half digest
 * allows no length extension. For each user of a create request, an HMAC would take several times
 * as long.
 */
function hashOf(key: string, workspaceId: string, kind: HashedIdentifier, text: string): Buffer {
  const digest = hash('sha256', `${key}${workspaceId}\0${kind}\0${text}`, 'base64');
  return Buffer.from(digest, 'base64').subarray(0, HASH_BYTES);
}

const NORMALISED: Readonly<Record<HashedIdentifier, (value: string) => string>> = {
  email: normaliseEmail,
  phone: normalisePhone,
};
