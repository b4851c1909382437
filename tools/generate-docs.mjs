#!/usr/bin/env node
// Writes the pages of docs/ that follow from the code: the events (JSON Schema, AsyncAPI), the error
// table, the configuration; the list of all variables, which apps need to know a mistyped one; and the types of the API for the
// console. With --check it writes nothing and fails when a page is not current.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import yaml from 'yaml';
import { format } from 'prettier';
import * as cliConfig from '../apps/cli/dist/cli.config.js';
import * as clusterConfig from '../apps/cluster/dist/cluster.config.js';
import { eventFilterConfigSchema } from '../apps/event-filter/dist/event-filter.config.js';
import { describeApi } from '../apps/gateway/dist/describe-api.js';
import { gatewayConfigSchema } from '../apps/gateway/dist/config/gateway.config.js';
import { regulationConfigSchema } from '../apps/regulation/dist/regulation.config.js';
import { standaloneConfigSchema } from '../apps/standalone/dist/standalone.config.js';
import { deletionWorkerConfigSchema } from '../apps/deletion-worker/dist/deletion-worker.config.js';
import { testRunnerConfigSchema } from '../apps/test-runner/dist/test-runner.config.js';
import { metricsPage } from './metrics-page.mjs';
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
      ce_id: { type: 'string', description: 'The same on every repeat.' },
      ce_type: { enum: types },
      ce_source: { const: source },
      ce_time: { type: 'string', format: 'date-time' },
      'content-type': { const: 'application/json', description: 'Absent on tombstones.' },
      ce_traceparent: {
        type: 'string',
        description: 'W3C Trace Context of what made the event, where its trace is sampled.',
      },
      traceparent: { type: 'string', description: 'The same of the sending of the record.' },
    },
  });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Lethe events',
      version,
      description:
        'At least once, in order per key, read committed; test runs at most once. The prefix "lethe." is that of a default installation.',
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
\`{ "message", "code", "details"?, "requestId" }\`. \`code\` is one of these, \`details\` names each
offending path (\`users[3].userId\`), \`requestId\` is also in the header \`X-Request-Id\`.

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
    ['command line (npm run lethe), for the API', cliConfig.apiConfigSchema],
  ];
  return `# Configuration

${GENERATED}

Everything is set with environment variables. A missing or wrong one ends the start with exit code 1
and a list of all that is wrong. An empty variable counts as absent. One that begins with \`LETHE_\` and that no
app of ours knows is told at the start, with the name that was probably meant; a workspace file may refer to others.

\`UV_THREADPOOL_SIZE\` is Node's own, and says how many threads look up names and read files (4 by default). A name whose
server does not answer holds one for up to half a minute. Of these threads destinations' names get three quarters, those of one domain
a quarter of that; what has no turn within 15 s is tried again later. \`npm start\`, \`npm run cluster\`, the chart and
\`docker/compose.yaml\` set 64 where destinations are reached; set it too where you start the test runner or the deletion worker in another way.

${apps.map(([name, schema]) => section(name, schema)).join('\n')}`;
}

function section(name, schema) {
  const rows = Object.entries(schema.shape).map(([variable, entry]) => {
    const { success, data } = entry.safeParse(undefined);
    // As one would write it in the environment, where the parsed value is an object.
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
    ...Object.values({ ...cliConfig, ...clusterConfig }).filter((one) => one.shape !== undefined),
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

/** TypeScript of all that the API takes and answers. */
async function typesOfApi() {
  const ofConsole = createRequire(new URL('../apps/console/package.json', import.meta.url));
  const { default: openapiTypescript, astToString } = await import(
    ofConsole.resolve('openapi-typescript').replace(/\.cjs$/, '.mjs')
  );
  const types = await openapiTypescript(withoutRepetition(await describeApi()));
  return `/* What the API takes and answers. Made by "npm run docs"; do not edit. */
${astToString(types)}`;
}

/** Every error has the same body, and no program reads examples: without them the types are a sixth as long. */
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

/** The default of a schema, which may stand before steps that transform the value. */
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
