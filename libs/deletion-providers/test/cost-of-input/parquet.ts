import { costEntry, listOf, type CostEntry, type CostTable } from '@lethe/testing';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { noRows } from '../../src/s3/row-counts.js';
import { storedLz4, storedZstd } from '../../src/s3/parquet/codecs.js';
import { idMatcher } from '../../src/s3/parquet/id-matcher.js';
import { nameFinder } from '../../src/s3/parquet/name-finder.js';
import { takeHeader } from '../../src/s3/parquet/page-stream.js';
import { readFooter } from '../../src/s3/parquet/parquet-footer.js';
import { rewriteParquet } from '../../src/s3/parquet/rewrite-parquet.js';
import { ByteWindow } from '../../src/s3/parquet/byte-source.js';
import {
  readThrift,
  THRIFT,
  writeThrift,
  type ThriftField,
  type ThriftStruct,
  type ThriftValue,
} from '../../src/s3/parquet/thrift-compact.js';
import { UserSet } from '../../src/s3/user-set.js';

const users = new UserSet(['gone', '12345', ...listOf(1_000, (n) => `user-${n}`)]);
/** Maximum number of users in a measurement. */
const MOST_USERS = 20_000;
/** Maximum bytes of a page header. */
const HEADER_BYTES = 64 * 1024;

const field = (id: number, type: number, value: ThriftValue): [number, ThriftField] => [
  id,
  { type, value },
];
const struct = (...fields: readonly [number, ThriftField][]): ThriftStruct => new Map(fields);
const text = (id: number, value: string) => field(id, THRIFT.binary, Buffer.from(value));
const i32 = (id: number, value: number) => field(id, THRIFT.i32, value);
const i64 = (id: number, value: number) => field(id, THRIFT.i64, BigInt(value));
const structs = (id: number, items: readonly ThriftStruct[]) =>
  field(id, THRIFT.list, { element: THRIFT.struct, items: [...items] });

const root = (children: number) => struct(text(4, 'root'), i32(5, children));
const leaf = (name: string) => struct(i32(1, 6), i32(3, 1), text(4, name));
const inner = (name: string, children: number) =>
  struct(i32(3, 1), text(4, name), i32(5, children));
const list = (name: string) => struct(i32(3, 1), text(4, name), i32(5, 1), i32(6, 3));
const emptyGroup = struct(structs(1, []), i64(2, 0), i64(3, 1));

interface Footer {
  readonly schema: readonly ThriftStruct[];
  readonly groups?: readonly ThriftStruct[];
  readonly pairs?: readonly ThriftStruct[];
}

function fileOf({ schema, groups = [], pairs = [] }: Footer): Buffer {
  const footer = Buffer.from(
    writeThrift(
      struct(
        i32(1, 2),
        structs(2, schema),
        i64(3, groups.length),
        structs(4, groups),
        structs(5, pairs),
      ),
    ),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]);
}

interface Columns {
  readonly columns: readonly { readonly name: string; readonly data: readonly unknown[] }[];
  readonly rowGroupSize?: number;
  readonly pageSize?: number;
}

const OF_TEXT: Omit<SchemaElement, 'name'> = {
  ...{ type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
};

function written({ columns, ...sizes }: Columns): Buffer {
  const schema: SchemaElement[] = columns.map(({ name }) => ({ name, ...OF_TEXT }));
  const file = parquetWriteBuffer({
    schema: [{ name: 'root', num_children: columns.length }, ...schema],
    columnData: columns.map(({ name, data }) => ({ name, data: [...data] })),
    ...sizes,
  });
  return Buffer.from(file);
}

const reader = (file: Buffer) => (start: number, end: number) =>
  Promise.resolve(file.subarray(start, end));

/** Measures the time to find the rows of users and to rewrite the file. */
const rewriting = (make: (size: number) => Buffer, path = 'userId'): CostEntry =>
  costEntry(make, async (file) => {
    const source = { read: reader(file), size: file.length, key: 'a.parquet' };
    try {
      await rewriteParquet(source, path, users, noRows(), () => Promise.resolve());
    } catch {
      // Lethe may refuse the file as unreadable.
    }
  });

const column = (name: string, size: number, value: (n: number) => unknown) => ({
  name,
  data: listOf(size, value),
});
const ids = (size: number, each: (n: number) => unknown = (n) => `user-${n}`) =>
  column('userId', size, (n) => (n === 1 ? 'gone' : each(n)));
const names = (size: number) => listOf(size, (n) => leaf(`c${n}`));

/** Returns a page header with a member that Lethe does not know. */
const headerWith = (member: [number, ThriftField]): Buffer =>
  Buffer.from(writeThrift(struct(i32(1, 0), i32(2, 1), i32(3, 1), member)));
/** Returns a page header with a number of `size` bytes. */
const longNumber = (size: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x15, 0, 0x15, 2, 0x15, 2, 0x96]),
    Buffer.alloc(size, 0x81),
    Buffer.from([1, 0]),
  ]);
const takingHeader = (make: (size: number) => Buffer): CostEntry =>
  costEntry(
    make,
    async (header) => {
      try {
        await takeHeader(new ByteWindow(reader(header), 0, header.length));
      } catch {
        // Lethe may refuse the header as invalid.
      }
    },
    HEADER_BYTES,
  );

const readingFooter = (make: (size: number) => Footer): CostEntry =>
  costEntry(
    (size) => fileOf(make(size)),
    (file) => readFooter(reader(file), file.length),
  );

