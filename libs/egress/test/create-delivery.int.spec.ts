import { jest } from '@jest/globals';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { deliveryRequest } from '@lethe/contracts';
import { createEgress } from '../src/index.js';
import { FORBIDDEN_TARGETS, forbiddenNames } from '../src/testing/forbidden-targets.js';
import { createDelivery } from '../src/delivery/create-delivery.js';

const KIB = 1024;

describe('delivery', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    answer(request, response);
  });
  const egress = createEgress({ allow: ['127.0.0.1'] });
  const deliver = createDelivery({ egress, timeoutMs: 60_000 });
  let endpoint: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  beforeEach(() => {
    requests = 0;
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  afterAll(async () => {
    await egress.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const signal = new AbortController().signal;
  const sent = () =>
    deliver(deliveryRequest({ method: 'POST', endpoint, body: { JSON: { a: 1 } } }), signal);
  const unanswered = (error: string) => ({ status: 0, body: { error }, truncated: false });

  it('sends exactly the request of the request object, once', async () => {
    let seen: unknown;
    answer = async (request, response) => {
      seen = [request.method, request.url, request.rawHeaders, await text(request)];
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
    };
    const outcome = await deliver(
      deliveryRequest({
        method: 'PUT',
        endpoint: `${endpoint}/hook?x=1`,
        headers: { 'content-type': 'application/json', Authorization: 'Basic c2VjcmV0' },
        params: { q: 'ü', n: 1 },
        body: { JSON: { text: 'ü😀', list: [null, 1.5] } },
      }),
      signal,
    );
    expect(outcome).toEqual({ status: 200, body: { ok: true }, truncated: false });
    const [method, url, headers, body] = seen as [string, string, string[], string];
    expect([method, url]).toEqual(['PUT', '/hook?x=1&q=%C3%BC&n=1']);
    expect(body).toBe('{"text":"ü😀","list":[null,1.5]}');
    expect(headers).toEqual([
      'host',
      endpoint.replace('http://', ''),
      'connection',
      'keep-alive',
      'content-type',
      'application/json',
      'Authorization',
      'Basic c2VjcmV0',
      'User-Agent',
      expect.stringMatching(/^Lethe\//),
      'content-length',
      String(Buffer.byteLength(body)),
    ]);
    expect(requests).toBe(1);
  });

  it.each([201, 400, 503])(
    'returns the status %i unchanged, and does not retry',
    async (status) => {
      answer = (_, response) => {
        response
          .writeHead(status, { 'content-type': 'text/plain', 'retry-after': '0' })
          .end('said');
      };
      expect(await sent()).toEqual({ status, body: 'said', truncated: false });
      expect(requests).toBe(1);
    },
  );

  it('does not follow redirects', async () => {
    answer = (_, response) => response.writeHead(307, { location: `${endpoint}/again` }).end();
    expect(await sent()).toEqual({ status: 307, body: '', truncated: false });
    expect(requests).toBe(1);
  });

  it('keeps 64 KiB of an answer of 10 MB', async () => {
    const large = JSON.stringify({ a: 'x'.repeat(10_000_000) });
    answer = (_, response) => response.setHeader('content-type', 'application/json').end(large);
    expect(await sent()).toEqual({
      status: 200,
      body: large.slice(0, 64 * KIB),
      truncated: true,
    });
  });

  it('keeps 64 KiB of a decompression bomb', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
        .end(zlib.gzipSync(Buffer.alloc(100_000 * KIB, 'x')));
    expect(await sent()).toEqual({ status: 200, body: 'x'.repeat(64 * KIB), truncated: true });
  });

  it.each([
    ['begin', () => undefined],
    ['end', (response: ServerResponse) => response.write('{')],
  ])('stops after the timeout when the answer does not %s', async (_, begin) => {
    // The test advances the timers. Callbacks of the network run in real time.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const requested = new Promise<void>((resolve) => {
      answer = (_request, response) => {
        begin(response);
        resolve();
      };
    });
    const impatient = createDelivery({ egress, timeoutMs: 3_000 });
    const outcome = impatient(deliveryRequest({ method: 'GET', endpoint }), signal);
    await requested;
    await jest.advanceTimersByTimeAsync(3_000);
    expect(await outcome).toEqual(unanswered('No answer within 3 s'));
    expect(requests).toBe(1);
  });

  it('stops the request when the run is aborted', async () => {
    const run = new AbortController();
    answer = () => {
      run.abort();
    };
    expect(await deliver(deliveryRequest({ method: 'GET', endpoint }), run.signal)).toEqual(
      unanswered('The request was stopped before the answer was complete'),
    );
  });

  it('reports a refused or reset connection, and does not retry', async () => {
    const closed = deliveryRequest({ method: 'GET', endpoint: 'http://127.0.0.1:1' });
    expect(await deliver(closed, signal)).toEqual(unanswered('The connection was refused'));
    answer = (request) => request.socket.resetAndDestroy();
    expect(await sent()).toEqual(
      unanswered('The connection was closed before the answer was complete'),
    );
    expect(requests).toBe(1);
  });

  it('reports the name of a header that must not be sent', async () => {
    const request = deliveryRequest({ method: 'GET', endpoint, headers: { 'X-A': 'a\r\nb: c' } });
    expect(await deliver(request, signal)).toEqual(
      unanswered('The header "X-A" is not allowed: its value has a line break'),
    );
    expect(requests).toBe(0);
  });

  it('never rejects, even for a body that cannot be serialized', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const request = deliveryRequest({ method: 'POST', endpoint, body: { JSON: circular } });
    expect(await deliver(request, signal)).toEqual(unanswered('The request could not be sent'));
  });

  describe('forbidden targets', () => {
    const guarded = createEgress({ lookup: forbiddenNames });
    afterAll(() => guarded.close());

    it.each(FORBIDDEN_TARGETS)('refuses $name: $url', async ({ url, message }) => {
      const request = deliveryRequest({ method: 'POST', endpoint: url, body: { JSON: { a: 1 } } });
      expect(await createDelivery({ egress: guarded })(request, signal)).toEqual(
        unanswered(message),
      );
    });
  });
});
