import { request, type IncomingHttpHeaders } from 'node:http';
import type { BadRequest } from './bad-requests.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends a bad request exactly as it is in the table. `fetch` would correct some of the errors.
 *
 * @param tokens token of each role
 */
export function sendRow(
  baseUrl: string,
  row: BadRequest,
  tokens: Readonly<Record<'admin' | 'editor' | 'viewer', string>>,
): Promise<Answer> {
  const headers: Record<string, string> = {
    host: new URL(baseUrl).host,
    connection: 'close',
    ...(row.as === 'nobody' ? {} : { authorization: `Bearer ${tokens[row.as ?? 'admin']}` }),
    ...(row.body === undefined
      ? {}
      : {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(row.body)),
        }),
    ...row.headers,
  };
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== '' || name === 'idempotency-key',
  );
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        method: row.method,
        path: row.path,
        // Node.js sends a header as Latin-1, so each byte of the UTF-8 text becomes one character.
        headers: kept.map(([name, value]) => [name, Buffer.from(value).toString('latin1')]).flat(),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          });
        });
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(row.body);
  });
}
