"""Texts from DataFrames and from folders of Parquet, and frames into such folders.

    texts = from_frame(spark.read.csv("reviews.csv", header=True), text="body", id="review", title="product")
    texts = read_parquet(spark, "s3a://bucket/tables")

A folder has a dataset for each table, FOLDER/TABLE/*.parquet, and the file _neardup.json, which is written last: see
neardup/_database.py, which makes a database of such a folder and such a folder of a database. Folders are wherever
Hadoop's file systems are: paths on this machine, hdfs://, s3a:// ...
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import accumulate
from typing import Any, Dict, List, Optional, Tuple

from pyspark.sql import Column, DataFrame, SparkSession, functions as F

from .. import _database, version
from .._connect import Error, Session
from .._find import check_language
from ._slices import kept
from ._frames import SCHEMAS, Texts, columns

TABLES_AT_ONCE = 4  # that are written
BOUND_LENGTH = 64  # characters of an id or a text by which they are divided into parts
# What str.strip() takes away.
WHITE_SPACE = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


# ---- Folders -------------------------------------------------------------------------------------

class Folder:
    """A folder in one of Hadoop's file systems."""

    def __init__(self, spark: SparkSession, path: str) -> None:
        self.path = path.rstrip("/") or path
        jvm, context = spark._jvm, spark.sparkContext._jsc
        self._path, self._io = jvm.org.apache.hadoop.fs.Path, jvm.org.apache.commons.io.IOUtils
        self._here = self._path(self.path)
        self._system = self._here.getFileSystem(context.hadoopConfiguration())

    def _of(self, *names: str) -> Any:
        place = self._here
        for name in names:
            place = self._path(place, name)
        return place

    def exists(self, *names: str) -> bool:
        return bool(self._system.exists(self._of(*names)))

    def list(self, *names: str) -> List[Tuple[str, int, bool]]:
        """What is in it: (name, bytes, whether it is a folder)."""
        return sorted((status.getPath().getName(), status.getLen(), status.isDirectory())
                      for status in self._system.listStatus(self._of(*names)))

    def files(self, table: str) -> Dict[str, int]:
        """The Parquet files of a table, with their sizes."""
        return {name: size for name, size, _ in self.list(table) if not name.startswith((".", "_"))}

    def read(self, name: str) -> str:
        stream = self._system.open(self._of(name))
        try:
            return str(self._io.toString(stream, "UTF-8"))
        except Exception as error:
            raise Error(f"neardup: {self.path}/{name} cannot be read: {_in_place(error)}") from error
        finally:
            stream.close()

    def write(self, name: str, text: str) -> None:
        stream = self._system.create(self._of(name), False)
        try:
            stream.write(bytearray(text, "utf-8"))
        finally:
            stream.close()

    def remove(self, *names: str) -> None:
        self._system.delete(self._of(*names), True)


def _in_place(error: Exception) -> str:
    """What an exception of the JVM says, in one line."""
    found = getattr(error, "java_exception", None)
    return str(found.getMessage() if found is not None else error).partition("\n")[0]


def _selected(frame: DataFrame, table: str, path: str) -> DataFrame:
    """The columns that the table has, in its order and its types."""
    listed = [_database.Column(name, {"long": "INTEGER", "string": "TEXT"}[kind], False)
               for name, kind in columns(SCHEMAS[table])]
    untyped = {"article": "key", "carried": "value"}.get(table)
    known = [column._replace(type="") if column.name == untyped else column for column in listed]
    _database.check_columns(frame.columns, known, path)
    types = dict(frame.dtypes)
    chosen = []
    for column in listed:
        kind = types[column.name]
        if kind not in {"INTEGER": ("bigint", "int", "smallint", "tinyint"), "TEXT": ("string",)}[column.type]:
            raise Error(f"neardup: {path}: column {column.name} has the type {kind}, and "
                        f"{'bigint' if column.type == 'INTEGER' else 'string'} is expected")
        chosen.append(F.col(column.name).cast("long" if column.type == "INTEGER" else "string"))
    if untyped is not None and _database.type_column(untyped) in frame.columns:
        chosen.append(F.col(_database.type_column(untyped)))
    return frame.select(*(column.alias(name) for column, name in zip(
        chosen, [column.name for column in listed] + [_database.type_column(untyped or "")])))


