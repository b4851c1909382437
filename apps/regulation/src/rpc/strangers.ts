import type { Socket } from 'node:net';

/** What callers may have who have not shown the key yet, all of them together. */
export interface StrangersLimits {
  readonly connections: number;
  /** Of commands that are not complete. */
  readonly bytes: number;
}

/**
 * Connections on which nobody has shown the key yet. Who comes when there is no more room pushes the
 * oldest out: a gateway shows the key with its first command, so its connection is not here for long.
 */
export class Strangers {
  /** Bytes that are kept of each, in the order in which they came. */
  private readonly kept = new Map<Socket, number>();
  private total = 0;

  constructor(private readonly limits: StrangersLimits) {}

  enter(socket: Socket): void {
    this.kept.set(socket, 0);
    socket.once('close', () => {
      this.leave(socket);
    });
    if (this.kept.size > this.limits.connections) this.pushOut(0);
  }

  /** More of a command came. Of who is none of them it does not count. */
  heard(socket: Socket, bytes: number): void {
    const before = this.kept.get(socket);
    if (before === undefined) return;
    this.kept.set(socket, before + bytes);
    this.total += bytes;
    while (this.total > this.limits.bytes) this.pushOut(1);
  }

  /** What came was a whole command, and was refused. */
  refused(socket: Socket): void {
    this.total -= this.kept.get(socket) ?? 0;
    this.kept.set(socket, 0);
  }

  /** The key was shown, or the connection is gone. */
  leave(socket: Socket): void {
    this.total -= this.kept.get(socket) ?? 0;
    this.kept.delete(socket);
  }

  /** Ends the oldest of which so many bytes are kept. */
  private pushOut(least: number): void {
    for (const [socket, bytes] of this.kept) {
      if (bytes < least) continue;
      this.leave(socket);
      socket.destroy();
      return;
    }
  }
}
