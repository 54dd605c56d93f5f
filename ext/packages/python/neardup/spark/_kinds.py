"""What kind of duplicates the pairs and clusters are, and the slots of templates: sql/sentences/kinds.sql and
sql/templates.sql, on many executors.

    judge      pairs are divided by the two articles that they are in, so a slice has all that the two have in common
    clusters   judged pairs are divided by cluster, since clusters do not count for each other; near misses, which
               are in none, by their first sentence
    templates  so are the sentences of templates

A slice of judge has about PAIRS_OF_A_SLICE pairs, however many there are, with the texts and articles of these.
The others have whole clusters, so the largest cluster bounds them: for each of its sentences a row, for each text
its text, and for each text but the representative a pair, if it has more than judged_most texts. SQLite keeps what
exceeds its cache in a file.

The order of rows decides nothing: tables have keys, and the scripts read them by these.
"""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from .. import _script
from . import _job
from ._slices import kept, key_of, read, rows_of, slice_of, some, whole
from ._frames import FINDINGS, Texts, arrow_schema, columns

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark import Broadcast
    from pyspark.sql import Column, DataFrame

    from ._choose import Setting
    from .._connect import Session

    Task = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

PAIRS_OF_A_SLICE = 20_000
ROWS_OF_A_SLICE = 100_000
SENTENCES_OF_A_SLICE = 500_000  # of articles, whose words are collected
PAIRS_WORTH_A_TASK = 500
ROWS_TO_BROADCAST = 1_000_000  # more rows are joined by a shuffle

# What rows are, in the frames between the steps.
PAIR, COPY, SENTENCE, ARTICLE = range(4)
JUDGED, CLUSTER, MEMBER, ALIAS, GROUP = range(4, 9)
TEMPLATE, VALUE = range(9, 11)

ARTICLE_WORDS = "article_id long, sentences long, words binary"
EVIDENCE = ("n1 long, n2 long, n3 long, n4 long, n5 long, text string, block string, title string, base string, "
            "language string, words binary")
JUDGEMENT = ("cluster_id long, a long, b long, folded long, near long, kind string, score double, reason string, "
             "type string, value_a string, value_b string, topic double, why string, conflicts double, own_changed double")
MEMBERSHIP = ("cluster_id long, n1 long, n2 long, n3 long, n4 long, n5 long, t1 string, t2 string, t3 string, "
              "t4 string, t5 string, r1 double, r2 double, r3 double, r4 double")
FOUND = ("part int, cluster_id long, a long, b long, kind string, score double, reason string, type string, "
         "value_a string, value_b string, size long, texts long, articles long, mixed long")
SLOTS = "part int, cluster_id long, sentence_id long, slot long, text string"

UPPER, LOWER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"  # what NOCASE evens out


# ---- Rows on their way ----


def _names(ddl: str) -> List[str]:
    return [name for name, _ in columns(ddl)]


class _Slices:
    """So many slices, by the hash of these columns; and rows on their way there."""

    def __init__(self, count: int, *by: str) -> None:
        from pyspark.sql import functions as F

        self.count, self.slice = count, F.pmod(F.hash(*by), F.lit(count))

    def rows(self, frame: "DataFrame", part: int, ddl: str, **made_of: "str | Column") -> "DataFrame":
        """The frame as rows of this part, with these columns of the DDL; the others are NULL. If the frame has no
        column `slice`, it has those that decide it."""
        from pyspark.sql import functions as F

        def column(name: str, kind: str) -> "Column":
            found = made_of.get(name)
            made = F.lit(None) if found is None else F.col(found) if isinstance(found, str) else found
            return made.cast(kind).alias(name)

        place = F.col("slice") if "slice" in frame.columns else self.slice
        return frame.select(key_of(place, self.count).alias("key"), F.lit(part).alias("part"),
                            *(column(*each) for each in columns(ddl)))

    def together(self, rows: "Sequence[DataFrame]") -> "DataFrame":
        """The rows of each slice in a partition."""
        from functools import reduce

        return reduce(lambda x, y: x.unionAll(y), rows).repartition(self.count, "key")


