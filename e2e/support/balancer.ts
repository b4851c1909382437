import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PROBE_EVERY_MS = 100;

/**
 * Hands each new connection to the next backend that says it is ready, as a Service of Kubernetes
 * does. It does not look into the connections, and tries nothing again.
 */
export class Balancer {
  private ready: string[] = [];
  private next = 0;
  private readonly stopping = new AbortController();
  private readonly entrances: Server[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly probing: Promise<void>;
  /** Backends by their base URL; take one out before it ends. */
  readonly backends: Set<string>;

  constructor(backends: readonly string[]) {
    this.backends = new Set(backends);
    this.probing = this.probe();
  }

  /**
   * Opens another entrance. To `fetch` each is a host of its own, with connections of its own.
   *
   * @returns its base URL
   */
  async open(): Promise<string> {
    const entrance = createServer((caller) => {
      this.forward(caller);
    });
    this.entrances.push(entrance);
    entrance.listen(0, '127.0.0.1');
    await once(entrance, 'listening');
    return `http://127.0.0.1:${(entrance.address() as AddressInfo).port}`;
  }

  /** Whether connections may go to this backend. */
  uses(backend: string): boolean {
    return this.ready.includes(backend);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.probing;
    for (const entrance of this.entrances) entrance.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private forward(caller: Socket): void {
    const ready = this.ready.filter((backend) => this.backends.has(backend));
    const backend = ready[this.next++ % ready.length];
    if (backend === undefined) {
      caller.destroy();
      return;
    }
    const { hostname, port } = new URL(backend);
    const upstream = connect(Number(port), hostname);
    for (const [one, other] of [
      [caller, upstream],
      [upstream, caller],
    ] as const) {
      this.sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroySoon();
      });
      one.pipe(other);
    }
  }

  private async probe(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const asked = [...this.backends];
      const answers = await Promise.all(asked.map((backend) => isReady(backend)));
      this.ready = asked.filter((backend, index) => answers[index] && this.backends.has(backend));
      await sleep(PROBE_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** By its readiness probe, on a connection of its own. */
export async function isReady(address: string): Promise<boolean> {
  const probe = fetch(`${address}/readyz`, { headers: { connection: 'close' } });
  return probe.then(
    (answer) => answer.ok,
    () => false,
  );
}
