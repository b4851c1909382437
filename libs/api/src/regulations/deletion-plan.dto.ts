import {
  PLAN_WARNING_CODES,
  type DeletionPlan,
  type PlanWarning,
  type PlanWarningCode,
} from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** A user whom a destination cannot identify. */
export class UnidentifiedUserDto {
  @ApiProperty({ example: 'users[3]', description: 'Path in the request.' })
  path!: string;

  @ApiProperty({ example: 'has no identifier that destination "dst_hook" can delete by' })
  reason!: string;
}

/** What a request would do at one destination. */
export class PlannedDestinationDto {
  @ApiProperty({ example: 'dst_hook' })
  destinationId!: string;

  @ApiProperty({ example: 'WEBHOOK' })
  destinationType!: string;

  @ApiProperty({ type: 'integer', description: 'Users that it can identify.' })
  users!: number;

  @ApiProperty({ type: 'integer', description: 'Users are cut to what the type takes at once.' })
  jobs!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Calls without repeats; of a store, in which many objects are read, passes.',
  })
  calls!: number;

  @ApiProperty({
    type: 'integer',
    description: "Seconds by the rate of the destination's type, without what waits there already.",
  })
  expectedSeconds!: number;

  @ApiProperty({
    type: [UnidentifiedUserDto],
    description:
      'Users that it cannot identify, the first 100. The request itself is refused for them.',
  })
  unidentified!: readonly UnidentifiedUserDto[];

  @ApiProperty({ type: 'integer', description: 'How many those are in all.' })
  unidentifiedCount!: number;
}

/** Something in the request that is allowed and probably a mistake. */
export class PlanWarningDto implements PlanWarning {
  @ApiPropertyOptional({
    example: 'users[3].userId',
    description: 'Path in the request. Absent where the warning is about several users.',
  })
  path?: string;

  @ApiProperty({
    enum: PLAN_WARNING_CODES,
    description:
      '`suspicious_id`: an identifier that no system issues, such as `null`. `synonym`: a custom identifier with a usual name of e-mail addresses or phone numbers.',
  })
  code!: PlanWarningCode;

  @ApiProperty({ example: 'looks like a missing value of a program' })
  message!: string;
}

/** A user whose suppression key differs from the userId. */
export class PlannedKeyDto {
  @ApiProperty({ example: 'users[3]', description: 'Path in the request.' })
  path!: string;

  @ApiProperty({ example: 'JaneDoe', description: 'By what events of the user are found.' })
  suppressionKey!: string;
}

/** What a request would do, without doing it. */
export class DeletionPlanDto implements DeletionPlan {
  @ApiProperty({ type: 'integer', description: 'How many would be made.' })
  regulations!: number;

  @ApiProperty({ type: [PlannedDestinationDto] })
  destinations!: readonly PlannedDestinationDto[];

  @ApiPropertyOptional({
    type: [PlannedKeyDto],
    description:
      'Users whose suppression key differs from their userId, the first 100. Events of all ids with the same key are dropped; only data under the id as given is deleted. Absent where there are none.',
  })
  suppressionKeys?: readonly PlannedKeyDto[];

  @ApiPropertyOptional({ type: 'integer', description: 'How many those are in all.' })
  suppressionKeyCount?: number;

  @ApiPropertyOptional({ format: 'date-time', description: 'When deletions may begin.' })
  startsAt?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'By when they have to be done.' })
  dueAt?: string;

  @ApiProperty({ type: [String], description: "What can't be taken back." })
  irreversible!: readonly string[];

  @ApiProperty({
    type: [PlanWarningDto],
    description:
      'What is allowed and probably a mistake: the first 100 of each code, then how many more there are.',
  })
  warnings!: readonly PlanWarningDto[];
}
