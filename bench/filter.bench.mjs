import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TOPICS, topicName } from '@lethe/contracts';
import { createKafka, createTopic, ensureTopics } from '@lethe/messaging';
import { AppProcess } from './support/app-process.mjs';
import { eventOf, fill, PARTITIONS, suppression } from './support/events.mjs';
import { target } from './support/report.mjs';
import { median, round } from './support/statistics.mjs';
import { startBroker } from './support/system.mjs';
import { TOPIC_PREFIX } from './support/workspace.mjs';

export const title = 'event filter, against a plain consume-produce loop';

const FULL = { rounds: 3, users: 1_000_000, events: 160_000 };
const QUICK = { rounds: 1, users: 20_000, events: 20_000 };
const INPUT = 'events';
const SUPPRESSIONS = topicName(TOPIC_PREFIX, TOPICS.suppressions);
const LIMIT_MS = 300_000;

export async function run(session) {
  const { rounds, users, events } = session.quick ? QUICK : FULL;
  const brokers = await startBroker(session);
  const kafka = createKafka({ brokers: brokers.split(','), clientId: 'bench' });
  const admin = kafka.admin();
  await admin.connect();
  session.defer(() => admin.disconnect());
  await ensureTopics(kafka, {
    prefix: TOPIC_PREFIX,
    definitions: [TOPICS.suppressions, TOPICS.relay],
  });
  await createTopic(kafka, INPUT, PARTITIONS);
  session.progress(`${users} suppressions, ${events} events`);
  await fill(kafka, SUPPRESSIONS, users, suppression);
  await fill(kafka, INPUT, events, (number) => eventOf(number, users));

  const rates = { filter: [], plain: [] };
  for (let number = 1; number <= rounds; number += 1) {
    session.progress(`round ${number} of ${rounds}`);
    const sides = [
      ['filter', startFilter],
      ['plain', startPlain],
    ];
    if (number % 2 === 0) sides.reverse(); // neither always has the colder caches
    for (const [name, start] of sides) {
      const output = `${name}-${number}`;
      await createTopic(kafka, output, PARTITIONS);
      const app = start(session, { brokers, output });
      rates[name].push(await rateOf(admin, app, { group: output, events }));
      await app.stop();
      await admin.deleteTopics({ topics: [output] });
    }
  }

  const [ours, theirs] = [median(rates.filter), median(rates.plain)];
  const line = (name, all) => [name, Math.round(median(all)), all.map(Math.round).join(' ')];
  return {
    table: [
      [`${events} events of 1 KB, a tenth of suppressed users`, 'events/s (median)', 'each round'],
      line(`event filter, ${users} users in its index`, rates.filter),
      line('plain loop, the same transactions', rates.plain),
    ],
    figures: rates,
    targets: [target('share of the plain loop', round(ours / theirs, 2), { atLeast: 0.9 })],
  };
}

function startFilter(session, { brokers, output }) {
  return new AppProcess(session, {
    name: 'event-filter',
    script: fileURLToPath(new URL('../apps/event-filter/dist/bundle/main.js', import.meta.url)),
    env: {
      KAFKA_BROKERS: brokers,
      LETHE_TOPIC_PREFIX: TOPIC_PREFIX,
      LETHE_EVENTS_IN: INPUT,
      LETHE_EVENTS_OUT: output,
      LETHE_EVENTS_GROUP: output,
      LETHE_RELAY_RECORD: 'optional',
      LETHE_SNAPSHOT_FILE: join(session.folder, 'suppressions.snapshot'),
      PORT: '0',
    },
  });
}

function startPlain(session, { brokers, output }) {
  return new AppProcess(session, {
    name: 'plain-forward',
    script: fileURLToPath(new URL('baselines/plain-forward.mjs', import.meta.url)),
    args: [brokers, INPUT, output, output],
  });
}

/**
 * Events per second of what is left after the first quarter: neither the start is measured, nor the
 * time in which the compiler learns.
 */
async function rateOf(admin, app, { group, events }) {
  let first;
  let last;
  await app.until(
    async () => {
      const [topic] = await admin.fetchOffsets({ groupId: group, topics: [INPUT] });
      const offsets = topic.partitions.map(({ offset }) => Math.max(0, Number(offset)));
      last = { done: offsets.reduce((sum, offset) => sum + offset, 0), at: performance.now() };
      if (last.done >= events / 4) first ??= last;
      return last.done >= events;
    },
    { what: 'not done', timeoutMs: LIMIT_MS },
  );
  return ((last.done - first.done) / (last.at - first.at)) * 1000;
}
