import {
  DELETION_STATES,
  REGULATION_STATUSES,
  REGULATION_TYPES,
  type DeletionState,
  type RegulationStatus,
  type RegulationType,
} from '@lethe/contracts';
import {
  count,
  EXAMPLE_UUID,
  flag,
  listOf,
  Member,
  oneOf,
  text,
  TIME,
  uuid,
} from '../definition/index.js';
import { DESTINATION_HEALTH, EVENT_BOUNDS } from './event-bounds.js';

const ID = { is: uuid, example: EXAMPLE_UUID };
const IDS = { is: listOf({ schema: { ...uuid.schema, example: EXAMPLE_UUID } }), optional: true };
const UP_TO = `All ids. Absent when there are more than ${EVENT_BOUNDS.ids}.`;

/** Common members of an event about several regulations that changed in the same way. */
class OfRegulationsDto {
  @Member({
    ...TIME,
    description: 'Time at which the event was written. It was committed shortly after.',
  })
  at!: string;

  @Member({ is: count({ least: 1 }), example: 1 })
  count!: number;

  @Member({ ...ID, description: 'Smallest id. Ids grow with the time of creation.' })
  firstId!: string;

  @Member(ID)
  lastId!: string;

  @Member({ ...IDS, description: UP_TO })
  ids?: readonly string[];
}

export class RegulationsCreatedEventDto extends OfRegulationsDto {
  @Member({ is: oneOf(['regulations.created']) })
  type!: 'regulations.created';

  @Member({ is: oneOf(REGULATION_TYPES), example: 'suppress' })
  regulationType!: RegulationType;

  @Member({
    is: listOf(text),
    optional: true,
    description: 'Destinations of the deletions. Absent without deletions.',
  })
  destinationIds?: readonly string[];
}

export class RegulationsCanceledEventDto extends OfRegulationsDto {
  @Member({ is: oneOf(['regulations.canceled']) })
  type!: 'regulations.canceled';
}

export class RegulationsStatusEventDto extends OfRegulationsDto {
  @Member({ is: oneOf(['regulations.status']) })
  type!: 'regulations.status';

  @Member({ is: oneOf(REGULATION_STATUSES), example: 'deleted' })
  status!: RegulationStatus;

  @Member({
    is: flag,
    optional: true,
    description: 'True when a deletion is open after its `dueAt`.',
  })
  overdue?: true;
}

class OfDestinationDto {
  @Member(TIME)
  at!: string;

  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({ is: text, example: 'WEBHOOK' })
  destinationType!: string;
}

/** Deletion jobs of one destination that entered the same state. */
export class DeletionsStatusEventDto extends OfDestinationDto {
  @Member({ is: oneOf(['deletions.status']) })
  type!: 'deletions.status';

  @Member({ is: oneOf(DELETION_STATES), example: 'failed' })
  status!: DeletionState;

  @Member({ is: text, optional: true, example: 'The destination answered 500.' })
  reason?: string;

  @Member({ is: flag, optional: true, description: 'True when the jobs retry aborted deletions.' })
  retried?: true;

  @Member({ is: count({ least: 1 }), example: 1, description: 'Number of jobs.' })
  jobs!: number;

  @Member({ is: listOf(text), optional: true, example: ['4711'], description: UP_TO })
  jobIds?: readonly string[];

  @Member({
    is: count({ least: 0 }),
    example: 1,
    description: 'Number of regulations with users in these jobs.',
  })
  regulations!: number;

  @Member({ ...IDS, description: UP_TO })
  regulationIds?: readonly string[];
}

/** Health of all deletions at a destination. */
export class DestinationsHealthEventDto extends OfDestinationDto {
  @Member({ is: oneOf(['destinations.health']) })
  type!: 'destinations.health';

  @Member({
    is: oneOf(DESTINATION_HEALTH),
    example: 'throttled',
    description:
      '`throttled`: the destination limited requests or was unreachable. `failing`: its last deletion failed. `paused`: a person paused it. `ok`: none of these.',
  })
  health!: (typeof DESTINATION_HEALTH)[number];

  @Member({ ...TIME, optional: true, description: 'No deletion starts before this time.' })
  until?: string;
}

/** Lethe does not know which events the client missed, so the client must reload its data. */
export class ResetEventDto {
  @Member({ is: oneOf(['reset']) })
  type!: 'reset';

  @Member(TIME)
  at!: string;
}

/**
 * Members of each event, by type. Code that changes a regulation, a deletion or the health of a
 * destination must record an event. It inserts a row into the table `events` in the same
 * transaction.
 */
export const EVENTS = {
  'regulations.created': RegulationsCreatedEventDto,
  'regulations.canceled': RegulationsCanceledEventDto,
  'regulations.status': RegulationsStatusEventDto,
  'deletions.status': DeletionsStatusEventDto,
  'destinations.health': DestinationsHealthEventDto,
} as const;

export type EventType = keyof typeof EVENTS;
export type WorkspaceEvent = Readonly<InstanceType<(typeof EVENTS)[EventType]>>;
