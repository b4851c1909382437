import { setTimeout as delay } from 'node:timers/promises';
import { connectRegulation } from '@lethe/regulation-client';
import { untilFound } from './support/database.mjs';
import { refuseSmallDisk } from './support/machine.mjs';
import { target } from './support/report.mjs';
import { round } from './support/statistics.mjs';
import { connect, startDatabase, startRegulation, startService } from './support/system.mjs';
import { SECRET_KEY } from './support/workspace.mjs';
import { measureOperations } from './growth/operations.mjs';
import {
  bytesOf,
  MOST_DESTINATIONS,
  removeUsers,
  seedInPortions,
  seedUsers,
  timesOf,
  USERS_PER_DELETION,
  USERS_PER_WAITING,
} from './growth/seed-users.mjs';
import { COUNTING, costOfOneCall, openCosts } from './growth/statement-costs.mjs';

/** Every periodic job but those of ten minutes runs in 31 s, and most run in 5.5 s. */
const FULL = {
  users: 20_000_000,
  /** Users that are stored in portions. */
  inPortions: 200_000,
  ...{ samples: 200, page: 5_000, periodicMs: 31_000 },
};
const QUICK = {
  ...{ users: 60_000, inPortions: 3_000 },
  ...{ samples: 10, page: 200, periodicMs: 5_500 },
};
/** The sizes of the database are the largest one divided by these numbers. */
const DIVISORS = [20, 4, 1];
/** Free space that the benchmark requires, for the largest size with its indexes and their build. */
const BYTES_PER_USER = 1_500;
/** Connections that store users at the same time. */
const SEEDING = 4;
/** Users that one statement of the count reads (`ROWS` of `count-suppressed-users.ts`). */
const COUNTED_AT_ONCE = 100_000;
/** Statements of the count that are measured. With many users, a count takes minutes. */
const MEASURED_COUNTS = 5;
const IDENTIFIER_KEY = { LETHE_IDENTIFIER_KEY: SECRET_KEY };

/** Statements of the leader that read all suppressed users, and all open deletion jobs. */
const COUNT_OF_USERS = 'rows with ties';
const COUNT_OF_JOBS = 'deletion_jobs_oldest_age_seconds';
/** Rewrites a row for each destination and state. Dead rows make its blocks vary. */
const TALLIES = 'delete from regulation.deletion_tallies';

/** @param session its `rows`, if set, is the number of users of the largest size */
export async function run(session) {
  const usual = session.quick ? QUICK : FULL;
  const { samples, page, periodicMs, inPortions } = usual;
  const users = session.rows ?? usual.users;
  await refuseSmallDisk(session.folder, users * BYTES_PER_USER);
  const postgres = await startDatabase(session, COUNTING);
  const service = await startService(session, { postgres });
  const costs = await openCosts(session, service.databaseUrl);
  const sizes = DIVISORS.map((divisor) => Math.floor(users / divisor));
  const times = timesOf(users);
  // Without this, the relay would not know the topics of the next start, and publish all users again.
  await untilFound(
    costs.database,
    'the relay to know its topics',
    `select from regulation.relay_positions, regulation.deletion_claims_allowed where topic_id is not null and is_told`,
  );
  await service.regulation.stop();

  session.progress(`storing ${inPortions} users in portions`);
  await seedInPortions(costs.database, { from: 1, to: inPortions, ...times });
  const inUse = bytesOfEach(await bytesOfUsers(costs.database), inPortions);
  await removeUsers(costs.database);

  const connections = [];
  for (let n = 0; n < SEEDING; n += 1)
    connections.push(await connect(session, service.databaseUrl));
  const stages = [];
  for (const [at, to] of sizes.entries()) {
    session.progress(`storing users until there are ${to}`);
    await seedUsers(connections, { from: (sizes[at - 1] ?? 0) + 1, to, ...times });
    const bytes = await bytesOfUsers(costs.database);
    session.progress('starting the regulation service');
    const started = await startMeasured(session, { service, costs, users: to, periodicMs });
    session.progress(`measuring ${samples} of each operation`);
    const calls = connectRegulation({
      LETHE_REGULATION_ADDRESS: started.regulation.address,
      LETHE_REGULATION_SOCKETS: 1,
      LETHE_UNAVAILABLE_AFTER: 20,
    });
    session.defer(() => calls.close());
    const stored = { to, ...times };
    const operations = await measureOperations({
      connections: calls,
      costs,
      samples,
      page,
      stored,
    });
    await started.regulation.stop();
    const { counts, periodic } = started;
    stages.push({ users: to, bytes, counts, operations: { ...operations, ...periodic } });
  }
  return report(stages, inUse);
}

/**
 * Starts the service, and waits until it counts the suppressed users. Then measures its periodic
 * work while it gets no commands.
 */
