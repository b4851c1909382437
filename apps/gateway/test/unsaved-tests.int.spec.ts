import { post, resultOf, TRACK, useTestRunGateways } from './test-runs-gateway.js';

const SEND = { dest_transform: true, send_to_destination: true };
const config = { webhookUrl: 'https://x.example', headers: [{ from: 'X-Key', to: 'typed-in' }] };
const VALID = { type: 'WEBHOOK', config, message: TRACK };
const start = useTestRunGateways();

describe('POST /v0/testDestination', () => {
  // The request of each row has one more error than the request of the next row. This additional
  // error must be reported.
  const ORDER: readonly (readonly [string, string, unknown, string, number, string])[] = [
    ['the credentials', '?force=true', '{', 'nobody', 401, 'unauthorized'],
    ['the query', '?force=true', '{', 'viewer', 400, 'invalid_request'],
    ['the JSON', '', '{', 'viewer', 400, 'invalid_json'],
    ['the body', '', { ...VALID, message: {}, x: 1 }, 'viewer', 400, 'invalid_request'],
    ['the type', '', { type: 'NONE', message: {} }, 'viewer', 400, 'invalid_request'],
    ['the scope', '', { type: 'KAFKA', message: {} }, 'viewer', 403, 'insufficient_scope'],
    ['the message', '', { type: 'KAFKA', message: {} }, 'editor', 400, 'invalid_message_type'],
    [
      'the support of the type',
      '',
      { type: 'KAFKA', message: TRACK },
      'editor',
      400,
      'destination_not_supported',
    ],
  ];

  it.each(ORDER)('reports an error in %s first', async (_, query, body, token, status, code) => {
    const { gateway, ran } = await start();
    expect(await post(gateway, `testDestination${query}`, body, token)).toMatchObject({
      status,
      body: { code },
    });
    expect(ran).toEqual([]);
  });

  it('starts a test run for an editor, too, and reads nothing from the catalog', async () => {
    const { gateway, ran, asked } = await start();
    const body = { ...VALID, stage: SEND };
    expect(await post(gateway, 'testDestination', body, 'editor')).toEqual({
      status: 200,
      body: { destination: 'WEBHOOK', data: [] },
    });
    expect(ran).toEqual([
      {
        requestId: expect.any(String) as string,
        workspaceId: 'ws_demo',
        mayMoveSecrets: false,
        destinationIds: [':unsaved'],
        unsavedType: 'WEBHOOK',
        message: TRACK,
        stages: { userTransform: false, destTransform: true, sendToDestination: true },
        destinationConfig: config,
      },
    ]);
    expect(asked).toEqual([]);
  });

  it('accepts a type with an empty configuration', async () => {
    const { gateway, ran } = await start();
    const { status } = await post(gateway, 'testDestination', { type: 'WEBHOOK', message: TRACK });
    expect([status, ran[0]?.destinationConfig]).toEqual([200, {}]);
  });

  it('refuses input that is invalid for a new destination, with the same messages and paths', async () => {
    const { gateway, ran } = await start();
    const wrong = {
      webhookUrl: 7,
      webhookMethod: 'POST',
      headers: [{ from: 'X-Key', to: 'ty***' }],
    };
    for (const [type, given] of [
      ['WEBHOOK', wrong],
      ['WEBHOK', {}],
      ['WEBHOOK', { webhookUrl: 'x'.repeat(256 * 1024) }],
    ] as const) {
      const tested = await post(gateway, 'testDestination', {
        type,
        config: given,
        message: TRACK,
      });
      const created = await post(gateway, '../v2/destinations', {
        ...{ name: 'Hook', type, config: given },
      });
      expect(tested.status).toBe(400);
      expect(tested.body.details).toEqual(created.body.details);
      expect(tested.body.message).toEqual(created.body.message);
    }
    expect(ran).toEqual([]);
  });

  it.each([
    ['no object', [], ['body']],
    ['no type', { message: TRACK }, ['type']],
    [
      'wrong members',
      { type: 7, config: [], message: 'x', name: 'Hook' },
      ['name', 'type', 'config', 'message'],
    ],
    ['a null', { ...VALID, config: null }, ['config']],
    ['an id', { ...VALID, id: 'dst_1' }, ['id']],
    ['overrides', { ...VALID, destinationConfig: {} }, ['destinationConfig']],
    ['an unknown stage', { ...VALID, stage: { send: true } }, ['stage.send']],
    [
      'a large message',
      { ...VALID, message: { ...TRACK, x: 'x'.repeat(256 * 1024) } },
      ['message'],
    ],
  ])('refuses %s, and lists the invalid members', async (_, body, paths) => {
    const { gateway, ran } = await start();
    const answer = await post(gateway, 'testDestination', body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.details as object).sort()).toEqual(paths.sort());
    expect(ran).toEqual([]);
  });

  it('returns the reason if the test could not run', async () => {
    const error = 'The test could not be run. Try again.';
    const untested = { destinationId: ':unsaved', destinationName: '', error };
    const { gateway } = await start(() => Promise.resolve([untested]));
    expect(await post(gateway, 'testDestination', VALID)).toEqual({
      status: 200,
      body: { destination: 'WEBHOOK', error },
    });
  });

  it('omits members that only a saved destination has', async () => {
    const { gateway } = await start(() => Promise.resolve([resultOf(':unsaved')]));
    const { body } = await post(gateway, 'testDestination', VALID);
    expect(Object.keys(body)).toEqual(['destination', 'data']);
  });
});
