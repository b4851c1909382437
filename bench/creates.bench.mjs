import { startServer } from './support/programs.mjs';
import { assertStored, load } from './support/create-load.mjs';
import { drained } from './support/database.mjs';
import { rateLine, target } from './support/report.mjs';
import { median, round } from './support/statistics.mjs';
import { databaseBeside, startRegulation, startSystem } from './support/system.mjs';

/** The default of the regulation service (`LETHE_DATABASE_POOL`). */
const POOL_SIZE = 20;
const FULL = { rounds: 5, seconds: 10, warmUpSeconds: 8 };
const QUICK = { rounds: 2, seconds: 2, warmUpSeconds: 1 };

export async function run(session) {
  const { rounds, seconds, warmUpSeconds } = session.quick ? QUICK : FULL;
  const system = await startSystem(session);
  const contestant = (where) => ({ ...where, rates: [], p99: [], acknowledged: 0 });
  const lethe = contestant({ url: system.gateway.url, database: system.database });
  const bare = contestant(await startBare(session, system));

  for (const each of [lethe, bare]) await load(each, warmUpSeconds);
  await session.rounds(rounds, async () => {
    for (const each of [lethe, bare]) {
      await drained(system.database); // records of one side must not slow down the other side
      const { rate, p99 } = await load(each, seconds);
      each.rates.push(rate);
      each.p99.push(p99);
    }
  });
  for (const each of [lethe, bare]) await assertStored(each);

  const share = round(median(lethe.rates) / median(bare.rates), 2);
  const line = (name, { rates, p99 }) => [...rateLine(name, rates), round(median(p99))];
  return {
    table: [
      ['', 'creates/s (median)', 'each round', 'p99 ms'],
      line('Lethe: gateway, regulation, relay', lethe),
      line('bare Fastify + pg', bare),
    ],
    figures: { lethe: lethe.rates, bare: bare.rates, letheP99Ms: lethe.p99, bareP99Ms: bare.p99 },
    targets: [target("share of the bare program's rate", share, { atLeast: 0.5 })],
  };
}

/**
 * Starts the bare program with a database of its own, which has the same tables on the same server.
 */
async function startBare(session, { databaseUrl, brokers }) {
  const { url, database } = await databaseBeside(session, databaseUrl, 'bare');
  const migrating = await startRegulation(session, { databaseUrl: url, brokers });
  await migrating.stop();
  return { url: await startServer(session, 'baselines/fastify-server', url, POOL_SIZE), database };
}
