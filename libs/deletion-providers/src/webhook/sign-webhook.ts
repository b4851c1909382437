import { createHash, createHmac } from 'node:crypto';

/**
 * The id of a call. It is the same at each attempt on the same users, so that the receiver can tell a
 * repeat, and another one once a job has other users than before.
 *
 * @param jobId of the first job
 * @param regulationIds of the users, in their order
 */
export function webhookId(jobId: string, regulationIds: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([jobId, regulationIds]));
  return `msg_${hash.digest('hex').slice(0, 32)}`;
}

/**
 * The headers of a signed call, as Standard Webhooks say.
 *
 * @param keys sign each for itself; without any there is no signature
 * @param body exactly as it is sent; empty for a request without one
 * @param now milliseconds since the epoch
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
