import { SandboxBusyError } from '@lethe/sandbox';
import {
  answer,
  DEADLINE,
  DEST_ABORT,
  ENDED,
  MESSAGE,
  pathOf,
  providerOf,
  requestOf,
  SEND,
  tested,
  three,
  USER_ABORT,
} from '../../test/test-parts.js';

const DEFECT = { error: expect.stringMatching(/internal error of Lethe.*report it/) as string };

describe('an internal error', () => {
  const broken = new Error('a secret detail');
  const fail = () => {
    throw broken;
  };
  const reject = () => Promise.reject(broken);

  it.each([
    ['thrown', fail],
    ['rejected', reject],
  ])('of the sandbox (%s) becomes the error of its stage', async (_, runUserCode) => {
    const { data, defects, sent } = await tested({ runUserCode });
    expect(data).toEqual([
      {
        user_transformed_payload: DEFECT,
        dest_transformed_payload: USER_ABORT,
        destination_response: DEST_ABORT,
      },
    ]);
    expect(defects).toEqual([['user_transformation', broken]]);
    expect(sent).toEqual([]);
    expect(JSON.stringify(data)).not.toContain('detail');
  });

  it.each([
    ['thrown by the look-up of the provider', { providerOf: fail }],
    ['thrown', { providerOf: () => providerOf({ transform: fail }) }],
    ['rejected', { providerOf: () => providerOf({ transform: reject }) }],
    ['rejected during sending', { providerOf: () => providerOf({ perform: reject }) }],
  ])('of a provider (%s) becomes the error of its stage', async (_, parts) => {
    const { data, defects, sent } = await tested(parts);
    expect(data).toEqual([
      {
        user_transformed_payload: MESSAGE,
        dest_transformed_payload: DEFECT,
        destination_response: DEST_ABORT,
      },
    ]);
    expect(defects).toEqual([['dest_transformation', broken]]);
    expect(sent).toEqual([]);
  });

  it.each([
    ['thrown', fail],
    ['rejected', reject],
  ])('of a delivery (%s) does not change the answers to other requests', async (_, deliver) => {
    const { data, defects, paths } = await tested({
      providerOf: () => providerOf({ transform: three }),
      deliver: (request) =>
        pathOf(request) === 'b' ? deliver() : Promise.resolve(answer(pathOf(request))),
    });
    expect(data[0]).toMatchObject({
      destination_response: [
        'a',
        { error: expect.stringContaining('internal error') as string },
        'c',
      ],
      destination_response_status: [200, 0, 200],
    });
    expect(defects).toEqual([['delivery', broken]]);
    expect(paths).toEqual(['a', 'b', 'c']);
  });

  it('is not reported for a type without a provider', async () => {
    const { data, defects } = await tested({ providerOf: () => undefined });
    expect(data[0]).toMatchObject({
      dest_transformed_payload: {
        error: 'There is no transformation for destinations of type WEBHOOK.',
      },
      destination_response: DEST_ABORT,
    });
    expect(defects).toEqual([]);
  });

  it('is not reported for a busy sandbox', async () => {
    const { data, defects } = await tested({
      runUserCode: () => Promise.reject(new SandboxBusyError('internal words')),
    });
    expect(data[0]).toMatchObject({
      user_transformed_payload: {
        error: 'Too many transformations are waiting. Try again later.',
      },
      dest_transformed_payload: USER_ABORT,
    });
    expect(defects).toEqual([]);
  });
});

describe('the deadline', () => {
  const reason = ENDED.reason as Error;
  const failed = (error: string) => () => Promise.resolve({ status: 'failed' as const, error });

  it('is the error of a transformation that was still waiting for the sandbox', async () => {
    const { data, defects } = await tested(
      { runUserCode: () => Promise.reject(reason) },
      { signal: ENDED },
    );
    expect(data).toEqual([
      {
        user_transformed_payload: { error: DEADLINE },
        dest_transformed_payload: USER_ABORT,
        destination_response: DEST_ABORT,
      },
    ]);
    expect(defects).toEqual([]);
  });

  it('is the error of a transformation that was stopped at the deadline', async () => {
    const { data } = await tested(
      {
        runUserCode: () =>
          Promise.resolve({
            status: 'failed',
            error: 'longer than',
            logs: ['l'],
          }),
      },
      { signal: ENDED },
    );
    expect(data[0]).toMatchObject({
      user_transformed_payload: { error: DEADLINE },
      user_transformation_logs: ['l'],
    });
  });

  it.each([
    ['returns an error after the deadline', failed('stopped')],
    ["rejects with the signal's reason", () => Promise.reject(reason)],
  ])('is the error if a provider %s', async (_, transform) => {
    const { data, defects, sent } = await tested(
      { providerOf: () => providerOf({ transform }) },
      { signal: ENDED, request: requestOf({ stages: SEND }) },
    );
    expect(data).toEqual([
      { dest_transformed_payload: { error: DEADLINE }, destination_response: DEST_ABORT },
    ]);
    expect(defects).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('does not replace the error of a failure before the deadline', async () => {
    const { data } = await tested({
      providerOf: () => providerOf({ transform: failed('no URL') }),
    });
    expect(data[0]).toMatchObject({ dest_transformed_payload: { error: 'no URL' } });
  });
});
