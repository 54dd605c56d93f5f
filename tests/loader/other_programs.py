"""other_programs.py - what other programs write is loaded, by the lines of docs/guide/loader.md.

A table of keys and texts, with quotation marks, a comma, a line end, a tab, a backslash and a NULL, goes
through pandas, PostgreSQL and DuckDB. Those that are not installed are skipped.
"""

import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import check, skip
from loading import ask, load, run_tests

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


def loads(format_, name, data=None, damaged=0):
    """Loads the file, or `data` from a pipe."""
    status, _ = load("--format", format_, "--columns", "key=sku,text=body", name if data is None else "-", input=data)
    check(status == (3 if damaged else 0), "%s: status %d" % (name, status))
    found = (ask("test.db", "SELECT key FROM article"),
             ask("test.db", "SELECT key, text FROM article JOIN sentence ON article_id = article.id"),
             ask("test.db", "SELECT count(*) FROM damage"))
    expected = [key for key in KEYS if not damaged or key != ("b",)]
    check(found == (expected, TEXTS, [(damaged,)]), "%s: found %s" % (name, found))


def test_pandas():
    python = "/usr/bin/python3"
    if subprocess.run([python, "-c", "import pandas"], stderr=subprocess.DEVNULL).returncode:
        return skip("loader/other_programs: pandas (python3-pandas is not installed)")
    subprocess.run([python, "-c", PANDAS % ROWS], check=True)
    loads("csv", "pandas.csv")
    loads("jsonl", "filled.jsonl")
    loads("jsonl", "pandas.jsonl", damaged=1)  # null is no text


def postgresql():
    """The folder of its programs, and the user who may run a server; root may not."""
    base = "/usr/lib/postgresql"
    versions = sorted(os.listdir(base), key=float) if os.path.isdir(base) else []
    found = os.path.join(base, versions[-1], "bin") if versions else None
    if not found or not os.path.exists(os.path.join(found, "initdb")):
        return None, None
    return found, "postgres" if os.geteuid() == 0 else None


def test_postgresql():
    programs, user = postgresql()
    if not programs:
        return skip("loader/other_programs: PostgreSQL (it is not installed)")
    place = tempfile.mkdtemp(dir=os.getcwd())
    os.chmod(".", 0o755)
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
        copy = "\\copy (SELECT sku, body FROM review) TO STDOUT WITH (FORMAT csv, HEADER)"
        loads("csv", "postgresql.csv", run("psql", *shell, "-c", copy))
        rows = run("psql", *shell, "-c", "\\copy review TO STDOUT")
        loads("tsv", "postgresql.tsv", b"sku\tbody\n" + rows)
    finally:
        run("pg_ctl", "-D", data, "-m", "immediate", "stop")


def test_duckdb():
    if not shutil.which("duckdb"):
        return skip("loader/other_programs: DuckDB (it is not installed)")
    subprocess.run(["duckdb", "shop.duckdb", "-c", inserts()], check=True)
    for format_, how in ("csv", "(FORMAT csv, HEADER)"), ("jsonl", "(FORMAT json)"):
        name = "duckdb." + format_
        query = "SELECT sku, coalesce(body, '') AS body FROM review"
        subprocess.run(["duckdb", "shop.duckdb", "-c", "COPY (%s) TO '%s' %s" % (query, name, how)], check=True)
        loads(format_, name)


sys.exit(run_tests("loader/other_programs", globals()))
