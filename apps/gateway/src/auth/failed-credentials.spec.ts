import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import type { LetheError } from '@lethe/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FailedCredentials } from './failed-credentials.js';

describe('FailedCredentials', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Looks up the credentials of a request on a new connection. */
  function ask(
    failedCredentials: FailedCredentials,
    lookup: () => Promise<string>,
  ): Promise<string> {
    const request = { ip: '192.0.2.1', raw: { socket: new EventEmitter() } };
    const reply = { raw: new EventEmitter() };
    return failedCredentials.lookupFor(
      request as unknown as FastifyRequest,
      reply as unknown as FastifyReply,
    )(lookup);
  }

  it('ends waiting look-ups if the running look-up gets no answer', async () => {
    jest.useFakeTimers();
    const failedCredentials = new FailedCredentials(60);
    const lookup = jest.fn(() => new Promise<string>(() => undefined));
    const all = Array.from({ length: 5 }, () => ask(failedCredentials, lookup));
    const refused = expect(Promise.race(all)).rejects.toMatchObject({ code: 'unavailable' });
    await jest.advanceTimersByTimeAsync(10_000);
    await refused;
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  it('answers every look-up in a long queue while the database answers', async () => {
    jest.useFakeTimers();
    const failedCredentials = new FailedCredentials(60);
    const slow = () => new Promise<string>((resolve) => setTimeout(resolve, 9_000, 'known'));
    const all = Array.from({ length: 20 }, () => ask(failedCredentials, slow));
    await jest.advanceTimersByTimeAsync(10 * 9_000);
    expect(new Set(await Promise.all(all))).toEqual(new Set(['known']));
  });

  it('ends waiting look-ups when the database stops answering', async () => {
    jest.useFakeTimers();
    const failedCredentials = new FailedCredentials(60);
    const known = () => Promise.resolve('known');
    expect(await Promise.all([1, 2, 3].map(() => ask(failedCredentials, known)))).toHaveLength(3);
    void ask(failedCredentials, () => new Promise(() => undefined)); // never gets an answer
    const later = Array.from({ length: 3 }, () =>
      ask(failedCredentials, known).catch((error: unknown) => (error as LetheError).code),
    );
    await jest.advanceTimersByTimeAsync(11_000);
    expect(await Promise.all(later)).toEqual(Array(3).fill('unavailable'));
  });
});
