import type { Socket } from 'node:net';

export class TooManyBytesError extends Error {
  override readonly name = 'TooManyBytesError';
}

/**
 * Closes a socket when it has received too many bytes. Database clients buffer incomplete data, so
 * a hostile server could fill the memory. Call this function when the client adds its listener,
 * because data begins to flow with the first listener.
 *
 * @param most maximum bytes that the socket receives before it closes
 */
export function limitBytes(socket: Socket, most: number): void {
  let seen = 0;
  socket.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > most && !socket.destroyed) {
      socket.destroy(new TooManyBytesError('The server sent more data than Lethe requested'));
    }
  });
}
