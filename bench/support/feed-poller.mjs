import { URLSearchParams } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { HttpClient } from './http-client.mjs';

/**
 * A client of a suppression feed that accepts gzip.
 *
 * @param secret of the data plane; the bare program needs none
 */
export function feedPoller(baseUrl, path, secret = '') {
  const basic = Buffer.from(`${secret}:`).toString('base64');
  const client = new HttpClient(baseUrl, {
    'accept-encoding': 'gzip',
    authorization: `Basic ${basic}`,
  });
  const ask = ({ pageSize, token }) =>
    client.get(`${path}?${new URLSearchParams({ pageSize, ...(token && { pageToken: token }) })}`);

  /** Reads all pages. @returns the token of each requested page, and the figures */
  const walk = async (pageSize) => {
    const startedAt = performance.now();
    const [tokens, durations] = [[], []];
    let [token, items, bytes] = [undefined, 0, 0];
    for (;;) {
      tokens.push(token);
      const { text, headers, durationMs } = await ask({ pageSize, token });
      const page = JSON.parse(headers['content-encoding'] === 'gzip' ? gunzipSync(text) : text);
      durations.push(durationMs);
      items += page.items.length;
      bytes += text.length;
      token = page.token;
      if (page.items.length < pageSize) break;
    }
    return { tokens, end: token, items, bytes, durations, ms: performance.now() - startedAt };
  };
  return { ask, walk, close: () => client.close() };
}
