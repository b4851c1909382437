import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@lethe/testing';
import { suppressionOf } from './support/http-client.mjs';
import { kafkaOf, SUPPRESSIONS } from './support/kafka.mjs';
import { forSeconds } from './support/repeating.mjs';
import { target } from './support/report.mjs';
import { median, percentile, round, SPREAD, spread } from './support/statistics.mjs';
import { startSystem } from './support/system.mjs';
import { WORKSPACE } from './support/workspace.mjs';

const FULL = { samples: 1_000, warmUpSeconds: 20 };
const QUICK = { samples: 50, warmUpSeconds: 1 };

export async function run(session) {
  const { samples, warmUpSeconds } = session.quick ? QUICK : FULL;
  const { client, brokers } = await startSystem(session);
  const arrivals = await startConsumer(session, brokers);
  const sample = async (userId) => {
    const arrival = arrivals.expect(userId);
    const { durationMs, answeredAt } = await client.create(suppressionOf(userId));
    return { durationMs, delayMs: (await arrival) - answeredAt };
  };
  session.progress('warming up');
  await forSeconds(warmUpSeconds, (n) => sample(`warm-up-${n}`));
  session.progress(`${samples} creates`);
  const [creates, delays] = [[], []];
  for (let number = 1; number <= samples; number += 1) {
    const { durationMs, delayMs } = await sample(`user-${number}`);
    creates.push(durationMs);
    delays.push(delayMs);
    await delay(Math.random() * 50); // random, so that creates do not fall into step with a timer
  }

  return {
    table: [
      ['ms', ...SPREAD],
      ['create, until the last byte of the answer', ...spread(creates)],
      ['201 → consumer of the topic', ...spread(delays)],
    ],
    figures: { createMs: creates, delayMs: delays },
    targets: [
      target('median ms', round(median(delays)), { atMost: 8 }),
      target('p99 ms', round(percentile(delays, 0.99)), { atMost: 20 }),
    ],
  };
}

/**
 * Starts a consumer that reads committed records and commits no offsets. It reports the arrival of
 * each user's record.
 */
async function startConsumer(session, brokers) {
  const kafka = kafkaOf(brokers);
  const consumer = kafka.consumer({
    groupId: `bench-${randomUUID()}`,
    readUncommitted: false,
    allowAutoTopicCreation: false,
  });
  const admin = kafka.admin();
  await admin.connect();
  const hasTopic = async () => (await admin.listTopics()).includes(SUPPRESSIONS);
  await waitFor(hasTopic, { message: `the topic ${SUPPRESSIONS}` });
  await admin.disconnect();
  await consumer.connect();
  session.defer(() => consumer.disconnect());
  await consumer.subscribe({ topic: SUPPRESSIONS, fromBeginning: true });
  const waiting = new Map();
  const ended = new Promise((_, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      if (!restart) reject(error);
    });
  });
  ended.catch(() => undefined); // callers of `expect` get the error
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message }) => {
      waiting.get(message.key.toString())?.(performance.now());
    },
  });
  return {
    /**
     * @returns the time at which the user's record arrives, on the clock of `performance.now()`
     * @throws the error of the consumer, if it ends before the record arrives
     */
    expect: (userId) => {
      const arrival = new Promise((resolve) => waiting.set(`${WORKSPACE}:${userId}`, resolve));
      return Promise.race([arrival, ended]);
    },
  };
}