def _insert(session: "Session", statement: str, rows: "pa.Table", names: Sequence[str]) -> None:
    """Runs a statement that inserts what it selects from {rows}, whose columns c1, c2 ... are those of these
    names."""
    if rows.num_rows:
        places = ", ".join(f"?{number}" for number in range(1, len(names) + 1))
        session.rows(statement.format(rows=f"unpack_columns({places})"), rows_of([rows[name] for name in names]))


@contextmanager
def _slice(values: Dict[str, Any]) -> "Iterator[Session]":
    with slice_of(values) as session:
        for database in "main", "temp":
            session.rows(f"PRAGMA {database}.cache_size = -65536")
        yield session


def _task_values(texts: Texts, setting: "Setting", slices: _Slices) -> Dict[str, Any]:
    """The setting, with as many threads as the task of a slice may start."""
    return dict(setting.values, threads=_job.threads(texts.spark, slices.count))


def _part(rows: "pa.Table", part: int) -> "pa.Table":
    import pyarrow.compute as pc

    return rows.filter(pc.equal(rows["part"], part))


def _near(frame: "DataFrame", rows: int) -> "DataFrame":
    """The frame, to be sent to all executors if it has few rows."""
    from pyspark.sql import functions as F

    return F.broadcast(frame) if rows <= ROWS_TO_BROADCAST else frame


# ---- What is judged ----


