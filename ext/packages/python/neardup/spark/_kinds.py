"""What kind of duplicates the pairs and clusters are, and the slots of templates: sql/sentences/kinds.sql and
sql/templates.sql, on many executors.

    judge      the pairs that clusters() gives are divided by the two articles that they are in, so a slice has all
               that the two have in common
    clusters   judged pairs are divided by cluster, since clusters do not count for each other; near misses, which
               are in none, by their first sentence
    templates  so are the sentences of templates

A slice of judge has about PAIRS_OF_A_SLICE pairs, however many there are, with the texts and articles of these.
The others have whole clusters, so the largest cluster bounds them: a row for each of its sentences and judged pairs.

The order of rows decides nothing: tables have keys, and the scripts read them by these.
"""

from __future__ import annotations

from contextlib import closing
from typing import Dict, Iterator, List, Tuple

import pyarrow as pa
from pyspark.sql import Column, DataFrame, Window, functions as F

from . import _job, _slices
from ._frames import FINDINGS, PASSED, Texts, arrow_schema
from ._slices import in_slices, kept, near, read, rows_of, sliced, some, whole
from .._connect import Session
from ._choose import Setting

PAIRS_OF_A_SLICE = 20_000
SENTENCES_OF_A_SLICE = 500_000  # of articles, whose words are collected

ARTICLE_WORDS = "id long, sentences long, words binary"  # of the table judged_article, in part
FREQUENCIES = "frequencies binary"
KINDS = ("cluster", "pair_kind", "pair_evidence", "cluster_group")
TEMPLATES = ("template", "template_value")

UPPER, LOWER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"  # what NOCASE evens out


# ---- What the whole database knows of words ----


def _sum(x: bytes, y: bytes) -> bytes:
    """The sum of two counts of word_frequencies()."""
    with closing(_job.session()) as session:
        return bytes(session.rows("SELECT merge_word_frequencies(column1) FROM (VALUES (?), (?))", (x, y))[0][0])


