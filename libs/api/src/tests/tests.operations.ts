import { deliveryRequest, FIXED_LIMITS, type ErrorCode } from '@lethe/contracts';
import { capability, eitherOf, everyOf, route } from '../definition/index.js';
import { EVENT } from './test-kinds.js';
import {
  TestResultDto,
  UnsavedTestResultDto,
  UntestedDestinationDto,
  UntestedUnsavedDto,
} from './test-result.dto.js';
import {
  ForceDestinationDto,
  ForceSourceDto,
  TestDestinationRequestDto,
  TestedDestinationDto,
  TestedSourceDto,
  TestSourceRequestDto,
  TestUnsavedDestinationRequestDto,
} from './test-run.dto.js';
import { TestTransformationRequestDto, TransformationTestDto } from './transformation-test.dto.js';

const REQUEST = {
  message: EVENT,
  stage: { user_transform: true, dest_transform: true, send_to_destination: true },
};
/** This example sends nothing, because example.com belongs to a third party. */
const UNSAVED_REQUEST = {
  type: 'WEBHOOK',
  config: { webhookUrl: 'https://example.com/hook', webhookMethod: 'POST', headers: [] },
  message: EVENT,
  stage: { dest_transform: true },
};

const MADE = {
  dest_transformed_payload: [
    deliveryRequest({
      method: 'POST',
      endpoint: 'https://example.com/hook',
      headers: { 'content-type': 'application/json' },
      body: { JSON: EVENT },
    }),
  ],
};
const RESULT = {
  destinationId: 'dst_hook',
  destination: 'WEBHOOK',
  destinationName: 'Ops webhook',
  data: [
    {
      user_transformed_payload: EVENT,
      ...MADE,
      destination_response: [{ ok: true }],
      destination_response_status: [200],
    },
  ],
};
const DISABLED = {
  destinationId: 'dst_old',
  destinationName: 'Old webhook',
  error: 'Destination with id dst_old is disabled',
};

/**
 * Returns the common members of routes that test one event.
 *
 * @param what sentence about the tested destination; ends with a space
 */
const testOfEvent = (what = '', ...errors: readonly ErrorCode[]) => ({
  credentials: 'token or basic' as const,
  description: `Pushes one event through the stages that \`stage\` selects, and shows the result of each stage. ${what}An answer of a destination, even an error, is a result with status 200. A request to a destination is never sent twice. The test uses the state that was saved before the request. The header \`Lethe-Versions\` names the versions that ran. Requires the scope \`tests:run\`, and \`tests:send\` to send the event.`,
  /** One level more than the message, because the message is a member of the body. */
  bodyDepth: FIXED_LIMITS.messageDepth + 1,
  errors: ['invalid_message_type', 'test_run_timeout', ...errors] as const,
});

/** Routes of the Test API. The handlers check scopes that depend on the body. */
export const tests = capability(
  'Test API',
  'Test one event with one destination, or with all destinations of a source.',
  {
    testDestination: route({
      ...testOfEvent('', 'destination_not_supported'),
      http: 'POST /v0/testDestination/{id}',
      summary: 'Test a destination',
      path: TestedDestinationDto,
      query: ForceDestinationDto,
      body: TestDestinationRequestDto,
      examples: { track: { value: REQUEST } },
      answer: {
        status: 200,
        type: eitherOf<TestResultDto | UntestedDestinationDto>(
          TestResultDto,
          UntestedDestinationDto,
        ),
        description: 'The result of each stage.',
        example: RESULT,
      },
    }),

    testUnsavedDestination: route({
      ...testOfEvent(
        'The body describes the destination, and Lethe does not store it. ',
        'destination_not_supported',
      ),
      http: 'POST /v0/testDestination',
      summary: 'Test a destination before it is saved',
      body: TestUnsavedDestinationRequestDto,
      examples: { track: { value: UNSAVED_REQUEST } },
      answer: {
        status: 200,
        type: eitherOf<UnsavedTestResultDto | UntestedUnsavedDto>(
          UnsavedTestResultDto,
          UntestedUnsavedDto,
        ),
        description: 'The result of each stage.',
        example: { destination: 'WEBHOOK', data: [MADE] },
      },
    }),

    testSource: route({
      ...testOfEvent('', 'source_disabled', 'source_not_connected'),
      http: 'POST /v0/testSource/{id}',
      summary: 'Test every destination of a source',
      path: TestedSourceDto,
      query: ForceSourceDto,
      body: TestSourceRequestDto,
      examples: { track: { value: REQUEST } },
      answer: {
        status: 200,
        type: everyOf<TestResultDto | UntestedDestinationDto>(
          TestResultDto,
          UntestedDestinationDto,
        ),
        description: 'One element for each connected destination, in the order of the connections.',
        example: [RESULT, DISABLED],
      },
    }),

    testTransformation: route({
      http: 'POST /v0/testTransformation',
      summary: 'Test a transformation, saved or not',
      description:
        'Runs code on events. With `destinationId`, it also builds the requests for this destination. Nothing is sent to a destination, and nothing is stored. An error in the code is a result with status 200. Requires the scope `tests:run`. Without the scope `catalog:write`, `getCredential` returns placeholders and `fetch` fails. Without `catalog:read` and `catalog:write`, `code` cannot import libraries.',
      credentials: 'token or basic',
      scopes: ['tests:run'],
      body: TestTransformationRequestDto,
      /** Two levels more than an event, because an event is an element of a list in the body. */
      bodyDepth: FIXED_LIMITS.messageDepth + 2,
      examples: {
        track: {
          value: {
            code: 'export function transformEvent(event) { log(event.type); return event; }',
            events: [EVENT],
          },
        },
      },
      answer: {
        status: 200,
        type: TransformationTestDto,
        description: 'The result of each event.',
        example: {
          results: [
            {
              output: [{ event: EVENT }],
              dropped: false,
              logs: [{ text: 'track', line: 1, column: 43 }],
              ms: 1.8,
            },
          ],
        },
      },
      errors: ['destination_not_supported', 'test_run_timeout'],
    }),
  },
);
