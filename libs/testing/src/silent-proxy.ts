import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * A way to a service that can fall silent, as after a failover or behind a firewall that forgot the
 * connection: nothing of what is sent arrives, and no packet says that the other side is gone.
 */
export class SilentProxy {
  private readonly ways = new Map<Socket, Socket>();
  /** Whether a caller who leaves is told that the service has closed the connection too. */
  answersGoodbyes = true;

  private constructor(
    private readonly server: Server,
    /** Where new connections lead. */
    public to: Address,
    /** TCP port on 127.0.0.1. */
    readonly port: number,
  ) {}

  /** @param to where the service is */
  static async start(to: Address): Promise<SilentProxy> {
    // A silent way does not even answer when its caller leaves.
    const server = createServer({ allowHalfOpen: true });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const proxy = new SilentProxy(server, to, (server.address() as AddressInfo).port);
    server.on('connection', (caller) => {
      proxy.open(caller, connect(proxy.to));
    });
    return proxy;
  }

  /**
   * What is connected now is silent from now on; new connections are served.
   * @param serviceStays whether the service too hears nothing of it, and keeps its end
   */
  swallow({ serviceStays = false } = {}): void {
    for (const [caller, service] of this.ways) {
      caller.unpipe(service).resume();
      service.unpipe(caller).resume();
      if (!serviceStays) service.destroy();
    }
  }

  close(): void {
    this.server.close();
    for (const way of this.ways) for (const socket of way) socket.destroy();
  }

  private open(caller: Socket, service: Socket): void {
    this.ways.set(caller, service);
    for (const socket of [caller, service]) socket.on('error', () => undefined);
    caller.once('close', () => {
      this.ways.delete(caller);
      service.destroy();
    });
    caller.pipe(service).pipe(caller, { end: false });
    service.once('end', () => {
      if (this.answersGoodbyes) caller.end();
    });
  }
}
