import type { Instance } from './instance.js';

/** Returns the number of partitions that a test runner reported when it last joined its group. */
export function partitionsOf(runner: Instance): number {
  const joined = runner.lines.filter((line) => line.includes('reading test requests')).at(-1);
  const { partitions } = JSON.parse(joined ?? '{"partitions":0}') as { partitions: number };
  return partitions;
}
