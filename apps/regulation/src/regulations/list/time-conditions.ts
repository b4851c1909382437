import type { ListRegulations } from '@lethe/api/regulations';
/**
 * Maximum number of milliseconds by which the time in an id can be after `created_at`. Ids of one
 * request are created one after the other, and their time never goes back, even if the clock does.
 * The time in an id is never before `created_at`.
 */
const IDS_AHEAD_MS = 3_600_000;
const MOST_MS = 2 ** 48 - 1;

/**
 * Returns SQL conditions on the time of creation. The conditions on `created_at` are exact. The
 * conditions on ids limit the rows that a page reads, because lists are sorted by id, and ids
 * (UUIDv7) contain a time.
 */
export function timeConditions(
  { createdAfter, createdBefore }: Pick<ListRegulations, 'createdAfter' | 'createdBefore'>,
  param: (value: unknown) => string,
): string[] {
  return [
    ...(createdAfter === undefined
      ? []
      : [
          `id >= ${param(firstIdOf(Date.parse(createdAfter)))}`,
          `created_at >= ${param(createdAfter)}`,
        ]),
    ...(createdBefore === undefined
      ? []
      : [
          `id < ${param(firstIdOf(Date.parse(createdBefore) + IDS_AHEAD_MS))}`,
          `created_at < ${param(createdBefore)}`,
        ]),
  ];
}

function firstIdOf(ms: number): string {
  const time = Math.min(Math.max(Math.floor(ms), 0), MOST_MS);
  return time
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-0000-0000-000000000000');
}
