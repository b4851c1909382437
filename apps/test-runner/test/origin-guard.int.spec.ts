import type { JsonObject, TestRunRequested } from '@lethe/contracts';
import { createActionsProvider, createNativeProvider } from '@lethe/destinations';
import type { TestTarget } from '@lethe/catalog';
import type { TestRunParts } from '../src/stages/test-context.js';
import {
  answer,
  dataOf,
  providerOf,
  run,
  SEND,
  targetOf,
  to,
  TRANSFORMATION,
} from './test-parts.js';

const REFUSED = {
  destination_response: {
    error: expect.stringContaining('needs the scope catalog:write') as string,
  },
};
const SECRET = 'a-stored-secret-1';
const HOOK = 'https://hooks.example.com/in';
const THIEF = 'https://thief.example/';

const native = createNativeProvider();
const actions = createActionsProvider();
afterAll(async () => {
  await native.close();
  await actions.close();
});

/** Returns the addresses of the sent requests, and the result. */
async function sending(
  type: string,
  config: JsonObject,
  message: JsonObject,
  more: Partial<TestRunRequested> & { overrides?: JsonObject; target?: Partial<TestTarget> } = {},
  parts: Partial<TestRunParts> = {},
) {
  const { overrides, target: given, ...request } = more;
  const target = targetOf(config, given);
  const { sent, results, defects } = await run(
    {
      stages: SEND,
      message: { type: 'track', event: 'Bought', ...message },
      ...(overrides === undefined ? {} : { sealedConfig: 'sealed' }),
      ...request,
    },
    {
      findTarget: () =>
        Promise.resolve({ ...target, destination: { ...target.destination, type } }),
      openConfig: () => overrides ?? {},
      providerOf: (name) => (['WEBHOOK', 'HTTP'].includes(name) ? native : actions),
      ...parts,
    },
  );
  expect(defects).toEqual([]);
  return { sent: sent.map(({ endpoint }) => endpoint), data: dataOf(results[0]!) };
}

describe('a webhook with a stored header', () => {
  const config = { webhookUrl: HOOK, headers: [{ from: 'x-key', to: SECRET }] };

  it.each<[string, JsonObject]>([
    ['fullPath', { fullPath: THIEF }],
    ['fullPath in the integrations', { integrations: { Webhook: { fullPath: THIEF } } }],
    ['fullPath in other characters', { fullPath: 'https://\uff54hief.example/' }],
    ['fullPath with another port', { fullPath: 'https://hooks.example.com:8443/in' }],
    ['fullPath without TLS', { fullPath: 'http://hooks.example.com/in' }],
    ['fullPath that is a number', { fullPath: 'http://2130706433/' }],
  ])('is not sent to an address in the message: %s', async (_, message) => {
    const { sent, data } = await sending('WEBHOOK', config, message);
    expect(sent).toEqual([]);
    expect(data).toEqual([expect.objectContaining(REFUSED)]);
    expect(data[0]).not.toHaveProperty('destination_response_status');
    expect((await sending('WEBHOOK', config, message, { mayMoveSecrets: true })).sent).toHaveLength(
      1,
    );
  });

  it('is not sent to another host by appendPath', async () => {
    const open = { ...config, webhookUrl: 'https://hooks.example.com' };
    expect((await sending('WEBHOOK', open, { appendPath: '.thief.example/' })).sent).toEqual([]);
    expect((await sending('WEBHOOK', open, { appendPath: '@thief.example/' })).sent).toEqual([]);
    expect((await sending('WEBHOOK', open, { appendPath: '/more' })).sent).toEqual([
      'https://hooks.example.com/more',
    ]);
  });

  it('is sent to the origin of the configuration, whatever else the event contains', async () => {
    const message = { userId: HOOK, context: { page: { url: `${HOOK}/x`, ip: '10.0.0.1' } }, n: 1 };
    expect((await sending('WEBHOOK', config, message)).sent).toEqual([HOOK]);
    const sameOrigin = { fullPath: 'https://hooks.example.com/other' };
    expect((await sending('WEBHOOK', config, sameOrigin)).sent).toEqual([sameOrigin.fullPath]);
  });

  it('is sent to any address if it contains no secret', async () => {
    const plain = { webhookUrl: HOOK };
    expect((await sending('WEBHOOK', plain, { fullPath: THIEF })).sent).toEqual([THIEF]);
  });

  it('is sent or refused equally for a right and a wrong guess of a secret in the message', async () => {
    const plain = { webhookUrl: HOOK, deletionSecret: SECRET };
    for (const guess of [SECRET, 'a-wrong-guess-of-it']) {
      const message = { fullPath: THIEF, properties: { guess } };
      expect((await sending('WEBHOOK', plain, message)).sent).toEqual([THIEF]);
      expect((await sending('WEBHOOK', config, message)).sent).toEqual([]);
    }
  });

  it('is not sent to the host of an override', async () => {
    const overrides = { webhookUrl: THIEF };
    expect((await sending('WEBHOOK', config, {}, { overrides })).sent).toEqual([]);
    const all = { ...overrides, headers: [{ from: 'x-key', to: 'my-own-key' }] };
    expect((await sending('WEBHOOK', config, {}, { overrides: all })).sent).toEqual([THIEF]);
  });

  it('is not sent to another host if the code read a credential', async () => {
    const target = { transformation: TRANSFORMATION, credentials: { geo: SECRET } };
    const reads = (fullPath: string): Partial<TestRunParts> => ({
      runUserCode: ({ events, credentials }) =>
        Promise.resolve({
          status: 'ok',
          // The credential is reversed, so that no search would find it.
          events: events.map((event) => ({
            event: { ...event, fullPath, key: credentials.geo?.split('').reverse().join('') },
          })),
          dropped: [],
          logs: [],
          touched: { credentials: true, network: false },
        }),
    });
    const stages = { ...SEND, userTransform: true };
    const sent = async (url: string, mayMoveSecrets = false) =>
      (
        await sending(
          'WEBHOOK',
          { webhookUrl: HOOK },
          {},
          { target, stages, mayMoveSecrets },
          reads(url),
        )
      ).sent;
    expect(await sent(THIEF)).toEqual([]);
    expect(await sent(THIEF, true)).toEqual([THIEF]);
    expect(await sent(HOOK)).toEqual([HOOK]);
  });
});

