import { TestTransformationRequestDto, TransformationTestDto } from '@lethe/api';
import { applyDecorators } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { BODY_ERRORS } from '../docs/api-errors.decorator.js';
import { ApiTokenOperation } from '../docs/api-operation.decorator.js';
import { REQUEST } from './test-runs.examples.js';

const REQUESTED: TestTransformationRequestDto = {
  code: 'export function transformEvent(event) { log(event.type); return event; }',
  events: [REQUEST.message],
};

export const TRANSFORMED: TransformationTestDto = {
  results: [
    {
      output: [{ event: REQUEST.message }],
      dropped: false,
      logs: [{ text: 'track', line: 1, column: 43 }],
      ms: 1.8,
    },
  ],
};

export const DocumentsTestTransformation = () =>
  applyDecorators(
    ApiTokenOperation({
      tag: 'Test API',
      summary: 'Test a transformation, saved or not',
      description:
        'Runs code on events, and with `destinationId` makes the requests of what comes out. Nothing is sent to a destination, nothing is stored. What the code does wrong is a result with status 200. Takes `tests:run`; without `catalog:write` `getCredential` gives stand-ins, and `fetch` fails; without `catalog:read` too, `code` imports no library.',
      errors: [
        ...BODY_ERRORS,
        'destination_not_supported',
        'test_run_timeout',
        'too_many_requests',
      ],
      takesBasic: true,
    }),
    ApiBody({ type: TestTransformationRequestDto, examples: { track: { value: REQUESTED } } }),
    ApiAnswer(200, TransformationTestDto, 'What came of each event.', TRANSFORMED),
  );
