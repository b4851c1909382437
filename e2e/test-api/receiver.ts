import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request as the receiver got it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/**
 * A destination that records its requests. The path chooses the answer: `/status/422`, `/slow/2000`
 * (milliseconds), `/held/2` (holds all but the first two requests until `release`),
 * `/bytes/10000000`, `/text`, `/redirect`, `/reset`, `/flaky` (refuses every second request, and
 * quotes it), `/broken` (answers with the status `brokenWith`, if set). All other paths answer
 * `{"ok":true}`.
 */
export class Receiver {
  readonly requests: ReceivedRequest[] = [];
  /** The status with which `/broken` answers. If undefined, `/broken` answers like other paths. */
  brokenWith: number | undefined;
  private readonly passed = new Map<string, number>();
  private readonly held: (() => void)[] = [];
  private isOpen = false;

  private constructor(
    private readonly server: Server,
    private readonly host: string,
  ) {}

  /** @param host IPv4 address on which it listens. Default: 127.0.0.1 */
  static async start(host = '127.0.0.1'): Promise<Receiver> {
    // Callers close idle connections earlier, so the server never closes one while a request
    // arrives.
    const server = createServer({ keepAliveTimeout: 120_000 });
    const receiver = new Receiver(server, host);
    server.on('request', (request: IncomingMessage, response) => {
      void receiver.answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    return receiver;
  }

  get url(): string {
    return `http://${this.host}:${(this.server.address() as AddressInfo).port}`;
  }

  count(text: string): number {
    return this.requests.filter(({ body }) => body.includes(text)).length;
  }

  /** Answers all held requests. The next requests to `/held/2` count from zero again. */
  release(): void {
    for (const answer of this.held.splice(0)) answer();
    this.passed.clear();
    this.isOpen = false;
  }

  /** Answers all held requests, and holds no request until the next `release`. */
  open(): void {
    this.release();
    this.isOpen = true;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(
    request: IncomingMessage,
    response: import('node:http').ServerResponse,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    this.requests.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
    const [, kind, argument] = path.split(/[/?]/);
    const json = { 'content-type': 'application/json' };
    if (kind === 'status') {
      response.writeHead(Number(argument), json).end('{"error":"refused by the receiver"}');
    } else if (kind === 'slow') {
      await sleep(Number(argument));
      response.writeHead(200, json).end('{"ok":"late"}');
    } else if (kind === 'broken' && this.brokenWith !== undefined) {
      response.writeHead(this.brokenWith, json).end('{"error":"broken"}');
    } else if (kind === 'held') {
      await this.pass(path, Number(argument));
      response.writeHead(200, json).end('{"ok":true}');
    } else if (kind === 'bytes') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(Number(argument)));
    } else if (kind === 'flaky' && this.countPassed(path) % 2 === 0) {
      response.writeHead(500, json).end(JSON.stringify({ error: this.requests.at(-1) }));
    } else if (kind === 'text') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('thanks');
    } else if (kind === 'redirect') {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    } else if (kind === 'reset') {
      request.socket.destroy();
    } else {
      response.writeHead(200, json).end('{"ok":true}');
    }
  }

  private async pass(path: string, many: number): Promise<void> {
    if (this.countPassed(path) >= many && !this.isOpen)
      await new Promise<void>((resolve) => this.held.push(resolve));
  }

  /** @returns the number of earlier requests to this path since the last `release` */
  private countPassed(path: string): number {
    const passed = this.passed.get(path) ?? 0;
    this.passed.set(path, passed + 1);
    return passed;
  }
}
