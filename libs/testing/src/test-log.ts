const WRITE = Symbol.for('lethe.test-log');

/**
 * Adds a line to the log of the current test. The log is shown if the test fails. Without the test
 * environment of `tools/jest/environment.mjs`, the line is dropped.
 */
export function testLog(line: string): void {
  const write = (globalThis as { [WRITE]?: (line: string) => void })[WRITE];
  write?.(line);
}
