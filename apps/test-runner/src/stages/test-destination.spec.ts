import {
  answer,
  contextOf,
  DEST_ABORT,
  fakeParts,
  MESSAGE,
  pathOf,
  providerOf,
  requestOf,
  targetOf,
  tested,
  three,
  to,
  TRANSFORMATION,
  transformed,
  USER_ABORT,
} from '../../test/test-parts.js';
import { testDestination } from './test-destination.js';

describe('the test of a destination', () => {
  it('returns id, type and name of the destination', async () => {
    const { result } = await tested({});
    expect(result).toMatchObject({
      destinationId: 'dst_1',
      destination: 'WEBHOOK',
      destinationName: 'Name of dst_1',
    });
  });

  it('sends the requests of an event one after the other, and returns the answers in the same sequence', async () => {
    const seen: string[] = [];
    const answers = [
      answer('first', 201),
      { status: 0, body: { error: 'refused' }, truncated: false },
      { ...answer('third', 404), truncated: true },
    ];
    const { data, paths } = await tested({
      providerOf: () => providerOf({ transform: three }),
      deliver: async (request) => {
        seen.push(`begin ${pathOf(request)}`);
        await new Promise(setImmediate);
        seen.push(`end ${pathOf(request)}`);
        return answers['abc'.indexOf(pathOf(request))]!;
      },
    });
    expect(data).toEqual([
      {
        user_transformed_payload: MESSAGE,
        dest_transformed_payload: [to('a'), to('b'), to('c')],
        destination_response: ['first', { error: 'refused' }, 'third'],
        destination_response_status: [201, 0, 404],
        destination_response_truncated: true,
      },
    ]);
    expect(seen).toEqual(['a', 'b', 'c'].flatMap((path) => [`begin ${path}`, `end ${path}`]));
    expect(paths).toEqual(['a', 'b', 'c']);
  });

  it('returns one element for each event, in sequence, and the log lines only in the first element', async () => {
    const { data } = await tested({
      runUserCode: () => Promise.resolve({ ...transformed({ n: 1 }, { n: 2 }), logs: ['line'] }),
      deliver: ({ body }) => Promise.resolve(answer(body.JSON)),
    });
    expect(data).toEqual([
      {
        user_transformed_payload: { n: 1 },
        user_transformation_logs: ['line'],
        dest_transformed_payload: [to('one', { n: 1 })],
        destination_response: [{ n: 1 }],
        destination_response_status: [200],
      },
      {
        user_transformed_payload: { n: 2 },
        dest_transformed_payload: [to('one', { n: 2 })],
        destination_response: [{ n: 2 }],
        destination_response_status: [200],
      },
    ]);
  });

  it('continues with the other events if one event cannot be transformed', async () => {
    const { data, sent } = await tested({
      runUserCode: () => Promise.resolve(transformed({ n: 1 }, { n: 2 })),
      providerOf: () =>
        providerOf({
          transform: ({ message }) =>
            Promise.resolve(
              message.n === 1
                ? { status: 'failed', error: 'no n of 1' }
                : { status: 'ok', requests: [to('two')] },
            ),
        }),
    });
    expect(data[0]).toEqual({
      user_transformed_payload: { n: 1 },
      dest_transformed_payload: { error: 'no n of 1' },
      destination_response: DEST_ABORT,
    });
    expect(data[1]).toMatchObject({ destination_response_status: [200] });
    expect(sent).toHaveLength(1);
  });

  it('shows the log lines of code that fails or drops the event', async () => {
    const failed = await tested({
      runUserCode: () =>
        Promise.resolve({
          status: 'failed',
          error: 'Error: x',
          logs: ['before'],
        }),
    });
    expect(failed.data).toEqual([
      {
        user_transformed_payload: { error: 'Error: x' },
        user_transformation_logs: ['before'],
        dest_transformed_payload: USER_ABORT,
        destination_response: DEST_ABORT,
      },
    ]);
    const dropped = await tested({
      runUserCode: () => Promise.resolve({ ...transformed(), dropped: [0], logs: ['before'] }),
    });
    expect(dropped.data[0]).toMatchObject({
      user_transformed_payload: { error: 'Event was dropped by the user transformation' },
      user_transformation_logs: ['before'],
    });
    expect([...failed.sent, ...dropped.sent]).toEqual([]);
  });

  it('returns empty lists if a destination needs no request for an event', async () => {
    const { data } = await tested({
      providerOf: () =>
        providerOf({ transform: () => Promise.resolve({ status: 'ok', requests: [] }) }),
    });
    expect(data[0]).toMatchObject({
      dest_transformed_payload: [],
      destination_response: [],
      destination_response_status: [],
    });
  });

  it('passes credentials, libraries and metadata to the code, but no configuration', async () => {
    let seen: unknown;
    const target = targetOf(
      { deletionSecret: 'hidden' },
      {
        transformation: TRANSFORMATION,
        libraries: [{ name: 'lib', code: 'export const a = 1;' }],
        credentials: { key: 'value' },
      },
    );
    await tested(
      {
        runUserCode: (run) => {
          seen = run;
          return Promise.resolve(transformed(MESSAGE));
        },
      },
      { target, request: requestOf({ sourceId: 'src_1' }) },
    );
    expect(seen).toEqual({
      transformation: TRANSFORMATION,
      libraries: target.libraries,
      credentials: target.credentials,
      mayMoveCredentials: false,
      events: [MESSAGE],
      metadata: [
        {
          workspaceId: 'ws_1',
          sourceId: 'src_1',
          destinationId: 'dst_1',
          destinationType: 'WEBHOOK',
          destinationName: 'Name of dst_1',
          transformationId: 'tr_1',
          messageId: 'm-1',
        },
      ],
    });
  });

  it('omits metadata that the message does not contain in a valid form', async () => {
    let metadata: unknown;
    await tested(
      {
        runUserCode: (run) => {
          metadata = run.metadata[0];
          return Promise.resolve(transformed(MESSAGE));
        },
      },
      { request: requestOf({ message: { ...MESSAGE, messageId: 7 } }) },
    );
    expect(metadata).not.toHaveProperty('messageId');
    expect(metadata).not.toHaveProperty('sourceId');
  });
});

