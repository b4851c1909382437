import {
  checkUser,
  DetailsCollector,
  FIXED_LIMITS,
  HIGHEST_LIMITS,
  LetheError,
  REGULATION_STATUSES,
  REGULATION_TYPES,
  userIdProblem,
  type AbortDeletionsCommand,
  type CancelRegulationCommand,
  type CreateRegulationsCommand,
  type DeletionOrder,
  type ErrorDetails,
  type GetRegulationCommand,
  type ListRegulationsCommand,
  type PlanDeletionCommand,
  type RegulationRequest,
} from '@lethe/contracts';
import { eachInSteps } from '@lethe/resilience';
import { problemsOfContext } from './check-stated-command.js';

/*
 * Commands that a gateway has checked are checked again, with bounds that no gateway's settings
 * exceed: a faulty caller must not read or write without bounds.
 */

/**
 * Most characters of ids, names and tokens, and most elements of lists. Their format is checked
 * elsewhere.
 */
export const MOST = { id: 255, name: 10_000, requestId: 255, cursor: 8_192, workspaces: 100_000 };

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What a command must not have: the path of a member, and whether it is wrong. */
export type Problem = readonly [path: string, isWrong: boolean];

/** @throws LetheError `invalid_request` */
export function checkCreate({ context, request, ...rest }: CreateRegulationsCommand): void {
  refuse(problemsOf(context));
  const { regulationType, users, sourceIds, destinationIds, reason } = objectOf(request);
  const { idempotencyKey, wantRecords } = rest;
  checkOrder(rest);
  refuse([
    ['regulationType', !REGULATION_TYPES.includes(regulationType)],
    ['users', !isList(users, HIGHEST_LIMITS.usersPerRequest)],
    ['sourceIds', sourceIds !== undefined && !areIds(sourceIds, HIGHEST_LIMITS.sourceIds)],
    [
      'destinationIds',
      destinationIds !== undefined && !areIds(destinationIds, HIGHEST_LIMITS.destinationIds),
    ],
    ['sourceIds', sourceIds !== undefined && regulationType !== 'suppress'],
    ['destinationIds', (destinationIds === undefined) !== (regulationType === 'suppress')],
    ['reason', reason !== undefined && !isText(reason, FIXED_LIMITS.reasonLength)],
    [
      'idempotencyKey',
      idempotencyKey !== undefined && !isText(idempotencyKey, FIXED_LIMITS.idempotencyKeyLength),
    ],
    ['wantRecords', typeof wantRecords !== 'boolean'],
  ]);
}

/**
 * Checks the users of a command that `checkCreate` or `checkPlan` has let pass, in steps.
 *
 * @throws LetheError `invalid_request`
 */
export async function checkUsers({ users }: RegulationRequest): Promise<void> {
  const problems = new DetailsCollector();
  await eachInSteps(users, (user, index) => {
    if (!problems.isFull) checkUser(user, `users[${index}]`, problems);
  });
  problems.throwIfAny();
}

/** @throws LetheError `invalid_request` */
export function checkPlan({ context, request, ...order }: PlanDeletionCommand): void {
  checkCreate({ context, request, ...order, wantRecords: false });
}

/** @throws LetheError `invalid_request` */
export function checkOrder({ unusableDestinations }: DeletionOrder): void {
  const isSound = Object.values(objectOf(unusableDestinations)).every(
    (reason) => typeof reason === 'string',
  );
  refuse([['unusableDestinations', !isSound]]);
}

/** @throws LetheError `invalid_request` */
export function checkList({ context, ...page }: ListRegulationsCommand): void {
  const { limit, afterCursor, userId, regulationType, canceled } = page;
  const { status, overdue, createdAfter, createdBefore } = page;
  refuse([
    ...problemsOf(context),
    ['limit', !isCount(limit, FIXED_LIMITS.pageSize)],
    ['afterCursor', afterCursor !== undefined && !isText(afterCursor, MOST.cursor)],
    ['userId', userId !== undefined && !(isText(userId, Infinity) && isUserId(userId))],
    ['regulationType', regulationType !== undefined && !REGULATION_TYPES.includes(regulationType)],
    ['canceled', canceled !== undefined && typeof canceled !== 'boolean'],
    ['status', status !== undefined && !REGULATION_STATUSES.includes(status)],
    ['overdue', overdue !== undefined && typeof overdue !== 'boolean'],
    ['createdAfter', createdAfter !== undefined && !isTime(createdAfter)],
    ['createdBefore', createdBefore !== undefined && !isTime(createdBefore)],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkGet({ context, id }: GetRegulationCommand): void {
  refuse([...problemsOf(context), ['id', typeof id !== 'string']]);
}

/** @throws LetheError `invalid_request` */
export function checkCancel({ context, id, allowedTypes, reason }: CancelRegulationCommand): void {
  refuse([
    ...problemsOf(context),
    ['id', typeof id !== 'string'],
    ['allowedTypes', !areTexts(allowedTypes, REGULATION_TYPES.length)],
    ['reason', reason !== undefined && !isText(reason, FIXED_LIMITS.reasonLength)],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkAbort({ context, destinationId, mayStay }: AbortDeletionsCommand): void {
  refuse([
    ...problemsOf(context),
    ['destinationId', !isText(destinationId, MOST.id)],
    ['mayStay', mayStay !== undefined && typeof mayStay !== 'boolean'],
  ]);
}

export function problemsOf(context: unknown): Problem[] {
  return problemsOfContext(context, 'token');
}

export function refuse(problems: readonly Problem[]): void {
  const wrong = problems.filter(([, isWrong]) => isWrong).map(([path]) => path);
  if (wrong.length === 0) return;
  throw notTaken(
    Object.fromEntries(wrong.map((path) => [path, 'is missing, too large, or no such value'])),
  );
}

/** @param details what is wrong, by path */
export function notTaken(details: ErrorDetails): LetheError {
  const message = 'The regulation service does not take this command.';
  return new LetheError('invalid_request', { message, details });
}

/** @returns the value, or an empty object when it is undefined */
export function objectOf<T extends object>(value: T | undefined): T {
  return Object(value) as T;
}

export function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= most;
}

/** As `Date.prototype.toISOString` writes it, which Postgres reads too. */
function isTime(value: unknown): boolean {
  return isText(value, 24) && ISO_TIME.test(value) && !Number.isNaN(Date.parse(value));
}

function isUserId(value: string): boolean {
  return userIdProblem(value) === undefined;
}

export function isCount(value: unknown, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;
}

function isList(value: unknown, most: number): value is readonly unknown[] {
  return Array.isArray(value) && value.length >= 1 && value.length <= most;
}

export function areTexts(value: unknown, most: number): boolean {
  return Array.isArray(value) && value.length <= most && value.every((one) => isText(one, MOST.id));
}

/**
 * Whether a value is a list of texts that may be ids; an ill-formed one is refused later, with its
 * path.
 */
export function areIds(value: unknown, most: number): boolean {
  return isList(value, most) && value.every((one) => typeof one === 'string');
}