class _Sizes:
    """What decides how the work is divided: one small job."""

    def __init__(self, texts: Texts, setting: "Setting", frames: "Dict[str, DataFrame]") -> None:
        from pyspark.sql import functions as F

        most, folded = setting.values["judged_most"], setting.values["fold"] != ""
        pairs = F.expr(f"if(texts <= {most}, texts * (texts - 1) div 2, texts - 1) + {'size' if folded else '0'}")
        counted = frames["cluster"].agg(F.sum(pairs).alias("pairs"), F.sum("size").alias("members"),
                                        F.count("*").alias("clusters"))
        found = (counted.crossJoin(frames["resemblance"].agg(F.count("*").alias("resembling")))
                 .crossJoin(frames["near_miss"].agg(F.count("*").alias("near")))).collect()[0]
        self.members, self.clusters, self.resembling = found.members or 0, found.clusters, found.resembling
        self.pairs = (found.pairs or 0) + found.near  # no more than this
        self._cores = texts.spark.sparkContext.defaultParallelism

    def slices(self, rows: int, most: int) -> int:
        """In how many slices to divide the rows: of up to so many, but one for each processor if that is worth
        it."""
        return max(1, -(-rows // most), min(self._cores, rows // PAIRS_WORTH_A_TASK))


def _members(texts: Texts, setting: "Setting", frames: "Dict[str, DataFrame]") -> "Tuple[_Sizes, DataFrame]":
    """Sizes, and the sentences of clusters: cluster_id, size, texts, representative, id, first_id, article_id,
    position, block, text, and `resembled`, which is the table resemblance. The texts keep them, since kinds() and
    templates() need both."""
    from pyspark.sql import functions as F

    known = texts.__dict__.get("_members")
    if known is not None and known[0] is frames["member"]:
        return known[1:]
    sizes = _Sizes(texts, setting, frames)
    cluster = frames["cluster"].select(F.col("id").alias("cluster_id"), "texts", "representative")
    member = frames["member"].join(_near(cluster, sizes.clusters), "cluster_id")
    placed = frames["compared_sentence"].join(_near(member, sizes.members), "sentence_id")
    resembled = frames["resemblance"].select("sentence_id", F.col("texts").alias("resembled"))
    placed = (placed.join(_near(resembled, sizes.resembling), "sentence_id", "left")
              .withColumnRenamed("sentence_id", "id"))
    sentence = texts.sentence.select("id", "article_id", "position", "block", "text")
    found = kept(sentence.join(_near(placed, sizes.members), "id"))
    texts.__dict__["_members"] = frames["member"], sizes, found
    return sizes, found


def _lonely(texts: Texts, frames: "Dict[str, DataFrame]", members: "DataFrame") -> "DataFrame":
    """The sentences of near misses that are in no cluster, with the columns of members that judging needs. They have
    no copies, or these would be a cluster."""
    from pyspark.sql import functions as F

    ids = (frames["near_miss"].select(F.explode(F.array("a", "b")).alias("id")).distinct()
           .join(members.select("id"), "id", "left_anti"))
    resembled = frames["resemblance"].select(F.col("sentence_id").alias("id"), F.col("texts").alias("resembled"))
    return (texts.sentence.select("id", "article_id", "position", "block", "text").join(ids, "id")
            .join(resembled, "id", "left"))


def _near_judged(frames: "Dict[str, DataFrame]", placed: "DataFrame") -> "DataFrame":
    """The near misses: a, b, no cluster_id, folded, near, and the articles of a and b."""
    from pyspark.sql import functions as F

    article = placed.select("id", "article_id")
    return (frames["near_miss"].select("a", "b")
            .join(article.select(F.col("id").alias("a"), F.col("article_id").alias("article_a")), "a")
            .join(article.select(F.col("id").alias("b"), F.col("article_id").alias("article_b")), "b")
            .select("a", "b", F.lit(None).cast("long").alias("cluster_id"), F.lit(0).cast("long").alias("folded"),
                    F.lit(1).cast("long").alias("near"), "article_a", "article_b"))


def _judged(setting: "Setting", frames: "Dict[str, DataFrame]", members: "DataFrame", placed: "DataFrame",
            sizes: _Sizes, slices: _Slices) -> "DataFrame":
    """The pairs of sql/kinds/judged_pairs.sql: a, b, cluster_id, folded, near, the articles x and y in the order of ids, and
    the slice. `placed` has the sentences of near misses besides the members."""
    from pyspark.sql import functions as F

    most = setting.values["judged_most"]
    first = members.select(F.col("id").alias("a"), "cluster_id", "texts", "representative",
                           F.col("article_id").alias("article_a"))
    second = members.select(F.col("id").alias("b"), F.col("cluster_id").alias("cluster_b"),
                            F.col("article_id").alias("article_b"))
    pair = frames["pair"].select("a", "b", "edit_distance")
    if setting.values["fold"] == "":
        pair = pair.where("edit_distance > 0")
    found = (pair.join(_near(first, sizes.members), "a")
             .where((F.col("texts") <= most) | F.col("representative").isin(F.col("a"), F.col("b")))
             .join(_near(second, sizes.members), "b").where("cluster_id = cluster_b"))
    if setting.values["fold"] != "":
        equal = (found.where("edit_distance = 0").select("a", "b")
                 .join(members.select(F.col("id").alias("a"), F.col("text").alias("text_a")), "a")
                 .join(members.select(F.col("id").alias("b"), F.col("text").alias("text_b")), "b")
                 .where("text_a = text_b").select("a", "b"))
        found = found.join(equal, ["a", "b"], "left_anti")
    found = found.select("a", "b", "cluster_id", (F.col("edit_distance") == 0).cast("long").alias("folded"),
                         F.lit(0).cast("long").alias("near"), "article_a", "article_b")
    return found.unionByName(_near_judged(frames, placed)).select(
        "a", "b", "cluster_id", "folded", "near", F.least("article_a", "article_b").alias("x"),
        F.greatest("article_a", "article_b").alias("y")).select("*", slices.slice.alias("slice"))


def _copies(members: "DataFrame", judged: "DataFrame", sizes: _Sizes) -> "DataFrame":
    """The copies that two articles of a judged pair have in common: slice, first_id, id, x, y."""
    from pyspark.sql import functions as F

    first = members.select(F.col("id").alias("first_id"), F.col("article_id").alias("article_a"))
    copies = members.where("first_id < id").select("id", "first_id", F.col("article_id").alias("article_b"))
    located = copies.join(_near(first, sizes.members), "first_id").select(
        "id", "first_id", F.least("article_a", "article_b").alias("x"), F.greatest("article_a", "article_b").alias("y"))
    return located.join(_near(judged.select("x", "y", "slice").distinct(), sizes.pairs), ["x", "y"])


# ---- What the whole database knows of words ----


def _sum(x: bytes, y: bytes) -> bytes:
    """The sum of two counts of word_frequencies()."""
    with closing(_job.session()) as session:
        return bytes(session.rows("SELECT merge_word_frequencies(column1) FROM (VALUES (?), (?))", (x, y))[0][0])


def _count_words(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    """Counts the words of all rows."""
    import pyarrow as pa

    found: Optional[bytes] = None
    for texts in some(batches):
        with closing(_job.session()) as session:
            ((counted,),) = session.rows("SELECT word_frequencies(c1, 1) FROM unpack_columns(?)",
                                         rows_of([texts["text"]]))
        if counted is not None:  # there was a row
            found = bytes(counted) if found is None else _sum(found, counted)
    if found is not None:
        yield pa.RecordBatch.from_arrays([pa.array([found], pa.binary())], ["frequencies"])


def _word_frequencies(texts: Texts) -> bytes:
    """How often each word occurs in all texts: some megabytes, however many texts there are. Few counts are at one
    place at a time, since executors add them up in two steps."""
    counts = texts.sentence.select("text").mapInArrow(_count_words, "frequencies binary").rdd
    return counts.map(lambda row: bytes(row.frequencies)).treeReduce(_sum)


def _articles(texts: Texts, setting: "Setting", judged: "DataFrame", sizes: _Sizes) -> "DataFrame":
    """What judge_evidence.sql knows of the articles of judged pairs: article_id, sentences, words."""
    from pyspark.sql import functions as F

    def collect(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        table = whole(batches)
        if table is not None:
            with closing(_job.session()) as session:
                yield read(session, arrow_schema(ARTICLE_WORDS),
                           "SELECT c1 AS article_id, count(*) AS sentences, word_set(c2) AS words"
                           "  FROM unpack_columns(?, ?) GROUP BY c1",
                           rows_of([table["article_id"], table["text"]]))

    wanted = judged.select(F.explode(F.array("x", "y")).alias("article_id")).distinct()
    return (texts.sentence.select("article_id", "text").join(_near(wanted, 2 * sizes.pairs), "article_id")
            .repartition(sizes.slices(setting.sentences, SENTENCES_OF_A_SLICE), "article_id")
            .mapInArrow(collect, ARTICLE_WORDS))


# ---- Judging ----


def _judge_task(values: Dict[str, Any], partners: bool, frequencies: "Broadcast[bytes]") -> "Task":
    """sql/kinds/judge.sql on all pairs of some pairs of articles, but for aliases."""

    def task(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        rows = whole(batches)
        if rows is None:
            return
        pairs, copies, sentences, articles = (_part(rows, part) for part in (PAIR, COPY, SENTENCE, ARTICLE))
        del rows
        with _slice(values) as session:
            _script.run_script(session, "sql/tables/sentence_tables.sql")
            session.rows("CREATE TEMP TABLE judged (a, b, cluster_id, folded, near, PRIMARY KEY (a, b)) WITHOUT ROWID")
            _script.run_script(session, "sql/kinds/judge_evidence.sql")  # makes its tables; these are their rows:
            session.rows("UPDATE temp.counted SET pairs = 1, partners = ?", (int(partners),))
            session.rows("UPDATE temp.word_frequency SET frequencies = ?", (frequencies.value,))
            _insert(session, "INSERT INTO temp.copy SELECT c1, c2 FROM {rows}", copies, ["n1", "n2"])
            _insert(session, "INSERT INTO temp.copied SELECT c1, c2 FROM {rows} WHERE c2 IS NOT NULL", sentences,
                    ["n1", "n5"])
            _insert(session, "INSERT INTO temp.judged_article SELECT c1, c2, c3 FROM {rows}", articles,
                    ["n1", "n4", "words"])
            _insert(session, "INSERT INTO temp.judged SELECT c1, c2, c3, c4, c5 FROM {rows}", pairs,
                    ["n1", "n2", "n3", "n4", "n5"])
            _insert(session, "INSERT INTO main.resemblance SELECT c1, c2 FROM {rows} WHERE c2 IS NOT NULL", sentences,
                    ["n1", "n4"])
            _insert(session, "INSERT INTO main.sentence (id, article_id, position, section, block, text)"
                             " SELECT c1, c2, c3, '', c4, c5 FROM {rows}", sentences,
                    ["n1", "n2", "n3", "block", "text"])
            _insert(session, "INSERT INTO main.article (id, source_id, namespace, titled, title)"
                             " SELECT c1, c2, 0, c3, c4 FROM {rows}", articles, ["n1", "n2", "n3", "title"])
            _insert(session, "INSERT OR IGNORE INTO main.source (id, base, language, name, kind, options,"
                             "                                   program_version, started_at)"
                             " SELECT c1, c2, c3, '', '', '', '', '' FROM {rows}", articles,
                    ["n2", "base", "language"])
            del pairs, copies, sentences, articles
            _script.run_script(session, "sql/kinds/judge.sql", left_out=("sql/kinds/judge_evidence.sql", "sql/kinds/judge_aliases.sql"))
            yield read(session, arrow_schema(JUDGEMENT),
                       f"SELECT {', '.join(_names(JUDGEMENT))} FROM temp.judged JOIN temp.judgement USING (a, b)")

    return task


def _judge(texts: Texts, setting: "Setting", frames: "Dict[str, DataFrame]", members: "DataFrame",
           sizes: _Sizes) -> "DataFrame":
    """The judged pairs, and what they were judged to be: see JUDGEMENT."""
    from pyspark.sql import functions as F

    slices = _Slices(sizes.slices(sizes.pairs, PAIRS_OF_A_SLICE), "x", "y")
    placed = kept(members.unionByName(_lonely(texts, frames, members), allowMissingColumns=True))
    judged = kept(_judged(setting, frames, members, placed, sizes, slices))
    copies = _copies(members, judged, sizes)

    needed = (judged.select("slice", F.explode(F.array("a", "b")).alias("id"))
              .unionAll(copies.select("slice", F.explode(F.array("first_id", "id")).alias("id"))).distinct())
    copied = members.where("first_id < id").groupBy(F.col("first_id").alias("id")).agg(F.count("*").alias("copies"))
    sentences = placed.join(needed, "id").join(_near(copied, sizes.members), "id", "left")

    source = texts.source.select(F.col("id").alias("source_id"), "base", "language")
    articles = (judged.select("slice", F.explode(F.array("x", "y")).alias("article_id")).distinct()
                .join(texts.article.select(F.col("id").alias("article_id"), "source_id", "title", "titled"),
                      "article_id")
                .join(source, "source_id")
                .join(_articles(texts, setting, judged, sizes), "article_id"))

    rows = slices.together([
        slices.rows(judged, PAIR, EVIDENCE, n1="a", n2="b", n3="cluster_id", n4="folded", n5="near"),
        slices.rows(copies, COPY, EVIDENCE, n1="first_id", n2="id"),
        slices.rows(sentences, SENTENCE, EVIDENCE, n1="id", n2="article_id", n3="position", n4="resembled",
                    n5="copies", block="block", text="text"),
        slices.rows(articles, ARTICLE, EVIDENCE, n1="article_id", n2="source_id", n3="titled", n4="sentences",
                    title="title", base="base", language="language", words="words")])
    frequencies = texts.spark.sparkContext.broadcast(_word_frequencies(texts))
    task = _judge_task(_task_values(texts, setting, slices), sizes.resembling > 0, frequencies)
    return kept(rows.mapInArrow(task, JUDGEMENT))


# ---- Clusters ----

def _fill_clusters(session: "Session", clusters: "pa.Table", members: "pa.Table") -> None:
    _script.run_script(session, "sql/tables/sentence_tables.sql")
    session.rows("CREATE INDEX main.member_sentence ON member(sentence_id)")
    session.rows("CREATE INDEX main.compared_sentence_first ON compared_sentence(first_id)")
    _insert(session, "INSERT INTO main.cluster SELECT c1, c2, c3, c4, c5, c6, c7, c8, c9 FROM {rows}", clusters,
            ["cluster_id", "n1", "n2", "n3", "n4", "t1", "t2", "n5", "r1"])
    _insert(session, "INSERT INTO main.member SELECT c1, c2 FROM {rows}", members, ["cluster_id", "n1"])
    _insert(session, "INSERT INTO main.compared_sentence SELECT c1, c2 FROM {rows}", members, ["n1", "n2"])
    _insert(session, "INSERT INTO main.sentence (id, article_id, position, section, block, text)"
                     " SELECT c1, 0, 0, '', '', c2 FROM {rows} WHERE c2 IS NOT NULL", members, ["n1", "t1"])


def _cluster_rows(slices: _Slices, clusters: "DataFrame", members: "DataFrame", with_text: str) -> "List[DataFrame]":
    """Clusters, and their sentences, with the text of those of which `with_text` is true."""
    from pyspark.sql import functions as F

    return [
        slices.rows(clusters.withColumnRenamed("id", "cluster_id"), CLUSTER, MEMBERSHIP, cluster_id="cluster_id",
                    n1="size", n2="texts", n3="articles", n4="representative", n5="mixed", t1="kind", t2="reason",
                    r1="score"),
        slices.rows(members, MEMBER, MEMBERSHIP, cluster_id="cluster_id", n1="id", n2="first_id",
                    t1=F.when(F.expr(with_text), F.col("text")))]


def _cluster_task(values: Dict[str, Any]) -> "Task":
    """sql/kinds/judge_aliases.sql and sql/kinds/cluster_kinds.sql on some clusters."""

    def task(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        rows = whole(batches)
        if rows is None:
            return
        judged = _part(rows, JUDGED)
        with _slice(values) as session:
            _fill_clusters(session, _part(rows, CLUSTER), _part(rows, MEMBER))
            _insert(session, "INSERT INTO main.alias SELECT c1, c2, c3, c4 FROM {rows}", _part(rows, ALIAS),
                    ["n1", "t1", "t2", "t3"])
            del rows
            session.rows("CREATE TEMP TABLE judged (a, b, cluster_id, folded, near, PRIMARY KEY (a, b)) WITHOUT ROWID")
            session.rows("CREATE TEMP TABLE judgement (a, b, kind, score, reason, type, value_a, value_b, topic, why,"
                         " conflicts, own_changed, PRIMARY KEY (a, b)) WITHOUT ROWID")
            _insert(session, "INSERT INTO temp.judged SELECT c1, c2, c3, c4, c5 FROM {rows}", judged,
                    ["n1", "n2", "cluster_id", "n3", "n4"])
            _insert(session, "INSERT INTO temp.judgement"
                             " SELECT c1, c2, c3, c4, c5, c6, c7, c8, c9, NULL, c10, c11 FROM {rows}", judged,
                    ["n1", "n2", "t1", "r1", "t2", "t3", "t4", "t5", "r2", "r3", "r4"])
            del judged
            _script.run_script(session, "sql/kinds/judge_aliases.sql")
            _script.run_script(session, "sql/kinds/cluster_kinds.sql")
            yield read(session, arrow_schema(FOUND),
                       f"SELECT {JUDGED} AS part, cluster_id, a, b, kind, score, reason, type, value_a, value_b,"
                       "        NULL AS size, NULL AS texts, NULL AS articles, NULL AS mixed"
                       "   FROM pair_kind"
                       "  UNION ALL"
                       f" SELECT {CLUSTER}, id, representative, NULL, kind, score, reason, NULL, NULL, NULL,"
                       "        size, texts, articles, mixed"
                       "   FROM cluster"
                       "  UNION ALL"
                       f" SELECT {GROUP}, cluster_id, group_id, sentence_id, NULL, NULL, NULL, NULL, NULL, NULL,"
                       "        NULL, NULL, NULL, NULL"
                       "   FROM cluster_group")

    return task


def _aliases(texts: Texts, judged: "DataFrame") -> "DataFrame":
    """The aliases that sql/kinds/judge_aliases.sql can ask for: slice, source_id, title, target, section."""
    from pyspark.sql import functions as F

    names = (judged.where("type = 'name' AND conflicts = 1")
             .select("slice", F.explode(F.array("value_a", "value_b")).alias("name")))
    return names.join(texts.frames["alias"],
                      F.translate("name", UPPER, LOWER) == F.translate("title", UPPER, LOWER)).select(
        "slice", "source_id", "title", "target", "section").distinct()


def kinds(texts: Texts, setting: "Setting", frames: "Dict[str, DataFrame]") -> "Dict[str, DataFrame]":
    """Judges pairs and clusters.

    `frames` has compared_sentence, pair, near_miss, resemblance, member and cluster. The result has cluster, with
    kind, reason, mixed and score, and pair_kind, pair_evidence and cluster_group. Both parts of the result are cached.
    """
    from pyspark.sql import functions as F

    _job.ship(texts.spark)
    sizes, members = _members(texts, setting, frames)
    if sizes.pairs == 0:
        return {"cluster": frames["cluster"],
                **{table: texts.spark.createDataFrame([], FINDINGS[table])
                   for table in ("pair_kind", "pair_evidence", "cluster_group")}}
    judged = _judge(texts, setting, frames, members, sizes)

    slices = _Slices(sizes.slices(sizes.members + sizes.pairs, ROWS_OF_A_SLICE), "cluster_id")
    judged = judged.withColumn("slice", F.pmod(F.hash(F.coalesce("cluster_id", "a")), F.lit(slices.count)))
    # Only in clusters of these sizes sql/kinds/cluster_kinds.sql looks at texts.
    with_text = f"texts > 4 AND texts <= {setting.values['judged_most']}"
    rows = [
        slices.rows(judged, JUDGED, MEMBERSHIP, cluster_id="cluster_id", n1="a", n2="b", n3="folded", n4="near",
                    t1="kind", t2="reason", t3="type", t4="value_a", t5="value_b", r1="score", r2="topic",
                    r3="conflicts", r4="own_changed"),
        *_cluster_rows(slices, frames["cluster"], members, with_text)]
    if "alias" in texts.frames:
        rows.append(slices.rows(_aliases(texts, judged), ALIAS, MEMBERSHIP, n1="source_id", t1="title", t2="target",
                                t3="section"))
    found = kept(slices.together(rows).mapInArrow(_cluster_task(_task_values(texts, setting, slices)), FOUND))
    kind = found.where(F.col("part") == JUDGED).select(*_names(FINDINGS["pair_kind"]))
    return {
        "cluster": found.where(F.col("part") == CLUSTER).select(
            F.col("cluster_id").alias("id"), "size", "texts", "articles", F.col("a").alias("representative"), "kind",
            "reason", "mixed", "score"),
        "pair_kind": kind,
        "pair_evidence": judged.where("why IS NOT NULL").join(kind.select("a", "b"), ["a", "b"], "left_semi")
                         .select(*_names(FINDINGS["pair_evidence"])),
        "cluster_group": found.where(F.col("part") == GROUP).select(
            "cluster_id", F.col("a").alias("group_id"), F.col("b").alias("sentence_id")),
    }


# ---- Templates ----


def _template_task(values: Dict[str, Any]) -> "Task":
    """sql/kinds/fill_templates.sql on some clusters."""

    def task(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        rows = whole(batches)
        if rows is None:
            return
        with _slice(values) as session:
            _fill_clusters(session, _part(rows, CLUSTER), _part(rows, MEMBER))
            del rows
            _script.run_script(session, "sql/kinds/fill_templates.sql")
            yield read(session, arrow_schema(SLOTS),
                       f"SELECT {TEMPLATE} AS part, cluster_id, NULL AS sentence_id, slots AS slot, pattern AS text"
                       "   FROM template"
                       "  UNION ALL"
                       f" SELECT {VALUE}, cluster_id, sentence_id, slot, value FROM template_value")

    return task


def templates(texts: Texts, setting: "Setting", frames: "Dict[str, DataFrame]") -> "Dict[str, DataFrame]":
    """Turns each template cluster into a table: the frames template and template_value, which are cached. `frames`
    has what kinds() needs, and the cluster that it gives."""
    from pyspark.sql import functions as F

    _job.ship(texts.spark)
    sizes, members = _members(texts, setting, frames)
    clusters = frames["cluster"].where("kind = 'template'")
    members = members.join(_near(clusters.select(F.col("id").alias("cluster_id")), sizes.clusters), "cluster_id")
    slices = _Slices(sizes.slices(sizes.members, ROWS_OF_A_SLICE), "cluster_id")
    rows = _cluster_rows(slices, clusters, members, "first_id = id OR id = representative")
    found = kept(slices.together(rows).mapInArrow(_template_task(_task_values(texts, setting, slices)), SLOTS))
    return {
        "template": found.where(F.col("part") == TEMPLATE).select(
            "cluster_id", F.col("slot").alias("slots"), F.col("text").alias("pattern")),
        "template_value": found.where(F.col("part") == VALUE).select(
            "cluster_id", "sentence_id", "slot", F.col("text").alias("value")),
    }
