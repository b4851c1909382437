import { describeWithS3, testLog } from '@lethe/testing';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createS3Deletion } from '../src/s3/create-s3-deletion.js';
import { fetchReaders, python } from './python-readers.js';
import { deletionOf, TestBucket } from './s3-bucket.js';

const GONE = ['user-0', 'user-5', 'user-33', 'user-90'];

type Figures = Record<string, { equal: number; wrong: string[]; unreadable: number }>;

describeWithS3('Parquet files', () => {
  const provider = createS3Deletion({ allow: ['127.0.0.1'] });
  let bucket: TestBucket;
  let folder: string;
  const file = (name: string) => join(folder, name);
  const filesIn = (name: string) =>
    readdirSync(file(name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name: each }) => join(parentPath, each).slice(folder.length + 1));
  const upload = async (name: string) => {
    for (const key of filesIn(name)) await bucket.put(key, readFileSync(file(key)));
  };
  const run = (prefix: string) =>
    provider.delete(deletionOf(GONE, bucket.config({ prefix: `${prefix}/` })));

  beforeAll(fetchReaders);
  beforeEach(async () => {
    bucket = await TestBucket.create();
    folder = mkdtempSync(join(tmpdir(), 'lethe-readers-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => provider.close());

  it('of three writers contain exactly the rows of other users, as three readers read them', async () => {
    const seed = randomInt(2 ** 31);
    mkdirSync(file('files'));
    mkdirSync(file('after'));
    await python('write_files.py', [file('files'), String(seed)]);
    await upload('files');
    const outcome = await run('files');
    expect({ seed, outcome }).toMatchObject({ seed, outcome: { status: 'complete' } });
    for (const key of filesIn('files')) {
      writeFileSync(file(key.replace(/^files/, 'after')), (await bucket.get(key)).bytes);
    }
    const args = [file('files'), file('after'), ...GONE];
    const figures = JSON.parse(await python('read_files.py', args)) as Figures;
    for (const [reader, { equal, wrong, unreadable }] of Object.entries(figures)) {
      testLog(`${reader}: ${String(equal)} equal, ${String(unreadable)} unreadable before`);
      expect({ seed, reader, wrong }).toEqual({ seed, reader, wrong: [] });
    }
    // These minimums ensure that each reader has compared lists in both page versions.
    for (const [reader, least] of Object.entries({ duckdb: 150, pyarrow: 150, fastparquet: 80 })) {
      expect(figures[`${reader} li`]?.equal).toBeGreaterThan(least);
    }
  });

  it('of real tables stay unchanged and readable', async () => {
    await python('tables.py', ['write', folder]);
    const before = JSON.parse(await python('tables.py', ['read', folder])) as object;
    for (const name of ['delta', 'iceberg-near', 'iceberg-far', 'ducklake', 'summary', 'hive']) {
      await upload(name);
      const outcome = await run(name);
      expect({ name, outcome }).toMatchObject({
        ...{ name, outcome: { status: 'aborted', cause: 'configuration' } },
      });
      for (const key of filesIn(name)) writeFileSync(file(key), (await bucket.get(key)).bytes);
    }
    await upload('plain');
    expect(await run('plain')).toMatchObject({ status: 'complete' });
    for (const key of filesIn('plain')) writeFileSync(file(key), (await bucket.get(key)).bytes);
    expect(JSON.parse(await python('tables.py', ['read', folder]))).toEqual({
      ...before,
      // 50 users have 1,000 rows. The users user-0, user-5 and user-33 had 20 rows each.
      plain: 940,
    });
  });
});
