import { LeaseEndedError } from '@lethe/destinations';
import type { JsonObject } from '@lethe/contracts';
import { describeWithS3 } from '@lethe/testing';
import { parquetReadObjects } from 'hyparquet';
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createS3Deletion } from '../src/s3/create-s3-deletion.js';
import { deletionOf, TestBucket } from './s3-bucket.js';
import { S3Proxy } from './s3-proxy.js';

const row = (userId: string, n: number) => `{"userId":"${userId}","n":${String(n)}}`;
const fixture = (name: string) =>
  readFileSync(new URL(`./parquet/${name}.parquet`, import.meta.url));

describeWithS3('the S3 deletion', () => {
  const provider = createS3Deletion({ allow: ['127.0.0.1'] });
  afterAll(() => provider.close());

  it('removes the rows of all users from JSON Lines, gzip and Parquet in one pass', async () => {
    const bucket = await TestBucket.create();
    const kept = [row('carla', 2), ' { "userId" : "dora" } ', 'not json', ''].join('\r\n');
    await bucket.put('events/1.jsonl', `${row('anna', 1)}\r\n${kept}${row('be\\u006e', 4)}`);
    const packed = Buffer.concat([
      gzipSync(`${row('anna', 1)}\n${row('carla', 2)}\n`),
      gzipSync(`${row('ben', 3)}\n${row('dora', 4)}`),
    ]);
    await bucket.put('events/2', packed, {
      ContentType: 'application/x-ndjson',
      ContentEncoding: 'gzip',
      Metadata: {
        team: 'analytics',
        // rclone and s3cmd compare downloads with the following checksums.
        md5chksum: '1B2M2Y8AsgTpgAmY7PhCfg==',
        's3cmd-attrs': 'gid:0/md5:d41d8cd98f00b204e9800998ecf8427e/mode:33188',
        'content-sha256': 'e3b0c442',
        'content-type-of-rows': 'events',
      },
      Tagging: 'stage=raw&team=events',
    });
    await bucket.put('events/3.parquet', fixture('snappy'));
    const untouched = await bucket.put('events/4.jsonl', `${row('carla', 1)}\n`);
    await bucket.put('others/5.jsonl', row('anna', 1));

    const outcome = await provider.delete(
      deletionOf(['anna', 'ben', 'user-5'], bucket.config({ oldVersions: 'report' })),
    );

    expect(outcome).toEqual({
      status: 'complete',
      record: {
        method: 'S3: objects rewritten without the rows',
        counts: {
          objects: 4,
          rowsScanned: 309,
          rowsWithField: expect.any(Number) as number,
          rowsRemoved: 8,
          objectsRewritten: 3,
          malformedLines: 1,
          rowsDoubtful: 0,
          objectsDoubtful: 0,
          objectsWithoutField: 0,
          objectsGone: 0,
          oldVersionsScanned: 0,
          oldVersionsDeleted: 0,
          oldVersionsDoubtful: 0,
        },
        notes: ['1 lines are not JSON objects. They were kept unchanged.'],
      },
    });
    expect((await bucket.get('events/1.jsonl')).text).toBe(kept);
    const second = await bucket.get('events/2');
    expect(gunzipSync(second.bytes).toString()).toBe(`${row('carla', 2)}\n${row('dora', 4)}`);
    expect(second).toMatchObject({
      ContentType: 'application/x-ndjson',
      ContentEncoding: 'gzip',
    });
    expect(second.Metadata).toEqual({
      team: 'analytics',
      's3cmd-attrs': 'gid:0/mode:33188',
      'content-type-of-rows': 'events',
    });
    expect(await bucket.tags('events/2')).toEqual({ stage: 'raw', team: 'events' });
    const third = (await bucket.get('events/3.parquet')).bytes;
    const file = Uint8Array.from(third).buffer;
    const rows = await parquetReadObjects({ file });
    expect(rows).toHaveLength(296);
    expect(rows.some(({ userId }) => userId === 'user-5')).toBe(false);
    expect((await bucket.get('events/4.jsonl')).ETag).toBe(untouched);
    expect((await bucket.get('others/5.jsonl')).text).toBe(row('anna', 1));
  });

  it('notes that no rows matched, and does not mask the name of an object', async () => {
    const bucket = await TestBucket.create();
    await bucket.put('events/1.jsonl', `${row('carla', 1)}\n`);
    const deletion = deletionOf(['anna'], bucket.config());
    expect(await provider.delete(deletion)).toMatchObject({
      status: 'complete',
      record: { counts: { rowsRemoved: 0 }, notes: [expect.stringMatching(/^No rows matched/)] },
    });
    // The regulation service masks the userIds in the reason. It also recognizes a cut userId.
    await bucket.put(
      `events/anna.smith@acme.example/${'x'.repeat(60)}.gz`,
      Buffer.from([0x1f, 0x8b]),
    );
    expect(await provider.delete(deletion)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/ anna\.smith@acme\.example\/x+… /) as string,
    });
  });

  it('finds the userId in the configured field, and reports that no row has the field', async () => {
    const bucket = await TestBucket.create();
    await bucket.put(
      'events/1',
      '{"context":{"id":42}}\n{"context":{"id":"42 "}}\n{"context":{"id":7}}\n',
    );
    expect(await provider.delete(deletionOf(['42'], bucket.config()))).toMatchObject({
      status: 'aborted',
      cause: 'configuration',
      reason: expect.stringContaining('has the field "userId"') as string,
    });
    const config = bucket.config({ userIdField: 'context.id' });
    expect(await provider.delete(deletionOf(['42'], config))).toMatchObject({ status: 'complete' });
    expect((await bucket.get('events/1')).text).toBe(
      '{"context":{"id":"42 "}}\n{"context":{"id":7}}\n',
    );
  });

  it('names unreadable objects, and retries only these objects at the next attempt', async () => {
    const bucket = await TestBucket.create();
    await bucket.put('events/anna/bad.csv', 'userId,n\nanna,1\n');
    await bucket.put('events/cut.parquet', fixture('snappy').subarray(0, 5_000));
    await bucket.put('events/x.gz', gzipSync(row('anna', 1)).subarray(0, 20));
    await bucket.put('events/z.jsonl', row('anna', 1));
    let progress: JsonObject | undefined;
    let calls = 0;
    const input = deletionOf(['anna'], bucket.config(), {
      saveProgress: (saved) => (progress = saved),
      beforeCall: () => Promise.resolve(void (calls += 1)),
    });
    const outcome = await provider.delete(input);
    expect(outcome).toEqual({
      status: 'failed',
      reason: expect.stringMatching(
        /^3 objects could not be processed\. The other objects are done\. anna\/bad\.csv is neither/,
      ) as string,
    });
    expect((await bucket.get('events/z.jsonl')).text).toBe('');

    for (const key of ['events/cut.parquet', 'events/x.gz']) await bucket.put(key, '');
    await bucket.put('events/anna/bad.csv', `${row('anna', 1)}\n${row('ben', 1)}\n`);
    calls = 0;
    expect(await provider.delete({ ...input, progress: progress! })).toMatchObject({
      status: 'complete',
      record: { counts: { objects: 4, rowsRemoved: 2 } },
    });
    expect(calls).toBe(4); // three reads and one write
    expect((await bucket.get('events/anna/bad.csv')).text).toBe(`${row('ben', 1)}\n`);
  });

  it('continues at the object at which the lease of an earlier attempt ended', async () => {
    const bucket = await TestBucket.create();
    for (const n of [1, 2, 3, 4]) await bucket.put(`events/${String(n)}`, row('anna', n));
    let progress: JsonObject | undefined;
    let calls = 0;
    const input = deletionOf(['anna'], bucket.config(), {
      saveProgress: (saved) => (progress = saved),
      beforeCall: () => {
        calls += 1;
        return calls === 5 ? Promise.reject(new LeaseEndedError('over')) : Promise.resolve();
      },
    });
    await expect(provider.delete(input)).rejects.toThrow(LeaseEndedError);
    expect((await bucket.get('events/3')).text).toBe(row('anna', 3));
    const outcome = await provider.delete({ ...input, progress: progress! });
    expect(outcome).toMatchObject({ status: 'complete', record: { counts: { objects: 4 } } });
    expect(calls).toBe(9);
  });

  it('does not overwrite a concurrent write, and reads the object again', async () => {
    const bucket = await TestBucket.create();
    const long = row('carla'.padEnd(4_000, '.'), 2);
    const big = `${row('anna', 1)}\n${`${long}\n`.repeat(2_200)}`; // large enough for two parts
    await bucket.put('events/1', big);
    let writes = 0;
    let aborts = 0;
    const proxy = await S3Proxy.start(bucket.endpoint, async ({ method, url = '' }) => {
      if (method === 'DELETE' && url.includes('uploadId=')) {
        aborts += 1;
        return 'done'; // The request is not forwarded, because S3Mock would delete the object.
      }
      // Changes the object after Lethe has read it, and before Lethe writes it.
      if (method !== 'POST' || !url.includes('uploads') || writes > 0) return undefined;
      writes += 1;
      await bucket.put('events/1', `${big}${row('dora', 9)}\n`);
      return undefined;
    });
    const config = bucket.config({ endpoint: proxy.endpoint });
    const outcome = await provider.delete(deletionOf(['anna'], config));
    await proxy.close();
    expect(outcome).toMatchObject({
      status: 'complete',
      record: { counts: { rowsRemoved: 1, objectsRewritten: 1 } },
    });
    expect([writes, aborts]).toEqual([1, 1]);
    const { text } = await bucket.get('events/1');
    expect(text).toBe(`${big.slice(big.indexOf('\n') + 1)}${row('dora', 9)}\n`);
  });

  it('is postponed if another client changes an object at every try', async () => {
    const bucket = await TestBucket.create();
    await bucket.put('events/1', row('anna', 0));
    await bucket.put('events/2', row('anna', 0));
    let writes = 0;
    const proxy = await S3Proxy.start(bucket.endpoint, async ({ method, url = '' }) => {
      if (method !== 'PUT' || !url.includes('events/1')) return undefined;
      writes += 1;
      await bucket.put('events/1', `${row('anna', 0)}\n${row('carla', writes)}\n`);
      return undefined;
    });
    let progress: JsonObject | undefined;
    const input = deletionOf(['anna'], bucket.config({ endpoint: proxy.endpoint }), {
      saveProgress: (saved) => (progress = saved),
    });
    expect(await provider.delete(input)).toEqual({
      status: 'delayed',
      cause: 'conflict',
      reason: expect.stringContaining('The other objects are done') as string,
    });
    await proxy.close();
    expect((await bucket.get('events/2')).text).toBe('');
    const config = bucket.config();
    const again = { ...input, config, progress: { ...progress!, of: progress!.of ?? '' } };
    expect(await provider.delete(again)).toMatchObject({ status: 'complete' });
    expect((await bucket.get('events/1')).text).toBe(`${row('carla', 3)}\n`);
  });

  it('names old versions, or deletes the old versions with rows of the users', async () => {
    const bucket = await TestBucket.create(true);
    await bucket.put('events/1', row('anna', 1));
    await bucket.put('events/1', `${row('carla', 1)}\n${row('anna', 2)}\n`);
    await bucket.put('events/2', row('carla', 3));
    await bucket.put('events/2', row('carla', 4));
    await bucket.put('events/3', `{"userId":["eve"]}\n${row('carla', 5)}\n`);
    await bucket.put('events/3', row('carla', 6));

    const report = await provider.delete(deletionOf(['anna'], bucket.config()));
    expect(report).toMatchObject({
      status: 'complete',
      record: { notes: [expect.stringMatching(/^4 old versions .* \(1, 2, 3, …\)/)] },
    });

    const config = bucket.config({ oldVersions: 'delete' });
    expect(await provider.delete(deletionOf(['anna', 'eve'], config))).toMatchObject({
      status: 'complete',
      record: {
        counts: { oldVersionsScanned: 4, oldVersionsDeleted: 2, oldVersionsDoubtful: 1 },
      },
      refused: [
        {
          regulationId: 'r1',
          reason: expect.stringMatching(/^doubtful: rows in 1 old versions may/) as string,
        },
      ],
    });
    const left = await bucket.versions();
    expect(left.map(({ key, isLatest }) => `${key} ${String(isLatest)}`).sort()).toEqual([
      'events/1 true',
      'events/2 false',
      'events/2 true',
      'events/3 false',
      'events/3 true',
    ]);
    expect((await bucket.get('events/1')).text).toBe(`${row('carla', 1)}\n`);
  });
});
