import { Socket } from 'node:net';
import { CommandSocket } from './command-socket.js';
import { UnauthenticatedConnections } from './unauthenticated-connections.js';

const BYTES = 100_000;

/** Who has not shown the key, and has sent this in pieces. */
function stranger(...pieces: readonly string[]) {
  const socket = new Socket();
  const knows = (key: unknown): boolean => key === 'ours';
  const strangers = new UnauthenticatedConnections({ connections: 1, bytes: BYTES });
  let broken = 0;
  const heard: unknown[] = [];
  const commands = new CommandSocket(socket, {
    largest: BYTES,
    knows,
    strangers,
    onBroken: () => {
      broken += 1;
    },
  });
  commands.on('message', (message: unknown) => heard.push(message));
  for (const piece of pieces) if (!socket.destroyed) socket.emit('data', Buffer.from(piece));
  return { isEnded: socket.destroyed, broken, heard };
}

describe('a stranger at the port of the commands', () => {
  it('is ended when what comes has no length in front', () => {
    expect(stranger('7'.repeat(9)).isEnded).toBe(false);
    expect(stranger('7'.repeat(9), '7'.repeat(9))).toMatchObject({ isEnded: true, broken: 1 });
    expect(stranger('x'.repeat(60_000)).isEnded).toBe(true);
  });

  it('takes room by each piece, as it does in memory', () => {
    const drops = Array<string>(1_000).fill('x');
    expect(stranger('90000#', ...drops).isEnded).toBe(false);
    expect(stranger('90000#', ...drops, ...drops).isEnded).toBe(true);
    expect(stranger('90000#', 'x'.repeat(2_000)).isEnded).toBe(false);
  });
});
