import { parquetMetadata, parquetReadObjects, type SchemaElement } from 'hyparquet';
import { compressors, decompressZstd } from 'hyparquet-compressors';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { UserSet } from '../user-set.js';
import { noRows } from '../row-counts.js';
import { DECOMPRESSORS, storedLz4, storedZstd } from './codecs.js';
import { pagesOf, placeOf } from './column-pages.js';
import { rewriteParquet } from './rewrite-parquet.js';
import { THRIFT, writeThrift, type ThriftField } from './thrift-compact.js';

const FILES = ['snappy', 'zstd-v2', 'gzip-plain', 'lz4-small-pages'];
const GONE = ['user-5', 'user-90'];

const fixture = (name: string) =>
  readFileSync(new URL(`../../../test/parquet/${name}.parquet`, import.meta.url));

async function rewrite(file: Buffer, users: readonly string[] = GONE, field = 'userId') {
  const written: Uint8Array[] = [];
  const counts = noRows();
  await rewriteParquet(
    {
      key: 'a.parquet',
      size: file.length,
      read: (start, end) => Promise.resolve(file.subarray(start, end)),
    },
    field,
    new UserSet(users),
    counts,
    (bytes) => {
      written.push(Uint8Array.from(bytes));
      return Promise.resolve();
    },
  );
  return { counts, file: Buffer.concat(written) };
}

const rowsOf = (file: Buffer) =>
  parquetReadObjects({ file: Uint8Array.from(file).buffer, compressors: DECOMPRESSORS });

describe('rewriteParquet', () => {
  it.each(FILES)('keeps the values of other rows, the schema and metadata of %s', async (name) => {
    const before = fixture(name);
    const { file, counts } = await rewrite(before);
    expect(counts).toMatchObject({
      rows: 300,
      withField: 276,
      removed: 7,
      malformed: 0,
      hasField: true,
    });
    const rows = await rowsOf(before);
    expect(await rowsOf(file)).toEqual(
      rows.filter(({ userId }) => !GONE.includes(userId as string)),
    );
    const [was, is] = [parquetMetadata(before), parquetMetadata(file)];
    expect(is.schema).toEqual(was.schema);
    expect(is.key_value_metadata).toEqual(was.key_value_metadata);
    expect(is.created_by).toBe(was.created_by);
    expect(is.num_rows).toBe(293n);
    const codecs = ({ row_groups }: typeof was) =>
      row_groups.map(({ columns }) => columns.map(({ meta_data }) => meta_data?.codec));
    expect(codecs(is)).toEqual(codecs(was));
  });

  it('finds a nested column, and omits empty row groups', async () => {
    const before = fixture('snappy');
    const all = await rowsOf(before);
    const ids = [...new Set(all.slice(0, 120).map(({ userId }) => String(userId)))];
    const { file } = await rewrite(before, ids, 'ctx.userId');
    const left = all.filter(({ ctx }) => {
      const id = (ctx as { userId?: string } | undefined)?.userId;
      return id == undefined || !ids.includes(id);
    });
    expect(await rowsOf(file)).toEqual(left);
  });

  it.each([
    // In this sequence, the paths cross a list, end in an object, end in a list, and cross a map.
    ['ls.y', ['z'], 'z'],
    ['ctx', ['user-5'], 'user-5'],
    ['ctx.tags', ['aa'], 'aa'],
    ['m.k0', ['k0'], 'k0'],
  ])(
    'reports rows in doubt if %s is not a path to one value per row',
    async (field, users, name) => {
      const { file, counts } = await rewrite(fixture('snappy'), users, field);
      expect(file).toHaveLength(0);
      expect(counts).toMatchObject({ removed: 0, hasField: true, doubted: new Set([name]) });
      const [column = ''] = field.split('.');
      const named = (await rowsOf(fixture('snappy'))).filter((row) =>
        textsIn(row[column]).has(name),
      );
      expect(counts.doubtful).toBe(named.length);
      expect(named.length).toBeGreaterThan(0);
      const { counts: others } = await rewrite(fixture('snappy'), ['nobody'], field);
      expect(others).toMatchObject({ doubtful: 0, doubted: new Set() });
    },
  );

  it('leaves no data of removed rows in dictionaries and statistics', async () => {
    const plain = await rewrite(fixture('snappy'), ['user-5']);
    const again = await rewrite(plain.file, ['user-5']);
    expect(again.counts.removed).toBe(0);
    expect(again.file).toHaveLength(0);
    expect(plain.file.includes('user-5\u0000')).toBe(false);
  });

  it('writes nothing if no row is removed', async () => {
    expect((await rewrite(fixture('snappy'), ['nobody'])).file).toHaveLength(0);
  });

  it('returns a result or throws an error for damaged files', async () => {
    const seed = randomInt(2 ** 31);
    let state = seed;
    const next = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state % below;
    };
    const before = fixture('lz4-small-pages');
    for (let i = 0; i < 60; i += 1) {
      const broken = Buffer.from(before);
      // Half of the damages are in the footer, where one byte has the largest effect.
      for (let n = 0; n < 3; n += 1) {
        const isFooter = next(2) === 0;
        broken[isFooter ? broken.length - 9 - next(8_000) : next(broken.length)] = next(256);
      }
      const outcome = await rewrite(broken).then(
        () => 'read',
        () => 'refused',
      );
      expect({ seed, outcome }).toEqual({
        seed,
        outcome: expect.stringMatching(/^(read|refused)$/) as string,
      });
    }
  });

  it.each(['', 'PAR1', 'PAR1PAR1PAR1', `PAR1${'x'.repeat(50)}PARE`])('rejects %j', async (text) => {
    await expect(rewrite(Buffer.from(text))).rejects.toThrow(/Parquet/);
  });
});

