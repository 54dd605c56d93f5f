"""Parameters: what is set, and what the scripts choose from a sample of the texts. This is done on the driver, by
the scripts of the pipeline; the sample has at most 20,000 texts, however many there are."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Optional, Tuple

from pyspark.sql import DataFrame, Row, SparkSession, functions as F

from .._connect import Error, Session
from ._frames import FINDINGS, Texts
from ._slices import slice_of

OF_PROJECTION = ("vectors", "cosine_least", "projection_bands", "projection_rows")


def _row(session: Session, table: str) -> Dict[str, Any]:
    """The one row of a table, by column."""
    names = [name for _, name, *_ in session.rows(f"PRAGMA main.table_info({table})")]
    (values,) = session.rows(f"SELECT * FROM main.{table}")
    return dict(zip(names, values))


class Setting:
    """What the pipeline works with. It does not change, and tasks can carry it along.

    parameters  the row of the table parameters, by column: what is set, and None elsewhere
    choice      the rows of the table choice: (name, value, reason)
    values      the row of the table setting, by column
    resembling_most   of the view judging_limit
    alias_score_least of the view judging_limit
    sentences   how many there are
    last_id     the greatest id of a sentence, or None"""

    def __init__(self, session: Session, sentences: int, last_id: Optional[int]) -> None:
        self.sentences = sentences
        self.last_id = last_id
        self.parameters = {name: value for name, value in _row(session, "parameters").items() if name != "id"}
        self.choice = session.rows("SELECT name, value, reason FROM main.choice ORDER BY name")
        self.values = _row(session, "setting")
        ((self.resembling_most, self.alias_score_least),) = session.rows(
            "SELECT resembling_most, alias_score_least FROM temp.judging_limit")

    def limit_buckets(self, sizes: Iterable[Tuple[int, int]], texts: int) -> Setting:
        """This setting with bucket_most, which is chosen by how large buckets are.

        sizes  (texts, buckets): how many buckets of the first set of bands have how many texts
        texts  how many distinct texts are compared"""
        with slice_of(parameters=self.parameters) as session:
            session.insert("INSERT INTO main.choice VALUES (?, ?, ?)", self.choice)
            session.run("settings")
            session.rows("CREATE TEMP TABLE bucket_size (texts INTEGER, buckets INTEGER)")
            session.insert("INSERT INTO temp.bucket_size VALUES (?, ?)", sizes)
            session.rows("INSERT INTO main.detection (texts) VALUES (?)", (texts,))
            session.run("bucket_limit.sql")
            session.run("settings")
            return Setting(session, self.sentences, self.last_id)

    def frames(self, spark: SparkSession) -> Dict[str, DataFrame]:
        """The tables parameters, choice and setting. Values of choice are strings."""
        rows = {"parameters": [(1, *self.parameters.values())], "setting": [tuple(self.values.values())],
                "choice": [(name, str(value), reason) for name, value, reason in self.choice]}
        return {table: spark.createDataFrame(rows[table], FINDINGS[table]) for table in rows}


def _sample(texts: Texts, first: int, last: int, tables: bool) -> List[Row]:
    """What sql/sentences/sampled_texts.sql finds: the first sentence at each of some 10,000 places, or after it."""
    step = max(1, (last - first) // 10000)
    found = texts.sentence.groupBy(F.expr(f"(id - {first}) div {step}")).agg(F.min("id").alias("id")).select("id")
    sentence = texts.sentence.join(F.broadcast(found), "id")
    if not tables:
        sentence = sentence.where("block <> 'table'")
    article = texts.article.select(F.col("id").alias("article_id"), "source_id")
    source = texts.source.select(F.col("id").alias("source_id"), (F.col("kind") == "mediawiki").alias("of_wiki"))
    return (article.join(F.broadcast(sentence), "article_id").join(F.broadcast(source), "source_id")
            .select("id", "article_id", "text", "of_wiki").collect())


def _lengths(texts: Texts, articles: Iterable[int]) -> Dict[int, int]:
    """How many sentences these articles have. They are few."""
    wanted = texts.spark.range(1).select(
        F.explode(F.from_json(F.lit(str(sorted(articles))), "array<long>")).alias("article_id"))
    return dict(texts.sentence.select("article_id").join(F.broadcast(wanted), "article_id")
                .groupBy("article_id").count().collect())  # type: ignore[arg-type]


def _read_sample(session: Session, texts: Texts, tables: bool) -> Tuple[int, Optional[int]]:
    """Does what sql/sentences/sampled_texts.sql does, with DataFrames. The number of sentences, and the greatest id."""
    session.run("sampled_texts.sql")
    (first, last, count), = texts.sentence.agg(F.min("id"), F.max("id"), F.count("*")).collect()
    session.rows("UPDATE temp.sentence_count SET sentences = ?", (count,))
    if count == 0:
        return count, last
    sample = _sample(texts, first, last, tables)
    others = {row.article_id for row in sample if not row.of_wiki}
    lengths = _lengths(texts, others) if others else {}
    session.insert("INSERT INTO temp.found_text VALUES (?, ?, ?, ?)",
                   ((row.id, row.text, int(row.of_wiki or lengths[row.article_id] >= 4), int(row.of_wiki))
                    for row in sample))
    return count, last


def check(parameters: Dict[str, Any]) -> Dict[str, Any]:
    """Those that are given. Raises what choose() raises."""
    given = {name: value for name, value in parameters.items() if value is not None}
    with slice_of(parameters=given):
        pass
    if given.get("detection", "minhash") != "minhash":
        raise Error(f"neardup: detection = {given['detection']!r} is not possible in Spark, where only 'minhash' "
                    "finds pairs. Use the pipeline in SQLite for projections")
    for name in OF_PROJECTION:
        if name in given:
            raise Error(f"neardup: {name} is for projections, which are not possible in Spark. Use the pipeline "
                        "in SQLite for them")
    return given


def choose(texts: Texts, **parameters: Any) -> Setting:
    """The setting for these texts. `parameters` are those of docs/guide/pipeline.md; what is not given, the scripts
    choose. bucket_most is chosen later: see Setting.limit_buckets().

    Raises TypeError or ValueError for parameters that there are not, or that are out of their ranges; and
    neardup.Error for those that only SQLite has."""
    return chosen(texts, check(parameters))


def chosen(texts: Texts, given: Dict[str, Any]) -> Setting:
    """The same for parameters that check() has let through."""
    with slice_of(parameters=given) as session:
        count, last = _read_sample(session, texts, bool(given.get("tables")))
        session.run("choose.sql")
        return Setting(session, count, last)
