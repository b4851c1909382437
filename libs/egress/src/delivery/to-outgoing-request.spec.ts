import { deliveryRequest } from '@lethe/contracts';
import { toOutgoingRequest } from './to-outgoing-request.js';

const URL = 'https://example.com/a';
const outgoing = (given: Partial<Parameters<typeof deliveryRequest>[0]>) =>
  toOutgoingRequest(deliveryRequest({ method: 'POST', endpoint: URL, ...given }));

describe('toOutgoingRequest', () => {
  it.each([
    [{ JSON: { a: [1, null] } }, 'application/json', '{"a":[1,null]}'],
    [{ JSON_ARRAY: { batch: [{ a: 1 }] } }, 'application/json', '[{"a":1}]'],
    [{ JSON_ARRAY: { batch: '[ {"a": 1} ]' } }, 'application/json', '[ {"a": 1} ]'],
    [{ JSON_ARRAY: { batch: [] } }, 'application/json', '[]'],
    [{ XML: { payload: '<a>ü</a>' } }, 'application/xml', '<a>ü</a>'],
    [
      { FORM: { s: 'a b&c', n: 1, o: { x: 1 }, t: true, 'ü[]': 'ü' } },
      'application/x-www-form-urlencoded',
      's=a+b%26c&n=1&o=%7B%22x%22%3A1%7D&t=true&%C3%BC%5B%5D=%C3%BC',
    ],
  ])('sends the only member of the body that is not empty: %j', (body, type, text) => {
    expect(outgoing({ body })).toEqual({
      method: 'POST',
      url: URL,
      headers: { 'content-type': type },
      body: text,
    });
  });

  it.each([{}, { JSON_ARRAY: { other: 1 } }, { XML: { payload: '' } }])(
    'sends no body when all members of the body are empty: %j',
    (body) => {
      expect(outgoing({ body, headers: { a: 'b' } })).toEqual({
        method: 'POST',
        url: URL,
        headers: { a: 'b' },
      });
    },
  );

  it('keeps the content type of the request object, in any spelling of the header name', () => {
    const headers = { 'Content-Type': 'application/vnd.api+json' };
    expect(outgoing({ body: { JSON: { a: 1 } }, headers }).headers).toEqual(headers);
  });

  it.each([
    [URL, {}, URL],
    [URL, { a: 'b c', n: 1, list: [], gone: undefined }, `${URL}?a=b+c&n=1&list=%5B%5D`],
    [`${URL}?x=%20y`, { a: 'b' }, `${URL}?x=%20y&a=b`],
    [`${URL}?`, { a: 'b' }, `${URL}?a=b`],
    [`${URL}?x&`, { a: 'b' }, `${URL}?x&a=b`],
    [`${URL}#f#g`, { 'a.b[0]': 'b' }, `${URL}?a.b%5B0%5D=b#f#g`],
  ])('adds parameters to the query of %s: %j', (endpoint, params, url) => {
    expect(outgoing({ endpoint, params }).url).toBe(url);
  });
});
