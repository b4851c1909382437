import type { ListRegulations } from '@lethe/api/regulations';
/**
 * How far the time in an id may be after `created_at`, in milliseconds: ids of one request are made one
 * after another, and never go back when the clock does. It is never before it.
 */
const IDS_AHEAD_MS = 3_600_000;
const MOST_MS = 2 ** 48 - 1;

/**
 * SQL conditions on when regulations were created. `created_at` decides; ids are UUIDv7 and the order of
 * the list, so their range is what keeps a page from reading others.
 */
export function timeConditions(
  { createdAfter, createdBefore }: Pick<ListRegulations, 'createdAfter' | 'createdBefore'>,
  place: (value: unknown) => string,
): string[] {
  return [
    ...(createdAfter === undefined
      ? []
      : [
          `id >= ${place(firstIdOf(Date.parse(createdAfter)))}`,
          `created_at >= ${place(createdAfter)}`,
        ]),
    ...(createdBefore === undefined
      ? []
      : [
          `id < ${place(firstIdOf(Date.parse(createdBefore) + IDS_AHEAD_MS))}`,
          `created_at < ${place(createdBefore)}`,
        ]),
  ];
}

/** The lowest UUID of a time. */
function firstIdOf(ms: number): string {
  const time = Math.min(Math.max(Math.floor(ms), 0), MOST_MS);
  return time
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-0000-0000-000000000000');
}
