"""reading.py - read_dumps() gives the rows, ids included, that one `neardup load` of the same files gives: in any number
of parts, for dumps that are damaged or compressed in any way, tables and lines, several files and the same one twice.
What cannot be read is an error that names the file.
"""

import bz2
import glob
import gzip
import os
import random
import shutil
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import spark_session
from counting import LONG, check, finish, skip
from loading import LOADED_ROWS, ask, drawn_dump, drawn_sentence

SHARED = os.path.join(spark_session.ROOT, os.environ.get("NEARDUP_SHARED", "../shared"))
DUMPS = os.path.join(SHARED, "data", "dumps")
TIMES = "program_version started_at finished_at".split()


def example(name):
    return os.path.join(spark_session.ROOT, "examples", name)


def in_file(name, content):
    path = os.path.join(spark_session.folder, name)
    with open(path, "wb") as file:
        file.write(content)
    return path


def as_words(options):
    """The options of read_dumps() as those of `neardup load`."""
    words = []
    for name, value in options.items():
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            words.append(value if isinstance(value, str) else ",".join(
                f"{role}={column}" for role, column in value.items()) if isinstance(value, dict)
                else ",".join(map(str, value)))
    return words


def compare(name, spark, paths, parts=None, work=None, **options):
    """Reads the files, and compares all tables with those of one load. Returns the texts."""
    from neardup.spark._read import read_dumps
    from neardup.spark._frames import SCHEMAS

    texts = read_dumps(spark, paths, parts=parts, work=work, **options)
    db = spark_session.load(*as_words(options), *([paths] if isinstance(paths, str) else paths))
    check(list(texts.frames) == list(SCHEMAS), f"{name}: the frames are {list(texts.frames)}")
    for table, expected in spark_session.texts(spark, db).frames.items():
        frame = texts.frames[table]
        check(sorted(frame.dtypes) == sorted(expected.dtypes), f"{name}: {table}: {frame.dtypes}, expected {expected.dtypes}")
        if table == "source":
            check(all(row.started_at <= row.finished_at and row.program_version for row in frame.collect()), f"{name}: times")
            frame = frame.drop(*TIMES)
        spark_session.compare_rows(f"{name}: {table}", frame.collect(), expected.select(*frame.columns).collect())
    return texts


def check_database(name, texts, db):
    """The texts become the database again that `neardup load` makes."""
    from neardup._database import make_database
    from neardup.spark._store import write

    folder, made = spark_session.new_path("-written"), spark_session.new_path(".db")
    write(texts.frames, folder)
    make_database(folder, made)
    for query in LOADED_ROWS:
        spark_session.compare_rows(f"{name}: {query}", ask(made, query), ask(db, query))


