"""Runs the scripts of the folder sql, which are written for the sqlite3 shell.

Of the shell's commands they use a few. .read runs another script, .timeout waits for locks, and .mode list is
how rows are printed here. Nothing is to be done for .load, because the extension is loaded, for .bail, because an
error always ends the script, and for .shell, by which a script looks for its folder.
"""

from __future__ import annotations

import re
import sqlite3
from typing import Any, Callable, Collection, Iterator, Mapping, Optional, TextIO, Tuple

from . import _folder
from ._connect import Error, Session

NOT_NEEDED = (".load", ".bail", ".shell")


def parts(name: str) -> Iterator[Tuple[str, str]]:
    """The commands and statements of one script, in order: ("", SQL) or (command, its arguments)."""
    with open(_folder.path(name), encoding="utf-8") as script:
        statement = ""
        for line in script:
            if line.startswith(".") and not statement.strip():
                command, _, arguments = line.strip().partition(" ")
                yield command, arguments
                statement = ""
                continue
            if not statement and re.match(r"\s*(--.*)?$", line):
                continue
            statement += line
            if ";" in line and sqlite3.complete_statement(statement):
                yield "", statement
                statement = ""
        if statement.strip():
            raise Error(f"neardup: {name} ends within a statement")


def _is_finished(session: Session, name: str) -> bool:
    """Whether it is a stage that an earlier run has finished: see sql/sentences/go_on.sql."""
    if not name.startswith("sql/sentences/"):
        return False
    try:
        return bool(session.rows("SELECT 1 FROM temp.finished_stage WHERE script = ?", (name,)))
    except Error:
        return False  # there is no such table outside the pipeline


class Output:
    """Prints rows as the shell does in its mode list; without a stream, nowhere."""

    def __init__(self, stream: Optional[TextIO] = None) -> None:
        self.stream = stream

    def command(self, command: str, arguments: str) -> None:
        if (command, arguments) not in ((".mode", "list"), (".headers", "off")):
            raise Error(f"neardup: a script uses {command} {arguments}, which only the sqlite3 shell knows")

    def row(self, values: Tuple[Any, ...]) -> None:
        if self.stream is not None:
            self.stream.write("|".join("" if value is None else str(value) for value in values) + "\n")


def run_script(session: Session, name: str, output: Output = Output(),
               left_out: Collection[str] = (), entered: Callable[[str], None] = lambda name: None,
               settings: Mapping[str, Any] = {}) -> None:
    """Runs a script and those that it reads, except those left out and stages that are finished; `entered` is called
    with the name of each. Its parameters, such as @top, are those set; the others are NULL."""
    entered(name)
    for command, text in parts(name):
        if command == "":
            for row in session.rows(text, {name: settings.get(name) for name in re.findall(r"@(\w+)", text)}):
                output.row(row)
        elif command == ".read":
            if text not in left_out and not _is_finished(session, text):
                run_script(session, text, output, left_out, entered, settings)
        elif command == ".timeout":
            session.rows(f"PRAGMA busy_timeout = {int(text)}")
        elif command not in NOT_NEEDED:
            output.command(command, text)


def run_alone(session: Session, name: str, output: Output = Output(), **options: Any) -> None:
    """Runs a script, and leaves no transaction and no database behind if that fails."""
    try:
        run_script(session, name, output, **options)
    except BaseException:
        for statement in ("ROLLBACK", "DETACH blank"):
            try:
                session.rows(statement)
            except Error:
                pass  # there was none
        raise
