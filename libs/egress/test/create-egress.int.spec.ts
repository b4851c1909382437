import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { OutgoingRequest, SendOptions } from '../src/egress.js';
import { createEgress } from '../src/create-egress.js';
import { EgressFailedError, EgressRefusedError } from '../src/egress-errors.js';
import { fakeLookup } from '../src/testing/fake-lookup.js';
import { type LocalServer, startHttpServer, startTcpServer } from './local-server.js';
import { SELF_SIGNED } from './self-signed.js';

const GENEROUS: SendOptions = { timeoutMs: 30_000, maxAnswerBytes: 1_000_000 };
const get = (url: string): OutgoingRequest => ({ method: 'GET', url, headers: {} });

describe('createEgress', () => {
  const egress = createEgress({ allow: ['127.0.0.1'] });
  const servers: LocalServer[] = [];
  const started = (server: LocalServer) => {
    servers.push(server);
    return server;
  };
  afterAll(async () => {
    await egress.close();
    await Promise.all(servers.map((server) => server.close()));
  });

  it('sends the given bytes, and adds only the headers that HTTP needs', async () => {
    let seen = '';
    const server = started(
      await startTcpServer((socket) => {
        socket.on('data', (chunk) => {
          seen += chunk.toString('latin1');
          if (seen.endsWith('hällo')) return;
          socket.end('HTTP/1.1 204 No Content\r\n\r\n');
        });
      }),
    );
    await egress.send(
      {
        method: 'POST',
        url: `${server.url}/a%20b?c=d#e`,
        headers: { 'X-Case': 'Kept', 'user-agent': 'me', 'Content-Length': '1', Host: 'evil' },
        body: 'hallo',
      },
      GENEROUS,
    );
    expect(seen.split('\r\n')).toEqual([
      'POST /a%20b?c=d HTTP/1.1',
      `host: 127.0.0.1:${String(server.port)}`,
      'connection: keep-alive',
      'X-Case: Kept',
      'user-agent: me',
      'content-length: 5',
      '',
      'hallo',
    ]);
  });

  it('returns the answer unchanged', async () => {
    const server = started(
      await startHttpServer((_, response) => {
        response.writeHead(418, { 'X-Two': ['a', 'b'], 'Content-Type': 'text/plain' });
        response.end('short');
      }),
    );
    const answer = await egress.send(get(server.url), GENEROUS);
    expect(answer).toMatchObject({ url: `${server.url}/`, status: 418, truncated: false });
    expect(answer.headers).toMatchObject({ 'x-two': 'a, b', 'content-type': 'text/plain' });
    expect(answer.body.toString()).toBe('short');
  });

  it('does not follow redirects', async () => {
    let requests = 0;
    const server = started(
      await startHttpServer((_, response) => {
        requests += 1;
        response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
      }),
    );
    const answer = await egress.send(get(server.url), GENEROUS);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe('http://169.254.169.254/latest');
    expect(requests).toBe(1);
  });

  it('reuses connections', async () => {
    const server = started(await startHttpServer((_, response) => response.end('ok')));
    for (let round = 0; round < 10; round += 1) await egress.send(get(server.url), GENEROUS);
    // The pool opens a second connection if the first connection has answered but is not free yet.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it('resolves a name once for each connection, and connects to the address that it checked', async () => {
    const server = started(
      await startHttpServer((_, response) => response.setHeader('connection', 'close').end('ok')),
    );
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    let resolutions = 0;
    const lookup = fakeLookup({
      'rebinding.example': () => answers[Math.min(resolutions++, 1)]!,
    });
    const rebinding = createEgress({ allow: ['127.0.0.1'], lookup });
    const request = get(`http://rebinding.example:${String(server.port)}`);
    expect((await rebinding.send(request, GENEROUS)).status).toBe(200);
    expect(resolutions).toBe(1);
    await expect(rebinding.send(request, GENEROUS)).rejects.toEqual(
      new EgressRefusedError(
        'Requests to rebinding.example are not allowed: it resolves to a loopback address',
      ),
    );
    expect(resolutions).toBe(2);
    await rebinding.close();
  });

  it('connects only to the allowed addresses of a name', async () => {
    const server = started(await startHttpServer((_, response) => response.end('ok')));
    const lookup = fakeLookup({ 'mixed.example': ['10.0.0.1', '127.0.0.2', '127.0.0.1', '::1'] });
    const mixed = createEgress({ allow: ['127.0.0.1'], lookup });
    const answer = await mixed.send(get(`http://mixed.example:${String(server.port)}`), GENEROUS);
    expect(answer.body.toString()).toBe('ok');
    await mixed.close();
  });

  it('allows every address of an allowed host name, but not of a different host name', async () => {
    const server = started(await startHttpServer((_, response) => response.end('ok')));
    const lookup = fakeLookup({ 'sink.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] });
    const named = createEgress({ allow: ['sink.test'], lookup });
    const port = String(server.port);
    expect((await named.send(get(`http://sink.test:${port}`), GENEROUS)).status).toBe(200);
    await expect(named.send(get(`http://other.test:${port}`), GENEROUS)).rejects.toThrow(
      EgressRefusedError,
    );
    await expect(named.send(get(server.url), GENEROUS)).rejects.toThrow(EgressRefusedError);
    expect(server.connections()).toBe(1);
    await named.close();
  });

  it('throws an error that contains the invalid exception', () => {
    expect(() => createEgress({ allow: ['localhost:80'] })).toThrow('"localhost:80" is not');
  });

  it('stops after the timeout when the answer does not begin', async () => {
    const server = started(await startHttpServer(() => undefined));
    await expect(
      egress.send(get(server.url), { timeoutMs: 50, maxAnswerBytes: 1 }),
    ).rejects.toEqual(new EgressFailedError('No answer within 0.05 s'));
  });

  it('stops after the timeout when the answer does not end, and closes the connection', async () => {
    let closed: Promise<unknown> | undefined;
    const server = started(
      await startHttpServer((_, response) => {
        closed = once(response, 'close');
        response.write('the beginning');
      }),
    );
    await expect(
      egress.send(get(server.url), { timeoutMs: 300, maxAnswerBytes: 1_000 }),
    ).rejects.toEqual(new EgressFailedError('No answer within 0.3 s'));
    await closed;
  });

  it('stops after the timeout when a name is not resolved', async () => {
    const endless = createEgress({ lookup: () => undefined });
    await expect(
      endless.send(get('http://slow.example'), { timeoutMs: 50, maxAnswerBytes: 1 }),
    ).rejects.toEqual(new EgressFailedError('No answer within 0.05 s'));
    await endless.close();
  });

  it('stops when the signal is aborted before or during the request', async () => {
    const stopped = new EgressFailedError('The request was stopped before the answer was complete');
    const stop = new AbortController();
    const server = started(
      await startHttpServer(() => {
        stop.abort();
      }),
    );
    const options = { ...GENEROUS, signal: stop.signal };
    await expect(egress.send(get(server.url), options)).rejects.toEqual(stopped);
    await expect(egress.send(get(server.url), options)).rejects.toEqual(stopped);
    expect(server.connections()).toBe(1);
  });

  it.each([
    ['a closed port', 'http://127.0.0.1:1/', 'The connection was refused'],
    ['an unknown name', 'http://nowhere.invalid/', 'The host name could not be resolved'],
  ])('reports why no answer came from %s', async (_, url, message) => {
    const failing = createEgress({ allow: ['127.0.0.1'], lookup: fakeLookup({}) });
    await expect(failing.send(get(url), GENEROUS)).rejects.toEqual(new EgressFailedError(message));
    await failing.close();
  });

  it.each([
    ['a connection that is reset', '', 'The connection was closed before the answer was complete'],
    [
      'half an answer',
      'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf',
      'The connection was closed before the answer was complete',
    ],
    ['nonsense', 'SSH-2.0-OpenSSH\r\n\r\n', 'The answer is not valid HTTP'],
    [
      'endless headers',
      `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`,
      'The headers of the answer are too long',
    ],
  ])('reports what is wrong when the answer is %s', async (_, text, message) => {
    const server = started(
      await startTcpServer((socket) => {
        socket.once('data', () => socket.end(text));
      }),
    );
    await expect(egress.send(get(server.url), GENEROUS)).rejects.toEqual(
      new EgressFailedError(message),
    );
    expect(server.connections()).toBe(1);
  });

  it('refuses a self-signed certificate, and a server without TLS', async () => {
    const secure = createTlsServer(SELF_SIGNED, (_, response) => response.end('secret'));
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const { port } = secure.address() as AddressInfo;
    await expect(egress.send(get(`https://127.0.0.1:${String(port)}`), GENEROUS)).rejects.toEqual(
      new EgressFailedError('TLS: the certificate is self-signed'),
    );
    await new Promise((resolve) => secure.close(resolve));

    const plain = started(await startHttpServer((_, response) => response.end()));
    await expect(egress.send(get(plain.url.replace('http', 'https')), GENEROUS)).rejects.toEqual(
      new EgressFailedError('TLS: the handshake failed'),
    );
  });
});
