import {
  DELETION_JOB_BOUNDS,
  FIXED_LIMITS,
  LEASE_MS,
  MOST_CLAIMED_DESTINATIONS,
  type ClaimDeletionsCommand,
  type HeartbeatDeletionsCommand,
  type JobOutcome,
  type ReportDeletionsCommand,
  type WorkerContext,
} from '@lethe/contracts';
import { isCount, isText, MOST, objectOf, refuse, type Problem } from './check-command.js';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const JOB_ID = /^[1-9]\d{0,17}$/;
/** Most users of a job, and so the most that it can have refused. */
const MOST_USERS = 1_000;
const { progressBytes, recordBytes, statusUrlLength, methodLength } = DELETION_JOB_BOUNDS;
/** Longest name of a worker. */
const MOST_NAME = 200;
const LONE_SURROGATE = /\p{Surrogate}/u;
const CAUSES = ['limit', 'conflict', 'outage'];

/** @throws LetheError `invalid_request` */
export function checkClaim(command: ClaimDeletionsCommand): void {
  const { context, worker, claimId, destinations, leaseMs } = command;
  refuse([
    ...problemsOfWorker(context),
    ['worker', !isText(worker, MOST_NAME)],
    ['claimId', !isUuid(claimId)],
    ['destinations', !isCount(destinations, MOST_CLAIMED_DESTINATIONS)],
    ['leaseMs', !isLease(leaseMs)],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkHeartbeat({ context, jobs, leaseMs }: HeartbeatDeletionsCommand): void {
  refuse([
    ...problemsOfWorker(context),
    ['jobs', !isSome(jobs)],
    ['leaseMs', !isLease(leaseMs)],
    ...(isSome(jobs) ? jobs.flatMap((job, index) => problemsOfJob(job, `jobs[${index}]`)) : []),
  ]);
}

/** @throws LetheError `invalid_request` naming the reports that are wrong: the others can be sent again alone */
export function checkReport({ context, reports }: ReportDeletionsCommand): void {
  refuse([
    ...problemsOfWorker(context),
    ['reports', !isSome(reports)],
    ...(isSome(reports)
      ? reports.flatMap((report, index): Problem[] => {
          const path = `reports[${index}]`;
          return [
            ...problemsOfJob(report, path),
            [`${path}.outcome`, !isOutcome(objectOf(report).outcome)],
          ];
        })
      : []),
  ]);
}

function problemsOfWorker(context: WorkerContext | undefined): Problem[] {
  return [
    ['context.requestId', !isText(context?.requestId, MOST.requestId)],
    ['context.deadline', !Number.isFinite(context?.deadline)],
  ];
}

function problemsOfJob(
  job: { readonly jobId: string; readonly claimId: string; readonly progress?: unknown },
  path: string,
): Problem[] {
  const { jobId, claimId, progress } = objectOf(job);
  return [
    [`${path}.jobId`, !(typeof jobId === 'string' && JOB_ID.test(jobId))],
    [`${path}.claimId`, !isUuid(claimId)],
    [`${path}.progress`, progress !== undefined && !isSmallObject(progress, progressBytes)],
  ];
}

function isOutcome(outcome: JobOutcome): boolean {
  const given = objectOf(outcome);
  if ('retryAfterMs' in given && !isTime(given.retryAfterMs)) return false;
  switch (given.status) {
    case 'complete':
      return (
        isSmallObject(given.record, recordBytes) &&
        isText(given.record.method, methodLength) &&
        (given.refused === undefined || areRefused(given.refused))
      );
    case 'accepted':
      return isText(given.statusUrl, statusUrlLength) && isStorable(given.statusUrl);
    case 'delayed':
      return CAUSES.includes(given.cause) && isReason(given.reason);
    case 'refused':
    case 'failed':
    case 'aborted':
    case 'released':
      return isReason(given.reason);
    default:
      return false;
  }
}

function areRefused(refused: unknown): boolean {
  return (
    Array.isArray(refused) &&
    refused.length <= MOST_USERS &&
    refused.every((one: unknown) => {
      const { regulationId, reason, together } = Object(one) as Record<string, unknown>;
      return (
        isUuid(regulationId) && isReason(reason) && (together === undefined || together === true)
      );
    })
  );
}

function isReason(reason: unknown): boolean {
  return isText(reason, FIXED_LIMITS.reasonLength) && isStorable(reason);
}

/** Postgres stores neither U+0000 nor half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !LONE_SURROGATE.test(text);
}

function isSmallObject(value: unknown, mostBytes: number): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Buffer.byteLength(JSON.stringify(value)) <= mostBytes && holdsStorable(value);
}

/** Looks at the texts themselves: in JSON, a backslash of a text may look like the beginning of an escape. */
function holdsStorable(root: unknown): boolean {
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && !isStorable(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    if (!Object.keys(value).every(isStorable)) return false;
    open.push(...(Object.values(value) as unknown[]));
  }
  return true;
}

function isSome<T>(value: readonly T[] | undefined): value is readonly T[] {
  const many: unknown = value;
  return Array.isArray(many) && many.length >= 1 && many.length <= MOST_REPORTED;
}

/** Jobs of one heartbeat or report: as many as one claim may have taken where one pass takes ten. */
const MOST_REPORTED = 10 * MOST_CLAIMED_DESTINATIONS;

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

function isLease(value: unknown): boolean {
  return isCount(value, LEASE_MS.most) && (value as number) >= LEASE_MS.least;
}

function isTime(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && value >= 0);
}
