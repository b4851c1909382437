import { TOKENS } from '../support/workspaces.js';
import { HOOK_SECRET, RUN_ONLY } from './workspace.js';

/** A request to the Test API and the expected answer. */
export interface TestApiCase {
  readonly name: string;
  readonly path: string;
  readonly body?: unknown;
  /** Value of the Authorization header. Default: the Basic credentials of the admin. */
  readonly authorization?: string;
  readonly status: number;
  /** The expected body, which Jest's `toEqual` compares. */
  readonly expected: unknown;
  /** Expected number of requests that reach the receiver. */
  readonly sent: number;
}

const any = (type: StringConstructor): unknown => expect.any(type);
const containing = (text: string): string => expect.stringContaining(text) as string;
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

const UNSAVED_SECRET = 'unsaved-secret';

const TRACK = {
  type: 'track',
  event: 'Signed up',
  userId: 'u-1',
  context: { email: 'ada@example.com' },
};
const ALL = { user_transform: true, dest_transform: true, send_to_destination: true };
const TO_THIEF = { ...TRACK, fullPath: 'https://thief.example/' };
const SEND = { dest_transform: true, send_to_destination: true };
const TRANSFORMED = { ...TRACK, context: { email: '***' } };

const problem = (code: string, message: unknown = any(String), details?: unknown) => ({
  code,
  message,
  requestId: any(String), // differs for each request
  ...(details === undefined ? {} : { details }),
});
const resultOf = (id: string, ...data: object[]) => ({
  destinationId: id,
  destination: 'WEBHOOK',
  destinationName: `Name of ${id}`,
  data,
});
const request = (receiver: string, path: string, json: object, headers: object = {}) => ({
  version: '1',
  type: 'REST',
  method: 'POST',
  endpoint: `${receiver}${path}`,
  headers: { 'content-type': 'application/json', ...headers },
  params: {},
  body: { JSON: json, JSON_ARRAY: {}, XML: {}, FORM: {} },
  files: {},
  userId: '',
});
const ANSWERED = { destination_response: [{ ok: true }], destination_response_status: [200] };
const NOT_FOUND_VERSION = { error: 'Transformation VersionID not found' };
const USER_ABORT = { error: 'error encountered in user_transformation stage. Aborting.' };
const DEST_ABORT = { error: 'error encountered in dest_transformation stage. Aborting.' };
const off = {
  destinationId: 'dst_off',
  destinationName: 'Name of dst_off',
  error: 'Destination with id dst_off is disabled',
};

