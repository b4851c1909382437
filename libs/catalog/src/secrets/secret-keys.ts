import { z } from 'zod';

/** A key for AES-256, and the id that stands in front of what was sealed with it. */
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
  'must be <id>:<32 random bytes as base64 or hex>, older keys after it, separated by commas; "openssl rand -base64 32" makes one';

/**
 * Reads `LETHE_SECRET_KEY`: the key that seals, then those that only open.
 *
 * @param text `<id>:<key>[,<id>:<key>…]`; a single key needs no id and gets `1`
 * @returns at least one key, or `undefined` when the text is no list of keys
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

/** The variable `LETHE_SECRET_KEY`, for the schema of an app. Its value stays a text. */
export function secretKey() {
  return z.string().refine((text) => parseSecretKeys(text) !== undefined, PROBLEM);
}

function decode(text: string): Buffer | undefined {
  if (HEX.test(text)) return Buffer.from(text, 'hex');
  if (!BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64'); // takes the URL-safe alphabet as well
  return bytes.length === KEY_BYTES ? bytes : undefined;
}
