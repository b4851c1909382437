import { join } from 'node:path';
import { TOPICS } from '@lethe/contracts';
import { toCloudEventHeaders } from '@lethe/messaging';
import { v7 as uuidv7 } from 'uuid';
import { fill, startTopics, SUPPRESSIONS } from './support/kafka.mjs';
import { runProgram } from './support/programs.mjs';
import { ratio, target } from './support/report.mjs';
import { median, quotients, round } from './support/statistics.mjs';
import { TOPIC_PREFIX, WORKSPACE } from './support/workspace.mjs';

const FULL = { users: 1_000_000, rounds: 3 };
const QUICK = { users: 50_000, rounds: 1 };
const PER_SEND = 5_000;

export async function run(session) {
  const { users, rounds } = session.quick ? QUICK : FULL;
  const { brokers, kafka } = await startTopics(session);
  session.progress(`writing ${users} users to the topic`);
  // The relay uses transactions. Here they would only slow down the preparation.
  await fill(kafka, SUPPRESSIONS, users, message, PER_SEND);
  const snapshot = join(session.folder, 'snapshot');
  const index = (...files) =>
    runProgram(session, 'baselines/index-start', [brokers, TOPIC_PREFIX, ...files]);
  await index(snapshot);

  const times = { topic: [], snapshot: [], plain: [] };
  await session.rounds(rounds, async () => {
    times.topic.push(await index());
    times.snapshot.push(await index(snapshot));
    const args = [brokers, SUPPRESSIONS, users];
    times.plain.push(await runProgram(session, 'baselines/plain-reader', args));
  });
  check(times, users);

  const msOf = (all) => all.map(({ durationMs }) => durationMs);
  const ms = (all) => median(msOf(all));
  const perSecond = (all) => Math.round((users / ms(all)) * 1000);
  const mebibytes = (all) => Math.round(median(all.map(({ rss }) => rss)) / 2 ** 20);
  const line = (name, all) => [name, Math.round(ms(all)), perSecond(all), mebibytes(all)];
  const speed = round(ms(times.topic) / ms(times.snapshot), 1);
  const share = round(perSecond(times.topic) / perSecond(times.plain), 1);
  return {
    table: [
      [`${users} users`, 'ms (median)', 'users/s', 'MiB resident'],
      line('index, from the topic', times.topic),
      line('index, from its snapshot', times.snapshot),
      line('KafkaJS consumer into a Map of strings', times.plain),
    ],
    figures: times,
    targets: [
      target('users/s from the topic', perSecond(times.topic), { atLeast: 100_000 }),
      ratio(
        'users/s from the topic ÷ KafkaJS consumer',
        share,
        { atLeast: 3.5 },
        quotients(msOf(times.plain), msOf(times.topic)),
      ),
      target('start from the topic ÷ from the snapshot', speed, { atLeast: 5 }),
    ],
  };
}

/** Fails if the index is ready but does not know all users: the time would then mean nothing. */
function check({ topic, snapshot, plain }, users) {
  const short = [...topic, ...snapshot, ...plain].find((start) => start.users !== users);
  if (short !== undefined) throw new Error(`An index knew ${short.users} of ${users} users.`);
  const without = snapshot.find(({ events }) => !events.includes('snapshot-loaded'));
  if (without !== undefined) throw new Error('An index did not use its snapshot.');
}

/** Every fourth user is suppressed at two sources only. */
function message(number) {
  const userId = `user-${number}-${(number * 7_919) % 104_729}`;
  const time = '2026-01-01T00:00:00.000Z';
  const sourceIds = number % 4 === 0 ? ['src_app', 'src_web'] : [];
  const suppressed = { allSources: number % 4 !== 0, sourceIds };
  const [type, source] = [TOPICS.suppressions.eventTypes[0], TOPICS.suppressions.source];
  return {
    key: `${WORKSPACE}:${userId}`,
    value: JSON.stringify({ workspaceId: WORKSPACE, userId, suppressed, changedAt: time }),
    headers: toCloudEventHeaders({ id: uuidv7(), type, source, time }),
  };
}
