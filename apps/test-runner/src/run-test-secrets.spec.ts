import type { JsonObject } from '@lethe/contracts';
import type { TransformationRun } from '@lethe/sandbox';
import {
  answer,
  dataOf,
  providerOf,
  run,
  SEND,
  targetOf,
  to,
  TRANSFORMATION,
  TRANSFORMS,
} from '../test/test-parts.js';
import type { TestRunParts } from './test-run.js';

const SECRET = 'sk_live_4eC39HqLyjWDarjtT1zd';
const CREDENTIAL = 'geo-key-9f8e7d6c';
const target = targetOf(
  { headers: [{ from: 'x-key', to: SECRET }] },
  { transformation: TRANSFORMATION, credentials: { geo: CREDENTIAL } },
);
const WRONG = 'sk_live_4eC39HqLyjWDarjtT1zX';
const TYPES: JsonObject = { n: 1, list: [true, null], text: 'unchanged' };

/** Shows the configuration, the credential, and whatever the message has. */
const parts: Partial<TestRunParts> = {
  findTarget: () => Promise.resolve(target),
  runUserCode: ({ events, credentials }: TransformationRun) =>
    Promise.resolve({
      status: 'ok',
      events: events.map((event) => ({ event: { ...event, credential: credentials.geo } })),
      dropped: [],
      logs: [`key ${credentials.geo ?? ''}`],
    }),
  providerOf: () =>
    providerOf({
      transform: ({ message, config }) =>
        Promise.resolve({ status: 'ok', requests: [to('one', { message, config })] }),
    }),
};

const shown = async (
  message: JsonObject,
  more: Partial<TestRunParts> = {},
  stages = TRANSFORMS,
) => {
  const { text, results } = await run({ stages, message }, { ...parts, ...more });
  return { text, data: dataOf(results[0]!) };
};

describe('a test that sends nothing', () => {
  it('does not tell a right guess from a wrong one', async () => {
    for (const guess of [SECRET, WRONG, CREDENTIAL, Buffer.from(SECRET).toString('base64')]) {
      const message = { type: 'track', guess, [guess]: [`a ${guess} b`, guess] };
      const { data } = await shown(message);
      expect(data).toMatchObject([{ user_transformed_payload: message }]);
    }
  });

  it('shows no secret, and the masks as they always are', async () => {
    const { text, data } = await shown({ type: 'track', ...TYPES });
    for (const hidden of [SECRET, CREDENTIAL, SECRET.slice(3), CREDENTIAL.slice(3)]) {
      expect(text).not.toContain(hidden);
    }
    expect(data).toMatchObject([
      {
        user_transformed_payload: { ...TYPES, credential: 'ge***' },
        user_transformation_logs: ['key ge***'],
        dest_transformed_payload: [
          { body: { JSON: { config: { headers: [{ from: 'x-key', to: 'sk***' }] } } } },
        ],
      },
    ]);
  });

  it.each<[string, Partial<TestRunParts>, typeof TRANSFORMS]>([
    ['as there is nothing to send', {}, { ...SEND, destTransform: false }],
    [
      'as the transformation failed',
      {
        providerOf: () =>
          providerOf({ transform: () => Promise.resolve({ status: 'failed', error: 'no' }) }),
      },
      SEND,
    ],
    [
      'as the address was refused',
      {
        deliver: () =>
          Promise.resolve(answer({ error: `Requests to ${SECRET} are not allowed` }, 0)),
      },
      SEND,
    ],
    [
      'as nobody could be reached',
      { deliver: () => Promise.resolve(answer({ error: 'The connection was refused' }, 0)) },
      SEND,
    ],
  ])('is one whatever it was meant to be: %s', async (_why, more, stages) => {
    const guesses = { type: 'track', right: SECRET, wrong: WRONG, credential: CREDENTIAL };
    const { data } = await shown(guesses, more, { ...stages, userTransform: true });
    expect(data).toMatchObject([
      {
        user_transformed_payload: { right: SECRET, wrong: WRONG },
        destination_response: expect.anything() as unknown,
      },
    ]);
    expect(JSON.stringify(data)).not.toContain('to sk*** are');
  });

  it('is no test that sends something: there secrets are real, and masked', async () => {
    const { data } = await shown(
      { type: 'track', guess: SECRET },
      {},
      { ...SEND, userTransform: true },
    );
    expect(data).toMatchObject([{ user_transformed_payload: { guess: 'sk***' } }]);
  });
});
