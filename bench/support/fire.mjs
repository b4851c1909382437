import autocannon from 'autocannon';
import { authorization } from './http-client.mjs';
import { TOKEN } from './workspace.mjs';

/**
 * Sends JSON requests. Each connection sends its next request as soon as the last is answered.
 *
 * @param load options of autocannon
 * @param onDuration gets the milliseconds of each request
 * @returns the number of answers, all successful; `rate`, the answers per second; `p99` in ms
 * @throws Error if a request was refused or got no answer
 */
export async function fire(load, onDuration) {
  const headers = { ...authorization(TOKEN), 'content-type': 'application/json' };
  const firing = autocannon({ headers, ...load });
  if (onDuration !== undefined) {
    firing.on('response', (_client, _status, _bytes, ms) => onDuration(ms));
  }
  const result = await firing;
  const refused = result.non2xx + result.errors;
  if (refused > 0) {
    const { errors, timeouts, statusCodeStats } = result;
    const seen = JSON.stringify({ errors, timeouts, statusCodeStats });
    throw new Error(`${refused} requests failed at ${load.url}: ${seen}`);
  }
  const answered = result['2xx'];
  return { answered, rate: answered / result.duration, p99: result.latency.p99 };
}
