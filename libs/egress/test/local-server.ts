import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';

export interface LocalServer {
  readonly port: number;
  readonly url: string;
  /** Number of connections since the start, including closed connections. */
  connections(): number;
  close(): Promise<void>;
}

/** Starts a real HTTP server on a free port of 127.0.0.1. */
export async function startHttpServer(listener: RequestListener): Promise<LocalServer> {
  return started(createServer(listener));
}

/** Starts a TCP server on a free port of 127.0.0.1. `onSocket` gets each connection. */
export async function startTcpServer(onSocket: (socket: Socket) => void): Promise<LocalServer> {
  return started(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      onSocket(socket);
    }),
  );
}

async function started(server: Server | ReturnType<typeof createTcpServer>): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${String(port)}`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}
