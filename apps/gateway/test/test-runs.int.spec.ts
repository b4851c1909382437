import { LetheError, type UntestedDestination } from '@lethe/contracts';
import { send } from './gateway-under-test.js';
import { sendRow } from './send-raw.js';
import { post, resultOf, TRACK, useTestRunGateways } from './test-runs-gateway.js';

const SEND = { dest_transform: true, send_to_destination: true };
const TOKENS = { admin: 'admin', editor: 'editor', viewer: 'viewer' };
const start = useTestRunGateways();

describe('the checks of testDestination', () => {
  // The request of each row has one more error than the request of the next row. This additional
  // error must be reported.
  const ORDER: readonly (readonly [string, string, unknown, string, number, string])[] = [
    ['the credentials', 'dst_none?force=x', '{', 'nobody', 401, 'unauthorized'],
    ['the destination', 'dst_none?force=x', '{', 'viewer', 404, 'not_found'],
    ['the query', 'dst_queue_off?force=x', '{', 'viewer', 400, 'invalid_request'],
    ['the JSON', 'dst_queue_off', '{', 'viewer', 400, 'invalid_json'],
    ['the body', 'dst_queue_off', { message: {}, x: 1 }, 'viewer', 400, 'invalid_request'],
    [
      'the overrides',
      'dst_queue_off',
      { message: {}, destinationConfig: { nope: 1 } },
      'viewer',
      400,
      'invalid_request',
    ],
    ['the scope', 'dst_queue_off', { message: {} }, 'viewer', 403, 'insufficient_scope'],
    [
      'the scope for stored secrets',
      'dst_secret',
      { message: {}, stage: SEND, destinationConfig: { webhookUrl: 'https://x.example' } },
      'editor',
      403,
      'insufficient_scope',
    ],
    [
      'the type of the message',
      'dst_queue_off',
      { message: {} },
      'editor',
      400,
      'invalid_message_type',
    ],
    [
      'the type of the destination',
      'dst_queue_off',
      { message: TRACK },
      'editor',
      400,
      'destination_not_supported',
    ],
  ];

  it.each(ORDER)('report an error in %s first', async (_, path, body, token, status, code) => {
    const { gateway, ran } = await start();
    expect(await post(gateway, `testDestination/${path}`, body, token)).toMatchObject({
      status,
      body: { code },
    });
    expect(ran).toEqual([]);
  });

  it('report a disabled destination last, without a test run', async () => {
    const { gateway, ran } = await start();
    expect(await post(gateway, 'testDestination/dst_off', undefined, 'editor')).toEqual({
      status: 200,
      body: {
        destinationId: 'dst_off',
        destinationName: 'Name of dst_off',
        error: 'Destination with id dst_off is disabled',
      },
    });
    expect(ran).toEqual([]);
  });

  it('report an unsupported type even with force', async () => {
    const { gateway } = await start();
    expect(await post(gateway, 'testDestination/dst_queue_off?force=true')).toMatchObject({
      status: 400,
      body: { message: 'Destination type KAFKA is not supported by the Test API' },
    });
    expect(await post(gateway, 'testDestination/dst_unknown')).toMatchObject({
      status: 400,
      body: { message: 'Destination type NOBODY_KNOWS is not supported by the Test API' },
    });
  });

  it('accept overrides of an editor if nothing is sent', async () => {
    const { gateway, ran } = await start();
    const destinationConfig = { webhookUrl: 'https://x.example' };
    const answer = await post(
      gateway,
      'testDestination/dst_secret',
      { message: TRACK, destinationConfig },
      'editor',
    );
    expect(answer).toEqual({ status: 200, body: resultOf('dst_secret') });
    expect(ran).toEqual([
      {
        requestId: expect.any(String) as string,
        workspaceId: 'ws_demo',
        mayMoveSecrets: false,
        destinationIds: ['dst_secret'],
        message: TRACK,
        stages: { userTransform: true, destTransform: true, sendToDestination: false },
        destinationConfig,
      },
    ]);
  });
});

describe('the checks of testSource', () => {
  it.each([
    ['the credentials', 'src_none?force=x', '{', 'nobody', 401, 'unauthorized'],
    ['the source', 'src_none?force=x', '{', 'viewer', 404, 'not_found'],
    ['the query', 'src_off_alone?force=x', '{', 'viewer', 400, 'invalid_request'],
    ['the body', 'src_off_alone', { message: {}, x: 1 }, 'viewer', 400, 'invalid_request'],
    ['the scope', 'src_off_alone', { message: {} }, 'viewer', 403, 'insufficient_scope'],
    ['the message type', 'src_off_alone', { message: {} }, 'editor', 400, 'invalid_message_type'],
  ])('report an error in %s first', async (_, path, body, token, status, code) => {
    const { gateway, ran } = await start();
    expect(await post(gateway, `testSource/${path}`, body, token)).toMatchObject({
      status,
      body: { code },
    });
    expect(ran).toEqual([]);
  });

  it('report a source without connections before a disabled source, even with force', async () => {
    const { gateway } = await start();
    for (const id of ['src_alone', 'src_off_alone']) {
      expect(await post(gateway, `testSource/${id}?force=true`)).toMatchObject({
        status: 400,
        body: { message: `Source with ${id} is not connected to any destination` },
      });
    }
  });
});

