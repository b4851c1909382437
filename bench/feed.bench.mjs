import { feedPoller } from './support/feed-poller.mjs';
import { startServer } from './support/programs.mjs';
import { ratio, target } from './support/report.mjs';
import { seedSuppressions } from './support/seed-suppressions.mjs';
import { median, percentile, round } from './support/statistics.mjs';
import { startSystem } from './support/system.mjs';
import { benchWorkspace, idsOf, WORKSPACE } from './support/workspace.mjs';

const FULL = { rows: 5_000_000, samples: 60 };
const QUICK = { rows: 100_000, samples: 10 };
/** The page size that data planes request. */
const PAGE_SIZE = 5_000;
const WARM_UP = 5;

const NAMESPACE = 'ns_bench';
const SECRETS = {
  workspace: 'lth_bench_dp_0123456789abcdefghijkl',
  namespace: 'lth_bench_ns_0123456789abcdefghijkl',
};
const MORE_WORKSPACES = idsOf(WORKSPACE, 4);
const BARE = 'bare Fastify + pg';

export async function run(session) {
  const { rows: usual, samples } = session.quick ? QUICK : FULL;
  const rows = session.rows ?? usual;
  const system = await startSystem(session, { file: withDataPlanes() });
  const { databaseUrl, gateway, database } = system;
  const bareUrl = await startServer(session, 'baselines/feed-server', databaseUrl, WORKSPACE);
  session.progress(`storing ${rows} suppressions`);
  await seedSuppressions(database, { rows, workspaces: [WORKSPACE, ...MORE_WORKSPACES] });

  const feed = (owner, secret) =>
    feedPoller(gateway.url, `/dataplane/${owner}/regulations/suppressions`, secret);
  const contestants = {
    workspace: feed(`workspaces/${WORKSPACE}`, SECRETS.workspace),
    'namespace of 5': feed(`namespaces/${NAMESPACE}`, SECRETS.namespace),
    [BARE]: feedPoller(bareUrl, '/page'),
  };
  session.defer(() => Object.values(contestants).forEach((poller) => poller.close()));

  const walks = {};
  for (const [name, poller] of Object.entries(contestants)) {
    session.progress(`${name}: reading all pages`);
    walks[name] = await poller.walk(PAGE_SIZE);
  }
  assertComplete(walks, rows);

  session.progress(`${samples} pages of each kind`);
  const places = Object.entries(walks).flatMap(([name, walk]) => placesOf(name, walk));
  const sample = async ({ name, token }, count, times = []) => {
    for (let turn = 0; turn < count; turn += 1) {
      times.push((await contestants[name].ask({ pageSize: PAGE_SIZE, token })).durationMs);
    }
  };
  for (const place of places) await sample(place, WARM_UP);
  for (let turn = 0; turn < samples; turn += 1) {
    for (const place of places) await sample(place, 1, place.times);
  }
  return report(rows, places, walks);
}

function withDataPlanes() {
  const dataPlanes = (token) => [{ name: 'bench', token }];
  return {
    workspaces: [
      benchWorkspace({ dataPlanes: dataPlanes(SECRETS.workspace) }),
      ...MORE_WORKSPACES.map((id) => ({ id })),
    ],
    namespaces: [
      {
        id: NAMESPACE,
        workspaces: [WORKSPACE, ...MORE_WORKSPACES],
        dataPlanes: dataPlanes(SECRETS.namespace),
      },
    ],
  };
}

/** Returns four pages. `last` is the last full page, so the first three have the same size. */
function placesOf(name, { tokens, end }) {
  const place = (where, token) => ({ name, where, token, times: [] });
  return [
    place('first', undefined),
    place('middle', tokens[Math.floor((tokens.length - 2) / 2)]),
    place('last', tokens.at(-2)),
    place('empty', end),
  ];
}

function assertComplete(walks, rows) {
  const seen = walks['namespace of 5'].items;
  if (seen !== rows) throw new Error(`the pages have ${seen} of ${rows} suppressions`);
  if (walks.workspace.items !== walks[BARE].items) {
    throw new Error('the pages of the gateway and of the bare program differ');
  }
}

function report(rows, places, walks) {
  const table = [['page of 5,000', 'median ms', 'p99 ms']];
  const figures = { rows };
  const line = (name, times) =>
    table.push([name, round(median(times)), round(percentile(times, 0.99))]);
  for (const { name, where, times } of places) {
    line(`${name}, ${where}`, times);
    figures[`${name}, ${where}`] = { times };
  }
  for (const [name, { items, ms, durations }] of Object.entries(walks)) {
    line(`${name}, all: ${Math.round(items / (ms / 1000))} items/s`, durations);
    figures[`${name}, walk`] = { items, ms, durations };
  }
  const medianOf = (name, where) => median(figures[`${name}, ${where}`].times);
  const ratioOf = (name) => round(medianOf(name, 'last') / medianOf(name, 'first'), 2);
  const [ours, theirs] = [medianOf('workspace', 'last'), medianOf(BARE, 'last')];
  return {
    table,
    figures,
    targets: [
      ...['workspace', 'namespace of 5'].map((name) =>
        ratio(`last ÷ first, ${name}`, ratioOf(name), { atMost: 1.5 }),
      ),
      target('last page ms, workspace', round(ours), { atMost: 100 }),
      ratio('last page ÷ bare program', round(ours / theirs, 2), { atMost: 2 }),
    ],
  };
}
