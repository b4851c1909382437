import {
  ALL_DESTINATIONS,
  pairsProblem,
  REGULATION_TYPES,
  type RegulationType,
} from '@lethe/contracts';
import {
  Member,
  oneOf,
  type CheckSettings,
  type CheckTogether,
  type Kind,
  type MemberRule,
} from '../definition/index.js';

/** Members with ids, and the regulation types that allow them. */
const TARGETS = [
  { name: 'sourceIds', types: ['suppress'] },
  { name: 'destinationIds', types: ['suppress_with_delete', 'delete'] },
] as const satisfies readonly { name: string; types: readonly RegulationType[] }[];

export const regulationType = oneOf(REGULATION_TYPES);
/** Sources at which users are suppressed. */
export const sourceIds = idsOf(
  'source',
  'must not be empty; leave it out to suppress at all sources',
  (limits) => limits.sourceIds,
);
/** Destinations at which data is deleted. */
export const destinationIds = idsOf(
  'destination',
  'must name at least one destination',
  (limits) => limits.destinationIds,
  (ids) =>
    ids.length > 1 && ids.includes(ALL_DESTINATIONS)
      ? `must not contain "${ALL_DESTINATIONS}" beside other elements; send ["${ALL_DESTINATIONS}"] for all destinations that can delete, or name the destinations`
      : undefined,
);

/**
 * Returns a `Kind` for a list of ids. It accepts any string, because a later step looks up the ids.
 *
 * @param problemOf returns the problem of ids that do not go together
 */
function idsOf(
  what: string,
  empty: string,
  mostOf: (limits: CheckSettings['limits']) => number,
  problemOf: (ids: readonly unknown[]) => string | undefined = () => undefined,
): Kind {
  return {
    schema: { type: 'array', items: { type: 'string' }, minItems: 1 },
    check: (value, report, { limits }) => {
      const most = mostOf(limits);
      if (!Array.isArray(value)) report(`must be an array of ${what} ids`);
      else if (value.length > most) report(`must not contain more than ${most} ids`);
      else if (value.length === 0) report(empty);
      else {
        value.forEach((id: unknown, at) => {
          if (typeof id !== 'string') report('must be a string', `[${at}]`);
        });
        const problem = problemOf(value);
        if (problem !== undefined) report(problem);
      }
    },
  };
}

interface Targeted {
  readonly regulationType: RegulationType;
  readonly sourceIds?: readonly string[];
  readonly destinationIds?: readonly string[];
  /** Absent in an import. The check then assumes one user. */
  readonly users?: readonly unknown[];
}

/**
 * Checks that the regulation type allows the ids. Also checks the limit of users multiplied by ids.
 */
export const checkTargets: CheckTogether<Targeted> = (given, problems, { limits }) => {
  const { users = ['one'], sourceIds = [], destinationIds = [] } = given;
  if (Array.isArray(users) && Array.isArray(sourceIds) && Array.isArray(destinationIds)) {
    const pairProblem = pairsProblem({ users, sourceIds, destinationIds }, limits);
    if (pairProblem !== undefined) problems.add('users', pairProblem);
  }
  if (given.sourceIds !== undefined && given.destinationIds !== undefined) {
    problems.add('sourceIds', 'must not be given together with destinationIds');
  }
  const type = REGULATION_TYPES.find((one) => one === given.regulationType);
  if (type === undefined) return; // an unknown type has no rules for ids
  for (const { name, types } of TARGETS) {
    const isAllowed = (types as readonly RegulationType[]).includes(type);
    if (given[name] === undefined || isAllowed) continue;
    problems.add(name, `is allowed only with regulationType ${types.join(' or ')}`);
  }
  if (type !== 'suppress' && given.destinationIds === undefined) {
    problems.add('destinationIds', `is required for regulationType ${type}`);
  }
};

/** Reasons why destinations cannot delete, by id. A destination that can delete is absent. */
export const unusableDestinations = {
  is: {
    check: (value, report) => {
      const isValid =
        typeof value === 'object' &&
        value !== null &&
        Object.values(value).every((one) => typeof one === 'string');
      if (!isValid) report('must be an object of strings');
    },
  },
  optional: true,
} satisfies MemberRule;

/**
 * Members that the gateway adds to a request that orders deletions. The gateway checks the secrets
 * of destinations, because the service has no secret key.
 */
export class DeletionOrderDto {
  @Member(unusableDestinations)
  unusableDestinations?: Readonly<Record<string, string>>;
}
