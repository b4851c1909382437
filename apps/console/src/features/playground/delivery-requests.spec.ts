import { outgoing, payloadOf, requestsOf, whereTo } from './delivery-requests.js';

const request = (endpoint: string) => ({ method: 'POST', endpoint });

describe('requests to a destination', () => {
  it('are counted for each host, even if an endpoint is not a URL', () => {
    const made = [
      [request('https://a.example:8443/x?k=1'), request('https://a.example:8443/y')],
      { error: 'no' },
      [request('not a url')],
      undefined,
    ];
    expect([...outgoing(made, 'host')]).toEqual([
      ['a.example:8443', 2],
      ['not a url', 1],
    ]);
  });

  it('have the first non-empty part of the body as their payload', () => {
    const one = request('https://a.example');
    expect(payloadOf({ whole: { ...one, body: { JSON: {}, FORM: { a: 1 } } } })).toEqual({ a: 1 });
    expect(payloadOf({ whole: { ...one, body: { JSON: {} } } })).toMatchObject(one);
  });

  it('are counted for each origin', () => {
    const data = [
      {
        dest_transformed_payload: [request('https://a.example/x'), request('https://a.example/y')],
      },
      { dest_transformed_payload: [request('http://b.example:81/')] },
      { dest_transformed_payload: { error: 'no' } },
      {},
    ];
    expect([...whereTo({ data })]).toEqual([
      ['https://a.example', 2],
      ['http://b.example:81', 1],
    ]);
  });

  it('have no receiver if the destination could not be tested', () => {
    expect(whereTo({ error: 'no' }).size).toBe(0);
    expect(requestsOf({ error: 'no mapping' })).toBe('no mapping');
  });
});
