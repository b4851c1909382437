import { once } from 'node:events';
import zlib from 'node:zlib';
import { createEgress } from '../src/create-egress.js';
import { EgressFailedError } from '../src/egress-errors.js';
import { type LocalServer, startHttpServer } from './local-server.js';

const KIB = 1024;
const TEXT = 'hello, '.repeat(1_000);

describe('bodies of answers', () => {
  const egress = createEgress({ allow: ['127.0.0.1'] });
  const bodies = new Map<string, { encoding?: string; bytes: Buffer }>();
  let closed: Promise<unknown>;
  let server: LocalServer;
  beforeAll(async () => {
    server = await startHttpServer((request, response) => {
      closed = once(response, 'close');
      if (request.url === '/endless') {
        const more = () => {
          while (response.write(Buffer.alloc(64 * KIB)));
        };
        response.on('drain', more);
        more();
        return;
      }
      const { encoding, bytes } = bodies.get(request.url ?? '')!;
      if (encoding !== undefined) response.setHeader('content-encoding', encoding);
      response.end(bytes);
    });
  });
  afterAll(async () => {
    await egress.close();
    await server.close();
  });

  const send = (path: string, maxAnswerBytes = 100 * KIB, method = 'GET') =>
    egress.send(
      { method, url: server.url + path, headers: {} },
      { timeoutMs: 30_000, maxAnswerBytes },
    );
  const receive = (encoding: string | undefined, bytes: Buffer, maxAnswerBytes?: number) => {
    bodies.set('/body', encoding === undefined ? { bytes } : { encoding, bytes });
    return send('/body', maxAnswerBytes);
  };

  it.each([
    ['gzip', zlib.gzipSync(TEXT)],
    ['x-gzip', zlib.gzipSync(TEXT)],
    ['GZIP', zlib.gzipSync(TEXT)],
    ['br', zlib.brotliCompressSync(TEXT)],
    ['deflate', zlib.deflateSync(TEXT)],
    ['deflate', zlib.deflateRawSync(TEXT)],
    ['identity', Buffer.from(TEXT)],
    ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(TEXT))],
    ['gzip', zlib.gzipSync(TEXT).subarray(0, -8)],
  ])('decodes a body with the encoding %s', async (encoding, bytes) => {
    const answer = await receive(encoding, bytes);
    expect(answer.body.toString()).toBe(TEXT);
    expect(answer.truncated).toBe(false);
    expect(answer.headers['content-encoding']).toBe(encoding);
  });

  it.each([
    ['compress', Buffer.from('whatever')],
    ['gzip, gzip, gzip, gzip', Buffer.from('whatever')],
  ])('does not decode a body with the encoding %s', async (encoding, bytes) => {
    expect((await receive(encoding, bytes)).body).toEqual(bytes);
  });

  it('returns an empty body for an empty compressed answer', async () => {
    const answer = await receive('gzip', Buffer.alloc(0));
    expect(answer).toMatchObject({ status: 200, body: Buffer.alloc(0), truncated: false });
    expect((await send('/body', 10, 'HEAD')).body).toEqual(Buffer.alloc(0));
  });

  it('fails when an answer does not match its encoding', async () => {
    await expect(receive('gzip', Buffer.from('not gzip at all'))).rejects.toEqual(
      new EgressFailedError('The answer could not be decompressed'),
    );
    await expect(receive('br', Buffer.alloc(100, 255))).rejects.toEqual(
      new EgressFailedError('The answer could not be decompressed'),
    );
  });

  it('reports an answer as truncated only when it is longer than the limit', async () => {
    expect(await receive(undefined, Buffer.alloc(50), 50)).toMatchObject({ truncated: false });
    const cut = await receive(undefined, Buffer.alloc(51), 50);
    expect(cut.truncated).toBe(true);
    expect(cut.body).toHaveLength(50);
  });

  it('stops reading an endless answer at the limit, and closes the connection', async () => {
    const answer = await send('/endless');
    expect(answer.truncated).toBe(true);
    expect(answer.body).toHaveLength(100 * KIB);
    await closed;
  });

  it.each([
    ['gzip', zlib.gzipSync(Buffer.alloc(50_000 * KIB))],
    ['br', zlib.brotliCompressSync(Buffer.alloc(50_000 * KIB))],
    ['gzip, gzip', zlib.gzipSync(zlib.gzipSync(Buffer.alloc(50_000 * KIB)))],
  ])('stops reading a decompression bomb at the limit: %s', async (encoding, bytes) => {
    expect(bytes.length).toBeLessThan(60 * KIB);
    const before = process.memoryUsage().arrayBuffers;
    const answer = await receive(encoding, bytes);
    expect(answer.truncated).toBe(true);
    expect(answer.body).toHaveLength(100 * KIB);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000 * KIB);
  });

  it('stops reading compressed data that decompresses to nothing', async () => {
    // Deflate blocks of the type "stored" and the length 0 have input but no output.
    const nothing = Buffer.concat(
      Array.from({ length: 50_000 }, () => Buffer.from([0, 0, 0, 255, 255])),
    );
    const answer = await receive('deflate', nothing);
    expect(answer).toMatchObject({ truncated: true, body: Buffer.alloc(0) });
  });
});
