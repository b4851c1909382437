import { createRequire } from 'node:module';
import { jest } from '@jest/globals';
import { fixQueue } from './fix-queue.js';

interface Request {
  readonly entry: { readonly correlationId: number };
  readonly expectResponse: boolean;
  readonly sendRequest: () => void;
}
interface RequestQueue {
  push(request: Request): void;
  fulfillRequest(answer: { correlationId: number; size: number; payload: object }): void;
  maybeThrottle(forMs: number): void;
}
const Queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as new (
  options: object,
) => RequestQueue;

const ENTRY = { resolve: () => undefined, reject: () => undefined, apiKey: 1, apiName: 'Fetch' };

function makeQueue(maxInFlightRequests = 10): RequestQueue {
  const logger = { debug: () => undefined, warn: () => undefined };
  return new Queue({ maxInFlightRequests, requestTimeout: 5_000, logger });
}

/** Adds requests to the queue. Returns a list to which the queue adds each sent request. */
function send(queue: RequestQueue, ...numbers: number[]): number[] {
  const sent: number[] = [];
  for (const correlationId of numbers) {
    queue.push({
      entry: { ...ENTRY, correlationId },
      expectResponse: true,
      sendRequest: () => sent.push(correlationId),
    });
  }
  return sent;
}

const answer = (queue: RequestQueue, correlationId: number): void => {
  queue.fulfillRequest({ correlationId, size: 1, payload: {} });
};

describe('fixQueue', () => {
  beforeAll(() => {
    fixQueue();
    fixQueue(); // each new client calls `fixQueue` again
  });
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('stops the timer once all requests are answered', () => {
    const queue = makeQueue();
    expect(send(queue, 1, 2)).toEqual([1, 2]);
    answer(queue, 1);
    answer(queue, 2);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sends a waiting request as soon as an earlier request is answered', () => {
    const queue = makeQueue(1);
    const sent = send(queue, 1, 2, 3);
    answer(queue, 1);
    answer(queue, 2);
    expect(sent).toEqual([1, 2, 3]);
  });

  it('sends a waiting request when the throttling ends, even if no answer arrives', () => {
    const queue = makeQueue();
    send(queue, 1);
    answer(queue, 1);
    queue.maybeThrottle(500);
    const sent = send(queue, 2);
    jest.advanceTimersByTime(499);
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(11);
    expect(sent).toEqual([2]);
  });

  it('sets no timer with a negative time, for which Node.js would print a warning', () => {
    const set = jest.spyOn(globalThis, 'setTimeout');
    const queue = makeQueue(1);
    send(queue, 1, 2);
    queue.maybeThrottle(1);
    jest.advanceTimersByTime(5);
    answer(queue, 1);
    answer(queue, 2);
    const times = set.mock.calls.map(([, ms]) => ms ?? 0);
    expect(times.length).toBeGreaterThan(0);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
    set.mockRestore();
  });

  it('sends a request that was added in the last millisecond of a throttling', () => {
    const queue = makeQueue();
    queue.maybeThrottle(1);
    const sent = send(queue, 1);
    jest.advanceTimersByTime(20);
    expect(sent).toEqual([1]);
  });
});
