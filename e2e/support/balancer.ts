import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PROBE_EVERY_MS = 100;

/**
 * Gives each new connection to the next backend that is ready, like a Service of Kubernetes. It
 * does not inspect the data of connections, and retries nothing.
 */
export class Balancer {
  private ready: string[] = [];
  private next = 0;
  private readonly stopping = new AbortController();
  private readonly entrances: Server[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly probing: Promise<void>;
  /** Base URLs of the backends; remove a backend before it ends. */
  readonly backends: Set<string>;

  constructor(backends: readonly string[]) {
    this.backends = new Set(backends);
    this.probing = this.probe();
  }

  /**
   * Opens another port for callers. For `fetch`, each port is a separate host with its own
   * connections.
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

  /** Returns whether the balancer gives connections to this backend. */
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
      const backends = [...this.backends];
      const answers = await Promise.all(backends.map((backend) => isReady(backend)));
      this.ready = backends.filter(
        (backend, index) => answers[index] && this.backends.has(backend),
      );
      await sleep(PROBE_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Calls the readiness probe on a separate connection. */
export async function isReady(address: string): Promise<boolean> {
  const probe = fetch(`${address}/readyz`, { headers: { connection: 'close' } });
  return probe.then(
    (answer) => answer.ok,
    () => false,
  );
}
