"""comparing.py - tests/spark_session.py, by which the other suites here compare: it sees each way in which a frame
can differ from a table, and the package that it ships is the one that make has built."""

import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import counting
import spark_session
from counting import check

SAMPLE = "examples/sample.xml"


def count_failures(call):
    """How many checks fail in the call, which are not failures of this suite; and what it prints."""
    kept = counting.passed, counting.failed
    reading, writing = os.pipe()
    sys.stdout.flush()
    saved = os.dup(1)
    os.dup2(writing, 1)
    try:
        call()
    finally:
        sys.stdout.flush()
        os.dup2(saved, 1)
        os.close(saved)
        os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as printed:
        text = printed.read()
    failed = counting.failed - kept[1]
    counting.passed, counting.failed = kept
    return failed, text


def test_differences(spark, db):
    pair = spark.createDataFrame(list(spark_session.rows(db, "pair")),
                                 "a long, b long, jaccard double, edit_distance long, cosine double").cache()
    spark_session.compare_frame("equal", pair, db, "pair")
    first = pair.orderBy("a", "b").limit(1)
    for name, frame, words in (
            ("a row too few", pair.exceptAll(first), "1 are missing, and 0 others"),
            ("a row twice", pair.unionAll(first), "0 are missing, and 1 others"),
            ("another value", pair.exceptAll(first).unionAll(first.selectExpr(
                "a", "b", "jaccard + 1e-16 * 2 AS jaccard", "edit_distance", "cosine")), "1 are missing, and 1 others"),
            ("no rows", pair.limit(0), " are missing, and 0 others"),
            ("a column too few", pair.drop("cosine"), "the columns are"),
            ("other columns", pair.select("b", "a", "jaccard", "edit_distance", "cosine"), "the columns are"),
            ("another type", pair.withColumn("a", pair.a.cast("int")), "the columns are")):
        failed, text = count_failures(lambda frame=frame: spark_session.compare_frame("x", frame, db, "pair"))
        check(failed and words in text, f"{name}: {failed} failed: {text}")
    failed, text = count_failures(lambda: spark_session.compare("x", {}, db, ["pair"]))
    check(failed == 1 and "no frame pair" in text, "no frame: " + text)


def test_package(spark):
    """What is shipped to the executors is what make has built."""
    from neardup.spark import _job

    def ask(batches):
        import subprocess

        import pyarrow
        from neardup.spark import _job as there

        session = there.session()
        done = subprocess.run([there.program(), "--version"], stdout=subprocess.PIPE, text=True, check=True)
        answer = session.rows("SELECT neardup_version()")[0][0] + "; " + done.stdout.strip()
        session.close()
        for batch in batches:
            yield pyarrow.RecordBatch.from_arrays([pyarrow.array([answer] * batch.num_rows)], ["answer"])

    _job.ship(spark)
    answers = {row.answer for row in spark.range(4, numPartitions=2).mapInArrow(ask, "answer string").collect()}
    with open(os.path.join(spark_session.ROOT, "ext/neardup.h"), encoding="utf-8") as header:
        version = header.read().partition('#define NEARDUP_VERSION "')[2].partition('"')[0]
    check(len(answers) == 1 and all(version in part for part in answers.pop().split("; ")), f"{answers}, not {version}")


def main():
    spark_session.enter("spark/comparing")
    spark = spark_session.start()
    db = spark_session.load(SAMPLE)
    test_package(spark)
    spark_session.run_pipeline(db, jaccard_least=0.7)
    with sqlite3.connect(db) as connection:
        check(connection.execute("SELECT jaccard_least FROM setting").fetchone() == (0.7,), "the parameter is used")
        check(connection.execute("SELECT count(*) > 20 FROM pair").fetchone() == (1,), "the sample has pairs")
    test_differences(spark, db)
    return counting.finish("spark/comparing")


if __name__ == "__main__":
    sys.exit(main())
