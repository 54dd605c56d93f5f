"""large_contestant.py - measures one line of the table of tests/bench/contestants/large_peers, in its own process.

    large_contestant.py NAME DATABASE JACCARD FOLDER

As contestant.py, whose lines for neardup, datasketch, rensa and gaoya run here unchanged, but for many texts:

  (1) All processors may be used.
  (2) FOLDER/truth.json has all neighbours of some drawn texts, [drawn text, neighbour, Jaccard similarity].
      Recall is measured on these.
  (3) Programs that leave verifying to the caller verify at most VERIFIED_MOST of their candidates, and the
      time is extrapolated. Python needs so long for it that little else would show.
  (4) DuckDB and Spark make the shingles themselves and verify the candidates, in SQL.
"""

import contextlib
import csv
import json
import os
import random
import sys

import contestant
from contestant import BANDS, ROWS, SEED, SHINGLE, read_texts, seconds, stage

VERIFIED_MOST = 100_000
LEVELS = (0.6, 0.7, 0.8, 0.9)
verified_here = contestant.verified


def verified(texts, candidates, least):
    """All candidates stand for the pairs: those that are not verified would have been removed."""
    chosen = sorted(candidates)
    random.Random(SEED).shuffle(chosen)
    before, wall_before = dict(seconds), contestant.wall
    verified_here(texts, chosen[:VERIFIED_MOST], least)
    share = max(1, len(candidates) / VERIFIED_MOST)
    spent = sum(seconds.values()) - sum(before.values())
    seconds.update(before, verifying=spent * share)
    contestant.wall = wall_before + (contestant.wall - wall_before) * share
    return {"candidates": len(candidates), "pairs": candidates}


def write_csv(texts, folder):
    path = os.path.join(folder, "texts.csv")
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL).writerows(texts.items())
    return path


# ---- DuckDB --------------------------------------------------------------------------------------


def minima():
    """One column for each hash function: DuckDB's own hash of the shingle's hash, changed by a constant."""
    lots = random.Random(SEED)
    return ", ".join("min(hash(xor(shingle, %d::UBIGINT))) AS m%d" % (lots.getrandbits(63), i)
                     for i in range(BANDS * ROWS))


def bands():
    return ", ".join("hash(%s)" % ", ".join("m%d" % (ROWS * band + row) for row in range(ROWS))
                     for band in range(BANDS))


def duckdb_bands(path, least, folder):
    """MinHash in plain SQL. DuckDB has no function for it, other than in extensions to download."""
    import duckdb

    db = duckdb.connect()
    db.execute("SET temp_directory = '%s'" % folder)
    db.execute("CREATE TABLE note AS SELECT * FROM read_csv('%s', header = false, quote = '\"', escape = '\"',"
               " columns = {'id': 'BIGINT', 'text': 'VARCHAR'})" % write_csv(read_texts(path), folder))
    with stage("shingles"):
        db.execute(f"""CREATE TABLE shingled AS
            SELECT id, list_distinct(list_transform(range(1, length(text) - {SHINGLE - 2}),
                                                    lambda i: hash(substring(text, i, {SHINGLE})))) AS shingles
              FROM note""")
    with stage("signatures"):
        db.execute(f"""CREATE TABLE signature AS
            WITH hashed AS (SELECT id, {minima()}
                              FROM (SELECT id, unnest(shingles) AS shingle FROM shingled) GROUP BY id)
            SELECT id, unnest([{bands()}]) AS signature, unnest(range({BANDS})) AS band FROM hashed""")
    with stage("pairs"):
        db.execute("""CREATE TABLE candidate AS
            SELECT DISTINCT x.id AS a, y.id AS b
              FROM signature AS x JOIN signature AS y USING (band, signature) WHERE x.id < y.id""")
    with stage("verifying"):
        pairs = db.execute(f"""
            SELECT a, b FROM (SELECT a, b, len(list_intersect(x.shingles, y.shingles)) AS common,
                                     len(x.shingles) + len(y.shingles) AS sizes
                                FROM candidate JOIN shingled AS x ON x.id = a JOIN shingled AS y ON y.id = b)
             WHERE common >= {least} * (sizes - common)""").fetchall()
    return {"candidates": db.execute("SELECT count(*) FROM candidate").fetchone()[0], "pairs": pairs}


# ---- Spark ---------------------------------------------------------------------------------------


