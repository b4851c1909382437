import {
  answer,
  DEADLINE,
  MESSAGE,
  pathOf,
  providerOf,
  requestOf,
  tested,
  to,
  TRANSFORMS,
} from '../../test/test-parts.js';

describe('a provider that has `perform`', () => {
  it('sends each request once, and can use the answers in later requests', async () => {
    const { data, paths } = await tested({
      providerOf: () =>
        providerOf({
          perform: async (_input, deliver) => {
            const { body } = await deliver(to('a'));
            const next = to('b', { id: body });
            await deliver(next);
            return { status: 'ok', requests: [to('a'), next] };
          },
        }),
      deliver: (request) => Promise.resolve(answer(`id of ${pathOf(request)}`)),
    });
    expect(data[0]).toMatchObject({
      dest_transformed_payload: [to('a'), to('b', { id: 'id of a' })],
      destination_response: ['id of a', 'id of b'],
      destination_response_status: [200, 200],
    });
    expect(paths).toEqual(['a', 'b']);
  });

  it('only transforms if it need not send', async () => {
    const { data } = await tested(
      { providerOf: () => providerOf({ perform: () => Promise.reject(new Error('performed')) }) },
      { request: requestOf({ stages: TRANSFORMS }) },
    );
    expect(data[0]).toMatchObject({ dest_transformed_payload: [to('one', MESSAGE)] });
  });

  it('shows why there are no more requests, after the requests that it sent', async () => {
    const { data } = await tested({
      providerOf: () =>
        providerOf({
          perform: async (_input, deliver) => {
            await deliver(to('a'));
            return { status: 'ok', requests: [to('a')], incomplete: 'The answer had no id.' };
          },
        }),
    });
    expect(data[0]).toMatchObject({
      dest_transformed_payload: [to('a'), { error: 'The answer had no id.' }],
      destination_response: ['ok'],
    });
  });

  it.each([
    ['fails', () => Promise.resolve({ status: 'failed' as const, error: 'then failed' })],
    ['has an internal error', () => Promise.reject(new Error('then broke'))],
  ])('shows the requests that it sent before it %s', async (_, ending) => {
    const { data, sent } = await tested({
      providerOf: () =>
        providerOf({
          perform: async (_input, deliver) => {
            await deliver(to('a'));
            return ending();
          },
        }),
    });
    expect(data[0]).toMatchObject({
      dest_transformed_payload: [to('a'), { error: expect.any(String) as string }],
      destination_response: ['ok'],
      destination_response_status: [200],
    });
    expect(sent).toHaveLength(1);
  });

  it('sends no request twice if it ends while a request is in flight', async () => {
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const { data, sent } = await tested({
      providerOf: () =>
        providerOf({
          perform: (_input, deliver) => {
            void deliver(to('a')).then(() => undefined);
            setImmediate(arrive); // the provider ends before the answer, as if its thread crashed
            return Promise.resolve({ status: 'ok', requests: [to('a')], incomplete: 'It died.' });
          },
        }),
      deliver: async () => {
        await arrived;
        return answer('late', 202);
      },
    });
    expect(data[0]).toMatchObject({
      dest_transformed_payload: [to('a'), { error: 'It died.' }],
      destination_response: ['late'],
      destination_response_status: [202],
    });
    expect(sent).toHaveLength(1);
  });

  it('reports the deadline if it stops because of the deadline', async () => {
    const run = new AbortController();
    const { data } = await tested(
      {
        providerOf: () =>
          providerOf({
            perform: async (_input, deliver) => {
              await deliver(to('a'));
              run.abort();
              return { status: 'ok', requests: [to('a')], incomplete: 'Its time was over.' };
            },
          }),
      },
      { signal: run.signal },
    );
    expect(data[0]).toMatchObject({
      dest_transformed_payload: [to('a'), { error: DEADLINE }],
      destination_response_status: [200],
    });
  });
});
