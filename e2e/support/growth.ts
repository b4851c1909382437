export interface Sample {
  readonly atMs: number;
  readonly value: number;
}

/** Minimum number of samples. Fewer samples show no direction. */
const FEWEST_SAMPLES = 9;

/**
 * Returns the growth of a series from its first sample to its last, on the line of least squares
 * through all samples. A garbage collection at either end changes little, and a leak of any size
 * shows after enough time.
 *
 * @param samples in the order of their times, which all differ
 * @returns in the unit of the values; negative if the series fell
 * @throws Error if there are fewer than nine samples
 */
export function growthOf(samples: readonly Sample[]): number {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || samples.length < FEWEST_SAMPLES) {
    throw new Error(`${samples.length} samples are too few: give at least ${FEWEST_SAMPLES}.`);
  }
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const time = mean(samples.map(({ atMs }) => atMs));
  const level = mean(samples.map(({ value }) => value));
  const covariance = mean(samples.map(({ atMs, value }) => (atMs - time) * (value - level)));
  const variance = mean(samples.map(({ atMs }) => (atMs - time) ** 2));
  return (covariance / variance) * (last.atMs - first.atMs);
}
