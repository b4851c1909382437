import { randomUUID } from 'node:crypto';
import { deletionWorker } from '@lethe/api/deletions';
import { regulations } from '@lethe/api/regulations';
import { suppressions } from '@lethe/api/suppressions';
import { users } from '@lethe/api/users';
import { clientOf } from '@lethe/regulation-client';
import { drained } from '../support/database.mjs';
import { WORKSPACE } from '../support/workspace.mjs';
import { costOfEach } from './statement-costs.mjs';

/** Repetitions before an operation is measured. After five, PostgreSQL keeps the plan. */
const WARM_UP = 10;
const PAGE_OF_LIST = 100;
/** A page that begins so many regulations after the oldest one is followed by the last page. */
const NEAR_END = 250;

/**
 * Measures the operations of the regulation service, one after another, with the same client as
 * gateways and workers.
 *
 * @param {object} options
 * @param options.connections to the service
 * @param options.costs of `openCosts`
 * @param options.samples repetitions of each operation
 * @param options.page changes in a page of the feed
 * @param {{ to: number, firstMs: number, stepMs: number }} options.stored `to`: number of the last
 *   stored user
 * @returns {Promise<Record<string, { blocks: number, ms: number }>>} by the name of the operation
 */
export async function measureOperations({ connections, costs, samples, page, stored }) {
  const measure = async (work) => {
    for (let n = 0; n < WARM_UP; n += 1) await work(-1 - n);
    return costs.during(async () => {
      for (let n = 0; n < samples; n += 1) await work(n);
    });
  };
  const each = async (work) => costOfEach(await measure(work), samples);
  const { createRegulations, listRegulations } = clientOf(regulations, connections);
  const { lookUpUser } = clientOf(users, connections);
  const feed = clientOf(suppressions, connections);

  const addresses = [];
  const created = await measure(async () => {
    const userId = randomUUID();
    const email = `${userId}@example.com`;
    addresses.push(email);
    await createRegulations({
      context: contextOf(),
      regulationType: 'suppress',
      users: [{ userId, email }],
      wantRecords: false,
    });
    await drained(costs.database);
  });
  const isCreate = (text) => text.includes('into regulation.regulations');

  const ids = await someUsers(costs.database, stored, samples + WARM_UP);
  const nearEnd = new Date(stored.firstMs + NEAR_END * stored.stepMs).toISOString();
  const list = (more) => listRegulations({ context: contextOf(), limit: PAGE_OF_LIST, ...more });
  const { nextCursor } = await list({ createdBefore: nearEnd });

  const readFeed = (token) => {
    const context = { ...contextOf(), workspaceIds: [WORKSPACE] };
    return feed.suppressionPage({ context, limit: page, token });
  };
  const places = await placesOfFeed(costs.database, readFeed, page);

  return {
    'create, one new user': costOfEach(created, samples, isCreate),
    'relay, the change of one user': costOfEach(created, samples, (text) => !isCreate(text)),
    'list, first page of 100': await each(() => list({})),
    'list, last page of 100': await each(() => list({ afterCursor: nextCursor })),
    'look-up by userId': await each((n) => lookUpUser({ context: contextOf(), userId: ids.at(n) })),
    'look-up by email': await each((n) =>
      lookUpUser({ context: contextOf(), email: addresses.at(n) }),
    ),
    [`feed, first page of ${page}`]: await each(() => readFeed(undefined)),
    [`feed, last page of ${page}`]: await each(() => readFeed(places.last)),
    'feed, nothing new': await each(() => readFeed(places.end)),
    ...(await measureDeletions(clientOf(deletionWorker, connections), costs, samples)),
  };
}

/**
 * Claims jobs of one destination at a time, then reports each job. Each claim is that of another
 * worker, because a workspace gets only a share of the slots of one worker.
 */
async function measureDeletions(worker, costs, samples) {
  const jobs = [];
  const claim = async () => {
    const claimId = randomUUID();
    const command = { worker: claimId, claimId, destinations: 1, leaseMs: 600_000 };
    const { claimed } = await worker.claimDeletions({ context: contextOf(), ...command });
    const found = claimed.flatMap((destination) => destination.jobs);
    if (found.length !== 1) throw new Error(`A claim returned ${found.length} jobs, not 1.`);
    jobs.push({ jobId: found[0].jobId, claimId });
  };
  const report = async () => {
    const outcome = { status: 'complete', record: { method: 'bench' } };
    const reports = [{ ...jobs.shift(), outcome }];
    const { results } = await worker.reportDeletions({ context: contextOf(), reports });
    if (results[0] !== 'taken') throw new Error(`A report was answered with ${results[0]}.`);
  };
  for (let n = 0; n < WARM_UP; n += 1) await claim();
  for (let n = 0; n < WARM_UP; n += 1) await report();
  const repeat = async (work) => {
    for (let n = 0; n < samples; n += 1) await work();
  };
  const claims = await costs.during(() => repeat(claim));
  const reports = await costs.during(() => repeat(report));
  return {
    'claim of a deletion job': costOfEach(claims, samples),
    'report of a deletion job': costOfEach(reports, samples),
  };
}

function contextOf() {
  const requestId = randomUUID();
  return { requestId, deadline: Date.now() + 60_000, workspaceId: WORKSPACE, actor: 'bench' };
}

/** Returns the ids of users of the workspace that are spread over all stored users. */
async function someUsers(database, { to }, count) {
  const { rows } = await database.query(
    `select user_id from unnest($1::text[]) as given (user_id)
       join regulation.suppressions s using (user_id) where s.workspace_id = $2`,
    [await idsOfNumbers(database, to, count * 2), WORKSPACE],
  );
  if (rows.length < count) throw new Error(`Only ${rows.length} of ${count} users were found.`);
  return rows.map(({ user_id: userId }) => userId);
}

async function idsOfNumbers(database, to, count) {
  const { rows } = await database.query(
    `select md5(floor(1 + n * $1::float8 / $2)::bigint::text)::uuid::text as id from generate_series(0, $2::int - 1) as n`,
    [to, count],
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns the tokens of the last full page and of the end. Stores a mark shortly before the end, as
 * the service does once a minute, and begins there with a token that a client builds from a time.
 */
async function placesOfFeed(database, readFeed, page) {
  await database.query('truncate regulation.change_marks');
  await database.query(
    `insert into regulation.change_marks (at, position)
     select clock_timestamp() - interval '1 hour', last_value - ceil($1 * 1.1) from regulation.suppression_changes`,
    [page],
  );
  const SyncStartTime = new Date(Date.now() - 1_800_000).toISOString();
  const since = JSON.stringify({ SyncStartTime, SyncSeqId: -1 });
  const last = Buffer.from(since).toString('base64');
  let { items, token } = await readFeed(last);
  if (items.length !== page) throw new Error(`The last page has ${items.length} changes.`);
  while (items.length === page) ({ items, token } = await readFeed(token));
  return { last, end: token };
}
