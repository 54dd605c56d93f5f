"""Connections with the extension loaded, by the first of sqlite3, pysqlite3 and apsw that can load one."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import tempfile
import threading
import urllib.parse
from contextlib import contextmanager, suppress
from typing import Any, Callable, ContextManager, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import _folder

MODULES = ("sqlite3", "pysqlite3", "apsw")
SQLITE_LEAST = (3, 35)
INSTRUCTIONS = 1000  # between two calls of the progress handler; the extension asks for no more than this

CURE = """Do one of these:
  - pip install apsw, or pip install pysqlite3-binary: neardup.find() then uses it by itself, and
    neardup.load() takes its connections;
  - use a Python whose sqlite3 loads extensions, such as /usr/bin/python3 on Debian and Ubuntu, or Homebrew's;
  - build one: PYTHON_CONFIGURE_OPTS=--enable-loadable-sqlite-extensions pyenv install 3.13"""


def quoted(name: str) -> str:
    """A name in SQL."""
    return '"' + name.replace('"', '""') + '"'


class Error(RuntimeError):
    """An error of neardup or of SQLite. The message says what was found and what to do."""


class SQLError(Error):
    """SQLite's message about a statement."""


class WrongValue(Error, ValueError):
    """A wrong value of a parameter."""

    def __init__(self, parameter: str, reason: str) -> None:
        super().__init__(parameter, reason)
        self.parameter, self.reason = parameter, reason

    def __str__(self) -> str:
        return f"neardup: {self.parameter} {self.reason}"


def loadable_path() -> str:
    """The path of the SQLite extension, for a host that loads it itself, such as the sqlite3 shell: .load PATH"""
    for name in ("neardup.so", "neardup.dylib"):
        path = _folder.path(name)
        if os.path.exists(path):
            return path
    raise Error(f"neardup: there is no extension in {_folder.path()}. Install neardup again")


# A process can hold several SQLite libraries, such as Python's own and the one in apsw, and each needs a file of
# its own: the extension has one pointer to the SQLite that it serves.
_lock = threading.Lock()
_copies: Optional[tempfile.TemporaryDirectory[str]] = None
_paths: dict[str, str] = {}


def _path_of_a_copy(library: str) -> str:
    global _copies
    if _copies is None:
        _copies = tempfile.TemporaryDirectory(prefix="neardup-")
    original = loadable_path()
    path = os.path.join(_copies.name, f"neardup{len(_paths) + 2}{os.path.splitext(original)[1]}")
    shutil.copyfile(original, path)
    _paths[library] = path
    return path


def load(connection: Any) -> None:
    """Adds the SQL functions of neardup to a connection of sqlite3, pysqlite3 or apsw.

    Loading of extensions is allowed for this one only, and then forbidden again. Raises neardup.Error, with a
    remedy, if the connection cannot load extensions, or if its SQLite is older than 3.35."""
    if not hasattr(connection, "enable_load_extension"):
        raise Error("neardup: this Python's sqlite3 was built without support for extensions. " + CURE)
    library = type(connection).__module__.partition(".")[0]
    connection.enable_load_extension(True)
    try:
        with _lock:
            try:
                connection.load_extension(_paths.get(library) or loadable_path())
            except Exception as error:
                if "another SQLite library" not in str(error):
                    raise
                connection.load_extension(_path_of_a_copy(library))
    except Exception as error:
        raise Error(f"neardup: {str(error).removeprefix('neardup: ')}") from error
    finally:
        connection.enable_load_extension(False)


def define(connection: Any, name: str, function: Callable[..., Any], arguments: int) -> None:
    """Defines an SQL function."""
    create = getattr(connection, "create_scalar_function", None)  # of apsw
    if create is not None:
        create(name, function, arguments)
    else:
        connection.create_function(name, arguments, function)


def rows_of(connection: Any, sql: str, *values: Any) -> List[Tuple[Any, ...]]:
    """All rows of one statement."""
    try:
        return list(connection.cursor().execute(sql, values))
    except Exception as error:
        raise Error(f"neardup: {error}") from error


@contextmanager
def one_transaction(connection: Any) -> Iterator[None]:
    """What is done within takes effect together or, after an error, not at all; in a transaction of the caller it is a part of
    that. Nothing is committed where sqlite3 begins transactions by itself."""
    if connection.in_transaction:
        begin, undo, end = "SAVEPOINT neardup", ["ROLLBACK TO neardup", "RELEASE neardup"], ["RELEASE neardup"]
    else:  # which sqlite3 would begin, and leave open, unless it commits each statement
        commits = getattr(connection, "isolation_level", None) is None or getattr(connection, "autocommit", -1) is True
        begin, undo, end = "BEGIN IMMEDIATE", ["ROLLBACK"], ["COMMIT"] if commits else []
    rows_of(connection, begin)
    try:
        yield
        for sql in end:
            rows_of(connection, sql)
    except BaseException:
        with suppress(Error):  # SQLite may have ended the transaction
            for sql in undo:
                rows_of(connection, sql)
        raise