describe('the address in an override of an HTTP destination', () => {
  it.each<[string, JsonObject]>([
    ['in a header', { auth: 'bearerTokenAuth', bearerToken: SECRET }],
    ['encoded', { auth: 'basicAuth', username: 'jane', password: SECRET }],
    ['in the URL', { queryParams: [{ to: 'key', from: SECRET }] }],
    ['in the path', { pathParams: [{ path: 'a' }], bearerToken: SECRET, auth: 'bearerTokenAuth' }],
  ])('does not get a stored secret %s', async (_where, secret) => {
    const config = { apiUrl: HOOK, method: 'POST', ...secret };
    const overrides = { apiUrl: THIEF };
    expect((await sending('HTTP', config, {}, { overrides })).sent).toEqual([]);
    expect((await sending('HTTP', config, {})).sent).toHaveLength(1);
    const mayMoveSecrets = true;
    expect((await sending('HTTP', config, {}, { overrides, mayMoveSecrets })).sent).toHaveLength(1);
  });
});

describe('an integration', () => {
  const config = (workflowUrl: unknown) => ({
    apiToken: SECRET,
    datacenter: 'iad1',
    presets: [
      {
        name: 'Flow',
        action: 'triggerXflowWorkflow',
        subscribe: 'type = "track"',
        mapping: { workflowUrl, eventPayload: { at: { '@path': '$.properties.url' } } },
      },
    ],
  });
  const flow = 'https://iad1.example.com/flow';

  it('does not send its key to a host from the event', async () => {
    const byPath = config({ '@path': '$.properties.url' });
    const { sent, data } = await sending('QUALTRICS', byPath, { properties: { url: THIEF } });
    expect(sent).toEqual([]);
    expect(data).toEqual([expect.objectContaining(REFUSED)]);
    const byTemplate = config({ '@template': 'https://{{properties.a}}.{{properties.b}}/' });
    const message = { properties: { a: 'thief', b: 'example' } };
    expect((await sending('QUALTRICS', byTemplate, message)).sent).toEqual([]);
    const mayMoveSecrets = { mayMoveSecrets: true };
    expect((await sending('QUALTRICS', byTemplate, message, mayMoveSecrets)).sent).toEqual([
      'https://thief.example/',
    ]);
  });

  it('does not send its key to a port or with a scheme that comes from the event', async () => {
    const byPort = config({ '@template': 'https://iad1.example.com:{{properties.port}}/' });
    for (const port of ['8443', 8443]) {
      expect((await sending('QUALTRICS', byPort, { properties: { port } })).sent).toEqual([]);
    }
    const byScheme = config({ '@template': '{{properties.scheme}}iad1.example.com/' });
    for (const scheme of ['http://', 'HTTP:']) {
      expect((await sending('QUALTRICS', byScheme, { properties: { scheme } })).sent).toEqual([]);
    }
  });

  it('does not send its key to two hosts from the event, even if ROT13 turns each into the other', async () => {
    const twice = ['a', 'b'].flatMap((name) =>
      config({ '@path': `$.properties.${name}` }).presets.map((preset) => ({ ...preset, name })),
    );
    const message = { properties: { a: 'https://thief.example/', b: 'https://guvrs.rknzcyr/' } };
    const both = { ...config(''), presets: twice };
    expect((await sending('QUALTRICS', both, message)).sent).toEqual([]);
  });

  it('has a result with its requests, the masked key, and the answers', async () => {
    const properties = { url: `${SECRET} and ${SECRET.slice(0, -1)}2` };
    const deliver = () => Promise.resolve(answer({ echo: [properties, SECRET] }));
    const { data } = await sending('QUALTRICS', config(flow), { properties }, {}, { deliver });
    expect(data).toMatchObject([
      {
        dest_transformed_payload: [
          {
            endpoint: flow,
            headers: { 'x-api-token': 'a-***' },
            body: { JSON: { at: properties.url } },
          },
        ],
        destination_response: [{ echo: [{ url: 'a-*** and a-***' }, 'a-***'] }],
        destination_response_status: [200],
      },
    ]);
  });

  it('sends its key to the host of its configuration', async () => {
    const message = { userId: 'u-1', properties: { url: THIEF, iad1: 1 } };
    expect((await sending('QUALTRICS', config(flow), message)).sent).toEqual([flow]);
    const byId = config({ '@template': `${flow}/{{userId}}` });
    expect((await sending('QUALTRICS', byId, message)).sent).toEqual([`${flow}/u-1`]);
  });
});

