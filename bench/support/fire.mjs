import autocannon from 'autocannon';
import { authorization } from './http-client.mjs';
import { TOKEN } from './workspace.mjs';

/**
 * Sends requests of JSON as fast as they are answered.
 *
 * @param load for autocannon
 * @param onDuration gets the milliseconds of each
 * @returns how many were answered, all of them well; `rate` of a second; `p99` in ms
 * @throws Error when one was refused, or got no answer
 */
export async function fire(load, onDuration) {
  const headers = { ...authorization(TOKEN), 'content-type': 'application/json' };
  const firing = autocannon({ headers, ...load });
  if (onDuration !== undefined) {
    firing.on('response', (_client, _status, _bytes, ms) => onDuration(ms));
  }
  const result = await firing;
  const refused = result.non2xx + result.errors;
  if (refused > 0) throw new Error(`${refused} requests failed at ${load.url}`);
  const answered = result['2xx'];
  return { answered, rate: answered / result.duration, p99: result.latency.p99 };
}
