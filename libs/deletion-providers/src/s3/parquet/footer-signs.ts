import { UUID_PATTERN } from '@lethe/contracts';
import type { FileMetaData } from 'hyparquet';
import type { TableSign } from '../table-signs.js';

interface FooterSign extends TableSign {
  readonly isShownBy: (metadata: FileMetaData, key: string) => boolean;
}

/** Names of Iceberg data files. They consist of the partition, the task and the id of the write. */
const ICEBERG_NAME = new RegExp(`(?:^|/)\\d{5}-\\d+-${UUID_PATTERN}(?:-\\d+)?\\.parquet$`);

/**
 * Signs of table formats in footers, with links to their definitions. Field ids alone are no sign,
 * because parquet-protobuf, parquet-thrift, and pyarrow before version 6 write field ids too.
 */
const FOOTER_SIGNS: readonly FooterSign[] = [
  {
    // ColumnChunk in
    // https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
    format: 'a Parquet dataset with a summary file',
    sign: 'columns in other files',
    isShownBy: ({ row_groups: groups }) =>
      groups.some(({ columns }) => columns.some(({ file_path: path }) => path !== undefined)),
  },
  {
    // https://github.com/apache/iceberg/blob/main/parquet/src/main/java/org/apache/iceberg/parquet/Parquet.java
    format: 'a table of Apache Iceberg',
    sign: 'iceberg.schema in its footer',
    isShownBy: (metadata) => hasKey(metadata, /^iceberg\.schema$/),
  },
  {
    // https://iceberg.apache.org/spec/#parquet requires field ids.
    format: 'a table of Apache Iceberg',
    sign: 'its name and the field ids in its footer',
    isShownBy: (metadata, key) => ICEBERG_NAME.test(key) && hasFieldIds(metadata),
  },
  {
    // https://hudi.apache.org/tech-specs, and the footers that Hudi writes
    format: 'a table of Apache Hudi',
    sign: '_hoodie_commit_time or keys of Hudi in its footer',
    isShownBy: (metadata) =>
      hasKey(metadata, /^(?:org\.apache\.hudi\.|hoodie_(?:bloom|min|max)_)/) ||
      metadata.schema.some(({ name }) => name === '_hoodie_commit_time'),
  },
  {
    // https://github.com/delta-io/delta/blob/master/PROTOCOL.md#column-mapping
    // Spark writes the schema with the names `delta.columnMapping.*` into the footer.
    format: 'a table of Delta Lake',
    sign: 'delta.columnMapping in its footer',
    isShownBy: ({ key_value_metadata: pairs = [] }) =>
      pairs.some(({ value }) => value?.includes('"delta.columnMapping.') === true),
  },
  {
    // https://github.com/delta-io/delta-rs writes only tables of Delta Lake
    format: 'a table of Delta Lake',
    sign: 'its writer, delta-rs',
    isShownBy: ({ created_by: writer }) => writer?.startsWith('delta-rs ') === true,
  },
  {
    // https://ducklake.select/docs/stable/specification/tables/ducklake_column uses field ids.
    // COPY of DuckDB writes field ids only with the option FIELD_IDS.
    format: 'a table of DuckLake or Iceberg',
    sign: 'field ids written by DuckDB',
    isShownBy: (metadata) =>
      metadata.created_by?.startsWith('DuckDB') === true && hasFieldIds(metadata),
  },
  {
    // https://paimon.apache.org/docs/master/concepts/spec/datafile/, for tables with a primary key
    format: 'a table of Apache Paimon',
    sign: 'its columns _SEQUENCE_NUMBER and _VALUE_KIND',
    isShownBy: ({ schema }) =>
      ['_SEQUENCE_NUMBER', '_VALUE_KIND'].every((each) => schema.some(({ name }) => name === each)),
  },
];

/** @param key key of the object */
export function signOfFooter(metadata: FileMetaData, key: string): TableSign | undefined {
  const found = FOOTER_SIGNS.find(({ isShownBy }) => isShownBy(metadata, key));
  return found === undefined ? undefined : { format: found.format, sign: found.sign };
}

function hasKey({ key_value_metadata: pairs = [] }: FileMetaData, pattern: RegExp): boolean {
  return pairs.some(({ key }) => pattern.test(key));
}

/** Returns whether all columns of the top level have field ids. */
function hasFieldIds({ schema: [root, ...rest] }: FileMetaData): boolean {
  const columns: boolean[] = [];
  let nested = 0;
  for (const { field_id: id, num_children: children = 0 } of rest) {
    if (nested === 0) columns.push(id !== undefined);
    else nested -= 1;
    nested += children;
  }
  return root !== undefined && columns.length > 0 && columns.every(Boolean);
}
