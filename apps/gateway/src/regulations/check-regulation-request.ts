import { CreateRegulationsDto } from '@lethe/api';
import {
  DetailsCollector,
  LetheError,
  REGULATION_TYPES,
  pairsProblem,
  type RegulationRequest,
  type RegulationType,
  type RequestLimits,
  type UserIdentifiers,
  checkUser,
} from '@lethe/contracts';
import { ELEMENTS_OF_A_STEP, Pace } from '@lethe/resilience';
import { reportUnknownNames } from '@lethe/api/definition';
import { validateDto } from '../http/request/validate-dto.js';
import { checkReason } from './check-reason.js';

const PROPERTIES = ['regulationType', 'sourceIds', 'destinationIds', 'users', 'reason'] as const;

/** Which list of ids goes with which type. */
const TARGETS = [
  { name: 'sourceIds', types: ['suppress'] },
  { name: 'destinationIds', types: ['suppress_with_delete', 'delete'] },
] as const satisfies readonly { name: string; types: readonly RegulationType[] }[];

/**
 * Checks the body of `POST /v2/regulations` by every rule that needs no database. Repeats stay: the service collapses them, and until then a path names what the caller sent.
 *
 * @param body as parsed, of any shape
 * @param limits in force
 * @throws LetheError `invalid_request` naming up to 50 paths
 */
export async function checkRegulationRequest(
  body: unknown,
  limits: RequestLimits,
): Promise<RegulationRequest> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new LetheError('invalid_request', {
      message: 'The request body must be a JSON object.',
      details: { body: 'must be a JSON object' },
    });
  }
  const problems = new DetailsCollector();
  checkSizes(body, limits, problems);
  problems.throwIfAny(); // a list that is too long is not looked into
  reportUnknownNames(body, PROPERTIES, 'property', problems);
  const dto = validateDto(CreateRegulationsDto, body, PROPERTIES, problems);
  checkTargets(dto, problems);
  const reason = checkReason(dto.reason, problems);
  const users = await checkUsers(dto.users, problems);
  problems.throwIfAny();

  return {
    regulationType: dto.regulationType,
    ...(dto.sourceIds === undefined ? {} : { sourceIds: dto.sourceIds }),
    ...(dto.destinationIds === undefined ? {} : { destinationIds: dto.destinationIds }),
    users,
    ...reason,
  };
}

function checkSizes(body: object, limits: RequestLimits, problems: DetailsCollector): void {
  const list = (name: string) => {
    const value = (body as Readonly<Record<string, unknown>>)[name];
    return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
  };
  const sizes = [
    { name: 'sourceIds', limit: limits.sourceIds, what: 'ids' },
    { name: 'destinationIds', limit: limits.destinationIds, what: 'ids' },
    { name: 'users', limit: limits.usersPerRequest, what: 'users' },
  ];
  for (const { name, limit, what } of sizes) {
    if ((list(name)?.length ?? 0) <= limit) continue;
    problems.add(name, `must not hold more than ${limit} ${what}`);
  }
  const users = list('users') ?? [];
  const sourceIds = list('sourceIds') ?? [];
  const problem = pairsProblem(
    { users, sourceIds, destinationIds: list('destinationIds') },
    limits,
  );
  if (problem !== undefined) problems.add('users', problem);
}

function checkTargets(dto: CreateRegulationsDto, problems: DetailsCollector): void {
  if (dto.sourceIds !== undefined && dto.destinationIds !== undefined) {
    problems.add('sourceIds', 'must not be given together with destinationIds');
  }
  const { regulationType } = dto;
  if (!REGULATION_TYPES.includes(regulationType)) return; // what goes with it cannot be said
  for (const { name, types } of TARGETS) {
    const isTaken = (types as readonly RegulationType[]).includes(regulationType);
    if (dto[name] === undefined || isTaken) continue;
    problems.add(name, `goes only with regulationType ${types.join(' and ')}`);
  }
  if (regulationType !== 'suppress' && dto.destinationIds === undefined) {
    problems.add('destinationIds', `is required for regulationType ${regulationType}`);
  }
}

async function checkUsers(users: unknown, problems: DetailsCollector): Promise<UserIdentifiers[]> {
  if (!Array.isArray(users)) return [];
  const checked: UserIdentifiers[] = [];
  const pace = new Pace(ELEMENTS_OF_A_STEP);
  for (const [index, user] of users.entries()) {
    const result = checkUser(user, `users[${index}]`, problems);
    if (result !== undefined) checked.push(result);
    if (problems.isFull) break;
    await pace.did();
  }
  return checked;
}
