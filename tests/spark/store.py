"""store.py - texts of any DataFrame have the numbers and rows that neardup.find() gives the same list of texts, in any
number of partitions; frames that are written as Parquet are read as they were, by Spark and into a database; and half
a folder is never taken for a whole.
"""

import datetime
import decimal
import json
import os
import random
import shutil
import sqlite3
import sys
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import spark_session
from counting import LONG, check, figure, finish

TEXTS = [f"The ferry number {n % 9} leaves the island at {n} o'clock" for n in range(40)]
# For str.strip() the first ones are nothing, and the others are something.
BLANK = ["", " ", "\t\n\x0b\x0c\r", "\x1c\x1d\x1e\x1f", "\x85\xa0", "\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000", None]
NEARLY_BLANK = ["\u200b", "\ufeff", "\u180e", "\0", "\x1b", " . ", "\n\u2060\n", "\U0001f9ea"]


def stored(neardup, texts, language=None):
    """The database that find() makes of these (label, title, text)."""
    path = spark_session.new_path(".db")
    session = neardup._connect.Session(path)
    labels, titles, values = zip(*texts)
    given = neardup._texts.Texts(texts, labels, values, titles)
    neardup._find._store(session, {"texts": given}, language, neardup._find._fingerprint(given))
    session.close()
    return path


def rows(db, sql):
    connection = sqlite3.connect(db)
    found = [[(type(value), value) for value in row] for row in connection.execute(sql)]
    connection.close()
    return found


def same_texts(name, neardup, texts, expected):
    """Compares the texts, and the database that they become, with what find() stores."""
    from neardup.spark import _store

    spark_session.compare_frame(f"{name}: sentence", texts.sentence, expected, "sentence")
    check(set(texts.frames) == {"source", "article", "sentence"}, f"{name}: {set(texts.frames)}")
    folder, db = spark_session.new_path("-tables"), spark_session.new_path(".db")
    _store.write(texts.frames, folder)
    neardup._database.make_database(folder, db)
    for table in ("article", "sentence"):
        got, wanted = (rows(path, f"SELECT * FROM {table} ORDER BY id") for path in (db, expected))
        check(got == wanted, f"{name}: {table}: " + str([pair for pair in zip(got, wanted) if pair[0] != pair[1]][:3]))
        figure(len(wanted), "rows of DataFrames compared with those of find()")
    columns = "id, name, kind, dump_date, path, size, options, program_version, base, language, pages, articles, " \
              "redirects, sentences, damaged, length(started_at), finished_at >= started_at"
    got, wanted = (rows(path, f"SELECT {columns} FROM source") for path in (db, expected))
    check(got == wanted, f"{name}: source: {got}, expected {wanted}")


def test_frames(spark, neardup):
    """Ids of each type, titles and no titles, blank texts, few and many partitions and parts."""
    from neardup.spark._store import from_frame

    source = random.Random(5)
    texts = [*TEXTS, *BLANK, *NEARLY_BLANK, "a\0b", "x" * 3000]
    day = datetime.date(2026, 11, 23)
    kinds = (
        ("long", "long", lambda n: (n - 20) * 2**57, None, 1),
        ("int", "int", lambda n: 3 * n - 50, None, 7),
        ("string", "string", lambda n: f"é{n * 7919 % 101:03} '\0{'long' * n}", None, 5),
        ("double", "double", lambda n: n / 3 - 2, None, 4),
        ("binary", "binary", lambda n: bytes([n, 0, 255]), None, 3),
        ("date", "date", lambda n: day + datetime.timedelta(n), str, 3),
        ("decimal", "decimal(10,2)", lambda n: decimal.Decimal(n * 7) / 4, lambda n: f"{n:.2f}", 3))
    for name, kind, label, key, partitions in kinds if LONG else kinds[1:4]:
        given = [(label(n), None if n % 3 else f"Ferry {n % 2}", text) for n, text in enumerate(texts)]
        shuffled = [(key_, title, text, "unused") for key_, title, text in given]
        source.shuffle(shuffled)
        frame = spark.createDataFrame(shuffled, f"`the id.` {kind}, name string, body string, more string")
        frame = frame.repartition(partitions)
        expected = stored(neardup, [(key(label) if key else label, title, text)
                                    for label, title, text in sorted(given, key=lambda row: row[0])], "de")
        spark.conf.set("spark.sql.adaptive.coalescePartitions.enabled", partitions <= 3)  # else there are four parts
        found = from_frame(frame, text="body", id="the id.", title="name", language="de")
        if partitions == 7:
            check(found.sentence.rdd.getNumPartitions() > 3, "there are several parts")
            ids = [row.id for row in found.sentence.collect()]
            check(ids == sorted(ids), "the partitions are in the order of the ids")
        spark.catalog.clearCache()  # rows that are computed again have the same numbers
        same_texts(name, neardup, found, expected)


