import { fileURLToPath } from 'node:url';
import { v7 as uuidv7 } from 'uuid';
import { createdFact } from './baselines/rows.mjs';
import { AppProcess } from './support/app-process.mjs';
import { drained } from './support/drained.mjs';
import { target } from './support/report.mjs';
import { median, round } from './support/statistics.mjs';
import { connect, startBroker, startDatabase, startRegulation } from './support/system.mjs';

export const title = 'relay with a backlog, against a plain transactional producer';

/** What the relay puts in one transaction (`DEFAULT_BATCH_SIZE` of libs/outbox). */
const PER_TRANSACTION = 2_000;
const FULL = { rounds: 5, events: 200_000 };
const QUICK = { rounds: 1, events: 20_000 };

export async function run(session) {
  const { rounds, events } = session.quick ? QUICK : FULL;
  const databaseUrl = await startDatabase(session);
  const brokers = await startBroker(session);
  const database = await connect(session, databaseUrl);
  session.progress('migrating, creating the topics');
  const first = await startRegulation(session, { databaseUrl, brokers });
  await first.until(() => leadsSince(first), { what: 'no relay' });
  await first.stop();

  const rates = { relay: [], plain: [] };
  for (let number = 1; number <= rounds; number += 1) {
    session.progress(`round ${number} of ${rounds}`);
    const relayMs = await timeOfRelay(session, { databaseUrl, brokers, database }, events);
    rates.relay.push((events / relayMs) * 1000);
    const plainMs = await timeOfPlainProducer(session, brokers, events);
    rates.plain.push((events / plainMs) * 1000);
  }

  const [ours, theirs] = [median(rates.relay), median(rates.plain)];
  const line = (name, all) => [name, Math.round(median(all)), all.map(Math.round).join(' ')];
  return {
    table: [
      [`${events} events`, 'records/s (median)', 'each round'],
      line('relay: table → Kafka → delete', rates.relay),
      line('plain transactional producer', rates.plain),
    ],
    figures: rates,
    targets: [target('share of the plain producer', round(ours / theirs, 2), { atLeast: 0.5 })],
  };
}

/** From the relay's election to the empty table; both connect to Kafka within their time. */
async function timeOfRelay(session, { databaseUrl, brokers, database }, events) {
  await fillOutbox(database, events);
  const env = { LOG_LEVEL: 'debug' };
  const app = await startRegulation(session, { databaseUrl, brokers, env });
  const published = () => sum(relayLines(app).map(({ records = 0 }) => records));
  await app.until(() => published() >= events, { what: 'not published', timeoutMs: 300_000 });
  await drained(database);
  const endedAt = Date.now();
  const startedAt = leadsSince(app);
  await app.stop();
  return endedAt - startedAt;
}

async function timeOfPlainProducer(session, brokers, events) {
  const app = new AppProcess(session, {
    name: 'plain-producer',
    script: fileURLToPath(new URL('baselines/plain-producer.mjs', import.meta.url)),
    args: [brokers, String(events), String(PER_TRANSACTION)],
  });
  const answer = await app.until(() => app.lines.find((line) => line.startsWith('{"durationMs"')), {
    what: 'not finished',
    timeoutMs: 300_000,
  });
  await app.stop();
  return JSON.parse(answer).durationMs;
}

async function fillOutbox(database, events) {
  const at = new Date().toISOString();
  const rows = Array.from({ length: events }, () => createdFact(uuidv7(), at));
  for (let first = 0; first < events; first += 20_000) {
    const some = rows.slice(first, first + 20_000);
    const columns = ['topic', 'key', 'type', 'id', 'time', 'data'];
    await database.query(
      `insert into regulation.outbox (topic, key, event_type, event_id, occurred_at, data)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
      columns.map((column) => some.map((row) => row[column])),
    );
  }
}

/** What the relay logged. */
function relayLines(app) {
  return app.lines.filter((line) => line.includes('"msg":"relay ')).map((line) => JSON.parse(line));
}

/** When this process became the relaying one, in milliseconds since the epoch. */
function leadsSince(app) {
  const line = relayLines(app).find(({ state }) => state === 'leading');
  return line === undefined ? undefined : Date.parse(line.time);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
