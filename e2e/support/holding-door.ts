import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A create that came through the door. */
export interface Passed {
  readonly key: string;
  readonly body: string;
}

type Hold = 'request' | 'answer';

/**
 * A way to the API on which a create can be held: before it gets there, or with the answer on its way
 * back. What is held never goes on; its caller is to be killed meanwhile.
 */
export class HoldingDoor {
  /** Creates that reached the API. */
  readonly passed: Passed[] = [];
  private creates = 0;
  private holding:
    { readonly at: number; readonly what: Hold; readonly tell: (held: Passed) => void } | undefined;
  private readonly server = createServer((request, response) => {
    this.pass(request, response).catch(() => {
      request.socket.destroy();
    });
  });

  private constructor(private readonly to: string) {}

  static async open(to: string): Promise<HoldingDoor> {
    const door = new HoldingDoor(to);
    await new Promise<void>((resolve) => door.server.listen(0, '127.0.0.1', resolve));
    return door;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** @returns the n-th create from now on, once it is held with its answer */
  holdAnswer(n: number): Promise<Passed> {
    return this.hold('answer', n);
  }

  /** @returns the n-th create from now on, once it is held before it is done */
  holdRequest(n: number): Promise<Passed> {
    return this.hold('request', n);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private hold(what: Hold, n: number): Promise<Passed> {
    return new Promise((resolve) => {
      this.holding = { at: this.creates + n, what, tell: resolve };
    });
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const key = request.headers['idempotency-key'];
    const isCreate = typeof key === 'string';
    const create = { key: String(key), body };
    if (isCreate && this.isHeld('request', (this.creates += 1))) {
      this.holding?.tell(create);
      return;
    }
    const headers = Object.fromEntries(
      ['authorization', 'accept', 'content-type', 'idempotency-key'].flatMap((name) => {
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
    if (isCreate) this.passed.push(create);
    if (isCreate && this.isHeld('answer', this.creates)) {
      this.holding?.tell(create);
      return;
    }
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
    });
    response.end(text);
  }

  private isHeld(what: Hold, create: number): boolean {
    return this.holding?.what === what && this.holding.at === create;
  }
}
