import { pairsProblem, REGULATION_TYPES, type RegulationType } from '@lethe/contracts';
import {
  Member,
  oneOf,
  type CheckSettings,
  type CheckTogether,
  type Kind,
  type MemberRule,
} from '../definition/index.js';

/** Which list of ids goes with which type. */
const TARGETS = [
  { name: 'sourceIds', types: ['suppress'] },
  { name: 'destinationIds', types: ['suppress_with_delete', 'delete'] },
] as const satisfies readonly { name: string; types: readonly RegulationType[] }[];

export const regulationType = oneOf(REGULATION_TYPES);
/** Where users are suppressed. */
export const sourceIds = idsOf(
  'source',
  'must not be empty; leave it out to suppress at all sources',
  (limits) => limits.sourceIds,
);
/** Where what is known of users is deleted. */
export const destinationIds = idsOf(
  'destination',
  'must name at least one destination',
  (limits) => limits.destinationIds,
);

/** Ids that are looked for later, where each has its path. */
function idsOf(
  what: string,
  empty: string,
  mostOf: (limits: CheckSettings['limits']) => number,
): Kind {
  return {
    schema: { type: 'array', items: { type: 'string' }, minItems: 1 },
    check: (value, report, { limits }) => {
      const most = mostOf(limits);
      if (!Array.isArray(value)) report(`must be an array of ${what} ids`);
      else if (value.length > most) report(`must not hold more than ${most} ids`);
      else if (value.length === 0) report(empty);
      else {
        value.forEach((id: unknown, at) => {
          if (typeof id !== 'string') report('must be a string', `[${at}]`);
        });
      }
    },
  };
}

interface Targeted {
  readonly regulationType: RegulationType;
  readonly sourceIds?: readonly string[];
  readonly destinationIds?: readonly string[];
  /** One in a request that names none. */
  readonly users?: readonly unknown[];
}

/** Checks whether the ids go with the type, and are not too many for the users. */
export const checkTargets: CheckTogether<Targeted> = (given, problems, { limits }) => {
  const { users = ['one'], sourceIds = [], destinationIds = [] } = given;
  if (Array.isArray(users) && Array.isArray(sourceIds) && Array.isArray(destinationIds)) {
    const crowded = pairsProblem({ users, sourceIds, destinationIds }, limits);
    if (crowded !== undefined) problems.add('users', crowded);
  }
  if (given.sourceIds !== undefined && given.destinationIds !== undefined) {
    problems.add('sourceIds', 'must not be given together with destinationIds');
  }
  const type = REGULATION_TYPES.find((one) => one === given.regulationType);
  if (type === undefined) return; // what goes with it cannot be said
  for (const { name, types } of TARGETS) {
    const isTaken = (types as readonly RegulationType[]).includes(type);
    if (given[name] === undefined || isTaken) continue;
    problems.add(name, `goes only with regulationType ${types.join(' and ')}`);
  }
  if (type !== 'suppress' && given.destinationIds === undefined) {
    problems.add('destinationIds', `is required for regulationType ${type}`);
  }
};

/** Why destinations of an order cannot delete, by their ids; absent where no reason was found. */
export const unusableDestinations = {
  is: {
    check: (value, report) => {
      const isSound =
        typeof value === 'object' &&
        value !== null &&
        Object.values(value).every((one) => typeof one === 'string');
      if (!isSound) report('must be an object of texts');
    },
  },
  optional: true,
} satisfies MemberRule;

/** What an order of a deletion names. The service has no key of secrets, so the gateway looks at what they open to. */
export class DeletionOrderDto {
  @Member(unusableDestinations)
  unusableDestinations?: Readonly<Record<string, string>>;
}
