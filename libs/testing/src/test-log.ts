const WRITE = Symbol.for('lethe.test-log');

/**
 * Takes a line for the log of the present test, which is shown if the test fails. The log is the
 * test environment's (`tools/jest/environment.mjs`); elsewhere the line is dropped.
 */
export function testLog(line: string): void {
  const write = (globalThis as { [WRITE]?: (line: string) => void })[WRITE];
  write?.(line);
}
