import { appendFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { enterEmptyFolder } from './own-surroundings.mjs';

const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-node');

const LINES = 400;
/** In /proc, on every Linux. */
const TICKS_A_SECOND = 100;

/**
 * Node, in an empty folder, with a log for each test: what processes and loggers under test say (`testLog` of
 * @lethe/testing) is shown with the failure of the test during which they said it, and else not at all.
 * What CPU a file took is left for the reporter.
 */
export default class LoggingEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.path = context.testPath;
    this.before = cpuSeconds();
    this.log = [];
    this.said = 0;
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
    // What is said between two tests is the next one's: its hooks'.
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

/** CPU of this process and, where /proc tells, of its children that have ended. */
function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, children: secondsOfChildren() };
}

function secondsOfChildren() {
  if (process.platform !== 'linux') return 0;
  // After the name, which may have anything in it, `cutime` and `cstime` are the 14th and 15th.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}
