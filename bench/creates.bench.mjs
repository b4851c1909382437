import { fileURLToPath } from 'node:url';
import { freePort } from '@lethe/local-services';
import { AppProcess } from './support/app-process.mjs';
import { assertStored, load } from './support/create-load.mjs';
import { drained } from './support/drained.mjs';
import { target } from './support/report.mjs';
import { median, round } from './support/statistics.mjs';
import { connect, startRegulation, startSystem } from './support/system.mjs';

export const title = 'single-user creates per second, 32 connections kept alive';

/** The regulation service's default (`LETHE_DATABASE_POOL`). */
const POOL_SIZE = 20;
const FULL = { rounds: 5, seconds: 10, warmUpSeconds: 8 };
const QUICK = { rounds: 2, seconds: 2, warmUpSeconds: 1 };

export async function run(session) {
  const { rounds, seconds, warmUpSeconds } = session.quick ? QUICK : FULL;
  const system = await startSystem(session);
  const bare = await startBare(session, system);
  const lethe = { url: system.gateway.url, rates: [], p99: [], acknowledged: 0 };
  const contestants = [lethe, bare];

  for (const contestant of contestants) await load(contestant, warmUpSeconds);
  for (let round = 1; round <= rounds; round += 1) {
    session.progress(`round ${round} of ${rounds}`);
    for (const contestant of contestants) {
      await drained(system.database); // what one left to publish must not slow the other
      const { rate, p99 } = await load(contestant, seconds);
      contestant.rates.push(rate);
      contestant.p99.push(p99);
    }
  }
  await assertStored(system.database, lethe);
  await assertStored(bare.database, bare);

  const [ours, theirs] = [median(lethe.rates), median(bare.rates)];
  const line = (name, { rates, p99 }) => [
    name,
    Math.round(median(rates)),
    rates.map(Math.round).join(' '),
    round(median(p99)),
  ];
  return {
    table: [
      ['', 'creates/s (median)', 'each round', 'p99 ms'],
      line('Lethe: gateway, regulation, relay', lethe),
      line('bare Fastify + pg', bare),
    ],
    figures: { lethe: lethe.rates, bare: bare.rates, letheP99Ms: lethe.p99, bareP99Ms: bare.p99 },
    targets: [target('share of the bare program', round(ours / theirs, 2), { atLeast: 0.5 })],
  };
}

/** The bare program has a database of its own on the same server, with the same tables. */
async function startBare(session, { databaseUrl, brokers, database }) {
  await database.query('create database bare');
  const url = new URL(databaseUrl);
  url.pathname = '/bare';
  const migrating = await startRegulation(session, { databaseUrl: url.href, brokers });
  await migrating.stop();
  const port = await freePort();
  const app = new AppProcess(session, {
    name: 'bare',
    script: fileURLToPath(new URL('baselines/fastify-server.mjs', import.meta.url)),
    args: [url.href, String(port), String(POOL_SIZE)],
  });
  await app.until(() => app.lines.includes('listening'), { what: 'not listening' });
  return {
    url: `http://127.0.0.1:${port}`,
    database: await connect(session, url.href),
    rates: [],
    p99: [],
    acknowledged: 0,
  };
}
