import { jest } from '@jest/globals';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { TransactionalPublisher } from './transactional-publisher.js';

const never = (): Promise<void> => new Promise(() => undefined);
const silentKafka = {
  producer: () => ({ connect: never, disconnect: () => Promise.resolve() }),
} as unknown as KafkaClient;

describe('TransactionalPublisher', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([
    ['absent', {}],
    ['undefined', { deadlineMs: undefined }],
  ])('stops waiting for Kafka after 8 s if the deadline is %s', async (_what, deadline) => {
    const options = { transactionalId: 'id', ...deadline };
    const publisher = new TransactionalPublisher(silentKafka, options);
    const outcome = publisher.connect().catch(String);
    await jest.advanceTimersByTimeAsync(8_000);
    const instead = Promise.resolve('still waits');
    expect(await Promise.race([outcome, instead])).toMatch(/took longer than 8000 ms/);
  });
});
