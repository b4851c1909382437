import { describeWithS3 } from '@lethe/testing';
import { readFileSync } from 'node:fs';
import { createS3Deletion } from '../src/s3/create-s3-deletion.js';
import { deletionOf, TestBucket } from './s3-bucket.js';

const row = (userId: string, n: number) => `{"userId":"${userId}","n":${String(n)}}`;

describeWithS3('the verification of a bucket', () => {
  const provider = createS3Deletion({ allow: ['127.0.0.1'] });
  afterAll(() => provider.close());
  const inputFor = (bucket: TestBucket, userIds: readonly string[]) =>
    deletionOf(userIds, bucket.config({ oldVersions: 'report' }));

  it('finds rows that were put back, for each user, and writes nothing', async () => {
    const bucket = await TestBucket.create();
    await bucket.put('events/1.jsonl', `${row('anna', 1)}\n${row('carla', 2)}\n`);
    const input = inputFor(bucket, ['anna', 'ben', 'user-5']);
    await provider.delete(input);
    const absent = await provider.verify!(input);
    expect(absent).toMatchObject({
      status: 'verified',
      record: {
        method: `S3: rows of objects counted in ${bucket.name}/events/`,
        counts: { objects: 1, rowsFound: 0 },
      },
    });
    expect(absent).not.toHaveProperty('found');
    expect(absent).not.toHaveProperty('doubtful');
    const parquet = readFileSync(new URL('./parquet/snappy.parquet', import.meta.url));
    const etags = [
      await bucket.put('events/2.jsonl', `${row('anna', 1)}\n${row('anna', 2)}\n`),
      await bucket.put('events/3.parquet', parquet),
    ];
    expect(await provider.verify!(input)).toMatchObject({
      ...{ status: 'verified', record: { counts: { objectsWithRows: 2 } } },
      found: [
        { regulationId: 'r0', count: 2 },
        { regulationId: 'r2', count: expect.any(Number) as number },
      ],
    });
    const after = [await bucket.get('events/2.jsonl'), await bucket.get('events/3.parquet')];
    expect(after.map(({ ETag }) => ETag)).toEqual(etags);
  });

  it('leaves users with rows in doubt in doubt, and fails if an object cannot be read', async () => {
    const bucket = await TestBucket.create();
    await bucket.put('events/1.jsonl', '{"userId":["anna"]}\n');
    const input = inputFor(bucket, ['anna', 'ben']);
    expect(await provider.verify!(input)).toMatchObject({
      ...{ status: 'verified', doubtful: ['r0'] },
      reason: expect.stringContaining('doubtful') as string,
    });
    await bucket.put('events/2.jsonl', Buffer.from([0x7b, 0xff, 0xfe]));
    const failed = {
      status: 'failed',
      reason: expect.stringMatching(/are checked, .*2\.jsonl .* verify again\.$/) as string,
    };
    expect(await provider.verify!(input)).toMatchObject(failed);
    await bucket.put('events/3.jsonl', row('ben', 1));
    expect(await provider.verify!(input)).toMatchObject({
      ...{ status: 'verified', found: [{ regulationId: 'r1', count: 1 }] },
      record: { counts: { objects: 2, rowsFound: 1 } },
      unanswered: [{ regulationIds: ['r0'], outcome: failed }],
    });
  });
});
