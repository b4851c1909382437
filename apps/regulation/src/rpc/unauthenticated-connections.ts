import type { Socket } from 'node:net';

/**
 * Maximum number of unauthenticated connections. It is many times the number that gateways open at
 * once.
 */
export const MOST_UNAUTHENTICATED = 256;

export interface UnauthenticatedLimits {
  readonly connections: number;
  /** Bytes of incomplete commands. */
  readonly bytes: number;
}

/**
 * Connections that have not sent the key. Above a limit, the oldest connection is closed. A
 * connection of a gateway is here only briefly, because the gateway sends the key with its first
 * command.
 */
export class UnauthenticatedConnections {
  /** Buffered bytes by connection. The oldest connection comes first. */
  private readonly buffered = new Map<Socket, number>();
  private total = 0;

  constructor(private readonly limits: UnauthenticatedLimits) {}

  enter(socket: Socket): void {
    this.buffered.set(socket, 0);
    socket.once('close', () => {
      this.leave(socket);
    });
    if (this.buffered.size > this.limits.connections) this.closeOldest(0);
  }

  /** Counts received bytes of a command. Does nothing for an authenticated connection. */
  heard(socket: Socket, bytes: number): void {
    const before = this.buffered.get(socket);
    if (before === undefined) return;
    this.buffered.set(socket, before + bytes);
    this.total += bytes;
    while (this.total > this.limits.bytes) this.closeOldest(1);
  }

  refused(socket: Socket): void {
    this.total -= this.buffered.get(socket) ?? 0;
    this.buffered.set(socket, 0);
  }

  leave(socket: Socket): void {
    this.total -= this.buffered.get(socket) ?? 0;
    this.buffered.delete(socket);
  }

  private closeOldest(least: number): void {
    for (const [socket, bytes] of this.buffered) {
      if (bytes < least) continue;
      this.leave(socket);
      socket.destroy();
      return;
    }
  }
}
