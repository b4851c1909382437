/** Returns the value below which a share of the values lies (nearest rank). */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
}

/** Returns the median; for an even number of values, the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @returns {number} */
export function round(value, decimals = 1) {
  return Number(value.toFixed(decimals));
}

/** Returns for each round the value of one side, divided by that of the other side. */
export function quotients(values, others) {
  return values.map((value, at) => value / others[at]);
}

/** Returns the number of durations and their percentiles, by nearest rank. */
export function summary(durations) {
  return {
    count: durations.length,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
  };
}

export const SPREAD = ['median', 'p90', 'p99', 'maximum'];

export function spread(values) {
  return [median(values), ...[0.9, 0.99, 1].map((share) => percentile(values, share))].map(
    (figure) => round(figure),
  );
}
