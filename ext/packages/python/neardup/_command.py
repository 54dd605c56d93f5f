"""The command neardup: the program neardup, which a wheel has, but for what takes Python, and is here. A source
distribution has no program."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from contextlib import closing
from typing import Callable, List, NoReturn, Optional

from . import _find, _folder, version
from ._connect import Error, Session, WrongValue, loadable_path

PROGRAM = _folder.path("neardup")
OWN = ("run", "database", "parquet", "path")
DAMAGED, USAGE, NOT_READ = 3, 2, 128 + 13  # exit statuses, as of the program
# What could control a terminal, except line feeds and tabs: ext/core/text/terminal_control.h.
CONTROL = ("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
           "\U000e0000-\U000e0fff]")
NO_PROGRAM = """neardup: this installation cannot read dumps and other files: it was compiled from the source distribution,
which lacks the program that does. Build it from the sources of neardup: make. Or give the texts to neardup.find()
in Python."""


def _become_program(words: List[str]) -> NoReturn:
    if not os.path.exists(PROGRAM):
        sys.exit(NO_PROGRAM)
    os.execv(PROGRAM, ["neardup", *words])


def load() -> NoReturn:
    """The command neardup-load."""
    _become_program(["load", *sys.argv[1:]])


def _load_files(files: List[str], database: str) -> int:
    """The status of `neardup load`, if everything was loaded that is not damaged."""
    if not os.path.exists(PROGRAM):
        raise Error(NO_PROGRAM.partition(": ")[2])
    done = subprocess.run([PROGRAM, "load", "--", *files, database], check=False)
    if done.returncode not in (0, DAMAGED):
        sys.exit(done.returncode)
    return done.returncode


def _run(arguments: argparse.Namespace) -> int:
    *files, database = arguments.names
    if not files and not os.path.exists(database):
        raise Error(f"there is no file {database}")
    status = _load_files(files, database) if files else 0
    with closing(Session(database)) as session:
        summary = _find.detect(session, {})
    sys.stdout.write(re.sub(CONTROL, "\ufffd", summary) if sys.stdout.isatty() else summary)
    return status


def _make_database(arguments: argparse.Namespace) -> None:
    from . import _database  # which takes pyarrow
    tables, rows = _database.make_database(arguments.folder, arguments.database)
    print(f"{arguments.database}: {tables} tables, {rows:,} rows")


def _write_parquet(arguments: argparse.Namespace) -> None:
    from . import _database
    tables, rows = _database.write_parquet(arguments.database, arguments.folder)
    print(f"{arguments.folder}: {tables} tables, {rows:,} rows")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="neardup", description="Finds near-duplicate and contradictory texts.")
    parser.add_argument("--version", action="version", version=f"neardup {version}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, call: Callable[[argparse.Namespace], Optional[int]], said: str, *operands: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=said, description=said[0].upper() + said[1:] + ".")
        for operand in operands:
            command.add_argument(operand, metavar=operand.upper() if operand == "folder" else "DB")
        command.set_defaults(call=call)
        return command

    run = add("run", _run, "load FILEs, if any, into the neardup database DB, find what is similar in it, and print a summary; "
              "`neardup load` has options for files")
    run.add_argument("names", nargs="+", metavar="[FILE...] DB")
    add("database", _make_database, "make the new neardup database DB of a folder of Parquet, which neardup.spark or "
        "neardup parquet has written; this needs pyarrow", "folder", "database")
    add("parquet", _write_parquet, "write each table of the neardup database DB as Parquet to the new folder FOLDER, for "
        "neardup.spark, pandas, Polars or DuckDB; this needs pyarrow", "database", "folder")
    add("path", lambda _: print(loadable_path()), "print the path of the SQLite extension")
    return parser


def main(words: Optional[List[str]] = None) -> None:
    """The command neardup."""
    words = sys.argv[1:] if words is None else words
    if not words or words[0] not in (*OWN, *(() if os.path.exists(PROGRAM) else ("--version", "--help", "-h"))):
        _become_program(words)
    arguments = _parser().parse_args(words)
    try:
        status = arguments.call(arguments)
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
    if status:
        sys.exit(status)
