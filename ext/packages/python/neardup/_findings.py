"""What was found: rows of the tables pair, cluster and pair_kind, with the caller's labels and texts."""

from __future__ import annotations

from html import escape
from typing import Any, Callable, Dict, Generic, Iterable, List, NamedTuple, Optional, Tuple, Type, TypeVar

from ._connect import Session

SHOWN_MOST = 50  # rows of a table in a notebook

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

    def __repr__(self) -> str:
        said = f"{self.kind}, a contradiction: {self.likelihood}" if self.likelihood else self.kind
        return f"<neardup.Kind: {self.a!r} and {self.b!r}, {said}. {self.reason}>"


class Rows(List[Row], Generic[Row]):
    """A list of named tuples that also becomes a DataFrame."""

    def __init__(self, kind: Type[Row], rows: Iterable[Row]) -> None:
        super().__init__(rows)
        self.columns: Tuple[str, ...] = kind._fields  # type: ignore[attr-defined]

    def _repr_html_(self) -> str:
        """A table of the first rows, for notebooks."""
        def line(tag: str, cells: Iterable[Any]) -> str:
            return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"

        rows = "".join(line("td", row) for row in self[:SHOWN_MOST])
        more = f"<p>{len(self) - SHOWN_MOST:,} more</p>" if len(self) > SHOWN_MOST else ""
        return f"<table>{line('th', self.columns)}{rows}</table>{more}"

    def to_pandas(self) -> Any:
        """A pandas.DataFrame."""
        import pandas  # type: ignore[import-untyped, unused-ignore]

        return pandas.DataFrame(list(self), columns=list(self.columns))

    def to_polars(self) -> Any:
        """A polars.DataFrame."""
        import polars  # type: ignore[import-not-found, unused-ignore]

        return polars.DataFrame({name: [row[i] for row in self] for i, name in enumerate(self.columns)},
                                strict=False)


def _counted(items: List[Any], noun: str) -> str:
    return f"{len(items):,} {noun}" + ("" if len(items) == 1 else "s")


class Findings:
    """The result of find() or run().

    pairs      similar texts, by label
    clusters   groups of similar texts, the largest first
    kinds      pairs that were judged: the likeliest contradictions first, then in the order of the texts
    cluster_ids  for each text that find() was given, in their order, Cluster.id, or None if nothing is like it;
               for texts of pandas, a Series of whole numbers with their index; after run(), empty
    summary    what sql/summary.sql says of all this, as text of several paragraphs
    """

    def __init__(self, pairs: Rows[Pair], clusters: Rows[Cluster], kinds: Rows[Kind],
                 cluster_ids: List[Optional[int]], summary: str) -> None:
        self.pairs, self.clusters, self.kinds = pairs, clusters, kinds
        self.cluster_ids: Any = cluster_ids
        self.summary = summary

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.summary)}</pre>"

    def __repr__(self) -> str:
        return f"<neardup.Findings: {_counted(self.pairs, 'pair')}, {_counted(self.clusters, 'cluster')}>"


def read_findings(session: Session, label: Callable[[int], Any], sentences: Iterable[Optional[int]],
                  summary: str) -> Findings:
    """Reads the tables. `sentences` are those of the caller's texts, in their order, and `label` gives the name of
    one."""
    texts: Dict[int, str] = dict(session.rows(
        "SELECT id, text FROM member JOIN sentence ON sentence.id = sentence_id"))
    members: Dict[int, List[Any]] = {}
    cluster_of: Dict[int, int] = {}
    for cluster, sentence in session.rows("SELECT cluster_id, sentence_id FROM member ORDER BY 1, 2"):
        members.setdefault(cluster, []).append(label(sentence))
        cluster_of[sentence] = cluster
    # A pair whose texts joined other clusters (clusters = 'star') has texts outside of all clusters.
    def text_of(sentence: int) -> str:
        if sentence not in texts:
            texts[sentence] = session.rows("SELECT text FROM sentence WHERE id = ?", (sentence,))[0][0]
        return texts[sentence]

    pairs = Rows(Pair, [
        Pair(label(a), label(b), jaccard, distance, text_of(a), text_of(b), cosine)
        for a, b, jaccard, distance, cosine in session.rows(
            "SELECT a, b, jaccard, edit_distance, cosine FROM pair ORDER BY a, b")])
    clusters = Rows(Cluster, [
        Cluster(id, kind, size, distinct, bool(mixed), score, reason, label(representative), members[id])
        for id, kind, size, distinct, mixed, score, reason, representative in session.rows(
            "SELECT id, kind, size, texts, mixed, score, reason, representative FROM cluster "
            "ORDER BY size DESC, id")])
    kinds = Rows(Kind, [
        Kind(label(a), label(b), kind, score, type, value_a, value_b, reason, marked, text_of(a), text_of(b),
             cluster, likelihood)
        for a, b, kind, score, type, value_a, value_b, reason, marked, cluster, likelihood in session.rows(
            "SELECT a, b, kind, pair_kind.score, type, value_a, value_b, reason, mark_differences(x.text, y.text), "
            "       cluster_id, iif(pair_kind.score > 0, words, NULL) "
            "  FROM pair_kind JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b "
            "  JOIN likelihood ON likelihood.score = round(pair_kind.score, 2) "
            " ORDER BY pair_kind.score DESC, a, b")])
    return Findings(pairs, clusters, kinds,
                    [None if sentence is None else cluster_of.get(sentence) for sentence in sentences], summary)
