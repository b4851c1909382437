import { join } from 'node:path';
import { createTopic } from '@lethe/messaging';
import { AppProcess } from './support/app-process.mjs';
import { eventOf, PARTITIONS, suppression } from './support/events.mjs';
import { fill, startTopics, SUPPRESSIONS } from './support/kafka.mjs';
import { scriptOf } from './support/programs.mjs';
import { rateLine, ratio } from './support/report.mjs';
import { median, quotients, round } from './support/statistics.mjs';
import { startApp } from './support/system.mjs';

const FULL = { rounds: 3, users: 1_000_000, events: 160_000 };
const QUICK = { rounds: 1, users: 20_000, events: 20_000 };
const INPUT = 'events';
const LIMIT_MS = 300_000;

export async function run(session) {
  const { rounds, users, events } = session.quick ? QUICK : FULL;
  const { brokers, kafka } = await startTopics(session);
  const admin = kafka.admin();
  await admin.connect();
  session.defer(() => admin.disconnect());
  await createTopic(kafka, INPUT, PARTITIONS);
  session.progress(`${users} suppressions, ${events} events`);
  await fill(kafka, SUPPRESSIONS, users, suppression);
  await fill(kafka, INPUT, events, (number) => eventOf(number, users));

  const sides = { filter: startFilter, plain: startPlain };
  const rates = { filter: [], plain: [] };
  await session.rounds(rounds, async (number) => {
    const names = Object.keys(sides);
    if (number % 2 === 0) names.reverse(); // so that neither side always has the colder caches
    for (const name of names) {
      const output = `${name}-${number}`;
      await createTopic(kafka, output, PARTITIONS);
      const app = sides[name](session, { brokers, output });
      rates[name].push(await rateOf(admin, app, { group: output, events }));
      await app.stop();
      await admin.deleteTopics({ topics: [output] });
    }
  });

  const share = round(median(rates.filter) / median(rates.plain), 2);
  return {
    table: [
      [`${events} events of 1 KB, 10 % of suppressed users`, 'events/s (median)', 'each round'],
      rateLine(`event filter, ${users} users in its index`, rates.filter),
      rateLine('plain loop with the same transactions', rates.plain),
    ],
    figures: rates,
    targets: [
      ratio(
        "share of the plain loop's rate",
        share,
        { atLeast: 0.95 },
        quotients(rates.filter, rates.plain),
      ),
    ],
  };
}

function startFilter(session, { brokers, output }) {
  const env = {
    LETHE_EVENTS_IN: INPUT,
    LETHE_EVENTS_OUT: output,
    LETHE_EVENTS_GROUP: output,
    LETHE_RELAY_RECORD: 'optional',
    LETHE_SNAPSHOT_FILE: join(session.folder, 'suppressions.snapshot'),
  };
  return startApp(session, 'event-filter', { brokers, env });
}

function startPlain(session, { brokers, output }) {
  const script = scriptOf('baselines/plain-forward');
  return new AppProcess(session, { name: 'plain', script, args: [brokers, INPUT, output, output] });
}

/**
 * Returns events per second, without the first quarter of the events. In that quarter, the app
 * starts and the compiler optimises.
 */
async function rateOf(admin, app, { group, events }) {
  const polls = [];
  const isDone = async () => {
    const [topic] = await admin.fetchOffsets({ groupId: group, topics: [INPUT] });
    const done = topic.partitions.reduce((sum, { offset }) => sum + Math.max(0, Number(offset)), 0);
    polls.push({ done, at: performance.now() });
    return done >= events;
  };
  await app.until(isDone, { what: 'not all events are processed', timeoutMs: LIMIT_MS });
  const last = polls.pop();
  const first = polls.find(({ done }) => done >= events / 4) ?? polls.at(-1);
  return ((last.done - first.done) / (last.at - first.at)) * 1000;
}
