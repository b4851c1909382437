#!/usr/bin/env node
// Writes the files that are generated from the code. In docs/, these are the events (JSON Schema,
// AsyncAPI), errors, configuration, metrics, states and performance. Outside docs/, these are the API types of
// the console and the list of all variables. Apps find mistyped variables with this list. With
// --check, writes nothing, and fails if a file is not up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import yaml from 'yaml';
import { format } from 'prettier';
import { apiConfigSchema } from '../apps/cli/dist/api/api.config.js';
import * as clusterConfig from '../apps/cluster/dist/cluster.config.js';
import { eventFilterConfigSchema } from '../apps/event-filter/dist/event-filter.config.js';
import { describeApi } from '../apps/gateway/dist/describe-api.js';
import { gatewayConfigSchema } from '../apps/gateway/dist/config/gateway.config.js';
import { regulationConfigSchema } from '../apps/regulation/dist/regulation.config.js';
import { standaloneConfigSchema } from '../apps/standalone/dist/standalone.config.js';
import { deletionWorkerConfigSchema } from '../apps/deletion-worker/dist/deletion-worker.config.js';
import { testRunnerConfigSchema } from '../apps/test-runner/dist/test-runner.config.js';
import { BENCHES } from '../bench/support/benches.mjs';
import { readResults } from '../bench/support/results.mjs';
import { metricsPage } from './metrics-page.mjs';
import { performancePage } from './performance-page.mjs';
import { statesPage } from './states-page.mjs';
import {
  readerSchema,
  DEFAULT_TOPIC_PREFIX,
  ERROR_TABLE,
  TOPICS,
  topicName,
} from '../libs/contracts/dist/index.js';

const root = new URL('../', import.meta.url).pathname;
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const check = process.argv.includes('--check');
const stale = [];
const GENERATED = '<!-- Made by "npm run docs"; do not edit. -->';

for (const topic of Object.values(TOPICS)) {
  await page(`docs/events/${topic.name}.schema.json`, JSON.stringify(schemaOf(topic)), 'json');
}
await page('docs/events/asyncapi.yaml', yaml.stringify(asyncApi()), 'yaml');
await page('docs/errors.md', errorTable(), 'markdown');
await page('docs/configuration.md', configuration(), 'markdown');
await page('docs/metrics.md', metricsPage(GENERATED), 'markdown');
await page('libs/config/src/variables/known-variables.ts', knownVariables(), 'typescript');
await page('apps/console/src/api/schema.ts', await typesOfApi(), 'typescript');
await page('docs/states.md', statesPage(GENERATED), 'markdown');
await page(
  'docs/performance.md',
  performancePage(GENERATED, readResults(), Object.keys(BENCHES)),
  'markdown',
);

if (stale.length > 0) {
  console.error(`Not current: ${stale.join(', ')}. Run "npm run docs" and commit the result.`);
  process.exit(1);
}

function schemaOf(topic) {
  return { $id: `urn:lethe:schema:${topic.name}`, ...readerSchema(topic.schema) };
}

function asyncApi() {
  const entries = Object.entries(TOPICS);
  const headers = ({ eventTypes: types, source }) => ({
    type: 'object',
    description: 'CloudEvents 1.0, binary content mode. No header holds an identifier of a user.',
    required: ['ce_specversion', 'ce_id', 'ce_type', 'ce_source', 'ce_time'],
    properties: {
      ce_specversion: { const: '1.0' },
      ce_id: { type: 'string', description: 'The same in every repeat of an event.' },
      ce_type: { enum: types },
      ce_source: { const: source },
      ce_time: { type: 'string', format: 'date-time' },
      'content-type': { const: 'application/json', description: 'Absent on tombstones.' },
      ce_traceparent: {
        type: 'string',
        description:
          'W3C Trace Context of the request that caused the event, if its trace is sampled.',
      },
      traceparent: {
        type: 'string',
        description: 'W3C Trace Context of the publishing of this record.',
      },
    },
  });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Lethe events',
      version,
      description:
        'Events are delivered at least once, in order per key, read committed; test runs at most once. The prefix "lethe." is the default of LETHE_TOPIC_PREFIX.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      entries.map(([name, topic]) => [
        name,
        {
          address: topicName(DEFAULT_TOPIC_PREFIX, topic),
          description: topic.description,
          messages: { [name]: { $ref: `#/components/messages/${name}` } },
          bindings: {
            kafka: {
              topic: topicName(DEFAULT_TOPIC_PREFIX, topic),
              partitions: topic.partitions,
              topicConfiguration: Object.fromEntries(
                Object.entries(topic.config).map(([key, value]) => [
                  key,
                  key === 'cleanup.policy'
                    ? [value]
                    : /^-?\d+$/.test(value)
                      ? Number(value)
                      : value,
                ]),
              ),
            },
          },
        },
      ]),
    ),
    operations: Object.fromEntries(
      entries.map(([name]) => [
        `publish_${name}`,
        { action: 'send', channel: { $ref: `#/channels/${name}` } },
      ]),
    ),
    components: {
      messages: Object.fromEntries(
        entries.map(([name, topic]) => [
          name,
          {
            title: topic.description,
            headers: headers(topic),
            bindings: { kafka: { key: { type: 'string', description: topic.key } } },
            payload: {
              schemaFormat: 'application/schema+json;version=draft-2020-12',
              schema: schemaOf(topic),
            },
          },
        ]),
      ),
    },
  };
}

