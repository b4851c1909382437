import {
  DELETION_STATES,
  FIXED_LIMITS,
  HIGHEST_LIMITS,
  LEASE_MS,
  MAX_OWN_REFUSED_USERS,
  type ClaimDataPlaneJobCommand,
  type ClaimOwnJobCommand,
  type CommandContext,
  type DeletionJobFilter,
  type GetDeletionJobCommand,
  type HeartbeatOwnJobCommand,
  type ListDeletionJobsCommand,
  type PauseDeletionsCommand,
  type ReportOwnJobCommand,
  type RetryDeletionsCommand,
  type RetryRegulationCommand,
  type UpdateDataPlaneJobCommand,
} from '@lethe/contracts';
import {
  areIds,
  areTexts,
  isCount,
  isText,
  MOST,
  objectOf,
  problemsOf,
  refuse,
  type Problem,
} from './check-command.js';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const JOB_ID = /^[1-9]\d{0,18}$/;
const REPORTED = ['complete', 'failed', 'aborted'];
const TOLD = ['running', ...REPORTED];

/** @throws LetheError `invalid_request` */
export function checkContextOnly({ context }: { readonly context: CommandContext }): void {
  refuse(problemsOf(context));
}

/** @throws LetheError `invalid_request` */
export function checkListJobs({
  context,
  filter,
  limit,
  afterCursor,
}: ListDeletionJobsCommand): void {
  refuse([
    ...problemsOf(context),
    ...problemsOfFilter(filter),
    ['limit', !isCount(limit, FIXED_LIMITS.pageSize)],
    ['afterCursor', afterCursor !== undefined && !isText(afterCursor, MOST.cursor)],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkGetJob({ context, id }: GetDeletionJobCommand): void {
  refuse([...problemsOf(context), ['id', typeof id !== 'string']]);
}

/** @throws LetheError `invalid_request` */
export function checkRetryJobs({ context, filter, limit }: RetryDeletionsCommand): void {
  refuse([
    ...problemsOf(context),
    ...problemsOfFilter(filter),
    ['limit', !isCount(limit, FIXED_LIMITS.pageSize)],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkRetryRegulation({ context, id }: RetryRegulationCommand): void {
  refuse([...problemsOf(context), ['id', typeof id !== 'string']]);
}

/** @throws LetheError `invalid_request` */
export function checkPause({ context, destinationId, paused }: PauseDeletionsCommand): void {
  refuse([
    ...problemsOf(context),
    ['destinationId', !isText(destinationId, MOST.id)],
    ['paused', typeof paused !== 'boolean'],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkClaimOwnJob(command: ClaimOwnJobCommand): void {
  const { context, destinationIds, claimId, leaseMs } = command;
  refuse([
    ...problemsOf(context),
    ['claimId', claimId !== undefined && !(typeof claimId === 'string' && UUID.test(claimId))],
    [
      'destinationIds',
      destinationIds !== undefined && !areIds(destinationIds, HIGHEST_LIMITS.destinationIds),
    ],
    ['leaseMs', !isLease(leaseMs)],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkHeartbeatOwnJob(command: HeartbeatOwnJobCommand): void {
  const { context, leaseMs } = command;
  refuse([...problemsOf(context), ...problemsOfLease(command), ['leaseMs', !isLease(leaseMs)]]);
}

/** @throws LetheError `invalid_request` */
export function checkReportOwnJob(command: ReportOwnJobCommand): void {
  const { context, status, reason, refused } = command;
  refuse([
    ...problemsOf(context),
    ...problemsOfLease(command),
    ['status', !REPORTED.includes(status)],
    ['reason', reason !== undefined && !isText(reason, FIXED_LIMITS.reasonLength)],
    ['refused', refused !== undefined && !areRefused(refused)],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkClaimDataPlaneJob({
  requestId,
  workspaceIds,
}: ClaimDataPlaneJobCommand): void {
  refuse([
    ['requestId', !isText(requestId, MOST.requestId)],
    ['workspaceIds', !areTexts(workspaceIds, MOST.workspaces)],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkUpdateDataPlaneJob(command: UpdateDataPlaneJobCommand): void {
  const { requestId, workspaceIds, jobId, status, reason } = command;
  refuse([
    ['requestId', !isText(requestId, MOST.requestId)],
    ['workspaceIds', !areTexts(workspaceIds, MOST.workspaces)],
    ['jobId', !isJobId(jobId)],
    ['status', !TOLD.includes(status)],
    ['reason', reason !== undefined && !isText(reason, FIXED_LIMITS.reasonLength)],
  ]);
}

function problemsOfFilter(filter: DeletionJobFilter | undefined): Problem[] {
  const { destinationId, status, overdue, needsAttention, held, createdAfter, createdBefore } =
    objectOf(filter);
  return [
    ['filter', filter === undefined],
    ['filter.destinationId', destinationId !== undefined && !isText(destinationId, MOST.id)],
    ['filter.status', status !== undefined && !DELETION_STATES.includes(status)],
    ['filter.overdue', overdue !== undefined && typeof overdue !== 'boolean'],
    ['filter.needsAttention', needsAttention !== undefined && typeof needsAttention !== 'boolean'],
    ['filter.held', held !== undefined && typeof held !== 'boolean'],
    ['filter.createdAfter', createdAfter !== undefined && !isTime(createdAfter)],
    ['filter.createdBefore', createdBefore !== undefined && !isTime(createdBefore)],
  ];
}

function problemsOfLease({ jobId, leaseToken }: HeartbeatOwnJobCommand | ReportOwnJobCommand) {
  return [
    ['jobId', !isJobId(jobId)],
    ['leaseToken', typeof leaseToken !== 'string' || !UUID.test(leaseToken)],
  ] as const;
}

function isJobId(value: unknown): boolean {
  return typeof value === 'string' && JOB_ID.test(value) && BigInt(value) < 2n ** 63n;
}

function isLease(value: unknown): boolean {
  return isCount(value, LEASE_MS.most) && (value as number) >= LEASE_MS.least;
}

/** A gateway sends times as `toISOString` writes them. */
function isTime(value: unknown): boolean {
  return isText(value, 40) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !isNaN(Date.parse(value));
}

function areRefused(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= MAX_OWN_REFUSED_USERS &&
    value.every((one: unknown) => {
      const { userId, reason } = Object(one) as { userId?: unknown; reason?: unknown };
      return isText(userId, MOST.id * 3) && isText(reason, FIXED_LIMITS.reasonLength);
    })
  );
}
