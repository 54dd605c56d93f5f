"""Which texts that share a signature are similar: sql/sentences/pairs.sql, on many executors.

Texts are divided into shares of about equal work. A share owns some texts, and compares each of them with the
texts of a greater id that it meets in a bucket, so every pair is compared once. Texts that meet in the same buckets
are owned by the same share, as far as possible, so few texts are needed in several.

Large buckets are thinned first, by the rule of sql/sentences/pairs.sql. What is left of one is a list of pairs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, NamedTuple

from . import _job
from ._signatures import SHARED, Signatures
from ._slices import fill, kept, key_of, read, slice_of, whole
from ._frames import FINDINGS, Texts, arrow_schema

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

# What a share is at most, about.
TEXTS_OF_A_SHARE = 250_000
ROWS_OF_A_SHARE = 4_000_000
COMPARISONS_OF_A_SHARE = 200_000_000
ROWS_OF_LARGE_BUCKETS = 500_000  # that one task thins

# What rows are, in the frames between the steps.
BUCKET, PAIR, TEXT = range(3)
SIMILAR, NEAR_MISS, RESEMBLED, CANDIDATES = range(4)

MEETINGS = "share int, kind int, band int, signature long, a long, b long"
THINNED = "a long, b long"
COMPARED = "kind int, a long, b long, jaccard double, number long"
RESEMBLED_BY_NEAR_MISSES = 6  # texts, at most


class Candidates(NamedTuple):
    """What candidates() has found.

    signatures   in which they meet
    meetings   which texts meet where, by share: see MEETINGS. Of a bucket each text is a row (a); of a pair of a
               large bucket, both (a, b)
    owners     which share owns a text: share, id; None if there is one share
    shares     how many there are
    large_buckets, texts_in_large_buckets, left_out   as in the table detection
    """

    signatures: Signatures
    meetings: "DataFrame"
    owners: "DataFrame | None"
    shares: int
    large_buckets: int
    texts_in_large_buckets: int
    left_out: int


class Verified(NamedTuple):
    """What verify() has found.

    candidates  that were compared
    found       a cached DataFrame of all rows: see COMPARED
    """

    candidates: Candidates
    found: "DataFrame"

    @property
    def pair(self) -> "DataFrame":
        """The table pair. A copy is paired with the first sentence of its text."""
        from pyspark.sql import functions as F

        none = F.lit(None).cast("double").alias("cosine")
        similar = self.found.where(F.col("kind") == SIMILAR).select(
            "a", "b", "jaccard", F.col("number").alias("edit_distance"), none)
        return similar.unionByName(self.candidates.signatures.copies.select(
            F.col("first_id").alias("a"), F.col("sentence_id").alias("b"), F.lit(1.0).alias("jaccard"),
            F.lit(0).cast("long").alias("edit_distance"), none))

    @property
    def near_miss(self) -> "DataFrame":
        """The table near_miss. A share counts only its own pairs of a text, so it may keep too many."""
        from pyspark.sql import functions as F

        crowded = (self.resemblance.where(F.col("texts") > RESEMBLED_BY_NEAR_MISSES)
                   .select(F.col("sentence_id").alias("id")))
        near = self.found.where(F.col("kind") == NEAR_MISS).select("a", "b", "jaccard")
        for side in "a", "b":
            near = near.join(crowded, F.col(side) == F.col("id"), "left_anti")
        return near

    @property
    def resemblance(self) -> "DataFrame":
        """The table resemblance."""
        from pyspark.sql import functions as F

        return (self.found.where(F.col("kind") == RESEMBLED).groupBy(F.col("a").alias("sentence_id"))
                .agg(F.sum("number").alias("texts")))

    @property
    def detection(self) -> "DataFrame":
        """The table detection."""
        from pyspark.sql import functions as F

        counts = {row.kind: row for row in self.found.groupBy("kind").agg(
            F.count("*").alias("rows"), F.sum("number").alias("number")).collect()}
        shared, met = self.candidates.signatures, self.candidates
        row = (shared.compared, shared.texts, met.texts_in_large_buckets, shared.rows, met.large_buckets,
               counts[CANDIDATES].number if CANDIDATES in counts else 0, met.left_out,
               (counts[SIMILAR].rows if SIMILAR in counts else 0) + shared.compared - shared.texts)
        return self.found.sparkSession.createDataFrame([row], FINDINGS["detection"])


def _thin_task(values: Dict[str, Any]) -> "Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]":
    """The pairs of large buckets that are compared. The texts of a bucket are numbered in alphabetical order, which
    takes the place of their ids."""

    def task(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        table = whole(batches)
        if table is None:
            return
        with slice_of(values) as session:
            session.rows("CREATE TEMP TABLE large (band, signature, id, text)")
            fill(session, "large", table)
            session.rows("CREATE TEMP TABLE ranked AS"
                         " SELECT band, signature, id FROM setting, large"
                         "  ORDER BY band, signature, fold_text(text, fold), id")
            yield read(session, arrow_schema(THINNED),
                       "SELECT min(x.id, y.id) AS a, max(x.id, y.id) AS b"
                       "  FROM setting,"
                       "       candidate_pairs((SELECT collect_buckets(band, signature, rowid) FROM temp.ranked),"
                       "                       setting.bucket_most, setting.neighbours,"
                       "                       setting.representatives) AS found"
                       "  JOIN temp.ranked AS x ON x.rowid = found.a"
                       "  JOIN temp.ranked AS y ON y.rowid = found.b")

    return task


def _compare_task(values: Dict[str, Any]) -> "Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]":
    """Compares the texts of one share."""

    def task(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        import pyarrow.compute as pc

        table = whole(batches)
        if table is None:
            return
        schema = arrow_schema(COMPARED)
        with slice_of(values) as session:
            # A pair is a bucket of its own.
            session.rows("CREATE TEMP TABLE meeting (id INTEGER PRIMARY KEY, band, signature, a, b)")
            session.rows("CREATE TEMP VIEW bucket AS"
                         " SELECT band, signature, a AS id FROM meeting WHERE b IS NULL"
                         "  UNION ALL"
                         " SELECT 0, id, a FROM meeting WHERE b IS NOT NULL"
                         "  UNION ALL"
                         " SELECT 0, id, b FROM meeting WHERE b IS NOT NULL")
            session.rows("CREATE TEMP TABLE owned_text (id INTEGER PRIMARY KEY, owned, text)")
            kinds = table["kind"]
            for kind in (BUCKET, PAIR):
                fill(session, "meeting",
                     table.filter(pc.equal(kinds, kind)).select(["band", "signature", "a", "b"]))
            # A text that several shares need is there once in each; that it is owned is told by b.
            fill(session, "owned_text", table.filter(pc.equal(kinds, TEXT)).select(["a", "b", "text"])
                 .rename_columns(["id", "owned", "text"]))
            del table, kinds
            yield read(session, schema,
                       "SELECT CASE"
                       f"           WHEN counted IS NULL        THEN {SIMILAR}"
                       f"           WHEN counted = 'near miss'  THEN {NEAR_MISS}"
                       f"           WHEN counted = 'resembled'  THEN {RESEMBLED}"
                       f"           WHEN counted = 'candidates' THEN {CANDIDATES} END AS kind, a, b, jaccard,"
                       "        coalesce(edit_distance, number) AS number"
                       "   FROM setting,"
                       "        similar_pairs((SELECT collect_texts(id, fold_text(text, fold), buckets, owned)"
                       "                         FROM setting"
                       "                        CROSS JOIN bucket_texts((SELECT collect_buckets(band, signature, id)"
                       "                                                   FROM bucket))"
                       "                        CROSS JOIN owned_text USING (id)),"
                       "                      setting.shingle, setting.jaccard_least, setting.edit_similarity_least,"
                       "                      9223372036854775807, 0, 0, 9223372036854775807, setting.threads) AS found"
                       "  WHERE near_least = contradiction_least"
                       f"   AND near_most = {RESEMBLED_BY_NEAR_MISSES} AND count_least = 0.4 AND counts = 1"
                       "    AND (edit_distance IS NOT NULL OR counted IN ('near miss', 'resembled', 'candidates'))")

    return task


def _owners(meeting: "DataFrame", shares: int) -> "DataFrame":
    """Which share owns each text: (share, id). Texts with the same label, the smallest text of all their buckets, are
    owned together, so that a template is in one share; a label of too many texts is divided."""
    from pyspark.sql import functions as F

    labels = meeting.groupBy("id").agg(F.min("first").alias("label"))
    divided = labels.groupBy("label").agg((F.count("*") / TEXTS_OF_A_SHARE).cast("int").alias("more"))
    return labels.join(divided, "label").select(
        F.pmod(F.hash("label", F.pmod(F.hash("id"), F.col("more") + 1)), F.lit(shares)).alias("share"), "id")


def candidates(texts: Texts, found: Signatures) -> Candidates:
    """Finds which texts are to be compared, and divides the work."""
    from pyspark.sql import functions as F

    _job.ship(texts.spark)
    values = found.setting.values
    most, bands = values["bucket_most"], values["bands"]
    rows = found.found.where(F.col("kind") == SHARED).select("band", "signature", "id", "first", "texts")
    whole_buckets = rows.where(F.col("texts") <= most)
    work = sum(number * size * (size - 1) // 2 for size, number in found.sizes.items() if size <= most)
    shares = max(1, -(-work // COMPARISONS_OF_A_SHARE), -(-found.rows // ROWS_OF_A_SHARE))
    if found.rows > TEXTS_OF_A_SHARE:
        about = rows.agg(F.approx_count_distinct("id").alias("texts")).collect()[0].texts
        shares = max(shares, -(-about // TEXTS_OF_A_SHARE))

    meeting = whole_buckets.select("band", "signature", "id", "first")
    pairs = None
    large_buckets = large_texts = left_out = 0
    if any(size > most for size in found.sizes):
        large = rows.where((F.col("texts") > most) & (F.col("band") <= bands))
        counted = large.agg(F.count("*").alias("rows"), F.countDistinct("id").alias("texts"),
                            F.countDistinct("band", "signature").alias("buckets"),
                            F.sum((F.col("texts") - 1) / 2).cast("long").alias("pairs")).collect()[0]
        large_buckets, large_texts = counted.buckets, counted.texts
        sentences = texts.sentence.select("id", "text")
        thinned = kept(large.select("band", "signature", "id").join(sentences, "id")
                       .select("band", "signature", "id", "text")
                       .repartition(max(1, counted.rows // ROWS_OF_LARGE_BUCKETS), "band", "signature")
                       .mapInArrow(_thin_task(values), THINNED))
        left_out = (counted.pairs or 0) - thinned.count()
        pairs = thinned.distinct()
        meeting = meeting.unionByName(large.select("band", "signature", "id", "first"))

    if shares == 1:
        owners = None
        buckets = whole_buckets.withColumn("share", F.lit(0))
        if pairs is not None:
            pairs = pairs.withColumn("share", F.lit(0))
    else:
        owners = kept(_owners(meeting, shares))
        owned = whole_buckets.join(owners, "id")
        buckets = (owned.groupBy("band", "signature")
                   .agg(F.collect_set("share").alias("share"), F.collect_list("id").alias("id"))
                   .withColumn("share", F.explode("share")).withColumn("id", F.explode("id")))
        if pairs is not None:
            pairs = pairs.join(owners.withColumnRenamed("id", "a"), "a")
    meetings = buckets.select(F.col("share").cast("int").alias("share"), F.lit(BUCKET).alias("kind"), "band",
                              "signature", F.col("id").alias("a"), F.lit(None).cast("long").alias("b"))
    if pairs is not None:
        meetings = meetings.unionByName(pairs.select(
            F.col("share").cast("int").alias("share"), F.lit(PAIR).alias("kind"), F.lit(None).cast("int").alias("band"),
            F.lit(None).cast("long").alias("signature"), "a", "b"))
    return Candidates(found, meetings, owners, shares, large_buckets, large_texts, left_out)


def verify(texts: Texts, found: Candidates) -> Verified:
    """Compares them."""
    from pyspark.sql import functions as F

    _job.ship(texts.spark)
    needed = (found.meetings.select("share", F.explode(F.array("a", "b")).alias("id")).where("id IS NOT NULL")
              .distinct())
    if found.owners is None:
        needed = needed.withColumn("owned", F.lit(1).cast("long"))
    else:
        needed = (needed.join(found.owners.withColumnRenamed("share", "owner"), "id")
                  .withColumn("owned", (F.col("share") == F.col("owner")).cast("long")))
    wanted = needed.join(texts.sentence.select("id", "text"), "id").select(
        "share", F.lit(TEXT).alias("kind"), F.lit(None).cast("int").alias("band"),
        F.lit(None).cast("long").alias("signature"), F.col("id").alias("a"), F.col("owned").alias("b"), "text")
    rows = found.meetings.withColumn("text", F.lit(None).cast("string")).unionByName(wanted)
    task = _compare_task(dict(found.signatures.setting.values, threads=_job.threads(texts.spark, found.shares)))
    divided = (rows.withColumn("key", key_of(F.col("share"), found.shares)).repartition(found.shares, "key")
               .drop("key", "share"))
    return Verified(found, kept(divided.mapInArrow(task, COMPARED)))
