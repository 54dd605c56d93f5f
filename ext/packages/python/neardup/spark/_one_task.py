"""The pipeline in one task, for texts that fit one: the jobs as they are, on a database in Spark's local
folder.

Dividing the work costs more than it gains until there are some millions of sentences. So run() divides it only then.
"""

from __future__ import annotations

import os
from typing import Any, Dict, Iterator, Mapping, Sequence

import pyarrow as pa
from pyspark.sql import DataFrame, functions as F

from .._connect import Session
from .._find import set_parameters
from . import _job
from ._frames import FINDINGS, Task, Texts, arrow_schema
from ._slices import apart, fill, kept, keys, one_row, read, together

SENTENCES_MOST = 3_000_000  # for about one gigabyte of memory
ROWS_AT_ONCE = 100_000
PARTITIONS_MOST = 8  # of what was found

# What the pipeline reads of the tables of texts.
READ = {
    "source": ("id", "name", "kind", "base", "language", "dump_date"),
    "article": ("id", "source_id", "titled", "title", "revision_time"),
    "article_language": ("article_id", "language"),
    "alias": ("source_id", "title", "target", "section"),
    "sentence": ("id", "article_id", "position", "block", "text"),
}

FOUND = "key int, name string, rows binary"


def _packed(session: Session, table: str, part_keys: Sequence[int]) -> Iterator[pa.RecordBatch]:
    """The rows of a table as streams of Arrow, each in one row of Spark: it would look at each of them otherwise. In
    turn they belong to the partitions with these keys."""
    schema = arrow_schema(FINDINGS[table])
    listed = ", ".join(f'CAST("{field.name}" AS TEXT) AS "{field.name}"' if pa.types.is_string(field.type)
                        else f'"{field.name}"' for field in schema)
    found = read(session, schema, f"SELECT {listed} FROM main.{table}")
    for number, first in enumerate(range(0, found.num_rows, ROWS_AT_ONCE)):
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as stream:
            stream.write_batch(found.slice(first, ROWS_AT_ONCE))
        yield one_row(arrow_schema(FOUND), part_keys[number % len(part_keys)], table, sink.getvalue().to_pybytes())


def _task(given: Mapping[str, Sequence[str]], parameters: Dict[str, Any], threads: int, part_keys: Sequence[int]) -> Task:
    def task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with _job.local_folder() as folder:
            session = _job.session(os.path.join(folder, "texts.db"))
            try:
                session.rows("PRAGMA journal_mode = OFF")  # nobody else reads it, and an error ends it
                session.rows("PRAGMA synchronous = OFF")
                session.run("schema")
                for batch in batches:
                    for table, rows in apart(batch, given):
                        fill(session, table, rows)
                set_parameters(session, parameters)
                # 0 is as many as this machine has processors. They belong to other tasks, too.
                session.rows("UPDATE parameters SET threads = ? WHERE threads = 0", (threads,))
                session.run("find")
                for table in "parameters", "setting":
                    session.rows(f"UPDATE {table} SET threads = ?", (parameters.get("threads", 0),))
                session.run("templates")
                for table in FINDINGS:
                    yield from _packed(session, table, part_keys)
            finally:
                session.close()

    return task


def _unpack(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        for rows in batch["rows"]:
            yield from pa.ipc.open_stream(rows.as_buffer())


def run_in_one_task(texts: Texts, parameters: Dict[str, Any]) -> Dict[str, DataFrame]:
    """Runs the pipeline with these parameters, which check() has let through, and gives its tables. They are stored
    in the executors."""
    given = {table: [name for name in columns if name in texts.frames[table].columns]
             for table, columns in READ.items() if table in texts.frames}  # texts may have no aliases or dates
    rows = together({table: texts.frames[table].select(*columns) for table, columns in given.items()})
    # Large tables are spread, so that many executors can go on with them.
    part_keys = keys(min(texts.spark.sparkContext.defaultParallelism, PARTITIONS_MOST))
    task = _task(given, parameters, _job.threads(texts.spark, 1), part_keys)
    found = kept(rows.coalesce(1).mapInArrow(task, FOUND).repartition(len(part_keys), "key"))
    found.count()
    return {table: found.where(F.col("name") == table).select("rows").mapInArrow(_unpack, schema)
            for table, schema in FINDINGS.items()}
