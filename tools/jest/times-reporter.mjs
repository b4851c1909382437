import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { KINDS, kindOf } from './kind-of.mjs';

const SLOWEST = 10;

/**
 * Jest reporter: says at the end where the time went, and leaves a line for each file in the
 * file LETHE_TEST_RESULTS, if it is set, for tools/test.mjs to add up.
 */
export default class TimesReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
    this.files = [];
  }

  onTestFileResult({ context, path }, result) {
    const file = {
      path: relative(this.rootDir, path),
      project: context.config.displayName?.name,
      kind: kindOf(path),
      seconds: (result.perfStats.end - result.perfStats.start) / 1_000,
      passed: result.numPassingTests,
      // A file that does not even load has no tests that could fail.
      failed: result.numFailingTests + (result.testExecError ? 1 : 0),
      skipped: result.numPendingTests + result.numTodoTests,
      failures: failuresOf(result),
    };
    this.files.push(file);
    const { LETHE_TEST_RESULTS: results } = process.env;
    if (results !== undefined) appendFileSync(results, `${JSON.stringify(file)}\n`);
  }

  onRunComplete() {
    if (this.files.length < SLOWEST) return;
    const slowest = this.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
    const lines = slowest.map(({ path, seconds }) => `${format(seconds)}  ${path}`);
    console.log(`\nThe ${SLOWEST} slowest files\n${lines.join('\n')}\n\nBy kind`);
    for (const kind of KINDS) {
      const files = this.files.filter((file) => file.kind === kind);
      const sum = (key) => files.reduce((total, file) => total + file[key], 0);
      const counts = `${files.length} files, ${sum('passed')} tests passed`;
      console.log(`${format(sum('seconds'))}  ${kind} (${counts})`);
    }
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

function format(seconds) {
  return `${seconds.toFixed(1).padStart(7)} s`;
}
