/**
 * The plain producer of benchmark (e): a KafkaJS producer with transactions, whose records are
 * ready in memory. It has the relay's settings, because KafkaJS' defaults would make it wait 300 ms
 * after each transaction.
 *
 * usage: node plain-producer.mjs BROKERS TOPIC RECORDS RECORDS_PER_TRANSACTION
 * Prints the milliseconds and the CPU time from the connection to the end of the last commit.
 */
import { createKafka, toCloudEventHeaders } from '@lethe/messaging';
import { Partitioners } from 'kafkajs';
import { v7 as uuidv7 } from 'uuid';
import { createdFact } from './rows.mjs';

const [brokers, topic, count, perTransaction] = process.argv.slice(2);
const messages = makeMessages(Number(count));
/** @type {any} The methods of kafkajs are not in the type. */
const kafka = createKafka({ brokers: brokers.split(','), clientId: 'plain' });
const producer = kafka.producer({
  transactionalId: 'plain-producer',
  maxInFlightRequests: 1,
  retry: { retries: 9, initialRetryTime: 2, maxRetryTime: 500, factor: 0.2, multiplier: 2 },
  createPartitioner: Partitioners.DefaultPartitioner,
  allowAutoTopicCreation: false,
});

const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
await producer.connect();
for (let first = 0; first < messages.length; first += Number(perTransaction)) {
  const batch = messages.slice(first, first + Number(perTransaction));
  const transaction = await producer.transaction();
  await transaction.send({ topic, messages: batch, acks: -1 });
  await transaction.commit();
}
const durationMs = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpuBefore);
console.log(JSON.stringify({ durationMs, cpuMicros: user + system }));
await producer.disconnect();

function makeMessages(length) {
  const at = new Date().toISOString();
  const facts = Array.from({ length }, () => createdFact(uuidv7(), at));
  return facts.map(({ key, id, type, time, data }) => ({
    key,
    value: data,
    headers: toCloudEventHeaders({ id, type, source: '/lethe/regulation', time }),
  }));
}
