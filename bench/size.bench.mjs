import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@lethe/local-services';
import { TOPICS, topicName } from '@lethe/contracts';
import { createKafka, createTopic } from '@lethe/messaging';
import { waitFor } from '@lethe/testing';
import autocannon from 'autocannon';
import { AppProcess } from './support/app-process.mjs';
import { cpuSecondsOf } from './support/cpu.mjs';
import { drained } from './support/drained.mjs';
import { eventOf, fill, PARTITIONS, suppression } from './support/events.mjs';
import { watchMemory } from './support/memory.mjs';
import { round } from './support/statistics.mjs';
import {
  connect,
  startBroker,
  startDatabase,
  startDeletionWorker,
  startEventFilter,
  startGateway,
  startRegulation,
  startTestRunner,
} from './support/system.mjs';
import { TOKEN, TOPIC_PREFIX, WORKSPACE, WORKSPACE_FILE } from './support/workspace.mjs';

export const title = 'memory and processor time of each app, idle and under load';

const FULL = { idle: 60, seconds: 20, deletions: 300, events: 300_000, users: 1_000_000 };
const QUICK = { idle: 2, seconds: 2, deletions: 5, events: 5_000, users: 5_000 };
const DATA_PLANE = 'lth_bench_dataplane_0123456789abcdef';
const USERS_PER_JOB = 100;
const USERS_PER_BULK = 10_000;
const LIMIT_MS = 600_000;
const INPUT = 'events';
const OUTPUT = 'filtered';

/** One app after the other gets work of one kind; what it, and those behind it, take for it is a line each. */
export async function run(session) {
  const size = session.quick ? QUICK : FULL;
  const system = await start(session, size);
  const lines = [['', 'MiB', 'MiB at most', 'CPUs', 'per second', 'per second and CPU']];
  const measure = measureInto(lines, system.apps);

  session.progress('idle');
  await delay(size.idle * 1_000); // what starting left to do
  await measure('idle', Object.keys(system.apps), '', async () => {
    await delay(size.idle * 1_000);
    return undefined;
  });

  session.progress('creates');
  await measure('creates', ['gateway', 'regulation'], 'creates', () =>
    http(system, size.seconds, 32, (n) => ({
      method: 'POST',
      path: '/v2/regulations',
      body: JSON.stringify({ regulationType: 'suppress', users: [{ userId: `created-${n}` }] }),
    })),
  );
  await drained(system.database);

  session.progress('bulk creates');
  await measure(
    `creates of ${USERS_PER_BULK} users`,
    ['gateway', 'regulation'],
    'users',
    async () => {
      const answered = await http(system, size.seconds, 8, (n) => ({
        method: 'POST',
        path: '/v2/regulations',
        body: JSON.stringify({ regulationType: 'suppress', users: usersOf(n) }),
      }));
      return answered * USERS_PER_BULK;
    },
  );
  await drained(system.database);

  session.progress('lists');
  await measure('lists of 100', ['gateway', 'regulation'], 'lists', () =>
    http(system, size.seconds, 8, () => ({ path: '/v2/regulations?limit=100' })),
  );

  session.progress('polls');
  await measure('polls of the feed', ['gateway', 'regulation'], 'pages', () =>
    http(system, size.seconds, 8, () => ({
      path: `/dataplane/workspaces/${WORKSPACE}/regulations/suppressions`,
      authorization: `Basic ${Buffer.from(`${DATA_PLANE}:`).toString('base64')}`,
    })),
  );

  session.progress('test runs');
  await measure('test runs, all stages', ['gateway', 'test-runner'], 'runs', () =>
    http(system, size.seconds, 8, () => ({
      method: 'POST',
      path: '/v0/testDestination/dst_bench',
      body: JSON.stringify({ message: { type: 'track', event: 'E', userId: 'u' }, stage: STAGE }),
    })),
  );

  session.progress('deletions');
  await measure(
    `deletions, ${USERS_PER_JOB} users a call`,
    ['gateway', 'regulation', 'deletion-worker'],
    'users',
    () => deletions(system, size.deletions),
  );

  session.progress('events');
  await measure('events of 1 KB', ['event-filter'], 'events', () => events(session, system, size));

  return { table: lines, figures: { lines }, targets: [] };
}

const STAGE = { user_transform: true, dest_transform: true, send_to_destination: true };
const CODE = 'export function transformEvent(event) { event.seen = true; return event; }';

