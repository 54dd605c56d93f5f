"""spark_session.py - for the tests in tests/spark: Spark on this machine, the texts of a neardup database in it, and
frames that are compared with the tables of such a database, row by row.

    import spark_session
    spark_session.enter("spark/NAME")             # from here on in Spark's Python, which can import neardup
    spark = spark_session.start(cores=2)
    db = spark_session.load("examples/sample.xml")
    spark_session.run_pipeline(db, jaccard_least=0.8)
    found = neardup.spark.run(spark_session.texts(spark, db, partitions=3), jaccard_least=0.8)
    spark_session.compare("three partitions", found.frames, db)

`make check-spark` installs Spark. Without it, a suite is skipped.
"""

import atexit
import collections
import glob
import os
import shutil
import sqlite3
import sys
import tempfile

import databases
import python_package
from counting import check, finish, skip
from databases import ROOT

ENVIRONMENT = os.path.join(ROOT, "build", "spark")

# The tables of findings, in the order in which they are made.
FINDINGS = ("parameters", "choice", "setting", "copy", "not_compared", "signature", "pair", "near_miss",
            "resemblance", "detection", "member", "cluster", "pair_kind", "pair_evidence", "cluster_group", "template",
            "template_value")
TYPES = {"INTEGER": "bigint", "REAL": "double", "TEXT": "string", "BLOB": "binary", "": "string"}
SHOWN = 5  # rows that differ
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # for short runs, in which most code is new to Java
CODEC = "zstd"  # of Parquet. Snappy, the default, does not load into Java on a system with glibc that has musl, too.

folder = None  # of this suite; it is gone when the suite ends


