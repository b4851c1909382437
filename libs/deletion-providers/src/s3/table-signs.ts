import { UUID_PATTERN } from '@lethe/contracts';

/** Something that keeps books of files: their lengths, checksums, places or numbers of rows. */
export interface TableSign {
  /** As it stands behind "is", with its article. */
  readonly format: string;
  /** What shows it. */
  readonly sign: string;
}

/** A sign that the key of an object gives. */
interface NameSign extends TableSign {
  readonly isShownBy: RegExp;
  /** How keys begin, within the folder of the table, that are looked for above the prefix. */
  readonly above: string | undefined;
}

/** @param pattern of the beginning of a folder's or an object's name */
function of(format: string) {
  return (sign: string, pattern: string, above?: string): NameSign => ({
    ...{ format, sign, above },
    isShownBy: new RegExp(`(?:^|/)${pattern}`),
  });
}

const delta = of('a table of Delta Lake');
const hudi = of('a table of Apache Hudi');
const iceberg = of('a table of Apache Iceberg');
const paimon = of('a table of Apache Paimon');
const hive = of('a transactional table of Apache Hive');
const lance = of('a Lance dataset');

/**
 * Each with the page that defines it. Left out on purpose, since rewriting leaves them true: `_SUCCESS` of
 * Hadoop; `_started_*` and `_committed_*` of Databricks (names of files only,
 * https://docs.databricks.com/archive/legacy/dbio-commit.html); `_common_metadata` (a schema without row
 * groups, https://github.com/apache/parquet-format; one with row groups is found by its footer);
 * `_symlink_format_manifest/` (paths only, beside a `_delta_log/`).
 */
const NAME_SIGNS: readonly NameSign[] = [
  // https://github.com/delta-io/delta/blob/master/PROTOCOL.md#delta-log-entries ("size" of each file)
  delta('_delta_log/', '_delta_log/', '_delta_log/'),
  // …#deletion-vector-files: deleted rows by their number in the file
  delta('a deletion vector', `deletion_vector_${UUID_PATTERN}\\.bin$`),
  // https://hudi.apache.org/tech-specs: sizes and record positions in its timeline and metadata table
  hudi('.hoodie/', '\\.hoodie/', '.hoodie/'),
  hudi(
    '.hoodie_partition_metadata',
    '\\.hoodie_partition_metadata(?:\\.\\w+)?$',
    '.hoodie_partition_metadata',
  ),
  // https://iceberg.apache.org/spec/#data-file-fields (file_size_in_bytes), #file-system-tables
  iceberg(
    '*.metadata.json',
    `(?:metadata/[^/]*|v\\d+(?:\\.gz)?|\\d{5,}-${UUID_PATTERN}(?:\\.gz)?)\\.metadata\\.json(?:\\.gz)?$`,
    'metadata/',
  ),
  iceberg(
    'a manifest',
    `(?:snap-\\d+-\\d+-${UUID_PATTERN}|[^/]*${UUID_PATTERN}-m\\d+)\\.avro$`,
    'metadata/',
  ),
  iceberg('version-hint.text', 'version-hint\\.text$', 'metadata/'),
  // https://ducklake.select/docs/stable/specification/tables/ducklake_data_file (file_size_bytes,
  // footer_size), https://ducklake.select/docs/stable/duckdb/usage/paths: the catalog is a database
  of('a table of DuckLake')('its name', `ducklake-${UUID_PATTERN}[^/]*$`),
  // https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
  // (ColumnChunk.file_path), https://arrow.apache.org/docs/python/parquet.html: places of all columns
  of('a Parquet dataset with a summary file')('_metadata', '_metadata$', '_metadata'),
  // https://github.com/apache/spark/blob/master/sql/core/src/main/scala/org/apache/spark/sql/execution/
  // streaming/FileStreamSinkLog.scala ("size" of each file)
  of('an output of Spark Structured Streaming')(
    '_spark_metadata/',
    '_spark_metadata/',
    '_spark_metadata/',
  ),
  // https://paimon.apache.org/docs/master/concepts/spec/overview/ (_FILE_SIZE in its manifests)
  paimon('a snapshot', 'snapshot/snapshot-\\d+$', 'snapshot/snapshot-'),
  paimon('a manifest', `manifest/manifest(?:-list)?-${UUID_PATTERN}-\\d+$`),
  paimon('a schema', 'schema/schema-\\d+$', 'schema/schema-'),
  paimon('a bucket of data files', `bucket-\\d+/(?:data|changelog)-${UUID_PATTERN}-\\d+\\.\\w+`),
  // https://lance.org/format/table/ (places of rows)
  lance('_versions/', '_versions/\\d+\\.manifest$', '_versions/'),
  lance('.lance', '[^/]*\\.lance(?:/|$)'),
  // https://orc.apache.org/docs/acid.html: rows are deleted by bucket and number
  hive(
    'base_N/ or delta_N_M/',
    '(?:base_\\d{7,}(?:_v\\d+)?|(?:delete_)?delta_\\d{7,}_\\d{7,}(?:_\\d+)?(?:_v\\d+)?)/',
  ),
  hive('_orc_acid_version', '_orc_acid_version$'),
  // https://docs.databend.com/guides/overview/fuse-engine (sizes of blocks in its segments)
  of('a table of Databend')(
    '_ss/, _sg/ and _b/',
    '_(?:ss|sg|b)/[a-z]?[0-9a-f]{32}_v\\d+\\.\\w+$',
    '_ss/',
  ),
  // https://hadoop.apache.org/docs/stable/api/org/apache/hadoop/fs/ChecksumFileSystem.html
  of('a folder with checksums of Hadoop')('.*.crc', '\\.[^/]+\\.crc$'),
];

/** How keys begin that are looked for in the folders that a prefix stands in. */
export const ABOVE = [...new Set(NAME_SIGNS.flatMap(({ above }) => above ?? []))];

/** Whether an object may be a manifest by its name; its content decides. */
export function isManifestName(key: string): boolean {
  return /manifest/i.test(key.slice(key.lastIndexOf('/') + 1));
}

/**
 * Members of manifests that say how long files are, or their checksums: UNLOAD of Redshift
 * (https://docs.aws.amazon.com/redshift/latest/dg/loading-data-files-using-manifest.html), exports of
 * DynamoDB (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html), S3
 * Inventory (https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-inventory-location.html).
 */
const MANIFEST_MEMBERS = ['"content_length"', '"md5Checksum"', '"MD5checksum"'] as const;

export function signOfName(key: string): NameSign | undefined {
  return NAME_SIGNS.find(({ isShownBy }) => isShownBy.test(key));
}

/** @param head the first bytes of an object whose name is that of a manifest */
export function signOfManifest(head: string): TableSign | undefined {
  const member = MANIFEST_MEMBERS.find((each) => head.includes(each));
  if (member === undefined) return undefined;
  return { format: 'an export with a manifest', sign: `${member} in its manifest` };
}
