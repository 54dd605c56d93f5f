"""An index of near-duplicates in a database of yours, which changes as its texts do."""

from __future__ import annotations

import re
from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._connect import Error, load, one_transaction, quoted, rows_of


class Match(NamedTuple):
    """A text that was found."""

    id: Any  # its rowid in the index, or its label in Findings
    text: str
    jaccard: float  # 0 to 1, of the sets of shingles of the folded texts


class Judged(NamedTuple):
    """A text that was found, and what it is to the one that was searched for."""

    id: int
    text: str
    jaccard: float
    kind: str  # identical, copyedit, drift (they contradict each other), template, reference or other
    score: float  # the probability that they contradict each other
    reason: str  # in one sentence


class GrowingPair(NamedTuple):
    """Two similar texts, recorded when the later one was added."""

    seq: int  # ascends, and is never used again
    a: int
    b: int
    jaccard: float
    edit_distance: Optional[int]  # None unless edit_similarity_least is set


class Change(NamedTuple):
    """What has become of a pair or a cluster: docs/guide/live-index.md says what each is."""

    seq: int  # ascends, and is never used again
    what: str  # appeared, went, changed, born, grew, shrank, merged, split, renamed, gone
    a: Optional[int]  # the texts of a pair; or the text that a cluster got or lost
    b: Optional[int]
    cluster: Optional[int]
    into: Optional[int]  # the cluster that it has become, or that a part of it has


class Link(NamedTuple):
    """A verdict on two texts, and what became of it: docs/guide/live-index.md says what each is."""

    a: Optional[int]  # the first row with text_a, if there is one
    b: Optional[int]
    verdict: str  # "duplicate" or "no duplicate"
    cluster_a: Optional[int]  # of these rows
    cluster_b: Optional[int]
    honoured: Optional[int]  # whether the clusters are as the verdict says; None without two rows
    text_a: str
    text_b: str


