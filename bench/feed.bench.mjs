import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startEmbeddedPostgres } from '@lethe/local-services';
import { AppProcess } from './support/app-process.mjs';
import { FeedPoller } from './support/feed-poller.mjs';
import { refuseRamDisk } from './support/machine.mjs';
import { target } from './support/report.mjs';
import { seedSuppressions, skipPublishing } from './support/seed-suppressions.mjs';
import { median, percentile, round } from './support/statistics.mjs';
import { connect, startBroker, startGateway, startRegulation } from './support/system.mjs';
import { WORKSPACE, WORKSPACE_FILE } from './support/workspace.mjs';

export const title = 'pages of the suppression feed: first, middle, last and empty';

const FULL = { rows: 5_000_000, samples: 60 };
const QUICK = { rows: 100_000, samples: 10 };
/** What data planes ask for. */
const PAGE_SIZE = 5_000;
const WARM_UP = 5;

const NAMESPACE = 'ns_bench';
const SECRETS = {
  workspace: 'lth_bench_dp_0123456789abcdefghijkl',
  namespace: 'lth_bench_ns_0123456789abcdefghijkl',
};
const MORE_WORKSPACES = Array.from({ length: 4 }, (_, index) => `${WORKSPACE}_${index}`);

/** @param session `rows`: suppressions to store, instead of the usual number */
export async function run(session) {
  const { rows, samples } = { ...(session.quick ? QUICK : FULL), ...definedRows(session) };
  const { gatewayUrl, bareUrl, database } = await start(session);
  session.progress(`storing ${rows} suppressions`);
  await skipPublishing(database, rows);
  await seedSuppressions(database, { rows, workspaces: [WORKSPACE, ...MORE_WORKSPACES] });

  const feed = (owner) => `${gatewayUrl}/dataplane/${owner}/regulations/suppressions`;
  const contestants = {
    workspace: new FeedPoller(feed(`workspaces/${WORKSPACE}`), SECRETS.workspace),
    'namespace of 5': new FeedPoller(feed(`namespaces/${NAMESPACE}`), SECRETS.namespace),
    'bare Fastify + pg': new FeedPoller(`${bareUrl}/page`),
  };
  session.defer(() => Object.values(contestants).forEach((poller) => poller.close()));

  const walks = {};
  for (const [name, poller] of Object.entries(contestants)) {
    session.progress(`${name}: reading everything`);
    walks[name] = await poller.walk(PAGE_SIZE);
  }
  assertComplete(walks, rows);

  session.progress(`${samples} pages of each kind`);
  const places = Object.entries(walks).flatMap(([name, walk]) => placesOf(name, walk));
  for (const place of places) await sample(contestants[place.name], place, WARM_UP);
  for (let turn = 0; turn < samples; turn += 1) {
    for (const place of places) await sample(contestants[place.name], place, 1, place.times);
  }
  for (const place of places) {
    place.databaseMs = await databaseTime(database, samples, () =>
      sample(contestants[place.name], place, samples),
    );
  }
  return report(rows, places, walks);
}

function definedRows({ rows }) {
  return rows === undefined ? {} : { rows };
}

async function start(session) {
  await refuseRamDisk(session.folder);
  session.progress('starting PostgreSQL');
  const server = await startEmbeddedPostgres({
    dataDir: join(session.folder, 'postgres'),
    ownProcessGroup: true,
    settings: { shared_preload_libraries: 'pg_stat_statements' },
  });
  session.defer(() => server.stop());
  const databaseUrl = server.url;
  const brokers = await startBroker(session);
  session.progress('starting regulation and gateway');
  const regulation = await startRegulation(session, { databaseUrl, brokers });
  const workspaces = withDataPlanes();
  const gateway = await startGateway(session, { databaseUrl, brokers, regulation, workspaces });
  const database = await connect(session, databaseUrl);
  await database.query('create extension pg_stat_statements');
  const bareUrl = await startBare(session, databaseUrl);
  return { gatewayUrl: gateway.url, bareUrl, database };
}

