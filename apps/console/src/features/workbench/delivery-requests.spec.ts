import { hostsOf, payloadOf } from './delivery-requests.js';

describe('requests of a destination', () => {
  it('name their hosts once, and say what they can where there is none', () => {
    const request = (endpoint: string) => ({ method: 'POST', endpoint });
    const output = [
      { requests: [request('https://a.example:8443/x?k=1'), request('https://a.example:8443/y')] },
      { requests: { error: 'no' } },
      { requests: [request('not a url')] },
      {},
    ];
    const run = { results: [{ output, dropped: false, logs: [], ms: 1 }] };
    expect(hostsOf(run as never)).toEqual(['a.example:8443', 'not a url']);
  });

  it('send the one part of their body that is not empty', () => {
    const request = { method: 'POST', endpoint: 'https://a.example' };
    expect(payloadOf({ ...request, body: { JSON: {}, FORM: { a: 1 } } })).toEqual({ a: 1 });
    expect(payloadOf({ ...request, body: { JSON: {} } })).toMatchObject(request);
  });
});
