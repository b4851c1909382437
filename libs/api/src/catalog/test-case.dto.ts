import {
  FIXED_LIMITS,
  ID_PATTERN,
  JSON_POINTER,
  NAME_PATTERN,
  TEST_CASE_STAGES,
} from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional, OmitType, PartialType } from '@nestjs/swagger';
import { EditedAnswerDto } from './catalog-input.dto.js';
import { IsCatalogId, IsCode, IsGivenOrAbsent, IsLabel, IsMembers } from './catalog-rules.js';
import { LookupPagingDto } from './lookup.dto.js';
import { TestedVersionsDto } from '../test-runs/tested-versions.dto.js';
import { TransformationErrorDto } from '../test-runs/transformation-test.dto.js';

const TIME = { format: 'date-time', example: '2026-11-21T08:00:00.000Z' };
const REFERENCE = { pattern: ID_PATTERN.source };
const EVENT = { type: 'track', event: 'Signed up', userId: 'user-1', properties: { plan: 'pro' } };
const OUTPUT = { event: EVENT };
const STAGES = {
  type: 'array' as const,
  items: { type: 'string' as const, enum: [...TEST_CASE_STAGES] },
  minItems: 1,
  uniqueItems: true,
  example: ['user_transform'],
};

const IGNORE = {
  type: 'array' as const,
  items: { type: 'string' as const, pattern: JSON_POINTER.source },
  maxItems: FIXED_LIMITS.testCaseIgnored,
  uniqueItems: true,
  example: ['/0/event/receivedAt'],
  description:
    'JSON Pointers (RFC 6901) into the list of what comes out, as `path` of a difference: what is at these places is not compared, there or not.',
};

/** One event that comes out. */
export class TestCaseOutputDto {
  @ApiPropertyOptional({
    description: 'The event after the user transformation; absent where that does not run.',
    type: 'object',
    additionalProperties: true,
    example: EVENT,
  })
  event?: unknown;

  @ApiPropertyOptional({
    description:
      'The requests that the destination would get, or `{ "error": … }`; absent where they are not made.',
    oneOf: [
      { type: 'array', items: { type: 'object', additionalProperties: true } },
      { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
    ],
  })
  requests?: unknown;
}

/** Body of `POST` and `PUT` on the test cases of a transformation or a destination. */
export class TestCaseInputDto extends EditedAnswerDto {
  @ApiPropertyOptional({
    ...REFERENCE,
    example: 'case_signed_up',
    description: 'Made when it is absent.',
  })
  @IsGivenOrAbsent()
  @IsCatalogId()
  id?: string;

  @ApiProperty({
    pattern: NAME_PATTERN.source,
    maxLength: FIXED_LIMITS.labelLength,
    example: 'A sign-up keeps its plan',
    description: 'No other one beside the same transformation or destination has it.',
  })
  @IsLabel()
  name!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: `At most ${FIXED_LIMITS.testCaseEventBytes / 1024} KiB as JSON; with all the rest at most ${FIXED_LIMITS.testCaseBytes / 1024} KiB.`,
    example: EVENT,
  })
  @IsMembers()
  event!: Record<string, unknown>;

  @ApiPropertyOptional({
    ...STAGES,
    description:
      'What the event goes through; all that there is when it is absent. A transformation has `user_transform` only. Nothing is ever sent.',
  })
  stages?: (typeof TEST_CASE_STAGES)[number][];

  @ApiProperty({
    type: [TestCaseOutputDto],
    description: 'What has to come out; an empty list where the event has to be dropped.',
    example: [OUTPUT],
  })
  expected!: TestCaseOutputDto[];

  @ApiPropertyOptional(IGNORE)
  ignore?: string[];
}

/** Body of `PATCH` on a test case. */
export class TestCasePatchDto extends PartialType(OmitType(TestCaseInputDto, ['id'] as const)) {
  @ApiPropertyOptional({ ...REFERENCE, description: 'That of the path, or absent.' })
  id?: string;
}

export class TestCaseDto {
  @ApiProperty({ example: 'case_signed_up' })
  id!: string;

