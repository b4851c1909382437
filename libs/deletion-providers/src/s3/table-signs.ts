import { UUID_PATTERN } from '@lethe/contracts';

/** Something that keeps books of files: their lengths, checksums, places or numbers of rows. */
export interface TableSign {
  /** As it stands behind "is", with its article. */
  readonly format: string;
  /** What shows it. */
  readonly sign: string;
}

/** A sign that the key of an object gives. */
export interface NameSign extends TableSign {
  readonly isShownBy: RegExp;
  /** How keys begin, within the folder of the table, that are looked for above the prefix. */
  readonly above?: string;
}

/** At the beginning of a folder's or an object's name. */
const at = (pattern: string) => new RegExp(`(?:^|/)${pattern}`);

const DELTA = 'a table of Delta Lake';
const HUDI = 'a table of Apache Hudi';
const ICEBERG = 'a table of Apache Iceberg';
const PAIMON = 'a table of Apache Paimon';
const HIVE = 'a transactional table of Apache Hive';
const LANCE = 'a Lance dataset';

/**
 * Each with the page that defines it. Left out on purpose, since rewriting leaves them true: `_SUCCESS` of
 * Hadoop; `_started_*` and `_committed_*` of Databricks (names of files only,
 * https://docs.databricks.com/archive/legacy/dbio-commit.html); `_common_metadata` (a schema without row
 * groups, https://github.com/apache/parquet-format; one with row groups is found by its footer);
 * `_symlink_format_manifest/` (paths only, beside a `_delta_log/`).
 */
export const NAME_SIGNS: readonly NameSign[] = [
  // https://github.com/delta-io/delta/blob/master/PROTOCOL.md#delta-log-entries ("size" of each file)
  { format: DELTA, sign: '_delta_log/', isShownBy: at('_delta_log/'), above: '_delta_log/' },
  // …#deletion-vector-files: deleted rows by their number in the file
  {
    format: DELTA,
    sign: 'a deletion vector',
    isShownBy: at(`deletion_vector_${UUID_PATTERN}\\.bin$`),
  },
  // https://hudi.apache.org/tech-specs: sizes and record positions in its timeline and metadata table
  { format: HUDI, sign: '.hoodie/', isShownBy: at('\\.hoodie/'), above: '.hoodie/' },
  {
    format: HUDI,
    sign: '.hoodie_partition_metadata',
    isShownBy: at('\\.hoodie_partition_metadata(?:\\.\\w+)?$'),
    above: '.hoodie_partition_metadata',
  },
  // https://iceberg.apache.org/spec/#data-file-fields (file_size_in_bytes), #file-system-tables
  {
    format: ICEBERG,
    sign: '*.metadata.json',
    isShownBy: at(
      `(?:metadata/[^/]*|v\\d+(?:\\.gz)?|\\d{5,}-${UUID_PATTERN}(?:\\.gz)?)\\.metadata\\.json(?:\\.gz)?$`,
    ),
    above: 'metadata/',
  },
  {
    format: ICEBERG,
    sign: 'a manifest',
    isShownBy: at(`(?:snap-\\d+-\\d+-${UUID_PATTERN}|[^/]*${UUID_PATTERN}-m\\d+)\\.avro$`),
    above: 'metadata/',
  },
  {
    format: ICEBERG,
    sign: 'version-hint.text',
    isShownBy: at('version-hint\\.text$'),
    above: 'metadata/',
  },
  // https://ducklake.select/docs/stable/specification/tables/ducklake_data_file (file_size_bytes,
  // footer_size), https://ducklake.select/docs/stable/duckdb/usage/paths: the catalog is a database
  {
    format: 'a table of DuckLake',
    sign: 'its name',
    isShownBy: at(`ducklake-${UUID_PATTERN}[^/]*$`),
  },
  // https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
  // (ColumnChunk.file_path), https://arrow.apache.org/docs/python/parquet.html: places of all columns
  {
    format: 'a Parquet dataset with a summary file',
    sign: '_metadata',
    isShownBy: at('_metadata$'),
    above: '_metadata',
  },
  // https://github.com/apache/spark/blob/master/sql/core/src/main/scala/org/apache/spark/sql/execution/
  // streaming/FileStreamSinkLog.scala ("size" of each file)
  {
    format: 'an output of Spark Structured Streaming',
    sign: '_spark_metadata/',
    isShownBy: at('_spark_metadata/'),
    above: '_spark_metadata/',
  },
  // https://paimon.apache.org/docs/master/concepts/spec/overview/ (_FILE_SIZE in its manifests)
  {
    format: PAIMON,
    sign: 'a snapshot',
    isShownBy: at('snapshot/snapshot-\\d+$'),
    above: 'snapshot/snapshot-',
  },
  {
    format: PAIMON,
    sign: 'a manifest',
    isShownBy: at(`manifest/manifest(?:-list)?-${UUID_PATTERN}-\\d+$`),
  },
  {
    format: PAIMON,
    sign: 'a schema',
    isShownBy: at('schema/schema-\\d+$'),
    above: 'schema/schema-',
  },
  {
    format: PAIMON,
    sign: 'a bucket of data files',
    isShownBy: at(`bucket-\\d+/(?:data|changelog)-${UUID_PATTERN}-\\d+\\.\\w+`),
  },
  // https://lance.org/format/table/ (places of rows)
  {
    format: LANCE,
    sign: '_versions/',
    isShownBy: at('_versions/\\d+\\.manifest$'),
    above: '_versions/',
  },
  { format: LANCE, sign: '.lance', isShownBy: /\.lance(?:\/|$)/ },
  // https://orc.apache.org/docs/acid.html: rows are deleted by bucket and number
  {
    format: HIVE,
    sign: 'base_N/ or delta_N_M/',
    isShownBy: at(
      '(?:base_\\d{7,}(?:_v\\d+)?|(?:delete_)?delta_\\d{7,}_\\d{7,}(?:_\\d+)?(?:_v\\d+)?)/',
    ),
  },
  { format: HIVE, sign: '_orc_acid_version', isShownBy: at('_orc_acid_version$') },
  // https://docs.databend.com/guides/overview/fuse-engine (sizes of blocks in its segments)
  {
    format: 'a table of Databend',
    sign: '_ss/, _sg/ and _b/',
    isShownBy: at('_(?:ss|sg|b)/[a-z]?[0-9a-f]{32}_v\\d+\\.\\w+$'),
    above: '_ss/',
  },
  // https://hadoop.apache.org/docs/stable/api/org/apache/hadoop/fs/ChecksumFileSystem.html
  {
    format: 'a folder with checksums of Hadoop',
    sign: '.*.crc',
    isShownBy: at('\\.[^/]+\\.crc$'),
  },
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
