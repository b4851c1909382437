import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { createKafka, createTopic } from '@lethe/messaging';
import { HttpClient } from './support/http-client.mjs';
import { target } from './support/report.mjs';
import { median, percentile, round, SPREAD, spread } from './support/statistics.mjs';
import { startEventFilter, startSystem } from './support/system.mjs';
import { WORKSPACE } from './support/workspace.mjs';

export const title = 'from POST /v2/regulations to the first event that the filter drops';

const FULL = { samples: 200, warmUp: 20 };
const QUICK = { samples: 10, warmUp: 2 };

const [IN, OUT] = ['bench.events', 'bench.events.clean'];
/** Between two events of the user: the resolution of the figures. */
const EVERY_MS = 2;
/** Events before the request, and after its answer. */
const BEFORE_MS = 30;
const AFTER_MS = 250;

export async function run(session) {
  const { samples, warmUp } = session.quick ? QUICK : FULL;
  const system = await startSystem(session);
  const kafka = createKafka({ brokers: system.brokers.split(','), clientId: 'bench' });
  for (const topic of [IN, OUT]) await createTopic(kafka, topic, 12);
  session.progress('starting the event filter');
  await startEventFilter(session, { brokers: system.brokers, from: IN, to: OUT });
  const output = await readOutput(session, kafka);
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  session.defer(() => producer.disconnect());
  const client = new HttpClient(system.gateway.url);
  session.defer(() => client.close());
  const sample = (userId) => suppressUnderLoad({ userId, client, producer, output });

  session.progress(`${warmUp + samples} users, one after another`);
  const [fromRequest, fromAnswer] = [[], []];
  for (let number = 1; number <= warmUp + samples; number += 1) {
    const { requestedAt, answeredAt, droppedAt } = await sample(`user-${number}`);
    if (number <= warmUp) continue;
    fromRequest.push(droppedAt - requestedAt);
    fromAnswer.push(droppedAt - answeredAt);
  }
  return {
    table: [
      ['ms', ...SPREAD],
      ['request sent → first dropped event sent', ...spread(fromRequest)],
      ['201 → first dropped event sent', ...spread(fromAnswer)],
    ],
    figures: { fromRequestMs: fromRequest, fromAnswerMs: fromAnswer },
    targets: [
      target('median ms from the request', round(median(fromRequest)), { atMost: 100 }),
      target('p99 ms from the request', round(percentile(fromRequest, 0.99)), { atMost: 500 }),
    ],
  };
}

/**
 * Sends a user's events all the while and suppresses the user meanwhile.
 * @returns when the first event was sent that did not come out, on the clock of `performance.now()`
 */
async function suppressUnderLoad({ userId, client, producer, output }) {
  const sentAt = [];
  let isOver = false;
  const streaming = (async () => {
    const sends = [];
    while (!isOver) {
      sends.push(producer.send(eventOf(userId, sentAt.length)));
      sentAt.push(performance.now());
      await delay(EVERY_MS);
    }
    await Promise.all(sends);
  })();
  await delay(BEFORE_MS + Math.random() * 20); // in step with no timer
  const requestedAt = performance.now();
  const { answeredAt } = await client.create(
    JSON.stringify({ regulationType: 'suppress', users: [{ userId }] }),
  );
  await delay(AFTER_MS);
  isOver = true;
  await streaming;
  // Behind the user's events on their partition: when it is out, all of them were decided on.
  const last = output.next(`end of ${userId}`);
  await producer.send(eventOf(`end of ${userId}`, 0, userId));
  await last;
  const forwarded = output.countOf(userId);
  if (forwarded === sentAt.length) throw new Error(`No event of ${userId} was dropped.`);
  return { requestedAt, answeredAt, droppedAt: sentAt[forwarded] };
}

function eventOf(userId, number, key = userId) {
  const value = JSON.stringify({ type: 'track', event: 'Seen', userId, properties: { number } });
  const headers = { workspaceId: WORKSPACE, sourceId: 'src_bench' };
  return { topic: IN, acks: 1, messages: [{ key, value, headers }] };
}

/** Counts what comes out, by user. A user's events come out in their order, so the count says which. */
async function readOutput(session, kafka) {
  const consumer = kafka.consumer({ groupId: `bench-${randomUUID()}`, readUncommitted: false });
  await consumer.connect();
  session.defer(() => consumer.disconnect());
  await consumer.subscribe({ topic: OUT, fromBeginning: true });
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