/** @param receiver base URL of the destination */
export function testApiCases(receiver: string): readonly TestApiCase[] {
  const destination = (
    name: string,
    id: string,
    body: object,
    expected: unknown,
    more: Partial<TestApiCase> = {},
  ): TestApiCase => ({
    name,
    path: `/v0/testDestination/${id}`,
    body: { message: TRACK, ...body },
    status: 200,
    expected,
    sent: 0,
    ...more,
  });
  const source = (
    name: string,
    id: string,
    body: object,
    expected: unknown,
    more: Partial<TestApiCase> = {},
  ): TestApiCase => ({
    ...destination(name, '', body, expected, more),
    path: `/v0/testSource/${id}`,
    ...(more.path === undefined ? {} : { path: more.path }),
  });
  const unsaved = (
    name: string,
    body: object,
    expected: unknown,
    more: Partial<TestApiCase> = {},
  ): TestApiCase => ({
    ...destination(name, '', { type: 'WEBHOOK', ...body }, expected, more),
    path: '/v0/testDestination',
  });
  const typedIn = {
    webhookUrl: `${receiver}/new`,
    webhookMethod: 'POST',
    headers: [{ from: 'X-Key', to: UNSAVED_SECRET }],
  };
  const plain = request(receiver, '/plain', TRACK);
  const hooked = request(receiver, '/hook', TRANSFORMED, { 'x-api-key': 'ho***' });

  const unsent = resultOf('dst_hook', {
    dest_transformed_payload: [
      { ...request('', '', TRACK, { 'x-api-key': 'ho***' }), endpoint: TO_THIEF.fullPath },
    ],
    destination_response: { error: containing('catalog:write') },
  });

  return [
    {
      name: 'runs unsaved code with a library, and shows the requests without sending them',
      path: '/v0/testTransformation',
      body: {
        code: "import { hide } from 'pii';\nexport const transformEvent = (e) => { log(hide()); return e.n.x; };",
        destinationId: 'dst_hook',
        events: [{ n: { x: { type: 'track' } } }, {}],
      },
      authorization: `Bearer ${TOKENS.editor}`,
      status: 200,
      expected: {
        results: [
          {
            output: [
              {
                event: { type: 'track' },
                requests: [request(receiver, '/hook', { type: 'track' }, { 'x-api-key': 'ho***' })],
              },
            ],
            ...{ dropped: false, ms: expect.any(Number) as unknown },
            logs: [{ text: '***', line: 2, column: expect.any(Number) as unknown }],
          },
          {
            ...{ output: [], dropped: false, ms: expect.any(Number) as unknown },
            logs: [expect.objectContaining({ text: '***' })],
            error: {
              ...{ message: containing('TypeError'), line: 2 },
              column: expect.any(Number) as unknown,
            },
          },
        ],
        versions: {
          savedAt: containing('Z'),
          destination: expect.any(String) as unknown,
        },
      },
      sent: 0,
    },
    // stages
    destination(
      'runs both transforms and sends nothing without `stage`',
      'dst_hook',
      {},
      resultOf('dst_hook', {
        user_transformed_payload: TRANSFORMED,
        user_transformation_logs: ['masking track'],
        dest_transformed_payload: [hooked],
      }),
    ),
    destination(
      'runs all three stages',
      'dst_hook',
      { stage: ALL },
      resultOf('dst_hook', {
        user_transformed_payload: TRANSFORMED,
        user_transformation_logs: ['masking track'],
        dest_transformed_payload: [hooked],
        ...ANSWERED,
      }),
      { sent: 1 },
    ),
    destination(
      'skips a stage whose member is absent, and omits its key',
      'dst_hook',
      { stage: { user_transform: true } },
      resultOf('dst_hook', {
        user_transformed_payload: TRANSFORMED,
        user_transformation_logs: ['masking track'],
      }),
    ),
    destination(
      'skips the user transformation',
      'dst_hook',
      { stage: { user_transform: false, dest_transform: true } },
      resultOf('dst_hook', {
        dest_transformed_payload: [request(receiver, '/hook', TRACK, { 'x-api-key': 'ho***' })],
      }),
    ),
    destination(
      'runs nothing for an empty `stage`',
      'dst_hook',
      { stage: {} },
      resultOf('dst_hook', {}),
    ),
    destination(
      'sends nothing without dest_transform',
      'dst_plain',
      { stage: { send_to_destination: true } },
      resultOf('dst_plain', { destination_response: { error: containing('nothing to send') } }),
    ),
    destination(
      'reports that no transformation is connected, and continues',
      'dst_plain',
      { stage: ALL },
      resultOf('dst_plain', {
        user_transformed_payload: NOT_FOUND_VERSION,
        dest_transformed_payload: [plain],
        ...ANSWERED,
      }),
      { sent: 1 },
    ),
    destination(
      'aborts after a user transformation that throws, and names it and the line',
      'dst_throw',
      { stage: ALL },
      resultOf('dst_throw', {
        user_transformed_payload: { error: containing('tr_throw.js:3') },
        dest_transformed_payload: USER_ABORT,
        destination_response: DEST_ABORT,
      }),
    ),
    destination(
      'aborts after the user transformation dropped the event',
      'dst_drop',
      { stage: ALL },
      resultOf('dst_drop', {
        user_transformed_payload: { error: 'Event was dropped by the user transformation' },
        dest_transformed_payload: USER_ABORT,
        destination_response: DEST_ABORT,
      }),
    ),
    destination(
      'returns one element for each resulting event',
      'dst_split',
      { stage: ALL },
      resultOf(
        'dst_split',
        ...[0, 1].map((part) => ({
          user_transformed_payload: { ...TRACK, part },
          dest_transformed_payload: [request(receiver, '/split', { ...TRACK, part })],
          ...ANSWERED,
        })),
      ),
      { sent: 2 },
    ),
    destination(
      'ends a user transformation that never ends',
      'dst_loop',
      { stage: { user_transform: true } },
      resultOf('dst_loop', { user_transformed_payload: { error: containing('4 s') } }),
    ),
    destination(
      'aborts the delivery after a failed destination transformation',
      'dst_nourl',
      { stage: SEND },
      resultOf('dst_nourl', {
        dest_transformed_payload: { error: 'Invalid URL in destination config' },
        destination_response: DEST_ABORT,
      }),
    ),
    destination(
      'shows the refusal of a destination',
      'dst_rejects',
      { stage: SEND },
      resultOf('dst_rejects', {
        dest_transformed_payload: [request(receiver, '/status/422', TRACK)],
        destination_response: [{ error: 'refused by the receiver' }],
        destination_response_status: [422],
      }),
      { sent: 1 },
    ),
    destination(
      'shows an answer that is not JSON as text',
      'dst_text',
      { stage: SEND },
      resultOf('dst_text', {
        dest_transformed_payload: [request(receiver, '/text', TRACK)],
        destination_response: ['thanks'],
        destination_response_status: [200],
      }),
      { sent: 1 },
    ),
    destination(
      'does not follow a redirect',
      'dst_redirects',
      { stage: SEND },
      resultOf('dst_redirects', {
        dest_transformed_payload: [request(receiver, '/redirect', TRACK)],
        destination_response: [''],
        destination_response_status: [302],
      }),
      { sent: 1 },
    ),
    destination(
      'shows a network error with status 0',
      'dst_resets',
      { stage: SEND },
      resultOf('dst_resets', {
        dest_transformed_payload: [request(receiver, '/reset', TRACK)],
        destination_response: [{ error: any(String) }], // the message of the operating system
        destination_response_status: [0],
      }),
      { sent: 1 },
    ),
    destination(
      'keeps 64 KiB of an answer of 10 MB',
      'dst_large',
      { stage: SEND },
      resultOf('dst_large', {
        dest_transformed_payload: [request(receiver, '/bytes/10000000', TRACK)],
        destination_response: ['x'.repeat(64 * 1024)],
        destination_response_status: [200],
        destination_response_truncated: true,
      }),
      { sent: 1 },
    ),
    ...['identify', 'track', 'page', 'screen', 'group', 'alias'].map((type) =>
      destination(
        `accepts ${type} messages`,
        'dst_plain',
        { message: { type, userId: 'u-1' }, stage: { dest_transform: true } },
        resultOf('dst_plain', {
          dest_transformed_payload: [request(receiver, '/plain', { type, userId: 'u-1' })],
        }),
      ),
    ),

    // overrides
    destination(
      'overrides the configuration for this call',
      'dst_plain',
      { stage: SEND, destinationConfig: { webhookUrl: `${receiver}/other` } },
      resultOf('dst_plain', {
        dest_transformed_payload: [request(receiver, '/other', TRACK)],
        ...ANSWERED,
      }),
      { sent: 1 },
    ),
    destination(
      'masks a secret of an override',
      'dst_plain',
      {
        stage: { dest_transform: true },
        destinationConfig: { headers: [{ from: 'X-Key', to: 'override-secret' }] },
      },
      resultOf('dst_plain', {
        dest_transformed_payload: [request(receiver, '/plain', TRACK, { 'x-key': 'ov***' })],
      }),
    ),
    destination(
      'names an unknown variable and the known ones',
      'dst_plain',
      { destinationConfig: { webHookUrl: 'x' } },
      problem('invalid_request', containing('webhookUrl'), {
        'destinationConfig.webHookUrl': containing('webhookMethod'),
      }),
      { status: 400 },
    ),
    destination(
      'does not let an editor send stored secrets to another host',
      'dst_hook',
      { stage: SEND, destinationConfig: { webhookUrl: `${receiver}/thief` } },
      problem('insufficient_scope', containing('catalog:write')),
      { status: 403, authorization: `Bearer ${TOKENS.editor}` },
    ),
    destination(
      'does not let an editor send them to a host that the message names',
      'dst_hook',
      { stage: SEND, message: TO_THIEF },
      unsent,
      { authorization: `Bearer ${TOKENS.editor}` },
    ),
    source(
      'does not let an editor do so through a source',
      'src_secret',
      { stage: SEND, message: TO_THIEF },
      [unsent],
      { authorization: `Bearer ${TOKENS.editor}` },
    ),
    source(
      'refuses destinationConfig for a source',
      'src_web',
      { destinationConfig: {} },
      problem('invalid_request', 'destinationConfig: is not a known property', {
        destinationConfig: 'is not a known property',
      }),
      { status: 400 },
    ),

    // not saved
    unsaved(
      'sends to an unsaved destination, and masks its secrets',
      { config: typedIn, stage: SEND },
      {
        destination: 'WEBHOOK',
        data: [
          {
            dest_transformed_payload: [request(receiver, '/new', TRACK, { 'x-key': 'un***' })],
            ...ANSWERED,
          },
        ],
      },
      { sent: 1, authorization: `Bearer ${TOKENS.editor}` },
    ),
    unsaved(
      'sends nothing to an unsaved destination by default, and reports that it has no transformation',
      { config: typedIn },
      {
        destination: 'WEBHOOK',
        data: [
          {
            user_transformed_payload: NOT_FOUND_VERSION,
            dest_transformed_payload: [request(receiver, '/new', TRACK, { 'x-key': 'un***' })],
          },
        ],
      },
      { authorization: `Bearer ${RUN_ONLY}` },
    ),
    unsaved(
      'needs the scope tests:send to send to an unsaved destination',
      { config: typedIn, stage: SEND },
      problem('insufficient_scope', containing('tests:send')),
      { status: 403, authorization: `Bearer ${RUN_ONLY}` },
    ),
    unsaved(
      'checks the configuration of an unsaved destination by its type',
      { config: { ...typedIn, webhookMethod: 'BREW' } },
      problem('invalid_request', any(String), { 'config.webhookMethod': any(String) }),
      { status: 400 },
    ),
    unsaved(
      'suggests a type for an unknown type',
      { type: 'WEBHOK', config: typedIn },
      problem('invalid_request', any(String), { type: containing('WEBHOOK') }),
      { status: 400 },
    ),
    unsaved(
      'does not send to a forbidden address',
      { config: { ...typedIn, webhookUrl: 'http://169.254.169.254/latest' }, stage: SEND },
      {
        destination: 'WEBHOOK',
        data: [
          {
            dest_transformed_payload: [
              {
                ...request('', '', TRACK, { 'x-key': 'un***' }),
                endpoint: 'http://169.254.169.254/latest',
              },
            ],
            destination_response: [{ error: any(String) }],
            destination_response_status: [0],
          },
        ],
      },
    ),

    // disabled, unsupported, unconnected
    destination('does not test a disabled destination', 'dst_off', {}, off),
    destination(
      'tests a disabled destination with force=true',
      'dst_off?force=true',
      { stage: { dest_transform: true } },
      resultOf('dst_off', { dest_transformed_payload: [request(receiver, '/off', TRACK)] }),
    ),
    destination(
      'refuses other values of force',
      'dst_off?force=yes',
      {},
      problem('invalid_request', 'force: must be true or false, and must occur only once', {
        force: 'must be true or false, and must occur only once',
      }),
      { status: 400 },
    ),
    destination(
      'refuses a type that is not delivered by HTTP',
      'dst_queue',
      {},
      problem(
        'destination_not_supported',
        'Destination type KAFKA is not supported by the Test API',
      ),
      { status: 400 },
    ),
    source(
      'tests every destination of a source, in the order of the connections',
      'src_web',
      { stage: ALL },
      [
        off,
        resultOf('dst_plain', {
          user_transformed_payload: NOT_FOUND_VERSION,
          dest_transformed_payload: [plain],
          ...ANSWERED,
        }),
        {
          destinationId: 'dst_queue',
          destinationName: 'Name of dst_queue',
          error: 'Destination type KAFKA is not supported by the Test API',
        },
        resultOf('dst_throw', {
          user_transformed_payload: { error: containing('tr_throw.js:3') },
          dest_transformed_payload: USER_ABORT,
          destination_response: DEST_ABORT,
        }),
      ],
      { sent: 1 },
    ),
    source(
      'does not test a disabled source',
      'src_off',
      {},
      problem('source_disabled', 'Source with src_off is disabled'),
      { status: 400 },
    ),
    source(
      'tests a disabled source and its disabled destinations with force=true',
      'src_off?force=true',
      { stage: { dest_transform: true } },
      [resultOf('dst_off', { dest_transformed_payload: [request(receiver, '/off', TRACK)] })],
    ),
    source(
      'does not test a source without destinations',
      'src_alone',
      {},
      problem('source_not_connected', 'Source with src_alone is not connected to any destination'),
      { status: 400 },
    ),

    // errors
    destination(
      'refuses an unknown message type',
      'dst_plain',
      { message: { type: 'order' } },
      problem('invalid_message_type', 'message type is unsupported', {
        'message.type': containing('identify, track'),
      }),
      { status: 400 },
    ),
    ...[{}, { type: 7 }, { type: null }].map((message) =>
      destination(
        `refuses the message ${JSON.stringify(message)}`,
        'dst_plain',
        { message },
        problem('invalid_message_type', 'message type missing or invalid'),
        { status: 400 },
      ),
    ),
    destination(
      'requires a message',
      'dst_plain',
      { message: undefined },
      problem('invalid_request', any(String), { message: containing('object') }),
      { status: 400 },
    ),
    destination(
      'accepts only booleans for a stage',
      'dst_plain',
      { stage: { user_transform: 'yes', destTransform: true } },
      problem('invalid_request', any(String), {
        'stage.user_transform': containing('true or false'),
        'stage.destTransform': containing('dest_transform'),
      }),
      { status: 400 },
    ),
    destination(
      'does not find a destination of another workspace',
      'dst_foreign',
      {},
      problem('not_found'),
      { status: 404 },
    ),
    source('does not find a source of another workspace', 'src_foreign', {}, problem('not_found'), {
      status: 404,
    }),
    destination(
      'reports an unknown destination before it checks the body',
      'dst_nowhere',
      { stage: 'nonsense' },
      problem('not_found'),
      { status: 404 },
    ),

    // credentials
    destination('needs credentials', 'dst_plain', {}, problem('unauthorized'), {
      status: 401,
      authorization: '',
    }),
    destination('compares the e-mail address', 'dst_plain', {}, problem('unauthorized'), {
      status: 401,
      authorization: basic(`viewer@e2e.example:${TOKENS.admin}`),
    }),
    destination(
      'accepts an empty user name',
      'dst_plain',
      { stage: {} },
      resultOf('dst_plain', {}),
      { authorization: basic(`:${TOKENS.editor}`) },
    ),
    destination(
      'does not let a viewer run tests',
      'dst_plain',
      {},
      problem('insufficient_scope', containing('tests:run')),
      { status: 403, authorization: `Bearer ${TOKENS.viewer}` },
    ),
    destination(
      'needs the scope tests:send to send',
      'dst_plain',
      { stage: SEND },
      problem('insufficient_scope', containing('tests:send')),
      { status: 403, authorization: `Bearer ${RUN_ONLY}` },
    ),
    destination(
      'checks the body before the scope, and the scope before the message type',
      'dst_plain',
      { message: { type: 'order' } },
      problem('insufficient_scope'),
      { status: 403, authorization: `Bearer ${TOKENS.viewer}` },
    ),
  ];
}

export const SECRETS = [HOOK_SECRET, 'override-secret', UNSAVED_SECRET];
