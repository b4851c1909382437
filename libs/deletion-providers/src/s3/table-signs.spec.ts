import { signOfManifest, signOfName } from './table-signs.js';

const ID = '01a21818-24a9-790f-b905-aeb4bcbd5e92';

describe('table signs', () => {
  it.each([
    ['Delta Lake', 't/_delta_log/00000000000000000000.json'],
    ['Delta Lake', '_delta_log/00000000000000000010.checkpoint.parquet'],
    ['Delta Lake', `t/deletion_vector_${ID}.bin`],
    ['Apache Hudi', 't/.hoodie/hoodie.properties'],
    ['Apache Hudi', 't/p=1/.hoodie_partition_metadata'],
    ['Apache Iceberg', 't/metadata/v3.metadata.json'],
    ['Apache Iceberg', 't/metadata/v3.gz.metadata.json'],
    ['Apache Iceberg', `books/00001-${ID}.metadata.json`],
    ['Apache Iceberg', `t/metadata/snap-5540838800873691289-0-${ID}.avro`],
    ['Apache Iceberg', `t/metadata/${ID}-m0.avro`],
    ['Apache Iceberg', 't/metadata/version-hint.text'],
    ['DuckLake', `main/ev/ducklake-${ID}.parquet`],
    ['DuckLake', `main/ev/year=2026/ducklake-${ID}-delete.parquet`],
    ['a summary file', 't/_metadata'],
    ['Spark Structured Streaming', 't/_spark_metadata/0'],
    ['Apache Paimon', 'db.db/t/snapshot/snapshot-1'],
    ['Apache Paimon', 'db.db/t/schema/schema-0'],
    ['Apache Paimon', `db.db/t/manifest/manifest-list-${ID}-0`],
    ['Apache Paimon', `db.db/t/dt=1/bucket-0/data-${ID}-0.parquet`],
    ['Lance', 't.lance/_versions/1.manifest'],
    ['Lance', `data/${ID}.lance`],
    ['Apache Hive', 't/delta_0000001_0000001_0000/000000_0'],
    ['Apache Hive', 't/delete_delta_0000005_0000005/bucket_00000'],
    ['Apache Hive', 't/base_0000004_v0000027/bucket_00001'],
    ['Apache Hive', 't/x/_orc_acid_version'],
    ['Databend', '1/7/_b/39a6dbbfd9b44ad5a8ec8ab264c93cf5_v0.parquet'],
    ['Databend', '1/7/_ss/e7ccbdcff8d54ebe9aee85d9fbb3dbcb_v4.mpk'],
    ['checksums of Hadoop', 't/.part-00000.parquet.crc'],
  ])('show %s by the key %s', (format, key) => {
    expect(signOfName(key)?.format).toContain(format);
  });

  it.each([
    't/_SUCCESS',
    't/_committed_4623469284',
    't/_started_4623469284',
    't/_common_metadata',
    't/p=1/part-00000-acc41733-b025-4faa-90e6-0acc11067b4f-c000.snappy.parquet',
    't/000000_0',
    't/metadata/users.json',
    't/metadata/a.avro',
    't/my_metadata',
    't/snapshot/2026-11-26.parquet',
    't/schema/events.json',
    't/base_2026/1.jsonl',
    't/delta_1_2/1.jsonl',
    't/bucket-3/1.parquet',
    't/bucket-3/data.parquet',
    'ducklake-exports/1.parquet',
    't/balance/1.jsonl',
    't/lance/1.jsonl',
    't/a.crc',
    't/versions/1.manifest',
    't/part.0.parquet',
    'data/_b/1.jsonl',
  ])('show no table for the key %s', (key) => {
    expect(signOfName(key)).toBeUndefined();
  });

  it('include manifests that contain lengths or checksums of files', () => {
    const entry = '{"entries":[{"url":"s3://b/1","meta":{"content_length":5956875}}]}';
    expect(signOfManifest(entry)?.sign).toContain('content_length');
    expect(signOfManifest('{"itemCount":8,"md5Checksum":"sQ=="}')?.sign).toContain('md5Checksum');
    expect(signOfManifest('{"entries":[{"url":"s3://b/1","mandatory":true}]}')).toBeUndefined();
  });
});
