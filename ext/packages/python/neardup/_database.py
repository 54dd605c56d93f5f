"""Between a neardup database and a folder of Parquet, in which each table is a dataset: FOLDER/TABLE/*.parquet.

    make_database("findings", "found.db")    what Spark has found, for the report, Datasette and SQL
    write_parquet("found.db", "tables")      a database, for Spark, pandas, Polars and DuckDB

The columns are those of docs/guide/tables.md. INTEGER is int64 there, REAL double, TEXT string and BLOB binary. A column
that has no type of its own in SQLite, such as article.key, is a string, and beside it may be the column key_type,
with what typeof() says of each value. So a database that goes there and back has the same rows.

A folder is complete when it has the file _neardup.json, which is written last and lists all others.

Both are made under another name first, so neither is left half made. Rows travel in batches of some megabytes.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from contextlib import closing
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

from . import version
from ._connect import Error, Session, SQLError, quoted

try:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq
except ImportError:
    raise Error("neardup: Parquet needs pyarrow, which this Python does not have: pip install pyarrow") from None
from . import _arrow

MANIFEST = "_neardup.json"
NEEDED = ("source", "article", "sentence")
# Each makes tables that those before it do not make. On an empty database all of them are quick.
JOBS = ("schema", "find", "templates", "reuse", "reuse_kinds", "web", "history_tables", "sample_clusters")
SHARED = {"compared_article"}  # made by several of them, so it does not say which has run
BATCH_ROWS, BATCH_BYTES = 1 << 16, 1 << 24
GROUP_ROWS, GROUP_BYTES = 1 << 20, 1 << 26  # of a row group, which Spark reads as one piece
COLUMNS_MOST = 16  # of unpack_columns()
PAGE_SIZE = 8192  # as `neardup load` has it


class Column(NamedTuple):
    name: str
    type: str  # as declared; "" holds values of any type
    required: bool  # never NULL


class Table(NamedTuple):
    name: str
    columns: List[Column]
    key: List[str]  # by which rows are in order; none if they are in the order of their insertion


class Progress:
    """Shows the progress of a long job on a terminal, like neardup_progress()."""

    def __init__(self, total: int) -> None:
        self._total, self._done = max(total, 1), 0
        self._begun = self._drawn = time.monotonic()
        self._shown = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def add(self, label: str, rows: int) -> None:
        self._done += rows
        now = time.monotonic()
        if not self._shown or now - self._begun < 0.5 or now - self._drawn < 0.2:
            return
        self._drawn = now
        share = min(self._done / self._total, 1)
        bar = "#" * int(24 * share)
        line = f"{label}: [{bar:.<24}] {int(100 * share)} %, {self._done:,} of {self._total:,}"
        print(f"\r{line[:shutil.get_terminal_size().columns - 1]}\x1b[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _has_rowid(session: Session, table: str) -> bool:
    try:
        session.rows(f"SELECT rowid FROM main.{quoted(table)} LIMIT 0")
        return True
    except Error:
        return False


def _tables(session: Session) -> Dict[str, Table]:
    """The tables of a database that guard.sql has let pass, by name."""
    found = {}
    for name, in session.rows("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT IN ('indexed', 'adding')"
                              "   AND name NOT LIKE 'sentence\\_index%' ESCAPE '\\'"  # a live index is made anew
                              "   AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid"):
        columns, keyed = [], []
        for _, column, kind, required, _, place, _ in session.rows(f"PRAGMA main.table_xinfo({quoted(name)})"):
            columns.append(Column(column, kind.upper(), bool(required or place)))
            if place:
                keyed.append((place, column, kind.upper()))
        key = [column for _, column, _ in sorted(keyed)]
        if _has_rowid(session, name) and [kind for _, _, kind in keyed] != ["INTEGER"]:
            key = []
        found[name] = Table(name, columns, key)
    return found


def type_column(column: str) -> str:
    """The name of the column with the types of a column that has no declared type."""
    return f"{column}_type"


# The manifest

def manifest(tables: Mapping[str, Mapping[str, int]]) -> str:
    """The text of _neardup.json: for each table its files, with their sizes."""
    return json.dumps({"program": "neardup", "program_version": version, "tables": tables}, indent=1,
                      sort_keys=True) + "\n"


def read_manifest(text: str, path: str) -> Optional[Dict[str, Dict[str, int]]]:
    """The files of each table in such a text; None if it lists none, as somebody else may have written it."""
    try:
        tables = json.loads(text)
        tables = tables.get("tables")
        if tables is None or all(isinstance(size, int) for files in tables.values() for size in files.values()):
            return tables  # type: ignore[no-any-return]
    except (ValueError, AttributeError):
        pass
    raise Error(f"neardup: {path} is damaged: it is not what neardup writes")


def check_manifest(listed: Optional[Mapping[str, Mapping[str, int]]], found: Mapping[str, Mapping[str, int]],
                   folder: str) -> None:
    """Raises Error unless the files that were found are those listed."""
    if listed is None:
        return
    for table in sorted(set(listed) | set(found)):
        there, expected = found.get(table, {}), listed.get(table, {})
        for name in sorted(set(expected) | set(there)):
            path = f"{folder}/{table}/{name}"
            if name not in there:
                raise Error(f"neardup: {path} is missing. Copy the folder anew")
            if name not in expected:
                raise Error(f"neardup: {path} does not belong there: {MANIFEST} does not list it")
            if there[name] != expected[name]:
                raise Error(f"neardup: {path} has {there[name]} bytes instead of {expected[name]}. Copy the folder "
                            "anew")


def incomplete(folder: str) -> Error:
    return Error(f"neardup: {folder} has no {MANIFEST}, which is written last, so it is incomplete or not neardup's. "
                 "Write it again. Or, if you have made these tables yourself, put a file of that name there that "
                 "contains {}")


def missing_table(folder: str, table: str) -> Error:
    return Error(f"neardup: {folder} has no table {table}. It must have {', '.join(NEEDED[:-1])} and {NEEDED[-1]}")


def _hidden(name: str) -> bool:
    return name.startswith((".", "_"))  # as Spark sees it, which writes _SUCCESS and .part-0.parquet.crc


def _list_files(folder: str) -> Dict[str, List[str]]:
    """The Parquet files of each table, once the folder is known to be complete."""
    if not os.path.isdir(folder):
        raise Error(f"neardup: there is no folder {folder}")
    path = os.path.join(folder, MANIFEST)
    if not os.path.exists(path):
        raise incomplete(folder)
    with open(path, encoding="utf-8") as file:
        listed = read_manifest(file.read(), path)
    found: Dict[str, Dict[str, int]] = {}
    for table in sorted(os.listdir(folder)):
        place = os.path.join(folder, table)
        if _hidden(table) or not os.path.isdir(place):
            continue
        found[table] = {name: os.path.getsize(os.path.join(place, name)) for name in sorted(os.listdir(place))
                        if not _hidden(name)}
        for name in found[table]:
            if not name.endswith(".parquet") or not os.path.isfile(os.path.join(place, name)):
                raise Error(f"neardup: {os.path.join(place, name)} is no Parquet file")
    check_manifest(listed, found, folder)
    for table in NEEDED:
        if not found.get(table):
            raise missing_table(folder, table)
    return {table: [os.path.join(folder, table, name) for name in files] for table, files in found.items()}


# Parquet -> database

def _made_by_jobs() -> Dict[str, Set[str]]:
    """The tables that each job makes."""
    made: Dict[str, Set[str]] = {}
    with closing(Session("")) as session:
        for job in JOBS:
            session.run(job)
            there = {name for name, in session.rows("SELECT name FROM main.sqlite_schema WHERE type = 'table'")}
            made[job] = there.difference(*made.values())
    return made


def _make_tables(session: Session, wanted: Mapping[str, Any], folder: str) -> Dict[str, Table]:
    """Makes the tables, with their indexes and views, by the jobs that fill them otherwise."""
    for job, made in _made_by_jobs().items():
        if job == JOBS[0] or made.intersection(wanted) - SHARED:
            session.run(job)
    tables = _tables(session)
    for unknown in sorted(set(wanted) - set(tables)):
        raise Error(f"neardup: {folder}/{unknown} is no table of neardup: docs/guide/tables.md lists them")
    for name in tables:
        if name in wanted or not name.endswith("parameters"):  # whose row has the defaults
            session.rows(f"DELETE FROM main.{name}")
    return tables


def _drop_indexes(session: Session) -> List[Tuple[str, str]]:
    """Drops the indexes, which are built faster after the rows. Returns their statements, by table."""
    indexes = session.rows("SELECT tbl_name, name, sql FROM main.sqlite_schema "
                           " WHERE type = 'index' AND sql IS NOT NULL ORDER BY rowid")
    for _, name, _ in indexes:
        session.rows(f"DROP INDEX main.{name}")
    return [(table, sql) for table, _, sql in indexes]


def _reason(error: Exception) -> str:
    return str(error).removeprefix("neardup: ").partition("\n")[0] or type(error).__name__


def _fits(declared: str, kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or str(kind) == "string_view"
    whole = pa.types.is_integer(kind) or pa.types.is_boolean(kind)
    blob = (pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind)
            or str(kind) == "binary_view") and not pa.types.is_decimal(kind)
    real = pa.types.is_floating(kind)
    return pa.types.is_null(kind) or {"INTEGER": whole, "REAL": real or whole, "TEXT": text,
                                      "BLOB": blob}.get(declared, text or whole or real or blob)


def check_columns(names: Sequence[str], columns: Sequence[Column], path: str) -> None:
    """Raises Error unless a file has the columns of the table, in any order."""
    untyped = [type_column(column.name) for column in columns if column.type == ""]
    known = [column.name for column in columns]
    for name in known:
        if names.count(name) != 1:
            raise Error(f"neardup: {path} has {'two columns' if name in names else 'no column'} {name}. The table "
                        f"has {', '.join(known)}")
    for name in names:
        if name not in known and name not in untyped:
            raise Error(f"neardup: {path} has the column {name}, and the table has only {', '.join(known)}")


class _Dataset:
    """The Parquet files of one table."""

    def __init__(self, table: Table, paths: Sequence[str]) -> None:
        self.table, self.rows = table, 0
        self.groups: List[Tuple[str, int]] = []  # file and number of each row group
        for path in paths:
            with self._open(path) as file:
                self._check(path, file.schema_arrow)
                self.rows += file.metadata.num_rows
                self.groups += [(path, number) for number in range(file.metadata.num_row_groups)]

    def _open(self, path: str) -> pq.ParquetFile:
        try:
            return pq.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20)
        except (pa.ArrowException, OSError) as error:
            raise Error(f"neardup: {path} cannot be read: {_reason(error)}") from error

    def _check(self, path: str, schema: pa.Schema) -> None:
        check_columns(schema.names, self.table.columns, path)
        for column in self.table.columns:
            kind = schema.field(column.name).type
            if not _fits(column.type, kind):
                raise Error(f"neardup: {path}: column {column.name} has the type {kind}, and "
                            f"{column.type or 'another'} is expected")
            name = type_column(column.name)
            if column.type == "" and name in schema.names:
                for name in (name, column.name):
                    if not _fits("TEXT", schema.field(name).type):
                        raise Error(f"neardup: {path}: column {name} has the type {schema.field(name).type}, and "
                                    "TEXT is expected")

    def batches(self, path: str, group: int, columns: Optional[List[str]] = None) -> Iterator[pa.RecordBatch]:
        """The rows of one row group, in batches of some megabytes."""
        with self._open(path) as file:
            size = file.metadata.row_group(group)
            rows = BATCH_ROWS if columns else max(
                1, min(BATCH_ROWS, BATCH_BYTES * size.num_rows // max(size.total_byte_size, 1)))
            try:
                yield from file.iter_batches(rows, row_groups=[group], columns=columns)
            except (pa.ArrowException, OSError) as error:
                raise Error(f"neardup: {path} is damaged: {_reason(error)}") from error

    def _ends(self, path: str, group: int) -> Tuple[bool, Any, Any]:
        """Whether the keys of a row group ascend, with the first and the last one."""
        first = last = None
        for batch in self.batches(path, group, self.table.key):
            _check_required(batch, self.table, path)
            columns = [batch.column(name) for name in self.table.key]
            keys = [tuple(column[place].as_py() for column in columns) for place in (0, len(batch) - 1)]
            if not _ascends(columns) or (last is not None and not last < keys[0]):
                return False, None, None
            first, last = first or keys[0], keys[1]
        return True, first, last

    def arrange(self) -> bool:
        """Arranges the row groups by the key. Returns whether all rows are in its order then."""
        if not self.table.key:
            return True
        ends = []
        for path, group in self.groups:
            ascends, first, last = self._ends(path, group)
            if not ascends:
                return False
            if first is not None:
                ends.append((first, last, path, group))
        ends.sort()
        self.groups = [(path, group) for _, _, path, group in ends]
        return all(one[1] < next[0] for one, next in zip(ends, ends[1:]))


def _ascends(columns: Sequence[pa.Array]) -> bool:
    """Whether the rows are in strictly ascending order, without NULL."""
    if len(columns[0]) < 2:
        return True
    less = pa.scalar(False)
    for column in reversed(columns):
        one, next = column[:-1], column[1:]
        less = pc.or_(pc.less(one, next), pc.and_(pc.equal(one, next), less))
    return bool(pc.all(less).as_py())


def _check_required(batch: pa.RecordBatch, table: Table, path: str) -> None:
    for column in table.columns:
        if column.required and column.name in batch.schema.names and batch.column(column.name).null_count:
            raise Error(f"neardup: {path}: column {column.name} has a NULL, and must have none")


def _infer_types(column: pa.Array) -> pa.Array:
    """For choice.value, which is a number or a word: the types of the values that these strings were."""
    return pc.if_else(pc.match_substring_regex(column, r"^-?(0|[1-9][0-9]*)$"), "integer",
                      pc.if_else(pc.match_substring_regex(column, r"^-?[0-9]+\.[0-9]+(E-?[0-9]+)?$",
                                                          ignore_case=True), "real", "text"))


def _by_type(batch: pa.RecordBatch, table: str, name: str, path: str) -> List[pa.Array]:
    """A column that can hold any type, as four columns: texts, integers, reals and blobs."""
    column, types = batch.column(name), None
    if type_column(name) in batch.schema.names:
        types = batch.column(type_column(name))
    elif table == "choice" and _fits("TEXT", column.type):
        types = _infer_types(column.cast(pa.string()))
    if types is None:
        return [column if _fits(kind, column.type) else pa.nulls(len(column))
                for kind in ("TEXT", "INTEGER", "REAL", "BLOB")]
    column, types = column.cast(pa.large_string()), types.cast(pa.string())
    known = pc.is_in(types, pa.array(["text", "integer", "real", "blob"]))
    wrong = pc.filter(types, pc.and_(pc.is_valid(column), pc.invert(known)))
    if len(wrong):
        raise Error(f"neardup: {path}: column {type_column(name)} has {wrong[0].as_py()!r}, and text, integer, real "
                    "or blob is expected")
    nothing = pa.scalar(None, pa.large_string())
    text, whole, real, blob = (pc.if_else(pc.equal(types, kind), column, nothing)
                               for kind in ("text", "integer", "real", "blob"))
    try:
        return [text, whole.cast(pa.int64()), real.cast(pa.float64()),
                pa.array([None if value is None else bytes.fromhex(value) for value in blob.to_pylist()],
                         pa.large_binary()) if blob.null_count < len(blob) else pa.nulls(len(blob))]
    except ValueError as error:  # pa.ArrowInvalid is one
        raise Error(f"neardup: {path}: column {name} has a value that is not of its type: {_reason(error)}") from error


class _Filler:
    """Inserts the rows of batches into one table."""

    def __init__(self, session: Session, table: Table, staged: bool) -> None:
        self._session, self._table = session, table
        names = ", ".join(quoted(column.name) for column in table.columns)
        self._into = f"INSERT INTO main.{table.name} ({names})"
        values, count = [], 0
        for column in table.columns:
            width = 4 if column.type == "" else 1
            places = ", ".join(f"c{count + place + 1}" for place in range(width))
            values.append(f"coalesce({places})" if width > 1 else places)
            count += width
        self._values, self._count = ", ".join(values), count
        self.wide = count > COLUMNS_MOST  # a table of settings or sources, which is small
        self._staged = staged and not self.wide
        if self._staged:
            columns = ", ".join(f"b{number + 1}" for number in range(count))
            session.rows(f"CREATE TEMP TABLE staged ({columns})")

    def _fill_wide(self, batch: pa.RecordBatch) -> None:
        marks = ", ".join("?" * len(self._table.columns))
        columns = [batch.column(column.name).to_pylist() for column in self._table.columns]
        self._session.insert(f"{self._into} VALUES ({marks})", zip(*columns))

    def add(self, batch: pa.RecordBatch, path: str) -> None:
        _check_required(batch, self._table, path)
        if self.wide:
            return self._fill_wide(batch)
        blobs: List[bytes] = []
        for column in self._table.columns:
            arrays = _by_type(batch, self._table.name, column.name, path) if column.type == "" \
                else [batch.column(column.name)]
            try:
                blobs += map(_arrow.to_column, arrays)
            except (TypeError, pa.ArrowException) as error:
                raise Error(f"neardup: {path}: column {column.name}: {_reason(error)}") from error
        marks = ", ".join("?" * self._count)
        if self._staged:
            self._session.rows(f"INSERT INTO temp.staged VALUES ({marks})", blobs)
        else:
            self._session.rows(f"{self._into} SELECT {self._values} FROM unpack_columns({marks})", blobs)

    def finish(self, rows: int) -> None:
        """Inserts the staged rows, in the order of the key."""
        if not self._staged:
            return
        blobs = ", ".join(f"b{number + 1}" for number in range(self._count))
        names = [column.name for column in self._table.columns]
        order = ", ".join(str(names.index(name) + 1) for name in self._table.key)
        values = self._values.replace("c1", f"neardup_progress(c1, 'Sorting {self._table.name}', {rows})", 1)
        self._session.rows(f"{self._into} SELECT {values} FROM temp.staged CROSS JOIN unpack_columns({blobs}) "
                           f" ORDER BY {order}")
        self._session.rows("DROP TABLE temp.staged")


def _explain(error: Error, path: str) -> Error:
    """SQLite's message about a row, with the file of the row."""
    reason = _reason(error)
    kind, _, columns = reason.partition(" constraint failed: ")
    if kind == "UNIQUE":
        return Error(f"neardup: {path}: two rows have the same {columns.replace(', ', ' and ')}")
    if kind == "CHECK":
        return Error(f"neardup: {path}: a value is out of its range: {columns}")
    return Error(f"neardup: {path}: {reason}")


