const PREFIX = 'whsec_';
/** Matches base64 in the standard alphabet, with or without padding. */
const BASE64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)$/;

/**
 * Returns the keys that sign the deletion calls of a webhook.
 *
 * @param secret a secret of Standard Webhooks (`whsec_` and base64), or several such secrets with
 *   blanks between them, for a rotation. For any other text, the bytes of the text are the key
 * @returns undefined if a secret that begins with `whsec_` is invalid
 */
export function webhookKeys(secret: string): readonly Buffer[] | undefined {
  const parts = secret.trim().split(/\s+/);
  if (!parts.every((part) => part.startsWith(PREFIX))) return [Buffer.from(secret, 'utf8')];
  const keys = parts.map((part) => part.slice(PREFIX.length));
  if (!keys.every((key) => BASE64.test(key))) return undefined;
  return keys.map((key) => Buffer.from(key, 'base64'));
}

/**
 * Returns one secret for each key, in the form that a receiver's library reads.
 *
 * @returns undefined if a secret that begins with `whsec_` is invalid
 */
export function toWebhookSecrets(secret: string): readonly string[] | undefined {
  return webhookKeys(secret)?.map((key) => `${PREFIX}${key.toString('base64')}`);
}