def test_without_ids(spark, neardup):
    """Without ids the texts are in their own order, and copies are all there."""
    from neardup.spark._store import from_frame

    texts = sorted(TEXTS + TEXTS[:7] + ["é", "e", "\U0001f9ea", "\uffff"], key=lambda text: text.encode())
    expected = stored(neardup, [(None, None, text) for text in texts])
    with sqlite3.connect(expected) as connection:
        connection.execute("UPDATE article SET key = NULL")  # find() has the label 'None'
    connection.close()
    shuffled = [(text,) for text in texts]
    random.Random(6).shuffle(shuffled)
    same_texts("without ids", neardup, from_frame(spark.createDataFrame(shuffled, "text string").repartition(6)), expected)
    none = from_frame(spark.createDataFrame([(" ",)], "text string"))
    check(none.sentence.count() == 0 and none.source.collect()[0].pages == 1, "no text")


def test_run(spark, neardup):
    """run() takes these texts, and a database of what it finds has what the pipeline finds."""
    from neardup.spark import from_frame, run

    texts = [(n, None, text) for n, text in enumerate(TEXTS)]
    expected = stored(neardup, texts)
    spark_session.run_pipeline(expected)
    frame = spark.createDataFrame([(n, text) for n, _, text in texts], "n long, text string").repartition(3)
    found = run(from_frame(frame, id="n"))
    folder, db = spark_session.new_path("-findings"), spark_session.new_path(".db")
    found.write(folder)
    neardup._database.make_database(folder, db)
    for table in spark_session.FINDINGS:
        got, wanted = (rows(path, f"SELECT * FROM {table}") for path in (db, expected))
        check(got == wanted, f"findings in a database: {table}: {got[:3]}, expected {wanted[:3]}")
    spark_session.run_pipeline(db)
    check(rows(db, "SELECT * FROM cluster") == rows(expected, "SELECT * FROM cluster"), "the pipeline runs on it again")


def fails(name, kind, words, call, *arguments, **options):
    try:
        call(*arguments, **options)
        check(False, f"{name}: no {kind.__name__}")
    except kind as error:
        check(words in str(error), f"{name}: {error}")


def test_failing_tasks(spark, neardup):
    """What a task refuses is a neardup.Error."""
    from neardup.spark import Texts, _choose, from_frame, run

    texts = from_frame(spark.createDataFrame([(text,) for text in TEXTS], "text string"))
    # The driver does not look at tables.
    frames = {**texts.frames, "sentence": texts.sentence.selectExpr(
        "id", "article_id", "position", "paragraph", "section", "if(id = 7, 'table', block) AS block",
        "if(id = 7, NULL, text) AS text")}
    spark.sparkContext.setLogLevel("OFF")
    for one_task in (True, False):
        fails(f"a sentence without text, one_task={one_task}", neardup.Error, "NOT NULL constraint failed: sentence.text",
              run, Texts(spark, frames), one_task=one_task)
    # An id that is there twice, where the driver does not see it in its sample
    frames = {**texts.frames, "sentence": texts.sentence.repartition(3).unionAll(texts.sentence.where("id = 7"))}
    sample = _choose._sample
    with mock.patch.object(_choose, "_sample", lambda _, *arguments: sample(texts, *arguments)):
        for one_task, words in ((True, "UNIQUE constraint failed: sentence.id"),
                                (False, "there are two sentences with the id 7; ids must be unique")):
            fails(f"an id twice, one_task={one_task}", neardup.Error, words, run, Texts(spark, frames), one_task=one_task)
    spark.sparkContext.setLogLevel("ERROR")


def test_wrong_frames(spark, neardup):
    from neardup.spark._store import from_frame

    frame = spark.createDataFrame([(1, "a", 2.5), (2, "b", 2.5), (2, " ", None), (None, None, None)],
                                  "id long, text string, number double")
    check(from_frame(frame, id="id").sentence.count() == 2, "what is left out needs no id")
    fails("no such column", KeyError, "no column 'body' for text; there are id, text, number", from_frame, frame, text="body")
    fails("no such id", KeyError, "no column 'key'", from_frame, frame, id="key")
    fails("no such title", KeyError, "no column 'name'", from_frame, frame, title="name")
    fails("numbers for texts", TypeError, "must have strings, not bigint", from_frame, frame, text="id")
    fails("an id twice", ValueError, "has the id 2.5 2 times", from_frame, frame, id="number")
    fails("an id that is NULL", ValueError, "has a text without an id", from_frame,
          frame.selectExpr("text", "nullif(id, 2) AS id"), id="id")
    fails("an id that is no number", ValueError, "has a text without an id", from_frame,
          frame.selectExpr("text", "CAST('NaN' AS double) AS number"), id="number")
    fails("an array for an id", TypeError, "not array<string>", from_frame,
          frame.selectExpr("text", "array(text) AS id"), id="id")
    fails("two columns of a name", KeyError, "two columns 'text'", from_frame, frame.select("text", "text"))


