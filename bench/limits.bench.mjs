import { cpuSecondsOf } from './support/cpu.mjs';
import { assertStored, load } from './support/create-load.mjs';
import { drained } from './support/database.mjs';
import { getJson } from './support/http-client.mjs';
import { startServer } from './support/programs.mjs';
import { rateLine, ratio } from './support/report.mjs';
import { median, quotients, round } from './support/statistics.mjs';
import {
  databaseBeside,
  startBroker,
  startDatabase,
  startGateway,
  startRegulation,
} from './support/system.mjs';
import { NO_RATES } from './support/workspace.mjs';

/** Many short turns, because the speed of a shared machine changes within half a minute. */
const FULL = { shifts: 3, rounds: 8, seconds: 4, warmUpSeconds: 8 };
const QUICK = { shifts: 1, rounds: 1, seconds: 2, warmUpSeconds: 2 };

/**
 * Milliseconds between two reads of the metrics. Prometheus reads every 15 s. The shorter interval
 * puts a read into the middle of each turn.
 */
const SCRAPE_MS = 3_000;
const WITHOUT = { LETHE_METRICS: 'false', ...NO_RATES };
const UNSAMPLED = { OTEL_TRACES_SAMPLER: 'parentbased_always_off' };

/**
 * Measures each side in each of three places. A place is a database, its topics, and the start time
 * of the processes. The same program is faster in one place than in another. In one case, a create
 * needed 7 % less CPU.
 */
export async function run(session) {
  const { shifts, rounds, seconds, warmUpSeconds } = session.quick ? QUICK : FULL;
  const { url: server } = await startDatabase(session);
  const { brokers } = await startBroker(session);
  const collector = await startServer(session, 'support/receiver');
  const sides = [
    sideOf('without', WITHOUT),
    sideOf('with', {}),
    sideOf('traced', { OTEL_EXPORTER_OTLP_ENDPOINT: collector, ...UNSAMPLED }),
  ];
  const places = [];
  for (const name of ['first', 'second', 'third']) {
    const { url: databaseUrl, database } = await databaseBeside(session, server, name);
    places.push({ name, brokers, databaseUrl, database, acknowledged: 0 });
  }
  for (let shift = 0; shift < shifts; shift += 1) {
    for (const [at, place] of places.entries()) {
      await startAt(session, place, sides[(at + shift) % sides.length]);
    }
    for (const side of sides) await load(side.place, warmUpSeconds);
    const measureAll = async (n) => {
      for (const side of inTurns(sides, n)) await measure(side, seconds);
    };
    await session.rounds(rounds, measureAll, `places ${shift + 1} of ${shifts}, round`);
    for (const { apps } of sides) for (const app of apps) await app.stop();
  }
  for (const place of places) await assertStored(place);
  if ((await getJson(`${collector}/arrivals`)).length > 0) {
    throw new Error('the collector received spans, although no trace is sampled');
  }
  const [off, on, traced] = sides;

  const share = (side, of) => round(median(quotients(side.rates, of.rates)), 3);
  const line = (name, { rates, p99, cpuMs }) => {
    return [...rateLine(name, rates), round(median(p99)), round(median(cpuMs), 3)];
  };
  const name = 'metrics and limits: share of the rate without both (median of rounds)';
  const tracedName = 'traces, none sampled: share of the rate without traces (median of rounds)';
  return {
    table: [
      ['', 'creates/s (median)', 'each round', 'p99 ms', 'CPU ms a create'],
      line('neither metrics nor limits', off),
      line('metrics and limits, scraped', on),
      line('metrics, limits and traces, none sampled', traced),
    ],
    figures: Object.fromEntries(
      sides.map(({ name, rates, p99, cpuMs }) => [name, { rates, p99Ms: p99, cpuMs }]),
    ),
    targets: [
      ratio(name, share(on, off), { atLeast: 0.95 }, quotients(on.rates, off.rates)),
      ratio(tracedName, share(traced, on), { atLeast: 0.97 }, quotients(traced.rates, on.rates)),
    ],
  };
}

/**
 * Returns the order of the sides in round `n`, which counts from 1. Each round begins with another
 * side, and every second group of three rounds is reversed. So each side is first, second and last
 * equally often, and no side always follows the same one.
 */
function inTurns(sides, n) {
  const from = (n - 1) % sides.length;
  const order = [...sides.slice(from), ...sides.slice(0, from)];
  return Math.floor((n - 1) / sides.length) % 2 === 0 ? order : order.toReversed();
}

function sideOf(name, env) {
  return { name, env, rates: [], p99: [], cpuMs: [] };
}

async function startAt(session, place, side) {
  const name = `${side.name}-${place.name}`;
  const env = { ...side.env, LETHE_TOPIC_PREFIX: `bench.${place.name}.` };
  const options = (app) => ({ ...place, env, name: `${app}-${name}` });
  const regulation = await startRegulation(session, options('regulation'));
  const gateway = await startGateway(session, { ...options('gateway'), regulation });
  place.url = gateway.url;
  side.place = place;
  side.apps = [gateway, regulation];
  side.scraped = side.env.LETHE_METRICS === 'false' ? [] : side.apps;
}

async function measure(side, seconds) {
  const { place, rates, p99, cpuMs, scraped } = side;
  await drained(place.database);
  const before = cpuOf(side);
  const loaded = await whileScraped(scraped, () => load(place, seconds));
  rates.push(loaded.rate);
  p99.push(loaded.p99);
  cpuMs.push(((cpuOf(side) - before) * 1_000) / (loaded.rate * seconds));
}

/** CPU seconds of the side's gateway and regulation service (which includes the relay). */
function cpuOf({ apps }) {
  return apps.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
}

/** Reads the metrics of apps repeatedly while `work` runs. @returns the result of `work` */
async function whileScraped(apps, work) {
  const failed = [];
  const scrape = () => Promise.all(apps.map(read)).catch((error) => failed.push(error));
  await scrape();
  const timer = setInterval(scrape, SCRAPE_MS);
  const result = await work().finally(() => clearInterval(timer));
  if (failed.length > 0) throw failed[0];
  return result;
}

async function read({ metricsUrl }) {
  const answer = await fetch(metricsUrl);
  if (!answer.ok) throw new Error(`${metricsUrl}: ${answer.status}`);
  return answer.text();
}
