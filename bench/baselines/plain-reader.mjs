/**
 * The plain reader of benchmark (k): a KafkaJS consumer that stores all users in a Map. It uses
 * KafkaJS as published. `createKafka` would replace its decoder with the decoder of Lethe.
 *
 * usage: node plain-reader.mjs BROKERS TOPIC RECORDS
 * Prints the milliseconds from joining its group to the last record, and the resident memory.
 */
import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';

const [brokers, topic, records] = process.argv.slice(2);
const kafka = new Kafka({
  brokers: brokers.split(','),
  clientId: 'plain-reader',
  logLevel: logLevel.NOTHING,
});
const consumer = kafka.consumer({ groupId: `plain-${randomUUID()}`, maxWaitTimeInMs: 250 });
const states = new Map();
let seen = 0;
let startedAt = 0;

await consumer.connect();
await consumer.subscribe({ topic, fromBeginning: true });
/** @type {Promise<void>} */
const readAll = new Promise((resolve, reject) => {
  consumer.on(consumer.events.CRASH, ({ payload }) => payload.restart || reject(payload.error));
  consumer.on(consumer.events.GROUP_JOIN, () => (startedAt = performance.now()));
  consumer
    .run({
      autoCommit: false,
      partitionsConsumedConcurrently: 12,
      eachBatch: async ({ batch }) => {
        for (const { key, value } of batch.messages) {
          if (value === null) states.delete(key.toString());
          else states.set(key.toString(), JSON.parse(value.toString()).suppressed);
        }
        seen += batch.messages.length;
        if (seen >= Number(records)) resolve();
      },
    })
    .catch(reject);
});
await readAll;
const durationMs = performance.now() - startedAt;
console.log(JSON.stringify({ durationMs, users: states.size, rss: process.memoryUsage.rss() }));
await consumer.disconnect();
