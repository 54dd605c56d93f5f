"""Which sentences form a cluster: sql/clusters.sql, for any number of pairs.

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
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, NamedTuple, Tuple

from . import _job
from ._slices import read, rows_of
from ._texts import Texts

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

    from ._choose import Setting

    Task = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

EDGES_MOST = 5_000_000  # that one task joins in the end, in about 500 MB
ROWS_OF_A_BATCH = 100_000


def _task(aggregate: str, condition: str = "") -> "Task":
    """Joins the edges of one task, which are the first two columns. The rows are (component, member)."""

    def task(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        import pyarrow as pa

        schema = pa.schema([("component", pa.int64()), ("member", pa.int64())])
        with closing(_job.session()) as session:
            # The database is a file that SQLite keeps in memory while it is small.
            session.rows("CREATE TABLE edges (a BLOB, b BLOB)")
            for batch in batches:
                session.rows("INSERT INTO edges VALUES (?, ?)", rows_of(batch.columns[:2]))
            found = read(session, schema,
                         "SELECT component, member"
                         f" FROM union_find_members((SELECT {aggregate}(c1, c2)"
                         "                             FROM edges CROSS JOIN unpack_columns(edges.a, edges.b)))"
                         f"{condition}")
        for first in range(0, found.num_rows, ROWS_OF_A_BATCH):
            yield found.slice(first, ROWS_OF_A_BATCH)

    return task


EDGES = "component long, member long"
STARS = _task("union_find", " WHERE component < member")
COMPONENTS = _task("union_find")
STAR_CLUSTERS = _task("star_clusters")


class _Size(NamedTuple):
    """Of a set of edges. No step increases either."""

    edges: int
    ends: int  # their sum


def _kept(frame: "DataFrame") -> "DataFrame":
    """The frame, computed and stored. Spark computes parts that are lost again, from what the frame is made of; if
    the SparkContext has a checkpoint directory, it reads them there."""
    frame = frame.persist()
    if frame.sparkSession.sparkContext.getCheckpointDir() is None:
        return frame
    stored = frame.checkpoint()
    frame.unpersist()
    return stored.persist()


def _size(edges: "DataFrame") -> _Size:
    from pyspark.sql import functions as F

    ends = F.col("component").cast("decimal(20)") + F.col("member").cast("decimal(20)")
    row = edges.agg(F.count("*").alias("edges"), F.sum(ends).alias("ends")).collect()[0]
    return _Size(row.edges, int(row.ends or 0))


def _large_stars(edges: "DataFrame") -> "DataFrame":
    """Each end of an edge that is the smaller one gives the other the smallest of its partners, or itself."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    ends = edges.select(F.explode(F.array(
        F.struct(F.col("component").alias("text"), F.col("member").alias("partner")),
        F.struct(F.col("member").alias("text"), F.col("component").alias("partner")))).alias("end")).select("end.*")
    smallest = F.least("text", F.min("partner").over(Window.partitionBy("text")))
    return (ends.withColumn("component", smallest).where("partner > text")
            .select("component", F.col("partner").alias("member")))


def components(pair: "DataFrame", edges_most: int = EDGES_MOST) -> "Tuple[DataFrame, int]":
    """The connected components of the columns a, b: a stored frame (component, member), and how often the steps
    alternated."""
    edges = _kept(pair.select("a", "b").mapInArrow(STARS, EDGES))
    size, rounds = _size(edges), 0
    while size.edges > edges_most:
        last, last_size = edges, size
        edges = _kept(_large_stars(last).repartition("member").mapInArrow(STARS, EDGES))
        size, rounds = _size(edges), rounds + 1
        last.unpersist()
        if size == last_size:
            own = edges.select("component", "component").toDF("component", "member").distinct()
            found = _kept(edges.unionByName(own))
            break
    else:
        found = _kept(edges.repartition(1).mapInArrow(COMPONENTS, EDGES))
    found.count()
    edges.unpersist()
    return found, rounds


