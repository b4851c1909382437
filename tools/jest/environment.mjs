import { appendFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { enterEmptyFolder } from './isolated-environment.mjs';

const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-node');

const LINES = 400;
/** Ticks per second. CPU times in /proc are in ticks, and the rate is the same on every Linux. */
const TICKS_A_SECOND = 100;

/**
 * Property with which Fastify names a plugin in its errors. Without a name, Fastify compares the
 * plugin with each entry of `require.cache`, several times at the start of a gateway. In Jest, this
 * object is a slow proxy.
 */
const FASTIFY_NAME = Symbol.for('fastify.display-name');

/**
 * Jest environment in an empty folder, with a log for each test. The log contains the output of
 * processes and loggers under test (`testLog` of @lethe/testing). The log is shown only if the test
 * fails. The environment also writes CPU times for `TimesReporter`.
 */
export default class LoggingEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.path = context.testPath;
    this.before = cpuSeconds();
    this.log = [];
    this.said = 0;
    Object.defineProperty(this.global.Function.prototype, FASTIFY_NAME, {
      value: 'plugin without a name',
      writable: true, // a plugin can have its own name
    });
    this.global[Symbol.for('lethe.test-log')] = (line) => {
      this.said += 1;
      if (this.log.push(line.trimEnd()) > LINES) this.log.shift();
    };
  }

  async setup() {
    await super.setup();
    this.goBack = enterEmptyFolder();
  }

  handleTestEvent({ name, test }) {
    if (name !== 'test_done') return;
    if (test.errors.length > 0 && this.said > 0) test.errors.push([this.tellLog(), undefined]);
    // Output after this belongs to the hooks of the next test.
    this.log = [];
    this.said = 0;
  }

  async teardown() {
    await super.teardown();
    this.goBack?.();
    const { LETHE_TEST_RESULTS: results } = process.env;
    if (results === undefined) return;
    const now = cpuSeconds();
    const own = now.own - this.before.own;
    const children = now.children - this.before.children;
    appendFileSync(`${results}.cpu`, `${JSON.stringify({ path: this.path, own, children })}\n`);
  }

  tellLog() {
    const left = this.said > LINES ? `, the last ${LINES} of ${this.said} lines` : '';
    const error = new Error(`The log of this test${left}:\n${this.log.join('\n')}`);
    error.stack = error.message;
    return error;
  }
}

/** Returns the CPU seconds of this process and, on Linux, of its ended children. */
function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, children: secondsOfChildren() };
}

function secondsOfChildren() {
  if (process.platform !== 'linux') return 0;
  // The name of the process can contain spaces, so only the text after the name is split. In this
  // text, `cutime` and `cstime` are fields 13 and 14, counted from 0.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}
