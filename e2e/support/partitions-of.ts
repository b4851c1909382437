import type { Instance } from './instance.js';

/** Partitions that a test runner has, by its own account. */
export function partitionsOf(runner: Instance): number {
  const joined = runner.lines.filter((line) => line.includes('taking test requests')).at(-1);
  const { partitions } = JSON.parse(joined ?? '{"partitions":0}') as { partitions: number };
  return partitions;
}
