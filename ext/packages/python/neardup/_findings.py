"""What was found: rows of the tables pair, cluster and pair_kind, with the caller's labels and texts."""

from __future__ import annotations

import json
import os
import reprlib
import weakref
from array import array
from collections import UserList
from html import escape
from contextlib import contextmanager
from itertools import chain, repeat
from operator import index
from typing import (Any, Callable, Dict, Generic, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Type,
                    TypeVar, get_type_hints)

from . import _columns, _html, _verdicts
from ._connect import Error, Session
from ._index import Match
from ._texts import Texts, checked
from ._verdicts import Said

SHOWN_MOST = 50  # rows of a table in a notebook
SHOWN_FIRST = 10  # of those that findings begin with, and in a REPL
CHUNK = 1 << 16  # pairs that are read at a time
NO_COSINE = -2.0  # for NULL
KEPT = ("usual", "longest", "shortest", "newest", "oldest", "first")

Row = TypeVar("Row", bound=Tuple[Any, ...])


class Pair(NamedTuple):
    """Two similar texts, verified. The copies of a text are paired only with the first of them."""

    a: Any  # the label of a text: its position in a list, key in a dict, or entry in the index
    b: Any
    jaccard: float  # 0 to 1, of the sets of shingles
    edit_distance: int  # in characters
    text_a: str
    text_b: str
    cosine: Optional[float]  # of their vectors, if projection has found the pair


class Cluster(NamedTuple):
    """Texts that pairs connect."""

    id: int
    kind: str  # identical, template, copyedit, drift, reference or other
    size: int  # texts, copies included
    distinct: int  # different texts
    mixed: bool  # whether its pairs are of several kinds
    score: float  # 0 to 1: how likely it contains a contradiction
    reason: str  # why it is of this kind
    representative: Any  # the label of the text that is similar to most others
    members: List[Any]  # the labels of all


class Kind(NamedTuple):
    """A pair of different texts, judged."""

    a: Any
    b: Any
    kind: str  # as in Cluster, but never identical
    score: float  # 0 to 1: how likely the two contradict each other
    type: Optional[str]  # what kind of value conflicts: number, date, name ...; None if nothing does
    value_a: Optional[str]
    value_b: Optional[str]
    reason: str
    marked: str  # both texts as one, with what differs as [a|b]
    text_a: str
    text_b: str
    cluster: Optional[int]  # Cluster.id; None for a near miss
    likelihood: Optional[str]  # the score in words and as a number, "likely, 0.87"; None if nothing conflicts
    verdict: Optional[str]  # what somebody said of the pair; returned, if that was fixed, but it is there again; None: nothing

    def __repr__(self) -> str:
        said = f"{self.kind}, a contradiction: {self.likelihood}" if self.likelihood else self.kind
        after = {None: "", "returned": " It was fixed, and has returned."}.get(self.verdict, f" Somebody says: {self.verdict}.")
        return f"<neardup.Kind: {self.a!r} and {self.b!r}, {said}. {self.reason}{after}>"


class Verdict(NamedTuple):
    """A text that has a duplicate, or a text that looks like one."""

    label: Any
    action: str  # keep; drop, as it is a duplicate; likely, if it may be one; or alike, if it is none
    kept: Any  # the label of the text that is kept in its place, or that it is like
    jaccard: float
    differs: Optional[str]  # what differs, with the word before it, whatever the action; None if nothing does
    text_a: str
    text_b: str  # that of `kept`


class CrossPair(NamedTuple):
    """A text of one collection, and a similar one of another."""

    a: Any
    b: Any
    kind: str  # as in Cluster, or not judged
    jaccard: float
    text_a: str
    text_b: str


