"""Which sentences form a cluster: sql/sentences/clusters.sql, for any number of pairs.

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
from ._slices import kept, read, rows_of
from ._frames import Texts, arrow_schema

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

    from ._choose import Setting

    Task = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

EDGES_MOST = 5_000_000  # that one task joins in the end, in about 400 MB
ROWS_OF_A_PART = 1_000_000  # of a stored frame
ROWS_OF_A_BATCH = 100_000

EDGES = "component long, member long"
COUNTED = EDGES + ", partners long"  # to how many other texts a text is similar

JOINED = "SELECT component, member FROM union_find_members((SELECT union_find(c1, c2) FROM edge))"
STARS = JOINED + " WHERE component < member"
STAR_CLUSTERS = "SELECT component, member FROM union_find_members((SELECT star_clusters(c1, c2) FROM edge))"
COUNTED_STARS = """
WITH partner_count AS MATERIALIZED (
    SELECT CAST(key AS INTEGER) AS member, value AS partners
      FROM json_each((SELECT edge_counts(c1, c2) FROM edge WHERE c3 > 0))
)
SELECT component, member, ifnull(partners, 0) AS partners
  FROM union_find_members((SELECT union_find(c1, c2) FROM edge)) LEFT JOIN partner_count USING (member)"""


def _task(sql: str, schema: str) -> "Task":
    """Gives the rows of a query on `edge`, which has the rows of all batches in the columns c1, c2 ..."""

    def task(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        with closing(_job.session()) as session:
            # What arrives is a row for each batch, in a database that leaves the memory when it grows.
            width = 0
            for batch in batches:
                if width == 0:
                    width = batch.num_columns
                    parts = ", ".join(f"part{i}" for i in range(width))
                    session.rows(f"CREATE TABLE arrived ({parts})")
                    session.rows("CREATE TEMP VIEW edge AS"
                                 f" SELECT found.* FROM arrived CROSS JOIN unpack_columns({parts}) AS found")
                session.rows(f"INSERT INTO arrived VALUES ({', '.join('?' * width)})", rows_of(batch.columns))
            if width == 0:
                return
            found = read(session, arrow_schema(schema), sql)
        for first in range(0, found.num_rows, ROWS_OF_A_BATCH):
            yield found.slice(first, ROWS_OF_A_BATCH)

    return task


class _Size(NamedTuple):
    """Of a set of edges. No step increases either."""

    edges: int
    ends: int  # their sum


def _kept(frame: "DataFrame") -> "DataFrame":
    """The frame, which is stored when it is computed, and its plan ends: one that has those of all rounds in it grows
    with each round to twice the size. Spark computes parts that are lost again, as it did first; if the SparkContext
    has a checkpoint directory, it reads them there."""
    found = kept(frame)
    if found.sparkSession.sparkContext.getCheckpointDir() is None:
        return found
    stored = found.checkpoint()
    found.unpersist()
    return stored.persist()


def _parts(rows: int) -> int:
    return max(1, -(-rows // ROWS_OF_A_PART))


def _size(edges: "DataFrame") -> _Size:
    from pyspark.sql import functions as F

    ends = F.col("component").cast("decimal(20)") + F.col("member").cast("decimal(20)")
    row = edges.agg(F.count("*").alias("edges"), F.sum(ends).alias("ends")).collect()[0]
    return _Size(row.edges, int(row.ends or 0))


def _large_stars(edges: "DataFrame") -> "DataFrame":
    """Step 1."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    ends = edges.select(F.explode(F.array(
        F.struct(F.col("component").alias("text"), F.col("member").alias("partner")),
        F.struct(F.col("member").alias("text"), F.col("component").alias("partner")))).alias("end")).select("end.*")
    smallest = F.least("text", F.min("partner").over(Window.partitionBy("text")))
    return (ends.withColumn("component", smallest).where("partner > text")
            .select("component", F.col("partner").alias("member")))


def components(pair: "DataFrame", edges_most: int = EDGES_MOST) -> "Tuple[DataFrame, int]":
    """The connected components of pairs, and how often the steps alternated. The components are a stored frame
    (component, member, partners): the pairs of a member with an edit distance above 0 are its partners."""
    from pyspark.sql import functions as F

    counted = _kept(pair.select("a", "b", "edit_distance").mapInArrow(_task(COUNTED_STARS, COUNTED), COUNTED))
    edges = counted.where("component < member").select("component", "member")
    size, rounds, steady = _size(edges), 0, False
    while size.edges > edges_most and not steady:
        last, last_size = edges, size
        edges = _kept(_large_stars(last).repartition("member").mapInArrow(_task(STARS, EDGES), EDGES))
        size, rounds = _size(edges), rounds + 1
        last.unpersist()
        steady = size == last_size
    if steady:
        found = edges.unionByName(edges.select("component", F.col("component").alias("member")))
    else:
        found = edges.repartition(1).mapInArrow(_task(JOINED, EDGES), EDGES)
    # Each member has one row with its component, and a row from each task that has counted partners of it. Only a text
    # that is paired with nothing but itself has no component yet.
    found = found.withColumn("partners", F.lit(0).cast("long")).unionByName(
        counted.withColumn("component", F.lit(None).cast("long")))
    found = _kept(found.repartition(_parts(size.edges), "member").groupBy("member").agg(
        F.coalesce(F.max("component"), F.col("member")).alias("component"), F.sum("partners").alias("partners")))
    found.count()
    edges.unpersist()
    counted.unpersist()
    return found, rounds


