import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@lethe/testing';
import { drained, untilFound } from './database.mjs';
import { forSeconds } from './repeating.mjs';
import { summary } from './statistics.mjs';
import { WORKSPACE } from './workspace.mjs';

/** Maximum milliseconds between two orders of the measured workspace. */
const PAUSE_MS = 100;
/** Milliseconds for which the other workspaces are active before the measurement begins. */
const HEAD_START_MS = 2_000;

/**
 * Orders one deletion after another, each for one user at one of the destinations.
 *
 * @returns a summary of the milliseconds from each order until its deletion is complete
 */
export async function timeDeletions({ client, database }, destinations, seconds) {
  const orderedAt = new Map();
  await forSeconds(seconds, async (n) => {
    const now = Date.now();
    orderedAt.set(await orderDeletion(client, destinations[n % destinations.length]), now);
    await delay(Math.random() * PAUSE_MS);
  });
  return summary(await timesOf(database, orderedAt));
}

/** @returns the id of the user */
export async function orderDeletion(client, destination) {
  const userId = randomUUID();
  const request = { regulationType: 'delete', destinationIds: [destination], users: [{ userId }] };
  // On a busy machine the service can be unavailable for a moment. The wait for it is part of the
  // measured time.
  await waitFor(() => client.create(JSON.stringify(request)), { message: 'an order to be stored' });
  return userId;
}

/**
 * Waits until deletions are complete.
 *
 * @param {Map<string, number>} orderedAt time of the order of each user
 * @returns milliseconds of each deletion
 */
export async function timesOf(database, orderedAt) {
  const rows = await untilFound(
    database,
    'the measured deletions to be complete',
    `select user_id as user, at from (
       select r.user_id, extract(epoch from j.finished_at)::float8 * 1000 as at, count(*) over () as done
         from regulation.regulations r join regulation.deletion_job_users u on u.regulation_id = r.id
         join regulation.deletion_jobs j on j.id = u.job_id
        where r.workspace_id = $1 and r.user_id = any($2::text[]) and j.state = 'complete') row
      where done = cardinality($2::text[])`,
    [WORKSPACE, [...orderedAt.keys()]],
    { intervalMs: 100 },
  );
  return rows.map(({ user, at }) => at - orderedAt.get(user));
}

/**
 * Runs `work` while the worker carries out a workspace's jobs. Before and after, the jobs are
 * paused.
 *
 * @param database
 * @param {string} workspace
 * @param work
 * @param {'jobs' | 'verifications'} kind of what waits in the workspace
 */
export async function beside(database, workspace, work, kind = 'jobs') {
  await database.query(
    `update regulation.deletion_lanes
        set paused_at = null, ${kind === 'jobs' ? 'ready_at' : 'verify_at'} = now(), delayed_until = null,
            delays = 0, failures = 0
      where workspace_id = $1`,
    [workspace],
  );
  await delay(HEAD_START_MS);
  const result = await work();
  await pauseWorkspace(database, workspace);
  await untilFound(
    database,
    'running jobs to end',
    `select where not exists (select from regulation.deletion_jobs where state = 'running')
              and not exists (select from regulation.deletion_verifications where state = 'running')`,
  );
  await drained(database);
  return result;
}

export async function pauseWorkspace(database, workspace) {
  await database.query(
    `update regulation.deletion_lanes set paused_at = now() where workspace_id = $1`,
    [workspace],
  );
}
