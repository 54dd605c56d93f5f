"""Which sentences form a cluster: sql/sentences/clusters.sql, for any number of pairs. And which pairs of clusters are
judged: sql/kinds/judged_pairs.sql. Both run on slices that have whole components.

Connected components. A task replaces the edges that it has by stars: each member of a component is joined to the
smallest. This leaves at most one edge for each text, so what is left of all edges fits one task nearly always, which
then finds the components. If it does not fit, two steps alternate until it does, or until nothing changes:

  1. Each text gives all its partners of a larger id the smallest of its partners, or itself, as their new partner.
  2. The edges go to the task of their larger end, and that task makes stars of them again.

This is the alternation of large-star and small-star of R. Kiveris, S. Lattanzi, V. Mirrokni, V. Rastogi,
S. Vassilvitskii, *Connected Components in MapReduce and Beyond*, 2014, with union_find() for small-star: it joins at
least the same texts. Neither step adds an edge or makes one longer, and if both leave all as it is, the edges are the
stars of the components. So when the number of edges and the sum of their ends stay the same, it is done.

What a task gives depends on the set of its edges only, not on the order in which they arrive. So it does not matter
if Spark computes a part again.
"""

from __future__ import annotations

from contextlib import closing
from typing import Dict, Iterator, NamedTuple, Optional, Tuple

import pyarrow as pa
from pyspark.sql import DataFrame, Window, functions as F

from . import _job, _slices
from ._frames import FINDINGS, PASSED, Task, Texts, arrow_schema
from ._slices import in_slices, kept, near, read, rows_of, sliced
from ._choose import Setting

EDGES_MOST = 5_000_000  # that one task joins in the end, in about 400 MB
ROWS_OF_A_BATCH = 100_000

EDGES = "component long, member long"

JOINED = "SELECT component, member FROM union_find_members((SELECT union_find(c1, c2) FROM edge))"
STARS = JOINED + " WHERE component < member"


def _task(sql: str) -> Task:
    """Gives the rows of a query on `edge`, which has the rows of all batches in the columns c1 and c2."""

    def task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with closing(_job.session()) as session:
            # What arrives is a row for each batch, in a database that leaves the memory when it grows.
            session.rows("CREATE TABLE arrived (a, b)")
            session.rows("CREATE TEMP VIEW edge AS"
                         " SELECT found.* FROM arrived CROSS JOIN unpack_columns(a, b) AS found")
            session.insert("INSERT INTO arrived VALUES (?, ?)", (rows_of(batch.columns) for batch in batches))
            found = read(session, arrow_schema(EDGES), sql)
        for first in range(0, found.num_rows, ROWS_OF_A_BATCH):
            yield found.slice(first, ROWS_OF_A_BATCH)

    return task


class _Size(NamedTuple):
    """Of a set of edges. No step increases either."""

    edges: int
    ends: int  # their sum


def _kept(frame: DataFrame) -> DataFrame:
    """The frame, which is stored when it is computed, and its plan ends: one that has those of all rounds in it grows
    with each round to twice the size. Spark computes parts that are lost again, as it did first; if the SparkContext
    has a checkpoint directory, it reads them there."""
    found = kept(frame)
    if found.sparkSession.sparkContext.getCheckpointDir() is None:
        return found
    stored = found.checkpoint()
    found.unpersist()
    return stored.persist()


def _size(edges: DataFrame) -> _Size:
    ends = F.col("component").cast("decimal(20)") + F.col("member").cast("decimal(20)")
    row = edges.agg(F.count("*").alias("edges"), F.sum(ends).alias("ends")).collect()[0]
    return _Size(row.edges, int(row.ends or 0))


def _large_stars(edges: DataFrame) -> DataFrame:
    """Step 1."""
    ends = edges.select(F.explode(F.array(
        F.struct(F.col("component").alias("text"), F.col("member").alias("partner")),
        F.struct(F.col("member").alias("text"), F.col("component").alias("partner")))).alias("end")).select("end.*")
    smallest = F.least("text", F.min("partner").over(Window.partitionBy("text")))
    return (ends.withColumn("component", smallest).where("partner > text")
            .select("component", F.col("partner").alias("member")))


def components(pair: DataFrame, edges_most: int = EDGES_MOST) -> Tuple[DataFrame, int]:
    """The connected components of pairs, as a stored frame (component, member), and how often the steps alternated."""
    joined = _kept(pair.select("a", "b").mapInArrow(_task(JOINED), EDGES))
    edges = joined.where("component < member")
    size, rounds, steady = _size(edges), 0, False
    while size.edges > edges_most and not steady:
        last, last_size = edges, size
        edges = _kept(_large_stars(last).repartition("member").mapInArrow(_task(STARS), EDGES))
        size, rounds = _size(edges), rounds + 1
        last.unpersist()
        steady = size == last_size
    if steady:
        found = edges.unionByName(edges.select("component", F.col("component").alias("member")))
    else:
        found = edges.repartition(1).mapInArrow(_task(JOINED), EDGES)
    # A text that is paired with nothing but itself has no edge.
    found = _kept(found.unionByName(joined.where("component = member")).groupBy("member")
                  .agg(F.min("component").alias("component")))
    found.count()
    edges.unpersist()
    joined.unpersist()
    return found, rounds


def clusters(texts: Texts, setting: Setting, pair: DataFrame, copy: DataFrame,
             near_miss: Optional[DataFrame] = None, *, edges_most: int = EDGES_MOST) -> Dict[str, DataFrame]:
    """The frames member and cluster, as sql/sentences/clusters.sql makes the tables: of the kinds only 'identical' is
    known yet. And judged, the pairs that kinds() judges: of clusters, and near misses.

    `edges_most` is how many edges one task may hold; see above."""
    _job.ship(texts.spark)
    component, _ = components(pair, edges_most)
    members = component.count()
    count = _slices.slices_for(texts.spark, members)
    place = near(sliced(component, count, "component").select("member", "slice"), members)
    own = place.withColumnRenamed("member", "sentence_id")
    # Without folding, copies are the same text, and nobody looks at it.
    wanted = ["id", "article_id"] if setting.values["fold"] == "" else ["id", "article_id", "text"]
    frames = {"pair": pair.select("a", "b", "edit_distance").join(place.withColumnRenamed("member", "a"), "a"),
              "copy": copy.join(own, "sentence_id"),
              "sentence": texts.sentence.select(*wanted).join(place.withColumnRenamed("member", "id"), "id")}
    if near_miss is not None:
        frames["near_miss"] = sliced(near_miss.select("a", "b"), count, "a")
    found = in_slices(setting.values, count, frames,
                      runs=["clusters.sql", "judged_pairs.sql"],
                      gives={"member": FINDINGS["member"], "cluster": FINDINGS["cluster"], "judged": PASSED["judged"]})
    found["member"].count()
    component.unpersist()
    return found
