"""Slices: databases in memory, on the executors, with the tables of a neardup database and a part of its rows.

The scripts of the pipeline run on them as on any database. Rows come and go as Arrow arrays, a column at a time.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence

from .. import _script
from .._arrow import from_column, to_column
from .._connect import Session
from . import _job

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import Column, DataFrame

BYTES_AT_ONCE = 32 << 20


@contextmanager
def slice_of(values: Optional[Dict[str, Any]] = None) -> Iterator[Session]:
    """An empty slice; with `values`, its table setting has this row."""
    session = _job.session()
    try:
        _script.run_script(session, "sql/schema.sql")
        if values is not None:
            names = ", ".join(f'"{name}"' for name in values)
            session.rows(f"CREATE TABLE main.setting ({names})")
            session.rows(f"INSERT INTO main.setting VALUES ({', '.join('?' * len(values))})", tuple(values.values()))
        yield session
    finally:
        session.close()


def rows_of(columns: "Sequence[Any]") -> List[bytes]:
    """Arrow arrays as the arguments of unpack_columns()."""
    return [to_column(column) for column in columns]


def fill(session: Session, table: str, data: "pa.Table | pa.RecordBatch", **constants: Any) -> None:
    """Inserts rows into the columns of these names, and the constants into others."""
    if data.num_rows == 0:
        return
    names = ", ".join(f'"{name}"' for name in [*data.schema.names, *constants])
    values = ", ".join([*(f"c{i}" for i in range(1, data.num_columns + 1)),
                        *(f"?{i}" for i in range(data.num_columns + 1, data.num_columns + len(constants) + 1))])
    places = ", ".join(f"?{i}" for i in range(1, data.num_columns + 1))
    session.rows(f"INSERT INTO {table} ({names}) SELECT {values} FROM unpack_columns({places})",
                 [*rows_of(data.columns), *constants.values()])


def read(session: Session, schema: "pa.Schema", sql: str, values: Sequence[Any] = ()) -> "pa.RecordBatch":
    """The rows of a query, whose columns are named and in the types of `schema`."""
    import pyarrow as pa

    packed = ", ".join(f'pack_column("{name}")' for name in schema.names)
    (columns,) = session.rows(f"SELECT {packed} FROM ({sql})", values)
    arrays = [from_column(column, field.type) for column, field in zip(columns, schema)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def one_row(schema: "pa.Schema", *values: Any) -> "pa.RecordBatch":
    import pyarrow as pa

    return pa.RecordBatch.from_arrays([pa.array([value], field.type) for value, field in zip(values, schema)],
                                      schema=schema)


def whole(batches: "Iterator[pa.RecordBatch]") -> "Optional[pa.Table]":
    """All rows of a task, if there are any."""
    import pyarrow as pa

    found = list(batches)
    table = pa.Table.from_batches(found) if found else None
    return table if table is not None and table.num_rows > 0 else None


def some(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.Table]":
    """All rows of a task, some megabytes at a time."""
    import pyarrow as pa

    waiting: "List[pa.RecordBatch]" = []
    size = 0
    for batch in batches:
        waiting.append(batch)
        size += batch.nbytes
        if size >= BYTES_AT_ONCE:
            yield pa.Table.from_batches(waiting)
            waiting, size = [], 0
    if waiting:
        yield pa.Table.from_batches(waiting)


def kept(frame: "DataFrame") -> "DataFrame":
    """The frame, cached, and without the plan that makes it: Spark prints the plan of a query at each of its steps,
    with those of all frames that are cached below it, one within the other. Rows that are lost are made again, as
    those of any RDD."""
    from pyspark.sql import DataFrame

    spark = frame.sparkSession
    rows = frame._jdf.queryExecution().toRdd()
    return DataFrame(spark._jsparkSession.internalCreateDataFrame(rows, frame._jdf.schema(), False), spark).persist()


def _murmur3(number: int) -> int:
    """The hash by which Spark assigns an int to a partition (MurmurHash3 of 32 bits, seed 42)."""
    bits = 0xFFFFFFFF

    def rotated(x: int, by: int) -> int:
        return (x << by | x >> (32 - by)) & bits

    mixed = rotated(number * 0xCC9E2D51 & bits, 15) * 0x1B873593 & bits
    found = (rotated(42 ^ mixed, 13) * 5 + 0xE6546B64) & bits ^ 4
    found = (found ^ found >> 16) * 0x85EBCA6B & bits
    found = (found ^ found >> 13) * 0xC2B2AE35 & bits
    found ^= found >> 16
    return found - (1 << 32) if found >> 31 else found


def keys(partitions: int) -> List[int]:
    """For each of `count` partitions an int that Spark sends there, so that none is empty and none has two. (If
    Spark hashed in another way, the work would be divided less evenly, and the result would be the same.)"""
    found: Dict[int, int] = {}
    number = 0
    while len(found) < partitions:
        found.setdefault(_murmur3(number) % partitions, number)
        number += 1
    return [found[place] for place in range(partitions)]


def key_of(place: "Column", partitions: int) -> "Column":
    """The key of the partition with this number, from 0."""
    from pyspark.sql import functions as F

    return F.element_at(F.expr(f"array({', '.join(map(str, keys(partitions)))})"), (place + 1).cast("int"))
