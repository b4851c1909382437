import { request } from 'node:http';

/** As it comes over the wire: `fetch` would ask for gzip, and undo it. */
export function getRaw(url: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      request(url, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const { statusCode = 0, headers: answered } = response;
          resolve({ status: statusCode, headers: answered, body: Buffer.concat(chunks) });
        });
      })
        .on('error', reject)
        .end();
    },
  );
}