def enter(name):
    """Goes on in the Python of build/spark, with the package that make has built; or ends the suite as skipped."""
    global folder
    if os.path.realpath(sys.prefix) != os.path.realpath(ENVIRONMENT):
        python = os.path.join(ENVIRONMENT, "bin", "python")
        if not os.path.exists(os.path.join(ENVIRONMENT, "ready")) or not shutil.which("java"):
            skip(f"{name}: no Spark; make check-spark installs it")
            sys.exit(finish(name))
        sys.stdout.flush()
        os.execv(python, [python, *sys.argv])
    folder = tempfile.mkdtemp(prefix="neardup-spark-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    python_package.stage(os.path.join(folder, "package"), NEARDUP_PROGRAM="build/neardup")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"


def start(cores=2, memory="1g", master=None, java=JAVA, **options):
    """A SparkSession in this process, in place of any other. `java` are options of Java itself; others have _ for the
    dots of their names."""
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession()
    if running is not None:
        running.stop()
    builder = (SparkSession.builder.master(master or f"local[{cores}]").appName("neardup")
               .config("spark.driver.memory", memory).config("spark.driver.extraJavaOptions", java)
               .config("spark.executor.extraJavaOptions", java).config("spark.ui.enabled", "false")
               .config("spark.log.level", "ERROR").config("spark.ui.showConsoleProgress", "false")
               .config("spark.sql.shuffle.partitions", "4").config("spark.sql.parquet.compression.codec", CODEC)
               .config("spark.local.dir", os.path.join(folder, "local"))
               .config("spark.sql.warehouse.dir", os.path.join(folder, "warehouse")))
    for option, value in options.items():
        builder = builder.config(option.replace("_", "."), value)
    return builder.getOrCreate()


# ---- Databases -----------------------------------------------------------------------------------

_made = 0


def new_path(suffix):
    """A path in the suite's folder at which nothing is."""
    global _made
    _made += 1
    return os.path.join(folder, f"{_made}{suffix}")


def load(*arguments):
    """A database that `neardup load` has made of these files, before which may be options."""
    return databases.load(new_path(".db"), *arguments)


def load_texts(texts):
    """A database of these texts, each an article of one sentence that is the text as it is. Sentences have the ids
    1, 2 ..."""
    return databases.fill(new_path(".db"), [(f"Text {number}", [text]) for number, text in enumerate(texts, 1)],
                          name="texts", kind="text", options="whole", language="en", started_at="2026-01-01",
                          finished_at="2026-01-01")


def run_pipeline(db, **parameters):
    """Runs the pipeline and templates.sql on the database: the truth."""
    databases.run_job(db, "parameters", **parameters)
    for job in "find", "templates":
        databases.run_job(db, job)


def copied(db):
    """A copy of a database, such as one without findings."""
    path = new_path(".db")
    shutil.copyfile(db, path)
    return path


def columns(db, table):
    """The columns of a table of the database, each as (name, type in Spark)."""
    return [(name, TYPES[kind.upper()]) for name, kind in databases.rows(
        db, "SELECT name, type FROM pragma_table_info(?) ORDER BY cid", table)]


def rows(db, table):
    """The rows of a table of the database, as Spark has them: what has no type of its own is a text."""
    listed = ", ".join(f'CAST("{name}" AS TEXT)' if kind == "string" else f'"{name}"'
                       for name, kind in columns(db, table))
    connection = sqlite3.connect(db)
    try:
        yield from connection.execute(f"SELECT {listed} FROM {table}")
    finally:
        connection.close()


# ---- Frames --------------------------------------------------------------------------------------

def write_texts(db, there):
    from neardup._database import write_parquet

    write_parquet(db, there)


def texts(spark, db, partitions=None):
    """The texts of a database as neardup.spark takes them, each table in so many partitions."""
    from neardup import spark as neardup_spark

    there = new_path("-tables")
    write_texts(db, there)
    found = neardup_spark.read_parquet(spark, there)
    if partitions is not None:
        found.frames = {table: frame.repartition(partitions) for table, frame in found.frames.items()}
    return found


def compare_rows(name, found, expected):
    """Checks that two iterables have the same rows, each as often, in any order."""
    found, expected = (collections.Counter(map(tuple, some)) for some in (found, expected))
    missing, more = expected - found, found - expected
    check(not missing and not more,
          f"{name}: of {sum(expected.values())} rows {sum(missing.values())} are missing, and "
          f"{sum(more.values())} others are there"
          + "".join(f"\n    {what} {row!r:.300}" for what, some in (("missing:", missing), ("other:  ", more))
                    for row in sorted(some, key=repr)[:SHOWN]))


def compare_frame(name, frame, db, table):
    """Checks that a frame has the columns and the rows of the table."""
    expected = columns(db, table)
    check(frame.dtypes == expected, f"{name}: the columns are {frame.dtypes}, expected {expected}")
    if frame.columns == [column for column, _ in expected]:
        compare_rows(name, frame.collect(), rows(db, table))


def compare(name, frames, db, tables=FINDINGS):
    """Checks that these tables of the database are among the frames, a dict, and equal them."""
    for table in tables:
        if table in frames:
            compare_frame(f"{name}: {table}", frames[table], db, table)
        else:
            check(False, f"{name}: there is no frame {table}")


def compare_folder(name, path, db, tables=FINDINGS):
    """The same for what Findings.write() has written: each table is a folder of Parquet files. Without Spark."""
    import pyarrow.dataset

    kinds = {"int64": "bigint", "double": "double", "string": "string", "binary": "binary"}
    for table in tables:
        files = glob.glob(os.path.join(glob.escape(path), table, "*.parquet"))
        check(files, f"{name}: there is no Parquet of {table}")
        if not files:
            continue
        dataset, expected = pyarrow.dataset.dataset(files), columns(db, table)
        found = [(field.name, kinds.get(str(field.type), str(field.type))) for field in dataset.schema]
        check(found == expected, f"{name}: {table}: the columns are {found}, expected {expected}")
        if found == expected:
            compare_rows(f"{name}: {table}", (row for batch in dataset.to_batches()
                                              for row in zip(*(column.to_pylist() for column in batch.columns))),
                         rows(db, table))
