import { once } from 'node:events';
import net from 'node:net';

/** Forwards a local port to a service. @returns a function that stops the forwarding */
export async function relay(port: number, to: { host: string; port: number }): Promise<() => void> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((caller) => {
    const service = net.connect(to);
    for (const socket of [caller, service]) {
      sockets.add(socket);
      socket.on('error', () => undefined); // ignored, because the other socket is closed too
    }
    caller.pipe(service).pipe(caller);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}
