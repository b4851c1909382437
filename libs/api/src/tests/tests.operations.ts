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
/** Sends nothing: who tries it out sends nothing to a stranger. */
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

/** @param what is tested, beside the event */
const testOfEvent = (what = '', ...errors: readonly ErrorCode[]) => ({
  credentials: 'token or basic' as const,
  description: `Pushes one event through the stages that \`stage\` selects and shows what each made of it. ${what}What a destination answers, an error too, is a result with status 200. Takes \`tests:run\`; \`tests:send\` where the event is sent. Nothing is ever sent twice. What is tested is what was saved before; the header \`Lethe-Versions\` says which versions ran.`,
  /** A message is a member of its body. */
  bodyDepth: FIXED_LIMITS.messageDepth + 1,
  errors: ['invalid_message_type', 'test_run_timeout', ...errors] as const,
});

/** Which scopes the tests of events take depends on the body. */
export const tests = capability(
  'Test API',
  'One event through the stages of a destination, or of all of a source.',
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
        description: 'What each stage made of the event.',
        example: RESULT,
      },
    }),

    testUnsavedDestination: route({
      ...testOfEvent(
        'The destination is what the body says it is: nothing of it is stored. ',
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
        description: 'What each stage made of the event.',
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
        'Runs code on events, and with `destinationId` makes the requests of what comes out. Nothing is sent to a destination, nothing is stored. What the code does wrong is a result with status 200. Takes `tests:run`; without `catalog:write` `getCredential` gives stand-ins, and `fetch` fails; without `catalog:read` too, `code` imports no library.',
      credentials: 'token or basic',
      scopes: ['tests:run'],
      body: TestTransformationRequestDto,
      /** An event is an element of a list in its body. */
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
        description: 'What came of each event.',
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
