import type { JsonObject } from '@lethe/contracts';
import type { TransformInput } from '@lethe/destinations';
import type { TransformationRun } from '@lethe/sandbox';
import {
  answer,
  dataOf,
  providerOf,
  run,
  SEND,
  targetOf,
  to,
  transformed,
  TRANSFORMATION,
  TRANSFORMS,
} from './test-parts.js';
import type { TestRunParts } from '../src/stages/test-context.js';

const SECRET = 'sk_live_4eC39HqLyjWDarjtT1zd';
const CREDENTIAL = 'geo-key-9f8e7d6c';
const target = targetOf(
  { headers: [{ from: 'x-key', to: SECRET }] },
  { transformation: TRANSFORMATION, credentials: { geo: CREDENTIAL } },
);
const WRONG = 'sk_live_4eC39HqLyjWDarjtT1zX';
const TYPES: JsonObject = { n: 1, list: [true, null], text: 'unchanged' };

/** Parts whose output contains the configuration, the credential, and the message. */
const parts: Partial<TestRunParts> = {
  findTarget: () => Promise.resolve(target),
  runUserCode: ({ events, credentials }: TransformationRun) =>
    Promise.resolve({
      status: 'ok',
      events: events.map((event) => ({ event: { ...event, credential: credentials.geo } })),
      dropped: [],
      logs: [`key ${credentials.geo ?? ''}`],
      touched: { credentials: true, network: false },
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
  it('does not reveal whether a guess is right', async () => {
    for (const guess of [SECRET, WRONG, CREDENTIAL, Buffer.from(SECRET).toString('base64')]) {
      const message = { type: 'track', guess, [guess]: [`a ${guess} b`, guess] };
      const { data } = await shown(message);
      expect(data).toMatchObject([{ user_transformed_payload: message }]);
    }
  });

  it('shows the usual masks, and no secret', async () => {
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
    ['there is nothing to send', {}, { ...SEND, destTransform: false }],
    [
      'the transformation failed',
      {
        providerOf: () =>
          providerOf({ transform: () => Promise.resolve({ status: 'failed', error: 'no' }) }),
      },
      SEND,
    ],
    [
      'the address was refused',
      {
        deliver: () =>
          Promise.resolve(answer({ error: `Requests to ${SECRET} are not allowed` }, 0)),
      },
      SEND,
    ],
    [
      'no receiver could be reached',
      { deliver: () => Promise.resolve(answer({ error: 'The connection was refused' }, 0)) },
      SEND,
    ],
  ])(
    'does not mask guesses in the message, even if it should send but %s',
    async (_why, more, stages) => {
      const guesses = { type: 'track', right: SECRET, wrong: WRONG, other: CREDENTIAL };
      const { data } = await shown(guesses, more, { ...stages, userTransform: true });
      expect(data).toMatchObject([
        {
          user_transformed_payload: { right: SECRET, wrong: WRONG },
          destination_response: expect.anything() as unknown,
        },
      ]);
      expect(JSON.stringify(data)).not.toContain('to sk*** are');
    },
  );
});

describe('a test that sends requests', () => {
  const stages = { ...SEND, userTransform: true };
  const guesses = { type: 'track', right: SECRET, wrong: WRONG, other: CREDENTIAL };

  it('shows the sent requests with masked secrets', async () => {
    const { text, data } = await shown({ ...guesses, ...TYPES }, {}, stages);
    expect(data).toMatchObject([
      {
        user_transformed_payload: { ...guesses, ...TYPES },
        dest_transformed_payload: [
          {
            body: {
              JSON: { message: guesses, config: { headers: [{ from: 'x-key', to: 'sk***' }] } },
            },
          },
        ],
        destination_response: ['ok'],
      },
    ]);
    expect(text.split(SECRET)).toHaveLength(3);
  });

  it('masks texts with the shape of a secret in the answer to a request with a secret', async () => {
    const echo = { deliver: () => Promise.resolve(answer({ got: [SECRET, WRONG, 'other'] })) };
    const { data } = await shown(guesses, echo, stages);
    expect(data).toMatchObject([{ destination_response: [{ got: ['sk***', 'sk***', 'other'] }] }]);
  });

  it('shows the answer to a request without a secret unchanged', async () => {
    const { data } = await shown(
      guesses,
      {
        deliver: () => Promise.resolve(answer({ got: [SECRET, WRONG] })),
        providerOf: () => providerOf(),
        runUserCode: ({ events }) => Promise.resolve(transformed(...events)),
      },
      stages,
    );
    expect(data).toMatchObject([{ destination_response: [{ got: [SECRET, WRONG] }] }]);
  });

  it('shows the masked first run to a caller who is allowed to send secrets to any address', async () => {
    const { results } = await run({ stages, message: guesses, mayMoveSecrets: true }, parts);
    expect(dataOf(results[0]!)).toMatchObject([{ user_transformed_payload: { right: 'sk***' } }]);
  });

  it('replays answers if later requests depend on the answers', async () => {
    const { data, sent } = await performed(({ config }) => JSON.stringify(config));
    expect(sent).toHaveLength(2);
    expect(data).toMatchObject([
      {
        dest_transformed_payload: [
          { body: { JSON: { config: expect.stringContaining('sk***') as string } } },
          { body: { JSON: { from: 'token for 1' } } },
        ],
        destination_response: ['token for 1', 'token for 2'],
      },
    ]);
    expect(JSON.stringify(data)).not.toContain(SECRET);
  });

  it('shows no requests if their number depends on a secret', async () => {
    const { data } = await performed(({ config }) => {
      return JSON.stringify(config).includes(SECRET) ? 'real' : undefined;
    });
    expect(data).toMatchObject([
      {
        dest_transformed_payload: { error: expect.stringMatching(/^Not shown/) as string },
        destination_response: ['token for 1', 'token for 2'],
      },
    ]);
  });

  /**
   * Sends a request, and then a second request that contains the answer to the first request. Sends
   * only one request if `of` returns undefined.
   */
  async function performed(of: (input: TransformInput) => string | undefined) {
    let count = 0;
    const { results, sent } = await run(
      { stages: SEND, message: guesses },
      {
        ...parts,
        deliver: () => Promise.resolve(answer(`token for ${String(++count)}`)),
        providerOf: () =>
          providerOf({
            perform: async (input, deliver) => {
              const config = of(input);
              const first = to('one', { config });
              const { body } = await deliver(first);
              if (config === undefined) return { status: 'ok', requests: [first] };
              const second = to('two', { from: body });
              await deliver(second);
              return { status: 'ok', requests: [first, second] };
            },
          }),
      },
    );
    return { data: dataOf(results[0]!), sent };
  }
});
