import type { RegulationDetailDto } from '@lethe/api/regulations';
import { formatTable } from '../format-table.js';
import { formatTime } from '../format-time.js';

type Deletion = NonNullable<RegulationDetailDto['deletions']>[number];
type Verification = NonNullable<Deletion['verification']>;

const HEADER = ['DESTINATION', 'VERIFICATION', 'FOUND', 'CHECKED', 'NEXT CHECK', 'DETAIL'];

/** @returns lines of a table, after an empty line; no lines if there is no verification */
export function showVerifications(deletions: readonly Deletion[]): string[] {
  const rows = deletions.flatMap(({ destinationId, verification }) =>
    verification === undefined ? [] : [[destinationId, ...cellsOf(verification)]],
  );
  return rows.length === 0 ? [] : ['', ...formatTable([HEADER, ...rows])];
}

function cellsOf(verification: Verification): string[] {
  const { status, found, checkedAt, dueAt, nextAttemptAt, nextCheckAt, reason } = verification;
  const next = checkedAt === undefined ? (nextAttemptAt ?? dueAt) : nextCheckAt;
  return [
    status,
    found === undefined ? '-' : String(found),
    formatTime(checkedAt),
    formatTime(next),
    reason ?? recordOf(verification),
  ];
}

/** Returns what was looked at, with the counts of the whole call. */
function recordOf({ record }: Verification): string {
  if (record === undefined) return '';
  const counts = Object.entries(record.counts ?? {}).map(([what, count]) => `${what}: ${count}`);
  return [record.method, ...counts].join(', ');
}
