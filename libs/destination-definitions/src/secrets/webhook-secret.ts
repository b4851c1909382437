const PREFIX = 'whsec_';
/** Base64 in its usual alphabet, with or without the padding. */
const BASE64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)$/;

/**
 * Reads the secret that signs a webhook's deletion calls.
 *
 * @param secret one secret as Standard Webhooks write it (`whsec_` and base64), or several of them
 *   with spaces between while one takes the place of another; any other text is a secret of its own kind,
 *   whose bytes are the key
 * @returns the keys, or `undefined` when there is a `whsec_` secret among them that is none
 */
export function webhookKeys(secret: string): readonly Buffer[] | undefined {
  const parts = secret.trim().split(/\s+/);
  if (!parts.every((part) => part.startsWith(PREFIX))) return [Buffer.from(secret, 'utf8')];
  const keys = parts.map((part) => part.slice(PREFIX.length));
  if (!keys.every((key) => BASE64.test(key))) return undefined;
  return keys.map((key) => Buffer.from(key, 'base64'));
}

/**
 * The forms of a secret that the receiver's library takes, one for each key.
 *
 * @returns `undefined` when there is a `whsec_` secret among them that is none
 */
export function toWebhookSecrets(secret: string): readonly string[] | undefined {
  return webhookKeys(secret)?.map((key) => `${PREFIX}${key.toString('base64')}`);
}