async function start(session, { users }) {
  const sink = await startSink(session);
  const databaseUrl = await startDatabase(session);
  const brokers = await startBroker(session);
  session.progress('starting all apps');
  const kafka = createKafka({ brokers: brokers.split(','), clientId: 'bench' });
  const admin = kafka.admin();
  await admin.connect();
  session.defer(() => admin.disconnect());
  const regulation = await startRegulation(session, { databaseUrl, brokers });
  const workspaces = workspacesWith(sink);
  const gateway = await startGateway(session, { databaseUrl, brokers, regulation, workspaces });
  const runner = await startTestRunner(session, { databaseUrl, brokers });
  const worker = await startDeletionWorker(session, { databaseUrl, brokers, regulation });
  for (const topic of [INPUT, OUTPUT]) await createTopic(kafka, topic, PARTITIONS);
  const suppressions = topicName(TOPIC_PREFIX, TOPICS.suppressions);
  await waitFor(async () => (await admin.listTopics()).includes(suppressions), {
    timeoutMs: LIMIT_MS,
    message: 'the relay to make its topics',
  });
  session.progress(`${users} users suppressed`);
  await fill(kafka, suppressions, users, suppression);
  const filter = await startEventFilter(session, { brokers, from: INPUT, to: OUTPUT });
  const database = await connect(session, databaseUrl);
  return {
    database,
    kafka,
    admin,
    url: gateway.url,
    apps: {
      gateway,
      regulation,
      'test-runner': runner,
      'deletion-worker': worker,
      'event-filter': filter,
    },
  };
}

/** @returns does some work, and writes a line for each app that it goes through */
function measureInto(lines, apps) {
  return async (load, names, unit, work) => {
    const watched = names.map((name) => {
      const { pid } = apps[name];
      return { name, pid, memory: watchMemory(pid), cpu: cpuSecondsOf(pid) };
    });
    const startedAt = performance.now();
    const done = await work();
    const seconds = (performance.now() - startedAt) / 1_000;
    for (const { name, pid, memory, cpu } of watched) {
      const used = cpuSecondsOf(pid) - cpu;
      lines.push([
        `${name}: ${load}`,
        Math.round(memory.idle),
        Math.round(memory.stop()),
        round(used / seconds, 2),
        done === undefined ? '' : `${Math.round(done / seconds)} ${unit}`,
        done === undefined ? '' : Math.round(done / used),
      ]);
    }
  };
}

let requests = 0;

/** @returns how many requests were answered, all of them well */
async function http({ url }, seconds, connections, next) {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          const { authorization = `Bearer ${TOKEN}`, ...rest } = next((requests += 1));
          const headers = { authorization, 'content-type': 'application/json' };
          return { ...request, method: 'GET', ...rest, headers };
        },
      },
    ],
  });
  const refused = result.non2xx + result.errors;
  if (refused > 0) throw new Error(`${refused} requests failed`);
  return result['2xx'];
}

function usersOf(request) {
  return Array.from({ length: USERS_PER_BULK }, (_, n) => ({ userId: `bulk-${request}-${n}` }));
}

/** @returns how many users were deleted */
async function deletions({ url, database }, jobs) {
  for (let n = 0; n < jobs; n += 1) {
    const answer = await fetch(`${url}/v2/regulations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        regulationType: 'delete',
        destinationIds: ['dst_bench'],
        users: Array.from({ length: USERS_PER_JOB }, () => ({ userId: randomUUID() })),
      }),
    });
    if (answer.status !== 201) throw new Error(`a deletion was answered with ${answer.status}`);
    await answer.text();
  }
  const open = `select from regulation.deletion_jobs where state in ('pending', 'failed', 'running') limit 1`;
  await waitFor(async () => (await database.query(open)).rows.length === 0, {
    timeoutMs: LIMIT_MS,
    message: 'all deletions to be done',
  });
  return jobs * USERS_PER_JOB;
}

/** @returns how many events the filter read; they are sent as fast as it can */
async function events(session, { kafka, admin }, { events: count, users }) {
  await fill(kafka, INPUT, count, (number) => eventOf(number, users));
  const groupId = `${TOPIC_PREFIX}event-filter`;
  await waitFor(
    async () => {
      const [topic] = await admin.fetchOffsets({ groupId, topics: [INPUT] });
      const offsets = topic.partitions.map(({ offset }) => Math.max(0, Number(offset)));
      return offsets.reduce((sum, offset) => sum + offset, 0) >= count;
    },
    { timeoutMs: LIMIT_MS, message: 'all events to be filtered' },
  );
  return count;
}

function workspacesWith(url) {
  const [workspace] = WORKSPACE_FILE.workspaces;
  return {
    workspaces: [
      {
        ...workspace,
        deletionDelay: 0,
        dataPlanes: [{ name: 'bench', token: DATA_PLANE }],
        transformations: [{ id: 'tr_bench', name: 'bench', code: CODE }],
        destinations: [
          {
            id: 'dst_bench',
            name: 'Bench',
            type: 'WEBHOOK',
            config: {
              webhookUrl: url,
              webhookMethod: 'POST',
              headers: [],
              deletionUrl: url,
              deletionSecret: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
            },
            transformation: 'tr_bench',
          },
        ],
      },
    ],
  };
}

async function startSink(session) {
  const port = await freePort();
  const app = new AppProcess(session, {
    name: 'sink',
    script: fileURLToPath(new URL('baselines/sink.mjs', import.meta.url)),
    args: [String(port)],
  });
  await app.until(() => app.lines.includes('listening'), { what: 'not listening' });
  return `http://127.0.0.1:${port}/hook`;
}
