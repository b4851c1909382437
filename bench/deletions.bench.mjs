import { randomUUID } from 'node:crypto';
import { deletionWorker } from '@lethe/api/deletions';
import { clientOf, connectRegulation } from '@lethe/regulation-client';
import { callDirectly } from './baselines/direct-deletions.mjs';
import { cpuText, watchCpu } from './support/cpu.mjs';
import { drained, untilFound } from './support/database.mjs';
import { call, getJson } from './support/http-client.mjs';
import { startServer } from './support/programs.mjs';
import { ratio, target } from './support/report.mjs';
import { seedDeletions } from './support/seed-deletions.mjs';
import { median, round, summary } from './support/statistics.mjs';
import { connect, startDatabase, startService, startStandalone } from './support/system.mjs';
import { inParts } from './support/session.mjs';
import { benchWorkspace, deletionHook, idsOf } from './support/workspace.mjs';

const FULL = {
  rounds: 3,
  /** `users`: users in a call. `each`: calls to each destination in a round. */
  cases: [
    { destinations: 1, users: 100, each: 50 },
    { destinations: 1, users: 1, each: 100 },
    { destinations: 100, users: 100, each: 15 },
    { destinations: 100, users: 1, each: 80 },
  ],
  claims: { finished: 10_000_000, waiting: 1_000_000, destinations: 1_000, tries: 500 },
};
const QUICK = {
  rounds: 1,
  cases: [
    { destinations: 1, users: 100, each: 3 },
    { destinations: 20, users: 1, each: 10 },
  ],
  claims: { finished: 10_000, waiting: 10_000, destinations: 100, tries: 20 },
};
/** Milliseconds that each destination takes for a call. */
const TAKES_MS = 20;
/** Minimum share of the rate of direct calls. A key is `<destinations>x<users in a call>`. */
const WANTED = { '1x100': 0.7, '1x1': 0.3, '100x1': 0.3 };

export function run(session) {
  const { claims, ...calls } = session.quick ? QUICK : FULL;
  return inParts(session, [(part) => benchCalls(part, calls), (part) => benchClaims(part, claims)]);
}

async function benchCalls(session, { rounds, cases }) {
  const receiver = await startServer(session, 'support/receiver', TAKES_MS);
  const postgres = await startDatabase(session);
  const databaseUrl = postgres.url;
  const ids = idsOf('dst', Math.max(...cases.map(({ destinations }) => destinations)));
  const destinations = ids.map((id) => deletionHook(id, receiver));
  const file = { workspaces: [benchWorkspace({ deletionDelay: 0, destinations })] };
  const standalone = await startStandalone(session, { databaseUrl, file });
  const { url } = standalone;
  const database = await connect(session, databaseUrl);
  const columns = ['calls', 'direct/s', 'Lethe/s', 'ratio', 'CPU µs a call'];
  const table = [['destinations', 'users a call', ...columns]];
  const [figures, rates, cpu] = [{}, {}, {}];
  const roundsOf = {};
  for (const size of cases) {
    const some = ids.slice(0, size.destinations);
    const measured = [];
    const turn = async () => {
      await settled(database);
      await callDirectly(receiver, some, size);
      const direct = await rateOf(receiver);
      await order(url, some, size);
      const used = watchCpu({ standalone, postgres });
      await carryOut(url, database, some);
      const cpuMicros = used(size.each * size.destinations);
      const lethe = await rateOf(receiver);
      measured.push({ direct, lethe, ratio: lethe / direct, cpuMicros });
    };
    const name = `${size.destinations} destinations, ${size.users} users a call, turn`;
    await session.rounds(rounds + 1, turn, name);
    measured.shift(); // the warm-up
    for (const { direct, lethe, ratio, cpuMicros } of measured) {
      const calls = size.each * size.destinations;
      const speeds = [round(direct, 0), round(lethe, 0), round(ratio, 2)];
      table.push([size.destinations, size.users, calls, ...speeds, cpuText([cpuMicros])]);
    }
    const kind = `${size.destinations}x${size.users}`;
    const each = (key) => measured.map((turn) => turn[key]);
    figures[`ratio${kind}`] = round(median(each('ratio')), 2);
    roundsOf[kind] = each('ratio');
    rates[kind] = { direct: each('direct'), lethe: each('lethe') };
    cpu[kind] = each('cpuMicros');
  }
  const targets = Object.entries(WANTED)
    .filter(([name]) => figures[`ratio${name}`] !== undefined)
    .map(([name, atLeast]) => {
      const what = `${name} (destinations × users a call), ratio`;
      return ratio(what, figures[`ratio${name}`], { atLeast }, roundsOf[name]);
    });
  return { table, figures: { ...figures, rates, cpu }, targets };
}

