"""The command neardup, and neardup-load, which is a name of `neardup load`.

A wheel has the program neardup, which does what is asked, but for what takes Python. A source distribution has no
program: there, neardup does in Python what is below.
"""

from __future__ import annotations

import argparse
import os
import re
import secrets
import subprocess
import sys
from typing import Any, List, NoReturn, Optional

from . import _database, _find, _folder, version
from ._connect import Error, Session, WrongValue, loadable_path

PROGRAM = _folder.path("neardup")
OWN = ("run", "database", "parquet", "path")
DAMAGED, USAGE, NOT_READ = 3, 2, 128 + 13  # exit statuses, as of the program
# What could control a terminal, except line feeds and tabs: ext/core/text/terminal_control.h.
CONTROL = ("\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
           "\U000e0000-\U000e0fff")
NO_PROGRAM = """neardup: this installation cannot read dumps and other files: it was compiled from the source distribution,
which lacks the program that does. Build it from the sources of neardup: make. Or give the texts to neardup.find()
in Python."""


def load() -> NoReturn:
    """The command neardup-load."""
    if not os.path.exists(PROGRAM):
        sys.exit(NO_PROGRAM)
    os.execv(PROGRAM, ["neardup", "load", *sys.argv[1:]])


def _load_files(files: List[str], database: str) -> int:
    """The status of `neardup load`, if everything was loaded that is not damaged."""
    if not os.path.exists(PROGRAM):
        raise Error(NO_PROGRAM.partition(": ")[2])
    done = subprocess.run([PROGRAM, "load", "--", *files, database], check=False)
    if done.returncode not in (0, DAMAGED):
        sys.exit(done.returncode)
    return done.returncode


class _Terminal:
    """Lets no escape of a text through to a terminal: those of styles have a key that no text knows."""

    def __init__(self) -> None:
        self._key = secrets.token_hex(8)
        os.environ["NEARDUP_ESCAPE"] = f"off:{self._key}"

    def write(self, text: str) -> None:
        text = re.sub(f"(?!\x1b{self._key})[{CONTROL}]", "\ufffd", text)
        sys.stdout.write(text.replace(f"\x1b{self._key}", "\x1b"))


def _run(arguments: argparse.Namespace) -> None:
    *files, database = arguments.names
    status = 0
    if files:
        status = _load_files(files, database)
    elif not os.path.exists(database):
        raise Error(f"there is no file {database}")
    printed: Any = _Terminal() if sys.stdout.isatty() else sys.stdout
    session = Session(database)
    try:
        printed.write(_find.run_pipeline(session))
    finally:
        session.close()
    if status:
        sys.stdout.flush()
        sys.exit(status)


def _is_report(path: str) -> bool:
    """Whether this file is a report, which names its maker at its beginning."""
    with open(path, "rb") as file:
        return b'<meta name="generator" content="neardup-report">' in file.read(400)


def _report(arguments: argparse.Namespace) -> None:
    database = arguments.database
    if not os.path.exists(database):
        raise Error(f"there is no file {database}")
    page = arguments.html or os.path.splitext(database)[0] + ".html"
    if os.path.exists(page) and not os.path.isfile(page):
        raise Error(f"{page} is not an ordinary file; name another one")
    if os.path.exists(page) and not _is_report(page):
        raise Error(f"{page} exists, and neardup did not write it as a report; name another file")
    part = f"{page}.{os.getpid()}.part"
    session = Session(database, read_only=True)
    try:
        with open(part, "x", encoding="utf-8", newline="\n") as stream:
            stream.write(session.run("report", {"url": arguments.url, "papers": arguments.papers or None}) + "\n")
        os.replace(part, page)
    finally:
        session.close()
        if os.path.exists(part):
            os.remove(part)
    print(f"{page}: {os.path.getsize(page)} bytes")


def _make_database(arguments: argparse.Namespace) -> None:
    tables, rows = _database.make_database(arguments.folder, arguments.database)
    print(f"{arguments.database}: {tables} tables, {rows:,} rows")


def _write_parquet(arguments: argparse.Namespace) -> None:
    tables, rows = _database.write_parquet(arguments.database, arguments.folder)
    print(f"{arguments.folder}: {tables} tables, {rows:,} rows")


def _path(arguments: argparse.Namespace) -> None:
    print(loadable_path())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="neardup", description="Finds near-duplicate and contradictory texts.")
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="find duplicates in a database, or in files that are loaded into it",
                              description="Loads FILEs, if any, into the neardup database DB, finds what is similar "
                              "in it, and prints a summary. `neardup load` has options for files.")
    run.add_argument("names", nargs="+", metavar="[FILE...] DB")
    run.set_defaults(call=_run)
    report = commands.add_parser("report", help="write a web page about what was found",
                                 description="Writes one self-contained web page about a neardup database.")
    report.add_argument("database", metavar="DB")
    report.add_argument("html", nargs="?", metavar="HTML", help="the page (default: DB with the suffix .html)")
    report.add_argument("--url", metavar="PATTERN", help="where titles lead, such as https://en.wikipedia.org/?curid={id}")
    report.add_argument("--papers", action="store_true", help="draw all figures of the papers, which takes long")
    report.set_defaults(call=_report)
    made = commands.add_parser("database", help="make a database of a folder of Parquet, such as Spark writes",
                               description="Makes the new neardup database DB of the tables in FOLDER, which "
                               "neardup.spark or neardup parquet has written. This needs pyarrow.")
    made.add_argument("folder", metavar="FOLDER")
    made.add_argument("database", metavar="DB")
    made.set_defaults(call=_make_database)
    written = commands.add_parser("parquet", help="write the tables of a database as a folder of Parquet",
                                  description="Writes each table of the neardup database DB as Parquet to the new "
                                  "folder FOLDER, for neardup.spark, pandas, Polars or DuckDB. This needs pyarrow.")
    written.add_argument("database", metavar="DB")
    written.add_argument("folder", metavar="FOLDER")
    written.set_defaults(call=_write_parquet)
    path = commands.add_parser("path", help="print the path of the SQLite extension")
    path.set_defaults(call=_path)
    return parser


def main(words: Optional[List[str]] = None) -> None:
    """The command neardup."""
    if words is None and not set(sys.argv[1:2]) & set(OWN) and os.path.exists(PROGRAM):
        os.execv(PROGRAM, ["neardup", *sys.argv[1:]])
    arguments = _parser().parse_args(words)
    try:
        arguments.call(arguments)
        sys.stdout.flush()
    except Error as error:
        print(f"neardup: {str(error).removeprefix('neardup: ')}", file=sys.stderr)
        sys.exit(USAGE if isinstance(error, WrongValue) else 1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what Python flushes at the end
        sys.exit(NOT_READ)
    except OSError as error:
        sys.exit(f"neardup: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
