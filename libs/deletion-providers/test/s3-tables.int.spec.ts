import type { JsonObject } from '@lethe/contracts';
import { describeWithS3 } from '@lethe/testing';
import { createS3Deletion } from '../src/s3/create-s3-deletion.js';
import { parquetOf } from './parquet-files.js';
import { deletionOf, TestBucket } from './s3-bucket.js';
import { S3Proxy } from './s3-proxy.js';

const ID = '01a21818-24a9-790f-b905-aeb4bcbd5e92';
const row = (userId: string) => `{"userId":"${userId}"}\n`;

describeWithS3('the S3 deletion with files of tables', () => {
  const provider = createS3Deletion({ allow: ['127.0.0.1'] });
  let bucket: TestBucket;
  beforeEach(async () => {
    bucket = await TestBucket.create();
  });
  afterAll(() => provider.close());

  const run = (config: JsonObject, more: Parameters<typeof deletionOf>[2] = {}) =>
    provider.delete(deletionOf(['anna'], config, more));
  const aborted = (pattern: RegExp) => ({
    status: 'aborted',
    cause: 'configuration',
    reason: expect.stringMatching(pattern) as string,
  });

  it.each([
    ['Delta Lake', 'events/t/_delta_log/00000000000000000000.json', 'events/'],
    ['Apache Iceberg', 'events/t/metadata/v1.metadata.json', 'events/t/data/'],
    ['Apache Hudi', '.hoodie/hoodie.properties', 'events/t/data/'],
    ['DuckLake', `events/t/data/ducklake-${ID}.parquet`, 'events/t/'],
    ['Apache Paimon', 'events/t/snapshot/snapshot-1', 'events/t/data/'],
  ])('does not write to a table of %s', async (format, sign, prefix) => {
    await bucket.put(sign, row('ben'));
    await bucket.put('events/t/data/1', row('anna'));
    const outcome = await run(bucket.config({ prefix }));
    expect(outcome).toMatchObject(
      aborted(new RegExp(`belongs to a table of ${format}, recognized by`)),
    );
    expect((await bucket.get('events/t/data/1')).text).toBe(row('anna'));
  });

  it('reads all footers before it writes an object', async () => {
    await bucket.put('events/1.jsonl', row('anna'));
    await bucket.put('events/2.parquet', await parquetOf(['anna', 'ben']));
    const last = await parquetOf(['anna'], { metadata: { 'iceberg.schema': '{}' } });
    await bucket.put('events/3.parquet', last);
    expect(await run(bucket.config())).toMatchObject(
      aborted(
        /^3\.parquet under the prefix belongs to a table of Apache Iceberg, .*Nothing was written\./,
      ),
    );
    expect((await bucket.get('events/1.jsonl')).text).toBe(row('anna'));
    const verified = await provider.verify!(deletionOf(['anna'], bucket.config()));
    expect(verified).toEqual({
      status: 'cannot_be_checked',
      reason: expect.stringMatching(
        /^3\.parquet .* of Apache Iceberg, .* Search for the rows with an engine/,
      ) as string,
    });
    expect(JSON.stringify(verified)).not.toMatch(/writ/);
  });

  it('finds signs in the content of manifests and summary files', async () => {
    const manifest = '{"entries":[{"url":"s3://b/1","meta":{"content_length":12}}]}';
    await bucket.put('events/1', row('anna'));
    await bucket.put('events/venue_manifest', manifest);
    expect(await run(bucket.config())).toMatchObject(aborted(/an export with a manifest/));
    await bucket.put('events/venue_manifest', '');
    const summary = await parquetOf(['ben'], { columnIn: 'a.parquet' });
    await bucket.put('events/_common_metadata', summary);
    expect(await run(bucket.config())).toMatchObject(aborted(/with a summary file/));
    await bucket.put('events/_common_metadata', await parquetOf([]));
    expect(await run(bucket.config())).toMatchObject({ status: 'complete' });
  });

  it('checks a Parquet file without `.parquet` in its name before the rewrite, and reports earlier writes', async () => {
    await bucket.put('events/1', row('anna'));
    const file = await parquetOf(['anna'], { createdBy: 'delta-rs version 1' });
    await bucket.put('events/2', file);
    expect(await run(bucket.config())).toMatchObject(
      aborted(/^2 under the prefix belongs to a table of Delta Lake, .* it rewrote 1 objects/),
    );
    expect((await bucket.get('events/2')).bytes.equals(file)).toBe(true);
  });

  it('finds a table that was created between two attempts', async () => {
    for (const n of [1, 2]) await bucket.put(`events/${String(n)}`, row('anna'));
    let progress: JsonObject | undefined;
    let calls = 0;
    const end = new Error('the lease ended');
    const first = run(bucket.config(), {
      saveProgress: (saved) => (progress = saved),
      beforeCall: () => ((calls += 1) > 2 ? Promise.reject(end) : Promise.resolve()),
    });
    await expect(first).rejects.toThrow(end);
    await bucket.put('events/_delta_log/00000000000000000000.json', '{}');
    expect(await run(bucket.config(), { progress: progress! })).toMatchObject(
      aborted(/Delta Lake, .* it rewrote 1 objects/),
    );
    expect((await bucket.get('events/2')).text).toBe(row('anna'));
  });

  it('reads each footer with one request, and at most eight footers at once', async () => {
    for (let n = 0; n < 20; n += 1) {
      await bucket.put(`events/${String(n)}.parquet`, await parquetOf(['ben']));
    }
    const tails: string[] = [];
    let open = 0;
    let most = 0;
    const proxy = await S3Proxy.start(bucket.endpoint, async ({ method, headers, url = '' }) => {
      if (method === 'GET' && headers.range !== undefined && headers['if-match'] === undefined) {
        tails.push(url);
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setImmediate(resolve));
        open -= 1;
      }
      return undefined;
    });
    expect(await run(bucket.config({ endpoint: proxy.endpoint }))).toMatchObject({
      status: 'complete',
    });
    await proxy.close();
    expect(new Set(tails).size).toBe(20);
    expect(tails).toHaveLength(20);
    expect(most).toBeLessThanOrEqual(8);
  });
});
