import type { CapturedRequest } from './actions-task.js';
import { toDeliveryRequest } from './to-delivery-request.js';

const JSON_TYPE = { 'content-type': 'application/json' };

function body(text: string | undefined, headers: Readonly<Record<string, string>> = JSON_TYPE) {
  const captured: CapturedRequest = {
    method: 'POST',
    url: 'https://api.example.com/v1?b=2&a=%20',
    headers,
    ...(text === undefined ? {} : { body: text }),
  };
  const { JSON: json, JSON_ARRAY, XML, FORM } = toDeliveryRequest(captured, 'user-1').body;
  return Object.fromEntries(
    Object.entries({ json, JSON_ARRAY, XML, FORM }).filter(
      ([, member]) => Object.keys(member).length > 0,
    ),
  );
}

describe('toDeliveryRequest', () => {
  it('keeps the method, the query and all headers except transport headers', () => {
    const headers = {
      ...JSON_TYPE,
      authorization: 'Bearer t',
      host: 'api.example.com',
      connection: 'close',
      'accept-encoding': 'gzip,deflate',
      'content-length': '2',
    };
    expect(
      toDeliveryRequest({ method: 'GET', url: 'https://a.example.com/?b=2&a=%20', headers }, 'u'),
    ).toEqual({
      version: '1',
      type: 'REST',
      method: 'GET',
      endpoint: 'https://a.example.com/?b=2&a=%20',
      headers: { ...JSON_TYPE, authorization: 'Bearer t' },
      params: {},
      body: { JSON: {}, JSON_ARRAY: {}, XML: {}, FORM: {} },
      files: {},
      userId: 'u',
    });
  });

  it.each([
    ['an object', '{"a":[1,null]}', { json: { a: [1, null] } }],
    ['a list', '[{"a":1}]', { JSON_ARRAY: { batch: [{ a: 1 }] } }],
    ['no content', undefined, {}],
    ['an empty object, which would mean no body', '{}', { XML: { payload: '{}' } }],
    ['a number that is too long', '{"id":12345678901234567890}', undefined],
    ['spaces', '{ "a": 1 }', undefined],
    ['a duplicate name', '{"a":1,"a":2}', undefined],
    ['a plain value', '"text"', undefined],
    ['a text that is not JSON', 'oops', undefined],
  ])('converts a JSON body without loss: %s', (_what, text, expected) => {
    expect(body(text)).toEqual(expected ?? { XML: { payload: text } });
  });

  it('recognises other media types of JSON', () => {
    expect(body('{"a":1}', { 'content-type': 'application/vnd.api+json; charset=utf-8' })).toEqual({
      json: { a: 1 },
    });
  });

  it.each([
    ['a=1&b=x+y%26z', { FORM: { a: '1', b: 'x y&z' } }],
    ['a=1&a=2', { XML: { payload: 'a=1&a=2' } }],
    ['a=%20', { XML: { payload: 'a=%20' } }],
  ])('converts the form %s without loss', (text, expected) => {
    expect(body(text, { 'content-type': 'application/x-www-form-urlencoded' })).toEqual(expected);
  });

  it('does not change a text of any other media type', () => {
    expect(body('<a/>', { 'content-type': 'text/xml' })).toEqual({ XML: { payload: '<a/>' } });
    expect(body('a;b\r\n', { 'content-type': 'text/csv' })).toEqual({
      XML: { payload: 'a;b\r\n' },
    });
    expect(body('raw', {})).toEqual({ XML: { payload: 'raw' } });
  });
});
