import { NOISES } from '@lethe/testing';
import { untilFound } from '../support/database.mjs';
import {
  beside,
  orderDeletion,
  pauseWorkspace,
  timeDeletions,
  timesOf,
} from '../support/deletion-times.mjs';
import { watchMemory } from '../support/memory.mjs';
import { startServer } from '../support/programs.mjs';
import { ratio, target } from '../support/report.mjs';
import { seedWaiting } from '../support/seed-deletions.mjs';
import { median, round } from '../support/statistics.mjs';
import { startDeletionWorker, startSystem } from '../support/system.mjs';
import { benchWorkspace, deletionHook, idsOf, workspaceOf } from '../support/workspace.mjs';

const FULL = {
  rounds: 3,
  seconds: 8,
  warmUpSeconds: 10,
  noisy: { ofEach: 20, jobs: 2_000 },
  many: { destinations: 100, jobs: 10_000, rounds: 5 },
};
const QUICK = {
  rounds: 1,
  seconds: 2,
  warmUpSeconds: 1,
  noisy: { ofEach: 3, jobs: 100 },
  many: { destinations: 20, jobs: 100, rounds: 1 },
};
/**
 * Number of destinations of the measured workspace, and the milliseconds that each takes for a
 * call.
 */
const GOOD = 10;
const TAKES_MS = 0;
const FEW = 10;
const NOISY = 'ws_noisy';
const MANY = 'ws_many';

/**
 * Measures the deletions of one workspace while other workspaces have bad destinations, or a
 * million jobs.
 */
export async function benchDeletions(session) {
  const size = session.quick ? QUICK : FULL;
  const system = await start(session, size);
  session.progress('deletions: warming up');
  await measure(system, size.warmUpSeconds);
  const noisy = await besideNoisy(session, system, size);
  const many = await besideMany(session, system, size.many);
  const memory = round(system.memory.stop().worker.peak, 0);
  const name = 'deletions beside noisy destinations: p50 ÷ p50 alone';
  return {
    table: [...noisy.table, ...many.table],
    figures: { ...noisy.figures, ...many.figures, workerMiB: memory },
    targets: [
      ratio(name, noisy.figures.noisy, { atMost: 2 }),
      target('peak memory of the deletion worker, MiB', memory, { atMost: 400 }),
    ],
  };
}

const measure = (system, seconds) => timeDeletions(system, idsOf('good', GOOD), seconds);

async function besideNoisy(session, system, { rounds, seconds }) {
  const table = [];
  const ratios = [];
  const turn = async () => {
    const alone = await measure(system, seconds);
    const { count, p50, p99 } = await beside(system.database, NOISY, () =>
      measure(system, seconds),
    );
    const times = p50 / alone.p50;
    ratios.push(times);
    const figures = [round(p50), round(p99), round(alone.p50), round(times, 2)];
    table.push(['noisy destinations', count, ...figures, '–']);
  };
  await session.rounds(rounds, turn, 'noisy destinations,');
  return { table, figures: { noisy: round(median(ratios), 2) } };
}

async function besideMany(session, system, { rounds, destinations, jobs }) {
  const [alone, crowded] = [[], []];
  const turn = async () => {
    alone.push(await orderFew(system));
    crowded.push(await beside(system.database, MANY, () => orderFew(system)));
  };
  await session.rounds(rounds, turn, `${FEW} jobs beside a million,`);
  const [a, b] = [median(alone), median(crowded)];
  const name = `${FEW} jobs beside ${destinations * jobs}, until all are complete`;
  const figures = [round(b, 0), round(Math.max(...crowded), 0), round(a, 0), round(b / a, 2)];
  return {
    table: [[name, FEW, ...figures, '–']],
    figures: { fewAloneMs: round(a, 0), fewBesideMs: round(b, 0) },
  };
}

/**
 * Orders deletions at one destination, whose jobs run one after another.
 *
 * @returns milliseconds until the last one is complete
 */
async function orderFew({ client, database }) {
  const now = Date.now();
  const orderedAt = new Map();
  for (let n = 0; n < FEW; n += 1) orderedAt.set(await orderDeletion(client, 'good_0'), now);
  return Math.max(...(await timesOf(database, orderedAt)));
}

async function start(session, { noisy, many }) {
  const bad = await startServer(session, 'support/noisy-receiver');
  const good = await startServer(session, 'support/receiver', TAKES_MS);
  const others = [
    { id: NOISY, at: bad, ids: NOISES.flatMap((noise) => idsOf(noise, noisy.ofEach)), ...noisy },
    { id: MANY, at: good, ids: idsOf('many', many.destinations), ...many },
  ];
  const hooks = (ids, receiver) => {
    return { deletionDelay: 0, destinations: ids.map((id) => deletionHook(id, receiver)) };
  };
  const workspaces = [
    benchWorkspace(hooks(idsOf('good', GOOD), good)),
    ...others.map(({ id, at, ids }) => workspaceOf(id, undefined, hooks(ids, at))),
  ];
  const system = await startSystem(session, { file: { workspaces } });
  const { client, database } = system;
  for (const { id, ids, jobs } of others) {
    session.progress(`storing ${ids.length * jobs} jobs`);
    await seedWaiting(database, { workspace: id, destinations: ids, each: jobs });
    await untilFound(
      database,
      'workers to be able to claim jobs of all destinations',
      `select where $2 = (select count(*) from regulation.deletion_lanes where workspace_id = $1)`,
      [id, ids.length],
    );
    await pauseWorkspace(database, id);
  }
  const worker = await startDeletionWorker(session, system);
  return { client, database, memory: watchMemory({ worker }) };
}
