import { createRequire } from 'node:module';
import { installPackages } from '../../tools/own-packages.mjs';
import { authorization } from './http-client.mjs';
import { TOKEN } from './workspace.mjs';

const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'];
const autocannon = createRequire(`${installPackages('tools/autocannon')}/`)('autocannon');

/**
 * Sends JSON requests. Each connection sends its next request as soon as the last is answered.
 *
 * @param load options of autocannon, and `expects`, the class of the expected statuses (`2xx`)
 * @param onDuration gets the milliseconds of each request
 * @returns the number of answers, all expected; `rate`, the answers per second; `p99` in ms
 * @throws Error if a request got another status or no answer
 */
export async function fire({ expects = '2xx', ...load }, onDuration) {
  const headers = { ...authorization(TOKEN), 'content-type': 'application/json' };
  const firing = autocannon({ headers, ...load });
  if (onDuration !== undefined) {
    firing.on('response', (_client, _status, _bytes, ms) => onDuration(ms));
  }
  const result = await firing;
  const others = CLASSES.filter((name) => name !== expects);
  const failed = others.reduce((sum, name) => sum + result[name], result.errors);
  if (failed > 0) {
    const { errors, timeouts, statusCodeStats } = result;
    const seen = JSON.stringify({ errors, timeouts, statusCodeStats });
    throw new Error(`${failed} requests failed at ${load.url}: ${seen}`);
  }
  const answered = result[expects];
  return { answered, rate: answered / result.duration, p99: result.latency.p99 };
}