def _version_of(module: Any) -> Tuple[int, ...]:
    text = module.sqlite_version if hasattr(module, "sqlite_version") else module.sqlitelibversion()
    return tuple(int(part) for part in text.split("."))


class Session:
    """A connection of one of the modules, used in the same way whichever it is. Opens a file, or with an empty
    name a temporary database: a file, as threads can read that, in a folder that goes with the session."""

    def __init__(self, path: str, read_only: bool = False) -> None:
        self._folder = None if path else tempfile.TemporaryDirectory(prefix="neardup-")
        if self._folder is not None:
            path = os.path.join(self._folder.name, "texts.db")
        self._connection = self._open(path, read_only)
        try:
            load(self._connection)
            if self._folder is not None:
                self.rows("PRAGMA journal_mode = MEMORY")
                self.rows("PRAGMA synchronous = OFF")
            # Lets SQLite call Python now and then. Without that, Ctrl-C would wait for the end of a statement.
            self._connection.set_progress_handler(lambda: 0, INSTRUCTIONS)
        except BaseException:
            self.close()
            raise

    @staticmethod
    def _open(path: str, read_only: bool) -> Any:
        found: List[str] = []
        for name in MODULES:
            try:
                module = importlib.import_module(name)
            except ImportError:
                continue
            if not hasattr(module.Connection, "enable_load_extension"):
                found.append(f"{name} was built without support for extensions")
            elif _version_of(module) < SQLITE_LEAST:
                found.append(f"{name} has SQLite {'.'.join(map(str, _version_of(module)))}, and neardup needs "
                             "3.35 or later")
            else:
                try:
                    # The address, not a flag, says that a file is only read: scripts attach databases in memory.
                    address = f"file:{urllib.parse.quote(path)}?mode=ro" if read_only else path
                    if name == "apsw":
                        return module.Connection(address, flags=module.SQLITE_OPEN_READWRITE | module.SQLITE_OPEN_CREATE
                                                 | (module.SQLITE_OPEN_URI if read_only else 0))
                    return module.connect(address, uri=read_only, isolation_level=None, check_same_thread=False)
                except Exception as error:
                    raise Error(f"neardup: {path}: {error}") from error
        raise Error(f"neardup: this Python cannot load SQLite extensions: {'; '.join(found)}. " + CURE)

    def _explain(self, error: Exception) -> BaseException:
        """The exception to raise for an error of the module."""
        if type(error).__name__ == "InterruptError" or str(error) == "interrupted":
            return KeyboardInterrupt()  # raised by Python when SQLite called it, which keeps only that it was
        try:
            told = list(self._connection.cursor().execute("SELECT message, parameter, reason FROM neardup_last_error()"))
        except Exception:
            told = []  # there is no memory for it, or it was interrupted
        for message, parameter, reason in told:
            if parameter is not None and str(error).endswith(message):  # apsw puts its own name before it
                return WrongValue(parameter, reason)
        return SQLError(f"neardup: {error}")

    def rows(self, sql: str, values: Union[Sequence[Any], Mapping[str, Any]] = ()) -> List[Tuple[Any, ...]]:
        """All rows of one statement, with the values of its parameters."""
        return list(self.each(sql, values))

    def each(self, sql: str, values: Union[Sequence[Any], Mapping[str, Any]] = ()) -> Iterator[Tuple[Any, ...]]:
        """As rows(), but only one row is in memory at a time."""
        try:
            yield from self._connection.cursor().execute(sql, values)
        except Exception as error:
            raise self._explain(error) from error

    def run(self, job: str, settings: Mapping[str, Any] = {}, entered: Optional[str] = None) -> str:
        """What a job of neardup_run() prints. `settings` are its parameters, and `entered` names a function of SQL that is told
        of each stage."""
        ((text,),) = self.rows("SELECT neardup_run(?, ?, ?)", (job, json.dumps(settings), entered))
        return str(text or "")

    def insert(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Runs one statement for each of many rows."""
        try:
            self._connection.cursor().executemany(sql, rows)
        except (TypeError, ValueError):  # what is wrong with a row
            raise
        except Exception as error:
            raise self._explain(error) from error

    def transaction(self) -> ContextManager[None]:
        """What is done within takes effect together, or not at all."""
        return one_transaction(self._connection)

    def define(self, name: str, function: Callable[..., Any], arguments: int) -> None:
        """Defines an SQL function."""
        define(self._connection, name, function, arguments)

    def close(self) -> None:
        self._connection.close()
        if self._folder is not None:
            self._folder.cleanup()
