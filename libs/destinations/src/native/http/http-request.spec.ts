import fc from 'fast-check';
import type { JsonObject } from '@lethe/contracts';
import { nativeTransform } from '../native-transform.js';

const URL = 'https://api.example.com/v1';
const EVENT = {
  type: 'track',
  event: 'Bought',
  userId: 'u 1',
  anonymousId: 'anon',
  properties: { price: 9.5, currency: 'EUR', note: null, items: [{ id: 1 }, { id: 2 }] },
};
const transform = (config: JsonObject, message: JsonObject = EVENT) =>
  nativeTransform('HTTP', message, { apiUrl: URL, ...config });
const request = (config: JsonObject, message: JsonObject = EVENT) => {
  const outcome = transform(config, message);
  if (outcome.status !== 'ok') throw new Error(outcome.error);
  return outcome.requests[0]!;
};
const fails = (config: JsonObject, error: string, message: JsonObject = EVENT) => {
  expect(transform(config, message)).toEqual({ status: 'failed', error });
};

describe('HTTP', () => {
  it('returns all members of the request object', () => {
    expect(
      request({
        method: 'put',
        auth: 'bearerTokenAuth',
        bearerToken: 'tok',
        headers: [{ to: 'X-Source', from: 'lethe' }],
        queryParams: [{ to: 'cur', from: '$.properties.currency' }],
        propertiesMapping: [
          { to: '$.name', from: '$.event' },
          { to: '$.money.amount', from: '$.properties.price' },
        ],
        pathParams: [{ path: 'users' }, { path: '$.userId' }],
      }),
    ).toEqual({
      version: '1',
      type: 'REST',
      method: 'PUT',
      endpoint: `${URL}/users/u%201`,
      headers: {
        'content-type': 'application/json',
        Authorization: 'Bearer tok',
        'X-Source': 'lethe',
      },
      params: { cur: 'EUR' },
      body: { JSON: { name: 'Bought', money: { amount: 9.5 } }, JSON_ARRAY: {}, XML: {}, FORM: {} },
      files: {},
      userId: 'anon',
    });
  });

  it.each([
    [{ apiUrl: undefined }, 'apiUrl is missing'],
    [{ apiUrl: '' }, 'apiUrl is missing'],
    [{ apiUrl: 'example.com' }, 'apiUrl must be a URL that begins with http:// or https://'],
    [{ apiUrl: 'ftp://x' }, 'apiUrl must be a URL that begins with http:// or https://'],
    [{ method: 'TRACE' }, 'method must be one of POST, PUT, PATCH, GET, DELETE'],
    [{ format: 'YAML' }, 'format must be one of JSON, XML, FORM'],
    [{ auth: 'digest' }, 'auth must be one of noAuth, basicAuth, bearerTokenAuth, apiKeyAuth'],
    [{ auth: 'basicAuth', password: 'p' }, 'username is missing: auth basicAuth needs it'],
    [{ auth: 'basicAuth', username: 'u' }, 'password is missing: auth basicAuth needs it'],
    [{ auth: 'bearerTokenAuth' }, 'bearerToken is missing: auth bearerTokenAuth needs it'],
    [{ auth: 'apiKeyAuth', apiKeyValue: 'v' }, 'apiKeyName is missing: auth apiKeyAuth needs it'],
    [{ auth: 'apiKeyAuth', apiKeyName: 'n' }, 'apiKeyValue is missing: auth apiKeyAuth needs it'],
    [{ headers: [{ to: 'x', from: 7 }] }, 'headers[0].from must lead to a string'],
    [
      {
        headers: [
          { to: 'a', from: 'b' },
          { to: 'x', from: '$.properties.price' },
        ],
      },
      'headers[1].from must lead to a string',
    ],
    [{ headers: [{ to: 'x', from: '$.properties' }] }, 'headers[0].from must lead to a string'],
    [{ headers: 'x' }, 'headers must be a list'],
    [{ queryParams: ['x'] }, 'queryParams[0] must be an object'],
    [{ pathParams: [{ path: 'a/b' }] }, 'pathParams[0].path must not contain a "/"'],
    [
      { pathParams: [{ path: 'a' }, { path: '$.missing' }] },
      'pathParams[1].path must lead to a string or a number',
    ],
    [
      { pathParams: [{ path: '..' }] },
      'pathParams[0].path gives "..", which cannot be part of a path',
    ],
    [{ pathParams: [{ path: '' }] }, 'pathParams[0].path gives "", which cannot be part of a path'],
    [{ pathParams: [{ path: '\ud800' }] }, 'pathParams[0].path is not valid Unicode'],
    [
      { propertiesMapping: [{ to: 'name', from: 'x' }] },
      "propertiesMapping[0].to must be a JSONPath of one place, such as $.event, or of a list's members, such as $.items[*].id",
    ],
    [
      { propertiesMapping: [{ to: '$[*].id', from: 'x' }] },
      'propertiesMapping[0].to must name a place below "$"',
    ],
    [
      {
        propertiesMapping: [
          { to: '$.a', from: 'x' },
          { to: '$.a[*].b', from: 'y' },
        ],
      },
      'propertiesMapping[1].to needs a list on its path, but another mapping has set another value there',
    ],
    [
      {
        propertiesMapping: [
          { to: '$.a[0]', from: 'x' },
          { to: '$.a[*].b', from: 'y' },
        ],
      },
      'propertiesMapping[1].to needs an object or a list on its path, but another mapping has set another value there',
    ],
    [
      { propertiesMapping: [{ to: '$.a', from: '$.x[' }] },
      'propertiesMapping[0].from is not a valid JSONPath',
    ],
    [
      { propertiesMapping: [{ to: '$.a[', from: '$.event' }] },
      'propertiesMapping[0].to is not a valid JSONPath',
    ],
    [
      {
        propertiesMapping: [
          { to: '$.a', from: 'x' },
          { to: '$.a.b', from: 'y' },
        ],
      },
      'propertiesMapping[1].to needs an object or a list on its path, but another mapping has set another value there',
    ],
    [
      {
        propertiesMapping: [
          { to: '$.a[0]', from: 'x' },
          { to: '$.a.b', from: 'y' },
        ],
      },
      'propertiesMapping[1].to uses an array as an object, or an object as an array',
    ],
    [
      { propertiesMapping: [{ to: '$.a[4000000000]', from: 'x' }] },
      'propertiesMapping[0].to has an index outside of 0 to 999',
    ],
  ])('reports the wrong field: %j', (config, error) => {
    fails(config, error);
  });

  it.each(['$..a', '$.a[*].b[*]', '$.a[*,*]', '$.a[0:2].b'])(
    'refuses a path in "to" that can match several values: %s',
    (to) => {
      fails(
        { propertiesMapping: [{ to, from: 'x' }] },
        "propertiesMapping[0].to must be a JSONPath of one place, such as $.event, or of a list's members, such as $.items[*].id",
      );
    },
  );

  it('refuses a path parameter whose value in the event contains a "/"', () => {
    fails({ pathParams: [{ path: '$.userId' }] }, 'pathParams[0].path must not contain a "/"', {
      userId: '../admin',
    });
  });

  it.each([
    [undefined, {}, undefined],
    ['noAuth', {}, undefined],
    ['basicAuth', { username: 'u', password: 'pä' }, ['Authorization', 'Basic dTpww6Q=']],
    ['basicAuth', { username: 'key', password: '' }, ['Authorization', 'Basic a2V5Og==']],
    ['bearerTokenAuth', { bearerToken: 't' }, ['Authorization', 'Bearer t']],
    ['apiKeyAuth', { apiKeyName: 'X-Api-Key', apiKeyValue: 'v' }, ['X-Api-Key', 'v']],
  ])('sends the header that auth %s requires', (auth, credentials, header) => {
    expect(request({ auth, ...credentials }).headers).toEqual({
      'content-type': 'application/json',
      ...(header === undefined ? {} : { [header[0]!]: header[1] }),
    });
  });

  it.each([
    ['JSON', 'application/json'],
    ['XML', 'application/xml'],
    ['FORM', 'application/x-www-form-urlencoded'],
    [undefined, 'application/json'],
  ])('sets the content type for %s, unless a header replaces it', (format, contentType) => {
    expect(request({ format }).headers).toEqual({ 'content-type': contentType });
    const headers = [{ to: 'Content-Type', from: 'text/special' }];
    expect(request({ format, headers }).headers).toEqual({ 'Content-Type': 'text/special' });
  });

  it('leaves out headers and parameters without a name or a value', () => {
    const list = [
      { to: 'a', from: '$.nothing' },
      { to: 'b', from: '$.properties.note' },
      { to: '', from: 'x' },
      { from: 'x' },
      { to: 'c' },
    ];
    const sent = request({ headers: list, queryParams: list });
    expect(sent.headers).toEqual({ 'content-type': 'application/json' });
    expect(sent.params).toEqual({});
  });

  it('removes null values at all levels of body and parameters', () => {
    const sent = request(
      { isDefaultMapping: true, queryParams: [{ to: 'q', from: '$.q' }] },
      { a: null, b: { c: null, d: [1, null, { e: null }] }, q: { r: null, s: 1 } },
    );
    expect(sent.body.JSON).toEqual({ b: { d: [1, {}] }, q: { s: 1 } });
    expect(sent.params).toEqual({ q: { s: 1 } });
  });

  it.each([
    ['$.event', 'Bought'],
    ["$['properties']['items'][0].id", 1],
    ['$.properties.items[-1].id', 2],
    ['$.properties.items[*].id', [1, 2]],
    ['$..id', [1, 2]],
    ['$.properties.items[?@.id > 1]', [{ id: 2 }]],
    ['$.properties.items[0,1].id', [1, 2]],
    ['$.nothing.at.all', undefined],
    ['$.nothing[*]', undefined],
    ['$.constructor', undefined],
    ['$.event.length', undefined],
    ['constant', 'constant'],
    ['$price', '$price'],
    ['$', '$'],
    [100, 100],
    [false, false],
    ['', ''],
  ])('maps the value of "from": %j', (from, value) => {
    const { JSON: body } = request({ propertiesMapping: [{ to: '$.v', from }] }).body;
    expect(body).toEqual(value === undefined ? {} : { v: value });
  });

  it('writes values to their mapped locations, even under unusual names', () => {
    const { JSON: body } = request({
      propertiesMapping: [
        { to: '$.list[1].x', from: 'b' },
        { to: '$.list[0]', from: 'a' },
        { to: "$['a.b']['c d']", from: 'c' },
        { to: '$.__proto__.polluted', from: 'p' },
        { to: '$.items', from: '$.properties.items' },
        { to: '$.items[0].extra', from: 'e' },
      ],
    }).body;
    expect(JSON.parse(JSON.stringify(body))).toEqual(
      JSON.parse(
        '{"list":["a",{"x":"b"}],"a.b":{"c d":"c"},"__proto__":{"polluted":"p"},"items":[{"id":1,"extra":"e"},{"id":2}]}',
      ),
    );
    expect(({} as JsonObject).polluted).toBeUndefined();
    expect(EVENT.properties.items[0]).toEqual({ id: 1 });
  });

  it('fills the members of a list one after another from another list, and repeats any other value', () => {
    const products = [
      { id: 1, name: 'a', price: { net: 5 } },
      { name: 'b' },
      { id: 3, name: null, price: { net: 7 } },
    ];
    const body = (propertiesMapping: unknown) =>
      request({ propertiesMapping }, { properties: { products, ids: [7, 8] } }).body.JSON;
    expect(
      body([
        { to: '$.properties.items[*].item_id', from: '$.properties.products[*].id' },
        { to: '$.properties.items[*].name', from: "$['properties']['products'][*]['name']" },
        { to: "$.properties.items[*].at['net price']", from: '$.properties.products[*].price.net' },
        { to: '$.properties.items[*].currency', from: 'EUR' },
        { to: '$.properties.items[0].first', from: true },
      ]),
    ).toEqual({
      properties: {
        items: [
          { item_id: 1, name: 'a', at: { 'net price': 5 }, currency: 'EUR', first: true },
          { name: 'b', currency: 'EUR' },
          { item_id: 3, at: { 'net price': 7 }, currency: 'EUR' },
        ],
      },
    });
    expect(
      body([
        { to: '$.ids[*]', from: '$.properties.products[*].id' },
        { to: '$.of[*].id', from: '$.properties.ids' },
        { to: '$.found[*].id', from: '$..id' },
        { to: '$.one[*].id', from: '$.properties.products[0].id' },
        { to: '$.none[*].id', from: '$.nothing[*].id' },
        { to: '$.rows[*][1]', from: '$.properties.ids' },
      ]),
    ).toEqual({
      ids: [1, 3],
      of: [{ id: 7 }, { id: 8 }],
      found: [{ id: 1 }, { id: 3 }],
      one: [{ id: 1 }],
      rows: [[7], [8]],
    });
  });

  it('fails when filled lists would make the request too large', () => {
    const products = Array.from({ length: 10_000 }, () => ({}));
    const propertiesMapping = Array.from({ length: 500 }, (_none, n) => ({
      to: `$.items[*].m${n}`,
      from: n % 2 === 0 ? '$.properties.products[*].id' : 'constant',
    }));
    fails({ propertiesMapping }, 'The requests of this event would be larger than 4 MiB', {
      properties: { products },
    });
  });

  it('sends only mapped members as the body of a DELETE', () => {
    for (const config of [
      {},
      { isDefaultMapping: true },
      { propertiesMapping: [{ to: '', from: '' }] },
    ]) {
      const sent = request({
        method: 'DELETE',
        queryParams: [{ to: 'id', from: '$.userId' }],
        ...config,
      });
      expect(sent).toMatchObject({ method: 'DELETE', headers: {}, body: { JSON: {}, FORM: {} } });
      expect(sent.params).toEqual({ id: EVENT.userId });
    }
    const propertiesMapping = [{ to: '$.id', from: '$.userId' }];
    const sent = request({ method: 'DELETE', propertiesMapping });
    expect(sent.body.JSON).toEqual({ id: EVENT.userId });
    expect(sent.headers).toEqual({ 'content-type': 'application/json' });
  });

  it('accepts a configuration in the form that dashboards store', () => {
    const sent = request({
      isDefaultMapping: false,
      isBatchingEnabled: true,
      maxBatchSize: '10',
      connectionMode: { web: 'cloud' },
      eventDelivery: false,
      eventDeliveryTS: 1_700_000_000_000,
      headers: [
        { to: '$.h1', from: "'val1'" },
        { to: "$.'content-type'", from: "'text/special'" },
        { to: "$['h 2']", from: 'bare' },
        { to: '$.number', from: '42' },
      ],
      queryParams: [
        { to: "$['q 1']", from: "'val2'" },
        { to: '$.cur', from: '$.properties.currency' },
        { to: '$', from: '$.properties.items[0]' },
      ],
      pathParams: [{ path: "'users'" }],
      propertiesMapping: [
        { to: '$', from: '$.properties' },
        { to: '$.event', from: '$.event' },
        { to: "$.'content-type'", from: "'quoted'" },
        { to: "$.deep.'a b'[0]", from: 'bare' },
        { to: '$.number', from: '9.5' },
        { to: '$.negative', from: '-3' },
        { to: '$.text', from: "'100'" },
        { to: '$.padded', from: '007' },
        { to: '$.huge', from: '12345678901234567890' },
        { to: '$.quote', from: "'" },
        { to: '$.empty', from: "''" },
        { to: '$.double', from: '"EUR"' },
      ],
    });
    expect(sent.endpoint).toBe(`${URL}/users`);
    expect(sent.headers).toEqual({
      'content-type': 'text/special',
      h1: 'val1',
      'h 2': 'bare',
      number: '42',
    });
    expect(sent.params).toEqual({ 'q 1': 'val2', cur: 'EUR', id: 1 });
    expect(sent.body.JSON).toEqual({
      price: 9.5,
      currency: 'EUR',
      items: [{ id: 1 }, { id: 2 }],
      event: 'Bought',
      'content-type': 'quoted',
      deep: { 'a b': ['bare'] },
      number: 9.5,
      negative: -3,
      text: '100',
      padded: '007',
      huge: '12345678901234567890',
      quote: "'",
      empty: '',
      double: '"EUR"',
    });
  });

  it('ignores empty mappings, which forms of dashboards store', () => {
    const empty = { to: '', from: '' };
    const propertiesMapping = [empty, { to: '$.a', from: "'b'" }, empty];
    expect(request({ propertiesMapping }).body.JSON).toEqual({ a: 'b' });
  });

  it.each([
    [
      { headers: [{ to: '$.a.b', from: 'x' }] },
      'headers[0].to must be a name, or a JSONPath of one',
    ],
    [{ queryParams: [{ to: '$[0]', from: 'x' }] }, 'queryParams[0].to must be a name'],
    [{ headers: [{ to: '$', from: 'x' }] }, 'headers[0].from must lead to an object'],
    [
      { propertiesMapping: [{ to: '$', from: '$.event' }] },
      'propertiesMapping[0].from must lead to an object',
    ],
    [{ headers: [{ to: "$.'a", from: 'x' }] }, 'headers[0].to is not a valid JSONPath'],
  ])('explains what is wrong in "to" or "from": %j', (config, error) => {
    expect(transform(config)).toMatchObject({ error: expect.stringContaining(error) as string });
  });

  it('treats __proto__ as an ordinary member', () => {
    const event = JSON.parse('{"properties":{"__proto__":{"polluted":"p"}}}') as JsonObject;
    const mapping = [{ to: '$', from: '$.properties' }];
    const { JSON: body } = request({ propertiesMapping: mapping }, event).body;
    expect(JSON.stringify(body)).toBe('{"__proto__":{"polluted":"p"}}');
    expect(body.polluted).toBeUndefined();
  });

  it('sends the whole event when nothing is mapped, or when the default mapping is on', () => {
    const mapping = [{ to: '$.a', from: 'b' }];
    const whole = {
      ...EVENT,
      properties: { price: 9.5, currency: 'EUR', items: [{ id: 1 }, { id: 2 }] },
    };
    expect(request({}).body.JSON).toEqual(whole);
    expect(request({ isDefaultMapping: true, propertiesMapping: mapping }).body.JSON).toEqual(
      whole,
    );
    expect(request({ propertiesMapping: mapping }).body.JSON).toEqual({ a: 'b' });
    expect(request({ isDefaultMapping: false }).body.JSON).toEqual({});
  });

  it('sends no body and no content type with GET', () => {
    const sent = request({ method: 'GET', format: 'XML' });
    expect(sent.body).toEqual({ JSON: {}, JSON_ARRAY: {}, XML: {}, FORM: {} });
    expect(sent.headers).toEqual({});
  });

  it('converts form values that are not strings to JSON', () => {
    expect(request({ format: 'FORM' }).body.FORM).toEqual({
      type: 'track',
      event: 'Bought',
      userId: 'u 1',
      anonymousId: 'anon',
      properties: '{"price":9.5,"currency":"EUR","items":[{"id":1},{"id":2}]}',
    });
  });

  it('sends XML with the configured root element', () => {
    const mapping = { propertiesMapping: [{ to: '$.event', from: '$.event' }] };
    expect(request({ format: 'XML', ...mapping }).body.XML).toEqual({
      payload: '<?xml version="1.0" encoding="UTF-8"?><root><event>Bought</event></root>',
    });
    expect(request({ format: 'XML', xmlRootKey: 'my order', ...mapping }).body.XML).toEqual({
      payload: '<?xml version="1.0" encoding="UTF-8"?><my_order><event>Bought</event></my_order>',
    });
  });

  it.each([
    [URL, [{ path: 'a b' }, { path: 7 }], `${URL}/a%20b/7`],
    [`${URL}/`, [{ path: 'ü?#&' }], `${URL}/%C3%BC%3F%23%26`],
    [`${URL}?k=v#f`, [{ path: 'x' }], `${URL}/x?k=v#f`],
    [`${URL}?k=v`, [], `${URL}?k=v`],
    [`${URL}/`, undefined, `${URL}/`],
  ])('adds the path parameters to %s: %j', (apiUrl, pathParams, endpoint) => {
    expect(request({ apiUrl, pathParams }).endpoint).toBe(endpoint);
  });

  it('encodes a path parameter so that it stays one part of the path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (userId) => {
        const outcome = transform({ pathParams: [{ path: '$.userId' }] }, { userId });
        if (outcome.status !== 'ok') return;
        const url = new globalThis.URL(outcome.requests[0]!.endpoint);
        expect(url.origin + url.pathname).toBe(`${URL}/${encodeURIComponent(userId)}`);
        expect([url.search, url.hash]).toEqual(['', '']);
      }),
    );
  });

  it('accepts any JSON object in any format, and does not change it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom('JSON', 'XML', 'FORM'),
        (message, format) => {
          const before = JSON.stringify(message);
          expect(transform({ format }, message).status).toBe('ok');
          expect(JSON.stringify(message)).toBe(before);
        },
      ),
    );
  });

  it('limits the number of entries, and of paths with wildcards', () => {
    const many = (count: number, from: string) => ({
      queryParams: Array.from({ length: count }, (_, index) => ({ to: `p${String(index)}`, from })),
    });
    expect(transform(many(10, '$..id')).status).toBe('ok');
    fails(
      many(11, '$..id'),
      'queryParams[10].from is a JSONPath with wildcards, and a configuration may have at most 10 of these',
    );
    expect(transform(many(500, '$.userId')).status).toBe('ok');
    fails(many(501, '$.userId'), 'queryParams has more than 500 entries');
  });
});
