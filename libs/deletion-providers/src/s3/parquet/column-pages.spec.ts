import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { noRows } from '../row-counts.js';
import { UserSet } from '../user-set.js';
import { DECOMPRESSORS } from './codecs.js';
import { placeOf } from './column-pages.js';
import { rewriteParquet } from './rewrite-parquet.js';

interface Page {
  readonly group: number;
  readonly column: string;
  readonly kind: 'dictionary' | 'v1' | 'v2';
  readonly crc: number | undefined;
  /** Byte offset in the file at which the page's content starts. Its end is exclusive. */
  readonly start: number;
  readonly end: number;
}

const fixture = (name: string) =>
  readFileSync(new URL(`../../../test/parquet/${name}.parquet`, import.meta.url));

async function rewrite(file: Buffer, users: readonly string[]) {
  const written: Uint8Array[] = [];
  await rewriteParquet(
    {
      key: 'a.parquet',
      size: file.length,
      read: (start, end) => Promise.resolve(file.subarray(start, end)),
    },
    'userId',
    new UserSet(users),
    noRows(),
    (bytes) => {
      written.push(Uint8Array.from(bytes));
      return Promise.resolve();
    },
  );
  return Buffer.concat(written);
}

function pagesOf(file: Buffer): Page[] {
  const copy = Uint8Array.from(file).buffer;
  const metadata = parquetMetadata(copy);
  const found: Page[] = [];
  for (const [group, { columns }] of metadata.row_groups.entries()) {
    for (const { meta_data: meta } of columns) {
      const { start, end } = placeOf(metadata, meta!, file.length);
      for (let at = start; at < end;) {
        const reader = { view: new DataView(copy, at), offset: 0 };
        const header = parquetHeader(reader);
        const body = at + reader.offset;
        at = body + header.compressed_page_size;
        const isData = header.dictionary_page_header === undefined;
        const kind = !isData ? 'dictionary' : header.data_page_header === undefined ? 'v2' : 'v1';
        const column = meta!.path_in_schema.join('.');
        found.push({ group, column, kind, crc: header.crc, start: body, end: at });
      }
    }
  }
  return found;
}

const rowsOf = (file: Buffer) =>
  parquetReadObjects({ file: Uint8Array.from(file).buffer, compressors: DECOMPRESSORS });

describe('rewritten pages', () => {
  it.each([
    ['snappy', 'v1', false],
    ['gzip-plain', 'v1', false],
    ['zstd-v2', 'v2', false],
    ['checksums-v1', 'v1', true],
    ['checksums-v2', 'v2', true],
  ])('of the file %s keep version %s (checksums: %s)', async (name, version, hasChecksums) => {
    const before = fixture(name);
    const deleted = ['user-5', 'user-90'];
    const after = await rewrite(before, deleted);
    for (const file of [before, after]) {
      const pages = pagesOf(file);
      const kinds = new Set(pages.map(({ kind }) => kind).filter((kind) => kind !== 'dictionary'));
      expect([...kinds]).toEqual([version]);
      for (const { crc, start, end, ...page } of pages) {
        const expected = hasChecksums ? crc32(file.subarray(start, end)) | 0 : undefined;
        expect({ ...page, crc }).toEqual({ ...page, crc: expected });
      }
    }
    const rows = await rowsOf(before);
    expect(await rowsOf(after)).toEqual(
      rows.filter(({ userId }) => !deleted.includes(userId as string)),
    );
  });

  it.each(['checksums-v1', 'checksums-v2'])(
    'are not written if any page of the file %s is damaged',
    async (name) => {
      const before = fixture(name);
      const [first] = (await rowsOf(before)).slice(250);
      const user = String(first?.userId); // row groups without this user are copied, not rewritten
      const pages = pagesOf(before);
      // Damages each column at least once, and pages of all row groups.
      const damages = pages.filter(({ column }, i) => i % 3 === 0 || column === 'userId');
      expect(new Set(damages.map(({ group }) => group)).size).toBe(3);
      for (const { group, column, kind, start, end } of damages) {
        const damaged = Buffer.from(before);
        const at = start + ((end - start) >> 1);
        damaged[at] = damaged[at]! ^ 0x10;
        const outcome = await rewrite(damaged, [user]).then(
          () => 'written',
          (error: unknown) => (error as Error).message,
        );
        expect({ group, column, kind, outcome }).toEqual({
          ...{ group, column, kind },
          outcome: 'is damaged: the checksum of a page does not match its content',
        });
      }
    },
  );
});

it('merges a page with only nulls into its neighbors', async () => {
  const before = fixture('null-pages');
  const pages = pagesOf(before).filter(({ column }) => column.startsWith('li'));
  expect(pages.length).toBeGreaterThan(3);
  const after = pagesOf(await rewrite(before, ['user-1']));
  const kinds = after.filter(({ column }) => column.startsWith('li')).map(({ kind }) => kind);
  expect(kinds).toEqual(['dictionary', 'v2']);
});

describe('the footer of a rewritten file', () => {
  it('contains no statistics except the new null count', async () => {
    const after = await rewrite(fixture('snappy'), ['user-5', 'user-90']);
    const rows = await rowsOf(after);
    let row = 0;
    for (const { num_rows: count, columns } of parquetMetadata(Uint8Array.from(after).buffer)
      .row_groups) {
      const ids = rows.slice(row, (row += Number(count))).map(({ userId }) => userId as unknown);
      const { statistics } = columns[0]!.meta_data!;
      expect(statistics).toEqual({ null_count: BigInt(ids.filter((id) => id == null).length) });
    }
  });

  it('contains no empty row groups', async () => {
    const after = await rewrite(fixture('empty-group'), ['anna']);
    expect(await rowsOf(after)).toEqual([{ userId: 'ben' }, { userId: 'carla' }]);
  });
});
