import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { KINDS, kindOf } from './kind-of.mjs';

const SLOWEST = 10;
const BUSIEST = 15;
const BUSIEST_TITLE = 'CPU time by file: the tests themselves + ended processes that they started';

/**
 * Jest reporter that prints which tests took the most time. If LETHE_TEST_RESULTS is set, appends
 * one line for each test file to this file. tools/test.mjs adds the lines up.
 */
export default class TimesReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
    this.files = [];
    const { LETHE_TEST_RESULTS: results } = process.env;
    this.cpuFile = results === undefined ? undefined : `${results}.cpu`;
  }

  onRunStart() {
    if (this.cpuFile) rmSync(this.cpuFile, { force: true }); // an earlier run can leave it
  }

  onTestFileResult({ context, path }, result) {
    const file = {
      path: relative(this.rootDir, path),
      project: context.config.displayName?.name,
      kind: kindOf(path),
      seconds: (result.perfStats.end - result.perfStats.start) / 1_000,
      passed: result.numPassingTests,
      // A file that cannot be loaded counts as one failed test, because Jest reports no failed
      // tests for it.
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
    this.tellBusiest();
    console.log(`\nThe ${SLOWEST} slowest files\n${lines.join('\n')}\n\nBy kind`);
    for (const kind of KINDS) {
      const files = this.files.filter((file) => file.kind === kind);
      const sum = (key) => files.reduce((total, file) => total + file[key], 0);
      const counts = `${files.length} files, ${sum('passed')} tests passed`;
      console.log(`${format(sum('seconds'))}  ${kind} (${counts})`);
    }
  }

  /**
   * Prints the test files with the most CPU time. The time of servers that all files share is not
   * included.
   */
  tellBusiest() {
    if (!this.cpuFile || !existsSync(this.cpuFile)) return;
    const lines = readFileSync(this.cpuFile, 'utf8').trim().split('\n');
    const files = lines.map((line) => JSON.parse(line));
    const total = (file) => file.own + file.children;
    const busiest = files.toSorted((a, b) => total(b) - total(a)).slice(0, BUSIEST);
    console.log(`\n${BUSIEST_TITLE}`);
    for (const file of busiest) {
      const path = relative(this.rootDir, file.path);
      console.log(`${format(file.own)} + ${format(file.children)}  ${path}`);
    }
    const sum = (key) => files.reduce((seconds, file) => seconds + file[key], 0);
    console.log(`${format(sum('own'))} + ${format(sum('children'))}  all files`);
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
