import type { Instance } from './instance.js';

/** Returns the partitions that a test runner reports as its own. */
export function partitionsOf(runner: Instance): number {
  const joined = runner.lines.filter((line) => line.includes('reading test requests')).at(-1);
  const { partitions } = JSON.parse(joined ?? '{"partitions":0}') as { partitions: number };
  return partitions;
}
