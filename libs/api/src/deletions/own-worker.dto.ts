import {
  FIXED_LIMITS,
  ID_PATTERN,
  OWN_LEASE_SECONDS,
  USER_ID_PATTERN,
  type OwnJob,
} from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** As `checkReason` has it. */
const REASON = { pattern: '\\S', maxLength: FIXED_LIMITS.reasonLength };
const TIME = { format: 'date-time', example: '2026-11-21T08:30:00.000Z' };
const TOKEN = { format: 'uuid', example: '5b0e4a9e-3c1d-4f0e-9d2a-7f1c2b3a4d5e' };
const LEASE = {
  type: 'integer',
  minimum: OWN_LEASE_SECONDS.least,
  maximum: OWN_LEASE_SECONDS.most,
  default: OWN_LEASE_SECONDS.usual,
  description: 'For how long the job is the worker’s, from now on.',
} as const;

/** Body of `POST /v2/deletion-jobs/claim`. */
export class ClaimJobDto {
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', pattern: ID_PATTERN.source },
    minItems: 1,
    example: ['dst_crm'],
    description: 'Jobs of these destinations only; of every `CUSTOM` destination without it.',
  })
  destinationIds?: string[];

  @ApiPropertyOptional({
    format: 'uuid',
    example: '7d0b6d0a-52a4-4a55-8f7e-0d7a3a1c9e44',
    description:
      'Yours, new for each claim. Where its answer is lost, the same claim gets the same job again, for `leaseSeconds` from then on.',
  })
  claimId?: string;

  @ApiPropertyOptional(LEASE)
  leaseSeconds?: number;
}

class JobUserDto {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11' })
  regulationId!: string;

  @ApiProperty({ example: 'user-1' })
  userId!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    properties: { userId: { type: 'string' } },
    example: { userId: 'user-1', email: 'user-1@example.com' },
    description: 'Everything that was given, `userId` too.',
  })
  identifiers!: Readonly<Record<string, unknown>>;
}

class OwnJobDto implements OwnJob {
  @ApiProperty({ example: '4711' })
  id!: string;

  @ApiProperty({ example: 'dst_crm' })
  destinationId!: string;

  @ApiProperty({ type: 'integer', example: 0, description: 'How often it has failed.' })
  attempt!: number;

  @ApiProperty({ type: [JobUserDto] })
  users!: JobUserDto[];

  @ApiProperty({ ...TOKEN, description: 'For heartbeats and the report.' })
  leaseToken!: string;

  @ApiProperty({ ...TIME, description: 'From then on, another worker may get it.' })
  leaseExpiresAt!: string;
}

export class ClaimedJobDto {
  @ApiProperty({ type: OwnJobDto })
  job!: OwnJobDto;
}

/** Body of `POST /v2/deletion-jobs/{id}/heartbeat`. */
export class HeartbeatJobDto {
  @ApiProperty(TOKEN)
  leaseToken!: string;

  @ApiPropertyOptional(LEASE)
  leaseSeconds?: number;
}

export class LeaseDto {
  @ApiProperty(TIME)
  leaseExpiresAt!: string;
}

/** A user whom the system behind the worker refuses to delete. */
class RefusedUserDto {
  @ApiProperty({ pattern: USER_ID_PATTERN, example: 'user-2' })
  userId!: string;

  @ApiProperty({ ...REASON, example: 'Under a legal hold.' })
  reason!: string;
}

export const REPORTED_STATUSES = ['complete', 'failed', 'aborted'] as const;

/** Body of `POST /v2/deletion-jobs/{id}/report`. */
export class ReportJobDto {
  @ApiProperty(TOKEN)
  leaseToken!: string;

  @ApiProperty({
    enum: REPORTED_STATUSES,
    example: 'complete',
    description:
      '`failed`: try again later; after 4 failures it is aborted. `aborted`: no retry can mend it.',
  })
  status!: (typeof REPORTED_STATUSES)[number];

  @ApiPropertyOptional({
    ...REASON,
    description: 'Why, for people. Without identifiers: it is shown to whoever may read.',
  })
  reason?: string;

  @ApiPropertyOptional({
    type: [RefusedUserDto],
    description: 'Only with `complete`: users who were not deleted. The others are complete.',
  })
  refused?: RefusedUserDto[];
}
