import {
  PEOPLE_BOUNDS,
  REGULATION_STATUSES,
  REGULATION_TYPES,
  type RegulationStatus,
  type RegulationType,
  type UserIdentifiers,
} from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { DestinationDeletionDto } from '../regulations/regulation.dto.js';

const TIME = { format: 'date-time', example: '2026-11-21T08:00:00.000Z' } as const;
const ID = { format: 'uuid', example: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11' } as const;

export class SuppressedAtDto {
  @ApiProperty({ example: 'src_web' })
  sourceId!: string;

  @ApiProperty(TIME)
  since!: string;
}

/** Where a user is suppressed now. */
export class SuppressedDto {
  @ApiPropertyOptional({
    ...TIME,
    description: 'Since when, at all sources; absent when not at all.',
  })
  everywhereSince?: string;

  @ApiProperty({ type: () => [SuppressedAtDto], description: 'The sources besides, by id.' })
  sources!: readonly SuppressedAtDto[];

  @ApiPropertyOptional({ description: `There are more than ${PEOPLE_BOUNDS.places}.` })
  moreSources?: true;
}

/** Other ids with the same suppression key. */
export class OtherIdsDto {
  @ApiProperty({ type: 'integer', minimum: 1, example: 1, description: 'How many there are.' })
  count!: number;

  @ApiProperty({
    type: [String],
    example: ['us***'],
    description: `As they were given, masked unless \`full\` asks for them; ${PEOPLE_BOUNDS.otherIds} at most.`,
  })
  userIds!: readonly string[];

  @ApiPropertyOptional({
    description: `There may be more: only the newest ${PEOPLE_BOUNDS.recent} regulations were read.`,
  })
  isMore?: true;
}

/** Where something of a user was to be deleted. */
export class PersonDeletionDto extends OmitType(DestinationDeletionDto, ['record']) {
  @ApiProperty({ ...ID, description: 'The regulation that ordered it.' })
  regulationId!: string;

  @ApiPropertyOptional({
    description:
      'Whose data, where it is another id than `userId` of the answer; masked unless `full` asks for it.',
  })
  userId?: string;
}

export class PersonRegulationDto {
  @ApiProperty(ID)
  id!: string;

  @ApiProperty({ enum: REGULATION_TYPES, example: 'suppress' })
  regulationType!: RegulationType;

  @ApiProperty({ enum: REGULATION_STATUSES, example: 'active' })
  status!: RegulationStatus;

  @ApiPropertyOptional({
    ...TIME,
    description: 'By when its deletions have to be done. Absent where it orders none.',
  })
  dueAt?: string;

  @ApiPropertyOptional({ example: false, description: 'As in a list of regulations.' })
  overdue?: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { userId: 'us***', email: 'u***@example.com' },
    description: 'The identifiers that were given, masked unless `full` asks for them.',
  })
  attributes!: UserIdentifiers;

  @ApiProperty(TIME)
  createdAt!: string;

  @ApiProperty({ example: 'demo admin', description: 'Name of the token that created it.' })
  createdBy!: string;

  @ApiPropertyOptional({ description: 'Why it was created; absent when nobody said.' })
  reason?: string;

  @ApiPropertyOptional({
    type: [String],
    description: 'Sources that are covered; absent when all of them are.',
  })
  sourceIds?: readonly string[];

  @ApiPropertyOptional({ type: [String], description: 'Destinations to delete at.' })
  destinationIds?: readonly string[];

  @ApiPropertyOptional(TIME)
  canceledAt?: string;

  @ApiPropertyOptional({ description: 'Name of the token that canceled it.' })
  canceledBy?: string;
}

/** What is known of a user. */
export class PersonDto {
  @ApiProperty({
    example: 'us***',
    description:
      'The id that was looked for, or that came last with the address or number; masked unless `full` asks for it.',
  })
  userId!: string;

  @ApiPropertyOptional({
    description:
      'By what events are found, where it differs from the id; masked unless `full` asks for it. Suppressions and regulations of all ids with this key are shown.',
  })
  suppressionKey?: string;

  @ApiPropertyOptional({
    type: () => OtherIdsDto,
    description:
      'Other ids with the same suppression key, which may be of other persons. Absent where there are none.',
  })
  otherIds?: OtherIdsDto;

  @ApiProperty({ type: () => SuppressedDto })
  suppressed!: SuppressedDto;

  @ApiProperty({
    type: () => [PersonDeletionDto],
    description:
      'The newest order of each id at each destination, whichever regulation it came with.',
  })
  deletions!: readonly PersonDeletionDto[];

  @ApiPropertyOptional({
    description: `There may be more: there are more than ${PEOPLE_BOUNDS.places}, or the user has more than ${PEOPLE_BOUNDS.recent} regulations or orders to delete, of which the newest ones were read.`,
  })
  moreDeletions?: true;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 0,
    description: 'Orders to delete that have not ended. With `moreDeletions` at least so many.',
  })
  openDeletions!: number;

  @ApiProperty({ type: () => [PersonRegulationDto], description: 'The newest first.' })
  regulations!: readonly PersonRegulationDto[];

  @ApiPropertyOptional({
    description: '`afterCursor` of the next page of the regulations; absent on the last one.',
  })
  nextCursor?: string;
}

export class PeopleDto {
  @ApiProperty({
    type: () => [PersonDto],
    description: 'None: nothing is known. Several: the address or number came with several users.',
  })
  people!: readonly PersonDto[];

  @ApiProperty({
    example: false,
    description: `Whether there are more: of more than ${PEOPLE_BOUNDS.people}, or of more than fits into an answer.`,
  })
  more!: boolean;
}

export class FoundPersonDto {
  @ApiProperty({ example: 'us***', description: 'Masked unless `full` asks for it.' })
  userId!: string;

  @ApiProperty({ example: true })
  suppressed!: boolean;
}

export class FoundPeopleDto {
  @ApiProperty({ type: () => [FoundPersonDto] })
  people!: readonly FoundPersonDto[];

  @ApiProperty({ example: false, description: 'Whether there are more behind the last one.' })
  more!: boolean;
}

export class UnsuppressedDto {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 2,
    description: 'Regulations that were canceled.',
  })
  canceled!: number;
}