def _star_members(pair: "DataFrame", compared_sentence: "DataFrame", component: "DataFrame") -> "DataFrame":
    """Stars of texts (component, member, partners). They are within components, so each task gets whole components.
    Copies join the cluster of the first sentence of their text, which is a cluster even without other texts, so it is
    paired with itself."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    copies = compared_sentence.where("first_id < sentence_id")
    text_pair = (pair.join(copies.select(F.col("sentence_id").alias("b")), "b", "left_anti").select("a", "b")
                 .unionByName(copies.select(F.col("first_id").alias("a"), F.col("first_id").alias("b")).distinct()))
    stars = (text_pair.join(component.select(F.col("member").alias("a"), "component"), "a")
             .select("a", "b", "component").repartition("component")
             .mapInArrow(_task(STAR_CLUSTERS, EDGES), EDGES))
    members = stars.unionByName(
        copies.join(stars.withColumnRenamed("member", "first_id"), "first_id")
        .select("component", F.col("sentence_id").alias("member")))
    # A text whose partners all joined other representatives forms no cluster.
    return (members.join(component.select("member", "partners"), "member")
            .repartition(_parts(component.count()), "component")
            .withColumn("size", F.count("*").over(Window.partitionBy("component"))).where("size > 1").drop("size"))


def _cluster_frame(texts: Texts, fold: str, compared_sentence: "DataFrame", member: "DataFrame") -> "DataFrame":
    """The table cluster, of (component, member, partners)."""
    from pyspark.sql import functions as F

    of_sentence = texts.sentence.select(F.col("id").alias("member"), "article_id")
    of_text = compared_sentence.select(F.col("sentence_id").alias("member"), "first_id")
    # A cluster has a row for each sentence, with the article, and one for each text.
    rank = F.struct("partners", (-F.col("member")).alias("id"))
    rows = (member.join(of_sentence, "member").select("component", "article_id", rank.alias("rank"))
            .unionByName(member.join(of_text, "member").where("first_id = member").select("component"),
                         allowMissingColumns=True))
    cluster = rows.groupBy("component").agg(
        F.count("article_id").alias("size"), F.count(F.when(F.col("article_id").isNull(), 1)).alias("texts"),
        F.countDistinct("article_id").alias("articles"), (-F.max("rank")["id"]).alias("representative"))
    identical = F.col("texts") == 1
    if fold != "":
        # The copies of a text are the same after folding. They need not be the same before.
        different = (member.join(cluster.where(identical).select("component"), "component")
                     .join(texts.sentence.select(F.col("id").alias("member"), "text"), "member")
                     .groupBy("component").agg((F.min("text") < F.max("text")).alias("different")))
        cluster = cluster.join(different, "component", "left")
        identical = identical & ~F.col("different")
    return cluster.select(
        F.col("component").alias("id"), "size", "texts", "articles", "representative",
        F.when(identical, "identical").alias("kind"), F.lit("All are the same text.").alias("reason"),
        F.lit(0).cast("long").alias("mixed"), F.lit(0.0).alias("score"))


def clusters(texts: Texts, setting: "Setting", pair: "DataFrame", compared_sentence: "DataFrame", *,
             edges_most: int = EDGES_MOST) -> "Dict[str, DataFrame]":
    """The frames member and cluster, as sql/sentences/clusters.sql makes the tables: of the kinds only 'identical' is known yet.

    `edges_most` is how many edges one task may hold; see above. The members stay stored until the application ends.
    """
    _job.ship(texts.spark)
    values: Dict[str, Any] = setting.values
    member, _ = components(pair, edges_most)
    if values["clusters"] == "star":
        component = member
        member = _kept(_star_members(pair, compared_sentence, component))
        member.count()
        component.unpersist()
    return {"member": member.selectExpr("component AS cluster_id", "member AS sentence_id"),
            "cluster": kept(_cluster_frame(texts, values["fold"], compared_sentence, member))}