async function startBare(session, databaseUrl) {
  const port = await freePort();
  const app = new AppProcess(session, {
    name: 'bare-feed',
    script: fileURLToPath(new URL('baselines/feed-server.mjs', import.meta.url)),
    args: [databaseUrl, String(port), WORKSPACE],
  });
  await app.until(() => app.lines.includes('listening'), { what: 'not listening' });
  return `http://127.0.0.1:${port}`;
}

function withDataPlanes() {
  const [workspace] = WORKSPACE_FILE.workspaces;
  const dataPlane = (token) => [{ name: 'bench', token }];
  return {
    workspaces: [
      { ...workspace, dataPlanes: dataPlane(SECRETS.workspace) },
      ...MORE_WORKSPACES.map((id) => ({ id })),
    ],
    namespaces: [
      {
        id: NAMESPACE,
        workspaces: [WORKSPACE, ...MORE_WORKSPACES],
        dataPlanes: dataPlane(SECRETS.namespace),
      },
    ],
  };
}

/** The last page is the last full one, so that all three are of the same size. */
function placesOf(name, { tokens, end }) {
  const place = (where, token) => ({ name, where, token, times: [] });
  return [
    place('first', undefined),
    place('middle', tokens[Math.floor((tokens.length - 2) / 2)]),
    place('last', tokens.at(-2)),
    place('empty', end),
  ];
}

async function sample(poller, { token }, count, times = []) {
  for (let turn = 0; turn < count; turn += 1) {
    times.push((await poller.ask({ pageSize: PAGE_SIZE, token })).durationMs);
  }
}

/**
 * Milliseconds that the database works for one poll: those of the statements that ran at least as often as
 * there were polls, which leaves out the relay's.
 */
async function databaseTime(database, polls, poll) {
  await database.query('select pg_stat_statements_reset()');
  await poll();
  const { rows } = await database.query(
    'select sum(total_exec_time) as ms from pg_stat_statements where calls >= $1',
    [polls],
  );
  return rows[0].ms / polls;
}

function assertComplete(walks, rows) {
  const seen = walks['namespace of 5'].items;
  if (seen !== rows) throw new Error(`the walk saw ${seen} of ${rows} suppressions`);
  if (walks.workspace.items !== walks['bare Fastify + pg'].items) {
    throw new Error('the two walks through the workspace differ');
  }
}

function report(rows, places, walks) {
  const table = [['page of 5,000', 'median ms', 'p99 ms', 'database ms']];
  const figures = { rows };
  const targets = [];
  for (const { name, where, times, databaseMs } of places) {
    const [middle, p99] = [median(times), percentile(times, 0.99)];
    table.push([`${name}, ${where}`, round(middle), round(p99), round(databaseMs, 2)]);
    figures[`${name}, ${where}`] = { times, databaseMs };
  }
  for (const [name, { items, ms, durations }] of Object.entries(walks)) {
    const rate = Math.round(items / (ms / 1000));
    table.push([
      `${name}, all: ${rate} items/s`,
      round(median(durations)),
      round(percentile(durations, 0.99)),
      '',
    ]);
    figures[`${name}, walk`] = { items, ms, durations };
  }
  const medianOf = (name, where) =>
    median(places.find((place) => place.name === name && place.where === where).times);
  for (const name of ['workspace', 'namespace of 5']) {
    const ratio = medianOf(name, 'last') / medianOf(name, 'first');
    targets.push(target(`last ÷ first, ${name}`, round(ratio, 2), { atMost: 1.5 }));
  }
  const [ours, theirs] = ['workspace', 'bare Fastify + pg'].map((name) => medianOf(name, 'last'));
  targets.push(target('last page ms, workspace', round(ours), { atMost: 100 }));
  targets.push(target('last page ÷ bare program', round(ours / theirs, 2), { atMost: 2 }));
  return { table, figures, targets };
}
