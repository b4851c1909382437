import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * A proxy that can become silent. A silent proxy passes on no data, and does not report that the
 * service is unreachable. Real connections become silent after a failover, or if a firewall has
 * lost their state.
 */
export class SilentProxy {
  private readonly connections = new Map<Socket, Socket>();
  /**
   * Whether the proxy closes the connection to a client after the service has closed its
   * connection.
   */
  answersGoodbyes = true;

  private constructor(
    private readonly server: Server,
    /** Address to which new connections are forwarded. */
    public to: Address,
    /** TCP port on 127.0.0.1. */
    readonly port: number,
  ) {}

  /** @param to address of the service */
  static async start(to: Address): Promise<SilentProxy> {
    // A silent connection must not react when the client closes it.
    const server = createServer({ allowHalfOpen: true });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const proxy = new SilentProxy(server, to, (server.address() as AddressInfo).port);
    server.on('connection', (caller) => {
      proxy.open(caller, connect(proxy.to));
    });
    return proxy;
  }

  /**
   * Makes all open connections silent. New connections work.
   *
   * @param serviceStays whether the connections to the service stay open, so that the service does
   * not notice the silence either
   */
  swallow({ serviceStays = false } = {}): void {
    for (const [caller, service] of this.connections) {
      caller.unpipe(service).resume();
      service.unpipe(caller).resume();
      if (!serviceStays) service.destroy();
    }
  }

  close(): void {
    this.server.close();
    for (const pair of this.connections) for (const socket of pair) socket.destroy();
  }

  private open(caller: Socket, service: Socket): void {
    this.connections.set(caller, service);
    for (const socket of [caller, service]) socket.on('error', () => undefined);
    caller.once('close', () => {
      this.connections.delete(caller);
      service.destroy();
    });
    caller.pipe(service).pipe(caller, { end: false });
    service.once('end', () => {
      if (this.answersGoodbyes) caller.end();
    });
  }
}
