import { createRequire } from 'node:module';

const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-node');

const LINES = 400;

/**
 * Node, with a log for each test: what processes and loggers under test say (`testLog` of
 * @lethe/testing) is shown with the failure of the test during which they said it, and else not at all.
 */
export default class LoggingEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.log = [];
    this.said = 0;
    this.global[Symbol.for('lethe.test-log')] = (line) => {
      this.said += 1;
      if (this.log.push(line.trimEnd()) > LINES) this.log.shift();
    };
  }

  handleTestEvent({ name, test }) {
    if (name !== 'test_done') return;
    if (test.errors.length > 0 && this.said > 0) test.errors.push([this.tellLog(), undefined]);
    // What is said between two tests is the next one's: its hooks'.
    this.log = [];
    this.said = 0;
  }

  tellLog() {
    const left = this.said > LINES ? `, the last ${LINES} of ${this.said} lines` : '';
    const error = new Error(`The log of this test${left}:\n${this.log.join('\n')}`);
    error.stack = error.message;
    return error;
  }
}
