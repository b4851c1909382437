import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Fault of a request. `reset` closes the connection before the gateway gets the request. `lose`
 * drops the response of the gateway. `hold` waits for `release` or `drop`. An object is the
 * response, and the gateway does not get the request.
 */
type Fault = 'reset' | 'lose' | 'hold' | { readonly status: number; readonly body: string };

interface Scene {
  readonly path: RegExp;
  readonly then: Fault;
}

/**
 * A proxy for a real gateway. Each scene is played once, for the first request that matches its
 * path.
 */
export class FaultyGateway {
  private scenes: Scene[] = [];
  private endHold: ((shouldForward: boolean) => void) | undefined;
  private readonly server = createServer((incoming, answer) => {
    void this.take(incoming, answer);
  });

  private constructor(readonly target: string) {}

  static async start(target: string): Promise<FaultyGateway> {
    const gateway = new FaultyGateway(target);
    gateway.server.listen(0, '127.0.0.1');
    await once(gateway.server, 'listening');
    return gateway;
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${String(port)}`;
  }

  get left(): number {
    return this.scenes.length;
  }

  get isHolding(): boolean {
    return this.endHold !== undefined;
  }

  play(scenes: readonly Scene[]): void {
    this.scenes = [...scenes];
  }

  /** Forwards the request that waits because of `hold`. */
  release(): void {
    this.endHold?.(true);
  }

  drop(): void {
    this.endHold?.(false);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { url = '/' } = incoming;
    const index = this.scenes.findIndex(({ path }) => path.test(url));
    const [scene] = index < 0 ? [] : this.scenes.splice(index, 1);
    const fault = scene?.then;
    if (typeof fault === 'object') {
      answer.writeHead(fault.status, { 'content-type': 'application/json' }).end(fault.body);
      return;
    }
    const shouldForward = fault === 'hold' ? await this.hold() : fault !== 'reset';
    if (shouldForward) this.forward(incoming, answer, fault === 'lose');
    else answer.destroy();
  }

  private async hold(): Promise<boolean> {
    const shouldForward = await new Promise<boolean>((resolve) => {
      this.endHold = resolve;
    });
    this.endHold = undefined;
    return shouldForward;
  }

  private forward(incoming: IncomingMessage, answer: ServerResponse, isLost: boolean): void {
    const { method, headers, url = '/' } = incoming;
    const outgoing = request(new URL(url, this.target), { method, headers }, (received) => {
      if (isLost) {
        received.resume().once('end', () => answer.destroy());
        return;
      }
      answer.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(answer);
    });
    outgoing.once('error', () => answer.destroy());
    incoming.pipe(outgoing);
  }
}
