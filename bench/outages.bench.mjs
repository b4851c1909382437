import { freePort } from '@lethe/local-services';
import { waitFor } from '@lethe/testing';
import { startConsumer } from './support/arrivals.mjs';
import { HttpClient } from './support/http-client.mjs';
import { target } from './support/report.mjs';
import { round, SPREAD, spread } from './support/statistics.mjs';
import {
  startBroker,
  startDatabaseServer,
  startGateway,
  startRegulation,
} from './support/system.mjs';

export const title = 'another instance relays, and a gateway refuses: how soon';

const FULL = { takeovers: 10, refusals: 50 };
const QUICK = { takeovers: 1, refusals: 3 };
const RECOVERY_MS = 60_000;

export async function run(session) {
  const { takeovers, refusals } = session.quick ? QUICK : FULL;
  const postgres = await startDatabaseServer(session);
  const brokers = await startBroker(session);
  session.progress('starting two of regulation and gateway each');
  const pairs = [];
  for (const index of [0, 1]) {
    pairs.push(await startPair(session, { index, databaseUrl: postgres.url, brokers }));
  }
  const arrivals = await startConsumer(session, brokers);
  const first = arrivals.expect('first');
  await waitFor(() => pairs[0].client.create(requestOf('first')), { timeoutMs: RECOVERY_MS });
  await first;

  const [killed, frozen, refused] = [[], [], []];
  for (let n = 0; n < takeovers; n += 1) {
    session.progress(`takeover ${n + 1} of ${takeovers}`);
    killed.push(await takeOver(pairs, arrivals, `killed-${n}`, 'SIGKILL'));
    frozen.push(await takeOver(pairs, arrivals, `frozen-${n}`, 'SIGSTOP'));
  }
  session.progress('without PostgreSQL');
  await postgres.stop();
  for (let n = 0; n < refusals; n += 1) {
    for (const { client } of pairs) refused.push(await refusalOf(client));
  }
  await postgres.restart();

  return {
    table: [
      ['ms', ...SPREAD],
      ['killed → a record of another instance', ...spread(killed)],
      ['frozen → a record of another instance', ...spread(frozen)],
      ['refused without PostgreSQL', ...spread(refused)],
    ],
    figures: { killedMs: killed, frozenMs: frozen, refusedMs: refused },
    targets: [
      target('most ms after a kill', most(killed), { atMost: 1_000 }),
      target('most ms after a freeze', most(frozen), { atMost: 5_000 }),
      target('most ms to a refusal', most(refused), { atMost: 2_000 }),
    ],
  };
}

/** A regulation service that can be started again on its port, and a gateway that asks no other one. */
async function startPair(session, { index, databaseUrl, brokers }) {
  const name = `regulation-${index}`;
  const commands = await freePort();
  const start = () => startRegulation(session, { databaseUrl, brokers, name, commands });
  const pair = { regulation: await start() };
  pair.restart = async () => {
    pair.regulation = await start();
  };
  const options = { databaseUrl, brokers, regulation: pair.regulation, name: `gateway-${index}` };
  pair.client = new HttpClient((await startGateway(session, options)).url);
  session.defer(() => pair.client.close());
  return pair;
}

/** @returns milliseconds from the signal until the consumer has a record of what another instance accepted */
async function takeOver(pairs, arrivals, userId, signal) {
  const leader = await waitFor(() => pairs.find(leads), { message: 'a leader' });
  const other = pairs.find((pair) => pair !== leader);
  const arrival = arrivals.expect(userId);
  const startedAt = performance.now();
  leader.regulation.signal(signal);
  await other.client.create(requestOf(userId));
  const tookMs = (await arrival) - startedAt;
  if (signal === 'SIGKILL') await leader.restart();
  else {
    leader.regulation.signal('SIGCONT');
    await waitFor(() => !leads(leader), { message: 'it to see that it was relieved' });
  }
  return tookMs;
}

function leads({ regulation }) {
  const states = regulation.lines.filter((line) => line.includes('"relay changed state"'));
  return states.at(-1)?.includes('"leading"') === true;
}

async function refusalOf(client) {
  const startedAt = performance.now();
  await client.send('POST', '/v2/regulations', 503, requestOf('refused'));
  return performance.now() - startedAt;
}

function most(values) {
  return round(Math.max(...values));
}

function requestOf(userId) {
  return JSON.stringify({ regulationType: 'suppress', users: [{ userId }] });
}