describe('a stage that changes its input', () => {
  it('does not affect later stages or the answer', async () => {
    const target = targetOf(
      { headers: [{ from: 'a', to: 'b' }] },
      { transformation: TRANSFORMATION },
    );
    const request = requestOf({ message: structuredClone(MESSAGE) });
    const context = contextOf({ target, request, config: target.destination.config });
    const spoil = (value: object) => {
      for (const name of Object.keys(value)) {
        const member: unknown = Reflect.get(value, name);
        if (typeof member === 'object' && member !== null) spoil(member);
        Reflect.set(value, name, 'spoiled');
      }
    };
    const original = { properties: { deep: { n: 1 } } };
    const parts = fakeParts({
      runUserCode: ({ events }) => {
        spoil(events[0]!);
        return Promise.resolve(transformed(original));
      },
      providerOf: () =>
        providerOf({
          transform: ({ message, config }) => {
            const made = to('one', structuredClone(message));
            spoil(message);
            spoil(config);
            return Promise.resolve({ status: 'ok', requests: [made] });
          },
        }),
      deliver: (sent) => {
        spoil(sent);
        return Promise.resolve(answer('ok'));
      },
    });
    const before = structuredClone({ target, message: request.message });
    const { data } = await testDestination(parts, context);
    expect(data).toEqual([
      {
        user_transformed_payload: { properties: { deep: { n: 1 } } },
        dest_transformed_payload: [to('one', { properties: { deep: { n: 1 } } })],
        destination_response: ['ok'],
        destination_response_status: [200],
      },
    ]);
    expect({ target, message: request.message }).toEqual(before);
  });

  it('keeps only as much as fits in a result if there are many events', async () => {
    const large = { text: 'x'.repeat(100_000) };
    const { data } = await tested({
      runUserCode: () => Promise.resolve(transformed(...Array.from({ length: 200 }, () => large))),
    });
    expect(data).toHaveLength(200);
    expect(JSON.stringify(data).length).toBeLessThan(3_000_000);
    expect(data.at(-1)).toMatchObject({
      user_transformed_payload: { error: expect.stringContaining('900 KiB') as string },
      destination_response_status: [200],
    });
  });
});
