import {
  answer,
  contextOf,
  fakeParts,
  MESSAGE,
  pathOf,
  providerOf,
  requestOf,
  tested,
  three,
  to,
  TRANSFORMS,
  WITH_CODE,
} from '../../test/test-parts.js';
import { Deliveries } from './deliveries.js';
import { testDestination } from './test-destination.js';
import { NotTakenError } from './test-context.js';

describe('a run that may belong to another runner', () => {
  const lost = new NotTakenError('lost');
  const context = () => {
    const taken = Promise.reject(lost);
    taken.catch(() => undefined);
    return { taken };
  };

  it('sends nothing, and rejects with NotTakenError', async () => {
    const parts = fakeParts();
    const run = testDestination(parts, contextOf({ target: WITH_CODE, ...context() }));
    await expect(run).rejects.toBe(lost);
    expect(parts.sent).toEqual([]);
    expect(parts.defects).toEqual([]);
  });

  it('does not call `perform` of the provider', async () => {
    let began = false;
    const parts = fakeParts({
      providerOf: () =>
        providerOf({
          perform: () => {
            began = true;
            return Promise.resolve({ status: 'ok', requests: [] });
          },
        }),
    });
    await expect(
      testDestination(parts, contextOf({ target: WITH_CODE, ...context() })),
    ).rejects.toBe(lost);
    expect(began).toBe(false);
  });

  it('has a result if it need not send', async () => {
    const { data } = await tested({}, { ...context(), request: requestOf({ stages: TRANSFORMS }) });
    expect(data).toEqual([
      { user_transformed_payload: MESSAGE, dest_transformed_payload: [to('one', MESSAGE)] },
    ]);
  });

  it('transforms at once, but sends only when it belongs to this runner', async () => {
    let take: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => (take = resolve));
    let isTransformed: () => void = () => undefined;
    const transforming = new Promise<void>((resolve) => (isTransformed = resolve));
    const parts = fakeParts({
      providerOf: () =>
        providerOf({
          transform: () => {
            isTransformed();
            return three();
          },
        }),
    });
    const run = testDestination(parts, contextOf({ target: WITH_CODE, taken }));
    await transforming;
    await new Promise(setImmediate);
    expect(parts.sent).toEqual([]);
    take();
    expect((await run).data[0]).toMatchObject({ destination_response_status: [200, 200, 200] });
  });
});

describe('the deadline during sending', () => {
  it('keeps earlier answers, reports the request that may have arrived, and prevents later requests', async () => {
    const run = new AbortController();
    const { data, paths } = await tested(
      {
        providerOf: () => providerOf({ transform: three }),
        deliver: (request) => {
          if (pathOf(request) === 'a') return Promise.resolve(answer('ok'));
          run.abort();
          return Promise.resolve({ status: 0, body: { error: 'stopped' }, truncated: false });
        },
      },
      { signal: run.signal },
    );
    expect(data[0]).toMatchObject({
      destination_response: [
        'ok',
        { error: expect.stringMatching(/deadline.*may have received/) as string },
        { error: expect.stringMatching(/deadline.*before this request was sent/) as string },
      ],
      destination_response_status: [200, 0, 0],
    });
    expect(paths).toEqual(['a', 'b']);
  });

  it('does not replace an answer that arrived just before the deadline', async () => {
    const run = new AbortController();
    const { data } = await tested(
      {
        deliver: () => {
          run.abort();
          return Promise.resolve(answer('made it', 202));
        },
      },
      { signal: run.signal },
    );
    expect(data[0]).toMatchObject({
      destination_response: ['made it'],
      destination_response_status: [202],
    });
  });
});

describe('an origin guard', () => {
  it('is not called again after it refused a request, because each call uses up budget', () => {
    const deliveries = new Deliveries(fakeParts(), contextOf({ target: WITH_CODE }));
    const checked: string[] = [];
    deliveries.guardWith((request) => {
      checked.push(pathOf(request));
      return pathOf(request) === 'b';
    });
    const requests = ['a', 'b', 'c'].map((path) => to(path, MESSAGE));
    expect(deliveries.refusalOf(requests)).toEqual(expect.any(String));
    expect(deliveries.refusalOf(requests)).toEqual(expect.any(String));
    expect(checked).toEqual(['a', 'b']);
  });
});
