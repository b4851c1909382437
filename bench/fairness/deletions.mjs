import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { NOISES, waitFor } from '@lethe/testing';
import { drained } from '../support/drained.mjs';
import { HttpClient } from '../support/http-client.mjs';
import { watchMemory } from '../support/memory.mjs';
import { target } from '../support/report.mjs';
import { seedWaiting } from '../support/seed-deletions.mjs';
import { median, percentile, round } from '../support/statistics.mjs';
import {
  connect,
  startBroker,
  startDatabase,
  startDeletionWorker,
  startGateway,
  startRegulation,
} from '../support/system.mjs';
import { WORKSPACE, WORKSPACE_FILE } from '../support/workspace.mjs';

const FULL = {
  rounds: 3,
  seconds: 8,
  warmUpSeconds: 10,
  noisy: { ofEach: 20, jobs: 2_000 },
  many: { destinations: 100, jobs: 10_000, rounds: 5 },
};
const QUICK = {
  rounds: 1,
  seconds: 3,
  warmUpSeconds: 1,
  noisy: { ofEach: 3, jobs: 100 },
  many: { destinations: 20, jobs: 100, rounds: 1 },
};
/** Destinations of the workspace that is measured. */
const GOOD = 10;
const FEW = 10;
/** Most milliseconds between two orders of the workspace that is measured. */
const PAUSE_MS = 100;
/** How long the others have been at it when the measuring begins. */
const HEAD_START_MS = 2_000;
const LIMIT_MS = 120_000;
const NOISY = 'ws_noisy';
const MANY = 'ws_many';

/** Deletions of one workspace beside those of others: with bad destinations, and with a million jobs. */
export async function benchDeletions(session) {
  const size = session.quick ? QUICK : FULL;
  const system = await startSystem(session, size);
  session.progress('deletions: warming up');
  await measure(system, size.warmUpSeconds);
  const noisy = await besideNoisy(session, system, size);
  const many = await besideMany(session, system, size);
  const memory = round(system.memory.stop(), 0);
  return {
    table: [...noisy.table, ...many.table],
    figures: { ...noisy.figures, ...many.figures, workerMiB: memory },
    targets: [
      target('deletions beside noisy destinations: p50, times its own alone', noisy.figures.noisy, {
        atMost: 2,
      }),
      target("the deletion worker's memory, MiB, peak", memory, { atMost: 400 }),
    ],
  };
}

async function besideNoisy(session, system, { rounds, seconds }) {
  const table = [];
  const ratios = [];
  for (let turn = 1; turn <= rounds; turn += 1) {
    session.progress(`noisy destinations, ${turn} of ${rounds}`);
    const alone = await measure(system, seconds);
    const beside = await together(system, NOISY, () => measure(system, seconds));
    const times = beside.p50 / alone.p50;
    ratios.push(times);
    table.push([
      'noisy destinations',
      beside.jobs,
      round(beside.p50, 1),
      round(beside.p99, 1),
      round(alone.p50, 1),
      round(times, 2),
      '–',
    ]);
  }
  return { table, figures: { noisy: round(median(ratios), 2) } };
}

async function besideMany(session, system, { many }) {
  const alone = [];
  const beside = [];
  for (let turn = 1; turn <= many.rounds; turn += 1) {
    session.progress(`${FEW} jobs beside a million, ${turn} of ${many.rounds}`);
    alone.push(await orderFew(system));
    beside.push(await together(system, MANY, () => orderFew(system)));
  }
  const [a, b] = [median(alone), median(beside)];
  const name = `${FEW} jobs beside ${many.destinations * many.jobs}, until all are done`;
  return {
    table: [
      [name, FEW, round(b, 0), round(Math.max(...beside), 0), round(a, 0), round(b / a, 2), '–'],
    ],
    figures: { fewAloneMs: round(a, 0), fewBesideMs: round(b, 0) },
  };
}

/** One order after another, each of one user at one destination. @returns milliseconds from before an order to its record */
async function measure({ client, database }, seconds) {
  const orderedAt = new Map();
  const until = performance.now() + seconds * 1_000;
  for (let n = 0; performance.now() < until; n += 1) {
    const now = Date.now();
    orderedAt.set(await order(client, `good_${n % GOOD}`), now);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
  }
  const durations = await finished(database, orderedAt);
  return {
    jobs: durations.length,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
  };
}

/** Orders at one destination, which are carried out one after another. @returns milliseconds until the last is done */
async function orderFew({ client, database }) {
  const now = Date.now();
  const orderedAt = new Map();
  for (let n = 0; n < FEW; n += 1) orderedAt.set(await order(client, 'good_0'), now);
  return Math.max(...(await finished(database, orderedAt)));
}

