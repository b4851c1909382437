import { parquetOf, type FileOptions } from '../../../test/parquet-files.js';
import { noRows } from '../row-counts.js';
import { TableFoundError } from '../table-found-error.js';
import { UserSet } from '../user-set.js';
import { rewriteParquet } from './rewrite-parquet.js';

const ID = '7b5a1d80-74ea-4b4e-88a1-8b9e573aff94';

/** Returns the recognized table format. Fails if a byte was written before the format was found. */
async function tableOf(key: string, options: FileOptions): Promise<string | undefined> {
  const file = await parquetOf(['anna', 'ben'], options);
  let emitted = 0;
  try {
    await rewriteParquet(
      { key, size: file.length, read: (start, end) => Promise.resolve(file.subarray(start, end)) },
      'userId',
      new UserSet(['anna']),
      noRows(),
      (bytes) => Promise.resolve(void (emitted += bytes.length)),
    );
  } catch (error) {
    if (!(error instanceof TableFoundError)) throw error;
    expect(emitted).toBe(0);
    return error.table.format;
  }
  expect(emitted).toBeGreaterThan(0);
  return undefined;
}

describe('footer signs', () => {
  it.each<[string, string, FileOptions]>([
    ['a summary file', 't/all', { columnIn: 'part.0.parquet' }],
    ['Apache Iceberg', 't/a.parquet', { metadata: { 'iceberg.schema': '{}' } }],
    ['Apache Iceberg', `t/00000-0-${ID}.parquet`, { fieldId: 1 }],
    ['Apache Iceberg', `t/00007-12-${ID}-00001.parquet`, { fieldId: 1 }],
    ['Apache Hudi', 't/a.parquet', { metadata: { 'org.apache.hudi.bloomfilter': 'x' } }],
    ['Apache Hudi', 't/a.parquet', { metadata: { hoodie_min_record_key: 'x' } }],
    ['Apache Hudi', 't/a.parquet', { column: '_hoodie_commit_time' }],
    [
      'Delta Lake',
      't/a.parquet',
      {
        metadata: {
          'org.apache.spark.sql.parquet.row.metadata':
            '{"fields":[{"metadata":{"delta.columnMapping.id":1}}]}',
        },
      },
    ],
    ['Delta Lake', 't/a.parquet', { createdBy: 'delta-rs version py-1.6.6' }],
    ['DuckLake', 't/a.parquet', { createdBy: 'DuckDB version v1.5.5', fieldId: 1 }],
  ])('show %s in the file %s with %j', async (format, key, options) => {
    expect(await tableOf(key, options)).toContain(format);
  });

  it.each<[string, FileOptions]>([
    ['t/a.parquet', {}],
    [`t/00000-0-${ID}.parquet`, {}],
    ['t/proto.parquet', { fieldId: 1, createdBy: 'parquet-mr version 1.15.2' }],
    ['t/a.parquet', { createdBy: 'DuckDB version v1.5.5' }],
    [
      `t/part-00000-${ID}-c000.snappy.parquet`,
      {
        createdBy: 'parquet-mr version 1.13.1',
        metadata: {
          'org.apache.spark.version': '3.5.1',
          'org.apache.spark.sql.parquet.row.metadata': '{"fields":[{"metadata":{}}]}',
        },
      },
    ],
    ['t/a.parquet', { metadata: { pandas: '{}', 'ARROW:schema': 'x' } }],
  ])('show no table in the file %s with %j', async (key, options) => {
    expect(await tableOf(key, options)).toBeUndefined();
  });
});