describe('the answer of testSource', () => {
  it('has all connected destinations in the order of the connections, and one run tests all destinations that can be tested', async () => {
    const { gateway, ran } = await start((wanted) =>
      // The runner returns the results in a different order.
      Promise.resolve(wanted.destinationIds.map(resultOf).reverse()),
    );
    const { status, body } = await post(gateway, 'testSource/src_1');
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        destinationId: 'dst_queue',
        destinationName: 'Name of dst_queue',
        error: 'Destination type KAFKA is not supported by the Test API',
      },
      resultOf('dst_2'),
      {
        destinationId: 'dst_off',
        destinationName: 'Name of dst_off',
        error: 'Destination with id dst_off is disabled',
      },
      resultOf('dst_1'),
    ]);
    expect(ran).toMatchObject([{ sourceId: 'src_1', destinationIds: ['dst_2', 'dst_1'] }]);
  });

  it('has the name of a destination that the runner could not read', async () => {
    const untestedOf = (destinationId: string): UntestedDestination => ({
      destinationId,
      destinationName: '',
      error: 'gone',
    });
    const { gateway } = await start((wanted) =>
      Promise.resolve(wanted.destinationIds.map(untestedOf)),
    );
    expect((await post(gateway, 'testDestination/dst_1')).body).toEqual({
      destinationId: 'dst_1',
      destinationName: 'Name of dst_1',
      error: 'gone',
    });
    expect((await post(gateway, 'testSource/src_off?force=true')).body).toEqual([
      { destinationId: 'dst_1', destinationName: 'Name of dst_1', error: 'gone' },
    ]);
  });
});

describe('an id in the path', () => {
  it.each([
    ['dst_%31', 200],
    ['%64st_1', 200],
    ['dst_1%20', 404],
    ['DST_1', 404],
    ['dst_none', 404],
    ['__proto__', 404],
    ['a%00b', 404],
    ['..%2Fdst_1', 404],
    ['dst_1%2F', 404],
    ['%F0%9F%98%80', 404],
    ['a'.repeat(4_000), 404],
    ['%C3%28', 400],
    ['%zz', 400],
  ])('%s is answered with %i', async (id, status) => {
    const { gateway } = await start();
    const answer = await sendRow(
      gateway.url,
      {
        name: id,
        method: 'POST',
        path: `/v0/testDestination/${id}`,
        body: JSON.stringify({ message: TRACK }),
        status,
        code: '',
        knownBy: 'gateway',
      },
      TOKENS,
    );
    expect(answer.status).toBe(status);
  });

  it('is looked up only in the workspace of the token', async () => {
    const { gateway, asked } = await start();
    await post(gateway, 'testDestination/dst_1');
    await post(gateway, 'testSource/src_none');
    expect(asked).toEqual([
      ['ws_demo', 'dst_1'],
      ['ws_demo', 'src_none'],
    ]);
  });
});

describe('a method other than POST', () => {
  it.each(
    ['testDestination/dst_1', 'testSource/src_1'].flatMap((path) =>
      ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, path] as const),
    ),
  )('is not allowed: %s on %s', async (method, path) => {
    const { gateway } = await start();
    const response = await send(gateway, `/v0/${path}`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });
});

describe('a run that fails', () => {
  it.each([
    ['unavailable', 503],
    ['test_run_timeout', 504],
  ] as const)('with %s is answered with %i, and without internal details', async (code, status) => {
    const { gateway } = await start(() =>
      Promise.reject(new LetheError(code, { cause: new Error('broker 10.0.0.7') })),
    );
    const answer = await post(gateway, 'testDestination/dst_1');
    expect(answer).toMatchObject({ status, body: { code } });
    expect(JSON.stringify(answer)).not.toContain('10.0.0.7');
  });

  it('logs no content of the message', async () => {
    const { gateway } = await start(() => Promise.reject(new Error('of secret-user')));
    const message = { ...TRACK, userId: 'secret-user' };
    const answer = await post(gateway, 'testDestination/dst_1', { message });
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(JSON.stringify([answer, gateway.logged])).not.toContain('secret-user');
  });
});
