import { gzipSync } from 'node:zlib';
import { costEntry, listOf, type CostEntry, type CostTable } from '@lethe/testing';
import { archiveOf, bulkRequestOf } from '../../src/s3/lines/archives.js';
import { IdFinder } from '../../src/s3/lines/id-finder.js';
import { rewriteLines } from '../../src/s3/lines/rewrite-lines.js';
import { RowJudge } from '../../src/s3/lines/row-judge.js';
import { unescapeFully, unescapeOnce } from '../../src/s3/lines/unescape.js';
import { newProgress, passOf, readProgress, toStore } from '../../src/s3/pass-progress.js';
import { isManifestName, signOfManifest, signOfName } from '../../src/s3/table-signs.js';
import { UserSet } from '../../src/s3/user-set.js';
import { PARQUET } from './parquet.js';

const users = new UserSet([...listOf(1_000, (n) => `user-${n}`), '|'.repeat(60), '100000']);

const judged = (make: (size: number) => string): CostEntry =>
  costEntry(
    (size) => Buffer.from(make(size)),
    (row) => new RowJudge(users, 'userId').judge(row),
  );

/** Measures the time to rewrite an object that is received in chunks of `chunk` bytes. */
const object = (line: string, chunk: number, isGzip = false): CostEntry =>
  costEntry(
    (size) => {
      const bytes = Buffer.from(line.repeat(Math.ceil(size / line.length)));
      return isGzip ? gzipSync(bytes) : bytes;
    },
    async (bytes) => {
      try {
        await rewriteLines(chunksOf(bytes, chunk), {
          ...{ users, field: 'userId', write: () => Promise.resolve() },
          gzipBytes: isGzip ? bytes.length : undefined,
        });
      } catch {
        // Lethe may refuse the object as unreadable.
      }
    },
    64 * 1024 * 1024,
  );

async function* chunksOf(bytes: Buffer, chunk: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunk) {
    yield await Promise.resolve(bytes.subarray(at, at + chunk));
  }
}

const ofText = (run: (text: string) => unknown, ...parts: readonly string[]): CostEntry[] =>
  parts.map((part) => costEntry((size) => part.repeat(size), run));

const UUID = '01234567-89ab-cdef-0123-456789abcdef';
const KEYS = ['/', 'manifest/', `${UUID}-m1`, '/.a.crc/'];

const manyUsers = (size: number) => new UserSet(listOf(size, (n) => `user-${n}`));

/**
 * Inputs to measure for each export of the code that reads objects, keys and stored progress.
 * row-judge.spec.ts counts the steps for rows instead of measuring time.
 */
export const S3: CostTable = {
  ...PARQUET,
  ...Object.fromEntries(
    ['isBoundary', 'isString', 'stringAt', 'UserPath'].map((name) => [name, 'RowJudge']),
  ),
  ...Object.fromEntries(['gunzip', 'JsonLines'].map((name) => [name, 'rewriteLines'])),
  archiveOf: ofText((line) => archiveOf(Buffer.from(line)), ' ', '0', 'PK'),
  bulkRequestOf: [
    costEntry((size) => Buffer.from(`{${listOf(size, (n) => `"n${n}":0`).join()}}`), bulkRequestOf),
  ],
  canRemember: 'readProgress',
  IdFinder: [
    costEntry(
      (size) => listOf(size, (n) => 'a'.repeat(n % 500) + String(n)),
      (ids) => new IdFinder(ids, () => []),
    ),
    costEntry(
      (size) =>
        listOf(size, (n) => `a${String(n).padStart(7, '0')}`).flatMap((id) => [id, `${id}b`]),
      (ids) => new IdFinder(ids, () => []),
    ),
  ],
  isManifestName: ofText(isManifestName, 'manifest/', 'manifest'),
  readProgress: [
    costEntry(manyUsers, (all) => {
      const pass = passOf(all, ['a']);
      return readProgress(toStore({ ...newProgress(pass), doubted: new Set(all) }, pass), pass);
    }),
    costEntry(
      (size) => listOf(size, (n) => `key-${n}`),
      (again) => {
        const pass = passOf(users, ['a']);
        return readProgress(toStore({ ...newProgress(pass), again }, pass), pass);
      },
    ),
  ],
  rewriteLines: [
    object('{"userId":"user-1"}\n', 64 * 1024),
    object('{"userId":"user-1"}\n', 7),
    object('{"userId":"x"}\n', 64 * 1024, true),
    object('\n', 64 * 1024),
    object('[', 1_024),
    object(`{"a":"${'x'.repeat(1_000_000)}"}\n`, 16),
  ],
  RowJudge: [
    judged((size) => {
      const text = JSON.stringify(JSON.stringify({ userId: 'x' }).repeat(size));
      return `{"userId":"a","t":${text},"userId":"b"}`;
    }),
    judged((size) => '['.repeat(size)),
    judged((size) => '\\'.repeat(size)),
    judged((size) => `\\u005c${'u005c'.repeat(size)}`),
    judged((size) => '1e5 '.repeat(size)),
    judged((size) => `{"userId":1${'0'.repeat(size)}}`),
    judged((size) => 'user-1|user-'.repeat(size)),
    judged((size) => `{${listOf(size, () => '"userI\\u0064":1').join()}}`),
  ],
  signOfManifest: ofText(signOfManifest, '"content_lengt'),
  signOfName: ofText(signOfName, ...KEYS),
  toStore: 'readProgress',
  unescapeFully: ofText(unescapeFully, '\\', "'", '\\u005c', '%25'),
  unescapeOnce: ofText(unescapeOnce, '\\', "'", '%e2%82', '\\u{'),
  UserSet: [
    costEntry(
      (size) => listOf(size, (n) => `${n}.0e${n}`),
      (ids) => ids.filter((id) => new UserSet(['1']).withValueOf(id).length > 0),
    ),
    costEntry(
      (size) => listOf(size, (n) => `1${'0'.repeat(n % 400)}e-${n % 400}`),
      (ids) => new UserSet(ids),
    ),
  ],
};