def read_parquet(spark: SparkSession, folder: str) -> Texts:
    """The texts in a folder that Findings.write(), write() or the command `neardup parquet` has written. Raises
    Error if it is not complete, or if its tables do not have the columns of a neardup database."""
    there = Folder(spark, folder)
    if not there.exists():
        raise Error(f"neardup: there is no folder {folder}")
    if not there.exists(_database.MANIFEST):
        raise _database.incomplete(there.path)
    listed = _database.read_manifest(there.read(_database.MANIFEST), f"{there.path}/{_database.MANIFEST}")
    tables = [name for name, _, is_folder in there.list() if is_folder and name in SCHEMAS]
    found = {table: there.files(table) for table in tables}
    _database.check_manifest(None if listed is None else {name: listed[name] for name in listed if name in SCHEMAS},
                             found, there.path)
    for table in _database.NEEDED:
        if not found.get(table):
            raise _database.missing_table(there.path, table)
    frames = {}
    for table in tables:
        path = f"{there.path}/{table}"
        try:
            frame = spark.read.parquet(path)
        except Exception as error:
            raise Error(f"neardup: {path} cannot be read: {_in_place(error)}") from error
        frames[table] = _selected(frame, table, path)
    return Texts(spark, frames)


def write(frames: Dict[str, DataFrame], folder: str) -> None:
    """Writes each frame as a Parquet dataset, FOLDER/TABLE. The folder must be new, or empty. After an error what
    was written is removed; if even the driver ends, _neardup.json is missing, so nobody takes the folder for whole."""
    spark = next(iter(frames.values())).sparkSession
    there = Folder(spark, folder)
    if there.exists() and there.list():
        raise Error(f"neardup: {folder} is there already, and not an empty folder. It stays as it is; name a new one")

    def write_table(table: str) -> None:
        frames[table].write.option("compression", "zstd").parquet(f"{there.path}/{table}")

    try:
        # Most tables are small, and take Spark longer to begin than to write.
        with ThreadPoolExecutor(TABLES_AT_ONCE) as threads:
            list(threads.map(write_table, frames))
        there.write(_database.MANIFEST, _database.manifest({table: there.files(table) for table in frames}))
    except BaseException:
        for name in (*frames, _database.MANIFEST):
            there.remove(name)
        raise


# ---- DataFrames ----------------------------------------------------------------------------------

def _column(frame: DataFrame, name: str, what: str) -> Column:
    if frame.columns.count(name) != 1:
        raise KeyError(f"from_frame(): there is no column {name!r} for {what}; there are {', '.join(frame.columns)}"
                       if name not in frame.columns else f"from_frame(): there are two columns {name!r}")
    return F.col("`" + name.replace("`", "``") + "`")


def _keyed(frame: DataFrame, id: Optional[str]) -> Tuple[Column, Column, str, Column]:
    """By what the texts are in order, their keys as strings, the type of these in SQLite, and page_id."""
    none = F.lit(None).cast("long")
    if id is None:
        return F.lit(0), F.lit(None).cast("string"), "text", none
    column, kind = _column(frame, id, "id"), dict(frame.dtypes)[id]
    if kind in ("tinyint", "smallint", "int", "bigint", "boolean"):
        whole = column.cast("long")
        return whole, whole.cast("string"), "integer", whole
    if kind in ("float", "double"):
        real = F.when(~F.isnan(column), column.cast("double"))  # NaN is NULL in SQLite
        return real, real.cast("string"), "real", none
    if kind == "binary":
        return F.hex(column), F.hex(column), "blob", none
    if kind == "string" or kind in ("date", "timestamp", "timestamp_ntz"):
        return column.cast("string"), column.cast("string"), "text", none
    if kind.startswith("decimal"):
        return column, column.cast("string"), "text", none
    raise TypeError(f"from_frame(): the column {id!r} must have numbers, strings or dates, not {kind}")


def _check_ids(whole: DataFrame, id: Optional[str]) -> Dict[bool, int]:
    """Each text must have an id, which no other has. How many rows have a text, and how many have none."""
    counts = {row.is_text: row for row in whole.groupBy("is_text", "order").agg(F.count("*").alias("rows")).groupBy("is_text").agg(
        F.sum("rows").alias("rows"), F.max("rows").alias("most"), F.count("order").alias("ids"),
        F.max_by("order", "rows").alias("frequent"), F.count("*").alias("different")).collect()}
    if True in counts and counts[True].ids < counts[True].different:
        raise ValueError(f"from_frame(): the column {id!r} has a text without an id: it is NULL, or NaN. Leave such "
                         "rows out, or give them ids")
    if id is not None and True in counts and counts[True].most > 1:
        raise ValueError(f"from_frame(): the column {id!r} has the id {counts[True].frequent!r} {counts[True].most} times; "
                         "ids must be unique")
    return {is_text: counts[is_text].rows if is_text in counts else 0 for is_text in (True, False)}