class _Table(Generic[Row]):
    """What rows can do besides what a list can."""

    columns: Tuple[str, ...]
    _types: Dict[str, Any]

    def _column(self: Any, name: str) -> List[Any]:
        place = self.columns.index(name)
        return [row[place] for row in self]

    def __repr__(self: Any) -> str:
        """The first rows, a line for each; long ones are cut in the middle."""
        short = reprlib.Repr()
        short.maxother = _html.PIECE_MOST
        lines = [*map(short.repr, self[:SHOWN_FIRST])]
        if len(self) > SHOWN_FIRST:
            lines.append(f"… {len(self) - SHOWN_FIRST:,} more")
        return f"[{(',' + chr(10) + ' ').join(lines)}]"

    def _html(self: Any, most: int) -> str:
        shown: Sequence[Any] = self[:most]
        if "text_b" not in self.columns:
            return _html.table(self.columns, shown, False, len(self))
        columns = [name for name in self.columns if name not in ("marked", "text_a", "text_b")
                   and (name != "verdict" or any(row.verdict for row in shown))]
        marked = _html.differences((row.text_a, row.text_b) for row in shown)
        return _html.table([*columns, "differences"],
                           [[*(getattr(row, name) for name in columns), text] for row, text in zip(shown, marked)],
                           True, len(self))

    def _repr_html_(self) -> str:
        """A table of the first rows, for notebooks."""
        return self._html(SHOWN_MOST)

    def to_pandas(self) -> Any:
        """A pandas.DataFrame."""
        import pandas  # type: ignore[import-untyped, unused-ignore]

        whole: Dict[Any, str] = {int: "int64", Optional[int]: "Int64"}
        return pandas.DataFrame({name: self._column(name) for name in self.columns}).astype(
            {name: whole[kind] for name, kind in self._types.items() if kind in whole})

    def to_polars(self) -> Any:
        """A polars.DataFrame."""
        import polars  # type: ignore[import-not-found, unused-ignore]

        return polars.DataFrame({name: self._column(name) for name in self.columns}, strict=False)

    def to_arrow(self) -> Any:
        """A pyarrow.Table. Labels that are not of one type become texts."""
        import pyarrow as pa

        types: Dict[Any, Any] = {int: pa.int64(), float: pa.float64(), str: pa.string(), bool: pa.bool_()}
        types.update({Optional[kind]: there for kind, there in types.items()})

        def array(name: str) -> pa.Array:
            values = self._column(name)
            try:
                return pa.array(values, types.get(self._types[name]))
            except (pa.ArrowException, OverflowError):
                return pa.array([list(map(str, value)) if isinstance(value, list) else str(value) for value in values])

        return pa.table({name: array(name) for name in self.columns})


class Rows(_Table[Row], List[Row]):
    """A list of named tuples that also becomes a DataFrame or a table of Arrow."""

    def __init__(self, kind: Type[Row], rows: Iterable[Row]) -> None:
        super().__init__(rows)
        self.columns: Tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
        self._types: Dict[str, Any] = get_type_hints(kind)


class Pairs(_Table[Pair], UserList[Pair]):
    """Pairs as a list of named tuples, which are made as they are asked for: what is kept are columns, of which a pair takes
    20 bytes. Whoever changes or compares them as a whole makes all."""

    columns = Pair._fields
    _types = get_type_hints(Pair)

    def __init__(self, pairs: Iterable[Pair] = (), chunks: Sequence[Sequence[array[Any]]] = (),
                 label: Callable[[int], Any] = int, text: Callable[[int], str] = str) -> None:
        """`chunks` are columns of the table, of CHUNK rows but for the last, with the last column empty if it is all NULL."""
        self._chunks, self._label, self._text = chunks, label, text
        if not chunks:
            self.data = list(pairs)

    def __getattr__(self, name: str) -> Any:
        """What UserList changes, when it first does."""
        if name != "data":
            raise AttributeError(name)
        self.data, self._chunks = list(self), ()
        return self.data

    def _columns_of(self, chunk: Sequence[array[Any]]) -> Tuple[Iterable[Any], ...]:
        a, b, jaccard, distance, cosine = chunk
        return (map(self._label, a), map(self._label, b), jaccard, distance, map(self._text, a), map(self._text, b),
                (None if value == NO_COSINE else value for value in cosine) if cosine else repeat(None, len(a)))

    def _column(self, name: str) -> List[Any]:
        place = self.columns.index(name)
        return [*chain(*(self._columns_of(chunk)[place] for chunk in self._chunks))] if self._chunks else super()._column(name)

    def __len__(self) -> int:
        return sum(len(chunk[0]) for chunk in self._chunks) if self._chunks else len(self.data)

    def __iter__(self) -> Iterator[Pair]:
        if not self._chunks:
            return iter(self.data)
        return chain.from_iterable(map(Pair, *self._columns_of(chunk)) for chunk in self._chunks)

    def __getitem__(self, place: Any) -> Any:
        if not self._chunks:
            return self.data[place]
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        chunk, row = divmod(range(len(self))[index(place)], CHUNK)
        return next(map(Pair, *self._columns_of([column[row:row + 1] for column in self._chunks[chunk]])))

    __copy__ = UserList.copy

    def __reduce__(self) -> Any:
        return Pairs, (), None, iter(self)


