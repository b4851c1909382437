import {
  REGULATION_STATUSES,
  REGULATION_TYPES,
  type RegulationStatus,
  type RegulationType,
  type UserIdentifiers,
} from '@lethe/contracts';
import {
  count,
  EXAMPLE_UUID,
  flag,
  listOf,
  Member,
  members,
  object,
  objects,
  oneOf,
  text,
  TIME,
  uuid,
} from '../definition/index.js';
import { DeletionStandingDto } from '../deletions/destination-deletion.dto.js';
import { USER_BOUNDS } from './user-bounds.js';

const ID = { is: uuid, example: EXAMPLE_UUID };
const TEXT = { is: text, optional: true };

export class SuppressedAtDto {
  @Member({ is: text, example: 'src_web' })
  sourceId!: string;

  @Member(TIME)
  since!: string;
}

/** Where a user is suppressed now. */
export class SuppressedDto {
  @Member({
    ...TIME,
    optional: true,
    description: 'Since when, at all sources; absent when not at all.',
  })
  everywhereSince?: string;

  @Member({ is: objects(() => SuppressedAtDto), description: 'The sources besides, by id.' })
  sources!: readonly SuppressedAtDto[];

  @Member({ is: flag, optional: true, description: `There are more than ${USER_BOUNDS.places}.` })
  moreSources?: true;
}

/** Other ids with the same suppression key: other persons, as far as is known. */
export class OtherIdsDto {
  @Member({ is: count({ least: 1 }), example: 1, description: 'How many there are.' })
  count!: number;

  @Member({
    is: listOf(text),
    example: ['us***'],
    description: `As they were given, masked unless \`full\` asks for them; ${USER_BOUNDS.otherIds} at most.`,
  })
  userIds!: readonly string[];

  @Member({
    is: flag,
    optional: true,
    description: `There may be more: only the newest ${USER_BOUNDS.recent} regulations were read.`,
  })
  isMore?: true;
}

/** Where something of a user was to be deleted. */
export class PersonDeletionDto extends DeletionStandingDto {
  @Member({ ...ID, description: 'The regulation that ordered it.' })
  regulationId!: string;

  @Member({
    is: text,
    optional: true,
    description:
      'Whose data, where it is another id than `userId` of the answer; masked unless `full` asks for it.',
  })
  userId?: string;
}

/** A regulation of a user. */
export class PersonRegulationDto {
  @Member(ID)
  id!: string;

  @Member({ is: oneOf(REGULATION_TYPES), example: 'suppress' })
  regulationType!: RegulationType;

  @Member({ is: oneOf(REGULATION_STATUSES), example: 'active' })
  status!: RegulationStatus;

  @Member({
    ...TIME,
    optional: true,
    description: 'By when its deletions have to be done. Absent where it orders none.',
  })
  dueAt?: string;

  @Member({ is: flag, optional: true, example: false, description: 'As in a list of regulations.' })
  overdue?: boolean;

  @Member({
    is: members,
    example: { userId: 'us***', email: 'u***@example.com' },
    description: 'The identifiers that were given, masked unless `full` asks for them.',
  })
  attributes!: UserIdentifiers;

  @Member(TIME)
  createdAt!: string;

  @Member({ is: text, example: 'demo admin', description: 'Name of the token that created it.' })
  createdBy!: string;

  @Member({ ...TEXT, description: 'Why it was created; absent when nobody said.' })
  reason?: string;

  @Member({
    is: listOf(text),
    optional: true,
    description: 'Sources that are covered; absent when all of them are.',
  })
  sourceIds?: readonly string[];

  @Member({ is: listOf(text), optional: true, description: 'Destinations to delete at.' })
  destinationIds?: readonly string[];

  @Member({ ...TIME, optional: true })
  canceledAt?: string;

  @Member({ ...TEXT, description: 'Name of the token that canceled it.' })
  canceledBy?: string;
}

/** What is known under one suppression key. Each regulation and each deletion says which id it is of. */
export class PersonDto {
  @Member({
    is: text,
    example: 'us***',
    description:
      'The id that was looked for, or that came last with the address or number; masked unless `full` asks for it.',
  })
  userId!: string;

  @Member({
    is: text,
    optional: true,
    description:
      'By what events are found, where it differs from the id; masked unless `full` asks for it. Suppressions and regulations of all ids with this key are shown.',
  })
  suppressionKey?: string;

  @Member({
    is: object(() => OtherIdsDto),
    optional: true,
    description:
      'Other ids with the same suppression key, which may be of other persons. Absent where there are none.',
  })
  otherIds?: OtherIdsDto;

  @Member({ is: object(() => SuppressedDto) })
  suppressed!: SuppressedDto;

  @Member({
    is: objects(() => PersonDeletionDto),
    description:
      'The newest order of each id at each destination, whichever regulation it came with.',
  })
  deletions!: readonly PersonDeletionDto[];

  @Member({
    is: flag,
    optional: true,
    description: `There may be more: there are more than ${USER_BOUNDS.places}, or the user has more than ${USER_BOUNDS.recent} regulations or orders to delete, of which the newest ones were read.`,
  })
  moreDeletions?: true;

  @Member({
    is: count({ least: 0 }),
    example: 0,
    description: 'Orders to delete that have not ended. With `moreDeletions` at least so many.',
  })
  openDeletions!: number;

  @Member({ is: objects(() => PersonRegulationDto), description: 'The newest first.' })
  regulations!: readonly PersonRegulationDto[];

  @Member({
    is: text,
    optional: true,
    description: '`afterCursor` of the next page of the regulations; absent on the last one.',
  })
  nextCursor?: string;
}

export class PeopleDto {
  @Member({
    is: objects(() => PersonDto),
    description: 'None: nothing is known. Several: the address or number came with several users.',
  })
  people!: readonly PersonDto[];

  @Member({
    is: flag,
    example: false,
    description: `Whether there are more: of more than ${USER_BOUNDS.users}, or of more than fits into an answer.`,
  })
  more!: boolean;
}

export class FoundPersonDto {
  @Member({ is: text, example: 'us***', description: 'Masked unless `full` asks for it.' })
  userId!: string;

  @Member({ is: flag, example: true })
  suppressed!: boolean;
}

export class FoundPeopleDto {
  @Member({ is: objects(() => FoundPersonDto) })
  people!: readonly FoundPersonDto[];

  @Member({ is: flag, example: false, description: 'Whether there are more behind the last one.' })
  more!: boolean;
}

export class UnsuppressedDto {
  @Member({ is: count({ least: 0 }), example: 2, description: 'Regulations that were canceled.' })
  canceled!: number;
}
