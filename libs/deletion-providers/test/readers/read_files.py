"""
Compares Parquet files before and after a rewrite. Usage: read_files.py <before> <after> <userId>...
Prints the following for each reader and column: the number of files in which the values of the
remaining rows are equal, the files with wrong values, and the number of files that the reader
cannot read before the rewrite.
"""

import collections
import contextlib
import json
import os
import sys
import warnings

import duckdb
import fastparquet
import numpy as np
import pandas as pd
import pyarrow.parquet as pq

warnings.simplefilter("ignore")
BEFORE, AFTER, GONE = sys.argv[1], sys.argv[2], set(sys.argv[3:])


def plain(value):
    if value is pd.NaT or value is pd.NA or value is None:
        return None
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, dict):
        return tuple((key, plain(each)) for key, each in value.items())
    if isinstance(value, (list, tuple, np.ndarray)):
        return tuple(plain(each) for each in value)
    if isinstance(value, float):
        return None if value != value else value.hex()
    return repr(value)


# With other encodings than these, fastparquet may crash the process. It misreads booleans in RLE
# and some maps, also in files that pyarrow has written.
MISREAD_BY_FASTPARQUET = {"m"}
KNOWN_TO_FASTPARQUET = {"PLAIN", "RLE", "PLAIN_DICTIONARY", "RLE_DICTIONARY", "BIT_PACKED"}


def encodings(file):
    metadata = pq.read_metadata(file)
    # The names are read from the schema, because a file without rows has columns but no row groups.
    found = {name: set() for name in pq.read_schema(file).names}
    for group in range(metadata.num_row_groups):
        for index in range(metadata.num_columns):
            chunk = metadata.row_group(group).column(index)
            found[chunk.path_in_schema.split(".")[0]].update(chunk.encodings)
    return found


def by_pyarrow(file):
    rows = pq.ParquetFile(file, page_checksum_verification=True).read()
    return {name: rows.column(name).to_pylist() for name in rows.column_names}


def by_duckdb(file):
    query = f"select * from read_parquet('{file}', file_row_number = true) order by file_row_number"
    result = duckdb.connect().execute(query)
    names = [name for (name, *_) in result.description]
    rows = result.fetchall()
    return {name: [row[at] for row in rows] for at, name in enumerate(names) if name != "file_row_number"}


def by_fastparquet(file):
    values = {}
    for name, used in encodings(file).items():
        is_known = KNOWN_TO_FASTPARQUET.issuperset(used) and used != {"RLE"}
        if is_known and name not in MISREAD_BY_FASTPARQUET:
            with contextlib.suppress(Exception):
                frame = fastparquet.ParquetFile(file).to_pandas(columns=[name], index=False)
                values[name] = frame[name].tolist()
    return values


def read(reader, file):
    try:
        return READERS[reader](file)
    except Exception:
        return {}


READERS = {"pyarrow": by_pyarrow, "duckdb": by_duckdb, "fastparquet": by_fastparquet}
found = collections.defaultdict(lambda: {"equal": 0, "wrong": [], "unreadable": 0})
for file in sorted(os.listdir(BEFORE)):
    users = by_duckdb(f"{BEFORE}/{file}")["userId"]
    for reader in READERS:
        before, after = read(reader, f"{BEFORE}/{file}"), read(reader, f"{AFTER}/{file}")
        for name in pq.read_schema(f"{BEFORE}/{file}").names:
            result = found[f"{reader} {name}"]
            if name not in before:
                result["unreadable"] += 1
                continue
            want = [plain(value) for value, user in zip(before[name], users) if user not in GONE]
            if name in after and [plain(value) for value in after[name]] == want:
                result["equal"] += 1
            else:
                result["wrong"].append(file)
print(json.dumps(found))
