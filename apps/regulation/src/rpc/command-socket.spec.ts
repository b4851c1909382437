import { Socket } from 'node:net';
import { CommandSocket } from './command-socket.js';
import { UnauthenticatedConnections } from './unauthenticated-connections.js';

const BYTES = 100_000;

function client(...pieces: readonly string[]) {
  const socket = new Socket();
  const knows = (key: unknown): boolean => key === 'ours';
  const unauthenticated = new UnauthenticatedConnections({ connections: 1, bytes: BYTES });
  let broken = 0;
  const messages: unknown[] = [];
  const commands = new CommandSocket(socket, {
    largest: BYTES,
    knows,
    unauthenticated,
    onBroken: () => {
      broken += 1;
    },
  });
  commands.on('message', (message: unknown) => messages.push(message));
  for (const piece of pieces) if (!socket.destroyed) socket.emit('data', Buffer.from(piece));
  return { isEnded: socket.destroyed, broken, messages };
}

describe('CommandSocket of an unauthenticated client', () => {
  it('is closed when the data does not begin with a length', () => {
    expect(client('7'.repeat(9)).isEnded).toBe(false);
    expect(client('7'.repeat(9), '7'.repeat(9))).toMatchObject({ isEnded: true, broken: 1 });
    expect(client('x'.repeat(60_000)).isEnded).toBe(true);
  });

  it('is closed when many short pieces take too much memory', () => {
    const drops = Array<string>(1_000).fill('x');
    expect(client('90000#', ...drops).isEnded).toBe(false);
    expect(client('90000#', ...drops, ...drops).isEnded).toBe(true);
    expect(client('90000#', 'x'.repeat(2_000)).isEnded).toBe(false);
  });
});