/**
 * Waits until Lethe has published all records and settled all statuses of the last turn. This work
 * would slow down the next turn.
 */
async function settled(database) {
  await drained(database);
  await untilFound(
    database,
    'all statuses to be settled',
    'select where not exists (select from regulation.deletion_jobs where unsettled)',
  );
}

/** Orders deletions, and leaves their destinations paused. */
async function order(url, ids, { users, each }) {
  await steer(url, ids, 'pause');
  for (let n = 0; n < each; n += 1) {
    await ask(url, '/v2/regulations', {
      regulationType: 'delete',
      destinationIds: ids,
      users: Array.from({ length: users }, () => ({ userId: randomUUID() })),
    });
  }
}

/** Resumes the destinations, and waits until all deletions are complete. */
async function carryOut(url, database, ids) {
  await steer(url, ids, 'resume');
  await untilFound(
    database,
    'all deletions to be complete',
    `select where not exists (
       select from regulation.deletion_jobs where state in ('pending', 'failed', 'running'))`,
  );
}

async function steer(url, ids, how) {
  for (const id of ids) await ask(url, `/v2/destinations/${id}/deletions/${how}`);
}

async function ask(url, path, json) {
  const { status, bytes } = await call(url, { path, body: JSON.stringify(json) });
  if (status >= 300) throw new Error(`${path}: ${status} ${bytes}`);
}

/**
 * Ignores the first 5 % of the calls, which open connections, and the last 5 %.
 *
 * @returns calls a second
 */
async function rateOf(receiver) {
  const arrivals = await getJson(`${receiver}/arrivals`);
  const from = Math.floor(arrivals.length * 0.05);
  const to = Math.floor(arrivals.length * 0.95);
  return ((to - from) / (arrivals[to] - arrivals[from])) * 1_000;
}

/** Claims the jobs of one destination at a time, like one of many workers, and reports each job. */
async function benchClaims(session, { tries, ...size }) {
  const { regulation, database } = await startService(session);
  session.progress(`storing ${size.finished} finished and ${size.waiting} waiting jobs`);
  await seedDeletions(database, size);
  const connections = connectRegulation({
    LETHE_REGULATION_ADDRESS: regulation.address,
    LETHE_REGULATION_SOCKETS: 1,
    LETHE_UNAVAILABLE_AFTER: 20,
  });
  session.defer(() => connections.close());
  const client = clientOf(deletionWorker, connections);
  session.progress('waiting until workers can claim jobs of all destinations');
  await untilFound(
    database,
    'workers to be able to claim jobs of all destinations',
    `select where $1 = (select count(*) from regulation.deletion_lanes)
              and exists (select from regulation.deletion_claims_allowed)`,
    [size.destinations],
  );
  const times = [];
  for (let n = -tries / 10; n < tries; n += 1) {
    const ms = await claimAndReport(client);
    if (n >= 0) times.push(ms);
  }
  const { p50, p99 } = summary(times);
  const name = `1 of ${size.destinations}`;
  return {
    table: [[name, 'claims', tries, 'ms, p50 / p99:', round(p50, 2), round(p99, 2)]],
    figures: { claimMs: round(p50, 2) },
    targets: [target('a claim, ms, p50', round(p50, 2), { atMost: 5 })],
  };
}

/** @returns milliseconds from the request of the claim to its answer */
async function claimAndReport(client) {
  const context = () => ({ requestId: randomUUID(), deadline: Date.now() + 10_000 });
  const claimId = randomUUID();
  const claim = { worker: 'bench', claimId, destinations: 1, leaseMs: 60_000 };
  const began = performance.now();
  const { claimed } = await client.claimDeletions({ context: context(), ...claim });
  const took = performance.now() - began;
  const outcome = { status: 'complete', record: { method: 'bench' } };
  const jobs = claimed.flatMap((destination) => destination.jobs);
  const reports = jobs.map(({ jobId }) => ({ jobId, claimId, outcome }));
  if (reports.length !== 1) throw new Error(`a claim returned ${reports.length} jobs, not 1`);
  await client.reportDeletions({ context: context(), reports });
  return took;
}