const ROOT: SchemaElement = { name: 'root', num_children: 1 };
/** Returns a Parquet file with the single column `id`. */
const columnOf = (leaf: Partial<SchemaElement>, data: unknown[]) =>
  fileOf([ROOT, { name: 'id', repetition_type: 'REQUIRED', ...leaf }], { id: data });
const fileOf = (schema: SchemaElement[], columns: Record<string, unknown[]>) =>
  Buffer.from(
    parquetWriteBuffer({
      schema,
      columnData: Object.entries(columns).map(([name, data]) => ({ name, data })),
    }),
  );

describe('the userId column', () => {
  it('is found by its whole path, not only by its last name', async () => {
    const nested = (name: string): SchemaElement => ({
      name,
      num_children: 1,
      repetition_type: 'REQUIRED',
    });
    const uuid: SchemaElement = {
      name: 'id',
      type: 'FIXED_LEN_BYTE_ARRAY',
      type_length: 16,
      logical_type: { type: 'UUID' },
      repetition_type: 'REQUIRED',
    };
    const text: SchemaElement = {
      name: 'id',
      type: 'BYTE_ARRAY',
      converted_type: 'UTF8',
      repetition_type: 'REQUIRED',
    };
    const schema = [{ name: 'root', num_children: 2 }, nested('event'), uuid, nested('user'), text];
    const ids = ['0e3a3c1e-4f0d-4f65-9ac5-7e1c64e0a001', '0e3a3c1e-4f0d-4f65-9ac5-7e1c64e0a002'];
    const file = fileOf(schema, {
      event: ids.map((id) => ({ id })),
      user: [{ id: 'anna' }, { id: 'ben' }],
    });
    expect((await rewrite(file, ['anna'], 'user.id')).counts.removed).toBe(1);
    expect((await rewrite(file, ids, 'event.id')).counts.removed).toBe(2);
  });

  it.each<[string, Partial<SchemaElement>, unknown[], number]>([
    ['texts', { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, ['1200', '12', '7'], 1],
    ['texts without a logical type', { type: 'BYTE_ARRAY' }, ['1200', '12', '7'], 1],
    ['whole numbers', { type: 'INT32' }, [1200, 12, 7], 1],
    ['long numbers', { type: 'INT64' }, [1200n, 12n, 7n], 1],
    ['numbers with NaN', { type: 'DOUBLE' }, [1200, 12, Number.NaN], 1],
  ])('can contain %s', async (_, leaf, data, removed) => {
    expect((await rewrite(columnOf(leaf, data), ['1200'], 'id')).counts.removed).toBe(removed);
  });

  it.each<[string, Partial<SchemaElement>, unknown[]]>([
    ['decimals', { type: 'INT32', converted_type: 'DECIMAL', scale: 2, precision: 9 }, [12, 7]],
    ['dates', { type: 'INT32', converted_type: 'DATE' }, [new Date(0), new Date(1e9)]],
    ['times', { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }, [new Date(0), new Date(1)]],
    ['booleans', { type: 'BOOLEAN' }, [true, false]],
    ['single precision', { type: 'FLOAT' }, [1, 2]],
    ['JSON', { type: 'BYTE_ARRAY', converted_type: 'JSON' }, ['1200', '7']],
    [
      'bytes of a fixed length',
      { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 4 },
      [new Uint8Array(4), new Uint8Array(4)],
    ],
  ])('must not be of the type %s', async (_, leaf, data) => {
    await expect(rewrite(columnOf(leaf, data), ['1200'], 'id')).rejects.toThrow(
      /a userId column of the type .*, which Lethe cannot compare/,
    );
  });

  it.each<[string, Partial<SchemaElement>, unknown[], RegExp]>([
    ['bytes', { type: 'BYTE_ARRAY' }, [Uint8Array.of(0xff, 0xfe, 1)], /not text/],
    ['large numbers', { type: 'DOUBLE' }, [2 ** 60], /too large/],
  ])('must not contain %s', async (_, leaf, data, why) => {
    await expect(rewrite(columnOf(leaf, data), ['1200'], 'id')).rejects.toThrow(why);
  });
});

describe('a hostile file', () => {
  /** Returns a page that claims to have this number of values, but contains only `content`. */
  function pageOf(values: number, encoding: number, content: number[]): Buffer {
    const number = (field: number, value: number): ThriftStructEntry => [
      field,
      { type: THRIFT.i32, value },
    ];
    const head = new Map([number(1, values), number(2, encoding), number(3, 3), number(4, 3)]);
    const page = new Map<number, ThriftField>([
      number(1, 0),
      number(2, content.length),
      number(3, content.length),
      [5, { type: THRIFT.struct, value: head }],
    ]);
    return Buffer.concat([writeThrift(page), Buffer.from(content)]);
  }
  type ThriftStructEntry = [number, ThriftField];

  function chunkOf(type: 'INT64' | 'BYTE_ARRAY', values: number, page: Buffer) {
    const schema: SchemaElement[] = [ROOT, { name: 'id', type, repetition_type: 'REQUIRED' }];
    const file = Buffer.concat([Buffer.alloc(4), page]);
    const meta = {
      type,
      path_in_schema: ['id'],
      codec: 'UNCOMPRESSED',
      num_values: BigInt(values),
      total_compressed_size: BigInt(page.length),
      data_page_offset: 4n,
    };
    const place = placeOf({ schema } as never, meta as never, file.length);
    return pagesOf((start, end) => Promise.resolve(file.subarray(start, end)), place).next();
  }

  it('cannot make Lethe allocate memory for more values than the limit of a page', async () => {
    const delta = [0x80, 1, 1, 0, 0]; // blocks of 128, one miniblock, count 0, first value 0
    const many = 268_000_000;
    await expect(chunkOf('INT64', many, pageOf(many, 5, delta))).rejects.toThrow(
      'an impossible number of values',
    );
  });

  it('cannot make Lethe repeat a prefix beyond the size limit of a page', async () => {
    const block = (first: number[]) => [0x80, 1, 4, 2, ...first, 0, 0, 0, 0, 0];
    const long = [0xfe, 0xff, 0xff, 0xff, 0x07]; // 2^30 - 1, in zigzag
    const page = pageOf(2, 7, [...block(long), ...block([0])]);
    await expect(chunkOf('BYTE_ARRAY', 2, page)).rejects.toThrow('an impossible size');
  });
});

describe('uncompressed zstd and LZ4', () => {
  it.each([0, 1, 14, 15, 16, 269, 270, 271, 131_072, 300_001])('can store %i bytes', (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7) % 251);
    const zstd = decompressZstd(storedZstd(bytes), new Uint8Array(length));
    expect(Buffer.from(zstd).equals(bytes)).toBe(true);
    if (length === 0) return; // Lethe does not decompress empty pages.
    const lz4 = compressors.LZ4_RAW!(storedLz4(bytes), length);
    expect(Buffer.from(lz4).equals(bytes)).toBe(true);
  });
});

/** Returns all texts in a value, including the names of members. */
function textsIn(value: unknown, found = new Set<unknown>()): ReadonlySet<unknown> {
  if (typeof value === 'string') found.add(value);
  if (typeof value !== 'object' || value === null) return found;
  for (const each of Object.entries(value).flat()) textsIn(each, found);
  return found;
}
