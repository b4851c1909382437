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
  'must be <id>:<32 random bytes as base64 or hex>, older keys after it with commas between; "openssl rand -base64 32" makes one';

/** What `LETHE_SECRET_KEY` is, for the docs. */
export const SECRET_KEY_DESCRIPTION =
  'Key that stored secrets are encrypted with: <id>:<32 bytes in base64>, older keys after it with commas between ("openssl rand -base64 32" makes one).';

/**
 * Reads the value of `LETHE_SECRET_KEY`: the key that seals, then those that only open.
 *
 * @param text `<id>:<key>[,<id>:<key>…]`; a key without id has the id `1`
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

/** Keys that secrets are encrypted with, as `parseSecretKeys` reads them. */
export function secretKey() {
  return z.string().transform((text, context): readonly SecretKey[] => {
    const keys = parseSecretKeys(text);
    if (keys !== undefined) return keys;
    context.addIssue({ code: 'custom', message: PROBLEM });
    return z.NEVER;
  });
}

/** What `LETHE_IDENTIFIER_KEY` is, for the docs. */
export const IDENTIFIER_KEY_DESCRIPTION =
  'Key of the hashes by which users are found by e-mail address and phone number, in the form of LETHE_SECRET_KEY; keep older keys after it: they go on finding.';

function decode(text: string): Buffer | undefined {
  if (HEX.test(text)) return Buffer.from(text, 'hex');
  if (!BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64'); // takes the URL-safe alphabet as well
  return bytes.length === KEY_BYTES ? bytes : undefined;
}
