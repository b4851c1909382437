import { integer, listOf, Member, objects, oneOf, text, time } from '../definition/index.js';

const WARNING_CODES = ['suspicious_id', 'synonym'] as const;

/** A user whom a destination cannot identify. */
export class UnidentifiedUserDto {
  @Member({ is: text, example: 'users[3]', description: 'Path in the request.' })
  path!: string;

  @Member({ is: text, example: 'has no identifier that destination "dst_hook" can delete by' })
  reason!: string;
}

/** What a request would do at one destination. */
export class PlannedDestinationDto {
  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({ is: text, example: 'WEBHOOK' })
  destinationType!: string;

  @Member({ is: integer, description: 'Users that it can identify.' })
  users!: number;

  @Member({ is: integer, description: 'Users are cut to what the type takes at once.' })
  jobs!: number;

  @Member({
    is: integer,
    description: 'Calls without repeats; of a store, in which many objects are read, passes.',
  })
  calls!: number;

  @Member({
    is: integer,
    description: "Seconds by the rate of the destination's type, without what waits there already.",
  })
  expectedSeconds!: number;

  @Member({
    is: objects(() => UnidentifiedUserDto),
    description:
      'Users that it cannot identify, the first 100. The request itself is refused for them.',
  })
  unidentified!: readonly UnidentifiedUserDto[];

  @Member({ is: integer, description: 'How many those are in all.' })
  unidentifiedCount!: number;
}

/** Something in the request that is allowed and probably a mistake. */
export class PlanWarningDto {
  @Member({
    is: text,
    optional: true,
    example: 'users[3].userId',
    description: 'Path in the request. Absent where the warning is about several users.',
  })
  path?: string;

  @Member({
    is: oneOf(WARNING_CODES),
    description:
      '`suspicious_id`: an identifier that no system issues, such as `null`. `synonym`: a custom identifier with a usual name of e-mail addresses or phone numbers.',
  })
  code!: (typeof WARNING_CODES)[number];

  @Member({ is: text, example: 'looks like a missing value of a program' })
  message!: string;
}

/** A user whose suppression key differs from the userId. */
export class PlannedKeyDto {
  @Member({ is: text, example: 'users[3]', description: 'Path in the request.' })
  path!: string;

  @Member({ is: text, example: 'JaneDoe', description: 'By what events of the user are found.' })
  suppressionKey!: string;
}

/** What a request would do, without doing it. */
export class DeletionPlanDto {
  @Member({ is: integer, description: 'How many would be made.' })
  regulations!: number;

  @Member({ is: objects(() => PlannedDestinationDto) })
  destinations!: readonly PlannedDestinationDto[];

  @Member({
    is: objects(() => PlannedKeyDto),
    optional: true,
    description:
      'Users whose suppression key differs from their userId, the first 100. Events of all ids with the same key are dropped; only data under the id as given is deleted. Absent where there are none.',
  })
  suppressionKeys?: readonly PlannedKeyDto[];

  @Member({ is: integer, optional: true, description: 'How many those are in all.' })
  suppressionKeyCount?: number;

  @Member({ is: time, optional: true, description: 'When deletions may begin.' })
  startsAt?: string;

  @Member({ is: time, optional: true, description: 'By when they have to be done.' })
  dueAt?: string;

  @Member({ is: listOf(text), description: "What can't be taken back." })
  irreversible!: readonly string[];

  @Member({
    is: objects(() => PlanWarningDto),
    description:
      'What is allowed and probably a mistake: the first 100 of each code, then how many more there are.',
  })
  warnings!: readonly PlanWarningDto[];
}
