import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';

const STAGE_OUTPUT = 'What the stage made of the event, or an object with `error`.';

/** An element of `data`, for the documentation. */
export class TestResultDataDto {
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: STAGE_OUTPUT })
  user_transformed_payload?: unknown;

  @ApiPropertyOptional({ type: [String], description: 'Lines of `log(...)`.' })
  user_transformation_logs?: string[];

  @ApiPropertyOptional({
    oneOf: [
      { type: 'array', items: { type: 'object', additionalProperties: true } },
      { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
    ],
    description: 'The requests that the destination gets, or an object with `error`.',
  })
  dest_transformed_payload?: unknown;

  @ApiPropertyOptional({
    oneOf: [
      { type: 'array', items: {} },
      { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
    ],
    description: 'The answers, aligned with the requests, or an object with `error`.',
  })
  destination_response?: unknown;

  @ApiPropertyOptional({ type: [Number], description: 'HTTP status of each answer; 0 for none.' })
  destination_response_status?: number[];

  @ApiPropertyOptional({ enum: [true], description: 'An answer was longer than 64 KiB.' })
  destination_response_truncated?: true;
}

/** The answer of `POST /v0/testDestination/{id}`, for the documentation. */
export class TestResultDto {
  @ApiProperty({ example: 'dst_hook' })
  destinationId!: string;

  @ApiProperty({ example: 'WEBHOOK' })
  destination!: string;

  @ApiProperty({ example: 'Ops webhook' })
  destinationName!: string;

  @ApiProperty({ type: [TestResultDataDto], description: 'One element per event.' })
  data!: TestResultDataDto[];
}

/** What stands in place of a result where a destination was not tested. */
export class UntestedDestinationDto {
  @ApiProperty({ example: 'dst_hook' })
  destinationId!: string;

  @ApiProperty({ example: 'Ops webhook' })
  destinationName!: string;

  @ApiProperty({ example: 'Destination with id dst_hook is disabled' })
  error!: string;
}

const NAMES_OF_SAVED = ['destinationId', 'destinationName'] as const;

/** The answer of `POST /v0/testDestination`: as of a saved one, without what only that has. */
export class UnsavedTestResultDto extends OmitType(TestResultDto, NAMES_OF_SAVED) {}

/** What stands in place of it where nothing was tested. */
export class UntestedUnsavedDto {
  @ApiProperty({ example: 'WEBHOOK' })
  destination!: string;

  @ApiProperty({ example: 'The test could not be run. Try again.' })
  error!: string;
}
