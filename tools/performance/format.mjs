import { median } from '../../bench/support/statistics.mjs';

/** Formats a number with three digits, or as a whole number with commas. */
export function number(value) {
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 3 });
}

/** Formats the median of samples. @param samples a list, or the summary of a long list */
export function middle(samples) {
  return number(middleOf(samples));
}

export function middleOf(samples) {
  return Array.isArray(samples) ? median(samples) : samples.median;
}

/** Formats a large number of bytes. */
export function gigabytes(bytes) {
  return `${number(bytes / 1e9)} GB`;
}

/** Formats the median CPU time of each process. @param samples one object for each round */
export function cpu(samples) {
  return Object.keys(samples[0])
    .map((name) => `${name} ${middle(samples.map((sample) => sample[name]))}`)
    .join(', ');
}
