import { jest } from '@jest/globals';
import type { JsonObject } from '@lethe/contracts';
import { SandboxBusyError } from '@lethe/sandbox';
import {
  answer,
  dataOf,
  providerOf,
  run,
  targetOf,
  to,
  TRANSFORMATION,
  transformed,
  USER_ABORT,
} from '../../test/test-parts.js';
import type { TestRunParts } from '../stages/test-context.js';

const message = { type: 'track', text: 'unchanged' };
const target = targetOf(
  { headers: [{ from: 'x-key', to: 'sk_live_4eC39HqLyjWDarjtT1zd' }] },
  { transformation: TRANSFORMATION, credentials: { geo: 'geo-key-9f8e7d6c' } },
);

const asksForCredentialAndMakes =
  (...made: readonly JsonObject[]): TestRunParts['runUserCode'] =>
  (_run, { signal }) => {
    signal.throwIfAborted();
    const touched = { credentials: true, network: false };
    return Promise.resolve({ ...transformed(...made), touched });
  };
const asksForCredential = asksForCredentialAndMakes(message);

/** Runs a test that sends, for a caller without `catalog:write`. */
const sending = async (parts: Partial<TestRunParts>) => {
  const findTarget = () => Promise.resolve(target);
  const { results } = await run(
    { message },
    { findTarget, runUserCode: asksForCredential, ...parts },
  );
  return dataOf(results[0]!);
};

describe('a test that sends, and shows a second run', () => {
  it('shows the payloads if the deadline ends the sending, although the second run begins after it', async () => {
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

  it('reports that the sandbox was busy in the first run', async () => {
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
        user_transformed_payload: { error: expect.stringContaining('Try again later') as string },
        dest_transformed_payload: USER_ABORT,
      },
    ]);
  });

  it('replays for each event only the answers to the requests of this event', async () => {
    const data = await sending({
      runUserCode: asksForCredentialAndMakes({ n: 1 }, { n: 2 }),
      deliver: () => Promise.resolve(answer('token')),
      onDefect: () => undefined,
      providerOf: () =>
        providerOf({
          transform: ({ message: { n } }) =>
            n === 1
              ? Promise.reject(new Error('a defect'))
              : Promise.resolve({ status: 'ok', requests: [to('first')] }),
          perform: async (_input, deliver) => {
            const { body } = await deliver(to('first'));
            const second = to('second', { body });
            await deliver(second);
            return { status: 'ok', requests: [to('first'), second] };
          },
        }),
    });
    expect(data).toMatchObject([
      {
        dest_transformed_payload: {
          error: expect.stringContaining('internal error of Lethe') as string,
        },
      },
      { dest_transformed_payload: [{}, { body: { JSON: { body: 'token' } } }] },
    ]);
  });
});
