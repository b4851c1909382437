import { cpuText, watchCpu } from './support/cpu.mjs';
import { beside, timeDeletions } from './support/deletion-times.mjs';
import { watchMemory } from './support/memory.mjs';
import { ratio, target } from './support/report.mjs';
import { seedVerifications } from './support/seed-deletions.mjs';
import { median, quotients, round } from './support/statistics.mjs';
import { startDeletionWorker, startRedis, startSystem } from './support/system.mjs';
import { benchWorkspace, destination, idsOf, workspaceOf } from './support/workspace.mjs';

const FULL = { rounds: 3, seconds: 10, warmUpSeconds: 10, destinations: 100, each: 10_000 };
const QUICK = { rounds: 1, seconds: 2, warmUpSeconds: 1, destinations: 10, each: 2_000 };
/** Number of destinations of the measured workspace. */
const MEASURED = 10;
const OTHER = 'ws_verified';

/**
 * Measures the deletions of one workspace, alone and while the worker verifies the deletions of
 * another one. All destinations are one Redis server.
 */
export async function run(session) {
  const { rounds, seconds, warmUpSeconds, destinations, each } = session.quick ? QUICK : FULL;
  const address = await startRedis(session);
  const others = idsOf('verified', destinations);
  const good = idsOf('good', MEASURED);
  const at = (ids) => ({
    deletionDelay: 0,
    destinations: ids.map((id) => destination(id, 'REDIS', { address, prefix: `${id}:` })),
  });
  const workspaces = [benchWorkspace(at(good)), workspaceOf(OTHER, undefined, at(others))];
  const system = await startSystem(session, { file: { workspaces } });
  const { database, postgres, regulation } = system;
  session.progress(`storing ${destinations * each} complete deletions, which are to be verified`);
  await seedVerifications(database, {
    ...{ workspace: OTHER, type: 'REDIS', destinations: others, each },
  });
  const worker = await startDeletionWorker(session, system);
  session.progress('deletions: warming up');
  await timeDeletions(system, good, warmUpSeconds);

  const [alone, crowded, cpu] = [[], [], []];
  const memory = watchMemory({ regulation, worker });
  const verifiedBefore = await countVerified(database);
  const columns = ['count', 'p50', 'p99', 'alone: p50', 'p99', 'p50 ÷ p50', 'verified'];
  const cpuColumn = 'CPU µs a verification, with the deletions beside it';
  const table = [['deletions beside due verifications, ms', ...columns, cpuColumn]];
  const turn = async () => {
    alone.push(await timeDeletions(system, good, seconds));
    const before = await countVerified(database);
    const used = watchCpu({ regulation, worker, postgres });
    const work = () => timeDeletions(system, good, seconds);
    crowded.push(await beside(database, OTHER, work, 'verifications'));
    const verified = (await countVerified(database)) - before;
    cpu.push(used(verified));
    const [a, b] = [alone.at(-1), crowded.at(-1)];
    const times = [b.p50, b.p99, a.p50, a.p99].map((ms) => round(ms));
    const quotient = round(b.p50 / a.p50, 2);
    const line = [destinations * each, b.count, ...times, quotient, verified];
    table.push([...line, cpuText(cpu.slice(-1))]);
  };
  await session.rounds(rounds, turn, 'beside verifications,');
  const used = memory.stop();
  const left = await countDue(database);
  if (left === 0) throw new Error('no verification was due at the end of the measurement');
  const p50 = (turns) => turns.map((one) => one.p50);
  const ratios = quotients(p50(crowded), p50(alone));
  const over = (app) => round(used[app].over, 0);
  const verified = (await countVerified(database)) - verifiedBefore;
  return {
    table,
    figures: {
      ...{ aloneMs: p50(alone), besideMs: p50(crowded), verified, left, cpu },
      ...{ regulationOverMiB: over('regulation'), workerOverMiB: over('worker') },
    },
    targets: [
      ratio(
        'deletions beside due verifications: p50 ÷ p50 alone',
        round(median(ratios), 2),
        { atMost: 1.5 },
        ratios,
      ),
      target('memory of regulation over that before, MiB', over('regulation'), { atMost: 100 }),
      target('memory of the worker over that before, MiB', over('worker'), { atMost: 100 }),
    ],
  };
}

const countVerified = (database) => count(database, `state = 'absent'`);
const countDue = (database) =>
  count(database, `state in ('pending', 'failed') and due_at <= now()`);

/** @returns {Promise<number>} the number of verifications in the other workspace */
async function count(database, condition) {
  const { rows } = await database.query(
    `select count(*)::int as number from regulation.deletion_verifications
      where workspace_id = $1 and ${condition}`,
    [OTHER],
  );
  return rows[0].number;
}
