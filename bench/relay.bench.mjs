import { TOPICS, topicName } from '@lethe/contracts';
import { ensureTopics } from '@lethe/messaging';
import { bulkInsert, prepareBulkInsert } from './baselines/bulk-insert.mjs';
import { rowsFor } from './baselines/rows.mjs';
import { cpuText, watchCpu } from './support/cpu.mjs';
import { drained } from './support/database.mjs';
import { kafkaOf } from './support/kafka.mjs';
import { runProgram } from './support/programs.mjs';
import { rateLine, ratio } from './support/report.mjs';
import { median, quotients, round } from './support/statistics.mjs';
import { startRegulation, startService } from './support/system.mjs';

/** The relay's batch size for one transaction (`DEFAULT_BATCH_SIZE` of `relay-session.ts`). */
const PER_TRANSACTION = 2_000;
/**
 * Prefix of the plain producer's topic. The producer has a topic of its own. If the relay's topic
 * had records that the database does not know, the relay would publish nothing.
 */
const PLAIN = 'plain.';
const PER_INSERT = 20_000;
const FULL = { rounds: 5, events: 200_000 };
/** Two rounds, so that in the second one the relay finds records of the first one on its topic. */
const QUICK = { rounds: 2, events: 20_000 };

export async function run(session) {
  const { rounds, events } = session.quick ? QUICK : FULL;
  const service = await startService(session);
  await service.regulation.until(() => leadsSince(service.regulation), { what: 'no leader' });
  await service.regulation.stop();
  await ensureTopics(kafkaOf(service.brokers), { prefix: PLAIN, definitions: [TOPICS.lifecycle] });

  const rates = { relay: [], plain: [] };
  const cpu = { relay: [], plain: [] };
  const { postgres, kafka } = service;
  await session.rounds(rounds, async () => {
    await leaveBacklog(service.database, events);
    const relay = await runRelay(session, service, events);
    rates.relay.push((events / relay.durationMs) * 1000);
    cpu.relay.push(relay.cpuMicros);
    const topic = topicName(PLAIN, TOPICS.lifecycle);
    const args = [service.brokers, topic, events, PER_TRANSACTION];
    const used = watchCpu({ postgres, kafka });
    const plain = await runProgram(session, 'baselines/plain-producer', args);
    rates.plain.push((events / plain.durationMs) * 1000);
    cpu.plain.push({ program: round(plain.cpuMicros / events), ...used(events) });
  });

  const share = round(median(rates.relay) / median(rates.plain), 2);
  return {
    table: [
      [`${events} events`, 'records/s (median)', 'each round', 'CPU µs a record'],
      [...rateLine('relay: table → Kafka → delete', rates.relay), cpuText(cpu.relay)],
      [...rateLine('plain transactional producer', rates.plain), cpuText(cpu.plain)],
    ],
    figures: { ...rates, relayCpuMicros: cpu.relay, plainCpuMicros: cpu.plain },
    targets: [
      ratio(
        'share of the plain producer',
        share,
        { atLeast: 0.5 },
        quotients(rates.relay, rates.plain),
      ),
    ],
  };
}

/**
 * Returns the milliseconds from the relay's election until the outbox is empty, and the CPU time
 * meanwhile. Like those of the plain producer, they include the connection to Kafka.
 */
async function runRelay(session, service, events) {
  const { postgres, kafka } = service;
  const app = await startRegulation(session, { ...service, env: { LOG_LEVEL: 'debug' } });
  await app.until(() => leadsSince(app), { what: 'no leader' });
  const used = watchCpu({ relay: app, postgres, kafka });
  const published = () => relayLines(app).reduce((sum, { records = 0 }) => sum + records, 0);
  const isPublished = () => published() >= events;
  await app.until(isPublished, { what: 'not all events are published', timeoutMs: 300_000 });
  await drained(service.database);
  const endedAt = Date.now();
  const startedAt = leadsSince(app);
  const cpuMicros = used(events);
  await app.stop();
  return { durationMs: endedAt - startedAt, cpuMicros };
}

/**
 * Stores facts together with their regulations. If the topic has facts of regulations that the
 * database does not know, the relay publishes nothing. It assumes that the database was restored
 * from a backup.
 */
async function leaveBacklog(database, events) {
  for (let first = 0; first < events; first += PER_INSERT) {
    const length = Math.min(PER_INSERT, events - first);
    const rows = Array.from({ length }, (_, n) => rowsFor({ userId: `user-${first + n}` }));
    const { regulations, facts } = prepareBulkInsert(rows);
    await bulkInsert(database, { regulations, facts });
  }
}

function relayLines(app) {
  return app.lines.filter((line) => line.includes('"msg":"relay ')).map((line) => JSON.parse(line));
}

/** Returns the time at which this process became the leader, in milliseconds since the epoch. */
function leadsSince(app) {
  const line = relayLines(app).find(({ state }) => state === 'leading');
  return line === undefined ? undefined : Date.parse(line.time);
}
