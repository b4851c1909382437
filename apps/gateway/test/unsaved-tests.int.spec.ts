import { post, resultOf, TRACK, useTestRunGateways } from './test-runs-gateway.js';

const SEND = { dest_transform: true, send_to_destination: true };
const config = { webhookUrl: 'https://x.example', headers: [{ from: 'X-Key', to: 'typed-in' }] };
const SOUND = { type: 'WEBHOOK', config, message: TRACK };
const start = useTestRunGateways();

describe('POST /v0/testDestination', () => {
  // Each row has everything wrong that the rows after it have, and this is found first.
  const ORDER: readonly (readonly [string, string, unknown, string, number, string])[] = [
    ['the credentials', '?force=true', '{', 'nobody', 401, 'unauthorized'],
    ['the query', '?force=true', '{', 'viewer', 400, 'invalid_request'],
    ['the JSON', '', '{', 'viewer', 400, 'invalid_json'],
    ['the shape', '', { ...SOUND, message: {}, x: 1 }, 'viewer', 400, 'invalid_request'],
    ['the type', '', { type: 'NONE', message: {} }, 'viewer', 400, 'invalid_request'],
    ['the scope', '', { type: 'KAFKA', message: {} }, 'viewer', 403, 'insufficient_scope'],
    ['the message', '', { type: 'KAFKA', message: {} }, 'editor', 400, 'invalid_message_type'],
    [
      'whether it can be tested',
      '',
      { type: 'KAFKA', message: TRACK },
      'editor',
      400,
      'destination_not_supported',
    ],
  ];

  it.each(ORDER)('finds %s first', async (_, query, body, token, status, code) => {
    const { gateway, ran } = await start();
    expect(await post(gateway, `testDestination${query}`, body, token)).toMatchObject({
      status,
      body: { code },
    });
    expect(ran).toEqual([]);
  });

  it('hands over what it got, for an editor too, and asks the catalog for nothing', async () => {
    const { gateway, ran, asked } = await start();
    const body = { ...SOUND, stage: SEND };
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

  it('takes a type whose configuration is empty', async () => {
    const { gateway, ran } = await start();
    const { status } = await post(gateway, 'testDestination', { type: 'WEBHOOK', message: TRACK });
    expect([status, ran[0]?.destinationConfig]).toEqual([200, {}]);
  });

  it('refuses what a new destination may not have in the same words, each at its path', async () => {
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
    ['a null', { ...SOUND, config: null }, ['config']],
    ['an id', { ...SOUND, id: 'dst_1' }, ['id']],
    ['overrides', { ...SOUND, destinationConfig: {} }, ['destinationConfig']],
    ['a stage that there is not', { ...SOUND, stage: { send: true } }, ['stage.send']],
    [
      'a large message',
      { ...SOUND, message: { ...TRACK, x: 'x'.repeat(256 * 1024) } },
      ['message'],
    ],
  ])('refuses %s, naming it', async (_, body, paths) => {
    const { gateway, ran } = await start();
    const answer = await post(gateway, 'testDestination', body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.details as object).sort()).toEqual(paths.sort());
    expect(ran).toEqual([]);
  });

  it('says why nothing was tested', async () => {
    const error = 'The test could not be run. Try again.';
    const untested = { destinationId: ':unsaved', destinationName: '', error };
    const { gateway } = await start(() => Promise.resolve([untested]));
    expect(await post(gateway, 'testDestination', SOUND)).toEqual({
      status: 200,
      body: { destination: 'WEBHOOK', error },
    });
  });

  it('shows nothing of a result that only a saved destination has', async () => {
    const { gateway } = await start(() => Promise.resolve([resultOf(':unsaved')]));
    const { body } = await post(gateway, 'testDestination', SOUND);
    expect(Object.keys(body)).toEqual(['destination', 'data']);
  });
});
