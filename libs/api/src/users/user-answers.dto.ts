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
const MASKED = 'Masked unless `identifiers` is `full`.';

export class SuppressedAtDto {
  @Member({ is: text, example: 'src_web' })
  sourceId!: string;

  @Member(TIME)
  since!: string;
}

/** Current suppressions of a user. */
export class SuppressedDto {
  @Member({
    ...TIME,
    optional: true,
    description:
      'Start of the suppression at all sources. Absent when the user is not suppressed at all sources.',
  })
  everywhereSince?: string;

  @Member({
    is: objects(() => SuppressedAtDto),
    description: 'Suppressions at single sources, sorted by id.',
  })
  sources!: readonly SuppressedAtDto[];

  @Member({
    is: flag,
    optional: true,
    description: `True when there are more than ${USER_BOUNDS.places} sources.`,
  })
  moreSources?: true;
}

/** Other ids with the same suppression key. They can belong to other users. */
export class OtherIdsDto {
  @Member({ is: count({ least: 1 }), example: 1, description: 'Number of other ids.' })
  count!: number;

  @Member({
    is: listOf(text),
    example: ['us***'],
    description: `The ids as given, at most ${USER_BOUNDS.otherIds}. ${MASKED}`,
  })
  userIds!: readonly string[];

  @Member({
    is: flag,
    optional: true,
    description: `True when there may be more: only the newest ${USER_BOUNDS.recent} regulations were read.`,
  })
  isMore?: true;
}

/** A deletion of a user at one destination. */
export class PersonDeletionDto extends DeletionStandingDto {
  @Member({ ...ID, description: 'The regulation that ordered it.' })
  regulationId!: string;

  @Member({
    is: text,
    optional: true,
    description: `The id whose data is deleted, when it differs from \`userId\` of the answer. ${MASKED}`,
  })
  userId?: string;
}

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
    description: 'Deadline of its deletions. Absent when it orders none.',
  })
  dueAt?: string;

  @Member({
    is: flag,
    optional: true,
    example: false,
    description: 'Whether one of its deletions is overdue, as in the list of regulations.',
  })
  overdue?: boolean;

  @Member({
    is: members,
    example: { userId: 'us***', email: 'u***@example.com' },
    description: `The identifiers as given. ${MASKED}`,
  })
  attributes!: UserIdentifiers;

  @Member(TIME)
  createdAt!: string;

  @Member({ is: text, example: 'demo admin', description: 'Name of the token that created it.' })
  createdBy!: string;

  @Member({ ...TEXT, description: 'Reason for the creation. Absent when none was given.' })
  reason?: string;

  @Member({
    is: listOf(text),
    optional: true,
    description: 'Sources that the regulation covers. Absent when it covers all sources.',
  })
  sourceIds?: readonly string[];

  @Member({
    is: listOf(text),
    optional: true,
    description: 'Destinations at which the data is to be deleted.',
  })
  destinationIds?: readonly string[];

  @Member({ ...TIME, optional: true })
  canceledAt?: string;

  @Member({ ...TEXT, description: 'Name of the token that canceled it.' })
  canceledBy?: string;
}

/** Data about one suppression key. Each regulation and each deletion shows its own id. */
export class PersonDto {
  @Member({
    is: text,
    example: 'us***',
    description: `The id that was looked up, or the id that was last given with the e-mail address or phone number. ${MASKED}`,
  })
  userId!: string;

  @Member({
    is: text,
    optional: true,
    description: `Key by which Lethe matches events, when it differs from the id. ${MASKED} The answer shows the suppressions and regulations of all ids with this key.`,
  })
  suppressionKey?: string;

  @Member({
    is: object(() => OtherIdsDto),
    optional: true,
    description:
      'Other ids with the same suppression key. They may belong to other persons. Absent when there are none.',
  })
  otherIds?: OtherIdsDto;

  @Member({ is: object(() => SuppressedDto) })
  suppressed!: SuppressedDto;

  @Member({
    is: objects(() => PersonDeletionDto),
    description: 'The newest deletion order of each id at each destination, from any regulation.',
  })
  deletions!: readonly PersonDeletionDto[];

  @Member({
    is: flag,
    optional: true,
    description: `True when there may be more: there are more than ${USER_BOUNDS.places} deletions, or the user has more than ${USER_BOUNDS.recent} regulations or deletion orders. Only the newest ones were read.`,
  })
  moreDeletions?: true;

  @Member({
    is: count({ least: 0 }),
    example: 0,
    description:
      'Number of deletions that have not ended. With `moreDeletions`, there may be more.',
  })
  openDeletions!: number;

  @Member({ is: objects(() => PersonRegulationDto), description: 'Newest first.' })
  regulations!: readonly PersonRegulationDto[];

  @Member({
    is: text,
    optional: true,
    description:
      'Value of `afterCursor` for the next page of regulations. Absent on the last page.',
  })
  nextCursor?: string;
}

export class PeopleDto {
  @Member({
    is: objects(() => PersonDto),
    description:
      'Users that were found; empty when nothing is known. Several when the e-mail address or phone number was given with several users.',
  })
  people!: readonly PersonDto[];

  @Member({
    is: flag,
    example: false,
    description: `Whether more users were found: more than ${USER_BOUNDS.users}, or more than fit into the answer.`,
  })
  more!: boolean;
}

export class FoundPersonDto {
  @Member({ is: text, example: 'us***', description: MASKED })
  userId!: string;

  @Member({ is: flag, example: true })
  suppressed!: boolean;
}

export class FoundPeopleDto {
  @Member({ is: objects(() => FoundPersonDto) })
  people!: readonly FoundPersonDto[];

  @Member({ is: flag, example: false, description: 'Whether more users follow the last one.' })
  more!: boolean;
}

export class UnsuppressedDto {
  @Member({ is: count({ least: 0 }), example: 2, description: 'Number of canceled regulations.' })
  canceled!: number;
}