def _counted(items: Sequence[Any], noun: str) -> str:
    return f"{len(items):,} {noun}" + ("" if len(items) == 1 else "s")


def _stamp(session: Session) -> List[Tuple[Any, ...]]:
    """A fingerprint of the texts of a file."""
    if not session.rows("SELECT 1 FROM main.sqlite_schema WHERE name = 'source'"):
        return []
    return session.rows("SELECT id, name, kind, fingerprint FROM main.source UNION ALL "
                        "SELECT count(*), min(id), max(id), total(length(CAST(text AS BLOB))) FROM main.sentence")


class Findings:
    """The result of find() or run(): similar `pairs`, by label; `clusters`, the largest first; `kinds`, the pairs that were
    judged, the likeliest contradictions first; for each text that find() was given its Cluster.id, or None, in
    `cluster_ids`, of the form of the texts; and the `summary`, as text.

    The methods ask the database: the file that was named, which must still hold these texts, or the temporary one, which
    stays as long as its findings do. What people say of pairs is kept there, and in the file of verdicts."""

    def __init__(self, pairs: Pairs, clusters: Rows[Cluster], kinds: Rows[Kind], summary: str) -> None:
        self.pairs, self.clusters, self.kinds = pairs, clusters, kinds
        self.cluster_ids: Any = []
        self.summary = summary
        self._path = ""
        self._stamp: List[Tuple[Any, ...]] = []  # of the file
        self._session: Optional[Session] = None  # of a temporary database
        self._label: Callable[[int], Any] = int  # from a sentence to the caller's name for it
        self._texts: Optional[Texts] = None
        self._verdicts: Optional[_verdicts.File] = None

    def keep(self, session: Session, path: str) -> None:
        """Takes over the session of the findings. A file is opened again for each query."""
        if path:
            self._path, self._stamp = os.path.abspath(path), _stamp(session)
            session.close()
        else:
            self._session = session
            weakref.finalize(self, session.close)

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_session": None, "_texts": None}  # copies have what was found

    @contextmanager
    def _opened(self, read_only: bool = True) -> Iterator[Session]:
        """The database, which holds these texts."""
        if self._session is None and self._path == "":
            raise Error("neardup: these findings are a copy, and their database was a temporary one. Ask the original")
        session = self._session or Session(self._path, read_only)
        try:
            if not read_only:
                self._check(session)
            yield session
            if read_only:
                self._check(session)
        finally:
            if session is not self._session:
                session.close()

    def _check(self, session: Session) -> None:
        if self._path and _stamp(session) != self._stamp:
            raise Error(f"neardup: {self._path} holds other texts now. Use find() or run() again")

    def _ask(self, job: str, **settings: Any) -> List[Dict[str, Any]]:
        """The objects that a job prints, with these parameters set."""
        with self._opened() as session:
            printed = session.run(job, {**settings, "format": "jsonl"})
        return [json.loads(line) for line in printed.split("\n") if line]

    def _judged(self, certainty: str, keep: str) -> List[Dict[str, Any]]:
        """The rows of keep_one.sql."""
        if certainty not in ("sure", "likely"):
            raise ValueError(f"neardup: certainty must be 'sure' or 'likely', not {certainty!r}")
        if keep not in KEPT and self._texts is not None:  # a database of run() may have columns to keep by
            raise ValueError(f"neardup: keep must be {', '.join(map(repr, KEPT[:-1]))} or {KEPT[-1]!r}, not {keep!r}")
        return self._ask("keep", keep=keep, drop=certainty)

    def verdicts(self, certainty: str = "sure", keep: str = "usual") -> Rows[Verdict]:
        """The reasons of drop_duplicates(): which texts are kept, which are dropped, and in favour of which."""
        rows = self._judged(certainty, keep)
        texts = {row["sentence_id"]: row["text"] for row in rows}
        return Rows(Verdict, [
            Verdict(self._label(row["sentence_id"]), row["action"], self._label(row["kept_id"]), row["jaccard"],
                    row["differs"], row["text"], texts[row["kept_id"]]) for row in rows])

    def drop_duplicates(self, certainty: str = "sure", keep: str = "usual") -> Any:
        """What find() was given, in the same form, without the texts that are duplicates of one that stays. What is no
        text stays. `certainty` is sure, for texts that say the same, or likely, also for those that probably do; `keep` is
        which of several stays: usual, longest, shortest, newest, oldest or first."""
        if self._texts is None:
            raise TypeError("neardup: these findings are of run(), or a copy, and have no texts that were given. verdicts() "
                            "says which to keep")
        wanted = [True] * len(self._texts.labels)
        for row in self._judged(certainty, keep):
            if row["action"] == "drop":
                wanted[self._texts.positions[row["sentence_id"]]] = False
        return self._texts.only(wanted)

    def near(self, text: str, limit: int = 10, least: float = 0.4) -> Rows[Match]:
        """The texts with a Jaccard similarity of `least` or more with this one, the most similar first, up to `limit`;
        of copies the first. Every text is compared, unless the file has the live index sentence_index."""
        if checked(text, "the text", text) is None:
            raise TypeError("neardup: the text must be a str, not None")
        rows = self._ask("near", text=text, limit=limit, least=least)
        return Rows(Match, [Match(self._label(row["sentence_id"]), row["text"], row["jaccard"]) for row in rows])

    def judge(self, pair: Any, verdict: str, reason: str = "", judge: Optional[str] = None) -> None:
        """Says what a pair is, a row of `kinds` or of `pairs`: contradiction, same, pattern, citation, fixed, ignore,
        duplicate or no duplicate; none takes that back. The next find() or run() has no such pair among its `kinds`."""
        if self._texts is None and self._label is not int:
            raise Error("neardup: these findings are a copy, which does not know the sentences of the database. Ask the original")
        a, b = (label if self._texts is None else self._texts.names.index(label, 1) for label in (pair.a, pair.b))
        with self._opened(False) as session:
            _verdicts.give(session, a, b, verdict, _verdicts.named(judge), reason, self._verdicts)

    def said(self) -> Rows[Said]:
        """All verdicts that people gave."""
        return Rows(Said, [Said(**row) for row in self._ask("verdicts")])

    def review(self, judge: Optional[str] = None, ask: Callable[[str], str] = input, **choice: Any) -> int:
        """Asks for verdicts, one pair after the other, those that teach most first, as `neardup review` does: in a notebook
        or a shell. An answer is the letter of a verdict or the verdict itself, which a reason may follow. `choice` is
        sample=20, seed, type, kind, least or judged. Returns how many pairs got a verdict; each is stored at once."""
        with self._opened(False) as session:
            return _verdicts.review(session, _verdicts.named(judge), choice, self._verdicts, ask)

    def _repr_html_(self) -> str:
        return (f"<p>{_counted(self.pairs, 'pair')}, {_counted(self.clusters, 'cluster')}</p>"
                + (self.kinds._html(SHOWN_FIRST) if self.kinds else "")
                + f"<details><summary>Summary</summary><pre>{escape(self.summary)}</pre></details>")

    def __repr__(self) -> str:
        return f"<neardup.Findings: {_counted(self.pairs, 'pair')}, {_counted(self.clusters, 'cluster')}>"


