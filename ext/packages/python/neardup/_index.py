"""An index of near-duplicates in a database of yours, which changes as its texts do."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Tuple

from ._connect import Error, load

class Match(NamedTuple):
    """A text that was found."""

    id: Any  # its rowid in the index, or its label in Findings
    text: str
    jaccard: float  # 0 to 1, of the sets of shingles of the folded texts


class GrowingPair(NamedTuple):
    """Two similar texts, recorded when the later one was added."""

    seq: int  # ascends, and is never used again
    a: int
    b: int
    jaccard: float
    edit_distance: Optional[int]  # None unless edit_similarity_least is set


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


class Index:
    """An index in the database of `connection`, of sqlite3, pysqlite3 or apsw; it is created unless it is there.

    Without `table`, the index holds the texts. With it, they stay in that table, which needs an INTEGER PRIMARY
    KEY; the index takes those that are there, and triggers, which are created as well, tell it of every change.
    `options` are those of CREATE VIRTUAL TABLE, such as jaccard_least=0.8, pairs=1 or clusters=1. The connection's
    transactions hold for the index: nothing is committed here.

        index = neardup.Index(connection, table="note")
        index.near("The storm killed 134 people.")[0].id
    """

    def __init__(self, connection: Any, name: str = "near", table: Optional[str] = None, column: str = "text",
                 **options: Any) -> None:
        self._connection, self.name, self._name = connection, name, _quoted(name)
        self._column = _quoted(column)
        if not self._rows("SELECT 1 FROM pragma_module_list WHERE name = 'neardup'"):
            load(connection)
        if self._rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name):
            return
        if table is not None:
            options = {"content": table, **options}
        given = "".join(", %s='%s'" % (option, str(value).replace("'", "''")) for option, value in options.items())
        self._rows(f"CREATE VIRTUAL TABLE {self._name} USING neardup({self._column}{given})")
        if table is not None:
            self._command("triggers")
            self.rebuild()

    def _rows(self, sql: str, *values: Any) -> List[Tuple[Any, ...]]:
        try:
            return list(self._connection.cursor().execute(sql, values))
        except Exception as error:
            raise Error(f"neardup: {error}") from error

    def near(self, text: str, limit: int = 10, least: Optional[float] = None) -> List[Match]:
        """The texts that are most like this one, with a Jaccard similarity of `least` or more: by default, of
        the index's jaccard_least."""
        wanted, values = ("", ()) if least is None else (" WHERE jaccard >= ?", (least,))
        return [Match(*row) for row in self._rows(
            f"SELECT rowid, {self._column}, jaccard FROM {self._name}(?){wanted} ORDER BY jaccard DESC LIMIT ?",
            text, *values, limit)]

    def add(self, text: str, id: Optional[int] = None) -> int:
        """Adds a text to an index that holds its texts. Returns its id."""
        self._rows(f"INSERT INTO {self._name}(rowid, {self._column}) VALUES (?, ?)", id, text)
        return int(self._rows("SELECT last_insert_rowid()")[0][0])

    def remove(self, id: int) -> None:
        """Removes a text from an index that holds its texts."""
        self._rows(f"DELETE FROM {self._name} WHERE rowid = ?", id)

    def pairs(self, since: int = 0) -> List[GrowingPair]:
        """The pairs with a greater seq, of an index with pairs=1."""
        return [GrowingPair(*row) for row in self._rows(
            f"SELECT seq, a, b, jaccard, edit_distance FROM {_quoted(self.name + '_pairs')} "
            "WHERE seq > ? ORDER BY seq", since)]

    def cluster(self, id: int) -> List[int]:
        """The texts of its cluster, itself included, of an index with clusters=1. Empty: it is in none."""
        members = _quoted(self.name + "_members")
        return [row[0] for row in self._rows(
            f"SELECT member FROM {members} WHERE cluster = (SELECT cluster FROM {members} WHERE member = ?) "
            "ORDER BY member", id)]

    def rebuild(self) -> None:
        """Makes the index of all texts anew."""
        self._command("rebuild")

    def optimize(self) -> None:
        """Makes one segment of all, for the fastest searches and the fewest bytes."""
        self._command("optimize")

    def check(self) -> None:
        """Raises Error unless the index is sound and has each text."""
        self._command("integrity-check")

    def _command(self, command: str) -> None:
        self._rows(f"INSERT INTO {self._name}({self._name}) VALUES (?)", command)