def _star_members(pair: "DataFrame", compared_sentence: "DataFrame", component: "DataFrame") -> "DataFrame":
    """Stars of texts (component, member). They are within components, so each task gets whole components. Copies
    join the cluster of the first sentence of their text, which is a cluster even without other texts, so it is paired
    with itself."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    copies = compared_sentence.where("first_id < sentence_id")
    text_pair = (pair.join(copies.select(F.col("sentence_id").alias("b")), "b", "left_anti").select("a", "b")
                 .unionByName(copies.select(F.col("first_id").alias("a"), F.col("first_id").alias("b")).distinct()))
    stars = (text_pair.join(component.withColumnRenamed("member", "a"), "a").select("a", "b", "component")
             .repartition("component").mapInArrow(STAR_CLUSTERS, EDGES))
    members = stars.unionByName(
        copies.join(stars.withColumnRenamed("member", "first_id"), "first_id")
        .select("component", F.col("sentence_id").alias("member")))
    # A text whose partners all joined other representatives forms no cluster.
    return (members.withColumn("size", F.count("*").over(Window.partitionBy("component"))).where("size > 1")
            .drop("size"))


def _cluster_frame(texts: Texts, fold: str, pair: "DataFrame", compared_sentence: "DataFrame",
                   member: "DataFrame") -> "DataFrame":
    from pyspark.sql import functions as F

    # To how many other texts each text is similar.
    partners = (pair.where("edit_distance > 0").select(F.explode(F.array("a", "b")).alias("sentence_id"))
                .groupBy("sentence_id").agg(F.count("*").alias("partners")))
    rows = (member.join(compared_sentence, "sentence_id")
            .join(texts.sentence.select(F.col("id").alias("sentence_id"), "article_id"), "sentence_id")
            .join(partners, "sentence_id", "left"))
    best = F.max(F.struct(F.coalesce("partners", F.lit(0)).alias("partners"), (-F.col("sentence_id")).alias("id")))
    cluster = rows.groupBy("cluster_id").agg(
        F.count("*").alias("size"), F.sum((F.col("first_id") == F.col("sentence_id")).cast("long")).alias("texts"),
        F.countDistinct("article_id").alias("articles"), (-best["id"]).alias("representative"))
    identical = F.col("texts") == 1
    if fold != "":
        # The copies of a text are the same after folding. They need not be the same before.
        different = (member.join(cluster.where(identical).select("cluster_id"), "cluster_id")
                     .join(texts.sentence.select(F.col("id").alias("sentence_id"), "text"), "sentence_id")
                     .groupBy("cluster_id").agg((F.min("text") < F.max("text")).alias("different")))
        cluster = cluster.join(different, "cluster_id", "left")
        identical = identical & ~F.col("different")
    return cluster.select(
        F.col("cluster_id").alias("id"), "size", "texts", "articles", "representative",
        F.when(identical, "identical").alias("kind"), F.lit("same text").alias("reason"),
        F.lit(0).cast("long").alias("mixed"), F.lit(0.0).alias("score"))


def clusters(texts: Texts, setting: "Setting", pair: "DataFrame", compared_sentence: "DataFrame", *,
             edges_most: int = EDGES_MOST) -> "Dict[str, DataFrame]":
    """The frames member and cluster, as sql/clusters.sql makes the tables: of the kinds only 'identical' is known yet.

    `edges_most` is how many edges one task may hold; see above. `member` is stored until its unpersist().
    """
    _job.ship(texts.spark)
    values: Dict[str, Any] = setting.values
    member, _ = components(pair, edges_most)
    if values["clusters"] == "star":
        component = member
        member = _kept(_star_members(pair, compared_sentence, component))
        member.count()
        component.unpersist()
    member = member.selectExpr("component AS cluster_id", "member AS sentence_id")
    return {"member": member,
            "cluster": _cluster_frame(texts, values["fold"], pair, compared_sentence, member)}
