import { Socket } from 'node:net';
import { guardFrames } from './guard-frames.js';

function frame(length: number, body = Math.max(0, length)): Buffer {
  const bytes = Buffer.alloc(4 + body);
  bytes.writeInt32BE(length);
  return bytes;
}

function guarded(maxBytes = 100) {
  const socket = new Socket();
  const seen: Buffer[] = [];
  guardFrames(socket, maxBytes);
  socket.on('data', (chunk: Buffer) => seen.push(chunk)).on('error', () => undefined);
  return { socket, seen };
}

describe('guardFrames', () => {
  it('does not change answers that arrive in chunks of any size', () => {
    const bytes = Buffer.concat([frame(4), frame(100), frame(17)]);
    for (let size = 1; size <= bytes.length; size += 1) {
      const { socket, seen } = guarded();
      for (let at = 0; at < bytes.length; at += size)
        socket.emit('data', bytes.subarray(at, at + size));
      expect(Buffer.concat(seen)).toEqual(bytes);
      expect(socket.destroyed).toBe(false);
    }
  });

  it.each([-1, -4, 0, 3, 101, 2 ** 31 - 1])(
    'closes the connection at an answer with the length %d, and passes on nothing from this or later chunks',
    (length) => {
      const { socket, seen } = guarded();
      socket.emit('data', Buffer.concat([frame(4), frame(length, 0)]));
      expect(socket.destroyed).toBe(true);
      socket.emit('data', frame(4));
      expect(seen).toEqual([]);
    },
  );

  it('closes the connection after an answer that the client cannot decode', () => {
    const { socket } = guarded();
    socket.on('data', () => {
      throw new RangeError('of a decoder');
    });
    socket.emit('data', frame(4));
    expect(socket.destroyed).toBe(true);
  });
});
