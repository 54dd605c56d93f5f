"""other_programs.py - what other programs write is loaded, by the lines of docs/guide/loader.md.

A table of keys and texts, with quotation marks, a comma, a line end, a tab, a backslash and a NULL, goes
through pandas, PostgreSQL and DuckDB. Those that are not installed are skipped.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, finish, skip

LOAD = os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build/check"), "neardup-load")
LOAD = LOAD if os.path.exists(LOAD) else os.path.join(ROOT, "build", "neardup-load")
KEYS = [("007",), ("b",), ("c,d",)]
TEXTS = [("007", 'It is "good", and blue.'), ("c,d", "A tab and a \\n backslash.")]
ROWS = [("007", 'It is "good",\nand blue.'), ("b", None), ("c,d", "A tab\tand a \\n backslash.")]

PANDAS = """
import pandas
frame = pandas.DataFrame(%r, columns=["sku", "body"])
frame.to_csv("pandas.csv", index=False)
frame.to_json("pandas.jsonl", orient="records", lines=True)
frame.fillna({"body": ""}).to_json("filled.jsonl", orient="records", lines=True)
"""


def literal(value):
    return "NULL" if value is None else "'%s'" % value.replace("'", "''")


def inserts():
    return "CREATE TABLE review (sku TEXT, body TEXT); INSERT INTO review VALUES %s;" % ", ".join(
        "(%s)" % ", ".join(map(literal, row)) for row in ROWS)


def loads(folder, format_, name, data=None, damaged=0):
    """Loads the file, or `data` from a pipe."""
    db = os.path.join(folder, name + ".db")
    done = subprocess.run([LOAD, "--quiet", "--format", format_, "--columns", "key=sku,text=body",
                           name if data is None else "-", db], cwd=folder, input=data)
    check(done.returncode == (2 if damaged else 0), "%s: status %d" % (name, done.returncode))
    connection = sqlite3.connect(db)
    keys = connection.execute("SELECT key FROM article").fetchall()
    texts = connection.execute("SELECT key, text FROM article JOIN sentence ON article_id = article.id").fetchall()
    count, = connection.execute("SELECT count(*) FROM damage").fetchone()
    connection.close()
    expected = [key for key in KEYS if not damaged or key != ("b",)]
    check((keys, texts, count) == (expected, TEXTS, damaged), "%s: found %s" % (name, (keys, texts, count)))


def test_pandas(folder):
    python = "/usr/bin/python3"
    if subprocess.run([python, "-c", "import pandas"], stderr=subprocess.DEVNULL).returncode:
        skip("loader/other_programs: pandas (python3-pandas is not installed)")
        return
    subprocess.run([python, "-c", PANDAS % ROWS], cwd=folder, check=True)
    loads(folder, "csv", "pandas.csv")
    loads(folder, "jsonl", "filled.jsonl")
    loads(folder, "jsonl", "pandas.jsonl", damaged=1)  # null is no text


def postgresql():
    """The folder of its programs, and the user who may run a server; root may not."""
    base = "/usr/lib/postgresql"
    versions = sorted(os.listdir(base), key=float) if os.path.isdir(base) else []
    found = os.path.join(base, versions[-1], "bin") if versions else None
    if not found or not os.path.exists(os.path.join(found, "initdb")):
        return None, None
    return found, "postgres" if os.geteuid() == 0 else None


def test_postgresql(folder):
    programs, user = postgresql()
    if not programs:
        skip("loader/other_programs: PostgreSQL (it is not installed)")
        return
    place = tempfile.mkdtemp(dir=folder)
    os.chmod(folder, 0o755)
    if user:
        shutil.chown(place, user)
    data = os.path.join(place, "data")

    def run(program, *words, **more):
        return subprocess.run([os.path.join(programs, program), *words], user=user, cwd=place, check=True,
                              stdout=subprocess.PIPE, **more).stdout

    run("initdb", "-D", data, "-E", "UTF8", "--locale", "C.UTF-8", "--no-sync")
    run("pg_ctl", "-D", data, "-w", "-l", os.path.join(place, "log"), "-o", "-h '' -k " + place, "start")
    try:
        shell = ("-h", place, "-q", "-v", "ON_ERROR_STOP=1", "postgres")
        run("psql", *shell, input=inserts().encode())
        for format_, how in ("csv", "(FORMAT csv, HEADER)"), ("tsv", None):
            if how:
                copy = "\\copy (SELECT sku, body FROM review) TO STDOUT WITH " + how
                loads(folder, format_, "postgresql." + format_, run("psql", *shell, "-c", copy))
            else:
                rows = run("psql", *shell, "-c", "\\copy review TO STDOUT")
                loads(folder, format_, "postgresql." + format_, b"sku\tbody\n" + rows)
    finally:
        run("pg_ctl", "-D", data, "-m", "immediate", "stop")


def test_duckdb(folder):
    if not shutil.which("duckdb"):
        skip("loader/other_programs: DuckDB (it is not installed)")
        return
    database = os.path.join(folder, "shop.duckdb")
    subprocess.run(["duckdb", database, "-c", inserts()], check=True)
    for format_, how in ("csv", "(FORMAT csv, HEADER)"), ("jsonl", "(FORMAT json)"):
        name = "duckdb." + format_
        query = "SELECT sku, coalesce(body, '') AS body FROM review"
        subprocess.run(["duckdb", database, "-c", "COPY (%s) TO '%s' %s" % (query, name, how)], cwd=folder, check=True)
        loads(folder, format_, name)


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_pandas(folder)
        test_postgresql(folder)
        test_duckdb(folder)
    return finish("loader/other_programs")


if __name__ == "__main__":
    sys.exit(main())
