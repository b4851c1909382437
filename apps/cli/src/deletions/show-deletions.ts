import type { DeletionJobDto, DeletionSummaryDto } from '@lethe/api/deletions';
import { DELETION_STATES, type DeletionState } from '@lethe/contracts';
import { formatTable } from '../format-table.js';
import { formatTime } from '../format-time.js';

const JOB_HEADER = ['JOB', 'DESTINATION', 'STATE', 'FAILURES', 'USERS', 'CREATED', 'DUE', 'REASON'];
const SUMMARY_HEADER = ['DESTINATION', 'TYPE', 'STATE', 'JOBS', 'OLDEST', 'NOTE'];
const LONGEST_REASON = 120;

export function showJobs(jobs: readonly DeletionJobDto[]): string[] {
  return formatTable([JOB_HEADER, ...jobs.map(toJobRow)]);
}

export function showSummary(summary: DeletionSummaryDto): string[] {
  return formatTable([SUMMARY_HEADER, ...toSummaryRows(summary)]);
}

function toJobRow(job: DeletionJobDto): string[] {
  return [
    job.id,
    job.destinationId,
    deletionState(job),
    String(job.attempts),
    String(job.users),
    formatTime(job.createdAt),
    formatTime(job.dueAt),
    (job.reason ?? '').replace(/\s+/g, ' ').slice(0, LONGEST_REASON),
  ];
}

/** Members that say in which state a job or a deletion of one user is. */
interface InState {
  readonly status: DeletionState;
  readonly held?: boolean;
  readonly overdue: boolean;
  readonly retriedAt?: string;
  readonly foundAgain?: boolean;
}

/**
 * Returns the state and the conditions of a deletion. The name of the state is the name in the API,
 * so that users can use it in `--status`.
 */
export function deletionState({ status, held, overdue, retriedAt, foundAgain }: InState): string {
  return [
    status,
    ...(held === true ? ['on hold'] : []),
    ...(overdue ? ['overdue'] : []),
    ...(retriedAt === undefined ? [] : ['retried']),
    ...(foundAgain === true ? ['found again'] : []),
  ].join(', ');
}

function toSummaryRows({ destinations }: DeletionSummaryDto): string[][] {
  return destinations.flatMap((destination) => {
    const { destinationId, destinationType, held, overdue, needsAttention, foundAgain } =
      destination;
    const { pausedAt, delayedUntil } = destination;
    const notes = [
      ...(pausedAt === undefined ? [] : [`paused since ${formatTime(pausedAt)}`]),
      ...(delayedUntil === undefined ? [] : [`backing off until ${formatTime(delayedUntil)}`]),
      ...(held === 0 ? [] : [`${held} on hold`]),
      ...(overdue === 0 ? [] : [`${overdue} overdue`]),
      ...(needsAttention === 0 ? [] : [`${needsAttention} needing attention`]),
      ...(foundAgain === 0 ? [] : [`${foundAgain} found again`]),
    ].join(', ');
    const rows = DELETION_STATES.flatMap((state) => {
      const counted = destination.states[state];
      return counted === undefined
        ? []
        : [[state, String(counted.jobs), formatTime(counted.oldestCreatedAt)]];
    });
    if (rows.length === 0) return [[destinationId, destinationType, '-', '0', '-', notes]];
    return rows.map((row, index) =>
      index === 0 ? [destinationId, destinationType, ...row, notes] : ['', '', ...row, ''],
    );
  });
}