function errorTable() {
  const rows = Object.entries(ERROR_TABLE).map(
    ([code, { status, retryable, description }]) =>
      `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${description} |`,
  );
  return `# Error codes

${GENERATED}

Every answer with a 4xx or 5xx status has the body
\`{ "message", "code", "details"?, "requestId" }\`. \`code\` is one of the codes below. \`details\` names
each invalid path (\`users[3].userId\`). \`requestId\` is also in the header \`X-Request-Id\`.

| code | status | worth a retry | when, and what to do |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function configuration() {
  const apps = [
    ['npm start (standalone)', standaloneConfigSchema],
    ['gateway', gatewayConfigSchema],
    ['regulation', regulationConfigSchema],
    ['test-runner', testRunnerConfigSchema],
    ['deletion-worker', deletionWorkerConfigSchema],
    ['event-filter (npm run filter)', eventFilterConfigSchema],
    ['command line (npm run lethe), for the API', apiConfigSchema],
  ];
  return `# Configuration

${GENERATED}

All settings are environment variables. If a variable is missing or wrong, the app lists all problems and ends with
exit code 1. An empty variable counts as not set. If a variable begins with \`LETHE_\` and no app knows it, the app warns at the
start and names the variable that was probably meant. Variables to which the workspace file refers cause no warning.

\`UV_THREADPOOL_SIZE\` is a variable of Node: the number of threads that resolve host names and read files (default: 4). If the name
server of a host does not answer, the lookup occupies a thread for up to 30 seconds. Host names of destinations use at most three
quarters of the threads, and host names of one domain at most a quarter of those. A lookup that gets no thread within 15 s is tried
again later. \`npm start\`, \`npm run cluster\`, the chart and \`docker/compose.yaml\` set 64 for apps that reach destinations. If you
start the test runner or the deletion worker in another way, set it too.

${apps.map(([name, schema]) => section(name, schema)).join('\n')}`;
}

function section(name, schema) {
  const rows = Object.entries(schema.shape).map(([variable, entry]) => {
    const { success, data } = entry.safeParse(undefined);
    // For an object, the table shows the text that a user writes into the variable.
    const written = typeof data === 'object' ? (defaultOf(entry) ?? data) : data;
    const fallback = !success ? '**required**' : data === undefined ? '' : `\`${written}\``;
    return `| \`${variable}\` | ${fallback} | ${entry.description ?? ''} |`;
  });
  return `## ${name}\n\n| variable | default | meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

function knownVariables() {
  const schemas = [
    standaloneConfigSchema,
    gatewayConfigSchema,
    regulationConfigSchema,
    testRunnerConfigSchema,
    deletionWorkerConfigSchema,
    eventFilterConfigSchema,
    apiConfigSchema,
    ...Object.values(clusterConfig).filter((one) => one.shape !== undefined),
  ];
  const names = new Set([
    ...schemas.flatMap(({ shape }) => Object.keys(shape)),
    'LETHE_REGISTRY', // docker/compose.yaml
    'LETHE_CONSOLE_API', // apps/console/vite.config.ts
    'LETHE_REQUIRE_BROWSER', // e2e/console
    ...['BROWSER', 'DATABASE_URL', 'KUBECONFIG', 'LONG', 'OWNER_PID', 'RUN_ID', 'SERVICES_DIR'].map(
      (name) => `LETHE_TEST_${name}`,
    ),
  ]);
  const ours = [...names].filter((name) => name.startsWith('LETHE_')).sort();
  return `/** Every variable of ours, of any app. Made by "npm run docs"; do not edit. */
export const KNOWN_VARIABLES: readonly string[] = ${JSON.stringify(ours)};`;
}

/** Returns the requests and responses of the API as TypeScript types. */
async function typesOfApi() {
  const ofConsole = createRequire(new URL('../apps/console/package.json', import.meta.url));
  const { default: openapiTypescript, astToString } = await import(
    ofConsole.resolve('openapi-typescript').replace(/\.cjs$/, '.mjs')
  );
  const types = await openapiTypescript(withoutRepetition(await describeApi()));
  return `/* What the API takes and answers. Made by "npm run docs"; do not edit. */
${astToString(types)}`;
}

/** Removes repeated errors, examples and headers, so that the types are six times shorter. */
function withoutRepetition(document) {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const { parameters = [], responses } = operation;
    operation.parameters = parameters.filter(({ $ref }) => $ref === undefined);
    const answers = Object.entries(responses).filter(([status]) => Number(status) < 400);
    const errors = Object.entries(responses).find(([status]) => Number(status) >= 400)?.[1];
    operation.responses = Object.fromEntries(answers);
    if (errors !== undefined) operation.responses.default = errors;
    for (const answer of Object.values(operation.responses)) delete answer.headers;
  }
  delete document.components.headers;
  delete document.components.parameters;
  return JSON.parse(
    JSON.stringify(document, (key, value) =>
      key === 'examples' || (key === 'example' && typeof value !== 'object') ? undefined : value,
    ),
  );
}

/** Returns the default of a schema, even if transformations follow it. */
function defaultOf({ def }) {
  if (def === undefined) return undefined;
  return def.defaultValue ?? defaultOf(def.innerType ?? def.in ?? {});
}

async function page(name, text, parser) {
  const file = join(root, name);
  const content = await format(text, { parser, singleQuote: true, printWidth: 100 });
  let present;
  try {
    present = readFileSync(file, 'utf8');
  } catch {
    present = undefined;
  }
  if (present === content) return;
  if (check) {
    stale.push(name);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
