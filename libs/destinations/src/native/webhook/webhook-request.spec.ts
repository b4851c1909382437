import fc from 'fast-check';
import type { JsonObject } from '@lethe/contracts';
import { nativeTransform } from '../native-transform.js';

const URL = 'https://example.com/hook';
const transform = (message: JsonObject, config: JsonObject = {}) =>
  nativeTransform('WEBHOOK', message, { webhookUrl: URL, ...config });
const request = (message: JsonObject, config: JsonObject = {}) => {
  const outcome = transform(message, config);
  if (outcome.status !== 'ok') throw new Error(outcome.error);
  expect(outcome.requests).toHaveLength(1);
  return outcome.requests[0]!;
};

describe('WEBHOOK', () => {
  it('returns all members of the request object', () => {
    expect(transform({ type: 'track', event: 'Bought', anonymousId: 'a1' })).toEqual({
      status: 'ok',
      requests: [
        {
          version: '1',
          type: 'REST',
          method: 'POST',
          endpoint: URL,
          headers: { 'content-type': 'application/json' },
          params: {},
          body: {
            JSON: { type: 'track', event: 'Bought', anonymousId: 'a1' },
            JSON_ARRAY: {},
            XML: {},
            FORM: {},
          },
          files: {},
          userId: 'a1',
        },
      ],
    });
  });

  it.each([{}, { webhookUrl: '' }, { webhookUrl: null }, { webhookUrl: 7 }])(
    'fails without a configured URL, even when the event contains a URL: %j',
    (config) => {
      expect(nativeTransform('WEBHOOK', { fullPath: URL }, config)).toEqual({
        status: 'failed',
        error: 'Invalid URL in destination config',
      });
    },
  );

  it.each([
    [undefined, 'POST'],
    ['', 'POST'],
    ['put', 'PUT'],
    ['PATCH', 'PATCH'],
    ['GET', 'GET'],
    ['DELETE', 'DELETE'],
  ])('for the configured method %j, sends the request with %s', (webhookMethod, method) => {
    expect(request({}, { webhookMethod }).method).toBe(method);
  });

  it.each(['TRACE', 'nonsense', 7])('refuses the method %j', (webhookMethod) => {
    expect(transform({}, { webhookMethod })).toEqual({
      status: 'failed',
      error: 'webhookMethod must be one of POST, PUT, PATCH, GET, DELETE',
    });
  });

  describe.each(['POST', 'PUT', 'PATCH'])('%s', (webhookMethod) => {
    it('sends the event without the members for address and headers, and without null at the top level', () => {
      const sent = request(
        {
          type: 'identify',
          fullPath: 'https://other.example/',
          appendPath: '/x',
          header: { a: 'b' },
          gone: null,
          kept: { inner: null },
          list: [null],
          zero: 0,
          empty: '',
        },
        { webhookMethod },
      );
      expect(sent.body.JSON).toEqual({
        type: 'identify',
        kept: { inner: null },
        list: [null],
        zero: 0,
        empty: '',
      });
      expect(sent.params).toEqual({});
      expect(sent.headers['content-type']).toBe('application/json');
    });

    it.each([
      [{ context: { ip: '1.1.1.1' }, request_ip: '2.2.2.2' }, { ip: '1.1.1.1' }],
      [
        { context: { ip: null, a: 1 }, request_ip: '2.2.2.2' },
        { ip: '2.2.2.2', a: 1 },
      ],
      [
        { context: { a: 1 }, request_ip: '2.2.2.2' },
        { ip: '2.2.2.2', a: 1 },
      ],
      [{ request_ip: '2.2.2.2' }, { ip: '2.2.2.2' }],
      [{ context: { a: 1 } }, { a: 1 }],
      [{}, undefined],
    ])('uses request_ip when the context has no ip: %j', (message, context) => {
      expect(request(message, { webhookMethod }).body.JSON.context).toEqual(context);
    });
  });

  describe.each(['GET', 'DELETE'])('%s', (webhookMethod) => {
    it('sends the properties as parameters, and neither a body nor a content type', () => {
      const sent = request(
        {
          type: 'track',
          properties: { a: { b: [1, { c: 'x' }], e: [], o: {} }, n: null, t: true, 'd.e': 1 },
          traits: { not: 'this' },
        },
        { webhookMethod },
      );
      expect(sent.body).toEqual({ JSON: {}, JSON_ARRAY: {}, XML: {}, FORM: {} });
      expect(sent.headers).toEqual({});
      expect(sent.params).toEqual({
        'a.b[0]': 1,
        'a.b[1].c': 'x',
        'a.e': [],
        'a.o': {},
        n: null,
        t: true,
        'd.e': 1,
      });
    });

    it.each([
      [{ traits: { a: 1 }, context: { traits: { b: 2 } } }, { a: 1 }],
      [{ context: { traits: { b: { c: 2 } } } }, { 'b.c': 2 }],
      [{ traits: null, context: { traits: { b: 2 } } }, { b: 2 }],
      [{ properties: { p: 1 } }, {}],
    ])('sends the traits of an identify event as parameters: %j', (message, params) => {
      expect(request({ type: 'identify', ...message }, { webhookMethod }).params).toEqual(params);
    });

    it('sends no parameters when the event has no properties', () => {
      expect(request({ type: 'page' }, { webhookMethod }).params).toEqual({});
    });
  });

  it('reads `header` of older dashboards when `headers` is absent', () => {
    const header = [{ from: 'X-Old', to: 'old' }];
    const sent = (config: JsonObject) => request({ type: 'track' }, config).headers;
    const json = { 'content-type': 'application/json' };
    expect(sent({ header })).toEqual({ ...json, 'x-old': 'old' });
    expect(sent({ header, headers: [{ from: 'X-New', to: 'new' }] })).toEqual({
      ...json,
      'x-new': 'new',
    });
    expect(sent({ header, headers: [] })).toEqual(json);
  });

  it('replaces default headers by configured headers, and both by headers of the event', () => {
    const sent = request(
      { header: { 'X-Event': 'text', 'x-trace': 7, 'X-List': [1], AUTHORIZATION: 'mine' } },
      {
        headers: [
          { from: 'Content-Type', to: 'text/json' },
          { from: 'X-Trace', to: 'config' },
          { from: 'Authorization', to: 'secret' },
          { from: '', to: 'nameless' },
          { from: '  ', to: 'nameless' },
          { to: 'nameless' },
          null,
          { from: 'X-Empty' },
        ],
      },
    );
    expect(sent.headers).toEqual({
      'content-type': 'text/json',
      'x-trace': '7',
      AUTHORIZATION: 'mine',
      'x-empty': '',
      'X-Event': 'text',
      'X-List': '[1]',
    });
  });

  it.each([
    [{}, URL],
    [{ appendPath: '?a=1' }, `${URL}?a=1`],
    [{ fullPath: 'https://f.example/' }, 'https://f.example/'],
    [{ fullPath: 'https://f.example', appendPath: '/a' }, 'https://f.example/a'],
    [{ fullPath: '', appendPath: null }, URL],
    [{ fullPath: 7 }, URL],
    [{ integrations: { Webhook: { fullPath: 'https://i.example' } } }, 'https://i.example'],
    [{ integrations: { WEBHOOK: { appendPath: '/1' } } }, `${URL}/1`],
    [{ integrations: { webhook: { fullPath: 'https://i.example' } } }, 'https://i.example'],
    [{ integrations: { WebHook: { fullPath: 'https://i.example' } } }, 'https://i.example'],
    [{ integrations: { webHook: { fullPath: 'https://i.example' } } }, URL],
    [{ integrations: { WEBHOOK: true, All: true } }, URL],
    [
      {
        fullPath: 'https://f.example',
        integrations: { Webhook: { fullPath: 'https://i.example', appendPath: '/i' } },
      },
      'https://f.example/i',
    ],
  ])(
    'uses the address in the event, and by default the configured URL: %j',
    (message, endpoint) => {
      expect(request(message).endpoint).toBe(endpoint);
    },
  );

  it.each(['identify', 'track', 'page', 'screen', 'group', 'alias', 'whatever', undefined])(
    'accepts events of type %s',
    (type) => {
      expect(request({ type }).body.JSON).toEqual({ type });
    },
  );

  it('leaves userId of the request empty if anonymousId is not a text', () => {
    expect(request({ userId: 'u' }).userId).toBe('');
    expect(request({ anonymousId: 7 }).userId).toBe('');
  });

  it('accepts any JSON object, and does not change it', () => {
    const method = fc.constantFrom('POST', 'GET', 'DELETE', 'PUT');
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), method, (message, webhookMethod) => {
        const before = JSON.stringify(message);
        const outcome = transform(message, { webhookMethod });
        expect(outcome.status).toBe('ok');
        expect(JSON.stringify(message)).toBe(before);
      }),
    );
  });

  it('refuses an event that is nested too deeply', () => {
    const deep = JSON.parse(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`) as JsonObject;
    expect(transform(deep)).toEqual({
      status: 'failed',
      error: 'The event is nested more than 256 levels deep',
    });
  });

  it('refuses types without a native transformation', () => {
    for (const type of ['KAFKA', 'constructor', '__proto__']) {
      expect(nativeTransform(type, {}, {})).toEqual({
        status: 'failed',
        error: `Destination type ${type} has no transformation`,
      });
    }
  });
});
