import type { IncomingMessage, Server } from 'node:http';

/** How long a request may take to arrive, body included. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** How long the body of an upload may take; it has to keep a rate, too. */
export const UPLOAD_TIMEOUT_MS = 3_600_000;

/**
 * Ends requests that have not arrived in time, with their connections, as Node.js does with those of a server. Node.js has one time for all
 * requests of a server, which is that of uploads, and here is that of all others.
 */
export class RequestTimeout {
  private readonly arriving = new Map<IncomingMessage, number>();
  private readonly clock: NodeJS.Timeout;

  /** @param timeoutMs milliseconds for a request to arrive, body included */
  constructor(
    private readonly server: Pick<Server, 'emit'>,
    private readonly timeoutMs: number,
  ) {
    this.clock = setInterval(
      () => {
        this.endLate();
      },
      Math.min(5_000, timeoutMs),
    ).unref();
  }

  /** From now on it has its time. To be called for what is no upload, and for uploads once they are answered. */
  watch(request: IncomingMessage): void {
    if (request.complete || this.arriving.has(request)) return;
    this.arriving.set(request, performance.now());
    request.once('close', () => this.arriving.delete(request));
  }

  stop(): void {
    clearInterval(this.clock);
  }

  private endLate(): void {
    const now = performance.now();
    for (const [request, since] of this.arriving) {
      if (request.complete || request.socket.destroyed) this.arriving.delete(request);
      else if (now - since > this.timeoutMs) {
        this.arriving.delete(request);
        const late = Object.assign(new Error('Request timeout'), {
          code: 'ERR_HTTP_REQUEST_TIMEOUT',
        });
        this.server.emit('clientError', late, request.socket);
      }
    }
  }
}
