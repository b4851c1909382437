import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TOPICS, topicName } from '@lethe/contracts';
import { createKafka, ensureTopics, toCloudEventHeaders } from '@lethe/messaging';
import { v7 as uuidv7 } from 'uuid';
import { target } from './support/report.mjs';
import { median, round } from './support/statistics.mjs';
import { startBroker } from './support/system.mjs';
import { TOPIC_PREFIX } from './support/workspace.mjs';

export const title = 'start of the suppression index: from the topic, from a snapshot';

const FULL = { users: 1_000_000, rounds: 3 };
const QUICK = { users: 50_000, rounds: 1 };
const TOPIC = topicName(TOPIC_PREFIX, TOPICS.suppressions);
const PER_SEND = 5_000;

export async function run(session) {
  const { users, rounds } = session.quick ? QUICK : FULL;
  const brokers = await startBroker(session);
  session.progress(`${users} users onto the topic`);
  await fillTopic(brokers, users);
  const snapshot = join(session.folder, 'snapshot');
  const index = (...files) => start('index-start', brokers, TOPIC_PREFIX, ...files);
  await index(snapshot);

  const times = { topic: [], snapshot: [], plain: [] };
  for (let round = 1; round <= rounds; round += 1) {
    session.progress(`round ${round} of ${rounds}`);
    times.topic.push(await index());
    times.snapshot.push(await index(snapshot));
    times.plain.push(await start('plain-reader', brokers, TOPIC, String(users)));
  }
  check(times, users);

  const ms = (all) => median(all.map(({ durationMs }) => durationMs));
  const line = (name, all) => [
    name,
    Math.round(ms(all)),
    Math.round((users / ms(all)) * 1000),
    Math.round(median(all.map(({ rss }) => rss)) / 2 ** 20),
  ];
  const speed = round(ms(times.topic) / ms(times.snapshot), 1);
  return {
    table: [
      [`${users} users`, 'ms (median)', 'users/s', 'MiB resident'],
      line('index, from the topic', times.topic),
      line('index, from its snapshot', times.snapshot),
      line('KafkaJS consumer into a Map of strings', times.plain),
    ],
    figures: times,
    targets: [
      target('users/s from the topic', Math.round((users / ms(times.topic)) * 1000), {
        atLeast: 100_000,
      }),
      target('snapshot against topic, times as fast', speed, { atLeast: 5 }),
    ],
  };
}

/** Fails when the index is ready but does not know all users: its time would mean nothing. */
function check({ topic, snapshot, plain }, users) {
  const short = [...topic, ...snapshot, ...plain].find((start) => start.users !== users);
  if (short !== undefined) throw new Error(`A start knew ${short.users} users, not ${users}.`);
  const without = snapshot.find(({ events }) => !events.includes('snapshot-loaded'));
  if (without !== undefined) throw new Error('A start did not use its snapshot.');
}

async function start(name, ...args) {
  const script = fileURLToPath(new URL(`baselines/${name}.mjs`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args]);
  return JSON.parse(stdout);
}

/** As the relay publishes them, but without transactions, which only make the filling slower. */
async function fillTopic(brokers, users) {
  const kafka = createKafka({ brokers: brokers.split(','), clientId: 'bench' });
  await ensureTopics(kafka, {
    prefix: TOPIC_PREFIX,
    definitions: [TOPICS.suppressions, TOPICS.relay],
  });
  const producer = kafka.producer();
  await producer.connect();
  for (let first = 0; first < users; first += PER_SEND) {
    const messages = Array.from({ length: PER_SEND }, (_, number) => message(first + number));
    await producer.send({ topic: TOPIC, messages });
  }
  await producer.disconnect();
}

/** Every fourth user is suppressed at two sources only. */
function message(number) {
  const [userId, time] = [
    `user-${number}-${(number * 7_919) % 104_729}`,
    '2026-01-01T00:00:00.000Z',
  ];
  const sourceIds = number % 4 === 0 ? ['src_app', 'src_web'] : [];
  const suppressed = { allSources: number % 4 !== 0, sourceIds };
  const [type, source] = [TOPICS.suppressions.eventTypes[0], TOPICS.suppressions.source];
  return {
    key: `ws_bench:${userId}`,
    value: JSON.stringify({ workspaceId: 'ws_bench', userId, suppressed, changedAt: time }),
    headers: toCloudEventHeaders({ id: uuidv7(), type, source, time }),
  };
}
