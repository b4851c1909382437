import { Agent, request } from 'node:http';
import { TOKEN } from './workspace.mjs';

/** A caller with one connection that is kept alive. */
export class HttpClient {
  #agent = new Agent({ keepAlive: true, maxSockets: 1, noDelay: true });
  #headers;

  /** @param headers of each request */
  constructor(baseUrl, headers = authorization(TOKEN)) {
    this.baseUrl = baseUrl;
    this.#headers = headers;
  }

  /** Creates regulations. @param body text or bytes, so that the serialisation is not measured */
  create(body) {
    return this.#send('POST', '/v2/regulations', 201, body);
  }

  /** @param path with its query */
  get(path) {
    return this.#send('GET', path, 200);
  }

  /**
   * @returns `text`, the body; `headers`; `durationMs` from the request to the last byte;
   *   `answeredAt`, the time of the status line on the clock of `performance.now()`
   */
  #send(method, path, expectedStatus, body) {
    return new Promise((resolve, reject) => {
      const headers = { ...this.#headers };
      if (body !== undefined) {
        headers['content-type'] = 'application/json';
        headers['content-length'] = Buffer.byteLength(body);
      }
      const startedAt = performance.now();
      const url = `${this.baseUrl}${path}`;
      const outgoing = request(url, { method, agent: this.#agent, headers }, (answer) => {
        const answeredAt = performance.now();
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () => {
          const durationMs = performance.now() - startedAt;
          const text = Buffer.concat(chunks);
          if (answer.statusCode === expectedStatus) {
            resolve({ text, headers: answer.headers, durationMs, answeredAt });
          } else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
        });
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  }

  close() {
    this.#agent.destroy();
  }
}

/**
 * Sends one request with `fetch`.
 *
 * @param {string} baseUrl
 * @param {{ method?: string, path: string, body?: string, headers?: object }} request
 * @returns the status, and the bytes of the body
 */
export async function call(baseUrl, { method = 'POST', path, body, headers }, token = TOKEN) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { ...authorization(token), ...type, ...headers },
    body,
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

export function authorization(token) {
  return { authorization: `Bearer ${token}` };
}

/** Returns the body of a create with one user. */
export function suppressionOf(userId) {
  return JSON.stringify({ regulationType: 'suppress', users: [{ userId }] });
}

/** @returns {Promise<any>} the body of the answer */
export async function getJson(url) {
  return (await fetch(url)).json();
}
