const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MS = 86_400_000;

/**
 * Returns the value if it is an existing date, such as `2026-11-21`. Returns undefined for other
 * values.
 */
export function asDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DAY.test(value)) return undefined;
  const time = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(value) ? undefined : value;
}

export function startOfDay(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** Returns the start of the next day. */
export function endOfDay(day: string): string {
  return new Date(Date.parse(startOfDay(day)) + MS).toISOString();
}