/** Returns userIds that are different spellings of the same UUID. */
const spellings = (size: number) =>
  new UserSet(
    listOf(size, (n) => {
      const digits = Array.from('0123456789abcdef0123456789abcdef');
      const at = [
        n % 31,
        Math.floor(n / 31) % 31,
        Math.floor(n / 961) % 31,
        Math.floor(n / 29_791),
      ];
      for (const [index, place] of at.entries()) digits.splice(1 + place + index, 0, '-');
      return digits.join('');
    }),
  );
const UUID_LEAF: SchemaElement = {
  ...{ name: 'userId', type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16 },
  logical_type: { type: 'UUID' },
};
const TEXT_LEAF: SchemaElement = { name: 'userId', ...OF_TEXT };
const DOUBLE_LEAF: SchemaElement = { name: 'userId', type: 'DOUBLE' };

/** Inputs to measure for each export of the Parquet code. */
export const PARQUET: CostTable = {
  ...Object.fromEntries(
    [
      ...['ByteWindow', 'checkChecksum', 'checksumOf', 'childOf', 'columnFinder', 'copyColumn'],
      ...['findRows', 'nodesOnPath', 'pagesOf', 'placeOf', 'readFooterOutsideTables'],
      ...['rewriteColumn', 'rootOf', 'RowMask', 'setNumber', 'signOfFooter', 'structOf'],
      ...['writeDataPage', 'writeDictionary', 'listOf', 'invalid'],
    ].map((name) => [name, 'rewriteParquet']),
  ),
  ...Object.fromEntries(
    ['digitsOf', 'isNumber', 'isUuid', 'kindOf', 'numberText', 'scaleOf', 'uuidOf'].map((name) => [
      name,
      'idMatcher',
    ]),
  ),
  uuidSpellings: 'idMatcher',
  idMatcher: [
    costEntry(spellings, (all) => idMatcher(UUID_LEAF, all), MOST_USERS),
    costEntry(
      (size) => Buffer.alloc(size, 'a'),
      (value) => idMatcher(TEXT_LEAF, users)(value),
    ),
  ],
  nameFinder: [
    costEntry(spellings, (all) => nameFinder(UUID_LEAF, all), MOST_USERS),
    costEntry(
      (size) => new UserSet(listOf(size, (n) => 'a'.repeat(n % 500) + String(n))),
      (all) => nameFinder(TEXT_LEAF, all),
      MOST_USERS,
    ),
    costEntry(
      (size) => new UserSet(listOf(size, (n) => `1.${'0'.repeat(n % 400)}`)),
      (all) => nameFinder(DOUBLE_LEAF, all),
      MOST_USERS,
    ),
    ...['\u00ff', 'user-1 '].map((part) =>
      costEntry(
        (size) => Buffer.from(part.repeat(size)),
        (value) => nameFinder(TEXT_LEAF, users)!(value),
      ),
    ),
  ],
  readFooter: [
    readingFooter((size) => ({ schema: [root(size), ...names(size)] })),
    readingFooter((size) => ({ schema: [root(1)], groups: listOf(size, () => emptyGroup) })),
    readingFooter((size) => ({
      schema: [root(0)],
      pairs: listOf(size, (n) => struct(text(1, `k${n}`), text(2, 'v'))),
    })),
  ],
  readThrift: [
    costEntry((size) => writeThrift(struct(...listOf(size, (n) => i64(n + 1, n)))), readThrift),
    costEntry((size) => writeThrift(struct(structs(1, names(size)))), readThrift),
  ],
  rewriteParquet: [
    // The schema has as many columns as the file has row groups. The row groups have no columns.
    ...['userId', 'l.list.x'].map((path) =>
      rewriting(
        (size) =>
          fileOf({
            schema: [root(size + 1), list('l'), leaf('list'), ...names(size)],
            groups: listOf(size, () => emptyGroup),
          }),
        path,
      ),
    ),
    rewriting((size) =>
      fileOf({
        schema: [root(1), ...listOf(size, () => inner('a', 1)), leaf('b')],
        groups: [emptyGroup],
      }),
    ),
    rewriting((size) =>
      written({ columns: [ids(2), ...listOf(size, (n) => column(`c${n}`, 2, () => 'v'))] }),
    ),
    rewriting((size) =>
      written({ columns: [ids(size), column('x', size, () => 'v')], rowGroupSize: 2 }),
    ),
    rewriting((size) => written({ columns: [ids(size), column('x', size, String)], pageSize: 64 })),
    rewriting((size) =>
      written({ columns: [ids(size), column('x', size, (n) => (n % 2 ? null : 'v'))] }),
    ),
    rewriting((size) => written({ columns: [ids(size, () => 'gone')] })),
    rewriting((size) => written({ columns: [ids(2), column('x', 2, () => 'v'.repeat(size))] })),
  ],
  storedLz4: [costEntry((size) => Buffer.alloc(size), storedLz4)],
  storedZstd: [costEntry((size) => Buffer.alloc(size), storedZstd)],
  takeHeader: [
    { ...takingHeader(longNumber), least: HEADER_BYTES / 2 },
    takingHeader((size) => headerWith(text(9, 'a'.repeat(size)))),
    takingHeader((size) =>
      headerWith(field(9, THRIFT.list, { element: THRIFT.i32, items: listOf(size, () => 1) })),
    ),
  ],
  writeThrift: [
    costEntry((size) => struct(...listOf(size, (n) => i64(size - n, n))), writeThrift),
    costEntry((size) => struct(structs(1, names(size))), writeThrift),
  ],
};
