import { notDeletedMembers, type NotDeletedDto } from './not-deleted.dto.js';
import { integer, listOf, Member, objects, oneOf, text, time } from '../definition/index.js';

const WARNING_CODES = ['suspicious_id', 'synonym', 'deadline_passed'] as const;

/** A user that a destination cannot identify. */
export class UnidentifiedUserDto {
  @Member({ is: text, example: 'users[3]', description: 'Path of the user in the request.' })
  path!: string;

  @Member({
    is: text,
    example: 'has no identifier that destination "dst_hook" can use for a deletion',
  })
  reason!: string;
}

/** Effect of a request at one destination. */
export class PlannedDestinationDto {
  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({ is: text, example: 'WEBHOOK' })
  destinationType!: string;

  @Member({ is: integer, description: 'Number of users that the destination can identify.' })
  users!: number;

  @Member({
    is: integer,
    description:
      'Number of deletion jobs. The destination type limits the number of users in one job.',
  })
  jobs!: number;

  @Member({
    is: integer,
    description:
      'Number of calls, without retries. For a store in which Lethe reads many objects: number of passes.',
  })
  calls!: number;

  @Member({
    is: integer,
    description:
      'Expected duration in seconds at the rate of the destination type, without the jobs that already wait there.',
  })
  expectedSeconds!: number;

  @Member({
    is: objects(() => UnidentifiedUserDto),
    description:
      'The first 100 users that the destination cannot identify (fewer with more than 100 destinations). The real request is refused because of them. With `destinationIds: ["*"]`, it deletes nothing of them there.',
  })
  unidentified!: readonly UnidentifiedUserDto[];

  @Member({ is: integer, description: 'Total number of these users.' })
  unidentifiedCount!: number;
}

/** A value that is allowed, but probably a mistake. */
export class PlanWarningDto {
  @Member({
    is: text,
    optional: true,
    example: 'users[3].userId',
    description:
      'Path of the value in the request. Absent when the warning is about several users.',
  })
  path?: string;

  @Member({
    is: oneOf(WARNING_CODES),
    description:
      '`suspicious_id`: an identifier that looks like a mistake, such as `null`. `synonym`: a further identifier whose name usually means an e-mail address or phone number. `deadline_passed`: the deletions would be overdue at once.',
  })
  code!: (typeof WARNING_CODES)[number];

  @Member({ is: text, example: 'looks like an empty value that a program wrote' })
  message!: string;
}

/** A user with a suppression key that differs from the userId. */
export class PlannedKeyDto {
  @Member({ is: text, example: 'users[3]', description: 'Path of the user in the request.' })
  path!: string;

  @Member({
    is: text,
    example: 'JaneDoe',
    description: 'Key by which Lethe matches events of the user.',
  })
  suppressionKey!: string;
}

const NOT_DELETED = notDeletedMembers(
  'With `destinationIds: ["*"]`: destinations at which nothing is deleted, and why.',
);

/** Effect of a request, which a dry run shows. */
export class DeletionPlanDto {
  @Member({ is: integer, description: 'Number of regulations that would be created.' })
  regulations!: number;

  @Member({ is: objects(() => PlannedDestinationDto) })
  destinations!: readonly PlannedDestinationDto[];

  @Member(NOT_DELETED.list)
  notDeleted?: readonly NotDeletedDto[];

  @Member(NOT_DELETED.count)
  notDeletedCount?: number;

  @Member({
    is: objects(() => PlannedKeyDto),
    optional: true,
    description:
      'The first 100 users whose suppression key differs from their userId. Events of all ids with the same key are dropped, but only the data of the id as given is deleted. Absent when there are none.',
  })
  suppressionKeys?: readonly PlannedKeyDto[];

  @Member({ is: integer, optional: true, description: 'Total number of these users.' })
  suppressionKeyCount?: number;

  @Member({ is: time, optional: true, description: 'Earliest start of the deletions.' })
  startsAt?: string;

  @Member({ is: time, optional: true, description: 'Deadline of the deletions.' })
  dueAt?: string;

  @Member({ is: listOf(text), description: 'Effects that cannot be undone.' })
  irreversible!: readonly string[];

  @Member({
    is: objects(() => PlanWarningDto),
    description:
      'Values that are allowed, but probably a mistake: the first 100 of each code, then the number of further ones.',
  })
  warnings!: readonly PlanWarningDto[];
}
