"""clusters.py - the members and clusters that neardup.spark finds are those of sql/sentences/clusters.sql and of a plain search
in Python: for texts of dumps, and for long chains, stars, cliques, copies and random pairs; in any number of
partitions; and if one task may not hold all edges, so that the steps of _clusters.py alternate.
"""

import collections
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import databases
import spark_session
from counting import LONG, check, figure, finish, skip

SHARED = os.path.join(spark_session.ROOT, os.environ.get("NEARDUP_SHARED", "../shared"))
DUMP = os.path.join(SHARED, "data", "dumps", "enwiki-2013-near-duplicate-articles.xml.bz2")
CHAIN = 10_000  # texts
PAIR = "a long, b long, jaccard double, edit_distance long, cosine double"
COPY = "sentence_id long, first_id long"

compared = alternations = 0


class Setting:
    def __init__(self, clusters, fold):
        from neardup.spark._frames import FINDINGS, names

        self.values = dict(dict.fromkeys(names(FINDINGS["setting"])), clusters=clusters, fold=fold)


# ---- Plain searches ------------------------------------------------------------------------------


def partners_of(edges):
    found = collections.defaultdict(set)
    for a, b in edges:
        found[a].add(b)
        found[b].add(a)
    return found


def connected(edges):
    """The smallest member of its component, by member."""
    partners, component = partners_of(edges), {}
    for start in sorted(partners):
        if start not in component:
            component[start], waiting = start, [start]
            while waiting:
                for other in partners[waiting.pop()]:
                    if other not in component:
                        component[other] = start
                        waiting.append(other)
    return component


def stars(edges):
    """The smallest member of its cluster, by member: who has most partners takes those that are free."""
    partners, component = partners_of(edges), {}
    for text, others in partners.items():
        others.discard(text)
    for centre in sorted(partners, key=lambda text: (-len(partners[text]), text)):
        if centre not in component:
            members = [centre] + [other for other in partners[centre] if other not in component]
            component.update(dict.fromkeys(members, min(members)))
    return component


def members(db, kind):
    """The rows of the table member."""
    first_of = dict(spark_session.rows(db, "copy"))
    pairs = [row[:2] for row in spark_session.rows(db, "pair")]
    if kind == "connected":
        component = connected(pairs)
    else:
        component = stars([(a, b) for a, b in pairs if b not in first_of] + [(first, first) for first in first_of.values()])
        component.update({copy: component[first] for copy, first in first_of.items()})
    sizes = collections.Counter(component.values())
    return [(cluster, member) for member, cluster in component.items() if sizes[cluster] > 1]


# ---- Databases -----------------------------------------------------------------------------------


def graph(generator):
    """Edges between the texts 0, 1 ..., and how many texts there are."""
    edges = [(i, i + 1) for i in range(CHAIN - 1)]
    count = CHAIN

    def add(size, joined):
        nonlocal count
        edges.extend((count + a, count + b) for a, b in joined)
        count += size

    for size in (2, 3, 30, 3000):
        add(size, [(0, i) for i in range(1, size)])
        add(size, [(i, size - 1) for i in range(size - 1)])
    for size in (3, 4, 40):
        add(size, [(a, b) for b in range(size) for a in range(b)])
    for size, number in ((2000, 8000), (2000, 2100), (6000, 2500)):
        add(size, [generator.sample(range(size), 2) for _ in range(number)])
    # Two stars of equal degrees that share members, and a cycle.
    add(9, [(0, i) for i in range(2, 7)] + [(1, i) for i in range(4, 9)])
    add(500, [(i, (i + 1) % 500) for i in range(500)])
    add(300, [])  # without partners, but some have copies
    return edges, count


