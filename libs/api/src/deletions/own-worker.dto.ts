import { ID_PATTERN } from '@lethe/contracts';
import {
  callersUuid,
  count,
  EXAMPLE_UUID,
  flag,
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

/** Kinds of jobs. A verification asks for the users, and changes nothing. */
const JOB_KINDS = ['delete', 'verify'] as const;
/** Duration of a lease without a heartbeat, in seconds. */
const LEASE_SECONDS = { least: 30, most: 12 * 3_600 };
/** Maximum refused users in a report: a job has at most this many users. */
const MOST_REFUSED = 1_000;
export const TOKEN = '5b0e4a9e-3c1d-4f0e-9d2a-7f1c2b3a4d5e';
/** Replaces a malformed token. No lease has this token. */
const NO_LEASE = '00000000-0000-0000-0000-000000000000';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const NO_TOKEN = 'is required; send the leaseToken of the claimed job';
const TIME = { is: time, example: '2026-11-21T08:30:00.000Z' };
const LEASE = {
  is: count(LEASE_SECONDS),
  optional: true,
  default: 30 * 60,
  description: 'Duration of the lease in seconds, from now.',
};

/** Token of a lease. A malformed token is treated as the token of a lease that has ended. */
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

/** Ids of destinations. Duplicates are removed. An invalid id causes no error, but has no jobs. */
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
      hint: 'leave it out for all destinations',
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
    description:
      'Claims only jobs of these destinations. Absent: jobs of all `CUSTOM` destinations.',
  })
  destinationIds?: string[];

  @Member({
    is: callersUuid('leave it out if you do not repeat claims'),
    optional: true,
    example: '7d0b6d0a-52a4-4a55-8f7e-0d7a3a1c9e44',
    description:
      'Your own id, a new one for each claim. If the answer is lost, repeat the claim with the same id: you get the same job, with a new lease of `leaseSeconds`.',
  })
  claimId?: string;

  @Member({
    is: flag,
    optional: true,
    description:
      'If `true`, the answer can also be a job of the kind `verify`, if no deletion waits. Absent: only deletions.',
  })
  verifications?: boolean;

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
    description: 'All identifiers as given, including `userId`.',
  })
  identifiers!: Readonly<Record<string, unknown>>;
}

export class OwnJobDto {
  @Member({ is: text, example: '4711' })
  id!: string;

  @Member({ is: text, example: 'dst_crm' })
  destinationId!: string;

  @Member({
    is: oneOf(JOB_KINDS),
    example: 'delete',
    description:
      '`delete`: delete the users. `verify`: say whether the system has data of the users again, and change nothing.',
  })
  kind!: (typeof JOB_KINDS)[number];

  @Member({ is: integer, example: 0, description: 'Number of failed attempts.' })
  attempt!: number;

  @Member({ is: objects(() => JobUserDto) })
  users!: JobUserDto[];

  @Member({ is: uuid, example: TOKEN, description: 'Token for heartbeats and for the report.' })
  leaseToken!: string;

  @Member({
    ...TIME,
    description: 'End of the lease. After this time, another worker may get the job.',
  })
  leaseExpiresAt!: string;
}

export class ClaimedJobDto {
  @Member({ is: object(() => OwnJobDto) })
  job!: OwnJobDto;
}

export class WorkedJobIdDto {
  @Member({ is: jobId, named: 'id', description: 'Id of a job.' })
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

/** A user that the worker's system refuses to delete. */
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

/** A user whose data the worker's system has again. */
export class FoundUserDto {
  @Member({ is: userId, example: 'user-2' })
  userId!: string;

  @Member({ is: count({ least: 1 }), example: 2, description: 'Number of rows or records.' })
  count!: number;
}

export const REPORTED_STATUSES = [
  'complete',
  'failed',
  'aborted',
  'verified',
  'cannot_be_checked',
] as const;

/** Body of `POST /v2/deletion-jobs/{id}/report`. */
@Together<ReportJobDto>(({ refused, found, status }, problems) => {
  if (Array.isArray(refused) && refused.length > 0 && status !== 'complete') {
    problems.add(
      'refused',
      'is allowed only with status "complete"; with another status, no user counts as deleted',
    );
  }
  if (Array.isArray(found) && found.length > 0 && status !== 'verified') {
    problems.add('found', 'is allowed only with status "verified"');
  }
})
export class ReportJobDto {
  @Member({ is: leaseToken, required: NO_TOKEN, example: TOKEN })
  leaseToken!: string;

  @Member({
    is: oneOf(REPORTED_STATUSES),
    example: 'complete',
    description:
      '`complete`: all users are deleted, except those in `refused`. `failed`: Lethe offers the job again later, and aborts it after 4 failures. `aborted`: a retry cannot succeed. For a job of the kind `verify`, `verified`: the system has no data of the users, except those in `found`; `cannot_be_checked`: the worker cannot say; or `failed`.',
  })
  status!: (typeof REPORTED_STATUSES)[number];

  @Member({
    is: reason,
    optional: true,
    description:
      'Reason, for people. Do not enter identifiers: each token with `regulations:read` can read this text.',
  })
  reason?: string;

  @Member({
    is: objects(() => RefusedUserDto, { most: MOST_REFUSED, what: 'users' }),
    optional: true,
    description: 'Users that were not deleted. Only with `complete`. The other users are complete.',
  })
  refused?: RefusedUserDto[];

  @Member({
    is: objects(() => FoundUserDto, { most: MOST_REFUSED, what: 'users' }),
    optional: true,
    description: 'Users whose data the system has. Only with `verified`. The others are absent.',
  })
  found?: FoundUserDto[];
}
