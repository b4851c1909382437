import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Strangers } from './strangers.js';

describe('credentials that were never known here', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Has a request's credentials asked about; each comes over a connection of its own. */
  function ask(strangers: Strangers, lookup: () => Promise<string>): Promise<string> {
    const request = { ip: '192.0.2.1', raw: { socket: new EventEmitter() } };
    const reply = { raw: new EventEmitter() };
    return strangers.asking(
      request as unknown as FastifyRequest,
      reply as unknown as FastifyReply,
    )(lookup);
  }

  it('are given up after a while where those before them get no answer', async () => {
    jest.useFakeTimers();
    const strangers = new Strangers(60);
    const asked = jest.fn(() => new Promise<string>(() => undefined));
    const all = Array.from({ length: 5 }, () => ask(strangers, asked));
    const refused = expect(Promise.race(all)).rejects.toMatchObject({ code: 'unavailable' });
    await jest.advanceTimersByTimeAsync(10_000);
    await refused;
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('get their answer, however long it took to be asked', async () => {
    jest.useFakeTimers();
    const strangers = new Strangers(60);
    const slow = () => new Promise<string>((resolve) => setTimeout(resolve, 9_000, 'known'));
    const all = Array.from({ length: 4 }, () => ask(strangers, slow));
    await jest.advanceTimersByTimeAsync(18_000);
    expect(await Promise.all(all)).toEqual(['known', 'known', 'known', 'known']);
  });
});
