const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** About how long: `3 hours`. */
export function formatDuration(seconds: number): string {
  const unit = UNITS.find(([size]) => seconds >= size);
  if (unit === undefined) return 'less than a second';
  const [size, name] = unit;
  const count = Math.round(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
