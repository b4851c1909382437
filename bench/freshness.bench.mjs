import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { TOPICS, topicName } from '@lethe/contracts';
import { createKafka } from '@lethe/messaging';
import { waitFor } from '@lethe/testing';
import { HttpClient } from './support/http-client.mjs';
import { target } from './support/report.mjs';
import { median, round, SPREAD, spread } from './support/statistics.mjs';
import { startSystem } from './support/system.mjs';
import { TOPIC_PREFIX, WORKSPACE } from './support/workspace.mjs';

export const title = 'from the 201 to the record being with a consumer, one create at a time';

const FULL = { samples: 1_000, warmUp: 50 };
const QUICK = { samples: 50, warmUp: 5 };
const TOPIC = topicName(TOPIC_PREFIX, TOPICS.suppressions);

export async function run(session) {
  const { samples, warmUp } = session.quick ? QUICK : FULL;
  const system = await startSystem(session);
  const client = new HttpClient(system.gateway.url);
  session.defer(() => client.close());
  const arrivals = await startConsumer(session, system.brokers);
  session.progress('waiting for the first record');
  await firstRecord(client, arrivals);

  session.progress(`${samples} creates`);
  const [creates, delays] = [[], []];
  for (let number = 1; number <= warmUp + samples; number += 1) {
    const userId = `user-${number}`;
    const arrival = arrivals.expect(userId);
    const { durationMs, answeredAt } = await client.create(requestOf(userId));
    const arrivedAt = await arrival;
    if (number > warmUp) {
      creates.push(durationMs);
      delays.push(arrivedAt - answeredAt);
    }
    await delay(Math.random() * 50); // in step with no timer of the relay or the broker
  }

  return {
    table: [
      ['ms', ...SPREAD],
      ['create, to the last byte of the answer', ...spread(creates)],
      ['201 → consumer of the topic', ...spread(delays)],
    ],
    figures: { createMs: creates, delayMs: delays },
    targets: [target('median ms', round(median(delays)), { atMost: 25 })],
  };
}

/** A consumer of committed records that commits nothing, and hears when each user's record is there. */
async function startConsumer(session, brokers) {
  const kafka = createKafka({ brokers: brokers.split(','), clientId: 'bench' });
  const consumer = kafka.consumer({
    groupId: `bench-${randomUUID()}`,
    readUncommitted: false,
    allowAutoTopicCreation: false,
  });
  await waitFor(() => hasTopic(kafka), { timeoutMs: 30_000, message: `the topic ${TOPIC}` });
  await consumer.connect();
  session.defer(() => consumer.disconnect());
  await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
  const waiting = new Map();
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message }) => {
      waiting.get(message.key.toString())?.(performance.now());
    },
  });
  return {
    /** @returns when the user's record arrives, on the clock of `performance.now()` */
    expect: (userId) => new Promise((resolve) => waiting.set(`${WORKSPACE}:${userId}`, resolve)),
  };
}

async function hasTopic(kafka) {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return (await admin.listTopics()).includes(TOPIC);
  } finally {
    await admin.disconnect();
  }
}

/** The relay leads and the consumer has joined once this is through. */
async function firstRecord(client, arrivals) {
  const arrival = arrivals.expect('first');
  await client.create(requestOf('first'));
  await arrival;
}

function requestOf(userId) {
  return JSON.stringify({ regulationType: 'suppress', users: [{ userId }] });
}
