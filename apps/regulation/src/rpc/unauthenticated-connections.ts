import type { Socket } from 'node:net';

/** Most connections that have not shown the key: many times what gateways open at once. */
export const MOST_UNAUTHENTICATED = 256;

/** Limits for all connections together that have not shown the key yet. */
export interface UnauthenticatedLimits {
  readonly connections: number;
  /** Bytes of commands that are not complete. */
  readonly bytes: number;
}

/**
 * Connections that have not shown the key yet. When there is no more room, a new one ends the
 * oldest: a gateway shows the key with its first command, so its connection does not stay here for
 * long.
 */
export class UnauthenticatedConnections {
  /** Connection → bytes that are kept of it, the oldest connection first. */
  private readonly kept = new Map<Socket, number>();
  private total = 0;

  constructor(private readonly limits: UnauthenticatedLimits) {}

  enter(socket: Socket): void {
    this.kept.set(socket, 0);
    socket.once('close', () => {
      this.leave(socket);
    });
    if (this.kept.size > this.limits.connections) this.pushOut(0);
  }

  /** Notes more bytes of a command; ignored for a connection that has shown the key. */
  heard(socket: Socket, bytes: number): void {
    const before = this.kept.get(socket);
    if (before === undefined) return;
    this.kept.set(socket, before + bytes);
    this.total += bytes;
    while (this.total > this.limits.bytes) this.pushOut(1);
  }

  /** Notes that a whole command was received and refused, so none of its bytes are kept. */
  refused(socket: Socket): void {
    this.total -= this.kept.get(socket) ?? 0;
    this.kept.set(socket, 0);
  }

  /** Notes that the key was shown, or that the connection is closed. */
  leave(socket: Socket): void {
    this.total -= this.kept.get(socket) ?? 0;
    this.kept.delete(socket);
  }

  /** Ends the oldest connection of which at least this many bytes are kept. */
  private pushOut(least: number): void {
    for (const [socket, bytes] of this.kept) {
      if (bytes < least) continue;
      this.leave(socket);
      socket.destroy();
      return;
    }
  }
}
