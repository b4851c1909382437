import { cpu, middle, number } from './format.mjs';

/**
 * What users ask before they choose. `figures`: rates and times of the latest version, from the
 * figures `needs` of a benchmark. Each line has the quantity, the value of Lethe, and the value of the
 * program that Lethe is compared with.
 */
export const SECTIONS = [
  {
    heading: 'Creates',
    text: `A create is durable when it is answered, and on the topic some milliseconds later. A bare program needs a commit for each create. Lethe stores creates that arrive together
with one commit, so it can be quicker. \`edge\` is the cost of a request in the gateway without the work behind it, \`limits\` that of metrics, rate limits and traces.

**The limit** is the CPU time below: it is used by the gateway (add instances), the regulation service (add instances) and PostgreSQL (a larger machine).`,
    benches: ['a', 'b', 'edge', 'limits'],
    figures: [
      {
        bench: 'a',
        needs: ['lethe', 'bare', 'letheP99Ms', 'bareP99Ms', 'letheCpuMicros', 'bareCpuMicros'],
        of: ({ lethe, bare, letheP99Ms, bareP99Ms, letheCpuMicros, bareCpuMicros }) => [
          ['creates of one user a second', middle(lethe), `${middle(bare)}: bare Fastify and pg`],
          ['p99, ms', middle(letheP99Ms), middle(bareP99Ms)],
          ['CPU µs a create', cpu(letheCpuMicros), cpu(bareCpuMicros)],
        ],
      },
      {
        bench: 'b',
        needs: ['letheMs', 'rawMs'],
        of: ({ letheMs, rawMs }) => [
          ['ms for 10,000 users', middle(letheMs), `${middle(rawMs)}: raw bulk insert`],
        ],
      },
    ],
  },
  {
    heading: 'Until a change has an effect',
    text: `The relay publishes all changes, in order, on Kafka. Only one instance of the regulation service, the leader, runs it. Events of the user are dropped as soon as the event filter
has read the record. \`e\` is the rate with a backlog.

**The limit** is the rate of \`e\`: each create has two records. More instances do not raise it, because one leader keeps the order. A backlog waits in PostgreSQL and loses nothing.
\`e\` compares with a producer whose records are ready in memory. The relay also reads each record from PostgreSQL and deletes it there, on the same CPUs.`,
    benches: ['d', 'j', 'e'],
    figures: [
      {
        bench: 'd',
        needs: ['delayMs'],
        of: ({ delayMs }) => [['ms from the answer to the record', middle(delayMs), '–']],
      },
      {
        bench: 'e',
        needs: ['relay', 'plain'],
        of: ({ relay, plain }) => [
          ['records a second', middle(relay), `${middle(plain)}: plain KafkaJS producer`],
        ],
      },
      {
        bench: 'e',
        needs: ['relayCpuMicros', 'plainCpuMicros'],
        of: ({ relayCpuMicros, plainCpuMicros }) => [
          ['CPU µs a record', cpu(relayCpuMicros), cpu(plainCpuMicros)],
        ],
      },
    ],
  },
  {
    heading: 'Lists',
    text: 'A page of a list reads only the regulations that it shows. So the last of 1,000,000 regulations cost what the first cost.',
    benches: ['c'],
    figures: [
      {
        bench: 'c',
        needs: ['limit100', 'limit1000'],
        of: ({ limit100, limit1000 }) => [
          [
            'ms for 100 regulations, last page',
            middle(limit100.last),
            `${middle(limit100.first)}: first page`,
          ],
          [
            'ms for 1,000 regulations, last page',
            middle(limit1000.last),
            `${middle(limit1000.first)}: first page`,
          ],
        ],
      },
    ],
  },
  {
    heading: 'The suppression feed',
    text: `Data planes poll the feed. A page has up to 5,000 changes.

**The limit** is the CPU of gateways and regulation services: add instances of both.`,
    benches: ['g'],
    figures: [
      {
        bench: 'g',
        needs: ['rows', 'workspace, walk', 'bare Fastify + pg, walk'],
        of: (figures) => {
          const ms = (of, where) => middle(figures[`${of}, ${where}`].times);
          const walk = (of) => {
            const { items, ms: took } = figures[`${of}, walk`];
            return number(items / (took / 1_000));
          };
          const bare = 'bare Fastify + pg';
          return [
            [
              'ms for a page, first',
              ms('workspace', 'first'),
              `${ms(bare, 'first')}: bare Fastify and pg`,
            ],
            [
              `ms for a page, last of ${number(figures.rows)} suppressions`,
              ms('workspace', 'last'),
              ms(bare, 'last'),
            ],
            ['ms without a change', ms('workspace', 'empty'), ms(bare, 'empty')],
            ['changes a second, page after page', walk('workspace'), walk(bare)],
          ];
        },
      },
    ],
  },
  {
    heading: 'The event filter',
    text: `The filter reads a topic, drops the events of suppressed users, and writes the others to another topic, each exactly once. It is compared with a loop that copies all
events with the same Kafka client, also in transactions.

**The limit** is the number of partitions of the input: an instance for each at most.`,
    benches: ['i'],
    figures: [
      {
        bench: 'i',
        needs: ['filter', 'plain'],
        of: ({ filter, plain }) => [
          [
            'events of 1 KB a second',
            middle(filter),
            `${middle(plain)}: plain loop from topic to topic`,
          ],
        ],
      },
    ],
  },
  {
    heading: 'The suppression index',
    text: `Each event filter, and each service that uses \`@lethe/suppression-index\`, has all suppressed users in memory.

**The limit** is memory: the bytes a user below, and twice that while the index is read again.`,
    benches: ['h', 'k'],
    figures: [
      {
        bench: 'k',
        needs: ['topic', 'snapshot', 'plain'],
        of: ({ topic, snapshot, plain }) => {
          const ms = (starts) => middle(starts.map(({ durationMs }) => durationMs));
          const memory = (starts) => middle(starts.map(({ rss }) => rss / 2 ** 20));
          const users = number(topic[0].users);
          return [
            [
              `ms to start with ${users} users, from the topic`,
              ms(topic),
              `${ms(plain)}: KafkaJS consumer and a \`Map\` of strings`,
            ],
            [`ms to start with ${users} users, from a snapshot`, ms(snapshot), '–'],
            ['MiB of the process', memory(topic), memory(plain)],
          ];
        },
      },
    ],
  },
  {
    heading: 'Deletions',
    text: `Compared with the same signed calls, made directly, to webhooks that take 20 ms. Lethe's side includes the claim, the report, and a fact for each user on the topic. Only one worker
at a time works at a destination.

**The limit** at one destination is the time of its calls, and of the report and the claim between two calls, each with a commit. At many destinations it is CPU time, of workers, of
the regulation service, which stores and publishes the outcome of each user, and of PostgreSQL. Add instances of the first two.`,
    benches: ['l'],
    figures: [
      {
        bench: 'l',
        needs: ['rates', 'cpu'],
        of: ({ rates, cpu: used }) =>
          Object.entries(rates).flatMap(([kind, { lethe, direct }]) => {
            const [destinations, users] = kind.split('x');
            const size = `destinations: ${destinations}, users a call: ${users}`;
            return [
              [`calls a second, ${size}`, middle(lethe), `${middle(direct)}: direct calls`],
              [`CPU µs a call, ${size}`, cpu(used[kind]), '–'],
            ];
          }),
      },
    ],
  },
  {
    heading: 'Test runs',
    text: `Test runs of a webhook, 8 at once, compared with the stages called directly in one process. \`npm start\` passes them on inside the process, \`npm run cluster\` through Kafka.

**The limit** is the CPU of test runners, of which at most 12 have work.`,
    benches: ['f'],
    figures: [
      {
        bench: 'f',
        needs: ['dest_transform, 8', 'user + dest_transform, 8', 'all three, 8'],
        of: (figures) =>
          ['dest_transform', 'user + dest_transform', 'all three'].map((stages) => {
            const { standalone, cluster, direct } = figures[`${stages}, 8`];
            const lethe = `${number(standalone.rate)} in one process, ${number(cluster.rate)} in a cluster`;
            return [`runs a second, ${stages}`, lethe, `${number(direct.rate)}: the stages alone`];
          }),
      },
    ],
  },
  {
    heading: 'Imports',
    text: `A file of 1,000,000 users, while another workspace creates users one at a time.

**The limit** is one thread: an instance of the regulation service processes one portion of one import at a time. Several imports use several instances.
The creates of the other workspace wait for this thread, which the relay uses too, and for a CPU.`,
    benches: ['imports'],
    figures: [
      {
        bench: 'imports',
        needs: ['importSeconds', 'publishedSeconds', 'cpu', 'alone', 'beside'],
        of: ({ importSeconds, publishedSeconds, cpu: used, alone, beside }) => [
          ['seconds until all users are stored', number(importSeconds), '–'],
          ['seconds until all records are published', number(publishedSeconds), '–'],
          ['CPU seconds', cpu([used]), '–'],
          [
            'ms for a create of the other workspace, median',
            middle(beside.createMs),
            `${middle(alone.createMs)}: without the import`,
          ],
          [
            'ms until its record is on the topic, median',
            middle(beside.recordMs),
            `${middle(alone.recordMs)}: without the import`,
          ],
        ],
      },
    ],
  },
  {
    heading: 'One workspace beside another',
    text: `Requests of one workspace while another one sends endless loops, slow destinations, or the largest requests, or has a million deletions to verify. [Tenant isolation](../ARCHITECTURE.md#tenant-isolation) says what
keeps them apart.`,
    benches: ['m', 'verifications'],
    figures: [
      {
        bench: 'verifications',
        needs: ['aloneMs', 'besideMs', 'regulationOverMiB', 'workerOverMiB', 'cpu'],
        of: ({ aloneMs, besideMs, regulationOverMiB, workerOverMiB, cpu: used }) => [
          [
            'ms until a deletion is complete, beside 1,000,000 due verifications, median',
            middle(besideMs),
            `${middle(aloneMs)}: alone`,
          ],
          ['MiB of memory more, regulation', number(regulationOverMiB), '–'],
          ['MiB of memory more, worker', number(workerOverMiB), '–'],
          ['CPU µs a verification, with the deletions beside it', cpu(used), '–'],
        ],
      },
    ],
  },
];
