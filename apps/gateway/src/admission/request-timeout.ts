import type { IncomingMessage, Server } from 'node:http';

/** Maximum milliseconds for a request to arrive, body included. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Maximum milliseconds for an upload to arrive. Its body must also keep a minimum rate. */
export const UPLOAD_TIMEOUT_MS = 3_600_000;

/**
 * Ends requests that do not arrive in time, and closes their connections. Node.js has only one
 * timeout for all requests of a server, which is set to the time for uploads. This class applies
 * the shorter timeout of all other requests.
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

  /**
   * Starts the timeout of a request. Call it immediately for requests other than uploads. Call it
   * for an upload when the upload is answered.
   */
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
