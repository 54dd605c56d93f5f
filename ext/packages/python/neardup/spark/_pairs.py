"""Which texts that share a signature are similar: sql/sentences/pairs.sql, on many executors.

Texts are divided into shares of about equal work. A share owns some texts, and compares each of them with the
texts of a greater id that it meets in a bucket, so every pair is compared once. Texts that meet in the same buckets
are owned by the same share, as far as possible, so few texts are needed in several.

Large buckets are thinned first, by the rule of sql/sentences/pairs.sql. What is left of one is a list of pairs.
"""

from __future__ import annotations

from typing import Any, Dict, Iterator, NamedTuple

import pyarrow as pa
from pyspark.sql import DataFrame, functions as F

from . import _job
from ._signatures import SHARED, Signatures
from ._frames import FINDINGS, Task, Texts, arrow_schema
from ._slices import in_slices, kept, read, rows_of, slice_of, whole

# What a share is at most, about.
TEXTS_OF_A_SHARE = 250_000
ROWS_OF_A_SHARE = 4_000_000
COMPARISONS_OF_A_SHARE = 200_000_000
ROWS_OF_LARGE_BUCKETS = 500_000  # that one task thins

THINNED = "a long, b long"
ALL = (1 << 63) - 1


class Candidates(NamedTuple):
    """What candidates() has found.

    signatures  in which they meet
    meetings    which texts meet where, in rows of the table signature, with the share. A pair of a large bucket is a
                bucket of its own
    owners      which share owns a text: share, id; None if there is one share
    shares      how many there are
    large_buckets, texts_in_large_buckets, left_out   as in the table detection"""

    signatures: Signatures
    meetings: DataFrame
    owners: DataFrame | None
    shares: int
    large_buckets: int
    texts_in_large_buckets: int
    left_out: int


class Verified(NamedTuple):
    """What verify() has found.

    candidates  that were compared
    found       of each share what sql/sentences/pairs.sql has found: pair, near_miss, resemblance, detection. Cached"""

    candidates: Candidates
    found: Dict[str, DataFrame]

    @property
    def pair(self) -> DataFrame:
        """The table pair. A copy is paired with the first sentence of its text."""
        return self.found["pair"].unionByName(self.candidates.signatures.copies.select(
            F.col("first_id").alias("a"), F.col("sentence_id").alias("b"), F.lit(1.0).alias("jaccard"),
            F.lit(0).cast("long").alias("edit_distance"), F.lit(None).cast("double").alias("cosine")))

    @property
    def near_miss(self) -> DataFrame:
        """The table near_miss. A share counts only its own pairs of a text, so it may keep too many."""
        crowded = (self.resemblance.where(F.col("texts") > self.candidates.signatures.setting.resembling_most)
                   .select("sentence_id"))
        near = self.found["near_miss"]
        for side in "a", "b":
            near = near.join(crowded, F.col(side) == F.col("sentence_id"), "left_anti")
        return near

    @property
    def resemblance(self) -> DataFrame:
        """The table resemblance."""
        return self.found["resemblance"].groupBy("sentence_id").agg(F.sum("texts").alias("texts"))

    @property
    def detection(self) -> DataFrame:
        """The table detection."""
        (counted,) = self.found["detection"].agg(F.sum("candidates").alias("candidates"),
                                                 F.sum("pairs").alias("pairs")).collect()
        shared, met = self.candidates.signatures, self.candidates
        row = (shared.compared, shared.texts, met.texts_in_large_buckets, shared.rows, met.large_buckets,
               counted.candidates or 0, met.left_out, (counted.pairs or 0) + shared.compared - shared.texts,
               shared.setting.last_id)
        return met.meetings.sparkSession.createDataFrame([row], FINDINGS["detection"])


