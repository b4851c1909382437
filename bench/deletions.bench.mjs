import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as post } from 'node:http';
import { deletionWorker } from '@lethe/api/deletions';
import { clientOf, connectRegulation } from '@lethe/regulation-client';
import { waitFor } from '@lethe/testing';
import { drained } from './support/drained.mjs';
import { getJson } from './support/http-client.mjs';
import { target } from './support/report.mjs';
import { seedDeletions } from './support/seed-deletions.mjs';
import { median, percentile, round } from './support/statistics.mjs';
import {
  connect,
  startBroker,
  startDatabase,
  startRegulation,
  startStandalone,
} from './support/system.mjs';
import { TOKEN, WORKSPACE, WORKSPACE_FILE } from './support/workspace.mjs';

export const title = 'deletions carried out, against the same calls made directly';

const FULL = {
  rounds: 3,
  /** Calls to each destination in a round. */
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
const SECRET = randomBytes(32);
const LIMIT_MS = 300_000;

export async function run(session) {
  const size = session.quick ? QUICK : FULL;
  const carried = await benchCalls(session, size);
  const claimed = await benchClaims(session, size.claims);
  return {
    table: [...carried.table, ...claimed.table],
    figures: { ...carried.figures, ...claimed.figures },
    targets: [...carried.targets, ...claimed.targets],
  };
}

async function benchCalls(session, { rounds, cases }) {
  const receiver = await startReceiver(session);
  const databaseUrl = await startDatabase(session);
  const most = Math.max(...cases.map(({ destinations }) => destinations));
  const ids = Array.from({ length: most }, (_, n) => `dst_${n}`);
  const workspaces = workspacesWith(receiver, ids);
  const lethe = await startStandalone(session, { databaseUrl, workspaces });
  const database = await connect(session, databaseUrl);
  const table = [['destinations', 'users a call', 'calls', 'direct/s', 'Lethe/s', 'ratio']];
  const figures = {};
  for (const { destinations, users, each } of cases) {
    const some = ids.slice(0, destinations);
    const ratios = [];
    for (let turn = 0; turn <= rounds; turn += 1) {
      const which = turn === 0 ? 'warm-up' : `${turn} of ${rounds}`;
      session.progress(`${destinations} destinations, ${users} users a call, ${which}`);
      await settled(database);
      await direct(receiver, some, { users, each });
      const directly = await rateOf(receiver);
      await carriedOut(lethe.url, database, some, { users, each });
      const byLethe = await rateOf(receiver);
      if (turn === 0) continue;
      ratios.push(byLethe / directly);
      table.push([destinations, users, each * destinations, ...rates(directly, byLethe)]);
    }
    figures[`ratio${destinations}x${users}`] = round(median(ratios), 2);
  }
  return { table, figures, targets: targetsOf(figures) };
}

/** Nothing that an earlier turn left is published, or told from its jobs' states, while this one is measured. */
async function settled(database) {
  await drained(database);
  const isSettled = async () => {
    const { rows } = await database.query(
      'select from regulation.deletion_jobs where unsettled limit 1',
    );
    return rows.length === 0;
  };
  await waitFor(isSettled, { timeoutMs: LIMIT_MS, message: 'all statuses to be settled' });
}

function rates(directly, byLethe) {
  return [round(directly, 0), round(byLethe, 0), round(byLethe / directly, 2)];
}

function targetsOf(figures) {
  const wanted = { ratio1x100: 0.7, ratio1x1: 0.3, ratio100x1: 0.3 };
  return Object.entries(wanted)
    .filter(([name]) => figures[name] !== undefined)
    .map(([name, atLeast]) =>
      target(`${name.slice(5)} (destinations × users a call), ratio`, figures[name], { atLeast }),
    );
}

/** Claims one destination after another, as one of many workers does, and reports each job. */
async function benchClaims(session, { tries, ...size }) {
  const databaseUrl = await startDatabase(session);
  const brokers = await startBroker(session);
  const regulation = await startRegulation(session, { databaseUrl, brokers });
  const database = await connect(session, databaseUrl);
  session.progress(`storing ${size.finished} finished and ${size.waiting} waiting jobs`);
  await seedDeletions(database, size);
  const connections = connectRegulation({
    LETHE_REGULATION_ADDRESS: regulation.address,
    LETHE_REGULATION_SOCKETS: 1,
    LETHE_UNAVAILABLE_AFTER: 20,
  });
  session.defer(() => connections.close());
  const client = clientOf(deletionWorker, connections);
  session.progress('waiting until all destinations are offered');
  const isAwake = async () => {
    const sql = `select count(*)::int as lanes, exists (select from regulation.deletion_claims_allowed) as allowed
                   from regulation.deletion_lanes`;
    const [{ lanes, allowed }] = (await database.query(sql)).rows;
    return lanes === size.destinations && allowed;
  };
  await waitFor(isAwake, { timeoutMs: LIMIT_MS, message: 'all destinations to be offered' });
  const times = [];
  for (let n = -tries / 10; n < tries; n += 1) {
    const ms = await claimAndReport(client);
    if (n >= 0) times.push(ms);
  }
  const p50 = round(percentile(times, 0.5), 2);
  return {
    table: [
      [
        '1 of ' + size.destinations,
        'claims',
        tries,
        'ms, p50 / p99:',
        p50,
        round(percentile(times, 0.99), 2),
      ],
    ],
    figures: { claimMs: p50 },
    targets: [target('a claim, ms, p50', p50, { atMost: 5 })],
  };
}

/** @returns milliseconds that the claim took, the way to the service and back included */
async function claimAndReport(client) {
  const context = () => ({ requestId: randomUUID(), deadline: Date.now() + 10_000 });
  const claimId = randomUUID();
  const began = performance.now();
  const { claimed } = await client.claimDeletions({
    context: context(),
    worker: 'bench',
    claimId,
    destinations: 1,
    leaseMs: 60_000,
  });
  const took = performance.now() - began;
  const reports = claimed
    .flatMap(({ jobs }) => jobs)
    .map(({ jobId }) => ({
      jobId,
      claimId,
      outcome: { status: 'complete', record: { method: 'bench' } },
    }));
  if (reports.length !== 1) throw new Error(`a claim got ${reports.length} jobs`);
  await client.reportDeletions({ context: context(), reports });
  return took;
}

/** One call at a time to each destination, signed as Lethe's are. */
async function direct(url, ids, { users, each }) {
  const agent = new Agent({ keepAlive: true });
  await Promise.all(
    ids.map(async (id) => {
      for (let call = 0; call < each; call += 1)
        await callOnce(agent, `${url}/${id}`, bodyOf(users));
    }),
  );
  agent.destroy();
}

function bodyOf(users) {
  const list = Array.from({ length: users }, () => {
    const userId = randomUUID();
    return { regulationId: randomUUID(), userId, identifiers: { userId } };
  });
  const data = { jobId: '1', users: list };
  return JSON.stringify({
    type: 'user.deletion_requested',
    timestamp: new Date().toISOString(),
    data,
  });
}

async function callOnce(agent, url, body) {
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', SECRET).update(`${id}.${timestamp}.${body}`);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature.digest('base64')}`,
  };
  const request = post(url, { method: 'POST', agent, headers }).end(body);
  const [answer] = await once(request, 'response');
  answer.resume();
  await once(answer, 'end');
}

