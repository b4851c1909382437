import {
  CONDITION_WORDS,
  describeStates,
  REGULATION_STATUS_WORDS,
  REGULATION_STATUSES,
  REGULATION_TYPES,
  type ListedRegulation,
  type RegulationDetail,
  type RegulationRecord,
  type RegulationStatus,
  type RegulationType,
  type UserIdentifiers,
} from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PagingDto } from '../definition/index.js';
import { DestinationDeletionDto } from '../deletions/destination-deletion.dto.js';

const TIME = { format: 'date-time' } as const;
const EXAMPLE_ID = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';

/** A regulation as the answer to its create shows it. */
export class RegulationDto implements RegulationRecord {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({ example: 'ws_demo', description: 'Workspace that owns the regulation.' })
  workspaceId!: string;

  @ApiProperty({ example: false })
  canceled!: boolean;

  @ApiProperty({ enum: REGULATION_TYPES, example: 'suppress' })
  regulationType!: RegulationType;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    properties: { userId: { type: 'string' } },
    required: ['userId'],
    selfRequired: true,
    example: { userId: 'user-1', email: 'user-1@example.com' },
    description: 'The identifiers as they were given. Deletions go by them.',
  })
  attributes!: UserIdentifiers;

  @ApiPropertyOptional({
    example: 'JaneDoe',
    description:
      'By what events of the user are found: the `userId` without what cannot be seen. Absent where it is the `userId` itself.',
  })
  suppressionKey?: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:00:00.000Z' })
  createdAt!: string;
}

/** A regulation as lists show it. */
export class ListedRegulationDto extends RegulationDto implements ListedRegulation {
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  canceledAt!: string | null;

  @ApiProperty({
    enum: REGULATION_STATUSES,
    example: 'active',
    description: `${describeStates(REGULATION_STATUS_WORDS)} A retried deletion counts as its retry.`,
  })
  status!: RegulationStatus;

  @ApiPropertyOptional({
    ...TIME,
    description:
      'By when its deletions have to be done. Absent where it orders none, and for orders from before this was kept.',
  })
  dueAt?: string;

  @ApiPropertyOptional({
    example: false,
    description: `Whether one of its deletions is overdue: ${CONDITION_WORDS.overdue.meaning} Absent where it orders none.`,
  })
  overdue?: boolean;

  @ApiPropertyOptional({ example: 'imp-2026-11', description: 'The import that it came with.' })
  importId?: string;
}

/** A regulation with everything that is known about it. */
export class RegulationDetailDto extends ListedRegulationDto implements RegulationDetail {
  @ApiPropertyOptional({
    type: [String],
    description: 'Sources that are covered; absent when all of them are.',
  })
  sourceIds?: readonly string[];

  @ApiPropertyOptional({ type: [String], description: 'Destinations to delete at.' })
  destinationIds?: readonly string[];

  @ApiProperty({ example: 'demo admin', description: 'Name of the token that created it.' })
  createdBy!: string;

  @ApiPropertyOptional({ description: 'Why it was created; absent when nobody said.' })
  reason?: string;

  @ApiPropertyOptional({ description: 'Name of the token that canceled it.' })
  canceledBy?: string;

  @ApiPropertyOptional({ description: 'Why it was canceled; absent when nobody said.' })
  cancelReason?: string;

  @ApiPropertyOptional({
    ...TIME,
    description: 'When the identifiers other than the userId were forgotten.',
  })
  identifiersForgottenAt?: string;

  @ApiPropertyOptional({
    type: [DestinationDeletionDto],
    description: 'Where it deletes: the state at each destination.',
  })
  deletions?: readonly DestinationDeletionDto[];
}

export class RegulationPageDto {
  @ApiProperty({ type: [ListedRegulationDto] })
  data!: readonly ListedRegulationDto[];

  @ApiProperty({ type: PagingDto })
  paging!: PagingDto;
}
