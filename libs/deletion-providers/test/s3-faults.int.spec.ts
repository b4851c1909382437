import type { JsonObject } from '@lethe/contracts';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createS3Deletion } from '../src/s3/create-s3-deletion.js';
import { deletionOf } from './s3-bucket.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const CONFIG = { bucketName: 'bucket', prefix: 'e/', accessKeyID: 'AKID', accessKey: 'secret' };
const keys = (...names: readonly string[]) =>
  `<ListBucketResult><Name>bucket</Name>${names.map((name) => `<Contents><Key>${name}</Key><Size>9</Size></Contents>`).join('')}<IsTruncated>false</IsTruncated></ListBucketResult>`;
const fault = (code: string, message = 'x') =>
  `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;

describe('the S3 deletion after errors of S3', () => {
  const provider = createS3Deletion({ allow: ['127.0.0.1'] });
  let answer: Answer;
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume();
    answer(request, response);
  });
  let endpoint = '';
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    endpoint = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  beforeEach(() => void requests.splice(0));
  afterAll(async () => {
    await provider.close();
    server.closeAllConnections();
    server.close();
  });

  const run = () => provider.delete(deletionOf(['anna'], { ...CONFIG, endpoint }));
  const always =
    (status: number, body = '', headers: Record<string, string> = {}): Answer =>
    (_, response) =>
      response.writeHead(status, headers).end(body);

  const save = (saved: JsonObject[]) => ({
    saveProgress: (progress: JsonObject) => void saved.push(progress),
  });

  const object = (body: string): Answer =>
    always(200, body, { etag: '"e"', 'content-length': String(body.length) });

  it.each([
    [403, 'AccessDenied', {}, { status: 'aborted', cause: 'credentials' }, /s3:ListBucket/],
    [403, 'InvalidAccessKeyId', {}, { status: 'aborted', cause: 'credentials' }, /accessKeyID/],
    [404, 'NoSuchBucket', {}, { status: 'aborted', cause: 'configuration' }, /bucketName/],
    [
      301,
      'PermanentRedirect',
      { 'x-amz-bucket-region': 'eu-west-3', location: 'http://169.254.169.254/' },
      { status: 'aborted', cause: 'configuration' },
      /region eu-west-3/,
    ],
    [
      503,
      'SlowDown',
      { 'retry-after': '1' },
      { status: 'delayed', cause: 'limit' },
      /too many requests/,
    ],
    [502, '', {}, { status: 'delayed', cause: 'outage' }, /cannot be reached/],
    [500, 'InternalError', {}, { status: 'failed' }, /500/],
  ])('explains the status %i %s', async (status, code, headers, expected, reason) => {
    answer = always(status, code === '' ? '' : fault(code), headers);
    const outcome = await run();
    expect(outcome).toMatchObject({ ...expected, reason: expect.stringMatching(reason) as string });
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });

  it('fails permanently if S3 denies the first object, and names the permission', async () => {
    answer = (request, response) => {
      if (request.url?.includes('list-type') === true) response.end(keys('e/1', 'e/2'));
      else response.writeHead(403).end(fault('AccessDenied'));
    };
    expect(await run()).toMatchObject({
      status: 'aborted',
      cause: 'credentials',
      reason: expect.stringContaining('s3:GetObject') as string,
    });
  });

  it('names archived and customer-encrypted objects, and processes all other objects', async () => {
    const bodies: Record<string, Answer> = {
      1: always(403, fault('InvalidObjectState')),
      2: always(
        400,
        fault(
          'InvalidRequest',
          'The object was stored using Server Side Encryption with a customer key',
        ),
      ),
      3: object('{"userId":"ben"}\n'),
      4: always(404, fault('NoSuchKey')),
    };
    answer = (request, response) => {
      const { url = '' } = request;
      if (url.includes('list-type')) response.end(keys('e/1', 'e/2', 'e/3', 'e/4'));
      else if (url.includes('versions')) response.writeHead(403).end(fault('AccessDenied'));
      else bodies[/e\/(\d)/.exec(url)?.[1] ?? '']?.(request, response);
    };
    expect(await run()).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(
        /^2 objects .* 1 is archived.*2 is encrypted with a key/,
      ) as string,
    });
  });

  it('notes that Lethe is not allowed to list old versions', async () => {
    answer = (request, response) => {
      const { url = '' } = request;
      if (url.includes('list-type')) response.end(keys('e/1'));
      else if (url.includes('versions')) response.writeHead(403).end(fault('AccessDenied'));
      else object('{"userId":"ben"}\n')(request, response);
    };
    expect(await run()).toMatchObject({
      status: 'complete',
      record: {
        notes: [
          expect.stringContaining('s3:ListBucketVersions'),
          expect.stringMatching(/^No rows matched/),
        ],
      },
    });
  });

  it('fails permanently at an endpoint that does not support If-Match', async () => {
    answer = (request, response) => {
      if (request.url?.includes('list-type') === true) response.end(keys('e/1'));
      else if (request.method === 'GET') object('{"userId":"anna"}')(request, response);
      else response.writeHead(501).end(fault('NotImplemented'));
    };
    expect(await run()).toMatchObject({
      status: 'aborted',
      reason: expect.stringContaining('If-Match') as string,
    });
  });

  it('stops reading an endless list', async () => {
    let sent = 0;
    answer = (_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      const more = () => {
        sent += 1;
        if (!response.destroyed && sent < 10_000) response.write(chunk, more);
      };
      more();
    };
    expect(await run()).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('s3:ListBucket') as string,
    });
    expect(sent).toBeLessThan(500);
  });

  it('does not report a permanent problem as an outage', async () => {
    answer = always(200, 'this is no XML');
    expect(await run()).toMatchObject({ status: 'failed' });
    const elsewhere = { ...CONFIG, endpoint: 'https://nowhere.invalid' };
    expect(await provider.delete(deletionOf(['anna'], elsewhere))).toMatchObject({
      // The status depends on the DNS resolver.
      status: expect.stringMatching(/^(failed|delayed)$/) as string,
    });
    const plain = { ...CONFIG, endpoint: endpoint.replace('http:', 'https:') };
    expect(await provider.delete(deletionOf(['anna'], plain))).toMatchObject({
      status: 'failed',
    });
  });

  const broken: Answer = (_, response) => {
    response.writeHead(200, { etag: '"e"', 'content-length': '1000' }).write('{"userId":');
    setImmediate(() => response.destroy());
  };
  const fiveObjects = (bad: ReadonlySet<string>, how: Answer): Answer => {
    const good = object('{"userId":"ben"}\n');
    return (request, response) => {
      const { url = '' } = request;
      if (url.includes('list-type')) response.end(keys('e/1', 'e/2', 'e/3', 'e/4', 'e/5'));
      else if (url.includes('versions')) response.writeHead(403).end(fault('AccessDenied'));
      else (bad.has(/e\/(\d)/.exec(url)?.[1] ?? '') ? how : good)(request, response);
    };
  };

  it.each([
    ['returns errors', always(400, fault('Strange')), /^2 objects .* was refused by S3/],
    ['breaks off', broken, /^2 objects .* 1, 3 could not be processed: S3 could not be reached/],
  ])('names objects for which S3 always %s, and processes all others', async (_, how, reason) => {
    answer = fiveObjects(new Set(['1', '3']), how);
    const saved: JsonObject[] = [];
    const input = deletionOf(['anna'], { ...CONFIG, endpoint }, save(saved));
    expect(await provider.delete(input)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(reason) as string,
    });
    expect(saved.at(-1)).toMatchObject({ after: 'e/5', again: ['e/1', 'e/3'] });
  });

  it('reports an outage if the reads of several objects in a row fail', async () => {
    answer = fiveObjects(new Set(['2', '3', '4']), broken);
    expect(await run()).toMatchObject({ status: 'delayed', cause: 'outage' });
  });

  it('checks all objects again if it cannot store the keys of all unreadable objects', async () => {
    const names = Array.from({ length: 5 }, (_, i) => `e/${String(i)}${'k'.repeat(900)}`);
    const lease = new AbortController();
    let asks = 0;
    answer = (request, response) => {
      const { url = '' } = request;
      if (url.includes('list-type')) response.end(keys(...names));
      else if (url.includes('versions')) {
        lease.abort();
        response.end();
      } else {
        asks += 1;
        object('userId,n')(request, response);
      }
    };
    const saved: JsonObject[] = [];
    const config = { ...CONFIG, endpoint };
    const input = deletionOf(['anna'], config, { ...save(saved), signal: lease.signal });
    await expect(provider.delete(input)).rejects.toMatchObject({ name: 'LeaseEndedError' });
    expect(asks).toBe(5);
    // Now all objects are readable. But this attempt does not read the objects whose keys were not
    // stored.
    answer = (request, response) => {
      const { url = '' } = request;
      if (url.includes('list-type')) response.end(keys());
      else if (url.includes('versions')) response.writeHead(403).end(fault('AccessDenied'));
      else object('{"userId":"ben"}')(request, response);
    };
    const next = deletionOf(['anna'], config, { ...save(saved), progress: saved.at(-1)! });
    expect(await provider.delete(next)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('checks all objects again') as string,
    });
    expect(saved.at(-1)).toMatchObject({ again: [], isMore: false });
    expect(saved.at(-1)).not.toHaveProperty('after');
  });

  it('continues the last attempt, but begins again if a user was not in that attempt', async () => {
    answer = fiveObjects(new Set(['5']), always(400, fault('Strange')));
    const saved: JsonObject[] = [];
    const config = { ...CONFIG, endpoint };
    await provider.delete(deletionOf(['anna', 'carla'], config, save(saved)));
    const progress = saved.at(-1)!;
    const startsAfter = async (...users: readonly string[]) => {
      answer = fiveObjects(new Set(), always(500));
      requests.splice(0);
      await provider.delete(deletionOf(users, config, { progress }));
      return requests.some(({ url = '' }) => url.includes('start-after=e%2F5'));
    };
    expect(await startsAfter('carla')).toBe(true);
    expect(await startsAfter('carla', 'dora')).toBe(false);
  });

  it('treats a userId field with the value null as existing', async () => {
    answer = (request, response) => {
      const { url = '' } = request;
      if (url.includes('list-type')) response.end(keys('e/1', 'e/2'));
      else if (url.includes('versions')) response.writeHead(403).end(fault('AccessDenied'));
      else object(url.includes('e/1') ? '{"userId":null}' : '{"n":1}')(request, response);
    };
    expect(await run()).toMatchObject({
      status: 'complete',
      record: {
        notes: [
          expect.anything(),
          expect.stringMatching(/^1 of 2 objects have rows, but no row with the field "userId"/),
          expect.stringMatching(/^No rows matched/),
        ],
      },
    });
  });

  it.each([
    ['and keeps its lock', '2999-01-01T00:00:00Z', ['GOVERNANCE', '2999-01-01T00:00:00Z']],
    ['without its expired lock', '2001-01-01T00:00:00Z', [undefined, undefined]],
  ])('rewrites an object %s', async (_, until, expected) => {
    const puts: IncomingMessage[] = [];
    answer = (request, response) => {
      const { url = '' } = request;
      if (url.includes('list-type')) response.end(keys('e/1'));
      else if (url.includes('versions')) response.writeHead(403).end(fault('AccessDenied'));
      else if (url.includes('tagging')) response.end('<Tagging><TagSet/></Tagging>');
      else if (url.includes('object-lock'))
        response.writeHead(404).end(fault('ObjectLockConfigurationNotFoundError'));
      else if (request.method === 'PUT') {
        puts.push(request);
        response.writeHead(200, { etag: '"f"' }).end();
      } else {
        always(200, '{"userId":"anna"}\n', {
          etag: '"e"',
          'content-length': '18',
          'x-amz-object-lock-mode': 'GOVERNANCE',
          'x-amz-object-lock-retain-until-date': until,
        })(request, response);
      }
    };
    let calls = 0;
    const beforeCall = () => Promise.resolve(void (calls += 1));
    const input = deletionOf(['anna'], { ...CONFIG, endpoint }, { beforeCall });
    expect(await provider.delete(input)).toMatchObject({ status: 'complete' });
    expect(calls).toBe(2);
    const [headers = {}] = puts.map((put) => put.headers);
    const lock = ['x-amz-object-lock-mode', 'x-amz-object-lock-retain-until-date'];
    expect(lock.map((name) => headers[name])).toEqual(expected);
    expect(headers['x-amz-checksum-crc32'] !== undefined).toBe(expected[0] !== undefined);
  });

  it('stops reading an object when the lease ends', async () => {
    const lease = new AbortController();
    answer = (request, response) => {
      if (request.url?.includes('list-type') === true) {
        response.end(keys('e/1'));
        return;
      }
      response.writeHead(200, { etag: '"e"', 'content-length': '1000' }).write('{"userId":');
      lease.abort();
    };
    const input = deletionOf(['anna'], { ...CONFIG, endpoint }, { signal: lease.signal });
    await expect(provider.delete(input)).rejects.toMatchObject({ name: 'LeaseEndedError' });
  });

  it('connects only to allowed addresses', async () => {
    const guarded = createS3Deletion({ allow: [] });
    for (const url of [endpoint, endpoint.replace('127.0.0.1', 'localhost'), 'http://[::1]:9']) {
      const input = deletionOf(['anna'], { ...CONFIG, endpoint: url });
      expect(await guarded.delete(input)).toMatchObject({
        status: 'aborted',
        cause: 'configuration',
        reason: expect.stringContaining('not an address of the public internet') as string,
      });
    }
    expect(requests).toHaveLength(0);
    await guarded.close();
  });

  it('reads credentials and endpoints only from the configuration', async () => {
    const before = { ...process.env };
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: 'OTHER',
      AWS_SECRET_ACCESS_KEY: 'other',
      AWS_SESSION_TOKEN: 'other',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
      AWS_CONFIG_FILE: '/nowhere/config',
      AWS_PROFILE: 'other',
      AWS_USE_FIPS_ENDPOINT: 'true',
      AWS_REGION: 'eu-south-1',
    });
    try {
      expect(
        await provider.delete(deletionOf(['anna'], { bucketName: 'bucket', endpoint })),
      ).toEqual({
        status: 'aborted',
        cause: 'configuration',
        reason: expect.stringMatching(/^accessKeyID and accessKey are missing/) as string,
      });
      answer = always(404, fault('NoSuchBucket'));
      await run();
      expect(requests.map(({ headers }) => headers.authorization)).toEqual([
        expect.stringMatching(/Credential=AKID\/\d+\/us-east-1\//),
      ]);
      expect(requests[0]?.headers['x-amz-security-token']).toBeUndefined();
    } finally {
      process.env = before;
    }
  });
});
