import { hash } from 'node:crypto';
import { normaliseEmail, normalisePhone } from '@lethe/contracts';

/** Bytes that are kept: two of a billion addresses have the same hash with a chance of 1 to 10^20. */
const HASH_BYTES = 16;
const NOTHING = Buffer.alloc(0);

/** By which rules hashes are made; rows without this number have none, and `backfill-identifier-hashes.ts` makes them. */
export const HASH_FORM = 1;

export type HashedIdentifier = 'email' | 'phone';

/**
 * Hashes by which users are found by e-mail address or phone number. Keyed: whoever has the database alone cannot try addresses. Of
 * each workspace others, so that nobody sees that two know the same person.
 */
export class IdentifierHashes {
  /** In hexadecimal: 64 characters each. */
  private readonly keys: readonly string[];

  /** @param keys of 32 bytes: the first for what is stored, all of them for what is looked for; none: no hashes are kept */
  constructor(keys: readonly Buffer[]) {
    this.keys = keys.map((key) => key.toString('hex'));
  }

  get areKept(): boolean {
    return this.keys.length > 0;
  }

  /**
   * @param value undefined: there is none
   * @returns what to store; null for nothing, and where none are kept; empty for what holds nothing that could be compared
   */
  toStore(workspaceId: string, kind: HashedIdentifier, value: unknown): Buffer | null {
    const [key] = this.keys;
    if (key === undefined || value === undefined) return null;
    const text = typeof value === 'string' ? NORMALISED[kind](value) : '';
    return text === '' ? NOTHING : hashOf(key, workspaceId, kind, text);
  }

  /** @returns the hashes under one of which a value may be stored */
  toFind(workspaceId: string, kind: HashedIdentifier, value: string): Buffer[] {
    const text = NORMALISED[kind](value);
    return text === '' ? [] : this.keys.map((key) => hashOf(key, workspaceId, kind, text));
  }
}

/**
 * SHA-256 of the key, which fills its first block, and the text. Only half of it is kept, so from it nobody can go on to a longer text. An HMAC
 * takes several times as long, for each user of a create.
 */
function hashOf(key: string, workspaceId: string, kind: HashedIdentifier, text: string): Buffer {
  const digest = hash('sha256', `${key}${workspaceId}\0${kind}\0${text}`, 'base64');
  return Buffer.from(digest, 'base64').subarray(0, HASH_BYTES);
}

const NORMALISED: Readonly<Record<HashedIdentifier, (value: string) => string>> = {
  email: normaliseEmail,
  phone: normalisePhone,
};
