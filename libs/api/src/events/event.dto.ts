import {
  DELETION_STATES,
  DESTINATION_HEALTH,
  EVENT_BOUNDS,
  REGULATION_STATUSES,
  REGULATION_TYPES,
  type DeletionsStatus,
  type DeletionState,
  type DestinationsHealth,
  type RegulationsCanceled,
  type RegulationsCreated,
  type RegulationsStatus,
  type RegulationStatus,
  type RegulationType,
} from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const TIME = { format: 'date-time', example: '2026-11-21T08:00:00.000Z' } as const;
const ID = { format: 'uuid', example: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11' } as const;
const IDS = { type: 'array', items: { type: 'string', ...ID } } as const;
const UP_TO = `All of them, where they are up to ${EVENT_BOUNDS.ids}.`;

/** Several regulations of which the same is told. */
class OfRegulationsDto {
  @ApiProperty({ ...TIME, description: 'When it was written; it was committed soon after.' })
  at!: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  count!: number;

  @ApiProperty({ ...ID, description: 'Ids grow with the time of creation.' })
  firstId!: string;

  @ApiProperty(ID)
  lastId!: string;

  @ApiPropertyOptional({ ...IDS, description: UP_TO })
  ids?: readonly string[];
}

export class RegulationsCreatedEventDto extends OfRegulationsDto implements RegulationsCreated {
  @ApiProperty({ type: 'string', enum: ['regulations.created'] })
  type!: 'regulations.created';

  @ApiProperty({ enum: REGULATION_TYPES, example: 'suppress' })
  regulationType!: RegulationType;

  @ApiPropertyOptional({ type: [String], description: 'Absent where nothing is deleted.' })
  destinationIds?: readonly string[];
}

export class RegulationsCanceledEventDto extends OfRegulationsDto implements RegulationsCanceled {
  @ApiProperty({ type: 'string', enum: ['regulations.canceled'] })
  type!: 'regulations.canceled';
}

export class RegulationsStatusEventDto extends OfRegulationsDto implements RegulationsStatus {
  @ApiProperty({ type: 'string', enum: ['regulations.status'] })
  type!: 'regulations.status';

  @ApiProperty({ enum: REGULATION_STATUSES, example: 'deleted' })
  status!: RegulationStatus;

  @ApiPropertyOptional({ description: 'A deletion is open past its `dueAt`.' })
  overdue?: true;
}

export class DeletionsStatusEventDto implements DeletionsStatus {
  @ApiProperty({ type: 'string', enum: ['deletions.status'] })
  type!: 'deletions.status';

  @ApiProperty(TIME)
  at!: string;

  @ApiProperty({ example: 'dst_hook' })
  destinationId!: string;

  @ApiProperty({ example: 'WEBHOOK' })
  destinationType!: string;

  @ApiProperty({ enum: DELETION_STATES, example: 'failed' })
  status!: DeletionState;

  @ApiPropertyOptional({ example: 'The destination answered 500.' })
  reason?: string;

  @ApiPropertyOptional({ description: 'They take up what was aborted.' })
  retried?: true;

  @ApiProperty({ type: 'integer', minimum: 1, example: 1, description: 'How many jobs.' })
  jobs!: number;

  @ApiPropertyOptional({ type: [String], example: ['4711'], description: UP_TO })
  jobIds?: readonly string[];

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 1,
    description: 'Of how many regulations users are in them.',
  })
  regulations!: number;

  @ApiPropertyOptional({ ...IDS, description: UP_TO })
  regulationIds?: readonly string[];
}

export class DestinationsHealthEventDto implements DestinationsHealth {
  @ApiProperty({ type: 'string', enum: ['destinations.health'] })
  type!: 'destinations.health';

  @ApiProperty(TIME)
  at!: string;

  @ApiProperty({ example: 'dst_hook' })
  destinationId!: string;

  @ApiProperty({ example: 'WEBHOOK' })
  destinationType!: string;

  @ApiProperty({
    enum: DESTINATION_HEALTH,
    example: 'throttled',
    description:
      '`throttled`: it asked to be left alone, or could not be reached. `failing`: its last deletion failed. `paused`: somebody paused it. `ok`: none of these any more.',
  })
  health!: (typeof DESTINATION_HEALTH)[number];

  @ApiPropertyOptional({ ...TIME, description: 'It is left alone until then.' })
  until?: string;
}

/** What was missed is not known: read again what is shown. */
export class ResetEventDto {
  @ApiProperty({ type: 'string', enum: ['reset'] })
  type!: 'reset';

  @ApiProperty(TIME)
  at!: string;
}