def test_folders(spark, neardup):
    """What is read is what was written, here and by neardup parquet; incomplete folders are refused."""
    from neardup.spark import _store

    db = spark_session.load("examples/sample.xml", "examples/sample.warc")
    written = spark_session.new_path("-tables")
    neardup._database.write_parquet(db, written)
    texts = _store.read_parquet(spark, written)
    for table, frame in texts.frames.items():
        frame = frame.select(*[name for name, _ in spark_session.columns(db, table)])
        spark_session.compare_frame(f"neardup parquet: {table}", frame, db, table)
    check({"source", "article", "sentence", "alias", "page", "page_link", "damage"} <= set(texts.frames),
          f"tables of texts: {set(texts.frames)}")
    again = spark_session.new_path("-tables")
    _store.write({name: frame.repartition(3) for name, frame in texts.frames.items()}, again)
    for name, frame in _store.read_parquet(spark, "file://" + again).frames.items():
        spark_session.compare_rows(f"written again: {name}", frame.collect(), texts.frames[name].collect())
    made = spark_session.new_path(".db")
    neardup._database.make_database(again, made)
    for table in ("sentence", "article", "alias", "page"):
        order = "title" if table == "alias" else "1"
        got, wanted = (rows(path, f"SELECT * FROM {table} ORDER BY {order}") for path in (made, db))
        check(got == wanted, f"from partitions in any order: {table}")

    read, write = _store.read_parquet, _store.write
    fails("no folder", neardup.Error, "there is no folder", read, spark, spark_session.new_path("-none"))
    fails("a folder that is there", neardup.Error, "is there already", write, texts.frames, again)
    half = shutil.copytree(again, spark_session.new_path("-half"))
    os.remove(os.path.join(half, "_neardup.json"))
    fails("without the last file", neardup.Error, "has no _neardup.json", read, spark, half)
    fails("half a folder for a database", neardup.Error, "has no _neardup.json", neardup._database.make_database, half,
          spark_session.new_path(".db"))
    part = [name for name in os.listdir(os.path.join(again, "sentence")) if name.endswith(".parquet")][0]
    lost = shutil.copytree(again, spark_session.new_path("-lost"))
    os.remove(os.path.join(lost, "sentence", part))
    fails("a file is lost", neardup.Error, f"sentence/{part} is missing", read, spark, lost)
    shutil.rmtree(os.path.join(lost, "sentence"))
    fails("a table is lost", neardup.Error, "sentence/part-", read, spark, lost)
    with open(os.path.join(lost, "_neardup.json"), "w") as file:
        file.write("{}")
    fails("another _neardup.json", neardup.Error, "_neardup.json cannot be read: Checksum error", read, spark, lost)
    os.remove(os.path.join(lost, "._neardup.json.crc"))
    fails("a table is missing", neardup.Error, "has no table sentence", read, spark, lost)
    shutil.copytree(os.path.join(again, "article"), os.path.join(lost, "sentence"))
    fails("columns of another table", neardup.Error, "sentence has no column article_id", read, spark, lost)
    shutil.rmtree(os.path.join(lost, "sentence"))
    spark.read.parquet(os.path.join(again, "sentence")).selectExpr(
        "id", "article_id", "position", "paragraph", "section", "block", "id AS text").write.parquet(
            os.path.join(lost, "sentence"))
    fails("another type", neardup.Error, "column text has the type bigint, and string is expected", read, spark, lost)

    failing = texts.sentence.selectExpr("assert_true(id < 5) AS id")
    target = spark_session.new_path("-failed")
    try:
        write({"article": texts.article, "sentence": failing}, target)
        check(False, "a task failed, and write() did not")
    except Exception:
        check(not os.path.exists(target) or not os.listdir(target), f"left after an error: {target}")
    write(texts.frames, target)
    with open(os.path.join(target, "_neardup.json"), encoding="utf-8") as file:
        check(set(json.load(file)["tables"]) == set(texts.frames), "an emptied folder is filled")


def main():
    spark_session.enter("spark/store")
    spark = spark_session.start()
    import neardup
    from neardup import _database  # noqa: F401
    test_frames(spark, neardup)
    test_without_ids(spark, neardup)
    test_run(spark, neardup)
    test_failing_tasks(spark, neardup)
    test_wrong_frames(spark, neardup)
    test_folders(spark, neardup)
    return finish("spark/store")


if __name__ == "__main__":
    sys.exit(main())
