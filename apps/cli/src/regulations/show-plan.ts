import type { DeletionPlanDto } from '@lethe/api/regulations';
import { count } from '../count.js';
import { formatTable } from '../format-table.js';
import { formatTime } from '../format-time.js';
import { showNotDeleted } from './show-not-deleted.js';

const HEADER = ['DESTINATION', 'TYPE', 'USERS', 'JOBS', 'CALLS', 'SECONDS', 'NOT IDENTIFIED'];

/** @returns lines that describe what a request would do */
export function showPlan(plan: DeletionPlanDto): string[] {
  const rows = plan.destinations.map((destination) => [
    destination.destinationId,
    destination.destinationType,
    ...[destination.users, destination.jobs, destination.calls].map(String),
    String(destination.expectedSeconds),
    String(destination.unidentifiedCount),
  ]);
  const refused = plan.destinations.flatMap(({ destinationId, unidentified }) =>
    unidentified.map(({ path, reason }) => `  ${path} at ${destinationId}: ${reason}`),
  );
  return [
    `Nothing was changed. The request would create ${count(plan.regulations, 'regulation')}.`,
    ...(rows.length === 0 ? [] : formatTable([HEADER, ...rows])),
    ...showNotDeleted(plan),
    ...(refused.length === 0
      ? []
      : [
          plan.notDeleted === undefined
            ? 'The request would be refused because of these users:'
            : 'Nothing of these users would be deleted at these destinations:',
          ...refused,
        ]),
    ...(plan.suppressionKeyCount === undefined
      ? []
      : [
          `${count(plan.suppressionKeyCount, 'user id')} with invisible or unusual characters. Deletions use the id as given. Suppressions use this key:`,
          ...(plan.suppressionKeys ?? []).map(
            ({ path, suppressionKey }) => `  ${path}: ${suppressionKey}`,
          ),
        ]),
    ...(plan.startsAt === undefined
      ? []
      : [
          `Earliest start of the deletions: ${formatTime(plan.startsAt)}. Deadline: ${formatTime(plan.dueAt)}.`,
        ]),
    ...plan.irreversible,
    ...plan.warnings.map(({ path, message }) =>
      path === undefined ? `Warning: ${message}` : `Warning: ${path} ${message}.`,
    ),
  ];
}