_OPTION = r"""(\w+)\s*=\s*('(?:[^']|'')*'|"(?:[^"]|"")*"|[^,]*)"""
_NAME = r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^]]*\]|[^\s,]+"""


def _options(arguments: str) -> Dict[str, str]:
    """The options among the arguments of CREATE VIRTUAL TABLE, unquoted."""
    found = {}
    for name, value in re.findall(_OPTION, arguments):
        value = value.strip()
        found[name.lower()] = value[1:-1].replace(value[0] * 2, value[0]) if value[:1] in ("'", '"') else value
    return found


def _is(written: str, value: Any) -> bool:
    """Whether an option has this value: 0.70 is 0.7, and 1 is True."""
    try:
        return float(written) == float(value)
    except (TypeError, ValueError):
        return written == str(value)


class Index:
    """An index in the database of `connection`, of sqlite3, pysqlite3 or apsw; it is created unless it is there. One that is
    there, and was created with other options than those given, is an error. With `table`, the texts stay in that table,
    which needs an INTEGER PRIMARY KEY and gets triggers; else the index holds them. `column` has the text; several make one
    text. `options` are those of CREATE VIRTUAL TABLE, such as jaccard_least=0.8, pairs=1 or title="subject". Nothing is
    committed here. len(index) counts its texts, index[id] is one of them, `id in index` says whether there is one, and its
    ids can be iterated."""

    def __init__(self, connection: Any, name: str = "near", table: Optional[str] = None,
                 column: Union[str, Sequence[str], None] = None, **options: Any) -> None:
        self._connection, self.name, self._name = connection, name, quoted(name)
        if not self._rows("SELECT 1 FROM pragma_module_list WHERE name = 'neardup'"):
            load(connection)
        options = {option: int(value) if isinstance(value, bool) else value for option, value in options.items()}
        if table is not None:
            options = {"content": table, **options}
        for sql, in self._rows("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE", name):
            return self._open(sql, [column] if isinstance(column, str) else column, options)
        self._columns = [quoted(name) for name in ([column or "text"] if column is None or isinstance(column, str) else column)]
        self._arguments = ", ".join(self._columns) + "".join(", %s='%s'" % (option, str(value).replace("'", "''"))
                                                 for option, value in options.items())
        self._rows(f"CREATE VIRTUAL TABLE {self._name} USING neardup({self._arguments})")
        if table is not None:
            self._command("triggers")
            self.rebuild()

    def _open(self, sql: str, columns: Optional[Sequence[str]], options: Dict[str, Any]) -> None:
        """Opens an existing index, if it has the requested options."""
        created = re.search(r"\bUSING\s+neardup\s*\((.*)\)\s*$", sql, re.IGNORECASE | re.DOTALL)
        if not created:
            raise Error(f"neardup: {self.name} is a table, not an index of neardup")
        self._arguments = created[1].strip()
        texts = len(re.findall(_NAME, re.sub(_OPTION, "", self._arguments)))  # columns of evidence follow
        found = [name for name, in self._rows("SELECT name FROM pragma_table_info(?)", self.name)][:texts]
        self._columns = [quoted(name) for name in found]
        if columns is not None and [name.lower() for name in found] != [name.lower() for name in columns]:
            raise ValueError(f"neardup: {self.name} has the text in {', '.join(found)}, not in {', '.join(columns)}")
        before = {"pairs": "0", "clusters": "0", "changes": "0", **_options(self._arguments)}
        if "1" in (before["clusters"], before["changes"]):  # which need pairs
            before["pairs"] = "1"
        for option, value in options.items():
            had = before.get(option.lower())
            if had is None or not _is(had, value):
                was = f"without {option}" if had is None else f"with {option}={had}"
                raise ValueError(f"neardup: {self.name} was created {was}, not with {option}={value!r}. Give the options that it has, "
                                 "or none; or another name")

    @property
    def _text(self) -> str:
        """SQL of the text of a row."""
        if len(self._columns) == 1:
            return self._columns[0]
        return "substr(%s, 2)" % " || ".join(f"ifnull(' ' || nullif({column}, ''), '')" for column in self._columns)

    @property
    def _column(self) -> str:
        """The column of the text, for changes."""
        if len(self._columns) > 1:
            raise ValueError(f"neardup: {self.name} has a text of {len(self._columns)} columns: change its rows with SQL")
        return self._columns[0]

    def __repr__(self) -> str:
        return f"<neardup.Index {self.name}({self._arguments})>"

    def __len__(self) -> int:
        return int(self._rows(f"SELECT count(*) FROM {self._name}")[0][0])

    def __bool__(self) -> bool:
        return True

    def __contains__(self, id: object) -> bool:
        return bool(self._rows(f"SELECT 1 FROM {self._name} WHERE rowid = ?", id))

    def __iter__(self) -> Iterator[int]:
        return (id for id, in self._rows(f"SELECT rowid FROM {self._name}"))

    def __getitem__(self, id: int) -> Optional[str]:
        for text, in self._rows(f"SELECT {self._text} FROM {self._name} WHERE rowid = ?", id):
            return text
        raise KeyError(id)

    def _rows(self, sql: str, *values: Any) -> List[Tuple[Any, ...]]:
        return rows_of(self._connection, sql, *values)

    def near(self, text: str, limit: int = 10, least: Optional[float] = None) -> List[Match]:
        """The texts that are most like this one, with a Jaccard similarity of `least` or more: by default, of
        the index's jaccard_least."""
        wanted, values = ("", ()) if least is None else (" WHERE jaccard >= ?", (least,))
        return [Match(*row) for row in self._rows(
            f"SELECT rowid, {self._text}, jaccard FROM {self._name}(?){wanted} ORDER BY jaccard DESC LIMIT ?",
            text, *values, limit)]

    def judge(self, text: str, limit: int = 10, title: Optional[str] = None, time: Any = None,
              source: Any = None) -> List[Judged]:
        """Whether texts of the index repeat or contradict this one, the most similar first. `title`, `time` and `source` are
        its evidence, for an index with these options."""
        return [Judged(*row) for row in self._rows(
            f"SELECT rowid, {self._text}, jaccard, kind, score, reason FROM {self._name}(?, ?, ?, ?) "
            "ORDER BY jaccard DESC, rowid LIMIT ?", text, title, time, source, limit)]

    def add(self, text: str, id: Optional[int] = None) -> int:
        """Adds a text to an index that holds its texts. Returns its id."""
        self._rows(f"INSERT INTO {self._name}(rowid, {self._column}) VALUES (?, ?)", id, text)
        return int(self._rows("SELECT last_insert_rowid()")[0][0])

    def add_many(self, texts: Union[Iterable[Union[str, Tuple[int, str]]], Mapping[int, str]]) -> None:
        """Adds texts, of which some or all may be pairs (id, text), or the texts of a dict whose keys are their ids, to an
        index that holds its texts: all or, after an error, none. A generator is read text by text."""
        if isinstance(texts, str):
            raise TypeError("neardup: texts must be several: a list or a dict; add() takes one")
        rows = texts.items() if isinstance(texts, Mapping) else (
            text if isinstance(text, (tuple, list)) else (None, text) for text in texts)
        with one_transaction(self._connection):
            try:
                self._connection.cursor().executemany(f"INSERT INTO {self._name}(rowid, {self._column}) VALUES (?, ?)", rows)
            except Exception as error:
                raise Error(f"neardup: {error}") from error

    def remove(self, id: int) -> None:
        """Removes a text from an index that holds its texts."""
        self._rows(f"DELETE FROM {self._name} WHERE rowid = ?", id)

    def pairs(self, since: int = 0) -> List[GrowingPair]:
        """The pairs with a greater seq, of an index with pairs=1."""
        return [GrowingPair(*row) for row in self._rows(
            f"SELECT seq, a, b, jaccard, edit_distance FROM {quoted(self.name + '_pairs')} "
            "WHERE seq > ? ORDER BY seq", since)]

    def changes(self, after: int = 0) -> Iterator[Change]:
        """The changes with a greater seq, of an index with changes=1, in their order; those that come meanwhile, too."""
        sql = f"SELECT * FROM {quoted(self.name + '_changes')} WHERE seq > ? ORDER BY seq LIMIT 1000"
        while rows := self._rows(sql, after):
            for row in rows:
                yield Change(*row)
            after = rows[-1][0]

    def forget_changes(self, seq: int) -> None:
        """Deletes the changes up to this seq, which everybody has seen."""
        self._rows(f"INSERT INTO {self._name}({self._name}, rowid) VALUES ('forget-changes', ?)", seq)

    def cluster(self, id: int) -> List[int]:
        """The texts of its cluster, including itself, for an index with clusters=1. Empty if it is in none."""
        members = quoted(self.name + "_members")
        return [row[0] for row in self._rows(
            f"SELECT member FROM {members} WHERE cluster = (SELECT cluster FROM {members} WHERE member = ?) "
            "ORDER BY member", id)]

    def link(self, a: Union[int, str], b: Union[int, str]) -> None:
        """Two texts, or the texts of two ids, belong together, in an index with clusters=1."""
        self._judge("duplicate", a, b)

    def separate(self, a: Union[int, str], b: Union[int, str]) -> None:
        """They do not belong together."""
        self._judge("no duplicate", a, b)

    def unlink(self, a: Union[int, str], b: Union[int, str]) -> None:
        """Takes back what link() or separate() said."""
        self._judge("no verdict", a, b)

    def _judge(self, verdict: str, a: Union[int, str], b: Union[int, str]) -> None:
        if isinstance(a, str) != isinstance(b, str):
            raise TypeError("neardup: a verdict is on two ids, or on two texts")
        column = self._columns[0] if isinstance(a, str) else "rowid"
        self._rows(f"INSERT INTO {self._name}({self._name}, {column}, partner) VALUES (?, ?, ?)", verdict, a, b)

    def links(self) -> List[Link]:
        """All verdicts, and whether they are honoured."""
        view = self.name + "_links"
        if not self._rows("SELECT 1 FROM pragma_table_info(?)", view):
            return []  # there was none yet
        return [Link(*row) for row in self._rows(f"SELECT * FROM {quoted(view)}")]

    def rebuild(self) -> None:
        """Rebuilds the index from all texts."""
        self._command("rebuild")

    def optimize(self) -> None:
        """Merges all segments into one, for the fastest searches and the fewest bytes."""
        self._command("optimize")

    def check(self) -> None:
        """Raises Error unless the index is sound and has each text."""
        self._command("integrity-check")

    def _command(self, command: str) -> None:
        self._rows(f"INSERT INTO {self._name}({self._name}) VALUES (?)", command)
