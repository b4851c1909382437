import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer that the proxy gives instead of S3. */
export interface OddAnswer {
  readonly status: number;
  readonly body: string;
}

/** A proxy in front of a real S3. A test can change or answer certain requests. */
export class S3Proxy {
  private constructor(
    private readonly server: Server,
    readonly endpoint: string,
  ) {}

  /**
   * @param before awaited before each request. It can change the URL of the request. If it returns
   *   undefined, the request is forwarded. For any other result, the proxy answers with status 204
   *   (`done`), with status 403 (`denied`), or with the returned `OddAnswer`
   */
  static async start(
    target: string,
    before: (incoming: IncomingMessage) => Promise<'done' | 'denied' | OddAnswer | undefined>,
  ): Promise<S3Proxy> {
    const server = createServer((incoming, answer) => {
      void before(incoming).then((verdict) => {
        if (verdict === 'done') {
          answer.writeHead(204).end();
          return;
        }
        if (verdict === 'denied') {
          answer.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
          return;
        }
        if (verdict !== undefined) {
          answer.writeHead(verdict.status, { 'content-type': 'text/plain' }).end(verdict.body);
          return;
        }
        const { method, headers, url = '/' } = incoming;
        const outgoing = request(new URL(url, target), { method, headers }, (received) => {
          answer.writeHead(received.statusCode ?? 502, received.headers);
          received.pipe(answer);
        });
        outgoing.once('error', () => answer.destroy());
        incoming.pipe(outgoing);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new S3Proxy(server, `http://127.0.0.1:${String(port)}`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
