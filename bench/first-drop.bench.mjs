import { setTimeout as delay } from 'node:timers/promises';
import { createTopic } from '@lethe/messaging';
import { PARTITIONS } from './support/events.mjs';
import { suppressionOf } from './support/http-client.mjs';
import { kafkaOf } from './support/kafka.mjs';
import { forSeconds } from './support/repeating.mjs';
import { target } from './support/report.mjs';
import { median, percentile, round, SPREAD, spread } from './support/statistics.mjs';
import { startApp, startSystem } from './support/system.mjs';
import { WORKSPACE } from './support/workspace.mjs';

const FULL = { samples: 200, warmUpSeconds: 20 };
const QUICK = { samples: 10, warmUpSeconds: 1 };

const [INPUT, OUTPUT] = ['bench.events', 'bench.events.clean'];
/** Milliseconds between two events of a user. No figure is more exact than this. */
const EVERY_MS = 2;
/** Milliseconds of events before the request, and after its answer. */
const BEFORE_MS = 30;
const AFTER_MS = 250;

export async function run(session) {
  const { samples, warmUpSeconds } = session.quick ? QUICK : FULL;
  const { client, brokers } = await startSystem(session);
  const kafka = kafkaOf(brokers);
  for (const topic of [INPUT, OUTPUT]) await createTopic(kafka, topic, PARTITIONS);
  session.progress('starting the event filter');
  const env = { LETHE_EVENTS_IN: INPUT, LETHE_EVENTS_OUT: OUTPUT, LETHE_EVENTS_GROUP: 'bench' };
  startApp(session, 'event-filter', { brokers, env });
  const output = await readOutput(session, kafka);
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  session.defer(() => producer.disconnect());
  const sample = (userId) => suppressUnderLoad({ userId, client, producer, output });

  session.progress('warming up');
  await forSeconds(warmUpSeconds, (n) => sample(`warm-up-${n}`));
  session.progress(`${samples} users, one after another`);
  const [fromRequest, fromAnswer] = [[], []];
  for (let number = 1; number <= samples; number += 1) {
    const { requestedAt, answeredAt, droppedAt } = await sample(`user-${number}`);
    fromRequest.push(droppedAt - requestedAt);
    fromAnswer.push(droppedAt - answeredAt);
  }
  return {
    table: [
      ['ms', ...SPREAD],
      ['request → first dropped event', ...spread(fromRequest)],
      ['201 → first dropped event', ...spread(fromAnswer)],
    ],
    figures: { fromRequestMs: fromRequest, fromAnswerMs: fromAnswer },
    targets: [
      target('median ms from the request', round(median(fromRequest)), { atMost: 15 }),
      target('p99 ms from the request', round(percentile(fromRequest, 0.99)), { atMost: 40 }),
    ],
  };
}

/**
 * Sends events of a user without a pause, and suppresses the user in between.
 *
 * @returns three times on the clock of `performance.now()`: of the request, of its answer, and of
 *   the first event that the filter dropped
 */
async function suppressUnderLoad({ userId, client, producer, output }) {
  const sentAt = [];
  let isOver = false;
  const streaming = (async () => {
    const sends = [];
    while (!isOver) {
      sends.push(producer.send(eventOf(userId)));
      sentAt.push(performance.now());
      await delay(EVERY_MS);
    }
    await Promise.all(sends);
  })();
  await delay(BEFORE_MS + Math.random() * 20); // random, so that no timer is in step with it
  const requestedAt = performance.now();
  const { answeredAt } = await client.create(suppressionOf(userId));
  await delay(AFTER_MS);
  isOver = true;
  await streaming;
  // The last event is on the partition of the user, so it comes out after all decisions on the
  // user's events.
  const last = output.next(`end of ${userId}`);
  await producer.send(eventOf(`end of ${userId}`, userId));
  await last;
  const forwarded = output.countOf(userId);
  if (forwarded === sentAt.length) throw new Error(`No event of ${userId} was dropped.`);
  return { requestedAt, answeredAt, droppedAt: sentAt[forwarded] };
}

function eventOf(userId, key = userId) {
  const value = JSON.stringify({ type: 'track', event: 'Seen', userId });
  const headers = { workspaceId: WORKSPACE, sourceId: 'src_bench' };
  return { topic: INPUT, acks: 1, messages: [{ key, value, headers }] };
}

/**
 * Counts the forwarded events of each user. They come out in the order in which they were sent, so
 * the count says which event was the first one that was dropped.
 */
async function readOutput(session, kafka) {
  const consumer = kafka.consumer({ groupId: 'bench-output', readUncommitted: false });
  await consumer.connect();
  session.defer(() => consumer.disconnect());
  await consumer.subscribe({ topic: OUTPUT, fromBeginning: true });
  const counts = new Map();
  const waiting = new Map();
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message }) => {
      const { userId } = JSON.parse(message.value.toString());
      counts.set(userId, (counts.get(userId) ?? 0) + 1);
      waiting.get(userId)?.();
    },
  });
  return {
    countOf: (userId) => counts.get(userId) ?? 0,
    /** @returns when an event of the user is out */
    next: (userId) => new Promise((resolve) => waiting.set(userId, resolve)),
  };
}
