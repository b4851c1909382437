import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What becomes of a request: `reset` before the gateway has it; `lose`: the gateway has it, and its answer is lost; `hold`
 * until `release` or `drop`; or another answer instead of the gateway's.
 */
type Odd = 'reset' | 'lose' | 'hold' | { readonly status: number; readonly body: string };

interface Scene {
  readonly path: RegExp;
  readonly then: Odd;
}

/** Stands before a real gateway. What was not played yet is played at the first request that it is meant for. */
export class OddGateway {
  private scenes: Scene[] = [];
  private held: ((goesOn: boolean) => void) | undefined;
  private readonly server = createServer((incoming, answer) => {
    void this.take(incoming, answer);
  });

  private constructor(readonly target: string) {}

  static async start(target: string): Promise<OddGateway> {
    const gateway = new OddGateway(target);
    gateway.server.listen(0, '127.0.0.1');
    await once(gateway.server, 'listening');
    return gateway;
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${String(port)}`;
  }

  /** Scenes that were not played yet. */
  get left(): number {
    return this.scenes.length;
  }

  get isHolding(): boolean {
    return this.held !== undefined;
  }

  play(scenes: readonly Scene[]): void {
    this.scenes = [...scenes];
  }

  /** Lets what is held go on to the gateway. */
  release(): void {
    this.held?.(true);
  }

  drop(): void {
    this.held?.(false);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { url = '/' } = incoming;
    const index = this.scenes.findIndex(({ path }) => path.test(url));
    const [scene] = index < 0 ? [] : this.scenes.splice(index, 1);
    const odd = scene?.then;
    if (typeof odd === 'object') {
      answer.writeHead(odd.status, { 'content-type': 'application/json' }).end(odd.body);
      return;
    }
    const goesOn = odd === 'hold' ? await this.hold() : odd !== 'reset';
    if (goesOn) this.forward(incoming, answer, odd === 'lose');
    else answer.destroy();
  }

  private async hold(): Promise<boolean> {
    const goesOn = await new Promise<boolean>((resolve) => {
      this.held = resolve;
    });
    this.held = undefined;
    return goesOn;
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
