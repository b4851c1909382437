import {
  DELETION_JOB_BOUNDS,
  type DeletionOutcome,
  FIXED_LIMITS,
  type VerificationOutcome,
} from '@lethe/contracts';
import type { Kind } from '../definition/index.js';

/** The worker is shutting down. It has made no calls, or only calls that are safe to repeat. */
interface Released {
  readonly status: 'released';
  readonly reason: string;
}

export type JobOutcome =
  | Exclude<DeletionOutcome, { readonly status: 'aborted' }>
  | { readonly status: 'aborted'; readonly reason: string }
  | Released;

export type VerificationReport = VerificationOutcome | Released;

const { progressBytes, recordBytes, statusUrlLength, methodLength } = DELETION_JOB_BOUNDS;
/** Maximum users of a job, and therefore of refused users. */
const MOST_USERS = 1_000;
const CAUSES: readonly unknown[] = ['limit', 'conflict', 'outage'];
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A UUID in lower case, from Lethe's worker. */
export const workersUuid = kindOf('is not a UUID', isUuid);

export const outcome = kindOf('is not a valid outcome of a job', isOutcome);
export const verificationOutcome = kindOf(
  'is not a valid outcome of a verification',
  isVerificationOutcome,
);

/** Checkpoint of a job with many steps, from which the next attempt continues. */
export const progress = kindOf(
  `must be an object of at most ${progressBytes} bytes as JSON`,
  (value) => isSmallObject(value, progressBytes),
);

function kindOf(problem: string, isOne: (value: unknown) => boolean): Kind {
  return {
    check: (value, report) => {
      if (!isOne(value)) report(problem);
    },
  };
}

function isOutcome(value: unknown): boolean {
  const given = Object(value) as Readonly<Record<string, unknown>>;
  if (!isRetryAfter(given.retryAfterMs)) return false;
  switch (given.status) {
    case 'complete':
      return isRecord(given.record) && (given.refused === undefined || areRefused(given.refused));
    case 'accepted':
      return isText(given.statusUrl, statusUrlLength);
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

function isVerificationOutcome(value: unknown): boolean {
  const given = Object(value) as Readonly<Record<string, unknown>>;
  if (!isRetryAfter(given.retryAfterMs)) return false;
  switch (given.status) {
    case 'verified':
      return (
        isRecord(given.record) &&
        (given.found === undefined || areFound(given.found)) &&
        (given.doubtful === undefined ||
          (isListOf(given.doubtful, isUuid) && isReason(given.reason)))
      );
    case 'delayed':
      return CAUSES.includes(given.cause) && isReason(given.reason);
    case 'cannot_be_checked':
    case 'failed':
    case 'released':
      return isReason(given.reason);
    default:
      return false;
  }
}

function isRetryAfter(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && value >= 0);
}

function isRecord(value: unknown): boolean {
  return isSmallObject(value, recordBytes) && isText(value.method, methodLength);
}

function areFound(found: unknown): boolean {
  return isListOf(found, (one) => {
    const { regulationId, count } = Object(one) as Record<string, unknown>;
    return isUuid(regulationId) && Number.isSafeInteger(count) && Number(count) > 0;
  });
}

function isListOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length <= MOST_USERS && value.every((one) => isOne(one));
}

function areRefused(refused: unknown): boolean {
  return isListOf(refused, (one) => {
    const { regulationId, reason, together } = Object(one) as Record<string, unknown>;
    return (
      isUuid(regulationId) && isReason(reason) && (together === undefined || together === true)
    );
  });
}

function isReason(value: unknown): boolean {
  return isText(value, FIXED_LIMITS.reasonLength);
}

function isText(value: unknown, most: number): boolean {
  return typeof value === 'string' && value !== '' && value.length <= most;
}

function isSmallObject(
  value: unknown,
  mostBytes: number,
): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Buffer.byteLength(JSON.stringify(value)) <= mostBytes;
}

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && UUID.test(value);
}
