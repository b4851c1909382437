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
const UP_TO = `All of them, where they are up to ${EVENT_BOUNDS.ids}.`;

/** Several regulations of which the same is told. */
class OfRegulationsDto {
  @Member({ ...TIME, description: 'When it was written; it was committed soon after.' })
  at!: string;

  @Member({ is: count({ least: 1 }), example: 1 })
  count!: number;

  @Member({ ...ID, description: 'Ids grow with the time of creation.' })
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

  @Member({ is: listOf(text), optional: true, description: 'Absent where nothing is deleted.' })
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

  @Member({ is: flag, optional: true, description: 'A deletion is open past its `dueAt`.' })
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

/** Deletion jobs of one destination that have come into one state. */
export class DeletionsStatusEventDto extends OfDestinationDto {
  @Member({ is: oneOf(['deletions.status']) })
  type!: 'deletions.status';

  @Member({ is: oneOf(DELETION_STATES), example: 'failed' })
  status!: DeletionState;

  @Member({ is: text, optional: true, example: 'The destination answered 500.' })
  reason?: string;

  @Member({ is: flag, optional: true, description: 'They take up what was aborted.' })
  retried?: true;

  @Member({ is: count({ least: 1 }), example: 1, description: 'How many jobs.' })
  jobs!: number;

  @Member({ is: listOf(text), optional: true, example: ['4711'], description: UP_TO })
  jobIds?: readonly string[];

  @Member({
    is: count({ least: 0 }),
    example: 1,
    description: 'Of how many regulations users are in them.',
  })
  regulations!: number;

  @Member({ ...IDS, description: UP_TO })
  regulationIds?: readonly string[];
}

/** How deletions at a destination go, without regard to single ones. */
export class DestinationsHealthEventDto extends OfDestinationDto {
  @Member({ is: oneOf(['destinations.health']) })
  type!: 'destinations.health';

  @Member({
    is: oneOf(DESTINATION_HEALTH),
    example: 'throttled',
    description:
      '`throttled`: it asked to be left alone, or could not be reached. `failing`: its last deletion failed. `paused`: somebody paused it. `ok`: none of these any more.',
  })
  health!: (typeof DESTINATION_HEALTH)[number];

  @Member({ ...TIME, optional: true, description: 'It is left alone until then.' })
  until?: string;
}

/** What was missed is not known: read again what is shown. */
export class ResetEventDto {
  @Member({ is: oneOf(['reset']) })
  type!: 'reset';

  @Member(TIME)
  at!: string;
}

/** What is told of each event, by its type. A new one also needs whoever writes it, into the table `events` in the transaction of the fact. */
export const EVENTS = {
  'regulations.created': RegulationsCreatedEventDto,
  'regulations.canceled': RegulationsCanceledEventDto,
  'regulations.status': RegulationsStatusEventDto,
  'deletions.status': DeletionsStatusEventDto,
  'destinations.health': DestinationsHealthEventDto,
} as const;

export type EventType = keyof typeof EVENTS;
export type WorkspaceEvent = Readonly<InstanceType<(typeof EVENTS)[EventType]>>;