describe('many events of one run', () => {
  it('share one budget for the search for secrets, and are not sent when the budget is used up', async () => {
    const headers = Array.from({ length: 1_500 }, (_, n) => ({ to: `h-${n}`, from: `----${n}` }));
    const made = [{ text: '-'.repeat(200_000) }, { text: '-----' }].map((properties) => ({
      event: { type: 'track', fullPath: THIEF, properties },
      input: 0,
    }));
    const sent = async (config: JsonObject) =>
      sending(
        'HTTP',
        { apiUrl: HOOK, method: 'POST', headers: [], ...config },
        {},
        { target: { transformation: TRANSFORMATION }, stages: { ...SEND, userTransform: true } },
        {
          runUserCode: () => Promise.resolve({ status: 'ok', events: made, dropped: [], logs: [] }),
          providerOf: () => ({
            transform: ({ message }) =>
              Promise.resolve({
                status: 'ok',
                requests: [{ ...to('x', message), endpoint: String(message.fullPath) }],
              }),
            close: () => Promise.resolve(),
          }),
        },
      );
    expect((await sent({})).sent).toEqual([THIEF, THIEF]);
    expect((await sent({ headers })).sent).toEqual([]);
  });
});

describe('several requests', () => {
  it('are all refused if one of them must not be sent', async () => {
    const provider = providerOf({
      transform: ({ message, config }) =>
        Promise.resolve({
          status: 'ok',
          requests: [
            to('a'),
            { ...to('b', { k: config.deletionSecret }), endpoint: String(message.url) },
          ],
        }),
    });
    const target = targetOf({ deletionSecret: SECRET });
    const { sent, results } = await run(
      { stages: SEND, message: { type: 'track', url: THIEF } },
      { findTarget: () => Promise.resolve(target), providerOf: () => provider },
    );
    expect(sent).toEqual([]);
    expect(dataOf(results[0]!)).toEqual([expect.objectContaining(REFUSED)]);
  });
});

describe('an address from the answer to an earlier request', () => {
  it('is handled equally for a right and a wrong guess of a secret', async () => {
    const target = targetOf({ deletionSecret: SECRET });
    const provider = providerOf({
      transform: () => Promise.resolve({ status: 'ok', requests: [to('a')] }),
      perform: async ({ message }, deliver) => {
        const { body } = await deliver(to('a'));
        const second = { ...to('b', message), endpoint: String(body) };
        await deliver(second);
        return { status: 'ok', requests: [to('a'), second] };
      },
    });
    for (const [guess, count] of [
      [SECRET, 1],
      [`${SECRET.slice(0, -1)}2`, 1],
      ['nothing like it', 2],
    ] as const) {
      const { sent } = await run(
        { stages: SEND, message: { type: 'track', guess } },
        {
          findTarget: () => Promise.resolve(target),
          providerOf: () => provider,
          deliver: () => Promise.resolve(answer(THIEF)),
        },
      );
      expect([guess, sent.length]).toEqual([guess, count]);
    }
  });
});