def _fill(session: Session, dataset: _Dataset, folder: str, progress: Progress) -> None:
    name = dataset.table.name
    filler = _Filler(session, dataset.table, not dataset.arrange())
    path = os.path.join(folder, name)
    try:
        for path, group in dataset.groups:
            for batch in dataset.batches(path, group):
                filler.add(batch, path)
                progress.add(f"Filling {name}", len(batch))
        progress.clear()
        path = os.path.join(folder, name)
        filler.finish(dataset.rows)
    except SQLError as error:
        raise _explain(error, path) from error


def _check_references(session: Session, folder: str) -> None:
    for table, parent, column, row in session.rows(
            'SELECT bad."table", bad.parent, key."from", bad.rowid '
            "  FROM pragma_foreign_key_check AS bad "
            '  JOIN pragma_foreign_key_list(bad."table") AS key ON key.id = bad.fkid LIMIT 1'):
        value = "" if row is None else " " + str(
            session.rows(f"SELECT {column} FROM main.{table} WHERE rowid = ?", (row,))[0][0])
        raise Error(f"neardup: {os.path.join(folder, table)}: column {column} has a value{value} that is no id in the "
                    f"table {parent}")


def _fill_database(session: Session, folder: str, files: Mapping[str, List[str]]) -> int:
    session.rows(f"PRAGMA page_size = {PAGE_SIZE}")
    session.rows("PRAGMA journal_mode = OFF")  # a failure removes the file
    session.rows("PRAGMA synchronous = OFF")
    session.rows("PRAGMA cache_size = -65536")
    tables = _make_tables(session, files, folder)
    datasets = [_Dataset(table, files[name]) for name, table in tables.items() if name in files]
    indexes = _drop_indexes(session)
    rows = sum(dataset.rows for dataset in datasets)
    progress = Progress(rows)
    try:
        session.rows("BEGIN")
        for dataset in datasets:
            _fill(session, dataset, folder, progress)
        for table, sql in indexes:
            try:
                session.rows(sql)
            except Error as error:
                raise _explain(error, os.path.join(folder, table)) from error
        _check_references(session, folder)
        session.rows("COMMIT")
    finally:
        progress.clear()
    return rows


