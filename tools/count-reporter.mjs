import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Jest reporter: leaves a project's counts in LETHE_TEST_RESULTS for tools/test.mjs to add up. */
export default class CountReporter {
  constructor(globalConfig, { name }) {
    this.name = name;
  }

  onRunComplete(contexts, results) {
    const counts = {
      passed: results.numPassedTests,
      // A file that does not even load has no tests that could fail.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    const file = `${this.name}-${process.versions.node}.json`;
    writeFileSync(join(process.env.LETHE_TEST_RESULTS, file), JSON.stringify(counts));
  }
}
