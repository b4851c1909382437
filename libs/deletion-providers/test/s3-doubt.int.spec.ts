import { LeaseEndedError } from '@lethe/destinations';
import type { JsonObject } from '@lethe/contracts';
import { describeWithS3 } from '@lethe/testing';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createS3Deletion } from '../src/s3/create-s3-deletion.js';
import { deletionOf, TestBucket } from './s3-bucket.js';

const row = (userId: string, n: number) => `{"userId":"${userId}","n":${String(n)}}`;

describeWithS3('the S3 deletion with rows in doubt', () => {
  const provider = createS3Deletion({ allow: ['127.0.0.1'] });
  afterAll(() => provider.close());

  it('deletes rows that clearly belong to users, and reports users with rows in doubt', async () => {
    const bucket = await TestBucket.create();
    const doubtful = `{"userId":["anna"]}\n{'userId': 'ben'}\n`;
    await bucket.put('events/anna/1.jsonl', `${row('anna', 1)}\n${row('carla', 2)}\n${doubtful}`);
    await bucket.put('events/2.jsonl.gz', gzipSync(`${row('anna', 3)}\n{"userId":12.0}\n`));
    await bucket.put('events/3.jsonl', `${row('dora', 4)}\n`);

    const outcome = await provider.delete(
      deletionOf(['anna', 'carla', '12', 'dora', 'eve'], bucket.config()),
    );

    const reason = expect.stringMatching(
      /^doubtful: 2 rows in 2 objects may belong to these users.*: 2\.jsonl\.gz, anna\/1\.jsonl\. Check/,
    ) as string;
    expect(outcome).toMatchObject({
      status: 'complete',
      record: {
        counts: { rowsRemoved: 4, rowsDoubtful: 2, objectsDoubtful: 2, malformedLines: 1 },
      },
      refused: [
        { regulationId: 'r0', reason, together: true },
        { regulationId: 'r2', reason, together: true },
      ],
    });
    expect((await bucket.get('events/anna/1.jsonl')).text).toBe(doubtful);
    expect(gunzipSync((await bucket.get('events/2.jsonl.gz')).bytes).toString()).toBe(
      '{"userId":12.0}\n',
    );
  });

  it.each([
    ['with fewer users', ['anna', 'ben']],
    ['with one hash for all users', Array.from({ length: 150 }, (_, n) => `anna-${n}`)],
    ['with too many users to store', Array.from({ length: 260 }, (_, n) => `anna-${n}`)],
  ])('reports the rows in doubt that an ended attempt found, %s', async (_name, users) => {
    const bucket = await TestBucket.create();
    const rows = users.slice(0, -1).map((user) => `{"userId":["${user}"]}\n`);
    await bucket.put('events/1', `${rows.join('')}${row('carla', 1)}\n`);
    for (const n of [2, 3]) await bucket.put(`events/${String(n)}`, `${row('carla', n)}\n`);
    let progress: JsonObject | undefined;
    let calls = 0;
    const input = deletionOf(users, bucket.config(), {
      saveProgress: (saved) => (progress = structuredClone(saved)),
      beforeCall: () => {
        calls += 1;
        return calls === 3 ? Promise.reject(new LeaseEndedError('over')) : Promise.resolve();
      },
    });
    await expect(provider.delete(input)).rejects.toThrow(LeaseEndedError);
    expect(Buffer.byteLength(JSON.stringify(progress))).toBeLessThan(8 * 1024);
    expect(JSON.stringify(progress)).not.toContain('anna');
    const nextUsers = users.length > 100 ? input.users : input.users.slice(0, 1);
    const outcome = await provider.delete({ ...input, users: nextUsers, progress: progress! });
    expect(outcome).toMatchObject({ status: 'complete', record: { counts: { objects: 3 } } });
    const { refused } = outcome as Extract<typeof outcome, { status: 'complete' }>;
    expect(refused?.map(({ regulationId }) => regulationId)).toEqual(
      input.users.slice(0, users.length - 1).map(({ regulationId }) => regulationId),
    );
  });

  it('reports rows in doubt even if an object is unreadable', async () => {
    const bucket = await TestBucket.create();
    await bucket.put('events/1', `{"userId":["anna"]}\n${row('carla', 1)}\n`);
    await bucket.put('events/2', 'a,b\n');
    let progress: JsonObject | undefined;
    const input = deletionOf(['anna'], bucket.config(), {
      saveProgress: (saved) => (progress = structuredClone(saved)),
    });
    expect(await provider.delete(input)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(
        /^1 objects.*\. The other objects are done, except for 1 rows in 1 objects that are in doubt\. 2 is/,
      ) as string,
    });
    await bucket.put('events/2', '');
    expect(await provider.delete({ ...input, progress: progress! })).toMatchObject({
      status: 'complete',
      refused: [{ regulationId: 'r0', together: true }],
    });
  });
});
