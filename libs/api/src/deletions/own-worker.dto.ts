import { ID_PATTERN } from '@lethe/contracts';
import {
  callersUuid,
  count,
  EXAMPLE_UUID,
  integer,
  jobId,
  listOf,
  Member,
  object,
  objects,
  oneOf,
  reason,
  text,
  time,
  Together,
  userId,
  uuid,
  type Kind,
} from '../definition/index.js';

/** Seconds for which a worker may hold a job without a heartbeat. */
const LEASE_SECONDS = { least: 30, most: 12 * 3_600 };
/** Most refused users of one report: a job has no more. */
const MOST_REFUSED = 1_000;
/** A token of an example. */
export const TOKEN = '5b0e4a9e-3c1d-4f0e-9d2a-7f1c2b3a4d5e';
/** Stands for a token that can't be one: no lease has it. */
const NO_LEASE = '00000000-0000-0000-0000-000000000000';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const NO_TOKEN = 'is required: the one that came with the job';
const TIME = { is: time, example: '2026-11-21T08:30:00.000Z' };
const LEASE = {
  is: count(LEASE_SECONDS),
  optional: true,
  default: 30 * 60,
  description: 'For how long the job is the worker’s, from now on.',
};

/** Any text is taken: one that is no token is that of a lease that has ended. */
const leaseToken: Kind = {
  schema: uuid.schema ?? {},
  check: (value, report) => {
    if (typeof value !== 'string') report(NO_TOKEN);
  },
  take: (value) => {
    const token = (value as string).toLowerCase();
    return UUID.test(token) ? token : NO_LEASE;
  },
};

/** Ids of destinations, each once; whether they are ids is seen when they are looked for. */
const destinationIds: Kind = {
  ...listOf(
    {
      schema: { type: 'string', pattern: ID_PATTERN.source },
      check: (value, report) => {
        if (typeof value !== 'string') report('must be a string');
      },
    },
    {
      least: 1,
      most: ({ destinationIds: most }) => most,
      what: 'destination ids',
      hint: 'leave it out for all',
    },
  ),
  take: (value) => [...new Set(value as readonly string[])],
};

/** Body of `POST /v2/deletion-jobs/claim`. */
export class ClaimJobDto {
  @Member({
    is: destinationIds,
    optional: true,
    example: ['dst_crm'],
    description: 'Jobs of these destinations only; of every `CUSTOM` destination without it.',
  })
  destinationIds?: string[];

  @Member({
    is: callersUuid('leave it out if you do not repeat claims'),
    optional: true,
    example: '7d0b6d0a-52a4-4a55-8f7e-0d7a3a1c9e44',
    description:
      'Yours, new for each claim. Where its answer is lost, the same claim gets the same job again, for `leaseSeconds` from then on.',
  })
  claimId?: string;

  @Member(LEASE)
  leaseSeconds!: number;
}

class JobUserDto {
  @Member({ is: uuid, example: EXAMPLE_UUID })
  regulationId!: string;

  @Member({ is: text, example: 'user-1' })
  userId!: string;

  @Member({
    is: {
      schema: {
        type: 'object',
        additionalProperties: true,
        properties: { userId: { type: 'string' } },
      },
    },
    example: { userId: 'user-1', email: 'user-1@example.com' },
    description: 'Everything that was given, `userId` too.',
  })
  identifiers!: Readonly<Record<string, unknown>>;
}

export class OwnJobDto {
  @Member({ is: text, example: '4711' })
  id!: string;

  @Member({ is: text, example: 'dst_crm' })
  destinationId!: string;

  @Member({ is: integer, example: 0, description: 'How often it has failed.' })
  attempt!: number;

  @Member({ is: objects(() => JobUserDto) })
  users!: JobUserDto[];

  @Member({ is: uuid, example: TOKEN, description: 'For heartbeats and the report.' })
  leaseToken!: string;

  @Member({ ...TIME, description: 'From then on, another worker may get it.' })
  leaseExpiresAt!: string;
}

export class ClaimedJobDto {
  @Member({ is: object(() => OwnJobDto) })
  job!: OwnJobDto;
}

export class WorkedJobIdDto {
  @Member({ is: jobId, named: 'id', description: 'Of a job.' })
  jobId!: string;
}

/** Body of `POST /v2/deletion-jobs/{id}/heartbeat`. */
export class HeartbeatJobDto {
  @Member({ is: leaseToken, required: NO_TOKEN, example: TOKEN })
  leaseToken!: string;

  @Member(LEASE)
  leaseSeconds!: number;
}

export class LeaseDto {
  @Member(TIME)
  leaseExpiresAt!: string;
}

/** A user whom the system behind the worker refuses to delete. */
export class RefusedUserDto {
  @Member({ is: userId, example: 'user-2' })
  userId!: string;

  @Member({
    is: reason,
    required: 'is required: 1 to 500 characters',
    example: 'Under a legal hold.',
  })
  reason!: string;
}

export const REPORTED_STATUSES = ['complete', 'failed', 'aborted'] as const;

/** Body of `POST /v2/deletion-jobs/{id}/report`. */
@Together<ReportJobDto>(({ refused, status }, problems) => {
  if (Array.isArray(refused) && refused.length > 0 && status !== 'complete') {
    problems.add('refused', 'is for "complete" only: otherwise none of the users is done');
  }
})
export class ReportJobDto {
  @Member({ is: leaseToken, required: NO_TOKEN, example: TOKEN })
  leaseToken!: string;

  @Member({
    is: oneOf(REPORTED_STATUSES),
    example: 'complete',
    description:
      '`failed`: try again later; after 4 failures it is aborted. `aborted`: no retry can mend it.',
  })
  status!: (typeof REPORTED_STATUSES)[number];

  @Member({
    is: reason,
    optional: true,
    description: 'Why, for people. Without identifiers: it is shown to whoever may read.',
  })
  reason?: string;

  @Member({
    is: objects(() => RefusedUserDto, { most: MOST_REFUSED, what: 'users' }),
    optional: true,
    description: 'Only with `complete`: users who were not deleted. The others are complete.',
  })
  refused?: RefusedUserDto[];
}
