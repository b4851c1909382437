import { count } from '../count.js';
import { formatTable } from '../format-table.js';
import type { ImportPlan } from './plan-import.js';
import type { ImportCounts } from './tally.js';

const HEADER = ['DESTINATION', 'TYPE', 'USERS', 'JOBS', 'CALLS', 'SECONDS'];

/** @returns lines that sum an import up */
export function showImport(counts: ImportCounts, journal: string): string[] {
  const { rows, accepted, acceptedBefore, refused, isComplete } = counts;
  const before = acceptedBefore === 0 ? '' : ` (${acceptedBefore} of them by an earlier run)`;
  return [
    `${count(rows, 'row')}: ${count(accepted, 'user')} taken${before}, ${refused} refused. Journal: ${journal}`,
    ...(isComplete ? [] : ['Not complete. Run the same command again to go on.']),
  ];
}

/** @returns lines that say what an import would do */
export function showImportPlan(plan: ImportPlan, { rows, refused }: ImportCounts): string[] {
  const destinations = plan.destinations.map((destination) => [
    destination.destinationId,
    destination.destinationType,
    ...[destination.users, destination.jobs, destination.calls].map(String),
    String(destination.expectedSeconds),
  ]);
  return [
    `Nothing was done. Of ${count(rows, 'row')}, ${refused} would be refused; the others would make ${count(plan.regulations, 'regulation')}.`,
    ...(destinations.length === 0 ? [] : formatTable([HEADER, ...destinations])),
  ];
}
