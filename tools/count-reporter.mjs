import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Jest reporter: leaves a project's counts, and what failed, in LETHE_TEST_RESULTS for
 * tools/test.mjs to add up and to repeat at the end, where nobody has to look for it.
 */
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
      failures: results.testResults.flatMap((file) => failuresOf(file)),
    };
    const file = `${this.name}-${process.versions.node}.json`;
    writeFileSync(join(process.env.LETHE_TEST_RESULTS, file), JSON.stringify(counts));
  }
}

const COLORS = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');

function failuresOf({ testFilePath, testExecError, testResults }) {
  const broken = testExecError ? [`${testFilePath}\n${testExecError.message}`] : [];
  const failed = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) =>
      [`${testFilePath}: ${fullName}`, ...failureMessages].join('\n'),
    );
  return [...broken, ...failed].map((text) => text.replaceAll(COLORS, '').slice(0, 4_000));
}
