import { Agent, request } from 'node:http';
import { TOKEN } from './workspace.mjs';

/** A caller with one connection that is kept alive. */
export class HttpClient {
  #agent = new Agent({ keepAlive: true, maxSockets: 1, noDelay: true });

  #headers;

  /**
   * @param baseUrl of the gateway
   * @param token of the caller
   * @param headers further ones of each request
   */
  constructor(baseUrl, token = TOKEN, headers = {}) {
    this.baseUrl = baseUrl;
    this.#headers = { authorization: `Bearer ${token}`, ...headers };
  }

  /** Creates regulations. @param body text or bytes, so that serialising it is not measured */
  create(body) {
    return this.send('POST', '/v2/regulations', 201, body);
  }

  /** @param path with its query */
  get(path) {
    return this.send('GET', path, 200);
  }

  /**
   * @returns the body; `durationMs` from the sending to the last byte; `answeredAt`, when the
   *   status line was there, on the clock of `performance.now()`
   */
  send(method, path, expectedStatus, body) {
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const outgoing = request(
        `${this.baseUrl}${path}`,
        { method, agent: this.#agent, headers: { ...this.#headers, ...contentHeaders(body) } },
        (answer) => {
          const answeredAt = performance.now();
          const chunks = [];
          answer.on('data', (chunk) => chunks.push(chunk));
          answer.once('error', reject);
          answer.once('end', () => {
            const durationMs = performance.now() - startedAt;
            const text = Buffer.concat(chunks);
            if (answer.statusCode === expectedStatus) resolve({ text, durationMs, answeredAt });
            else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
          });
        },
      );
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  }

  close() {
    this.#agent.destroy();
  }
}

export async function getJson(url) {
  return (await fetch(url)).json();
}

function contentHeaders(body) {
  if (body === undefined) return {};
  return { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
}
