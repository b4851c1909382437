import {
  TestDestinationRequestDto,
  TestSourceRequestDto,
  TestStageDto,
  type ErrorCode,
} from '@lethe/contracts';
import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiBasicAuth,
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { DISABLED, REQUEST, RESULT } from './test-runs.examples.js';
import { TestResultDto, UntestedDestinationDto } from './test-result.dto.js';

function ApiTest(
  summary: string,
  body: Type,
  id: string,
  force: string,
  ...errors: readonly ErrorCode[]
) {
  return applyDecorators(
    ApiTags('Test API'),
    ApiBasicAuth(),
    ApiBearerAuth(),
    ApiOperation({
      summary,
      description:
        'Pushes one event through the stages that `stage` selects and shows what each made of it. What a destination answers, an error too, is a result with status 200. Takes `tests:run`; `tests:send` where the event is sent. Nothing is ever sent twice.',
    }),
    ApiExtraModels(TestStageDto, TestResultDto, UntestedDestinationDto),
    ApiParam({ name: 'id', schema: { type: 'string', example: id } }),
    ApiQuery({
      name: 'force',
      required: false,
      description: force,
      schema: { type: 'boolean', default: false },
    }),
    ApiBody({ schema: { $ref: getSchemaPath(body) }, examples: { track: { value: REQUEST } } }),
    ApiExtraModels(body),
    ApiErrors(
      'unauthorized',
      'insufficient_scope',
      'not_found',
      'invalid_request',
      'invalid_json',
      'invalid_message_type',
      'request_timeout',
      'payload_too_large',
      'unsupported_media_type',
      'unavailable',
      'test_run_timeout',
      ...errors,
    ),
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
    ApiResponse({
      status: 200,
      description: 'One element for each connected destination, in the order of the connections.',
      content: {
        'application/json': {
          schema: {
            type: 'array',
            items: {
              oneOf: [
                { $ref: getSchemaPath(TestResultDto) },
                { $ref: getSchemaPath(UntestedDestinationDto) },
              ],
            },
          },
          example: [RESULT, DISABLED],
        },
      },
    }),
  );
