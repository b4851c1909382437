import type { JsonObject } from '@lethe/contracts';
import { describeWithS3 } from '@lethe/testing';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createS3Deletion } from '../src/s3/create-s3-deletion.js';
import { deletionOf, TestBucket } from './s3-bucket.js';
import { S3Proxy, type OddAnswer } from './s3-proxy.js';

const row = (userId: string, n: number) => `{"userId":"${userId}","n":${String(n)}}\n`;
const fault = (status: number, code: string): OddAnswer => ({
  status,
  body: `<Error><Code>${code}</Code></Error>`,
});
const page = { status: 200, body: '<html><body>Back soon</body></html>' };

describeWithS3('the S3 deletion after unusual answers', () => {
  const provider = createS3Deletion({ allow: ['127.0.0.1'] });
  let bucket: TestBucket;
  let proxy: S3Proxy;
  let odd: Odd;
  beforeEach(async () => {
    bucket = await TestBucket.create(true);
    odd = () => undefined;
    proxy = await S3Proxy.start(bucket.endpoint, (incoming) =>
      Promise.resolve(odd(incoming, incoming.url ?? '')),
    );
  });
  afterEach(() => proxy.close());
  afterAll(() => provider.close());

  const run = (more: JsonObject = {}) =>
    provider.delete(deletionOf(['anna'], bucket.config({ endpoint: proxy.endpoint, ...more })));
  const containsAnna = async (key: string) => (await bucket.get(key)).text.includes('anna');
  const aborted = (cause: string, reason: string) => ({
    status: 'aborted',
    cause,
    reason: expect.stringContaining(reason) as string,
  });

  it('deletes the old version of a retried object, although the stored position is past it', async () => {
    await bucket.put('events/a', '[1,2]\n');
    for (const key of ['b', 'c', 'd']) await bucket.put(`events/${key}`, row('ben', 1));
    odd = (incoming, url) => {
      if (url.includes('versions')) incoming.url = `${url}&max-keys=2`;
      return undefined;
    };
    let progress: JsonObject | undefined;
    const config = bucket.config({ endpoint: proxy.endpoint, oldVersions: 'delete' });
    const input = deletionOf(['anna'], config, { saveProgress: (saved) => (progress = saved) });
    expect(await provider.delete(input)).toMatchObject({ status: 'failed' });
    expect(progress).toMatchObject({ stage: 'versions', keyMarker: expect.anything() as string });
    await bucket.put('events/a', `${row('anna', 1)}${row('ben', 1)}`);
    // The JSON array is now an old version. S3 answers that this version does not exist.
    const [array] = (await bucket.versions()).filter(({ key }) => key === 'events/a').slice(-1);
    odd = chain(odd, (_, url) =>
      url.includes(`versionId=${array?.id ?? ''}`) ? fault(404, 'NoSuchVersion') : undefined,
    );
    expect(await provider.delete({ ...input, progress: progress! })).toMatchObject({
      status: 'complete',
      record: { counts: { rowsRemoved: 1, oldVersionsDeleted: 1, objectsGone: 1 } },
    });
    for (const { key, id } of await bucket.versions()) {
      expect((await bucket.get(key, id)).text).not.toContain('anna');
    }
  });

  it('does not treat a status 404 that is not from S3 as a missing object', async () => {
    await bucket.put('events/a', row('ben', 1));
    await bucket.put('events/b', row('anna', 1));
    let answer: OddAnswer = { status: 404, body: '404 page not found' };
    odd = ({ method }, url) => (method === 'GET' && url.includes('events/b') ? answer : undefined);
    expect(await run()).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^1 objects .* b could not .* status 404/) as string,
    });
    answer = fault(404, 'NoSuchKey');
    expect(await run()).toMatchObject({
      status: 'complete',
      record: {
        counts: { objects: 1, objectsGone: 1 },
        notes: [
          expect.stringMatching(/^1 listed objects did not exist/),
          expect.stringMatching(/^No rows matched/),
        ],
      },
    });
  });

  it('does not treat an answer that is not a list as an empty list', async () => {
    for (const key of ['a', 'b', 'c']) await bucket.put(`events/${key}`, row('anna', 1));
    odd = (_, url) => (url.includes('list-type') ? page : undefined);
    expect(await run()).toMatchObject(aborted('configuration', 'does not answer like S3'));
    odd = (incoming, url) => {
      if (url.includes('continuation-token')) return page;
      if (url.includes('list-type')) incoming.url = `${url}&max-keys=2`;
      return undefined;
    };
    expect(await run()).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('s3:ListBucket') as string,
    });
    odd = (_, url) => (/[?&]versions/.test(url) ? page : undefined);
    expect(await run({ oldVersions: 'delete' })).toMatchObject({ status: 'aborted' });
    expect(await run()).toMatchObject({
      status: 'complete',
      record: { notes: expect.arrayContaining([expect.stringContaining('old versions')]) as [] },
    });
  });

  it('does not rewrite an object with unknown tags, unless the service does not support tags', async () => {
    await bucket.put('events/a', row('anna', 1));
    let answer = fault(403, 'AccessDenied');
    odd = (_, url) => (url.includes('tagging') ? answer : undefined);
    expect(await run()).toMatchObject(aborted('credentials', 's3:GetObjectTagging'));
    expect(await containsAnna('events/a')).toBe(true);
    answer = fault(404, 'NoSuchKey'); // The object existed when Lethe read it.
    expect(await run()).toMatchObject({ status: 'delayed', cause: 'conflict' });
    answer = fault(404, 'NoSuchTagSet');
    expect(await run()).toMatchObject({ status: 'complete' });
    expect(await containsAnna('events/a')).toBe(false);
    await bucket.put('events/a', row('anna', 1));
    answer = fault(400, 'InvalidRequest');
    expect(await run()).toMatchObject({
      record: { notes: expect.arrayContaining([expect.stringContaining('have no tags')]) as [] },
    });
  });

  it('keeps locks that GetObject omits, and does not rewrite an object if S3 denies access to them', async () => {
    await bucket.put('events/a', row('anna', 1));
    const until = '2999-01-01T00:00:00.000Z';
    const answers: Record<string, OddAnswer> = {
      'object-lock': fault(403, 'AccessDenied'),
      retention: fault(403, 'AccessDenied'),
      'legal-hold': { status: 200, body: '<LegalHold><Status>ON</Status></LegalHold>' },
    };
    const puts: IncomingHttpHeaders[] = [];
    odd = ({ method, headers }, url) => {
      if (method === 'PUT') puts.push(headers);
      return answers[Object.keys(answers).find((name) => url.includes(`?${name}`)) ?? ''];
    };
    expect(await run()).toMatchObject({
      status: 'complete',
      record: { notes: expect.arrayContaining([expect.stringContaining('Object Lock')]) as [] },
    });
    await bucket.put('events/a', row('anna', 1));
    answers['object-lock'] = {
      status: 200,
      body: '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
    };
    expect(await run()).toMatchObject(aborted('credentials', 's3:GetObjectRetention'));
    expect(await containsAnna('events/a')).toBe(true);
    answers.retention = {
      status: 200,
      body: `<Retention><Mode>COMPLIANCE</Mode><RetainUntilDate>${until}</RetainUntilDate></Retention>`,
    };
    await run(); // The outcome is not checked, because S3Mock rejects locks in this bucket.
    expect(puts.at(-1)).toMatchObject({
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'x-amz-object-lock-retain-until-date': until.replace('.000', ''),
      'x-amz-object-lock-legal-hold': 'ON',
    });
  });

  it('notes that no object has the prefix', async () => {
    await bucket.put('events/a', row('anna', 1));
    expect(await run({ prefix: 'Events/' })).toMatchObject({
      status: 'complete',
      record: { notes: [expect.stringMatching(/^No object under the prefix was read/)] },
    });
  });
});

type Odd = (incoming: IncomingMessage, url: string) => OddAnswer | undefined;

function chain(first: Odd, second: Odd): Odd {
  return (incoming, url) => first(incoming, url) ?? second(incoming, url);
}