async function startMeasured(session, { service, costs, users, periodicMs }) {
  /** @type {any} */
  let regulation;
  const starting = await costs.during(async () => {
    regulation = await startRegulation(session, { ...service, env: IDENTIFIER_KEY });
    await untilCounting(costs.database, users);
    await untilFound(
      costs.database,
      'workers to be able to claim jobs of all destinations',
      `select where $1 = (select count(*) from regulation.deletion_lanes)
                and exists (select from regulation.deletion_claims_allowed)
                and not exists (select from regulation.deletion_jobs where unsettled)`,
      [Math.min(MOST_DESTINATIONS, Math.floor(users / USERS_PER_WAITING))],
    );
  });
  showMost(session, 'start', starting);
  const periodic = await costs.during(() => delay(periodicMs));
  showMost(session, 'periodic', periodic);
  const others = [COUNT_OF_USERS, COUNT_OF_JOBS, TALLIES];
  return {
    regulation,
    counts: {
      suppressedUsers: wholeCount(starting, users),
      openJobs: costOfOneCall(periodic.filter(({ text }) => text.includes(COUNT_OF_JOBS))),
    },
    periodic: {
      'periodic work, each statement once': costOfOneCall(
        periodic.filter(({ text }) => !others.some((other) => text.includes(other))),
      ),
    },
  };
}

/** @returns blocks and milliseconds of a count, computed from the statements that have run */
function wholeCount(statements, users) {
  const { blocks, ms } = costOfOneCall(
    statements.filter(({ text }) => text.includes(COUNT_OF_USERS)),
  );
  const times = Math.ceil(users / COUNTED_AT_ONCE);
  return { blocks: blocks * times, ms: ms * times };
}

function untilCounting(database, users) {
  return untilFound(
    database,
    'the relay to count the suppressed users',
    `select from pg_stat_statements where query like '%${COUNT_OF_USERS}%'
     having coalesce(sum(calls), 0) >= $1`,
    [Math.min(MEASURED_COUNTS, Math.ceil(users / COUNTED_AT_ONCE))],
  );
}

/** Reports the statements with most blocks, so that a larger ratio can be explained. */
function showMost(session, when, statements) {
  const most = statements.toSorted((one, other) => perCall(other) - perCall(one)).slice(0, 6);
  for (const statement of most) {
    const { text, calls, ms } = statement;
    const start = text.replaceAll(/\s+/g, ' ').slice(0, 90);
    session.progress(`${when}: ${perCall(statement)} blocks, ${round(ms / calls)} ms: ${start}`);
  }
}

function perCall({ blocks, calls }) {
  return round(blocks / calls);
}

async function bytesOfUsers(database) {
  return {
    regulations: await bytesOf(database, ['regulations']),
    suppressions: await bytesOf(database, ['suppressions']),
    deletions: await bytesOf(database, ['deletion_jobs', 'deletion_job_users']),
  };
}

function bytesOfEach(bytes, users) {
  return {
    user: round(sumOf(bytes.regulations, bytes.suppressions) / users, 0),
    deletion: round((sumOf(bytes.deletions) / users) * USERS_PER_DELETION, 0),
  };
}

function report(stages, inUse) {
  const sizes = stages.map(({ users }) => users);
  const names = Object.keys(stages[0].operations);
  const growthOf = (values) => round(values.at(-1) / values[0], 2);
  const costs = Object.fromEntries(
    names.map((name) => {
      const of = (key) => stages.map(({ operations }) => round(operations[name][key], 3));
      return [name, { blocks: of('blocks'), ms: of('ms') }];
    }),
  );
  const bytes = stages.map(({ bytes: all, users }) => ({ ...all, ...bytesOfEach(all, users) }));
  const countsOf = (name, key) => stages.map(({ counts }) => round(counts[name][key], 3));
  const counts = Object.fromEntries(
    Object.keys(stages[0].counts).map((name) => [
      name,
      { blocks: countsOf(name, 'blocks'), ms: countsOf(name, 'ms') },
    ]),
  );
  const line = (name, values, decimals = 1) => [
    name,
    ...values.map((value) => round(value, decimals)),
    growthOf(values),
  ];
  return {
    table: [
      ['suppressed users', ...sizes, 'last ÷ first'],
      line(
        'bytes a user',
        bytes.map(({ user }) => user),
      ),
      ['bytes a user, stored row by row', inUse.user],
      line(
        'bytes a deletion',
        bytes.map(({ deletion }) => deletion),
      ),
      line('count of all suppressed users, ms', counts.suppressedUsers.ms),
      line('count of all open deletion jobs, ms', counts.openJobs.ms),
      ['', ...sizes.map(() => ''), ''],
      ['blocks', ...sizes.map(() => ''), ''],
      ...names.map((name) => line(name, costs[name].blocks)),
      ['', ...sizes.map(() => ''), ''],
      ['ms in PostgreSQL', ...sizes.map(() => ''), ''],
      ...names.map((name) => line(name, costs[name].ms, 2)),
    ],
    figures: { sizes, bytes, inUse, counts, costs },
    targets: [
      target('bytes a user, last ÷ first', growthOf(bytes.map(({ user }) => user)), {
        atMost: 1.1,
      }),
      ...names.map((name) =>
        target(`blocks, ${name}: last ÷ first`, growthOf(costs[name].blocks), { atMost: 1.5 }),
      ),
    ],
  };
}

function sumOf(...all) {
  return all.reduce((sum, { table, indexes }) => sum + table + indexes, 0);
}