/** Orders as many deletions while they are paused, and waits until all of them are done. */
async function carriedOut(url, database, ids, { users, each }) {
  await steer(url, ids, 'pause');
  for (let n = 0; n < each; n += 1) {
    await ask(`${url}/v2/regulations`, {
      regulationType: 'delete',
      destinationIds: ids,
      users: Array.from({ length: users }, () => ({ userId: randomUUID() })),
    });
  }
  await steer(url, ids, 'resume');
  const isDone = async () => {
    const { rows } = await database.query(
      `select from regulation.deletion_jobs where state in ('pending', 'failed', 'running') limit 1`,
    );
    return rows.length === 0;
  };
  await waitFor(isDone, { timeoutMs: LIMIT_MS, message: 'all deletions to be done' });
}

async function steer(url, ids, how) {
  for (const id of ids) await ask(`${url}/v2/destinations/${id}/deletions/${how}`);
}

async function ask(url, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  await answer.text();
}

/** @returns calls a second, of the middle nine tenths: neither the first connections nor the last stragglers */
async function rateOf(receiver) {
  const arrivals = await getJson(`${receiver}/arrivals`);
  const from = Math.floor(arrivals.length * 0.05);
  const to = Math.floor(arrivals.length * 0.95);
  return ((to - from) / (arrivals[to] - arrivals[from])) * 1_000;
}

async function startReceiver(session) {
  const child = fork(new URL('support/slow-receiver.mjs', import.meta.url), [String(TAKES_MS)]);
  session.defer(() => child.kill());
  const [port] = await once(child, 'message');
  return `http://127.0.0.1:${port}`;
}

function workspacesWith(receiver, ids) {
  const [workspace] = WORKSPACE_FILE.workspaces;
  const destinations = ids.map((id) => ({
    id,
    name: id,
    type: 'WEBHOOK',
    config: {
      deletionUrl: `${receiver}/${id}`,
      deletionSecret: `whsec_${SECRET.toString('base64')}`,
    },
  }));
  return { workspaces: [{ ...workspace, id: WORKSPACE, deletionDelay: 0, destinations }] };
}
