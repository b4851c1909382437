import { randomUUID } from 'node:crypto';
import { TOPICS, topicName } from '@lethe/contracts';
import { createKafka } from '@lethe/messaging';
import { waitFor } from '@lethe/testing';
import { TOPIC_PREFIX, WORKSPACE } from './workspace.mjs';

const TOPIC = topicName(TOPIC_PREFIX, TOPICS.suppressions);

/** A consumer of committed records that commits nothing, and hears when each user's record is there. */
export async function startConsumer(session, brokers) {
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
  const ended = new Promise((_, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      if (!restart) reject(error);
    });
  });
  ended.catch(() => undefined); // those who wait are told
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message }) => {
      waiting.get(message.key.toString())?.(performance.now());
    },
  });
  return {
    /**
     * @returns when the user's record arrives, on the clock of `performance.now()`
     * @throws what ended the consumer before that
     */
    expect: (userId) => {
      const arrival = new Promise((resolve) => waiting.set(`${WORKSPACE}:${userId}`, resolve));
      return Promise.race([arrival, ended]);
    },
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
