import { cpuSecondsOf } from './support/cpu.mjs';
import { fire } from './support/fire.mjs';
import { call } from './support/http-client.mjs';
import { startServerProcess } from './support/programs.mjs';
import { rateLine, ratio } from './support/report.mjs';
import { median, quotients, round } from './support/statistics.mjs';
import { startGateway, startSystem } from './support/system.mjs';
import { NO_RATES } from './support/workspace.mjs';

const CONNECTIONS = 16;
const ME = { method: 'GET', path: '/v2/me' };
const FULL = { rounds: 5, seconds: 8, layerSeconds: 3, warmUpSeconds: 6 };
const QUICK = { rounds: 1, seconds: 2, layerSeconds: 1, warmUpSeconds: 1 };

/** Settings that switch layers of the gateway off. */
const NO_LOG = { LOG_LEVEL: 'warn' };
const NO_METRICS = { LETHE_METRICS: 'false' };

export async function run(session) {
  const times = session.quick ? QUICK : FULL;
  const system = await startSystem(session);
  const { gateway } = system;
  const { bytes } = await call(gateway.url, ME);
  const bare = sideOf(
    'bare Fastify',
    await startServerProcess(session, 'baselines/me-server', bytes),
  );
  const lethe = sideOf('gateway', gateway);
  const layers = await startLayers(session, system, { bare, lethe, bytes });
  const others = otherRequests(gateway);
  const all = [...new Set([...layers, ...others])];
  for (const side of all) await load(side, times.warmUpSeconds);
  await session.rounds(times.rounds, async () => {
    for (const side of all) {
      const isCompared = side === bare || side === lethe;
      await measure(side, isCompared ? times.seconds : times.layerSeconds);
    }
  });
  const share = round(median(lethe.rates) / median(bare.rates), 2);
  return {
    table: [
      ['', 'requests/s (median)', 'each round', 'p99 ms', 'CPU µs a request', 'more than above'],
      ...layers.map((side, at) => lineOf(side, layers[at - 1])),
      ...others.map((side) => lineOf(side)),
    ],
    figures: Object.fromEntries(
      all.map(({ name, rates, p99, cpuMicros }) => [name, { rates, p99, cpuMicros }]),
    ),
    targets: [
      ratio(
        "share of the bare program's rate",
        share,
        { atLeast: 0.35 },
        quotients(lethe.rates, bare.rates),
      ),
    ],
  };
}

/**
 * Starts programs of which each does more for a request than the one before. The difference of two
 * neighbours is the cost of a layer. The gateways differ in their settings only.
 */
async function startLayers(session, system, { bare, lethe, bytes }) {
  const nest = await startServerProcess(session, 'baselines/nest-server', bytes);
  const gatewayWithout = (name, env) => startGateway(session, { ...system, name, env });
  const off = await gatewayWithout('gateway-off', { ...NO_LOG, ...NO_METRICS, ...NO_RATES });
  const limiting = await gatewayWithout('gateway-limiting', { ...NO_LOG, ...NO_METRICS });
  const measuring = await gatewayWithout('gateway-measuring', NO_LOG);
  return [
    bare,
    sideOf('Nest on Fastify', nest),
    sideOf('+ hooks of all requests (GET /livez)', off, { method: 'GET', path: '/livez' }),
    sideOf('+ authenticate, admit, carry out', off),
    sideOf('+ rate limits', limiting),
    sideOf('+ metrics', measuring),
    Object.assign(lethe, { name: '+ log: the gateway with its defaults' }),
  ];
}

/** Requests that need other work than `GET /v2/me`, at the gateway with its defaults. */
function otherRequests(gateway) {
  const post = (path, body) => ({ method: 'POST', path, body: JSON.stringify(body) });
  const refused = (name, request, more) =>
    sideOf(name, gateway, request, { expects: '4xx', ...more });
  return [
    refused('unknown path: 404', { method: 'GET', path: '/v2/nothing' }),
    refused('no credentials: 401', ME, { headers: {} }),
    refused('invalid query: 400', { method: 'GET', path: '/v2/regulations?limit=x' }),
    refused('invalid body: 400', post('/v2/users/lookup', { userId: 7 })),
    sideOf('forwarded to the service', gateway, post('/v2/users/lookup', { userId: 'user-1' })),
  ];
}

function sideOf(name, { url, pid }, request = ME, more = {}) {
  return { name, url, pid, request, more, rates: [], p99: [], cpuMicros: [] };
}

function lineOf({ name, rates, p99, cpuMicros }, before) {
  const micros = median(cpuMicros);
  const difference = before === undefined ? '' : Math.round(micros - median(before.cpuMicros));
  return [...rateLine(name, rates), round(median(p99)), Math.round(micros), difference];
}

async function measure(side, seconds) {
  const { rate, p99, cpuMicros } = await load(side, seconds);
  side.rates.push(rate);
  side.p99.push(p99);
  side.cpuMicros.push(cpuMicros);
}

async function load({ url, pid, request, more }, duration) {
  const before = cpuSecondsOf(pid);
  const { rate, p99, answered } = await fire({
    ...{ url, connections: CONNECTIONS, duration, ...more },
    requests: [request],
  });
  return { rate, p99, cpuMicros: ((cpuSecondsOf(pid) - before) * 1e6) / answered };
}
