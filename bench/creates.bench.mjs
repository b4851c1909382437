import { cpuText, watchCpu } from './support/cpu.mjs';
import { startServerProcess } from './support/programs.mjs';
import { assertStored, load } from './support/create-load.mjs';
import { drained } from './support/database.mjs';
import { rateLine, ratio } from './support/report.mjs';
import { median, quotients, round } from './support/statistics.mjs';
import { databaseBeside, startRegulation, startSystem } from './support/system.mjs';

/** The default of the regulation service (`LETHE_DATABASE_POOL`). */
const POOL_SIZE = 20;
const FULL = { rounds: 5, seconds: 10, warmUpSeconds: 8 };
const QUICK = { rounds: 2, seconds: 2, warmUpSeconds: 1 };

export async function run(session) {
  const { rounds, seconds, warmUpSeconds } = session.quick ? QUICK : FULL;
  const system = await startSystem(session);
  const { gateway, regulation, postgres, kafka } = system;
  const contestant = (where) => ({ ...where, rates: [], p99: [], cpu: [], acknowledged: 0 });
  const lethe = contestant({
    url: gateway.url,
    database: system.database,
    processes: { gateway, regulation, postgres, kafka },
  });
  const { program, ...served } = await startBare(session, system);
  const bare = contestant({ ...served, processes: { program, postgres } });

  for (const each of [lethe, bare]) await load(each, warmUpSeconds);
  await session.rounds(rounds, async () => {
    for (const each of [lethe, bare]) {
      await drained(system.database); // records of one side must not slow down the other side
      const [used, before] = [watchCpu(each.processes), each.acknowledged];
      const { rate, p99 } = await load(each, seconds);
      each.cpu.push(used(each.acknowledged - before));
      each.rates.push(rate);
      each.p99.push(p99);
    }
  });
  for (const each of [lethe, bare]) await assertStored(each);

  const share = round(median(lethe.rates) / median(bare.rates), 2);
  const line = (name, each) => [
    ...rateLine(name, each.rates),
    round(median(each.p99)),
    cpuText(each.cpu),
  ];
  return {
    table: [
      ['', 'creates/s (median)', 'each round', 'p99 ms', 'CPU µs a create'],
      line('Lethe: gateway, regulation, relay', lethe),
      line('bare Fastify + pg', bare),
    ],
    figures: {
      ...{ lethe: lethe.rates, bare: bare.rates, letheP99Ms: lethe.p99, bareP99Ms: bare.p99 },
      ...{ letheCpuMicros: lethe.cpu, bareCpuMicros: bare.cpu },
    },
    targets: [
      ratio(
        "share of the bare program's rate",
        share,
        { atLeast: 1 },
        quotients(lethe.rates, bare.rates),
      ),
    ],
  };
}

/**
 * Starts the bare program with a database of its own, which has the same tables on the same server.
 */
async function startBare(session, { databaseUrl, brokers }) {
  const { url, database } = await databaseBeside(session, databaseUrl, 'bare');
  const migrating = await startRegulation(session, { databaseUrl: url, brokers });
  await migrating.stop();
  const program = await startServerProcess(session, 'baselines/fastify-server', url, POOL_SIZE);
  return { url: program.url, database, program };
}
