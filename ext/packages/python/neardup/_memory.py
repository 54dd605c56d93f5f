"""Memories in a database of yours, which say of each new one what it repeats and what it contradicts."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Iterable, List, NamedTuple, Optional, Tuple, Union

from ._connect import Session, define, one_transaction, quoted, rows_of
from ._index import Index

NOW = "strftime('%Y-%m-%d %H:%M:%f', 'now')"
SCHEMA = """
CREATE TABLE {memory} (
  id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, subject TEXT, source TEXT, time TEXT NOT NULL DEFAULT ({now}))

CREATE TABLE {history} (
  version INTEGER PRIMARY KEY, id INTEGER NOT NULL, text TEXT NOT NULL, subject TEXT, source TEXT, time TEXT NOT NULL,
  ended TEXT NOT NULL)

CREATE INDEX {history_id} ON {history}(id)

CREATE TRIGGER {corrected} AFTER UPDATE ON {memory} BEGIN
  INSERT INTO {history}(id, text, subject, source, time, ended)
  VALUES (old.id, old.text, old.subject, old.source, old.time, new.time); END

CREATE TRIGGER {forgotten} AFTER DELETE ON {memory} BEGIN DELETE FROM {history} WHERE id = old.id; END"""
# Chosen on one half of tests/bench/memories.tsv: shingles of three characters find as much in more time, of five less. All
# memories of a subject are of one thing at different times, even if they were noted at once: hence the key as the time.
OPTIONS = {"content_rowid": "id", "title": "subject", "time": "id", "shingle": 4, "bands": 50, "rows": 3,
           "contradiction_least": 0.25}
KINDS = ("identical", "copyedit", "drift", "template", "reference", "other")


class Recalled(NamedTuple):
    """A memory, and how a text is related to it."""

    id: int
    text: str
    subject: Optional[str]
    source: Optional[str]
    time: str
    kind: str  # identical or copyedit: the text repeats it; drift: contradicts it; any other: neither, as far as can be seen
    score: Optional[float]  # the probability that they contradict each other; None: `judge` said the kind
    reason: str


class Answer(NamedTuple):
    """What has become of a memory."""

    id: Optional[int]  # None if it was refused
    done: str  # added, corrected, refused; or same: the memory `id` has these very words
    repeats: List[Recalled]  # the most similar first
    contradicts: List[Recalled]  # the surest first


class Version(NamedTuple):
    """What a memory said from one time to another."""

    text: str
    subject: Optional[str]
    source: Optional[str]
    time: str
    ended: Optional[str]  # None: it says so now


class Memory:
    """Memories in the tables NAME and NAME_history of a database, with the index NAME_near, which are created unless they
    are there. `database` is a path, or a connection of sqlite3, pysqlite3 or apsw, in which nothing is committed unless it
    commits each statement. Each call is one transaction. `judge(old_text, new_text)`, a function or the name of one of
    SQL, is asked about memories that the index finds but calls neither repeated nor contradicted, and about those that you
    name: it returns a kind, or None. `options` are those of the index."""

    def __init__(self, database: Any, name: str = "memory", judge: Union[str, Callable[[str, str], Optional[str]], None] = None,
                 **options: Any) -> None:
        if isinstance(database, (str, os.PathLike)):
            self._session = Session(os.fspath(database))  # which deletes a temporary database when it goes
            self._session.rows("PRAGMA busy_timeout = 10000")
            database = self._session._connection
        self._connection, self._memory, self._history = database, quoted(name), quoted(name + "_history")
        there = "SELECT 1 FROM sqlite_master WHERE name = ? COLLATE NOCASE", name + "_history"
        if not self._rows(*there):
            with one_transaction(database):
                names = {part: quoted(f"{name}_{part}") for part in ("history", "history_id", "corrected", "forgotten")}
                if not self._rows(*there):  # another process may have been faster
                    for sql in SCHEMA.split("\n\n"):
                        self._rows(sql.format(memory=self._memory, now=NOW, **names))
                    Index(database, name + "_near", name, **{**OPTIONS, **options})
        self.index = Index(database, name + "_near", name, **options)
        self._judge = quoted(judge if isinstance(judge, str) else name + "_judge") if judge else None
        if callable(judge):
            define(database, name + "_judge", judge, 2)

    def add(self, text: str, subject: Optional[str] = None, source: Optional[str] = None, time: Optional[str] = None,
            on_conflict: str = "add", candidates: Iterable[int] = ()) -> Answer:
        """Adds a memory, unless one of the same subject has the same words. `subject` names the thing that it is about.
        `on_conflict` says what to do if it contradicts others: add, refuse, or replace the surest of them. `candidates`
        are ids of further memories for `judge`."""
        if on_conflict not in ("add", "refuse", "replace"):
            raise ValueError(f"neardup: on_conflict must be add, refuse or replace, found {on_conflict!r}")
        _check(text, subject, source, time)
        with one_transaction(self._connection):
            answer = Answer(None, "refused", *self._compare(text, subject, candidates))
            for one in answer.repeats:
                if (one.kind, one.subject) == ("identical", subject) and one.score is not None:
                    return answer._replace(id=one.id, done="same")
            if not answer.contradicts or on_conflict == "add":
                (id,), = self._rows(f"INSERT INTO {self._memory}(text, subject, source, time) VALUES (?, ?, ?, coalesce(?, {NOW})) "
                                    "RETURNING id", text, subject, source, time)
                return answer._replace(id=id, done="added")
            if on_conflict == "replace":
                self._update(answer.contradicts[0].id, text, subject, source, time)
                return answer._replace(id=answer.contradicts[0].id, done="corrected")
            return answer

    def correct(self, id: int, text: str, subject: Optional[str] = None, source: Optional[str] = None,
                time: Optional[str] = None, candidates: Iterable[int] = ()) -> Answer:
        """Replaces what a memory says; its history keeps the old version. Without `subject`, it keeps the one that it has."""
        _check(text, subject, source, time)
        with one_transaction(self._connection):
            subject = self._update(id, text, subject, source, time)
            return Answer(id, "corrected", *self._compare(text, subject, candidates, id))

    def forget(self, id: int) -> None:
        """Deletes a memory and its history."""
        if not self._rows(f"DELETE FROM {self._memory} WHERE id = ? RETURNING id", id):
            raise KeyError(id)

    def ask(self, text: str, subject: Optional[str] = None, candidates: Iterable[int] = ()) -> List[Recalled]:
        """The memories that say something like this or contradict it, the most similar first."""
        _check(text, subject)
        return self._recall(text, subject, candidates)

    def history(self, id: int) -> List[Version]:
        """All versions of a memory, the oldest first."""
        columns = "text, subject, source, time"
        found = self._rows(f"SELECT * FROM (SELECT {columns}, ended FROM {self._history} WHERE id = ?1 ORDER BY version) "
                           f"UNION ALL SELECT {columns}, NULL FROM {self._memory} WHERE id = ?1", id)
        if not found:
            raise KeyError(id)
        return [Version(*row) for row in found]

    def _rows(self, sql: str, *values: Any) -> List[Tuple[Any, ...]]:
        return rows_of(self._connection, sql, *values)

    def _update(self, id: int, *values: Optional[str]) -> Optional[str]:
        """Corrects a memory. Returns its subject."""
        for subject, in self._rows(f"UPDATE {self._memory} SET text = ?2, subject = coalesce(?3, subject), source = ?4, "
                                   f"time = coalesce(?5, {NOW}) WHERE id = ?1 RETURNING subject", id, *values):
            return None if subject is None else str(subject)
        raise KeyError(id)

    def _compare(self, text: str, subject: Optional[str], candidates: Iterable[int],
                 but: Optional[int] = None) -> Tuple[List[Recalled], List[Recalled]]:
        """What a text repeats, which is not of another subject, and what it contradicts; but for one memory."""
        found = self._recall(text, subject, candidates, but)
        return ([one for one in found if one.kind in KINDS[:2] and (one.subject == subject or None in (one.subject, subject))],
                sorted((one for one in found if one.kind == "drift"), key=lambda one: -(one.score or 0)))

    def _recall(self, text: str, subject: Optional[str], candidates: Iterable[int], but: Optional[int] = None) -> List[Recalled]:
        columns = "m.id, m.text, m.subject, m.source, m.time"
        found = {row[0]: Recalled(*row) for row in self._rows(
            f"SELECT {columns}, n.kind, n.score, n.reason FROM {self.index._name}(?, ?, 0) AS n JOIN {self._memory} AS m "
            "ON m.id = n.rowid WHERE m.id IS NOT ? ORDER BY n.jaccard DESC, m.id", text, subject, but)}
        if self._judge is not None:
            left = {id for id in {*found, *candidates} if id not in found or found[id].kind not in KINDS[:3]}
            for row in self._rows(
                    f"SELECT {columns}, {self._judge}(m.text, ?), NULL, ? FROM {self._memory} AS m WHERE m.id IN "
                    "(SELECT value FROM json_each(?))", text, f"judged by {self._judge}", json.dumps(sorted(left - {but}))):
                if row[5] in KINDS:
                    found[row[0]] = Recalled(*row)
                elif row[5] is not None:
                    raise ValueError(f"neardup: judge must return None or one of {', '.join(KINDS)}, found {row[5]!r}")
        return list(found.values())


def _check(text: str, *others: Optional[str]) -> None:
    if not isinstance(text, str):
        raise TypeError(f"neardup: text must be a str, found {text!r}")
    if not text.strip():
        raise ValueError("neardup: text must not be empty")
    for value in others:
        if not isinstance(value, (str, type(None))):
            raise TypeError(f"neardup: subject, source and time must be a str or None, found {value!r}")