def _numbered(frame: DataFrame, text: Column, title: Column, id: Optional[str]) -> Tuple[DataFrame, int, int]:
    """The texts that there are, as rows (number, text, title, key, key_type, page_id), numbered 1, 2 ... in the order
    of their ids, or else of the texts themselves. And how many rows there are, with text and in all.

    The number of a row is that of the rows before it: those of earlier partitions, which are counted, and those of its
    own. kept() fixes where partitions begin, so it does not depend on what a lost executor computes again."""
    order, key, kind, page_id = _keyed(frame, id)
    whole = frame.select(order.alias("order"), text.alias("text"), title.cast("string").alias("title"),
                         key.alias("key"), F.lit(kind).alias("key_type"), page_id.alias("page_id"))
    whole = whole.withColumn("is_text", F.coalesce(F.col("text").rlike(f"[^{WHITE_SPACE}]"), F.lit(False)))
    counts = _check_ids(whole, id)
    by = "text" if id is None else "order"
    bound = F.substring(by, 1, BOUND_LENGTH) if dict(whole.dtypes)[by] == "string" else F.col(by)
    ordered = kept(whole.where("is_text").repartitionByRange(bound).sortWithinPartitions("order", "text", "title")
                   .withColumn("place", F.monotonically_increasing_id()))
    part, row = F.shiftright("place", 33), F.col("place") % F.lit(1 << 33)
    rows = dict(ordered.groupBy(part).count().collect())
    before = F.array(*map(F.lit, accumulate((rows.get(part, 0) for part in range(max(rows, default=0))), initial=0)))
    numbered = ordered.withColumn("number", F.element_at(before.cast("array<long>"), (part + 1).cast("int")) + row + 1)
    return (numbered.select("number", "text", "title", "key", "key_type", "page_id"), counts[True], sum(counts.values()))


def from_frame(frame: DataFrame, *, text: str = "text", id: Optional[str] = None, title: Optional[str] = None,
               language: Optional[str] = None) -> Texts:
    """Texts of a DataFrame, one in a row, each of which stays whole. What neardup.find() stores of a list of the same
    texts, in the order of their ids, has the same rows.

    text      the column of the texts. NULL, and text of white space only, are left out
    id        a column of unique numbers, strings or dates: sentences are numbered 1, 2 ... in their order, and
              article.key keeps them. Without it the order is that of the texts themselves
    title     a column that says what each text is about
    language  whose words for numbers, months and so on are understood; None: the words tell

    The frame is read three times. If that is slow, call its persist() before."""
    with closing(Session("")) as session:
        check_language(session, language)
    spark = frame.sparkSession
    column = _column(frame, text, "text")
    if dict(frame.dtypes)[text] != "string":
        raise TypeError(f"from_frame(): the column {text!r} must have strings, not {dict(frame.dtypes)[text]}")
    titles = F.lit(None) if title is None else _column(frame, title, "title")
    numbered, count, rows = _numbered(frame, column, titles, id)
    now = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
    source = {"id": 1, "name": "texts", "kind": "text", "options": "whole", "program_version": version,
              "started_at": now, "finished_at": now, "language": language, "pages": rows, "articles": count,
              "redirects": 0, "sentences": count, "damaged": 0}
    names = [name for name, _ in columns(SCHEMAS["source"])]
    one, zero = F.lit(1).cast("long"), F.lit(0).cast("long")
    article = numbered.select(
        F.col("number").alias("id"), one.alias("source_id"), "page_id", zero.alias("namespace"),
        F.coalesce("title", F.concat(F.lit("texts:"), "number")).alias("title"),
        F.lit(None).cast("long").alias("revision_id"), F.lit(None).cast("string").alias("revision_time"),
        F.col("title").isNotNull().cast("long").alias("titled"), "key",
        F.when(F.col("key").isNotNull(), F.col("key_type")).alias("key_type"))
    sentence = numbered.select(
        F.col("number").alias("id"), F.col("number").alias("article_id"), one.alias("position"),
        one.alias("paragraph"), F.lit("").alias("section"), F.lit("prose").alias("block"), "text")
    return Texts(spark, {
        "source": spark.createDataFrame([tuple(source.get(name) for name in names)], SCHEMAS["source"]),
        "article": article, "sentence": sentence})
