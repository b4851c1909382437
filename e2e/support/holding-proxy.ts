import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Hold = 'request' | 'answer';

const HEADERS = [
  ...['authorization', 'accept', 'content-type', 'idempotency-key'],
  ...['upload-complete', 'upload-length', 'upload-offset'],
];

/**
 * A proxy for the API. It can hold a part of a file before the gateway gets the part, or hold the
 * answer to a part. It never forwards what it holds, so the test must kill the caller.
 */
export class HoldingProxy {
  private parts = 0;
  private holding:
    { readonly at: number; readonly what: Hold; readonly notify: () => void } | undefined;
  private readonly server = createServer((request, response) => {
    this.pass(request, response).catch(() => {
      request.socket.destroy();
    });
  });

  private constructor(private readonly to: string) {}

  static async open(to: string): Promise<HoldingProxy> {
    const proxy = new HoldingProxy(to);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Holds the answer to the n-th part from now on. Resolves when the gateway has answered. */
  holdAnswer(n: number): Promise<void> {
    return this.hold('answer', n);
  }

  /**
   * Holds the n-th part from now on, so that the gateway does not get it. Resolves when it is held.
   */
  holdRequest(n: number): Promise<void> {
    return this.hold('request', n);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private hold(what: Hold, n: number): Promise<void> {
    return new Promise((resolve) => {
      this.holding = { at: this.parts + n, what, notify: resolve };
    });
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const isPart = request.method === 'PATCH';
    if (isPart && this.isHeld('request', (this.parts += 1))) {
      this.holding?.notify();
      return;
    }
    const headers = Object.fromEntries(
      HEADERS.flatMap((name) => {
        const value = request.headers[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      }),
    );
    const answer = await fetch(`${this.to}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers,
      ...(body === '' ? {} : { body }),
    });
    const text = await answer.text();
    if (isPart && this.isHeld('answer', this.parts)) {
      this.holding?.notify();
      return;
    }
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
    });
    response.end(text);
  }

  private isHeld(what: Hold, part: number): boolean {
    return this.holding?.what === what && this.holding.at === part;
  }
}
