import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { JsonObject } from '@lethe/contracts';
import type { DeletionOutcome } from '@lethe/destinations';
import { describeWithS3, testLog } from '@lethe/testing';
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { GONE, hashOf, hashOfParquet, writeLargeLines, writeLargeParquet } from './large-files.js';
import { TestBucket } from './s3-bucket.js';

const SIZE_MIB = 200;
/** Maximum MiB of a process with one pass, including Node. */
const MOST_MIB = 400;
/**
 * Maximum MiB of a process with passes of four workspaces, and with pages near the size limit. A
 * worker's container has this much memory.
 */
const MOST_AT_WORST_MIB = 1_200;

interface Result {
  readonly outcomes: readonly DeletionOutcome[];
  readonly peakMiB: number;
}

/** Runs concurrent passes in a separate process. */
async function runPasses(configs: readonly JsonObject[]): Promise<Result> {
  const script = fileURLToPath(new URL('run-passes.mjs', import.meta.url));
  const passes = configs.map((config, index) => ({
    config,
    userIds: [GONE],
    workspaceId: `ws_${String(index)}`,
  }));
  const run = promisify(execFile)(process.execPath, [script]);
  run.child.stdin?.end(JSON.stringify(passes));
  return JSON.parse((await run).stdout) as Result;
}

describeWithS3(`S3 objects of ${String(SIZE_MIB)} MiB`, () => {
  let bucket: TestBucket;
  let folder: string;
  const file = (name: string) => join(folder, name);

  const upload = async (name: string, key = `events/${name}`) => {
    const { size } = statSync(file(name));
    await bucket.client.send(
      new PutObjectCommand({
        Bucket: bucket.name,
        Key: key,
        Body: createReadStream(file(name)),
        ContentLength: size,
      }),
    );
  };
  const download = async (key: string) => {
    const { Body } = await bucket.client.send(
      new GetObjectCommand({ Bucket: bucket.name, Key: key }),
    );
    return Body as Readable;
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lethe-large-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    bucket = await TestBucket.create();
  });

  it.each([
    ['JSON Lines', false, 1, MOST_MIB],
    ['JSON Lines in gzip', true, 1, MOST_MIB],
    ['four objects of JSON Lines at once', false, 4, MOST_AT_WORST_MIB],
  ])('are rewritten in little memory: %s', async (_, isPacked, count, most) => {
    const kept = await writeLargeLines(file('lines'), SIZE_MIB, isPacked);
    const prefixes = Array.from({ length: count }, (_, index) => `${String(index)}/`);
    for (const prefix of prefixes) await upload('lines', `${prefix}lines`);
    const { outcomes, peakMiB } = await runPasses(
      prefixes.map((prefix) => bucket.config({ prefix })),
    );
    for (const [index, prefix] of prefixes.entries()) {
      expect(outcomes[index]).toMatchObject({
        status: 'complete',
        record: { counts: { objectsRewritten: 1 } },
      });
      const left = await download(`${prefix}lines`);
      expect(await hashOf(isPacked ? left.pipe(createGunzip()) : left)).toBe(kept);
    }
    testLog(`${String(peakMiB)} MiB`);
    expect(peakMiB).toBeLessThan(most);
  });

  it.each([
    [1, 1, MOST_MIB],
    [4, 60, MOST_AT_WORST_MIB],
  ])('are rewritten: %i Parquet objects at once, pages of %i MiB', async (objects, page, most) => {
    writeLargeParquet(file('parquet'), SIZE_MIB, 2, page);
    const configs = Array.from({ length: objects }, (_, index) =>
      bucket.config({ prefix: `${String(index)}/` }),
    );
    for (const index of configs.keys()) await upload('parquet', `${String(index)}/parquet`);
    const { outcomes, peakMiB } = await runPasses(configs);
    const before = await hashOfParquet(file('parquet'));
    for (const [index, outcome] of outcomes.entries()) {
      expect(outcome).toMatchObject({
        status: 'complete',
        record: { counts: { objectsRewritten: 1, rowsRemoved: before.gone } },
      });
      await pipeline(
        await download(`${String(index)}/parquet`),
        createWriteStream(file('rewritten')),
      );
      expect(await hashOfParquet(file('rewritten'))).toEqual({ ...before, gone: 0 });
    }
    testLog(`${String(peakMiB)} MiB`);
    expect(peakMiB).toBeLessThan(most);
  });
});
