"""Slices: databases in memory, on the executors, with the tables of a neardup database and a part of its rows.

The scripts of the pipeline run on them as on any database. Rows come and go as Arrow arrays, a column at a time.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import lru_cache, reduce
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import Column, DataFrame, SparkSession, functions as F

from .._arrow import from_column, to_column
from .._connect import Session
from .._find import set_parameters
from . import _job
from ._frames import arrow_schema, joint, names

BYTES_AT_ONCE = 32 << 20


ROWS_OF_A_SLICE = 100_000
ROWS_WORTH_A_TASK = 500
ROWS_TO_BROADCAST = 1_000_000  # more rows are joined by a shuffle


@contextmanager
def slice_of(values: Optional[Dict[str, Any]] = None, parameters: Optional[Dict[str, Any]] = None) -> Iterator[Session]:
    """An empty slice. With `values`, its table setting has this row, or with `parameters` that which they give; then what the
    scripts of the pipeline take is there, too. SQLite keeps what exceeds its cache in a file."""
    session = _job.session()
    try:
        session.run("schema")
        for database in "main", "temp":
            session.rows(f"PRAGMA {database}.cache_size = -65536")
        if values is not None or parameters is not None:
            set_parameters(session, parameters or {})
            session.run("sentence_tables.sql")
            session.run("verdict_table.sql")
            session.run("views.sql")
        if parameters is not None:
            session.run("settings")
        if values is not None:
            columns = ", ".join(f'"{name}"' for name in values)
            session.rows(f"INSERT INTO main.setting ({columns}) VALUES ({', '.join('?' * len(values))})", tuple(values.values()))
        yield session
    finally:
        session.close()


def rows_of(columns: Sequence[Any]) -> List[bytes]:
    """Arrow arrays as the arguments of unpack_columns()."""
    return [to_column(column) for column in columns]


def fill(session: Session, table: str, data: pa.Table | pa.RecordBatch) -> None:
    """Inserts rows into the columns of these names, in the order of the key. Others that need a value get 0 or ''."""
    if data.num_rows == 0:
        return
    given, keyed, demanded = list(data.schema.names), [], {}
    for _, name, kind, required, default, key in session.rows(f"PRAGMA table_info({table})"):
        if key and name in given:
            keyed.append((key, given.index(name) + 1))
        elif required and default is None and name not in given:
            demanded[name] = "0" if kind == "INTEGER" else "''"
    into = ", ".join(f'"{name}"' for name in [*given, *demanded])
    values = ", ".join([*(f"c{place}" for place in range(1, len(given) + 1)), *demanded.values()])
    places = ", ".join("?" * len(given))
    order = "".join(f"{', ' if number else ' ORDER BY '}{place}" for number, (_, place) in enumerate(sorted(keyed)))
    session.rows(f"INSERT INTO {table} ({into}) SELECT {values} FROM unpack_columns({places}){order}",
                 rows_of(data.columns))


def read(session: Session, schema: pa.Schema, sql: str, values: Sequence[Any] = ()) -> pa.RecordBatch:
    """The rows of a query, whose columns are named and in the types of `schema`."""
    packed = ", ".join(f'pack_column("{name}")' for name in schema.names)
    (columns,) = session.rows(f"SELECT {packed} FROM ({sql})", values)
    arrays = [from_column(column, field.type) for column, field in zip(columns, schema)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def one_row(schema: pa.Schema, *values: Any) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.array([value], field.type) for value, field in zip(values, schema)],
                                      schema=schema)


def whole(batches: Iterator[pa.RecordBatch]) -> Optional[pa.Table]:
    """All rows of a task, if there are any."""
    found = list(batches)
    table = pa.Table.from_batches(found) if found else None
    return table if table is not None and table.num_rows > 0 else None


def some(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
    """All rows of a task, some megabytes at a time."""
    waiting: List[pa.RecordBatch] = []
    size = 0
    for batch in batches:
        waiting.append(batch)
        size += batch.nbytes
        if size >= BYTES_AT_ONCE:
            yield pa.Table.from_batches(waiting)
            waiting, size = [], 0
    if waiting:
        yield pa.Table.from_batches(waiting)


# ---- Rows of several tables ------------------------------------------------------------------------
#
# Rows of several tables travel as rows of one frame, which has the columns of all; of_table says which are theirs.


def together(frames: Mapping[str, DataFrame], place: Callable[[DataFrame], List[Column]] = lambda frame: []) \
        -> DataFrame:
    """The rows of these tables; before their columns stand those that `place` gives."""
    return reduce(lambda x, y: x.unionByName(y, allowMissingColumns=True), [
        frame.select(*place(frame), F.lit(table).alias("of_table"),
                     *(name for name in frame.columns if name != "slice")) for table, frame in frames.items()])


def apart(rows: pa.Table | pa.RecordBatch, columns: Mapping[str, Sequence[str]]) -> Iterator[Tuple[str, pa.Table]]:
    """The rows of each table."""
    for table, wanted in columns.items():
        yield table, rows.filter(pc.equal(rows["of_table"], table)).select(list(wanted))


def in_joint(schema: pa.Schema, data: pa.Table | pa.RecordBatch, **same: Any) -> pa.RecordBatch:
    """The rows of a table in a schema of several; each of `same` is the one value of a column."""
    given = data.schema.names
    return pa.RecordBatch.from_arrays(
        [pa.repeat(pa.scalar(same[field.name], field.type), data.num_rows) if field.name in same
         else data[field.name].cast(field.type) if field.name in given else pa.nulls(data.num_rows, field.type) for field in schema],
        schema=schema)


def slices_for(spark: SparkSession, rows: int, most: int = 0) -> int:
    """How many slices rows make: one has up to `most`, and there is one for each processor if that is worth a task."""
    return max(1, -(-rows // (most or ROWS_OF_A_SLICE)),
               min(spark.sparkContext.defaultParallelism, rows // ROWS_WORTH_A_TASK))


def near(frame: DataFrame, rows: int) -> DataFrame:
    """The frame, to be sent to all executors if it has few rows."""
    return F.broadcast(frame) if rows <= ROWS_TO_BROADCAST else frame


def sliced(frame: DataFrame, count: int, *by: "str | Column") -> DataFrame:
    """The frame with the slice of each row, by the hash of these columns."""
    return frame.withColumn("slice", F.pmod(F.hash(*by), F.lit(count)))


def in_slices(values: Dict[str, Any], count: int, frames: Dict[str, DataFrame], *, makes: Sequence[str] = (),
              prepare: Callable[[Session], None] = lambda session: None, runs: Sequence[str],
              gives: Mapping[str, str], sources: Mapping[str, str] = {}) -> Dict[str, DataFrame]:
    """Runs scripts of the pipeline on slices of the rows.

    values    the setting
    frames    for each table that a slice gets the rows, with some columns of the table, and `slice`, from 0
    count     how many slices there are
    makes     statements and scripts that make tables; they run before these are filled
    prepare   is called when the tables are filled
    runs      scripts that run then; each again as long as it prints 1, which says that there is more
    gives     for each table of the result its columns
    sources   what it is read from, if that is not the table of this name

    The result is cached, and its tables are read from there."""
    spark = next(iter(frames.values())).sparkSession
    values = dict(values, threads=_job.threads(spark, count))
    given = {table: [name for name in frame.columns if name != "slice"] for table, frame in frames.items()}
    schema = joint(["of_table string", *gives.values()])

    def task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        rows = whole(batches)
        if rows is None:
            return
        with slice_of(values) as session:
            for statement in makes:
                session.run(statement) if statement.endswith(".sql") else session.rows(statement)
            for table, data in apart(rows, given):
                fill(session, table, data)
            del rows, data
            prepare(session)
            for script in runs:
                while session.run(script) == "1":
                    pass
            for table, columns in gives.items():
                found = read(session, arrow_schema(columns), f"SELECT {', '.join(names(columns))}"
                                                             f"  FROM {sources.get(table, table)}")
                yield in_joint(arrow_schema(schema), found, of_table=table)

    key = F.element_at(F.expr(f"array({', '.join(map(str, keys(count)))})"), (F.col("slice") + 1).cast("int"))
    rows = together(frames, lambda frame: [key.alias("slice_key")])
    found = kept(rows.repartition(count, "slice_key").mapInArrow(task, schema))
    return {table: found.where(F.col("of_table") == table).select(*names(columns)) for table, columns in gives.items()}


# ---- Frames and partitions -----------------------------------------------------------------------


def kept(frame: DataFrame) -> DataFrame:
    """The frame, cached, and without the plan that makes it: Spark prints the plan of a query at each of its steps,
    with those of all frames that are cached below it, one within the other. Rows that are lost are made again, as
    those of any RDD."""
    spark = frame.sparkSession
    rows = frame._jdf.queryExecution().toRdd()
    return DataFrame(spark._jsparkSession.internalCreateDataFrame(rows, frame._jdf.schema(), False), spark).persist()


@lru_cache(maxsize=None)
def keys(partitions: int) -> List[int]:
    """For each of the partitions an int that Spark sends there, so that none is empty and none has two."""
    ((places,),) = SparkSession.active().sql(f"SELECT transform(sequence(0, {32 * partitions}), number -> "
                                             f"pmod(hash(CAST(number AS INT)), {partitions}))").collect()
    first = {place: number for number, place in reversed(list(enumerate(places)))}
    return [first[place] for place in range(partitions)]