def graph_database(empty, generator, fold):
    """A copy of a database in which the pipeline has run, with pairs and copies of its own. Copies are folded alike,
    and are the same if nothing is folded."""
    db = spark_session.copied(empty)
    edges, count = graph(generator)
    copied = collections.Counter(generator.choices(range(count), k=count // 10))
    ids = generator.sample(range(1, 1 << 33), count + copied.total())
    # The first sentence of a text is the one of the smallest id.
    generator.shuffle(ids)
    first, sentences = {}, []
    for text in range(count):
        of_text = sorted(ids.pop() for _ in range(1 + copied[text]))
        first[text] = of_text[0]
        different = fold and generator.random() < 0.5
        sentences += [(sentence, of_text[0], f"Text {text}{'.' * place if different else ''}")
                      for place, sentence in enumerate(of_text)]
    pairs = {tuple(sorted((first[a], first[b]))) for a, b in edges}
    with sqlite3.connect(db) as connection:
        for table in ("article", "sentence", "copy", "pair"):
            connection.execute(f"DELETE FROM {table}")
        connection.executemany("INSERT INTO article (id, source_id, namespace, title) VALUES (?1, 1, 0, ?1)",
                               [(article,) for article in range(1, 501)])
        connection.executemany("INSERT INTO sentence (id, article_id, position, section, block, text) "
                               "VALUES (?, ?, 1, '', 'prose', ?)",
                               [(sentence, generator.randint(1, 500), text) for sentence, _, text in sentences])
        connection.executemany("INSERT INTO copy (sentence_id, first_id) VALUES (?, ?)",
                               [(sentence, of) for sentence, of, _ in sentences if of < sentence])
        connection.executemany("INSERT INTO pair (a, b, jaccard, edit_distance) VALUES (?, ?, 0.8, ?)",
                               [(a, b, generator.randint(1, 9)) for a, b in pairs])
        connection.executemany("INSERT INTO pair (a, b, jaccard, edit_distance) VALUES (?, ?, 1.0, 0)",
                               [(of, sentence) for sentence, of, _ in sentences if of < sentence])
    connection.close()
    return db


def clustered(db, kind, fold=None):
    """A copy of the database, in which clusters.sql has just run."""
    db = spark_session.copied(db)
    with sqlite3.connect(db) as connection:
        for table in ("member", "cluster"):
            connection.execute(f"DELETE FROM {table}")
    connection.close()
    databases.run_job(db, "parameters", clusters=kind, **({} if fold is None else {"fold": fold}))
    for job in "settings", "clusters.sql":
        databases.run_job(db, job)
    return db


def frame(spark, rows, schema, partitions):
    return spark.createDataFrame(list(rows), schema).repartition(partitions)


# ---- Tests ---------------------------------------------------------------------------------------


def test_database(name, spark, db, kind, partitions, fold=None, **options):
    """clusters() on the pairs of a database, of which clusters.sql has made clusters."""
    global compared
    from neardup.spark import _clusters

    connection = sqlite3.connect(db)
    (chosen,) = connection.execute("SELECT fold FROM setting").fetchone()
    connection.close()
    check(fold in (None, chosen), f"{name}: fold is {chosen}")
    texts = spark_session.texts(spark, db, partitions)
    found = _clusters.clusters(texts, Setting(kind, chosen),
                               frame(spark, spark_session.rows(db, "pair"), PAIR, partitions),
                               frame(spark, spark_session.rows(db, "copy"), COPY, partitions), **options)
    spark_session.compare(name, found, db, ("member", "cluster"))
    spark.catalog.clearCache()
    compared += 1


def test_components(name, spark, edges, partitions, edges_most, rounds_least=0):
    """components() of edges in any direction, repeated, and from a text to itself. The number of rounds."""
    global compared, alternations
    from neardup.spark import _clusters

    rows = [(*edge, 1.0, number % 2, None) for number, edge in enumerate(edges)]
    found, rounds = _clusters.components(frame(spark, rows, PAIR, partitions), edges_most)
    spark_session.compare_rows(name, found.select("member", "component").collect(), connected(edges).items())
    check(rounds >= rounds_least, f"{name}: the steps alternated {rounds} times, expected {rounds_least} or more")
    check(rounds == 0 or len(edges) > edges_most, f"{name}: the steps alternated {rounds} times for {len(edges)} edges")
    spark.catalog.clearCache()
    compared += 1
    alternations += rounds
    return rounds


def test_random(spark, generator):
    for number in range(24 if LONG else 6):
        ids = generator.sample(range(-1 << 61, 1 << 61) if number % 2 else range(1, 1000), generator.randint(2, 300))
        edges = [tuple(generator.choices(ids, k=2)) for _ in range(generator.randint(1, 300))]
        edges += [edge[::-1] for edge in generator.choices(edges, k=20)] + generator.choices(edges, k=20)
        test_components(f"random edges {number}", spark, edges, (1, 3, 7)[number % 3], (0, 1, 50)[number // 2 % 3])


def test_rounds(spark, generator):
    """Steps that alternate until nothing changes, and until one task can go on."""
    name = list(range(1, CHAIN + 1))
    generator.shuffle(name)
    chains = [list(zip(texts, texts[1:])) for texts in (range(1, CHAIN + 1), name)]
    rounds = test_components("a chain", spark, chains[0], 7, 0, 3)
    check(rounds <= 20, f"a chain of {CHAIN}: the steps alternated {rounds} times")
    # A chain in 7 partitions falls to pieces, each a star. As stars of one component it has one edge less than texts.
    test_components("a chain, then one task", spark, chains[1], 7, CHAIN - 2, 1)
    test_components("a chain in one partition", spark, chains[0], 1, CHAIN - 1)
    test_components("no edges", spark, [], 3, 0)
    checkpoints = spark_session.new_path("-checkpoints")
    spark.sparkContext.setCheckpointDir(checkpoints)
    test_components("with a checkpoint directory", spark, chains[1][:1000], 5, 0, 2)
    check(any(files for _, _, files in os.walk(checkpoints)), "nothing is in the checkpoint directory")


def test_graphs(spark, empty, generator):
    for fold, kinds in (("all", ("connected", "star")), ("", ("connected", "star") if LONG else ("star",))):
        db = graph_database(empty, generator, fold)
        for kind in kinds:
            truth = clustered(db, kind, fold)
            name = f"graphs, {kind}, fold '{fold}'"
            spark_session.compare_rows(f"{name}, in SQLite", spark_session.rows(truth, "member"), members(db, kind))
            for partitions in (1, 3, 7):
                options = {"edges_most": 1000} if partitions == 7 else {}
                if LONG or fold or partitions == 3:
                    test_database(f"{name}, {partitions} partitions", spark, truth, kind, partitions, fold, **options)


def test_texts(spark, name, source):
    db = spark_session.load(source)
    spark_session.run_pipeline(db)
    for kind, partitions, options in (("connected", 3, {}), ("star", 7, {"edges_most": 0})):
        test_database(f"{name}, {kind}", spark, clustered(db, kind), kind, partitions, **options)
    return db


def main():
    spark_session.enter("spark/clusters")
    generator = random.Random(18)
    # Spark would have one task for all rounds of so few edges.
    spark = spark_session.start(spark_sql_adaptive_coalescePartitions_enabled="false")
    from neardup.spark import _job

    _job.ship(spark)
    test_random(spark, generator)
    test_rounds(spark, generator)
    empty = test_texts(spark, "sample.xml", "examples/sample.xml")
    test_graphs(spark, empty, generator)
    if os.path.exists(DUMP):
        test_texts(spark, "near-duplicate articles", DUMP)
    else:
        skip("no dump of near-duplicate articles")
    spark.stop()
    figure(compared, "clusterings in Spark compared")
    figure(alternations, "alternations of large stars and small stars")
    return finish("spark/clusters")


if __name__ == "__main__":
    sys.exit(main())
