import { FIXED_LIMITS, ID_PATTERN } from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { IsCatalogId, IsCode } from '../catalog/catalog-rules.js';
import { TestedVersionsDto } from './tested-versions.dto.js';

const REFERENCE = { pattern: ID_PATTERN.source };
const EVENT = { type: 'track', event: 'Signed up', userId: 'user-1', properties: { plan: 'pro' } };

/** Body of `POST /v0/testTransformation`. */
export class TestTransformationRequestDto {
  @ApiPropertyOptional({
    example: 'export function transformEvent(event) { log(event.type); return event; }',
    description: `Source of an ES module, saved or not, up to ${FIXED_LIMITS.codeBytes} bytes in UTF-8, and ${FIXED_LIMITS.testedCodeBytes} as JSON. It may import the workspace's libraries.`,
  })
  @ValidateIf((dto: TestTransformationRequestDto) => dto.code !== undefined)
  @IsCode()
  code?: string;

  @ApiPropertyOptional({
    ...REFERENCE,
    example: 'tr_mask',
    description: 'A saved transformation. With `code` that runs in its place.',
  })
  @ValidateIf((dto: TestTransformationRequestDto) => dto.transformationId !== undefined)
  @IsCatalogId()
  transformationId?: string;

  @ApiPropertyOptional({
    ...REFERENCE,
    example: 'dst_hook',
    description:
      'Then the requests are shown that this destination would get. Without `code` and `transformationId` its own transformation runs.',
  })
  @ValidateIf((dto: TestTransformationRequestDto) => dto.destinationId !== undefined)
  @IsCatalogId()
  destinationId?: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    minItems: 1,
    maxItems: FIXED_LIMITS.testEvents,
    description: 'Each is run by itself. Together at most 256 KiB, each at most 64 levels deep.',
    example: [EVENT],
  })
  events!: Record<string, unknown>[];
}

/** Where something is in the code. */
class CodePlaceDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, example: 1 })
  line?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, example: 40 })
  column?: number;

  @ApiPropertyOptional({
    example: 'pii',
    description: 'Name of the library, where the line is not one of the transformation.',
  })
  library?: string;
}

export class LogLineDto extends CodePlaceDto {
  @ApiProperty({ example: 'track' })
  text!: string;
}

export class TransformationErrorDto extends CodePlaceDto {
  @ApiProperty({ example: "TypeError: cannot read property 'email' of undefined" })
  message!: string;
}

export class TransformedOutputDto {
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description:
      'The event, or `{ "error": … }` where it is too large to be shown. Absent where no transformation ran.',
    example: EVENT,
  })
  event?: unknown;

  @ApiPropertyOptional({
    oneOf: [
      { type: 'array', items: { type: 'object', additionalProperties: true } },
      { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
    ],
    description: 'The requests that the destination would get, or `{ "error": … }`.',
  })
  requests?: unknown;
}

export class TransformedEventDto {
  @ApiProperty({ type: [TransformedOutputDto], description: 'The events that came out.' })
  output!: TransformedOutputDto[];

  @ApiProperty({ example: false, description: 'The transformation returned nothing.' })
  dropped!: boolean;

  @ApiProperty({ type: [LogLineDto], description: 'Lines of `log(…)`, at most 100.' })
  logs!: LogLineDto[];

  @ApiPropertyOptional({ type: TransformationErrorDto })
  error?: TransformationErrorDto;

  @ApiProperty({
    example: 1.8,
    description: 'Milliseconds of the transformation, with its turn in a thread.',
  })
  ms!: number;
}

/** The answer of `POST /v0/testTransformation`. */
export class TransformationTestDto {
  @ApiProperty({ type: [TransformedEventDto], description: 'One element for each event.' })
  results!: TransformedEventDto[];

  @ApiPropertyOptional({
    type: TestedVersionsDto,
    description: 'What of the workspace was in effect; absent when an older test runner ran it.',
  })
  versions?: TestedVersionsDto;
}