def _check_new(path: str) -> None:
    if os.path.lexists(path) and not (os.path.isfile(path) and os.path.getsize(path) == 0):
        raise Error(f"neardup: {path} is there already. It stays as it is; name a new file")
    for suffix in ("-journal", "-wal"):
        if os.path.exists(path + suffix):
            raise Error(f"neardup: {path + suffix} is left from another database of that name, and SQLite would take "
                        "it for a part of the new one. Remove it, or name another file")
    if not os.path.isdir(os.path.dirname(path)):
        raise Error(f"neardup: there is no folder {os.path.dirname(path)}")


def _sync(path: str) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _publish(part: str, path: str) -> None:
    """Gives the database its name, unless another program has made a file of that name meanwhile."""
    _sync(part)
    try:
        os.link(part, path)
    except OSError:  # it is there, empty; or this file system has no links
        _check_new(path)
        os.replace(part, path)


def make_database(folder: str, database: str) -> Tuple[int, int]:
    """Makes a new neardup database of the tables in a folder. Returns the number of tables and rows. Raises Error if
    there is a database of this name, or if the folder does not have what one needs; then nothing is left behind."""
    path = os.path.realpath(database)
    _check_new(path)
    files = _list_files(folder)
    part = f"{path}.{os.getpid()}.part"
    try:
        with closing(Session(part)) as session:
            rows = _fill_database(session, folder, files)
        _publish(part, path)
    finally:
        if os.path.exists(part):
            os.remove(part)
    return len(files), rows


