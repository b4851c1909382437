import { createHmac } from 'node:crypto';

/** Bytes that are kept: two of a billion addresses have the same hash with a chance of 1 to 10^20. */
const HASH_BYTES = 16;
const NOTHING = Buffer.alloc(0);
const NOT_OF_A_NUMBER = /[^\d+]/g;

export type HashedIdentifier = 'email' | 'phone';

/**
 * Hashes by which users are found by e-mail address or phone number. Keyed: whoever has the database alone cannot try addresses. Of
 * each workspace others, so that nobody sees that two know the same person.
 */
export class IdentifierHashes {
  /** @param keys the first for what is stored, all of them for what is looked for; none: no hashes are kept */
  constructor(private readonly keys: readonly Buffer[]) {}

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
    const text = typeof value === 'string' ? normalise(kind, value) : '';
    return text === '' ? NOTHING : hash(key, workspaceId, kind, text);
  }

  /** @returns the hashes under one of which a value may be stored */
  toFind(workspaceId: string, kind: HashedIdentifier, value: string): Buffer[] {
    const text = normalise(kind, value);
    return text === '' ? [] : this.keys.map((key) => hash(key, workspaceId, kind, text));
  }
}

function hash(key: Buffer, workspaceId: string, kind: HashedIdentifier, text: string): Buffer {
  return createHmac('sha256', key)
    .update(`${workspaceId}\0${kind}\0${text}`)
    .digest()
    .subarray(0, HASH_BYTES);
}

/** An address in any case, a number however it is grouped: people write both in several ways. */
function normalise(kind: HashedIdentifier, value: string): string {
  if (kind === 'phone') return value.replace(NOT_OF_A_NUMBER, '');
  return value.normalize('NFKC').trim().toLowerCase();
}
