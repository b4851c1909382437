import {
  TestDestinationRequestDto,
  TestSourceRequestDto,
  TestStageDto,
} from '@lethe/api-contracts';
import type { ErrorCode } from '@lethe/contracts';
import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiParam, getSchemaPath } from '@nestjs/swagger';
import { ApiAnswer, ApiJsonAnswer } from '../docs/api-answer.decorator.js';
import { BODY_ERRORS } from '../docs/api-errors.decorator.js';
import { ApiOptionalQuery, ApiTokenOperation } from '../docs/api-operation.decorator.js';
import { DISABLED, REQUEST, RESULT } from './test-runs.examples.js';
import { TestResultDto, UntestedDestinationDto } from './test-result.dto.js';

/** One element for each destination of a source. */
const RESULTS = {
  type: 'array',
  items: {
    oneOf: [TestResultDto, UntestedDestinationDto].map((type) => ({ $ref: getSchemaPath(type) })),
  },
};

function ApiTest(
  summary: string,
  body: Type,
  id: string,
  force: string,
  ...errors: readonly ErrorCode[]
) {
  return applyDecorators(
    ApiTokenOperation({
      tag: 'Test API',
      summary,
      description:
        'Pushes one event through the stages that `stage` selects and shows what each made of it. What a destination answers, an error too, is a result with status 200. Takes `tests:run`; `tests:send` where the event is sent. Nothing is ever sent twice.',
      errors: ['not_found', ...BODY_ERRORS, 'invalid_message_type', 'test_run_timeout', ...errors],
      takesBasic: true,
    }),
    ApiExtraModels(TestStageDto, TestResultDto, UntestedDestinationDto),
    ApiParam({ name: 'id', schema: { type: 'string', example: id } }),
    ApiOptionalQuery('force', { type: 'boolean', default: false }, force),
    ApiBody({ type: body, examples: { track: { value: REQUEST } } }),
  );
}

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
