import { once } from 'node:events';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describeWithS3, waitFor } from '@lethe/testing';
import { createS3Deletion } from '../src/s3/create-s3-deletion.js';
import { deletionOf, TestBucket } from './s3-bucket.js';
import { S3Proxy } from './s3-proxy.js';

const row = (userId: string, n: number) => `{"userId":"${userId}","n":${String(n)}}\n`;

describeWithS3('the S3 deletion with multipart objects, locks and several workspaces', () => {
  const provider = createS3Deletion({ allow: ['127.0.0.1'] });
  afterAll(() => provider.close());

  it('rewrites a multipart object, even if a row is in two parts', async () => {
    const bucket = await TestBucket.create();
    const others = row('carla', 1).repeat(220_000); // 5.5 MB, because a part has at least 5 MiB
    const text = `${others}${row('anna', 2)}${row('carla', 3)}`;
    const cut = others.length + 10; // in the middle of anna's row
    const at = { Bucket: bucket.name, Key: 'events/1' };
    const { UploadId } = await bucket.client.send(new CreateMultipartUploadCommand(at));
    const bodies = [text.slice(0, cut), text.slice(cut)];
    const Parts = [];
    for (const [index, Body] of bodies.entries()) {
      const part = { ...at, UploadId, PartNumber: index + 1, Body };
      const { ETag } = await bucket.client.send(new UploadPartCommand(part));
      Parts.push({ ETag, PartNumber: index + 1 });
    }
    const completed = { ...at, UploadId, MultipartUpload: { Parts } };
    await bucket.client.send(new CompleteMultipartUploadCommand(completed));
    expect((await bucket.get('events/1')).ETag).toMatch(/-2"$/);

    expect(await provider.delete(deletionOf(['anna'], bucket.config()))).toMatchObject({
      status: 'complete',
      record: { counts: { rowsRemoved: 1, objectsRewritten: 1 } },
    });
    const left = (await bucket.get('events/1')).text;
    expect(left === text.replace(row('anna', 2), '')).toBe(true);
  });

  it('fails if an old version is locked, and names the object', async () => {
    const bucket = await TestBucket.create(true);
    await bucket.put('events/held', `${row('anna', 1)}${row('carla', 1)}`);
    await bucket.put('events/next', row('anna', 2));
    const held = (await bucket.versions()).find(({ key }) => key === 'events/held')!.id;
    // S3Mock stores locks, but does not enforce them. The proxy denies the deletion, as AWS does.
    let isLocked = true;
    const proxy = await S3Proxy.start(bucket.endpoint, ({ method, url = '' }) =>
      Promise.resolve(isLocked && method === 'DELETE' && url.includes(held) ? 'denied' : undefined),
    );
    const config = bucket.config({ endpoint: proxy.endpoint, oldVersions: 'delete' });
    expect(await provider.delete(deletionOf(['anna'], config))).toEqual({
      status: 'failed',
      reason: expect.stringMatching(/held has an old version that is locked/) as string,
    });
    expect((await bucket.get('events/held')).text).toBe(row('carla', 1));
    expect((await bucket.get('events/held', held)).text).toContain('anna');
    expect((await bucket.versions()).filter(({ key }) => key === 'events/next')).toHaveLength(1);
    isLocked = false;
    expect(await provider.delete(deletionOf(['anna'], config))).toMatchObject({
      status: 'complete',
      record: { counts: { oldVersionsDeleted: 1 } },
    });
    await proxy.close();
  });

  it('reads one object per workspace at a time, so that other workspaces do not wait', async () => {
    const buckets = await Promise.all([1, 2, 3].map(() => TestBucket.create()));
    for (const bucket of buckets) await bucket.put('events/1', row('anna', 1));
    const inFlight = new Set<string>();
    let most = 0;
    const gate = new AbortController();
    const released = once(gate.signal, 'abort');
    const proxy = await S3Proxy.start(buckets[0]!.endpoint, async ({ method, url = '' }) => {
      if (method !== 'GET' || !url.includes('/events/')) return undefined;
      inFlight.add(url);
      most = Math.max(most, inFlight.size);
      await released;
      inFlight.delete(url);
      return undefined;
    });
    const passes = buckets.map((bucket) =>
      provider.delete(deletionOf(['anna'], bucket.config({ endpoint: proxy.endpoint }))),
    );
    await waitFor(() => inFlight.size > 0, { message: 'an object to be read' });
    const other = await TestBucket.create();
    await other.put('events/1', row('anna', 1));
    const input = { ...deletionOf(['anna'], other.config()), workspaceId: 'ws_other' };
    expect(await provider.delete(input)).toMatchObject({ status: 'complete' });
    expect(inFlight.size).toBe(1);
    gate.abort();
    for (const outcome of await Promise.all(passes)) expect(outcome.status).toBe('complete');
    expect(most).toBe(1);
    await proxy.close();
  });
});
