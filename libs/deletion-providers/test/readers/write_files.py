"""
Writes 200 Parquet files with many combinations of writers, codecs and encodings into a folder.
Usage: write_files.py <folder> <seed>
"""

import datetime
import decimal
import itertools
import random
import sys

import duckdb
import fastparquet
import pyarrow as pa
import pyarrow.parquet as pq

FOLDER, SEED = sys.argv[1], int(sys.argv[2])
pick = random.Random(SEED)
SCHEMA = pa.schema([
    ("userId", pa.string()), ("rid", pa.int64()), ("i32", pa.int32()), ("i64", pa.int64()),
    ("d", pa.float64()), ("b", pa.bool_()), ("s", pa.string()), ("bin", pa.binary()),
    ("dec", pa.decimal128(20, 2)), ("ts", pa.timestamp("us")), ("date", pa.date32()),
    ("li", pa.list_(pa.int32())), ("ll", pa.list_(pa.list_(pa.int32()))),
    ("m", pa.map_(pa.string(), pa.int64())),
    ("st", pa.struct([("a", pa.int32()), ("b", pa.string()), ("c", pa.list_(pa.string()))])),
])


def table(count, nulls):
    r = random.Random(pick.random())

    def may(value):
        return None if r.random() < nulls else value

    def row(index):
        return {
            "userId": may(f"user-{r.randrange(97)}"),
            "rid": index,
            "i32": may(r.randrange(-2**31, 2**31)),
            "i64": may(r.randrange(-2**63, 2**63)),
            "d": may(r.choice([r.random() * 1e9, -0.0, 1e-300])),
            "b": may(r.random() < 0.5),
            "s": may(r.choice(["", "é" * r.randrange(20), "x" * r.randrange(300), "same"])),
            "bin": may(r.randbytes(r.randrange(9))),
            "dec": may(decimal.Decimal(r.randrange(-10**17, 10**17)).scaleb(-2)),
            "ts": may(datetime.datetime(2020, 1, 1) + datetime.timedelta(microseconds=r.randrange(10**14))),
            "date": may(datetime.date(2000, 1, 1) + datetime.timedelta(days=r.randrange(9000))),
            "li": may([may(r.randrange(100)) for _ in range(r.randrange(4))]),
            "ll": may([may([r.randrange(5) for _ in range(r.randrange(3))]) for _ in range(r.randrange(3))]),
            "m": may([(f"k{k}", r.randrange(9)) for k in range(r.randrange(3))]),
            "st": may({"a": may(r.randrange(9)), "b": may("t"), "c": may([may("z")] * r.randrange(3))}),
        }

    return pa.Table.from_pylist([row(index) for index in range(count)], schema=SCHEMA)


DELTAS = {"userId": "DELTA_BYTE_ARRAY", "s": "DELTA_LENGTH_BYTE_ARRAY", "i32": "DELTA_BINARY_PACKED",
          "i64": "DELTA_BINARY_PACKED", "d": "BYTE_STREAM_SPLIT", "b": "RLE"}


def write_pyarrow(name, version, codec, encoding, has_checksums):
    options = {"use_dictionary": encoding == "dict"}
    if encoding == "delta":
        options["column_encoding"] = DELTAS
    rows = table(pick.choice([1, 60, 400, 1500]), pick.choice([0, 0.1, 0.5]))
    writer = pq.ParquetWriter(
        f"{FOLDER}/{name}.parquet", SCHEMA, data_page_version=version, compression=codec,
        write_page_checksum=has_checksums, data_page_size=pick.choice([200, 4096, 1 << 20]),
        write_page_index=pick.random() < 0.5, write_statistics=pick.random() < 0.8,
        use_deprecated_int96_timestamps=pick.random() < 0.2,
        bloom_filter_options={"userId": True} if pick.random() < 0.3 else None,
        sorting_columns=[pq.SortingColumn(1)] if pick.random() < 0.3 else None, **options)
    writer.write_table(rows, row_group_size=pick.choice([50, 333, 10_000]))
    if pick.random() < 0.15:
        writer.write_table(rows.slice(0, 0))
    writer.close()


def write_duckdb(name, version, codec):
    con = duckdb.connect()
    con.register("t", table(pick.choice([5, 300, 3000]), pick.choice([0, 0.2])))
    con.execute(f"copy (from t) to '{FOLDER}/{name}.parquet' (format parquet, codec '{codec}', "
                f"parquet_version '{version}', row_group_size 2048)")


def write_fastparquet(name, codec):
    rows = table(pick.choice([5, 300, 1000]), pick.choice([0, 0.2]))
    frame = rows.select(["userId", "rid", "i64", "d", "b", "s", "ts"]).to_pandas()
    fastparquet.write(f"{FOLDER}/{name}.parquet", frame, compression=codec, row_group_offsets=100)


kinds = list(itertools.product(["1.0", "2.0"], ["none", "snappy", "gzip", "brotli", "zstd", "lz4"],
                               ["dict", "plain", "delta"], [False, True]))
for index, kind in enumerate((kinds * 2)[:136]):
    write_pyarrow(f"pyarrow-{index:03d}", *kind)
kinds = list(itertools.product(["V1", "V2"], ["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw"]))
for index, kind in enumerate((kinds * 4)[:40]):
    write_duckdb(f"duckdb-{index:03d}", *kind)
for index in range(24):
    write_fastparquet(f"fastparquet-{index:03d}", [None, "SNAPPY", "GZIP", "ZSTD"][index % 4])
