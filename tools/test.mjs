#!/usr/bin/env node
// Runs the tests of all projects against one PostgreSQL and one Kafka, and ends with a plain line.
// Usage: node tools/test.mjs [--only project,…] [--results folder]
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { only: { type: 'string' }, results: { type: 'string' } },
});
const root = new URL('..', import.meta.url).pathname;
const scratch = mkdtempSync(join(tmpdir(), 'lethe-test-'));
// Under root PostgreSQL runs as another user, who must be able to pass.
chmodSync(scratch, 0o755);
const results = values.results ?? join(scratch, 'results');
mkdirSync(results, { recursive: true });
const stops = [];
let exitCode = 1;

try {
  // The end-to-end tests start the built apps.
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '--build']);
  const environment = { ...process.env, ...(await startServices()), LETHE_TEST_RESULTS: results };
  exitCode = await runTests(environment);
} finally {
  for (const stop of stops.reverse()) await stop();
  exitCode = summarise(exitCode !== 0) && exitCode === 0 ? 0 : 1;
  rmSync(scratch, { recursive: true, force: true });
  process.exit(exitCode);
}

/** One PostgreSQL and, where Java and Maven are, one Kafka for all projects. */
async function startServices() {
  const services = await import('../libs/local-services/dist/index.js');
  const environment = {};
  if (process.env.LETHE_TEST_DATABASE_URL === undefined) {
    const postgres = await services.startEmbeddedPostgres({
      dataDir: join(scratch, 'postgres'),
      database: 'lethe_test',
      settings: { fsync: 'off', max_connections: '200' },
    });
    stops.push(() => postgres.stop());
    environment.LETHE_TEST_DATABASE_URL = postgres.url;
  }
  if (process.env.KAFKA_BROKERS === undefined && (await services.hasKafkaPrerequisites())) {
    const kafka = await services.startLocalKafka({ dataDir: join(scratch, 'kafka') });
    stops.push(() => kafka.stop());
    environment.KAFKA_BROKERS = kafka.brokers;
  }
  return environment;
}

async function runTests(environment) {
  const only = values.only === undefined ? [] : ['--projects', values.only];
  return run(
    process.execPath,
    [
      'node_modules/.bin/nx',
      'run-many',
      '-t',
      'test',
      '--parallel=1',
      '--outputStyle=stream',
      '--skipNxCache',
      ...only,
    ],
    { ...environment, NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' },
    true,
  );
}

function run(command, args, env = process.env, tolerate = false) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0 || tolerate) resolve(code ?? 1);
      else reject(new Error(`${args[0]} ended with ${code}`));
    });
  });
}

/**
 * Adds up what the projects reported, prints it, and says whether all is well.
 *
 * @param anyFailed a project whose process broke has reported nothing
 */
function summarise(anyFailed) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const file of readdirSync(results)) {
    const counted = JSON.parse(readFileSync(join(results, file), 'utf8'));
    for (const key of Object.keys(sum)) sum[key] += counted[key];
    for (const failure of counted.failures) console.log(`\nFAILED ${failure}`);
  }
  if (anyFailed && sum.failed === 0) sum.failed = 1;
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`);
  return sum.failed === 0 && sum.passed > 0;
}