def _thin_task(values: Dict[str, Any]) -> Task:
    """The pairs of large buckets that are compared. The texts of a bucket are numbered in alphabetical order, which
    takes the place of their ids."""

    def task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        table = whole(batches)
        if table is None:
            return
        with slice_of(values) as session:
            session.rows("CREATE TEMP TABLE ranked AS SELECT c1 AS band, c2 AS signature, c3 AS id"
                         "  FROM setting, unpack_columns(?, ?, ?, ?) ORDER BY c1, c2, fold_text(c4, fold), c3", rows_of(table.columns))
            yield read(session, arrow_schema(THINNED),
                       "SELECT min(x.id, y.id) AS a, max(x.id, y.id) AS b"
                       "  FROM setting,"
                       "       candidate_pairs((SELECT collect_buckets(band, signature, rowid) FROM temp.ranked),"
                       "                       setting.bucket_most, setting.neighbours,"
                       "                       setting.representatives) AS found"
                       "  JOIN temp.ranked AS x ON x.rowid = found.a"
                       "  JOIN temp.ranked AS y ON y.rowid = found.b")

    return task


def _owners(meeting: DataFrame, shares: int) -> DataFrame:
    """Which share owns each text: (share, id). Texts with the same label, the smallest text of all their buckets, are
    owned together, so that a template is in one share; a label of too many texts is divided."""
    labels = meeting.groupBy("id").agg(F.min("first").alias("label"))
    divided = labels.groupBy("label").agg((F.count("*") / TEXTS_OF_A_SHARE).cast("int").alias("more"))
    return labels.join(divided, "label").select(
        F.pmod(F.hash("label", F.pmod(F.hash("id"), F.col("more") + 1)), F.lit(shares)).alias("share"), "id")


def candidates(texts: Texts, found: Signatures) -> Candidates:
    """Finds which texts are to be compared, and divides the work."""
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

    owners = kept(_owners(meeting, shares)) if shares > 1 else None
    if owners is None:
        buckets = whole_buckets.withColumn("share", F.lit(0))
    else:
        buckets = (whole_buckets.join(owners, "id").groupBy("band", "signature")
                   .agg(F.collect_set("share").alias("share"), F.collect_list("id").alias("id"))
                   .withColumn("share", F.explode("share")).withColumn("id", F.explode("id")))
    meetings = buckets.select("share", F.col("band").cast("long").alias("band"), "signature",
                              F.col("id").alias("sentence_id"))
    if pairs is not None:
        owned = (pairs.withColumn("share", F.lit(0)) if owners is None
                 else pairs.join(owners.withColumnRenamed("id", "a"), "a"))
        # No other bucket has the band -a.
        meetings = meetings.unionByName(owned.select(
            "share", (-F.col("a")).alias("band"), F.col("b").alias("signature"),
            F.explode(F.array("a", "b")).alias("sentence_id")))
    return Candidates(found, meetings, owners, shares, large_buckets, large_texts, left_out)


def verify(texts: Texts, found: Candidates) -> Verified:
    """Compares them."""
    _job.ship(texts.spark)
    needed = found.meetings.select("share", F.col("sentence_id").alias("id")).distinct()
    if found.owners is None:
        needed = needed.withColumn("owned", F.lit(1).cast("long"))
    else:
        needed = (needed.join(found.owners.withColumnRenamed("share", "owner"), "id")
                  .select("share", "id", (F.col("share") == F.col("owner")).cast("long").alias("owned")))
    wanted = needed.join(texts.sentence.select("id", "text"), "id")
    # Large buckets are thinned already, so all that meet are compared.
    values = dict(found.signatures.setting.values, bucket_most=ALL, neighbours=0, representatives=0, bands=ALL)
    return Verified(found, in_slices(
        values, found.shares, {"signature": found.meetings.withColumnRenamed("share", "slice"),
                               "shared_text": wanted.withColumnRenamed("share", "slice")},
        makes=["INSERT INTO main.stage (name, basis) VALUES ('pairs', '')",
               "CREATE TEMP TABLE shared_text (id INTEGER PRIMARY KEY, text TEXT, owned INTEGER)",
               "DROP VIEW temp.compared_text", "CREATE TEMP VIEW compared_text AS SELECT * FROM shared_text"],
        runs=["begin_pairs.sql", "pairs.sql", "compare.sql", "end_pairs.sql"],
        gives={table: FINDINGS[table] for table in ("pair", "near_miss", "resemblance", "detection")}))
