import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/** Where a secret belongs. A text that was sealed for one place does not open at another. */
export interface SecretPlace {
  readonly workspaceId: string;
  readonly kind: 'destination' | 'credential' | 'check' | 'override' | 'sign-in';
  /** Id of the row, within its workspace. */
  readonly id: string;
  /** Names that lead to the secret in a configuration, without indexes: `headers.to`. */
  readonly path?: string;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts what must not be readable in the database: AES-256-GCM with a random nonce, the place as
 * authenticated data. Sealed text is `<key id>:<base64url of nonce, ciphertext and tag>`. With random
 * nonces a key should not seal more than 2^32 texts (NIST SP 800-38D §8.3).
 */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #currentId: string;

  /**
   * @param keys as `parseSecretKeys` of `@lethe/config` reads them: the first seals, all of them
   *   open; 32 bytes each
   */
  constructor(keys: readonly { readonly id: string; readonly bytes: Buffer }[]) {
    this.#keys = new Map(keys.map(({ id, bytes }) => [id, createSecretKey(bytes)]));
    this.#currentId = keys[0]?.id ?? '';
  }

  seal(text: string, place: SecretPlace): string {
    const key = this.#keys.get(this.#currentId);
    if (key === undefined) throw new Error('There is no key to seal with.');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(authenticated(place));
    const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return `${this.#currentId}:${Buffer.concat(parts).toString('base64url')}`;
  }

  /** @returns the secret in plain; `undefined` when none of the keys opens it at this place */
  open(sealed: string, place: SecretPlace): string | undefined {
    const colon = sealed.indexOf(':');
    const key = this.#keys.get(sealed.slice(0, Math.max(0, colon)));
    const bytes = Buffer.from(sealed.slice(colon + 1), 'base64url');
    if (key === undefined || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(authenticated(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return undefined; // another key of the same id, another place, or damaged
    }
  }

  /** Whether a text is sealed with the first key, so that a rotation need not seal it again. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${this.#currentId}:`);
  }
}

function authenticated({ workspaceId, kind, id, path = '' }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([workspaceId, kind, id, path]));
}
