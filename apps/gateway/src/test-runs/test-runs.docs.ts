import {
  TestDestinationRequestDto,
  TestSourceRequestDto,
  TestStageDto,
  TestUnsavedDestinationRequestDto,
} from '@lethe/api';
import type { ErrorCode } from '@lethe/contracts';
import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiParam, getSchemaPath } from '@nestjs/swagger';
import { ApiAnswer, ApiJsonAnswer } from '../docs/api-answer.decorator.js';
import { BODY_ERRORS } from '../docs/api-errors.decorator.js';
import { ApiOptionalQuery, ApiTokenOperation } from '../docs/api-operation.decorator.js';
import {
  DISABLED,
  REQUEST,
  RESULT,
  UNSAVED_REQUEST,
  UNSAVED_RESULT,
} from './test-runs.examples.js';
import {
  TestResultDto,
  UnsavedTestResultDto,
  UntestedDestinationDto,
  UntestedUnsavedDto,
} from './test-result.dto.js';

const oneOf = (...types: readonly Type[]) => ({
  oneOf: types.map((type) => ({ $ref: getSchemaPath(type) })),
});
/** One element for each destination of a source. */
const RESULTS = { type: 'array', items: oneOf(TestResultDto, UntestedDestinationDto) };

function ApiTestOfEvent(
  summary: string,
  body: Type,
  example: TestSourceRequestDto,
  what: string,
  ...errors: readonly ErrorCode[]
) {
  return applyDecorators(
    ApiTokenOperation({
      tag: 'Test API',
      summary,
      description: `Pushes one event through the stages that \`stage\` selects and shows what each made of it. ${what}What a destination answers, an error too, is a result with status 200. Takes \`tests:run\`; \`tests:send\` where the event is sent. Nothing is ever sent twice. What is tested is what was saved before; the header \`Lethe-Versions\` says which versions ran.`,
      errors: [...BODY_ERRORS, 'invalid_message_type', 'test_run_timeout', ...errors],
      takesBasic: true,
    }),
    ApiExtraModels(TestStageDto),
    ApiBody({ type: body, examples: { track: { value: example } } }),
  );
}

function ApiTest(
  summary: string,
  body: Type,
  id: string,
  force: string,
  ...errors: readonly ErrorCode[]
) {
  return applyDecorators(
    ApiTestOfEvent(summary, body, REQUEST, '', 'not_found', ...errors),
    ApiExtraModels(TestResultDto, UntestedDestinationDto),
    ApiParam({ name: 'id', schema: { type: 'string', example: id } }),
    ApiOptionalQuery('force', { type: 'boolean', default: false }, force),
  );
}

export const DocumentsTestUnsavedDestination = () =>
  applyDecorators(
    ApiTestOfEvent(
      'Test a destination before it is saved',
      TestUnsavedDestinationRequestDto,
      UNSAVED_REQUEST,
      'The destination is what the body says it is: nothing of it is stored. ',
      'destination_not_supported',
    ),
    ApiExtraModels(UnsavedTestResultDto, UntestedUnsavedDto),
    ApiJsonAnswer(
      200,
      oneOf(UnsavedTestResultDto, UntestedUnsavedDto),
      'What each stage made of the event.',
      UNSAVED_RESULT,
    ),
  );

export const DocumentsTestDestination = () =>
  applyDecorators(
    ApiTest(
      'Test a destination',
      TestDestinationRequestDto,
      'dst_hook',
      'Tests a destination that is disabled, too.',
      'destination_not_supported',
    ),
    ApiAnswer(200, TestResultDto, 'What each stage made of the event.', RESULT),
  );

export const DocumentsTestSource = () =>
  applyDecorators(
    ApiTest(
      'Test every destination of a source',
      TestSourceRequestDto,
      'src_web',
      'Tests a source that is disabled, and disabled destinations, too.',
      'source_disabled',
      'source_not_connected',
    ),
    ApiJsonAnswer(
      200,
      RESULTS,
      'One element for each connected destination, in the order of the connections.',
      [RESULT, DISABLED],
    ),
  );