def test_parts(spark):
    """Files that are cut, in several numbers of parts."""
    xml = drawn_dump(700)
    packed = bytearray(bz2.compress(xml, 1))
    whole = in_file("whole.xml.bz2", bytes(packed))
    packed[len(packed) // 2] ^= 0x10  # within a block
    cut = in_file("cut.xml.bz2", bytes(packed[:len(packed) * 4 // 5]))
    choose = random.Random(2)
    lines = [drawn_sentence(choose) for _ in range(15000)]
    text = in_file("lines.txt", "\n\n".join(lines).encode())
    json = in_file("lines.jsonl", "\n".join(
        '{"text": "%s", %s"id": %d, "price": %d.5}' % (line, '"title": "lines.jsonl:7", ' if i % 9 == 0 else "", i, i)
        if i % 1000 else "{broken" for i, line in enumerate(lines)).encode())
    for parts in ((1, 2, 7, 50) if LONG else (7,)):
        work = os.path.join(spark_session.folder, f"parts{parts}")
        compare(f"dumps in {parts} parts", spark, [whole, cut], parts, work=work)
        rows = spark.read.parquet(os.path.join(work, *os.listdir(work))).where("of_table = 'sentence'")
        busy = rows.select("part").distinct().count()
        # No more than there are blocks, of which each file has a dozen.
        check(busy > min(parts, 20), f"{busy} of 2 * {parts} parts have sentences")
        compare(f"lines in {parts} parts", spark, text, parts, whole=True)
        compare(f"records in {parts} parts", spark, json, parts, format="jsonl", carry=["price"])


def test_shared_dumps(spark):
    paths = [path for path in sorted(glob.glob(os.path.join(DUMPS, "*.bz2")))
             if LONG or "enwiki-2013" in path or "utf16" in path]
    if paths:
        compare("real dumps", spark, paths, 3)
    else:
        skip(f"no dumps in {DUMPS}")
    archive = os.path.join(DUMPS, "warc", "whirlwind.warc.gz")
    if os.path.exists(archive):
        compare("a web archive", spark, archive, 2)


def test_files(spark):
    """Files that are not cut; several of them; the same one again, by another name and by the same."""
    sample, shop = example("sample.xml"), example("shop.csv")
    with open(sample, "rb") as file:
        packed = in_file("sample.xml.gz", gzip.compress(file.read()))
    copy = shutil.copyfile(sample, os.path.join(spark_session.folder, "copy.xml"))
    work = os.path.join(spark_session.folder, "work")
    texts = compare("the same file", spark, [sample, packed, copy, sample], work=work)
    check(texts.source.count() == 2, "two files have other bytes")
    check(len(os.listdir(work)) == 1, f"the rows are in the folder: {os.listdir(work)}")
    compare("all namespaces", spark, sample, namespaces=[0, 4, 14], language="en")
    compare("tables", spark, [shop, example("supplier.csv")], 2)
    compare("columns", spark, example("reviews.csv"), columns={"text": "body", "key": "product"}, carry="product")
    path = os.path.join(spark_session.folder, "texts.sqlite")
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, text, price)")
        connection.executemany("INSERT INTO t(text, price) VALUES (?, ?)",
                               [("The bridge was built in 1890 by two men.", price)
                                for price in (1, 0.1 + 0.2, None, "x", b"\0\xff")])
    connection.close()
    texts = compare("a database", spark, path, 2, table="t", carry=["price"])
    check_database("a database", texts, spark_session.load("--table", "t", "--carry", "price", path))
    empty = in_file("empty.jsonl", b'{"id": 1}\n{"text": ""}\n')
    compare("no sentences", spark, empty, format="jsonl")


def test_errors(spark):
    """What is wrong is said of the file that it is about; nothing is left."""
    import neardup
    from neardup.spark._read import read_dumps

    good, here = example("sample.xml"), spark_session.folder
    vectors = in_file("v.txt", b"2 3\nking 1 2 3\nqueen 1 2 4\n")
    page = in_file("error.xml", b"<html><body>503</body></html>")
    work = os.path.join(here, "errors")
    spark.sparkContext.setLogLevel("OFF")
    for name, paths, options, expected in (
            ("missing", [good, os.path.join(here, "none.xml")], {}, (neardup.Error, "none.xml: No such file")),
            ("a folder", [here], {}, (neardup.Error, f"{here}: Is a directory")),
            ("elsewhere", ["hdfs://host/dump.xml"], {}, (neardup.Error, "hdfs://host/dump.xml: files are read by")),
            ("no file", [], {}, (neardup.Error, "at least one file")),
            ("a web page", [good, page], {}, (neardup.Error, "error.xml: is a web page, not a dump")),
            ("vectors", [vectors], {"format": "word2vec"}, (neardup.Error, "word vectors")),
            ("an option", [good], {"history": True}, (TypeError, "has no option history")),
            ("a value", [good], {"language": "xx"}, (neardup.Error, "--language: must be one of am ar ")),
            ("parts", [good], {"parts": 0}, (ValueError, "expected 1 to 1000000, found 0"))):
        try:
            read_dumps(spark, paths, work=work, **options)
            check(False, f"{name}: no error")
        except Exception as error:
            check(isinstance(error, expected[0]) and expected[1] in str(error), f"{name}: {type(error)} {error}")
            check("\n" not in str(error), f"{name}: one line: {error}")
        check(not os.path.exists(work) or not os.listdir(work), f"{name}: rows are left")
    spark.sparkContext.setLogLevel("ERROR")


def test_left_behind():
    """The databases of the tasks are gone, also those of tasks that failed, once Spark has ended these."""
    for _ in range(1500):  # five minutes, where other tests keep Spark waiting
        left = [name for place, folders, names in os.walk(os.path.join(spark_session.folder, "local"))
                for name in names if name.startswith("part.db")]
        if not left:
            break
        time.sleep(0.2)
    check(not left, f"left behind: {left}")


KILLER = """#!/bin/sh
# neardup that kills the Python of the task in the middle of its first attempt at each part
"{loader}" "$@"
status=$?
mkdir "{folder}/$(echo "$6" | tr / -)" 2>/dev/null && kill -9 $PPID
exit $status
"""


def test_killed():
    """Tasks whose Python is killed run again, and the rows are there once."""
    path = in_file("killed.xml.bz2", bz2.compress(drawn_dump(700, seed=3), 1))
    attempts, there = (os.path.join(spark_session.folder, name) for name in ("attempts", "package/neardup/neardup"))
    loader = shutil.move(there, os.path.join(spark_session.folder, "neardup"))
    os.mkdir(attempts)
    with open(there, "w", encoding="utf-8") as script:
        script.write(KILLER.format(loader=loader, folder=attempts))
    os.chmod(there, 0o755)
    spark = spark_session.start(master="local[2,3]")  # a task may be tried three times
    spark.sparkContext.setLogLevel("OFF")
    compare("killed", spark, path, 3)
    check(sorted(os.listdir(attempts)) == ["1-3", "2-3", "3-3"], f"killed: {os.listdir(attempts)}")


def main():
    spark_session.enter("spark/reading")
    spark = spark_session.start()
    test_errors(spark)
    test_files(spark)
    test_parts(spark)
    test_shared_dumps(spark)
    test_left_behind()
    test_killed()
    return finish("spark/reading")


if __name__ == "__main__":
    sys.exit(main())
