import type { Socket } from 'node:net';

/** The other side has sent more than was allowed. */
export class TooManyBytesError extends Error {
  override readonly name = 'TooManyBytesError';
}

/**
 * Ends a socket that brings too much: clients of databases keep what they have not understood yet, so a
 * hostile server could fill the memory. To be called before data flow, by whoever listens for them too.
 *
 * @param most bytes over the socket's whole life
 */
export function limitBytes(socket: Socket, most: number): void {
  let seen = 0;
  socket.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > most && !socket.destroyed) {
      socket.destroy(new TooManyBytesError('The server sent more than was asked for'));
    }
  });
}
