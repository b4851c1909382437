import { z } from 'zod';

/** A key for AES-256. Each text that it encrypts begins with the id of the key. */
export interface SecretKey {
  readonly id: string;
  /** 32 bytes. */
  readonly bytes: Buffer;
}

const KEY_BYTES = 32;
const DEFAULT_ID = '1';
const WITH_ID = /^([A-Za-z0-9_-]{1,32}):(.+)$/;
const HEX = /^[0-9a-fA-F]{64}$/;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

const PROBLEM =
  'must be <id>:<32 random bytes as base64 or hex>. Append older keys, separated by commas. "openssl rand -base64 32" creates a key';

export const SECRET_KEY_DESCRIPTION =
  'Key that encrypts stored secrets: <id>:<32 bytes in base64>. Append older keys, separated by commas. "openssl rand -base64 32" creates a key.';

/**
 * Parses `LETHE_SECRET_KEY`. The first key encrypts and decrypts. Further keys only decrypt.
 *
 * @param text `<id>:<key>[,<id>:<key>…]`; a key without id has the id `1`
 * @returns at least one key, or `undefined` when the text is not a list of keys
 */
export function parseSecretKeys(text: string): readonly SecretKey[] | undefined {
  const keys: SecretKey[] = [];
  for (const part of text.split(',').map((entry) => entry.trim())) {
    const [, id = DEFAULT_ID, encoded = part] = WITH_ID.exec(part) ?? [];
    const bytes = decode(encoded);
    if (bytes === undefined || keys.some((key) => key.id === id)) return undefined;
    keys.push({ id, bytes });
  }
  return keys;
}

/** Returns the schema of a variable in the format that `parseSecretKeys` reads. */
export function secretKey() {
  return z.string().transform((text, context): readonly SecretKey[] => {
    const keys = parseSecretKeys(text);
    if (keys !== undefined) return keys;
    context.addIssue({ code: 'custom', message: PROBLEM });
    return z.NEVER;
  });
}

export const IDENTIFIER_KEY_DESCRIPTION =
  'Key of the hashes with which Lethe finds users by e-mail address and phone number. It has the format of LETHE_SECRET_KEY. Keep older keys after the new one: Lethe also searches with them.';

function decode(text: string): Buffer | undefined {
  if (HEX.test(text)) return Buffer.from(text, 'hex');
  if (!BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64'); // also accepts the URL-safe alphabet
  return bytes.length === KEY_BYTES ? bytes : undefined;
}
