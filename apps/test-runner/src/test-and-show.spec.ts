import { jest } from '@jest/globals';
import { SandboxBusyError } from '@lethe/sandbox';
import {
  answer,
  dataOf,
  run,
  targetOf,
  TRANSFORMATION,
  transformed,
  USER_ABORT,
} from '../test/test-parts.js';
import type { TestRunParts } from './test-run.js';

const message = { type: 'track', text: 'unchanged' };
const target = targetOf(
  { headers: [{ from: 'x-key', to: 'sk_live_4eC39HqLyjWDarjtT1zd' }] },
  { transformation: TRANSFORMATION, credentials: { geo: 'geo-key-9f8e7d6c' } },
);

const asksForCredential: TestRunParts['runUserCode'] = ({ events }, { signal }) => {
  signal.throwIfAborted();
  const touched = { credentials: true, network: false };
  return Promise.resolve({ ...transformed(...events), touched });
};

/** Sends, as a caller without `catalog:write`. */
const sending = async (parts: Partial<TestRunParts>) => {
  const findTarget = () => Promise.resolve(target);
  const { results } = await run(
    { message },
    { findTarget, runUserCode: asksForCredential, ...parts },
  );
  return dataOf(results[0]!);
};

describe('a test that sends, and is made again to be shown', () => {
  it('shows what was made before the deadline, though it is made again after it', async () => {
    jest.useFakeTimers();
    const running = sending({
      deliver: (_request, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            resolve(answer({ error: 'stopped' }, 0));
          });
        }),
    });
    await jest.advanceTimersByTimeAsync(25_000);
    jest.useRealTimers();
    expect(await running).toMatchObject([
      {
        user_transformed_payload: message,
        dest_transformed_payload: [{ body: { JSON: message } }],
        destination_response: [{ error: expect.stringContaining('deadline') as string }],
      },
    ]);
  });

  it('says so where there was no room to make it the first time', async () => {
    let times = 0;
    const data = await sending({
      runUserCode: (of, options) => {
        times += 1;
        if (times === 1) return Promise.reject(new SandboxBusyError('busy'));
        return asksForCredential(of, options);
      },
    });
    expect(data).toMatchObject([
      {
        user_transformed_payload: { error: expect.stringContaining('try again later') as string },
        dest_transformed_payload: USER_ABORT,
      },
    ]);
  });
});
