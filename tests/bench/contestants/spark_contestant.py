"""spark_contestant.py - runs one line of the table of tests/bench/contestants/spark, in its own process.

    spark_contestant.py NAME TEXTS FOLDER PARTITIONS TABLES RUNS

TEXTS is a folder with Parquet of each table, or a database from which the name `parquet` makes
one. FOLDER receives the results, and Spark's log of events. The others are in CONTESTANTS. The last line of the
output is what is known at the end, in JSON: `runs` has for each run in this session of Spark `wall`, its seconds,
`found`, the seconds until all was found, and `cpu`, the seconds of all processes.
"""

import atexit
import glob
import json
import os
import sys
import tempfile
import time

BENCH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [BENCH, os.path.dirname(BENCH)]
import spark_session
from processes import family

SHINGLE = 12
DISTANCE_MOST = 0.4  # 1 - Jaccard similarity
CLUSTER = "  on two executors"


def start(name, folder, partitions):
    """Spark on both processors. Files of texts are read in so many partitions, and shuffled into as many. MinHashLSH
    gets more memory."""
    options = {"memory": "3g" if CONTESTANTS[name] is minhash_lsh else "768m"}
    if name == CLUSTER:
        import spark_cluster

        cluster = spark_cluster.Cluster(tempfile.mkdtemp(dir=folder)).__enter__()
        atexit.register(cluster.stop)
        options = {**spark_cluster.OPTIONS, "master": cluster.url}
    os.makedirs(os.path.join(folder, "events"))
    return spark_session.start(
        java="", **options, spark_sql_shuffle_partitions=str(partitions),
        spark_sql_files_minPartitionNum=str(partitions), spark_sql_files_maxPartitionBytes="8g",
        spark_eventLog_enabled="true", spark_eventLog_dir="file://" + os.path.join(folder, "events"),
        spark_eventLog_compress="false", spark_eventLog_rolling_enabled="false")


def nothing(spark, texts, written, tables, found):
    """What Spark costs that has nothing to do: a job that starts Python."""
    def unchanged(batches):
        yield from batches

    spark.range(2, numPartitions=2).mapInArrow(unchanged, "id long").count()
    return []


def neardup(spark, texts, written, tables, found, one_task=None):
    """The texts, which are there already, are not written with the findings."""
    from neardup import spark as neardup_spark
    from neardup.spark._store import write

    findings = neardup_spark.run(neardup_spark.read_parquet(spark, texts), one_task=one_task)
    found()
    write(findings.frames, written)
    return glob.glob(os.path.join(glob.escape(written), "pair", "*.parquet"))


def divided(spark, texts, written, tables, found):
    return neardup(spark, texts, written, tables, found, one_task=False)


def minhash_lsh(spark, texts, written, tables, found):
    """approxSimilarityJoin(), with as many tables, of one function each: MinHashLSH has no rows."""
    from neardup.spark import read_parquet
    from pyspark.ml.feature import HashingTF, MinHashLSH
    from pyspark.sql.functions import expr

    shingled = read_parquet(spark, texts).sentence.select("id", expr(
        f"array_distinct(transform(sequence(1, length(text) - {SHINGLE - 1}),"
        f" i -> substring(text, i, {SHINGLE})))").alias("shingles"))
    features = HashingTF(inputCol="shingles", outputCol="features", numFeatures=1 << 28, binary=True)
    vectors = features.transform(shingled).select("id", "features")
    model = MinHashLSH(inputCol="features", outputCol="hashes", seed=1, numHashTables=tables).fit(vectors)
    hashed = model.transform(vectors).cache()
    (model.approxSimilarityJoin(hashed, hashed, DISTANCE_MOST, "distance")
     .selectExpr("datasetA.id AS a", "datasetB.id AS b").where("a < b").write.parquet(written))
    return glob.glob(os.path.join(glob.escape(written), "*.parquet"))


CONTESTANTS = {"Spark, nothing to do": nothing, "neardup.spark": neardup, "neardup.spark, divided": divided,
               CLUSTER: divided, "MinHashLSH of Spark": minhash_lsh}


def shuffled(folder):
    """The bytes that all tasks have written for later stages."""
    total = 0
    for path in glob.glob(os.path.join(glob.escape(folder), "events", "*")):
        with open(path, encoding="utf-8") as log:
            for line in log:
                if '"SparkListenerTaskEnd"' in line:
                    metrics = json.loads(line).get("Task Metrics") or {}
                    total += metrics.get("Shuffle Write Metrics", {}).get("Shuffle Bytes Written", 0)
    return total


def processor_seconds():
    """Of this process and all that it has started."""
    return sum(process.seconds for process in family(os.getpid()))


def main():
    name, texts, folder, partitions, tables, runs = sys.argv[1:]
    spark_session.enter("bench/spark")
    if name == "parquet":
        spark_session.write_texts(texts, folder)
        return
    import pyarrow.parquet

    spark = start(name, folder, int(partitions))
    measured = []
    for number in range(int(runs)):
        spark.catalog.clearCache()
        cpu, begin, found = processor_seconds(), time.monotonic(), []
        files = CONTESTANTS[name](spark, texts, os.path.join(folder, str(number)), int(tables),
                                  lambda: found.append(time.monotonic() - begin))
        wall = time.monotonic() - begin
        measured.append({"wall": wall, "found": (found or [wall])[0], "cpu": processor_seconds() - cpu})
    spark.stop()
    pairs = [pair for file in files for pair in zip(*pyarrow.parquet.read_table(file, columns=["a", "b"]).to_pydict()
                                                    .values())] if int(tables) else []
    print(json.dumps({"runs": measured, "shuffled": shuffled(folder) / int(runs), "pairs": pairs}))


if __name__ == "__main__":
    main()