  @ApiProperty({ example: 'A sign-up keeps its plan' })
  name!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, example: EVENT })
  event!: Record<string, unknown>;

  @ApiProperty(STAGES)
  stages!: (typeof TEST_CASE_STAGES)[number][];

  @ApiProperty({ type: [TestCaseOutputDto], example: [OUTPUT] })
  expected!: TestCaseOutputDto[];

  @ApiProperty(IGNORE)
  ignore!: string[];

  @ApiProperty(TIME)
  createdAt!: string;

  @ApiProperty(TIME)
  updatedAt!: string;
}

export class TestCaseAnswerDto {
  @ApiProperty({ type: TestCaseDto })
  testCase!: TestCaseDto;
}

export class TestCasePageDto {
  @ApiProperty({ type: [TestCaseDto] })
  testCases!: TestCaseDto[];

  @ApiProperty({ type: LookupPagingDto })
  paging!: LookupPagingDto;
}

/** Body of a run of test cases. */
export class RunTestCasesDto {
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', ...REFERENCE },
    minItems: 1,
    maxItems: FIXED_LIMITS.testCases,
    uniqueItems: true,
    example: ['case_signed_up'],
    description: 'Those to run; all when it is absent.',
  })
  ids?: string[];

  @ApiPropertyOptional({
    example: 'export function transformEvent(event) { return event; }',
    description: `Runs in the place of the code that is saved: up to ${FIXED_LIMITS.codeBytes} bytes in UTF-8, and ${FIXED_LIMITS.testedCodeBytes} as JSON.`,
  })
  @IsGivenOrAbsent()
  @IsCode()
  code?: string;
}

/** One operation of a JSON Patch (RFC 6902). */
export class PatchOperationDto {
  @ApiProperty({ enum: ['add', 'remove', 'replace'], example: 'replace' })
  op!: 'add' | 'remove' | 'replace';

  @ApiProperty({ example: '/0/event/properties/plan', description: 'A JSON Pointer (RFC 6901).' })
  path!: string;

  @ApiPropertyOptional({
    anyOf: [{ type: 'string' }, {}],
    description: 'Any value; absent of `remove`.',
    example: 'free',
  })
  value?: unknown;
}

export const TEST_CASE_STATUSES = ['passed', 'failed', 'error'] as const;

/** What came of one test case. */
export class TestCaseResultDto {
  @ApiProperty({ example: 'case_signed_up' })
  id!: string;

  @ApiProperty({ example: 'A sign-up keeps its plan' })
  name!: string;

  @ApiProperty({
    enum: TEST_CASE_STATUSES,
    example: 'failed',
    description:
      '`passed`: what came out equals what is expected, whatever the order of members, but for what is ignored. `failed`: it does not. `error`: nothing came out.',
  })
  status!: (typeof TEST_CASE_STATUSES)[number];

  @ApiPropertyOptional({
    type: [TestCaseOutputDto],
    description: 'What came out, where it failed.',
    example: [{ event: { ...EVENT, properties: { plan: 'free' } } }],
  })
  actual?: TestCaseOutputDto[];

  @ApiPropertyOptional({
    type: [PatchOperationDto],
    description:
      'What makes `expected` to `actual`, as a JSON Patch (RFC 6902); without what is ignored.',
  })
  diff?: PatchOperationDto[];

  @ApiPropertyOptional({
    enum: [true],
    description:
      '`actual` and `diff` are left out, as the answer was full. Run the case alone to see them.',
  })
  leftOut?: true;

  @ApiPropertyOptional({ type: TransformationErrorDto, description: 'Why nothing came out.' })
  error?: TransformationErrorDto;

  @ApiPropertyOptional({
    type: TestedVersionsDto,
    description: 'What of the workspace was in effect; absent where nothing ran.',
  })
  versions?: TestedVersionsDto;
}

/** The answer of a run of test cases. */
export class TestCaseRunDto {
  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  passed!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1 })
  failed!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  errors!: number;

  @ApiProperty({ type: [TestCaseResultDto], description: 'In the order of their names.' })
  results!: TestCaseResultDto[];
}
