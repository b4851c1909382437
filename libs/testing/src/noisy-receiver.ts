import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Behaviors of a bad receiver. The first part of the path of a request selects the behavior. */
export const NOISES = [
  'limited',
  'failing',
  'hanging',
  'resetting',
  'trickling',
  'endless',
] as const;

export type Noise = (typeof NOISES)[number];

/** Bytes of the endless answer. */
const ENDLESS_BYTES = 10_000_000_000;
const CHUNK = Buffer.alloc(64 * 1024, ' ');
const TRICKLE_MS = 1_000;

/**
 * An HTTP receiver that misbehaves. It answers `/limited/…` with 429 and `/failing/…` with 500. It
 * never answers `/hanging/…`, and resets the connection for `/resetting/…`. For `/trickling/…`, it
 * sends one byte a second, and for `/endless/…` 10 GB with the content type of JSON. All other
 * paths get a 200 immediately.
 */
export class NoisyReceiver {
  /** Number of received requests, by path. */
  readonly calls = new Map<string, number>();
  private isCalm = false;

  private constructor(
    private readonly server: Server,
    private readonly retryAfterSeconds: number,
  ) {}

  /** @param options.retryAfterSeconds value of Retry-After in each 429 */
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

  /** From now on, answers every request with 200 immediately. */
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
  let remaining = ENDLESS_BYTES;
  const more = (): void => {
    while (remaining > 0 && !response.destroyed) {
      const chunk = CHUNK.subarray(0, remaining);
      remaining -= chunk.length;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', more).on('error', () => undefined);
  more();
}
