/** One thing that was looked at again and again. */
export interface Sample {
  readonly atMs: number;
  readonly value: number;
}

/** Fewer say nothing about a direction. */
const FEWEST_SAMPLES = 9;

/**
 * By how much a series grew from its first sample to its last, as the straight line through all of them says (least squares): a
 * garbage collection at either end changes little, and a leak of any size shows if it is watched for long enough.
 *
 * @param samples in the order of their times, each at a time of its own
 * @returns in the unit of the values; negative if the series fell
 * @throws Error if there are fewer than nine
 */
export function growthOf(samples: readonly Sample[]): number {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || samples.length < FEWEST_SAMPLES) {
    throw new Error(`Nothing can be said of ${samples.length} samples.`);
  }
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const time = mean(samples.map(({ atMs }) => atMs));
  const level = mean(samples.map(({ value }) => value));
  const covariance = mean(samples.map(({ atMs, value }) => (atMs - time) * (value - level)));
  const variance = mean(samples.map(({ atMs }) => (atMs - time) ** 2));
  return (covariance / variance) * (last.atMs - first.atMs);
}
