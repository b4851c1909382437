import { assertStored, load } from './support/create-load.mjs';
import { drained } from './support/drained.mjs';
import { NO_RATES } from './support/rates.mjs';
import { target } from './support/report.mjs';
import { median, round } from './support/statistics.mjs';
import {
  connect,
  startBroker,
  startDatabase,
  startGateway,
  startRegulation,
} from './support/system.mjs';

export const title = 'creates with metrics and rate limits against creates without';

const FULL = { rounds: 9, seconds: 8, warmUpSeconds: 8 };
const QUICK = { rounds: 3, seconds: 2, warmUpSeconds: 2 };

const WITHOUT = { LETHE_METRICS: 'false', ...NO_RATES };

export async function run(session) {
  const { rounds, seconds, warmUpSeconds } = session.quick ? QUICK : FULL;
  const server = await startDatabase(session);
  const brokers = await startBroker(session);
  const on = await startSide(session, { server, brokers, name: 'with' });
  const off = await startSide(session, { server, brokers, name: 'without', env: WITHOUT });
  const sides = [on, off];

  for (const side of sides) await load(side, warmUpSeconds);
  for (let n = 1; n <= rounds; n += 1) {
    session.progress(`round ${n} of ${rounds}`);
    // Who is first changes, so that neither always finds the machine as the other left it.
    for (const side of n % 2 === 1 ? sides : sides.toReversed()) {
      await drained(side.database);
      const { rate, p99 } = await load(side, seconds);
      side.rates.push(rate);
      side.p99.push(p99);
    }
  }
  for (const side of sides) await assertStored(side.database, side);

  const shares = on.rates.map((rate, n) => rate / off.rates[n]);
  const line = (name, { rates, p99 }) => [
    name,
    Math.round(median(rates)),
    rates.map(Math.round).join(' '),
    round(median(p99)),
  ];
  return {
    table: [
      ['', 'creates/s (median)', 'each round', 'p99 ms'],
      line('metrics and limits on', on),
      line('both off', off),
    ],
    figures: { on: on.rates, off: off.rates, onP99Ms: on.p99, offP99Ms: off.p99 },
    targets: [
      target('share of the rate without (median of rounds)', round(median(shares), 3), {
        atLeast: 0.95,
      }),
    ],
  };
}

/** Both have a database and topics of their own, on the same servers. */
async function startSide(session, { server, brokers, name, env = {} }) {
  const admin = await connect(session, server);
  await admin.query(`create database "${name}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const common = {
    databaseUrl: url.href,
    brokers,
    env: { ...env, LETHE_TOPIC_PREFIX: `bench.${name}.` },
  };
  const regulation = await startRegulation(session, { ...common, name: `regulation-${name}` });
  const gateway = await startGateway(session, { ...common, regulation, name: `gateway-${name}` });
  const database = await connect(session, url.href);
  return { url: gateway.url, database, rates: [], p99: [], acknowledged: 0 };
}