# Database -> Parquet

def _schema(table: Table) -> pa.Schema:
    fields = []
    for column in table.columns:
        kind = {"INTEGER": pa.int64(), "REAL": pa.float64(), "BLOB": pa.large_binary()}.get(column.type,
                                                                                          pa.large_string())
        fields.append(pa.field(column.name, kind, not column.required))
        if column.type == "":
            fields.append(pa.field(type_column(column.name), pa.large_string(), not column.required))
    return pa.schema(fields)


class Source:
    """The rows of a table, in order, as Arrow."""

    def __init__(self, session: Session, table: Table) -> None:
        self._session, self.table, self.schema = session, table, _schema(table)
        self.rows = session.rows(f"SELECT count(*) FROM main.{table.name}")[0][0]
        values = []
        for column in table.columns:
            name = quoted(column.name)
            if column.type == "":
                values.append(f"iif(typeof({name}) = 'blob', hex({name}), CAST(neardup_exact({name}) AS TEXT))")
                name = f"nullif(typeof({name}), 'null')"
            values.append(name)
        self._packed = ", ".join(f"pack_column({value})" for value in values)
        self._by_rowid = _has_rowid(session, table.name)
        self._key = ["rowid"] if self._by_rowid else [quoted(name) for name in table.key]

    def _read(self, last: Optional[Sequence[Any]], rows: int) -> Tuple[pa.RecordBatch, Sequence[Any]]:
        """Up to this number of rows after the last one that was read, and the last of them."""
        key = ", ".join(self._key)
        after = "" if last is None else f"WHERE ({key}) > ({', '.join('?' * len(self._key))})"
        columns, end = ("rowid AS place, *", "max(place)") if self._by_rowid else ("*", "NULL")
        end, *blobs = self._session.rows(
            f"SELECT {end}, {self._packed} "
            f"  FROM (SELECT {columns} FROM main.{self.table.name} {after} ORDER BY {key} LIMIT ?)",
            (*(last or ()), rows))[0]
        arrays = []
        for blob, field in zip(blobs, self.schema):
            array = _arrow.from_column(blob)
            if array.type == pa.null():
                array = pa.nulls(len(array), field.type)
            elif array.type != field.type:
                raise self._wrong_type() or Error(f"neardup: table {self.table.name} has values of unlike types in one column")
            arrays.append(array)
        batch = pa.RecordBatch.from_arrays(arrays, schema=self.schema)
        if self._by_rowid or len(batch) == 0:
            return batch, (end,)
        return batch, [batch.column(name)[-1].as_py() for name in self.table.key]

    def _wrong_type(self) -> Optional[Error]:
        """Names a column that holds what its declared type does not allow, if there is one."""
        for column in self.table.columns:
            for kind, in self._session.rows(
                    f"SELECT typeof({quoted(column.name)}) FROM main.{self.table.name} "
                    f" WHERE typeof({quoted(column.name)}) NOT IN ('null', ?) LIMIT 1", (column.type.lower(),)):
                if column.type != "":
                    return Error(f"neardup: table {self.table.name}, column {column.name}: there is a value of the "
                                 f"type {kind}, and Parquet needs {column.type} throughout")
        return None

    def batches(self) -> Iterator[pa.RecordBatch]:
        done, rows, last = 0, 1024, None
        while done < self.rows:
            try:
                batch, last = self._read(last, rows)
            except SQLError as error:
                if rows > 1:  # perhaps they are too long to be packed together
                    rows = max(1, rows // 8)
                    continue
                raise self._wrong_type() or error from None
            if len(batch) == 0:
                break
            done += len(batch)
            yield batch
            rows = max(1, min(2 * rows, BATCH_ROWS, BATCH_BYTES * len(batch) // max(batch.nbytes, 1)))
        if done != self.rows:
            raise Error(f"neardup: table {self.table.name} has a key that is not UTF-8, which Parquet cannot hold")


def sources(session: Session, names: Optional[Sequence[str]] = None) -> Dict[str, Source]:
    """What reads these tables, or all; neither must be changed meanwhile."""
    # A real number becomes the shortest text that is read as the same number.
    session.define("neardup_exact", lambda value: repr(value) if isinstance(value, float) else value, 1)
    return {name: Source(session, table) for name, table in _tables(session).items() if names is None or name in names}


def _write_table(source: Source, path: str, progress: Progress) -> None:
    """Writes one Parquet file, with row groups that are large enough for Spark and small enough for memory."""
    waiting: List[pa.RecordBatch] = []
    rows = size = 0
    with pq.ParquetWriter(path, source.schema, compression="zstd", store_schema=False) as writer:
        for batch in source.batches():
            waiting.append(batch)
            rows, size = rows + len(batch), size + batch.nbytes
            progress.add(f"Writing {source.table.name}", len(batch))
            if rows >= GROUP_ROWS or size >= GROUP_BYTES:
                writer.write_table(pa.Table.from_batches(waiting), rows)
                waiting, rows, size = [], 0, 0
        if rows:
            writer.write_table(pa.Table.from_batches(waiting), rows)


def _write_folder(session: Session, folder: str) -> Tuple[int, int]:
    session.run("texts")
    session.rows("BEGIN")
    tables = sources(session)
    rows = sum(source.rows for source in tables.values())
    progress = Progress(rows)
    files = {}
    try:
        for source in tables.values():
            name, place = "part-0.parquet", os.path.join(folder, source.table.name)
            os.mkdir(place)
            _write_table(source, os.path.join(place, name), progress)
            _sync(os.path.join(place, name))
            files[source.table.name] = {name: os.path.getsize(os.path.join(place, name))}
    finally:
        progress.clear()
    path = os.path.join(folder, MANIFEST)
    with open(path, "x", encoding="utf-8") as file:
        file.write(manifest(files))
    _sync(path)
    return len(tables), rows


def write_parquet(database: str, folder: str) -> Tuple[int, int]:
    """Writes all tables of a neardup database to a new folder. Returns the number of tables and rows. The database
    is only read. Raises Error if the folder is there and not empty; then it stays as it is."""
    if not os.path.exists(database):
        raise Error(f"neardup: there is no file {database}")
    path = os.path.realpath(folder)
    if os.path.lexists(path) and not (os.path.isdir(path) and not os.listdir(path)):
        raise Error(f"neardup: {folder} is there already, and not an empty folder. It stays as it is; name a new one")
    part = f"{path}.{os.getpid()}.part"
    try:
        with closing(Session(database, read_only=True)) as session:
            os.mkdir(part)
            counts = _write_folder(session, part)
            os.rename(part, path)  # refused if the folder has been filled meanwhile
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return counts
