import type { Socket } from 'node:net';
import { LetheError } from '@lethe/contracts';
import { Tally } from '@lethe/resilience';
import type { FastifyRequest } from 'fastify';

/**
 * Maximum requests that wait on one connection. No supported client sends so many requests before
 * it gets the first answer.
 */
const MAX_OF_CONNECTION = 16;

/**
 * Limits the requests that wait on one connection. HTTP lets a client send any number of requests
 * before the first answer, and each request uses memory. If a client exceeds the limit, its
 * connection is closed.
 */
export class WaitingOnConnection {
  private readonly waiting = new Tally<Socket>();

  /**
   * Counts the request while `wait` runs.
   *
   * @throws LetheError if too many requests of the connection wait; errors of `wait`
   */
  async with<T>({ raw: { socket } }: FastifyRequest, wait: () => Promise<T>): Promise<T> {
    if (this.waiting.of(socket) >= MAX_OF_CONNECTION) {
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
