import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a bad receiver does, by the first part of the path. */
export const NOISES = [
  'limited',
  'failing',
  'hanging',
  'resetting',
  'trickling',
  'endless',
] as const;

export type Noise = (typeof NOISES)[number];

/** Bytes that the endless answer announces, and sends to whoever reads them. */
const ENDLESS_BYTES = 10_000_000_000;
const CHUNK = Buffer.alloc(64 * 1024, ' ');
const TRICKLE_MS = 1_000;

/**
 * An HTTP receiver with all the bad manners there are. `/limited/…` answers 429, `/failing/…` 500, `/hanging/…`
 * never, `/resetting/…` by closing the connection, `/trickling/…` a byte a second, `/endless/…` 10 GB of JSON as
 * fast as they are read. Any other path is answered with 200 at once.
 */
export class NoisyReceiver {
  /** Requests so far, by path. */
  readonly calls = new Map<string, number>();
  private isCalm = false;

  private constructor(
    private readonly server: Server,
    private readonly retryAfterSeconds: number,
  ) {}

  /** @param options.retryAfterSeconds with each 429 */
  static async start({ retryAfterSeconds }: { readonly retryAfterSeconds: number }) {
    const server = createServer();
    const receiver = new NoisyReceiver(server, retryAfterSeconds);
    server.on('request', (request, response) => {
      const path = request.url ?? '';
      receiver.calls.set(path, (receiver.calls.get(path) ?? 0) + 1);
      request.resume().once('end', () => {
        receiver.answer(path, response);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on every request is answered with 200 at once. */
  calm(): void {
    this.isCalm = true;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(path: string, response: ServerResponse): void {
    const noise = this.isCalm ? undefined : NOISES.find((name) => path.startsWith(`/${name}`));
    switch (noise) {
      case undefined:
        response.writeHead(200).end();
        break;
      case 'limited':
        response.writeHead(429, { 'retry-after': String(this.retryAfterSeconds) }).end();
        break;
      case 'failing':
        response.writeHead(500).end();
        break;
      case 'hanging':
        break;
      case 'resetting':
        response.socket?.resetAndDestroy();
        break;
      case 'trickling':
        trickle(response);
        break;
      case 'endless':
        pour(response);
        break;
    }
  }
}

function trickle(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), TRICKLE_MS);
  response.once('close', () => {
    clearInterval(timer);
  });
}

function pour(response: ServerResponse): void {
  const headers = { 'content-type': 'application/json', 'content-length': String(ENDLESS_BYTES) };
  response.writeHead(200, headers);
  let left = ENDLESS_BYTES;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      const chunk = CHUNK.subarray(0, left);
      left -= chunk.length;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', more).on('error', () => undefined);
  more();
}
