import { jest } from '@jest/globals';
import { describeWithS3 } from '@lethe/testing';
import { gzipSync } from 'node:zlib';
import { createS3Deletion } from '../src/s3/create-s3-deletion.js';
import { JsonLines } from '../src/s3/lines/json-lines.js';
import { deletionOf, TestBucket } from './s3-bucket.js';

describeWithS3('hostile S3 objects', () => {
  const provider = createS3Deletion({ allow: ['127.0.0.1'], threads: { timeLimitMs: 1_000 } });
  afterAll(() => provider.close());

  it('are read in threads with a time limit, and do not block other workspaces', async () => {
    const feed = jest.spyOn(JsonLines.prototype, 'feed');
    const [hostile, neighbour] = await Promise.all([TestBucket.create(), TestBucket.create()]);
    // 300 KB of gzip data contain 300 MB of rows in doubt with nested escapes.
    const line = `{"userId":["${'\\'.repeat(2 ** 17)}"]}\n`;
    await hostile.put('events/1.gz', gzipSync(line.repeat(2_000)));
    await neighbour.put('events/1', '{"userId":"anna"}\n{"userId":"ben"}\n');

    const ended: string[] = [];
    const passes = [1, 2, 3].map(async (n) => {
      const input = deletionOf(['anna'], hostile.config(), { workspaceId: 'ws_hostile' });
      const outcome = await provider.delete({ ...input, destinationId: `dst_${String(n)}` });
      ended.push('hostile');
      return outcome;
    });
    const done = provider.delete(deletionOf(['anna'], neighbour.config())).then((outcome) => {
      ended.push('neighbour');
      return outcome;
    });

    expect(await done).toMatchObject({
      status: 'complete',
      record: { counts: { rowsRemoved: 1 } },
    });
    for (const outcome of await Promise.all(passes)) {
      expect(outcome).toMatchObject({
        status: 'failed',
        reason: expect.stringContaining('1.gz takes too long to read') as string,
      });
    }
    expect(ended.at(-1)).toBe('hostile');
    expect(feed).not.toHaveBeenCalled();
  });
});
