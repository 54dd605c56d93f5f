"""read_dumps(): files as texts. Each part of a file is a task, which runs `neardup load`.

    load     each task loads its part into a database of its own, in Spark's local folder, and gives its rows, whose
             ids begin anew in each part; Spark writes them once, as Parquet
    count    the driver learns what each part has: one row a part
    number   whoever reads the rows adds what the parts before have: these are the ids, offsets and numbers that one
             `neardup load` of all the files gives

A task that is lost or runs twice leaves nothing: Spark commits the rows of one attempt only.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import subprocess
import tempfile
import uuid
from contextlib import suppress
from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession, functions as F

from .._connect import Error, Session
from .._database import sources, type_column
from . import _job
from ._frames import SCHEMAS, Texts, arrow_schema, columns, joint, names
from ._slices import in_joint, one_row
from ._store import Folder

Name = Union[str, "os.PathLike[str]"]

PARTS_MOST = 1_000_000
BYTES_OF_A_PART, BYTES_OF_BZIP2 = 256 << 20, 64 << 20  # of the file
UNCUT = (b"\x1f\x8b", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"SQLite format 3\0")  # how files begin that cannot be cut
VECTORS = ("word2vec", "glove", "fasttext")
MADE_TITLES = ("text", "csv", "tsv", "jsonl")  # formats whose records may be called FILE:NUMBER
POLYNOMIAL = 0xC96C5795D7870F42  # of CRC-64 as in xz, reflected

# The options of `neardup load` that change what is read.
NAMES = ("format", "language", "encoding", "document", "delimiter", "table", "query")
SWITCHES = ("whole", "no_header")
LISTS = ("namespaces", "columns", "carry")

TABLES = [name for name in SCHEMAS if name != "source"]
UNTYPED = (("article", "key"), ("carried", "value"))


class _Task(NamedTuple):
    file: int
    path: str
    part: int
    parts: int


def _columns(table: str) -> List[Tuple[str, str]]:
    """The columns of the table, with their types. What has no type of its own in SQLite has it in another column."""
    found: List[Tuple[str, str]] = []
    for name, kind in columns(SCHEMAS[table]):
        found.append((name, kind))
        if (table, name) in UNTYPED:
            found.append((type_column(name), "string"))
    return found


def _stored(table: str) -> str:
    """What is stored of the table: its columns but the id of its source."""
    return ", ".join(f"{name} {kind}" for name, kind in _columns(table) if name != "source_id")


# A row of any table, or of none: then `described` says what the part has.
ROW = joint(["part int, of_table string, described string", *map(_stored, TABLES)])


# ---- On the executors ----------------------------------------------------------------------------


def _describe(database: Session) -> Dict[str, Any]:
    """What the part has."""
    (source,) = database.rows(f"SELECT {', '.join(names(SCHEMAS['source']))} FROM source")
    ((articles, sentences, timed),) = database.rows(
        "SELECT (SELECT count(*) FROM article), (SELECT count(*) FROM sentence), "
        "EXISTS (SELECT 1 FROM article WHERE revision_time IS NOT NULL)")
    end = database.rows("SELECT byte_offset, records, file_bit / 8 FROM checkpoint") or [(0, 0, 0)]
    return {"source": dict(zip(names(SCHEMAS["source"]), source)), "articles": articles, "sentences": sentences,
            "timed": timed, "bytes": end[0][0], "records": end[0][1], "end": end[0][2]}


def _load(task: _Task, options: Sequence[str], part: int, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Loads a part of a file, and gives its rows."""
    with _job.local_folder() as folder:
        name = os.path.join(folder, "part.db")
        cut = ["--part", f"{task.part}/{task.parts}"] if task.parts > 1 else []
        done = subprocess.run([_job.program(), "load", "--quiet", "--threads", "1", *cut, *options, "--", task.path, name],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if done.returncode not in (0, 3):  # 3: loaded, but there was damage
            said = done.stderr.decode("utf-8", "replace").strip().partition("neardup load: ")[2]
            raise Error(f"neardup: {said or f'{task.path}: neardup load ended with status {done.returncode}'}")
        database = Session(name, read_only=True)
        try:
            described = json.dumps(_describe(database), ensure_ascii=False)
            yield in_joint(schema, one_row(arrow_schema("described string"), described), part=part)
            for table, source in sources(database, TABLES).items():
                for batch in source.batches():
                    yield in_joint(schema, batch, part=part, of_table=table)
        finally:
            database.close()


# ---- What is read --------------------------------------------------------------------------------


def _as_path(name: Name) -> str:
    path = os.fspath(name)
    if path.startswith("file:"):
        path = re.sub(r"^file:(//[^/]*)?", "", path)
    elif re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", path):
        raise Error(f"neardup: {path}: files are read by neardup load, so every executor must have them at a path of "
                    "its own file system: copies, a mount or NFS")
    return os.path.abspath(path)


def _parts_of(path: str) -> int:
    """Into how many parts a file is cut, which must be there, for the driver as for the executors."""
    try:
        with open(path, "rb") as file:
            beginning = file.read(16)
    except OSError as error:
        raise Error(f"neardup: {path}: {error.strerror}") from error
    if beginning.startswith(UNCUT):
        return 1
    least = BYTES_OF_BZIP2 if beginning.startswith(b"BZh") else BYTES_OF_A_PART
    return min(PARTS_MOST, max(1, -(-os.path.getsize(path) // least)))


def _tasks(paths: Sequence[Name], parts: Optional[int]) -> List[_Task]:
    tasks: List[_Task] = []
    seen: List[str] = []
    for path in map(_as_path, paths):
        most = _parts_of(path)
        if os.path.realpath(path) in seen:  # `neardup load`, too, loads a file once
            continue
        seen.append(os.path.realpath(path))
        most = parts or most
        tasks += [_Task(len(seen) - 1, path, part, most) for part in range(1, most + 1)]
    return tasks


def _in_words(given: Mapping[str, Any]) -> List[str]:
    """Options as the command line of `neardup load` has them."""
    words: List[str] = []
    for name, value in given.items():
        option = "--" + name.replace("_", "-")
        if name not in NAMES + SWITCHES + LISTS:
            raise TypeError(f"read_dumps() has no option {name}; its options are {', '.join(NAMES + SWITCHES + LISTS)}")
        if value is None or value is False:
            continue
        if name in SWITCHES:
            words.append(option)
            continue
        if name in LISTS and not isinstance(value, (str, int)):
            items = ([f"{role}={column}" for role, column in value.items()] if isinstance(value, Mapping)
                     else map(str, value))
            value = ",".join(items)
        words += [option, str(value)]
    if given.get("format") in VECTORS:
        raise Error(f"neardup: {given['format']}: these are word vectors, not texts")
    return words


# ---- What the parts have -------------------------------------------------------------------------


def _times(a: int, b: int) -> int:
    """The product of two polynomials modulo that of the checksum; the highest bit is the constant."""
    product = 0
    for bit in range(63, -1, -1):
        if a >> bit & 1:
            product ^= b
        b = b >> 1 ^ (POLYNOMIAL if b & 1 else 0)
    return product


def _joined(first: int, second: int, length: int) -> int:
    """The checksum of two texts, one after the other, from theirs; the second one has `length` bytes."""
    power, base = 1 << 63, 1 << 55  # x^0, x^8
    while length:
        if length & 1:
            power = _times(power, base)
        base = _times(base, base)
        length >>= 1
    return _times(power, first) ^ second


def _whole_source(parts: Sequence[Dict[str, Any]]) -> Dict[str, Any]:
    """The row of a file, from those of its parts."""
    rows = [part["source"] for part in parts]
    row = dict(rows[0])
    for name in ("pages", "articles", "redirects", "sentences", "damaged"):
        row[name] = sum(other[name] for other in rows)
    row["started_at"] = min(other["started_at"] for other in rows)
    row["finished_at"] = max(other["finished_at"] for other in rows)
    # The newest revision tells the date; in a part that has none, the name of the file.
    dated = [part["source"] for part in parts if part["timed"]] or rows
    row["dump_date"] = max((other["dump_date"] for other in dated if other["dump_date"]), default=None)
    if len(parts) == 1:
        return row
    row["options"] = re.sub(r" part=\d+/\d+$", "", row["options"])
    if row["kind"] != "sqlite":
        total, end = 0, 0
        for part in parts:
            total = _joined(total, int(part["source"]["fingerprint"], 16), part["end"] - end)
            end = part["end"]
        row["fingerprint"] = f"{total:016x}"
    return row


class _Before(NamedTuple):
    """What comes before a part, which is added to its ids, offsets and numbers."""

    part: int
    source: int
    articles: int
    sentences: int
    bytes: int
    records: int
    made: Optional[str]  # the name of the file, if its records may be called by it


def _number(tasks: Sequence[_Task], described: Mapping[int, Dict[str, Any]]) \
        -> Tuple[List[Dict[str, Any]], List[_Before]]:
    """The sources, and what comes before each part. A file with an earlier one's content is left out, as by load."""
    sources: List[Dict[str, Any]] = []
    before: List[_Before] = []
    known = set()
    articles = sentences = 0
    for file in range(tasks[-1].file + 1):
        numbers = [number for number, task in enumerate(tasks) if task.file == file]
        source = _whole_source([described[number] for number in numbers])
        if source["kind"] in VECTORS:
            raise Error(f"neardup: {source['path']}: holds word vectors, not texts")
        if (source["size"], source["fingerprint"]) in known:
            continue
        known.add((source["size"], source["fingerprint"]))
        source["id"] = len(sources) + 1
        sources.append(source)
        read_bytes = records = 0
        for number in numbers:
            part = described[number]
            before.append(_Before(number, source["id"], articles, sentences, read_bytes, records,
                                  source["name"] if source["kind"] in MADE_TITLES else None))
            articles += part["articles"]
            sentences += part["sentences"]
            read_bytes += part["bytes"]
            records += part["records"]
    return sources, before


# ---- Frames --------------------------------------------------------------------------------------


def _column(table: str, name: str) -> Column:
    """A column of a table, of rows that are joined with what comes before them."""
    if name == "source_id":
        return F.col("source").alias(name)
    column = F.col(name)
    if name == "article_id" or (table, name) == ("article", "id"):
        column = column + F.col("articles")
    elif (table, name) == ("sentence", "id"):
        column = column + F.col("sentences")
    elif name == "byte_offset":
        column = column + F.col("bytes")
    elif name in ("title", "page_title") and table in ("article", "damage"):
        # FILE:NUMBER, made up for a record without a title
        made = F.col("made").isNotNull() & (F.col("records") > 0) & column.startswith(F.concat("made", F.lit(":")))
        number = F.substring_index(column, ":", -1)
        made = made & number.rlike("^[0-9]+$") & (F.length(column) == F.length("made") + 1 + F.length(number))
        if table == "article":
            made = made & (F.col("titled") == 0)
        column = F.when(made, F.concat("made", F.lit(":"), (number.cast("long") + F.col("records")).cast("string"))
                        ).otherwise(column)
    return column.alias(name)


def _frame(rows: DataFrame, before: DataFrame, table: str) -> DataFrame:
    joined = rows.where(F.col("of_table") == table).join(F.broadcast(before), "part")
    return joined.select(*(_column(table, name) for name, _ in _columns(table)))


def _work_folder(spark: SparkSession, work: Optional[Name]) -> str:
    """A new folder for the rows."""
    if work is not None:
        return f"{os.fspath(work).rstrip('/')}/neardup-texts-{uuid.uuid4().hex}"
    if not spark.sparkContext.master.startswith("local"):
        raise Error("neardup: read_dumps() writes what it reads; name a folder that all executors reach: "
                    "work='hdfs://...', for example")
    folder = tempfile.mkdtemp(prefix="neardup-texts-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return os.path.join(folder, "rows")


def read_dumps(spark: SparkSession, paths: Union[Name, Iterable[Name]], *, parts: Optional[int] = None,
               work: Optional[Name] = None, **options: Any) -> Texts:
    """Reads dumps, or files of any other format that `neardup load` reads, and gives them as texts.

    The rows, their ids included, are those of one `neardup load` of the files, in this order; key_type and value_type tell what
    article.key and carried.value were: integer, real, text or blob. Each file is cut into parts, about one for 64 MB of a .bz2
    file and for 256 MB of one that is not compressed, or `parts` of them, and each is a task.

    Every executor must have the files at these paths. The rows are written to a new folder in `work`, on any file system of
    Hadoop that all executors reach, and are read from there whenever the texts are used. With Spark on one machine (local[N])
    the default is a temporary folder, which is gone when Python ends.

    The options are those of `neardup load`: format, language, namespaces, columns, carry, delimiter, no_header, whole,
    encoding, document, table, query. Lists may be lists: namespaces=[0, 4], columns={"text": "body"}.

    What is damaged has rows in texts.damage. Raises neardup.Error if a file is missing, or cannot be read at all; then nothing
    is left in `work`."""
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    if parts is not None and not 1 <= parts <= PARTS_MOST:
        raise ValueError(f"parts: expected 1 to {PARTS_MOST}, found {parts}")
    words = _in_words(options)
    tasks = _tasks(list(paths), parts)
    if not tasks:
        raise Error("neardup: read_dumps() needs the path of at least one file")
    folder = _work_folder(spark, work)
    _job.ship(spark)

    def load(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        schema = arrow_schema(ROW)
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from _load(tasks[number], words, number, schema)

    try:
        with _job.explained(), _job.described(spark) as describe:
            describe("reading files")
            (spark.range(0, len(tasks), 1, len(tasks)).mapInArrow(load, ROW)
             .write.option("compression", "zstd").parquet(folder))
            rows = spark.read.schema(ROW).parquet(folder)
            found = rows.where("described IS NOT NULL").select("part", "described").collect()
        sources, before = _number(tasks, {row.part: json.loads(row.described) for row in found})
    except BaseException:
        with suppress(Exception):  # the first error is told
            Folder(spark, folder).remove()
        raise
    kept = spark.createDataFrame([tuple(source[name] for name in names(SCHEMAS["source"])) for source in sources],
                                 SCHEMAS["source"])
    joined = spark.createDataFrame(before, "part int, source long, articles long, sentences long, bytes long, "
                                           "records long, made string")
    frames = {table: _frame(rows, joined, table) for table in TABLES}
    return Texts(spark, {"source": kept, **frames})
