import { UUID_PATTERN } from '@lethe/contracts';

/**
 * A sign of a table format. Such a format stores lengths, checksums, positions or row counts of its
 * files. These values are wrong after a rewrite.
 */
export interface TableSign {
  /** Name of the format with its article. */
  readonly format: string;
  /** Description of the evidence for the format. */
  readonly sign: string;
}

/** A sign in the key of an object. */
interface NameSign extends TableSign {
  readonly isShownBy: RegExp;
  /**
   * Prefix of the keys with this sign in the folder of a table. Lethe searches for such keys in the
   * folders above the configured prefix.
   */
  readonly above: string | undefined;
}

/** @returns a function that makes a sign. `pattern` must match at the start of a name in the key */
function signsOf(format: string) {
  return (sign: string, pattern: string, above?: string): NameSign => ({
    ...{ format, sign, above },
    isShownBy: new RegExp(`(?:^|/)${pattern}`),
  });
}

const delta = signsOf('a table of Delta Lake');
const hudi = signsOf('a table of Apache Hudi');
const iceberg = signsOf('a table of Apache Iceberg');
const paimon = signsOf('a table of Apache Paimon');
const hive = signsOf('a transactional table of Apache Hive');
const lance = signsOf('a Lance dataset');

/**
 * Signs in keys, with links to their definitions. The following keys are no signs, because the
 * objects stay valid after a rewrite:
 * - `_SUCCESS` of Hadoop
 * - `_started_*` and `_committed_*` of Databricks, which contain only names
 *   (https://docs.databricks.com/archive/legacy/dbio-commit.html)
 * - `_common_metadata`, which contains a schema (https://github.com/apache/parquet-format). If it
 *   contains row groups, its footer is a sign
 * - `_symlink_format_manifest/`, which contains only paths and is next to a `_delta_log/`
 */
const NAME_SIGNS: readonly NameSign[] = [
  // https://github.com/delta-io/delta/blob/master/PROTOCOL.md#delta-log-entries: "size" of a file
  delta('_delta_log/', '_delta_log/', '_delta_log/'),
  // …#deletion-vector-files: the numbers of deleted rows in a file
  delta('a deletion vector', `deletion_vector_${UUID_PATTERN}\\.bin$`),
  // https://hudi.apache.org/tech-specs: sizes and record positions
  hudi('.hoodie/', '\\.hoodie/', '.hoodie/'),
  hudi(
    '.hoodie_partition_metadata',
    '\\.hoodie_partition_metadata(?:\\.\\w+)?$',
    '.hoodie_partition_metadata',
  ),
  // https://iceberg.apache.org/spec/#data-file-fields: file_size_in_bytes; #file-system-tables
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
  // https://ducklake.select/docs/stable/specification/tables/ducklake_data_file: file_size_bytes
  // and footer_size. https://ducklake.select/docs/stable/duckdb/usage/paths: names of files. The
  // bucket has no catalog file, because the catalog is a database.
  signsOf('a table of DuckLake')('its name', `ducklake-${UUID_PATTERN}[^/]*$`),
  // https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift:
  // ColumnChunk.file_path. https://arrow.apache.org/docs/python/parquet.html: column positions
  signsOf('a Parquet dataset with a summary file')('_metadata', '_metadata$', '_metadata'),
  // https://github.com/apache/spark/blob/master/sql/core/src/main/scala/org/apache/spark/sql/
  // execution/streaming/FileStreamSinkLog.scala: "size" of a file
  signsOf('an output of Spark Structured Streaming')(
    '_spark_metadata/',
    '_spark_metadata/',
    '_spark_metadata/',
  ),
  // https://paimon.apache.org/docs/master/concepts/spec/overview/: _FILE_SIZE in manifests
  paimon('a snapshot', 'snapshot/snapshot-\\d+$', 'snapshot/snapshot-'),
  paimon('a manifest', `manifest/manifest(?:-list)?-${UUID_PATTERN}-\\d+$`),
  paimon('a schema', 'schema/schema-\\d+$', 'schema/schema-'),
  paimon('a bucket of data files', `bucket-\\d+/(?:data|changelog)-${UUID_PATTERN}-\\d+\\.\\w+`),
  // https://lance.org/format/table/: positions of rows
  lance('_versions/', '_versions/\\d+\\.manifest$', '_versions/'),
  lance('.lance', '[^/]*\\.lance(?:/|$)'),
  // https://orc.apache.org/docs/acid.html: the buckets and numbers of deleted rows
  hive(
    'base_N/ or delta_N_M/',
    '(?:base_\\d{7,}(?:_v\\d+)?|(?:delete_)?delta_\\d{7,}_\\d{7,}(?:_\\d+)?(?:_v\\d+)?)/',
  ),
  hive('_orc_acid_version', '_orc_acid_version$'),
  // https://docs.databend.com/guides/overview/fuse-engine: sizes of blocks in segments
  signsOf('a table of Databend')(
    '_ss/, _sg/ and _b/',
    '_(?:ss|sg|b)/[a-z]?[0-9a-f]{32}_v\\d+\\.\\w+$',
    '_ss/',
  ),
  // https://hadoop.apache.org/docs/stable/api/org/apache/hadoop/fs/ChecksumFileSystem.html
  signsOf('a folder with checksums of Hadoop')('.*.crc', '\\.[^/]+\\.crc$'),
];

/** Prefixes of the keys for which Lethe searches in the folders above the configured prefix. */
export const ABOVE = [...new Set(NAME_SIGNS.flatMap(({ above }) => above ?? []))];

/** Returns whether the name of an object can belong to a manifest. The content then decides. */
export function isManifestName(key: string): boolean {
  return /manifest/i.test(key.slice(key.lastIndexOf('/') + 1));
}

/**
 * Members of manifests that contain lengths or checksums of files. Such manifests are written by:
 * - UNLOAD of Redshift
 *   (https://docs.aws.amazon.com/redshift/latest/dg/loading-data-files-using-manifest.html)
 * - exports of DynamoDB
 *   (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html)
 * - S3 Inventory
 *   (https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-inventory-location.html)
 */
const MANIFEST_MEMBERS = ['"content_length"', '"md5Checksum"', '"MD5checksum"'] as const;

export function signOfName(key: string): NameSign | undefined {
  return NAME_SIGNS.find(({ isShownBy }) => isShownBy.test(key));
}

/** @param head first bytes of an object for which `isManifestName` returned true */
export function signOfManifest(head: string): TableSign | undefined {
  const member = MANIFEST_MEMBERS.find((each) => head.includes(each));
  if (member === undefined) return undefined;
  return { format: 'an export with a manifest', sign: `${member} in its manifest` };
}
