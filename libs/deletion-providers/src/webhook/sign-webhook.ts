import { createHash, createHmac } from 'node:crypto';

/**
 * Returns the id of a call. All attempts for the same users have the same id, so that the receiver
 * recognizes a repeated call. A call for different users has a different id.
 *
 * @param jobId id of the first job; see `DeletionInput`
 * @param regulationIds regulation ids of the users, always in the same sequence
 */
export function webhookId(jobId: string, regulationIds: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([jobId, regulationIds]));
  return `msg_${hash.digest('hex').slice(0, 32)}`;
}

/**
 * Returns the headers of a call, as Standard Webhooks defines them.
 *
 * @param keys keys for the signatures; without a key, the call is not signed
 * @param body exact body of the request; empty for a request without a body
 * @param now time of the signature in milliseconds since the epoch
 */
export function webhookHeaders(
  id: string,
  keys: readonly Buffer[],
  body: string,
  now: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = keys.map((key) => {
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
    return `v1,${signature.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') }),
  };
}