def _count_words(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for texts in some(batches):
        with closing(_job.session()) as session:
            yield read(session, arrow_schema(FREQUENCIES), "SELECT word_frequencies(c1) AS frequencies FROM unpack_columns(?)",
                       rows_of(texts.columns))


def _word_frequencies(texts: Texts) -> bytes:
    """How often each word occurs in all texts: some megabytes, however many texts there are. Few counts are at one
    place at a time, since executors add them up in two steps."""
    counts = texts.sentence.select("text").mapInArrow(_count_words, FREQUENCIES).where("frequencies IS NOT NULL").rdd
    return counts.map(lambda row: bytes(row.frequencies)).treeReduce(_sum)


def _articles(texts: Texts, setting: Setting, wanted: DataFrame, most: int) -> DataFrame:
    """What judge_evidence.sql knows of these articles, of which there are not more than `most`."""

    def collect(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        table = whole(batches)
        if table is not None:
            with closing(_job.session()) as session:
                yield read(session, arrow_schema(ARTICLE_WORDS),
                           "SELECT c1 AS id, count(*) AS sentences, word_set(c2) AS words"
                           "  FROM unpack_columns(?, ?) GROUP BY c1",
                           rows_of([table["article_id"], table["text"]]))

    return (texts.sentence.select("article_id", "text").join(near(wanted, most), "article_id")
            .repartition(_slices.slices_for(texts.spark, setting.sentences, SENTENCES_OF_A_SLICE), "article_id")
            .mapInArrow(collect, ARTICLE_WORDS))


# ---- Judging ----


def _both(frame: DataFrame, x: str, y: str, name: str) -> DataFrame:
    """The values of two columns, with the slice of each."""
    return frame.select("slice", F.explode(F.array(x, y)).alias(name)).distinct()


def _in_articles(pairs: DataFrame, a: str, b: str, article: DataFrame) -> DataFrame:
    """The pairs with the articles x and y of their sentences a and b, in the order of ids."""
    located = (pairs.join(article.select(F.col("id").alias(a), F.col("article_id").alias("p")), a)
               .join(article.select(F.col("id").alias(b), F.col("article_id").alias("q")), b))
    return located.select(*pairs.columns, F.least("p", "q").alias("x"), F.greatest("p", "q").alias("y"))


def _there(frame: DataFrame, *names: str) -> List[str]:
    return [name for name in names if name in frame.columns]


def _dated(texts: Texts, copy: DataFrame, placed: DataFrame, judged: DataFrame) -> DataFrame:
    """The copies that sql/kinds/pair_evidence.sql needs, with their articles: those of up to five titles of each text. Five
    say that it is a formula."""
    if texts.source.limit(2).count() < 2:
        copy = copy.limit(0)
    titles = Window.partitionBy("first_id").orderBy("title")
    titled = (copy.join(_both(judged, "a", "b", "first_id").select("first_id").distinct(), "first_id")
              .join(placed.select(F.col("id").alias("sentence_id"), "article_id"), "sentence_id")
              .join(texts.article.where("titled = 1").select(F.col("id").alias("article_id"), "title"), "article_id"))
    return (titled.withColumn("place", F.dense_rank().over(titles)).where("place <= 5")
            .join(_both(judged, "a", "b", "first_id"), "first_id").select("first_id", "sentence_id", "article_id", "slice"))


def _judge(texts: Texts, setting: Setting, frames: Dict[str, DataFrame], pairs: int) -> DataFrame:
    """What pairs were judged to be, before aliases and clusters count: the table judgement, with their clusters."""
    count = _slices.slices_for(texts.spark, pairs, PAIRS_OF_A_SLICE)
    members = frames["member"].select(F.col("sentence_id").alias("id"))
    of_pairs = frames["judged"].where("near = 1").select(F.explode(F.array("a", "b")).alias("id"))
    rows = members.count() + 2 * pairs
    # The sentences of clusters and near misses.
    ids = near(members.unionAll(of_pairs).distinct(), rows)
    copies = near(frames["copy"].withColumnRenamed("sentence_id", "id").join(ids, "id"), rows)
    placed = kept(texts.sentence.select("id", "article_id", "position", "block", "text")
                  .join(ids, "id").join(copies, "id", "left"))
    judged = kept(sliced(_in_articles(frames["judged"], "a", "b", placed), count, "x", "y"))

    # The copies that two articles of a judged pair have in common, and how many there are in all.
    copy = placed.where("first_id IS NOT NULL").select("first_id", F.col("id").alias("sentence_id"))
    located = (_in_articles(copy, "first_id", "sentence_id", placed)
               .join(near(judged.select("x", "y", "slice").distinct(), pairs), ["x", "y"]))
    dated = kept(_dated(texts, copy, placed, judged))
    located = located.select("first_id", "sentence_id", "slice").unionAll(
        dated.select("first_id", "sentence_id", "slice")).distinct()
    needed = _both(judged, "a", "b", "id").unionAll(_both(located, "first_id", "sentence_id", "id")).distinct()
    copied = copy.groupBy(F.col("first_id").alias("id")).agg(F.count("*").alias("copies"))
    resembles = frames["resemblance"].select(F.col("sentence_id").alias("id"), F.col("texts").alias("resembles"))

    of_article = _both(judged, "x", "y", "article_id")
    wanted = of_article.select("article_id").distinct()
    placed_in = of_article.unionAll(dated.select("slice", "article_id")).distinct().withColumnRenamed("article_id", "id")
    article = texts.article.select("id", "source_id", "title", "titled", *_there(texts.article, "revision_time")).join(
        placed_in, "id")
    source = texts.source.select("id", "base", "language", *_there(texts.source, "dump_date")).join(
        article.select("slice", F.col("source_id").alias("id")).distinct(), "id")
    languages = {"article_language": texts.frames["article_language"].join(
        of_article.select("slice", "article_id").distinct(), "article_id")} if "article_language" in texts.frames else {}
    frequencies = texts.spark.sparkContext.broadcast(_word_frequencies(texts))
    resembling = frames["resemblance"].limit(1).count()

    def prepare(session: Session) -> None:
        session.rows("UPDATE temp.counted SET pairs = 1, partners = ?", (resembling,))
        session.rows("UPDATE temp.word_frequency SET frequencies = ?", (frequencies.value,))
        session.rows("UPDATE temp.judged_article SET language = (SELECT language FROM main.written_in WHERE article_id = id)")

    # The first two scripts make tables, of which these are the rows.
    found = in_slices(
        setting.values, count,
        {"judged": judged.drop("x", "y"), "copy": located,
         "sentence": placed.drop("first_id").join(needed, "id"), "article": article, "source": source, **languages,
         "judged_sentence": placed.drop("first_id").join(_both(judged, "a", "b", "id"), "id")
         .join(copied, "id", "left").join(resembles, "id", "left").na.fill(0, ["copies", "resembles"]),
         "judged_article": _articles(texts, setting, wanted, 2 * pairs).join(article.drop("revision_time"), "id")},
        makes=["judged_pairs.sql", "judge_evidence.sql"], prepare=prepare,
        runs=["pair_evidence.sql", "judge_batches.sql"],
        gives={"judgement": f"cluster_id long, {PASSED['judgement']}"},
        sources={"judgement": "judged JOIN judgement USING (a, b)"})
    return found["judgement"]


# ---- Clusters ----


def _in_clusters(frames: Dict[str, DataFrame], clusters: DataFrame, count: int, with_text: Column) \
        -> Tuple[Dict[str, DataFrame], DataFrame]:
    """Clusters with their sentences, and the ids of the sentences of which `with_text` is true."""
    cluster = clusters.select(F.col("id").alias("cluster_id"), "texts", "representative")
    member = frames["member"].join(cluster, "cluster_id").join(frames["copy"], "sentence_id", "left")
    member = sliced(member, count, "cluster_id")
    return ({"cluster": sliced(clusters, count, "id"), "member": member.select("cluster_id", "sentence_id", "slice"),
             "copy": member.where("first_id IS NOT NULL").select("sentence_id", "first_id", "slice")},
            member.where(with_text).select("slice", F.col("sentence_id").alias("id")))


def _aliases(texts: Texts, judgement: DataFrame) -> Dict[str, DataFrame]:
    """The aliases that sql/kinds/judge_aliases.sql can ask for."""
    if "alias" not in texts.frames:
        return {}
    named = _both(judgement.where("type = 'name' AND conflicts = 1"), "value_a", "value_b", "name")
    return {"alias": named.join(texts.frames["alias"],
                                F.translate("name", UPPER, LOWER) == F.translate("title", UPPER, LOWER))
            .select("slice", "source_id", "title", "target", "section").distinct()}


def _articles_of_names(texts: Texts, named: DataFrame, rows: int) -> Dict[str, DataFrame]:
    """The articles whose title is one of two names, and what these and those of the two sentences say of both names."""
    names = ["slice", "value_a", "value_b"]
    of_title = near(named.select(*names, F.explode(F.array("value_a", "value_b")).alias("title")), rows)
    of_pair = near(named.select(*names, F.explode(F.array("a", "b")).alias("id")), rows)
    article = kept(texts.article.select("id", "title").join(of_title, "title"))
    asked = (article.select(*names, F.col("id").alias("article_id"))
             .unionAll(texts.sentence.select("id", "article_id").join(of_pair, "id").select(*names, "article_id")))
    said = (texts.sentence.select("id", "article_id", "text").join(near(asked.distinct(), rows), "article_id")
            .where("instr(text, value_a) > 0 AND instr(text, value_b) > 0"))
    return {"article": article.select("slice", "id", "title").distinct(),
            "sentence": said.select("slice", "id", "article_id", "text").distinct()}


def kinds(texts: Texts, setting: Setting, frames: Dict[str, DataFrame]) -> Dict[str, DataFrame]:
    """Judges pairs and clusters.

    `frames` has copy, resemblance, and what clusters() gives: member, cluster and judged. The result has
    cluster, with kind, reason, mixed and score, and pair_kind, pair_evidence and cluster_group, which are cached."""
    _job.ship(texts.spark)
    pairs = frames["judged"].count()
    if pairs == 0:
        return {"cluster": frames["cluster"],
                **{table: texts.spark.createDataFrame([], FINDINGS[table]) for table in KINDS[1:]}}
    judgement = _judge(texts, setting, frames, pairs)
    count = _slices.slices_for(texts.spark, pairs + frames["member"].count())
    of_cluster = F.coalesce("cluster_id", "a")
    judgement = sliced(judgement, count, of_cluster).drop("cluster_id")
    # Only in clusters of these sizes sql/kinds/cluster_kinds.sql looks at texts.
    with_text = F.expr(f"texts > 4 AND texts <= {setting.values['judged_most']}")
    of_clusters, ids = _in_clusters(frames, frames["cluster"], count, with_text)
    # Of these names sql/kinds/judge_aliases.sql looks for what articles say.
    named = judgement.where(f"type = 'name' AND conflicts = 1 AND score >= {setting.alias_score_least}")
    ids = ids.unionAll(_both(named, "a", "b", "id")).distinct()
    return in_slices(
        setting.values, count,
        {"judged": sliced(frames["judged"], count, of_cluster), "judgement": judgement, **of_clusters,
         "judged_sentence": texts.sentence.select("id", "article_id", "text").join(ids, "id"),
         **_aliases(texts, judgement), **_articles_of_names(texts, named, named.count())},
        makes=["judged_pairs.sql", "judge_evidence.sql"], runs=["judge_aliases.sql", "cluster_kinds.sql"],
        gives={table: FINDINGS[table] for table in KINDS})


def templates(texts: Texts, setting: Setting, frames: Dict[str, DataFrame]) -> Dict[str, DataFrame]:
    """Turns each template cluster into a table: the frames template and template_value, which are cached. `frames`
    has what kinds() needs, and the cluster that it gives."""
    _job.ship(texts.spark)
    clusters = frames["cluster"].where("kind = 'template'")
    members = clusters.agg(F.sum("size").alias("members")).collect()[0].members or 0
    count = _slices.slices_for(texts.spark, members)
    with_text = F.expr("first_id IS NULL OR sentence_id = representative")
    of_clusters, ids = _in_clusters(frames, clusters, count, with_text)
    return in_slices(setting.values, count,
                     {**of_clusters, "sentence": texts.sentence.select("id", "text").join(ids, "id")},
                     makes=["template_tables.sql"], runs=["fill_templates.sql"], gives={table: FINDINGS[table] for table in TEMPLATES})