class Spark:
    """A session on all processors of this machine, and the texts in it."""

    def __init__(self, path, folder):
        from pyspark.sql import SparkSession

        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**21
        self.session = (SparkSession.builder.master("local[*]")
                        .config("spark.driver.memory", "%dm" % memory).config("spark.ui.enabled", "false")
                        .config("spark.local.dir", folder).config("spark.log.level", "ERROR")
                        .config("spark.sql.shuffle.partitions", 64).getOrCreate())
        self.pid = self.session.sparkContext._gateway.proc.pid
        self.folder = folder
        self.note = self.session.read.csv(write_csv(read_texts(path), folder), schema="id LONG, text STRING",
                                          quote='"', escape='"').repartition(64).cache()
        self.note.count()

    def cpu(self):
        with open("/proc/%d/stat" % self.pid, encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @contextlib.contextmanager
    def stage(self, name):
        """Adds the time of its block to the stage, that of Spark included."""
        cpu = self.cpu()
        with stage(name):
            yield
        seconds[name] += self.cpu() - cpu

    def peak(self):
        with open("/proc/%d/status" % self.pid, encoding="utf-8") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM"))

    def hashed(self, tables):
        """The texts with their shingles, and a column `hashes` of one value for each function."""
        from pyspark.ml.feature import HashingTF, MinHashLSH
        from pyspark.sql.functions import expr

        shingled = self.note.select("id", expr(
            f"array_distinct(transform(sequence(1, length(text) - {SHINGLE - 1}),"
            f" i -> substring(text, i, {SHINGLE})))").alias("shingles"))
        features = HashingTF(inputCol="shingles", outputCol="features", numFeatures=1 << 28, binary=True)
        vectors = features.transform(shingled)
        model = MinHashLSH(inputCol="features", outputCol="hashes", seed=SEED, numHashTables=tables).fit(vectors)
        return model, model.transform(vectors).cache()

    def pairs(self, found):
        """Runs the query; its rows."""
        path = os.path.join(self.folder, "pairs")
        found.write.csv(path)
        for name in os.listdir(path):
            if name.endswith(".csv"):
                with open(os.path.join(path, name), encoding="utf-8") as file:
                    yield from (tuple(map(int, row)) for row in csv.reader(file))


def spark_join(path, least, folder):
    """approxSimilarityJoin() with five tables of one function each: MinHashLSH has no rows. Five find
    0.99 of the pairs of similarity 0.6.
    """
    spark = Spark(path, folder)
    with spark.stage("signatures"):
        model, hashed = spark.hashed(5)
        hashed.count()
    with spark.stage("pairs"):
        found = model.approxSimilarityJoin(hashed, hashed, 1 - least, "distance")
        pairs = list(spark.pairs(found.selectExpr("datasetA.id AS a", "datasetB.id AS b").where("a < b")))
    return {"pairs": pairs, "memory": spark.peak()}


def spark_bands(path, least, folder):
    """The functions of MinHashLSH; bands, candidates and verifying in Spark SQL."""
    spark = Spark(path, folder)
    with spark.stage("signatures"):
        _, hashed = spark.hashed(BANDS * ROWS)
        hashed.createOrReplaceTempView("hashed")
        signatures = spark.session.sql(f"""
            SELECT id, posexplode(transform(sequence(0, {BANDS - 1}),
                                            band -> xxhash64(slice(hashes, {ROWS} * band + 1, {ROWS}))))
                       AS (band, signature) FROM hashed""").cache()
        signatures.createOrReplaceTempView("signature")
        signatures.count()
    with spark.stage("pairs"):
        candidates = spark.session.sql("""
            SELECT DISTINCT x.id AS a, y.id AS b
              FROM signature AS x JOIN signature AS y USING (band, signature) WHERE x.id < y.id""").cache()
        candidates.createOrReplaceTempView("candidate")
        count = candidates.count()
    with spark.stage("verifying"):
        pairs = list(spark.pairs(spark.session.sql(f"""
            SELECT a, b FROM (SELECT a, b, size(array_intersect(x.shingles, y.shingles)) AS common,
                                     size(x.shingles) + size(y.shingles) AS sizes
                                FROM candidate JOIN hashed AS x ON x.id = a JOIN hashed AS y ON y.id = b)
             WHERE common >= {least} * (sizes - common)""")))
    return {"candidates": count, "pairs": pairs, "memory": spark.peak()}


CONTESTANTS = {
    "neardup, pipeline": contestant.pipeline,
    "rensa, 25 bands": contestant.rensa_bands,
    "gaoya, 25 bands": contestant.gaoya_bands,
    "datasketch, 25 bands": contestant.datasketch_bands,
    "duckdb, 25 bands": duckdb_bands,
    "spark, 25 bands": spark_bands,
    "spark, MinHashLSH": spark_join,
}


def recall(pairs, truth):
    """The share of the neighbours that is found at each level."""
    found = set(map(tuple, pairs))
    shares = []
    for level in LEVELS:
        near = [(min(a, b), max(a, b)) for a, b, jaccard in truth if jaccard >= level]
        shares.append(sum(pair in found for pair in near) / len(near) if near else None)
    return shares


def main():
    name, path, least, folder = sys.argv[1:]
    contestant.verified = verified
    with open(os.path.join(folder, "truth.json"), encoding="utf-8") as file:
        truth = json.load(file)
    with contextlib.redirect_stdout(sys.stderr):
        result = CONTESTANTS[name](path, float(least), folder)
    json.dump({"candidates": None, **contestant.figures_of(name, result), "recall": recall(result["pairs"], truth)},
              sys.stdout)


if __name__ == "__main__":
    main()
