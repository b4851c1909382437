import {
  FIXED_LIMITS,
  REGULATION_STATUSES,
  REGULATION_TYPES,
  USER_ID_PATTERN,
  type RegulationStatus,
  type RegulationType,
  type UserIdentifiers,
} from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayNotEmpty, IsArray, IsIn, IsOptional, IsString, ValidateIf } from 'class-validator';

const CONTACT = { type: 'string', pattern: '\\S', maxLength: FIXED_LIMITS.contactLength };

/**
 * Body of `POST /v2/regulations`, its shape only: what depends on limits or on the other members
 * is in `checkRegulationRequest`, where 10,000 users are walked once, and so is `reason`.
 */
export class CreateRegulationsDto {
  @ApiProperty({
    enum: REGULATION_TYPES,
    example: 'suppress',
    description:
      '`suppress` drops the events of the users. `suppress_with_delete` does so at all sources, and deletes what the named destinations have of them. `delete` only deletes.',
  })
  @IsIn(REGULATION_TYPES, { message: `must be one of ${REGULATION_TYPES.join(', ')}` })
  regulationType!: RegulationType;

  @ApiPropertyOptional({
    type: [String],
    minItems: 1,
    example: ['src_web'],
    description: 'Only with `suppress`. Absent: all sources of the workspace.',
  })
  @ValidateIf((dto: CreateRegulationsDto) => dto.sourceIds !== undefined)
  @IsArray({ message: 'must be an array of source ids' })
  @ArrayNotEmpty({ message: 'must not be empty; leave it out to suppress at all sources' })
  @IsString({ each: true, message: 'must hold strings only' })
  sourceIds?: string[];

  @ApiPropertyOptional({
    type: [String],
    minItems: 1,
    example: ['dst_hook'],
    description: 'Only with `suppress_with_delete` and `delete`, and required there.',
  })
  @ValidateIf((dto: CreateRegulationsDto) => dto.destinationIds !== undefined)
  @IsArray({ message: 'must be an array of destination ids' })
  @ArrayNotEmpty({ message: 'must name at least one destination' })
  @IsString({ each: true, message: 'must hold strings only' })
  destinationIds?: string[];

  @ApiProperty({
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      required: ['userId'],
      properties: {
        userId: { type: 'string', pattern: USER_ID_PATTERN },
        phone: CONTACT,
        email: CONTACT,
      },
      additionalProperties: true,
      maxProperties: 3 + FIXED_LIMITS.customIdentifiers,
    },
    example: [{ userId: 'user-1', email: 'user-1@example.com' }, { userId: 'user-2' }],
    description:
      'One regulation is made for each user. The userId (up to 512 bytes) is stored and deleted by as it is given; events are found by it without what cannot be seen (`suppressionKey`). Beside userId, phone and email up to 20 custom identifiers, with names of 1 to 64 characters A-Z a-z 0-9 _ . $ -. Names that differ from those three only in case, - or _ are refused.',
  })
  @IsArray({ message: 'must be an array of user objects' })
  @ArrayNotEmpty({ message: 'must hold at least one user' })
  users!: UserIdentifiers[];

  @ApiPropertyOptional({
    pattern: '\\S',
    maxLength: FIXED_LIMITS.reasonLength,
    example: 'Asked by e-mail, ticket 4711',
    description: 'Why, in your words. Stored and shown with the regulation; on no topic.',
  })
  reason?: string;
}

/** Query of `GET /v2/regulations`, as strings. */
export class ListRegulationsDto {
  @IsOptional()
  @IsString({ message: 'must be given once' })
  after_cursor?: string;

  @IsOptional()
  @IsString({ message: 'must be given once' })
  limit?: string;

  @IsOptional()
  @IsString({ message: 'must be given once' })
  user_id?: string;

  @IsOptional()
  @IsIn(REGULATION_TYPES, { message: `must be one of ${REGULATION_TYPES.join(', ')}` })
  regulation_type?: RegulationType;

  @IsOptional()
  @IsIn(['true', 'false'], { message: 'must be true or false' })
  canceled?: 'true' | 'false';

  @IsOptional()
  @IsIn(REGULATION_STATUSES, { message: `must be one of ${REGULATION_STATUSES.join(', ')}` })
  status?: RegulationStatus;

  @IsOptional()
  @IsIn(['true', 'false'], { message: 'must be true or false' })
  overdue?: 'true' | 'false';

  @IsOptional()
  @IsString({ message: 'must be given once' })
  created_after?: string;

  @IsOptional()
  @IsString({ message: 'must be given once' })
  created_before?: string;

  @IsOptional()
  @IsIn(['masked', 'full'], { message: 'must be masked or full' })
  identifiers?: 'masked' | 'full';
}
