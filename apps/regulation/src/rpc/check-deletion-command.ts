import {
  FIXED_LIMITS,
  HIGHEST_LIMITS,
  LEASE_MS,
  MAX_OWN_REFUSED_USERS,
  type ClaimDataPlaneJobCommand,
  type ClaimOwnJobCommand,
  type HeartbeatOwnJobCommand,
  type ReportOwnJobCommand,
  type UpdateDataPlaneJobCommand,
} from '@lethe/contracts';
import { areIds, areTexts, isCount, isText, MOST, problemsOf, refuse } from './check-command.js';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const JOB_ID = /^[1-9]\d{0,18}$/;
const REPORTED = ['complete', 'failed', 'aborted'];
const TOLD = ['running', ...REPORTED];

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