def _read_pairs(session: Session) -> Iterator[List[array[Any]]]:
    """The columns of the table, as Pairs has them."""
    last: List[int] = [-2**63, -2**63]
    while True:
        chunk = [*map(_columns.numbers, session.rows(
            "SELECT pack_column(a), pack_column(b), pack_column(jaccard), pack_column(edit_distance), "
            "       pack_column(ifnull(cosine, ?)) "
            "  FROM (SELECT * FROM pair WHERE (a, b) > (?, ?) ORDER BY a, b LIMIT ?)", (NO_COSINE, *last, CHUNK))[0])]
        if not chunk[0]:
            return
        last = [column[-1] for column in chunk[:2]]
        if max(chunk[-1]) == NO_COSINE:
            chunk[-1] = array("d")
        yield chunk


def read_findings(session: Session, label: Callable[[int], Any], summary: str, given: Optional[Texts] = None,
                  judged: bool = False) -> Findings:
    """Reads the tables. `label` gives the name of a sentence; `given` are the texts that became sentences. Pairs that somebody has
    judged are no `kinds`, unless `judged`."""
    texts: Dict[int, str] = {}
    text = texts.__getitem__
    if given is not None and given.column is None:
        text = given.text
    else:  # those of a pair may have joined other clusters
        texts.update(session.rows(
            "SELECT id, text FROM sentence WHERE id IN ("
            "    SELECT sentence_id FROM member UNION SELECT a FROM pair_kind UNION SELECT b FROM pair_kind"
            "     UNION SELECT a FROM setting CROSS JOIN pair WHERE clusters = 'star'"
            "     UNION SELECT b FROM setting CROSS JOIN pair WHERE clusters = 'star')"))
    members: Dict[int, List[Any]] = {}
    cluster_ids: List[Optional[int]] = [None] * (0 if given is None else len(given.labels))
    for cluster, sentence in session.rows("SELECT cluster_id, sentence_id FROM member ORDER BY 1, 2"):
        members.setdefault(cluster, []).append(label(sentence))
        if given is not None:
            cluster_ids[given.positions[sentence]] = cluster
    clusters = Rows(Cluster, [
        Cluster(id, kind, size, distinct, bool(mixed), score, reason, label(representative), members[id])
        for id, kind, size, distinct, mixed, score, reason, representative in session.rows(
            "SELECT id, kind, size, texts, mixed, score, reason, representative FROM cluster "
            "ORDER BY size DESC, id")])
    words: Dict[Any, Any] = {}  # one object for equal ones
    kinds = Rows(Kind, (
        Kind._make([label(a), label(b), words.setdefault(kind, kind), score,
                    *[words.setdefault(word, word) for word in said], marked, text(a), text(b), cluster,
                    words.setdefault(likelihood, likelihood), words.setdefault(verdict, verdict)])
        for a, b, kind, score, marked, cluster, likelihood, verdict, *said in session.each(
            "SELECT a, b, pair_kind.kind, pair_kind.score, mark_differences(x.text, y.text), cluster_id, "
            "       iif(pair_kind.score > 0 AND pair_kind.kind <> 'template', words, NULL), verdict, type, value_a, value_b, reason "
            "  FROM (SELECT *, (SELECT iif(returned, 'returned', verdict) FROM pair_verdict AS said"
            "                    WHERE said.a = pair_kind.a AND said.b = pair_kind.b) AS verdict FROM pair_kind) AS pair_kind "
            "  JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b "
            "  JOIN likelihood ON likelihood.score = round(pair_kind.score, 2) "
            " WHERE ? OR ifnull(verdict, 'returned') = 'returned'"
            " ORDER BY pair_kind.score DESC, a, b", (judged,))))
    found = Findings(Pairs((), [*_read_pairs(session)], label, text), clusters, kinds, summary)
    found._label, found._texts = label, given
    if given is not None:
        found.cluster_ids = given.like(cluster_ids)
    return found
