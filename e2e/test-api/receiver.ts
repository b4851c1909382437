import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/**
 * A destination that records its requests. The path chooses the answer: `/status/422`, `/slow/2000`
 * (milliseconds), `/held/2` (all but the first two are held until `release`), `/bytes/10000000`,
 * `/text`, `/redirect`, `/reset`, `/flaky` (refuses every other request, and quotes it), `/broken`
 * (answers `brokenWith`, if set). All other paths answer `{"ok":true}`.
 */
export class Receiver {
  readonly requests: ReceivedRequest[] = [];
  /** The status that `/broken` answers; undefined: a good answer. */
  brokenWith: number | undefined;
  private readonly passed = new Map<string, number>();
  private readonly held: (() => void)[] = [];
  private isOpen = false;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    // Longer than callers keep a connection, so that it never closes during a request.
    const server = createServer({ keepAliveTimeout: 120_000 });
    const receiver = new Receiver(server);
    server.on('request', (request: IncomingMessage, response) => {
      void receiver.answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Number of requests whose body contains a text. */
  count(text: string): number {
    return this.requests.filter(({ body }) => body.includes(text)).length;
  }

  /** Answers held requests, and resets the number that may pass. */
  release(): void {
    for (const answer of this.held.splice(0)) answer();
    this.passed.clear();
    this.isOpen = false;
  }

  /** Answers held requests, and holds none until the next `release`. */
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

  /** @returns the number of earlier requests */
  private countPassed(path: string): number {
    const passed = this.passed.get(path) ?? 0;
    this.passed.set(path, passed + 1);
    return passed;
  }
}
