import { waitFor } from '@lethe/testing';
import { send, useGateways } from './gateway-under-test.js';
import { bodyOf, sendRawLines } from './raw-http.js';

const start = useGateways();

describe('broken HTTP', () => {
  it.each([
    ['no HTTP at all', ['HELLO', '', ''], 400, 'invalid_request'],
    ['no Host', ['GET /livez HTTP/1.1', 'Connection: close', '', ''], 400, 'invalid_request'],
    [
      'headers over 16 KiB',
      ['GET /livez HTTP/1.1', 'Host: x', `X: ${'x'.repeat(17_000)}`, '', ''],
      431,
      'headers_too_large',
    ],
    [
      'two Content-Length headers',
      [
        'POST /v2/regulations HTTP/1.1',
        'Host: x',
        'Content-Length: 1',
        'Content-Length: 2',
        '',
        '',
      ],
      400,
      'invalid_request',
    ],
    [
      'Content-Length and Transfer-Encoding',
      [
        'POST /v2/regulations HTTP/1.1',
        'Host: x',
        'Content-Length: 1',
        'Transfer-Encoding: chunked',
        '',
        '0',
        '',
        '',
      ],
      400,
      'invalid_request',
    ],
  ])('with %s gets the usual error body', async (_name, lines, status, code) => {
    const gateway = await start();
    const answer = await sendRawLines(gateway.url, lines);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/^x-request-id: /im);
    expect(bodyOf(answer)).toMatchObject({ code, requestId: expect.any(String) as unknown });
  });

  it('after complete requests gets its answer after theirs', async () => {
    const gateway = await start();
    const list = ['GET /v2/me HTTP/1.1', 'Host: x', 'Authorization: Bearer admin', '', ''];
    const pipelined = [...list.slice(0, -1), ...list.slice(0, -1), 'HELLO', '', ''];
    const answers = await sendRawLines(gateway.url, pipelined);
    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '200', '400']);
  });

  it('after a request that closes the connection gets no answer', async () => {
    const gateway = await start();
    const answers = await sendRawLines(gateway.url, [
      ...['GET /v2/me HTTP/1.1', 'Host: x', 'Authorization: Bearer admin'],
      ...['Connection: close', '', 'HELLO', '', ''],
    ]);
    expect(answers).toMatch(/^HTTP\/1\.1 200 /);
    expect(answers).not.toContain('not valid HTTP');
  });

  it('with a body that does not arrive in time gets a 408, and no longer counts as in flight', async () => {
    const gateway = await start({ requestTimeoutMs: 200, maxInFlight: 1 });
    const answer = await sendRawLines(gateway.url, [
      'POST /v2/regulations HTTP/1.1',
      'Host: x',
      'Authorization: Bearer admin',
      'Content-Type: application/json',
      'Content-Length: 1000',
      '',
      '{"regulationType":',
    ]);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(bodyOf(answer)).toMatchObject({ code: 'request_timeout' });
    await waitFor(async () => (await send(gateway, '/v2/regulations?limit=0')).status === 400);
    expect(gateway.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
