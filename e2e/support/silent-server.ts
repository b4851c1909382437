import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Accepts connections and never answers. It keeps connections open until `hangUp`. */
export class SilentServer {
  private readonly sockets = new Set<Socket>();
  private hasHungUp = false;
  connections = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SilentServer> {
    const server = createServer();
    const silent = new SilentServer(server);
    server.on('connection', (socket) => {
      silent.take(socket);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return silent;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Closes all connections. From now on, closes each new connection at once. */
  hangUp(): void {
    this.hasHungUp = true;
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.hangUp();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(socket: Socket): void {
    this.connections += 1;
    if (this.hasHungUp) {
      socket.destroy();
      return;
    }
    this.sockets.add(socket);
    socket.resume();
    socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket));
  }
}