/** @returns the user */
async function order(client, destination) {
  const userId = randomUUID();
  const request = {
    regulationType: 'delete',
    destinationIds: [destination],
    users: [{ userId }],
  };
  // On a machine that others use a service may be found to be away: that is part of the time.
  await waitFor(() => client.create(JSON.stringify(request)), {
    timeoutMs: LIMIT_MS,
    message: 'an order to be taken',
  });
  return userId;
}

async function finished(database, orderedAt) {
  const users = [...orderedAt.keys()];
  const rows = await waitFor(
    async () => {
      const done = await database.query(
        `select r.user_id as user, extract(epoch from j.finished_at)::float8 * 1000 as at
           from regulation.regulations r join regulation.deletion_job_users u on u.regulation_id = r.id
           join regulation.deletion_jobs j on j.id = u.job_id
          where r.workspace_id = $1 and r.user_id = any($2::text[]) and j.state = 'complete'`,
        [WORKSPACE, users],
      );
      return done.rows.length === users.length && done.rows;
    },
    { timeoutMs: LIMIT_MS, intervalMs: 100, message: 'the good deletions to be done' },
  );
  return rows.map(({ user, at }) => at - orderedAt.get(user));
}

/** Does something while a workspace's jobs are carried out, which wait before and after. */
async function together({ database }, workspace, work) {
  await database.query(
    `update regulation.deletion_lanes
        set paused_at = null, ready_at = now(), delayed_until = null, delays = 0, failures = 0
      where workspace_id = $1`,
    [workspace],
  );
  await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
  const result = await work();
  await pause(database, workspace);
  const isQuiet = async () => {
    const { rows } = await database.query(
      `select from regulation.deletion_jobs where state = 'running' limit 1`,
    );
    return rows.length === 0;
  };
  await waitFor(isQuiet, { timeoutMs: LIMIT_MS, message: 'what is in hand to end' });
  await drained(database);
  return result;
}

async function pause(database, workspace) {
  await database.query(
    `update regulation.deletion_lanes set paused_at = now() where workspace_id = $1`,
    [workspace],
  );
}

async function startSystem(session, { noisy, many }) {
  const [bad, good] = await Promise.all([
    forkServer(session, 'noisy-receiver.mjs'),
    forkServer(session, 'slow-receiver.mjs', '0').then((port) => `http://127.0.0.1:${port}`),
  ]);
  const ids = {
    [NOISY]: NOISES.flatMap((noise) => idsOf(noise, noisy.ofEach)),
    [MANY]: idsOf('many', many.destinations),
  };
  const workspaces = {
    workspaces: [
      workspace(WORKSPACE, good, idsOf('good', GOOD), WORKSPACE_FILE.workspaces[0].tokens),
      workspace(NOISY, bad, ids[NOISY]),
      workspace(MANY, good, ids[MANY]),
    ],
  };
  const databaseUrl = await startDatabase(session);
  const brokers = await startBroker(session);
  const regulation = await startRegulation(session, { databaseUrl, brokers });
  const gateway = await startGateway(session, { databaseUrl, brokers, regulation, workspaces });
  const database = await connect(session, databaseUrl);
  for (const [name, { jobs }] of [
    [NOISY, noisy],
    [MANY, many],
  ]) {
    session.progress(`storing ${ids[name].length * jobs} jobs`);
    await seedWaiting(database, { workspace: name, destinations: ids[name], each: jobs });
    const isAwake = async () => {
      const sql = `select from regulation.deletion_lanes where workspace_id = $1`;
      return (await database.query(sql, [name])).rows.length === ids[name].length;
    };
    await waitFor(isAwake, { timeoutMs: LIMIT_MS, message: 'all destinations to be offered' });
    await pause(database, name);
  }
  const worker = await startDeletionWorker(session, { databaseUrl, brokers, regulation });
  const client = new HttpClient(gateway.url);
  session.defer(() => client.close());
  return { client, database, memory: watchMemory(worker.pid) };
}

async function forkServer(session, script, ...args) {
  const child = fork(new URL(`../support/${script}`, import.meta.url), args);
  session.defer(() => child.kill());
  const [said] = await once(child, 'message');
  return said;
}

function idsOf(name, count) {
  return Array.from({ length: count }, (_, n) => `${name}_${n}`);
}

function workspace(id, receiver, destinations, tokens = []) {
  return {
    id,
    name: id,
    deletionDelay: 0,
    tokens,
    destinations: destinations.map((name) => ({
      id: name,
      name,
      type: 'WEBHOOK',
      config: {
        deletionUrl: `${receiver}/${name}`,
        deletionSecret: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
      },
    })),
  };
}
