import { cpuSecondsOf } from './support/cpu.mjs';
import { fire } from './support/fire.mjs';
import { call } from './support/http-client.mjs';
import { startServerProcess } from './support/programs.mjs';
import { rateLine, target } from './support/report.mjs';
import { median, round } from './support/statistics.mjs';
import { startSystem } from './support/system.mjs';

const CONNECTIONS = 16;
const REQUEST = { method: 'GET', path: '/v2/me' };
const FULL = { rounds: 5, seconds: 8, warmUpSeconds: 6 };
const QUICK = { rounds: 1, seconds: 2, warmUpSeconds: 1 };

export async function run(session) {
  const { rounds, seconds, warmUpSeconds } = session.quick ? QUICK : FULL;
  const { gateway } = await startSystem(session);
  const { bytes } = await call(gateway.url, REQUEST);
  const contestant = ({ url, pid }) => ({ url, pid, rates: [], p99: [], cpuMicros: [] });
  const lethe = contestant(gateway);
  const bare = contestant(await startServerProcess(session, 'baselines/me-server', bytes));
  for (const each of [lethe, bare]) await load(each, warmUpSeconds);
  await session.rounds(rounds, async () => {
    for (const each of [lethe, bare]) {
      const { rate, p99, cpuMicros } = await load(each, seconds);
      each.rates.push(rate);
      each.p99.push(p99);
      each.cpuMicros.push(cpuMicros);
    }
  });
  const share = round(median(lethe.rates) / median(bare.rates), 2);
  const line = (name, { rates, p99, cpuMicros }) => {
    return [...rateLine(name, rates), round(median(p99)), Math.round(median(cpuMicros))];
  };
  return {
    table: [
      ['', 'requests/s (median)', 'each round', 'p99 ms', 'CPU µs a request'],
      line('gateway', lethe),
      line('bare Fastify', bare),
    ],
    figures: { lethe, bare },
    targets: [target("share of the bare program's rate", share, { atLeast: 0.35 })],
  };
}

async function load({ url, pid }, duration) {
  const before = cpuSecondsOf(pid);
  const { rate, p99, answered } = await fire({
    ...{ url, connections: CONNECTIONS, duration },
    requests: [REQUEST],
  });
  return { rate, p99, cpuMicros: ((cpuSecondsOf(pid) - before) * 1e6) / answered };
}
