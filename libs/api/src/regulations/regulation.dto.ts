import {
  CONDITION_WORDS,
  describeStates,
  REGULATION_STATUS_WORDS,
  REGULATION_STATUSES,
  REGULATION_TYPES,
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
import { DestinationDeletionDto } from '../deletions/destination-deletion.dto.js';

const LATER = { is: time, optional: true };
const TEXT = { is: text, optional: true };

/** What was given of a user. */
const identifiers: Kind = {
  schema: {
    type: 'object',
    additionalProperties: true,
    properties: { userId: { type: 'string' } },
    required: ['userId'],
  },
};

/** A regulation as the answer to its create shows it. */
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
    description: 'The identifiers as they were given. Deletions go by them.',
  })
  attributes!: UserIdentifiers;

  @Member({
    ...TEXT,
    example: 'JaneDoe',
    description:
      'By what events of the user are found: the `userId` without what cannot be seen. Absent where it is the `userId` itself.',
  })
  suppressionKey?: string;

  @Member(TIME)
  createdAt!: string;
}

/** A regulation as lists show it. */
export class ListedRegulationDto extends RegulationDto {
  @Member({ is: { schema: { ...time.schema, nullable: true } }, example: null })
  canceledAt!: string | null;

  @Member({
    is: oneOf(REGULATION_STATUSES),
    example: 'active',
    description: `${describeStates(REGULATION_STATUS_WORDS)} A retried deletion counts as its retry.`,
  })
  status!: RegulationStatus;

  @Member({
    ...LATER,
    description:
      'By when its deletions have to be done. Absent where it orders none, and for orders from before this was kept.',
  })
  dueAt?: string;

  @Member({
    is: flag,
    optional: true,
    example: false,
    description: `Whether one of its deletions is overdue: ${CONDITION_WORDS.overdue.meaning} Absent where it orders none.`,
  })
  overdue?: boolean;

  @Member({ ...TEXT, example: 'imp-2026-11', description: 'The import that it came with.' })
  importId?: string;
}

/** A regulation with everything that is known about it. */
export class RegulationDetailDto extends ListedRegulationDto {
  @Member({
    is: listOf(text),
    optional: true,
    description: 'Sources that are covered; absent when all of them are.',
  })
  sourceIds?: readonly string[];

  @Member({ is: listOf(text), optional: true, description: 'Destinations to delete at.' })
  destinationIds?: readonly string[];

  @Member({ is: text, example: 'demo admin', description: 'Name of the token that created it.' })
  createdBy!: string;

  @Member({ ...TEXT, description: 'Why it was created; absent when nobody said.' })
  reason?: string;

  @Member({ ...TEXT, description: 'Name of the token that canceled it.' })
  canceledBy?: string;

  @Member({ ...TEXT, description: 'Why it was canceled; absent when nobody said.' })
  cancelReason?: string;

  @Member({ ...LATER, description: 'When the identifiers other than the userId were forgotten.' })
  identifiersForgottenAt?: string;

  @Member({
    is: objects(() => DestinationDeletionDto),
    optional: true,
    description: 'Where it deletes: the state at each destination.',
  })
  deletions?: readonly DestinationDeletionDto[];
}

export class RegulationPageDto {
  @Member({ is: objects(() => ListedRegulationDto) })
  data!: readonly ListedRegulationDto[];

  @Member({ is: object(() => PagingDto) })
  paging!: PagingDto;
}
