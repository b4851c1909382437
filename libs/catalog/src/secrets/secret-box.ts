import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/**
 * Identifies where a secret is stored. A text that was encrypted for one context cannot be
 * decrypted for another context.
 */
export interface SecretContext {
  readonly workspaceId: string;
  readonly kind: 'destination' | 'credential' | 'check' | 'override' | 'sign-in';
  readonly id: string;
  /** Path of the secret in a configuration, without indexes: `headers.to`. */
  readonly path?: string;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets for the database. It uses AES-256-GCM with a random nonce, and the
 * `SecretContext` as authenticated data. An encrypted text is `<key id>:<base64url of nonce,
 * ciphertext and tag>`. With random nonces, a key must not encrypt more than 2^32 texts (NIST SP
 * 800-38D §8.3).
 */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #currentId: string;

  /**
   * @param keys from `parseSecretKeys` of `@lethe/config`, 32 bytes each; only the first key
   * encrypts, and all keys decrypt
   */
  constructor(keys: readonly { readonly id: string; readonly bytes: Buffer }[]) {
    this.#keys = new Map(keys.map(({ id, bytes }) => [id, createSecretKey(bytes)]));
    this.#currentId = keys[0]?.id ?? '';
  }

  seal(text: string, context: SecretContext): string {
    const key = this.#keys.get(this.#currentId);
    if (key === undefined) throw new Error('There is no key to encrypt with.');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(authenticated(context));
    const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return `${this.#currentId}:${Buffer.concat(parts).toString('base64url')}`;
  }

  /** @returns the decrypted secret; `undefined` if no key decrypts it for this context */
  open(sealed: string, context: SecretContext): string | undefined {
    const colon = sealed.indexOf(':');
    const key = this.#keys.get(sealed.slice(0, Math.max(0, colon)));
    const bytes = Buffer.from(sealed.slice(colon + 1), 'base64url');
    if (key === undefined || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(authenticated(context)).setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return undefined; // another key has this id, the context differs, or the text is damaged
    }
  }

  /**
   * Returns whether the text was encrypted with the first key, so that a key rotation can skip it.
   */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${this.#currentId}:`);
  }
}

function authenticated({ workspaceId, kind, id, path = '' }: SecretContext): Buffer {
  return Buffer.from(JSON.stringify([workspaceId, kind, id, path]));
}
