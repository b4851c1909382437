import { REPORTED_STATUSES } from '@lethe/api';
import {
  DetailsCollector,
  FIXED_LIMITS,
  MAX_OWN_REFUSED_USERS,
  OWN_LEASE_SECONDS,
  userIdProblem,
  type ClaimOwnJobCommand,
  type HeartbeatOwnJobCommand,
  type ReportOwnJobCommand,
} from '@lethe/contracts';
import { checkReason } from '../regulations/check-reason.js';
import { membersOfBody, readCount } from '../http/request/body-members.js';
import { isUuid } from '../http/request/is-uuid.js';

const CLAIM = ['destinationIds', 'claimId', 'leaseSeconds'] as const;
const HEARTBEAT = ['leaseToken', 'leaseSeconds'] as const;
const REPORT = ['leaseToken', 'status', 'reason', 'refused'] as const;
/** Stands for a token that can't be one: no lease has it. */
const NO_LEASE = '00000000-0000-0000-0000-000000000000';

type Status = ReportOwnJobCommand['status'];
type Refused = NonNullable<ReportOwnJobCommand['refused']>[number];

/**
 * Checks the body of a claim.
 *
 * @param most ids of destinations
 * @throws LetheError `invalid_request` naming each path
 */
export function checkClaim(body: unknown, most: number): Omit<ClaimOwnJobCommand, 'context'> {
  const problems = new DetailsCollector();
  const { destinationIds, claimId, leaseSeconds } = membersOfBody(body, CLAIM, problems);
  const leaseMs = readLease(leaseSeconds, problems);
  const ids = destinationIds === undefined ? undefined : readIds(destinationIds, most, problems);
  if (claimId !== undefined && !(typeof claimId === 'string' && isUuid(claimId))) {
    problems.add('claimId', 'must be a UUID; leave it out if you do not repeat claims');
  }
  problems.throwIfAny();
  return {
    leaseMs,
    ...(ids === undefined ? {} : { destinationIds: ids }),
    ...(claimId === undefined ? {} : { claimId: claimId as string }),
  };
}

/** @throws LetheError `invalid_request` naming each path */
export function checkHeartbeat(
  body: unknown,
): Pick<HeartbeatOwnJobCommand, 'leaseToken' | 'leaseMs'> {
  const problems = new DetailsCollector();
  const { leaseToken, leaseSeconds } = membersOfBody(body, HEARTBEAT, problems);
  const checked = {
    leaseToken: readToken(leaseToken, problems),
    leaseMs: readLease(leaseSeconds, problems),
  };
  problems.throwIfAny();
  return checked;
}

/** @throws LetheError `invalid_request` naming each path */
export function checkReport(body: unknown): Omit<ReportOwnJobCommand, 'context' | 'jobId'> {
  const problems = new DetailsCollector();
  const given = membersOfBody(body, REPORT, problems);
  const leaseToken = readToken(given.leaseToken, problems);
  const status = readStatus(given.status, problems);
  const reason = checkReason(given.reason, problems);
  const refused = readRefused(given.refused, status, problems);
  problems.throwIfAny();
  return { leaseToken, status, ...reason, ...refused };
}

/** Another value is a problem: then what is returned does not matter. */
function readStatus(given: unknown, problems: DetailsCollector): Status {
  const status = REPORTED_STATUSES.find((one) => one === given);
  if (status === undefined) {
    problems.add('status', `must be one of ${REPORTED_STATUSES.join(', ')}`);
  }
  return status ?? 'failed';
}

function readIds(given: unknown, most: number, problems: DetailsCollector): string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > most) {
    problems.add(
      'destinationIds',
      `must be an array of 1 to ${most} destination ids; leave it out for all`,
    );
    return [];
  }
  given.forEach((id: unknown, index) => {
    if (typeof id !== 'string') problems.add(`destinationIds[${index}]`, 'must be a string');
  });
  return [...new Set(given as string[])];
}

function readLease(given: unknown, problems: DetailsCollector): number {
  return 1_000 * readCount('leaseSeconds', given, OWN_LEASE_SECONDS, problems);
}

function readToken(given: unknown, problems: DetailsCollector): string {
  if (typeof given !== 'string') {
    problems.add('leaseToken', 'is required: the one that came with the job');
    return NO_LEASE;
  }
  return isUuid(given) ? given.toLowerCase() : NO_LEASE;
}

function readRefused(
  given: unknown,
  status: Status | undefined,
  problems: DetailsCollector,
): { refused?: Refused[] } {
  if (given === undefined) return {};
  if (!Array.isArray(given) || given.length > MAX_OWN_REFUSED_USERS) {
    problems.add('refused', `must be an array of at most ${MAX_OWN_REFUSED_USERS} users`);
    return {};
  }
  if (given.length > 0 && status !== 'complete') {
    problems.add('refused', 'is for "complete" only: otherwise none of the users is done');
  }
  return {
    refused: given.map((user, index) => readRefusedUser(user, `refused[${index}]`, problems)),
  };
}

function readRefusedUser(given: unknown, path: string, problems: DetailsCollector): Refused {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    problems.add(path, 'must be an object with userId and reason');
    return { userId: '', reason: '' };
  }
  const inner = new DetailsCollector();
  const { userId, reason } = membersOfBody(given, ['userId', 'reason'], inner);
  const id = typeof userId === 'string' ? userId : '';
  const problem = typeof userId === 'string' ? userIdProblem(id) : 'must be a string';
  if (problem !== undefined) inner.add('userId', problem);
  const { reason: why = '' } = checkReason(reason, inner);
  if (reason === undefined)
    inner.add('reason', `is required: 1 to ${FIXED_LIMITS.reasonLength} characters`);
  for (const [name, text] of Object.entries(inner.toDetails()))
    problems.add(`${path}.${name}`, text);
  return { userId: id, reason: why };
}
