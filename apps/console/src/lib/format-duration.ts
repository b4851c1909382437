import { countOf } from './count-of.js';
import { TEXTS } from './texts.js';

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** Formats a duration in one unit, such as `3 hours`. */
export function formatDuration(seconds: number): string {
  const unit = UNITS.find(([size]) => seconds >= size);
  if (unit === undefined) return TEXTS.formatDuration.lessThanASecond;
  const [size, name] = unit;
  return countOf(Math.round(seconds / size), TEXTS.formatDuration.units[name]);
}
