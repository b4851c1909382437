/**
 * The plain loop of benchmark (i). It forwards every record of a topic to another topic with
 * KafkaJS. It has the settings and transactions of the event filter. Each partition has a
 * transactional producer, and each batch and its offset are one transaction. It does not inspect
 * records, and does not recover from errors.
 *
 * usage: node plain-forward.mjs BROKERS INPUT OUTPUT GROUP
 */
import { createKafka } from '@lethe/messaging';
import { Partitioners } from 'kafkajs';

/**
 * Number of events in a request. They have almost 1 MB, the largest batch that the broker accepts.
 */
const PER_REQUEST = 800;

const [brokers, input, output, groupId] = process.argv.slice(2);
/** @type {any} The methods of kafkajs are not in the type. */
const kafka = createKafka({ brokers: brokers.split(','), clientId: 'plain' });
const producers = new Map();
const consumer = kafka.consumer({
  groupId,
  maxWaitTimeInMs: 250,
  sessionTimeout: 10_000,
  heartbeatInterval: 1_000,
  allowAutoTopicCreation: false,
});
await consumer.connect();
await consumer.subscribe({ topics: [input], fromBeginning: true });
await consumer.run({
  autoCommit: false,
  eachBatchAutoResolve: false,
  partitionsConsumedConcurrently: 64,
  eachBatch: async ({ batch, resolveOffset }) => {
    const { partition } = batch;
    const producer = await producerOf(partition);
    const messages = batch.messages.map(({ key, value, headers, timestamp }) => ({
      key,
      value,
      headers,
      timestamp,
      partition,
    }));
    const transaction = await producer.transaction();
    const offset = String(BigInt(batch.lastOffset()) + 1n);
    try {
      for (let first = 0; first < messages.length; first += PER_REQUEST) {
        const request = messages.slice(first, first + PER_REQUEST);
        await transaction.send({ topic: output, messages: request, acks: -1 });
      }
      await transaction.sendOffsets({
        consumerGroupId: groupId,
        topics: [{ topic: input, partitions: [{ partition, offset }] }],
      });
      await transaction.commit();
    } catch (error) {
      await transaction.abort(); // kafkajs fetches the batch again
      throw error;
    }
    resolveOffset(batch.messages.at(-1).offset);
  },
});

async function producerOf(partition) {
  if (producers.has(partition)) return producers.get(partition);
  const producer = kafka.producer({
    transactionalId: `${groupId}/${input}/${partition}`,
    transactionTimeout: 20_000,
    maxInFlightRequests: 1,
    retry: { retries: 9, initialRetryTime: 2, maxRetryTime: 500, factor: 0.2, multiplier: 2 },
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
  });
  producers.set(partition, producer);
  await producer.connect();
  return producer;
}
