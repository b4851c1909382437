import {
  CONDITION_WORDS,
  describeStates,
  LAWS,
  REGULATION_STATUS_WORDS,
  REGULATION_STATUSES,
  REGULATION_TYPES,
  type Law,
  type RegulationStatus,
  type RegulationType,
  type UserIdentifiers,
} from '@lethe/contracts';
import {
  EXAMPLE_UUID,
  flag,
  listOf,
  Member,
  object,
  objects,
  oneOf,
  PagingDto,
  text,
  TIME,
  time,
  uuid,
  type Kind,
} from '../definition/index.js';
import { NOT_DELETED_IN_ANSWER, notDeletedMembers, type NotDeletedDto } from './not-deleted.dto.js';
import { ExtensionDto } from '../deletions/deletion-exception.dto.js';
import { DestinationDeletionDto } from '../deletions/destination-deletion.dto.js';

const NOT_DELETED = notDeletedMembers(
  `With \`destinationIds: ["*"]\`: destinations that existed at the time of the order and at which nothing of this user is deleted, and why. All records in the answer to a create together name at most ${NOT_DELETED_IN_ANSWER} destinations. Absent in lists.`,
);

const LATER = { is: time, optional: true };
const TEXT = { is: text, optional: true };

/** Identifiers of a user, as the caller sent them. */
const identifiers: Kind = {
  schema: {
    type: 'object',
    additionalProperties: true,
    properties: { userId: { type: 'string' } },
    required: ['userId'],
  },
};

/** A regulation, in the answer to the request that created it. */
export class RegulationDto {
  @Member({ is: uuid, example: EXAMPLE_UUID })
  id!: string;

  @Member({ is: text, example: 'ws_demo', description: 'Workspace that owns the regulation.' })
  workspaceId!: string;

  @Member({ is: flag, example: false })
  canceled!: boolean;

  @Member({ is: oneOf(REGULATION_TYPES), example: 'suppress' })
  regulationType!: RegulationType;

  @Member({
    is: identifiers,
    example: { userId: 'user-1', email: 'user-1@example.com' },
    description: 'The identifiers as given. Deletions use them.',
  })
  attributes!: UserIdentifiers;

  @Member({
    ...TEXT,
    example: 'JaneDoe',
    description:
      'Key by which Lethe matches events of the user: the `userId` without invisible characters. Absent when it equals the `userId`.',
  })
  suppressionKey?: string;

  @Member(TIME)
  createdAt!: string;

  @Member({
    ...LATER,
    description: 'Time at which the person asked. Absent when the order did not state it.',
  })
  receivedAt?: string;

  @Member({
    is: oneOf(LAWS),
    optional: true,
    description: 'Law that sets the deadline. Absent when the order did not state it.',
  })
  law?: Law;

  @Member(NOT_DELETED.list)
  notDeleted?: readonly NotDeletedDto[];

  @Member(NOT_DELETED.count)
  notDeletedCount?: number;
}

export class ListedRegulationDto extends RegulationDto {
  @Member({ is: { schema: { ...time.schema, nullable: true } }, example: null })
  canceledAt!: string | null;

  @Member({
    is: oneOf(REGULATION_STATUSES),
    example: 'active',
    description: `${describeStates(REGULATION_STATUS_WORDS)} A retried deletion counts with the state of its retry.`,
  })
  status!: RegulationStatus;

  @Member({
    ...LATER,
    description:
      'Deadline of its deletions. Absent when it orders none, and for old orders without a stored deadline.',
  })
  dueAt?: string;

  @Member({
    is: flag,
    optional: true,
    example: false,
    description: `Whether one of its deletions is overdue: ${CONDITION_WORDS.overdue.meaning} Absent when it orders none.`,
  })
  overdue?: boolean;

  @Member({
    is: flag,
    optional: true,
    description: `True if one of its deletions has this condition, otherwise absent: ${CONDITION_WORDS.foundAgain.meaning}`,
  })
  foundAgain?: boolean;

  @Member({ ...TEXT, example: 'imp-2026-11', description: 'Id of the import that created it.' })
  importId?: string;
}

export class RegulationDetailDto extends ListedRegulationDto {
  @Member({
    is: listOf(text),
    optional: true,
    description: 'Sources that the regulation covers. Absent when it covers all sources.',
  })
  sourceIds?: readonly string[];

  @Member({
    is: listOf(text),
    optional: true,
    description:
      'Destinations at which the data is to be deleted. For an order with `["*"]`, these are the destinations that could delete then and can identify the user.',
  })
  destinationIds?: readonly string[];

  @Member({ is: text, example: 'demo admin', description: 'Name of the token that created it.' })
  createdBy!: string;

  @Member({ ...TEXT, description: 'Reason for the creation. Absent when none was given.' })
  reason?: string;

  @Member({ ...TEXT, description: 'Name of the token that canceled it.' })
  canceledBy?: string;

  @Member({ ...TEXT, description: 'Reason for the cancel. Absent when none was given.' })
  cancelReason?: string;

  @Member({
    ...LATER,
    description: 'Time at which Lethe purged the identifiers other than the userId.',
  })
  identifiersForgottenAt?: string;

  @Member({
    is: object(() => ExtensionDto),
    optional: true,
    description: 'The extension of the deadline. Absent when it was not extended.',
  })
  extension?: ExtensionDto;

  @Member({
    is: objects(() => DestinationDeletionDto),
    optional: true,
    description: 'State of the deletion at each destination.',
  })
  deletions?: readonly DestinationDeletionDto[];
}

export class RegulationPageDto {
  @Member({ is: objects(() => ListedRegulationDto) })
  data!: readonly ListedRegulationDto[];

  @Member({ is: object(() => PagingDto) })
  paging!: PagingDto;
}
