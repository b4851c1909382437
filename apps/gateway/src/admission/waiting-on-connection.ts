import type { Socket } from 'node:net';
import { LetheError } from '@lethe/contracts';
import { Tally } from '@lethe/resilience';
import type { FastifyRequest } from 'fastify';

/** Requests of one connection that may wait; nobody who is served here sends so many before the first answer. */
const MOST_OF_CONNECTION = 16;

/**
 * Requests that wait for their turn. HTTP lets a caller send any number on one connection before the first answer, and each is
 * in memory; so whoever sends more than some loses the connection.
 */
export class WaitingOnConnection {
  private readonly waiting = new Tally<Socket>();

  /** @throws LetheError when too many of the request's connection wait already; and what `wait` throws */
  async with<T>({ raw: { socket } }: FastifyRequest, wait: () => Promise<T>): Promise<T> {
    if (this.waiting.of(socket) >= MOST_OF_CONNECTION) {
      socket.destroy();
      throw new LetheError('request_timeout');
    }
    this.waiting.add(socket, 1);
    try {
      return await wait();
    } finally {
      this.waiting.add(socket, -1);
    }
  }
}
