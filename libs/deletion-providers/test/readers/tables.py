"""
Writes and reads tables in formats that store metadata about their files.
"tables.py write <folder>" writes the tables. "tables.py read <folder>" prints how many rows the
reader of each format finds.
"""

import glob
import json
import os
import sys

import deltalake
import duckdb
import fastparquet
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
from pyiceberg.catalog.sql import SqlCatalog

ACTION, FOLDER = sys.argv[1], sys.argv[2]
ROWS = pa.table({"userId": [f"user-{n % 50}" for n in range(1000)], "n": list(range(1000))})


def iceberg():
    return SqlCatalog("books", uri=f"sqlite:///{FOLDER}/catalogs/iceberg.db", warehouse=f"file://{FOLDER}")


def ducklake():
    (extension,) = [path for root in sys.path for path in
                    glob.glob(f"{root}/duckdb_extension_ducklake/**/*.duckdb_extension", recursive=True)]
    con = duckdb.connect(config={"allow_unsigned_extensions": True})
    con.execute(f"load '{extension}'")
    con.execute(f"attach 'ducklake:{FOLDER}/catalogs/lake.db' as lake (data_path '{FOLDER}/ducklake/')")
    return con


def write():
    os.makedirs(f"{FOLDER}/catalogs")
    deltalake.write_deltalake(f"{FOLDER}/delta", ROWS)
    iceberg().create_namespace("ns")
    # The table "far" stores its metadata outside the folder of its data.
    for name, more in {"near": {}, "far": {"write.metadata.path": f"file://{FOLDER}/books"}}.items():
        location = f"file://{FOLDER}/iceberg-{name}"
        iceberg().create_table(f"ns.{name}", ROWS.schema, location=location, properties=more).append(ROWS)
    con = ducklake()
    con.register("t", ROWS)
    con.execute("create table lake.events as from t")
    collected = []
    pq.write_to_dataset(ROWS, f"{FOLDER}/summary", metadata_collector=collected)
    pq.write_metadata(ROWS.schema, f"{FOLDER}/summary/_metadata", metadata_collector=collected)
    fastparquet.write(f"{FOLDER}/hive", ROWS.to_pandas(), file_scheme="hive", row_group_offsets=300)
    # "plain" is no table. It consists of plain files in folders, and of a schema without lengths.
    parts = ROWS.append_column("p", pa.array([n % 2 for n in range(1000)]))
    pq.write_to_dataset(parts, f"{FOLDER}/plain", partition_cols=["p"])
    pq.write_metadata(parts.schema, f"{FOLDER}/plain/_common_metadata")


def read():
    return {
        "delta": deltalake.DeltaTable(f"{FOLDER}/delta").to_pyarrow_table().num_rows,
        "iceberg-near": iceberg().load_table("ns.near").scan().to_arrow().num_rows,
        "iceberg-far": iceberg().load_table("ns.far").scan().to_arrow().num_rows,
        "ducklake": ducklake().execute("select count(*) from lake.events").fetchone()[0],
        "ducklake-sum": ducklake().execute("select sum(length(userId)) from lake.events").fetchone()[0],
        "summary": ds.parquet_dataset(f"{FOLDER}/summary/_metadata").to_table().num_rows,
        "hive": len(fastparquet.ParquetFile(f"{FOLDER}/hive").to_pandas()),
        "plain": ds.dataset(f"{FOLDER}/plain", partitioning="hive").to_table().num_rows,
    }


if ACTION == "write":
    write()
else:
    print(json.dumps(read()))
