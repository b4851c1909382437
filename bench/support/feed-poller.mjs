import { Agent, get } from 'node:http';
import { URLSearchParams } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** A client of a feed of suppressions, with one connection that is kept alive. It takes gzip. */
export class FeedPoller {
  #agent = new Agent({ keepAlive: true, maxSockets: 1, noDelay: true });
  #headers;

  /**
   * @param url of the feed, without a query
   * @param secret of the data plane; none is sent when absent
   */
  constructor(url, secret) {
    this.url = url;
    const basic = secret && Buffer.from(`${secret}:`).toString('base64');
    this.#headers = {
      'accept-encoding': 'gzip',
      ...(secret === undefined ? {} : { authorization: `Basic ${basic}` }),
    };
  }

  /** @returns the body as it came, and `durationMs` from the request to its last byte */
  ask({ pageSize, token }) {
    const query = new URLSearchParams({ pageSize, ...(token && { pageToken: token }) });
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      get(`${this.url}?${query}`, { agent: this.#agent, headers: this.#headers }, (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () => {
          const durationMs = performance.now() - startedAt;
          const body = Buffer.concat(chunks);
          const isPacked = answer.headers['content-encoding'] === 'gzip';
          if (answer.statusCode === 200) resolve({ body, isPacked, durationMs });
          else reject(new Error(`${this.url}: ${answer.statusCode} ${body}`));
        });
      }).once('error', reject);
    });
  }

  /** Reads everything, page by page. @returns the token of each page asked for, and how it went */
  async walk(pageSize) {
    const startedAt = performance.now();
    const [tokens, durations] = [[], []];
    let [token, items, bytes] = [undefined, 0, 0];
    for (;;) {
      tokens.push(token);
      const { body, isPacked, durationMs } = await this.ask({ pageSize, token });
      const page = JSON.parse(isPacked ? gunzipSync(body) : body);
      durations.push(durationMs);
      items += page.items.length;
      bytes += body.length;
      token = page.token;
      if (page.items.length < pageSize) break;
    }
    return { tokens, end: token, items, bytes, durations, ms: performance.now() - startedAt };
  }

  close() {
    this.#agent.destroy();
  }
}
