"""text_columns.py - texts of several columns, and the key that is found when all rows are known.

  (1) A text of several columns is their values in the order in which they were named, joined by a space, without those that
      are NULL or blank: the same from CSV, TSV, JSON lines, a table and a query.
  (2) A name with a comma is reached in quotation marks, and so is one that begins with such a mark.
  (3) A column that is not there is an error that names it, the file and the columns that are.
  (4) Unless it is named, the key is the column called id or, without one, the first that is called like a key and whose values
      are all there and different, as text, in all rows; else there is none or, of a table, the rowid.
  (5) The source notes this key, and a second load knows the file again.
"""

import csv
import io
import json
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import check, seed
from loading import ask, load, refused_with, run_tests, write

NAMES = ("name", "street", "city", "note, long", '"odd"', "a=b", "größe")
FORMATS = ("csv", "tsv", "jsonl", "table", "query")


def quoted(name):
    return '"%s"' % name.replace('"', '""')


def table_file(form, names, rows, there=None):
    """Writes the rows in a format, and returns the options and the file that load them. All objects have the member `there`."""
    if form == "jsonl":
        lines = [json.dumps({name: value for name, value in zip(names, row) if value is not None or i % 2 or name == there})
                 for i, row in enumerate(rows)]
        return ["--format", form, write("rows.jsonl", "\n".join(lines) + "\n")]
    if form == "csv":
        made = io.StringIO()
        csv.writer(made).writerows([names] + [["" if value is None else value for value in row] for row in rows])
        return ["--format", form, write("rows.csv", made.getvalue())]
    if form == "tsv":
        lines = ["\t".join(names)] + ["\t".join("\\N" if value is None else str(value) for value in row) for row in rows]
        return ["--format", form, write("rows.tsv", "\n".join(lines) + "\n")]
    if os.path.exists("rows.db"):
        os.remove("rows.db")
    ask("rows.db", "CREATE TABLE t(%s)" % ", ".join(map(quoted, names)))
    with sqlite3.connect("rows.db") as db:
        db.executemany("INSERT INTO t VALUES (%s)" % ", ".join("?" * len(names)), rows)
    db.close()
    return ["--table", "t", "rows.db"] if form == "table" else ["--query", "SELECT * FROM t ORDER BY rowid", "rows.db"]


def texts():
    return [text for text, in ask("test.db", "SELECT text FROM article LEFT JOIN sentence ON article_id = article.id ORDER BY article.id")]


def test_texts():
    choose = random.Random(seed())
    for round in range(8):
        names = choose.sample(NAMES, choose.randint(2, len(NAMES)))
        wanted = choose.sample(names, choose.randint(2, len(names)))
        rows = [[choose.choice([None, "", " ", "a", "Mill Lane", "x,\"y\"", "ö"]) for _ in names] for _ in range(20)]
        rows.append(["All"] * len(names))  # an object has all members at least once
        expected = [" ".join(value for value in (row[names.index(name)] for name in wanted) if value and value.strip()) or None
                    for row in rows]
        short = "text=" + ",".join(map(quoted, wanted))
        long = ",".join("text=" + (quoted(name) if "," in name or name[0] == '"' else name) for name in wanted)
        for form in FORMATS:
            status, errors = load("--whole", "--columns", choose.choice((short, long)), *table_file(form, names, rows, wanted[0]))
            check(status == 0 and texts() == expected, "%s, %s of %s: %s, %s" % (form, wanted, names, errors, texts()))
            options, = ask("test.db", "SELECT options FROM source")[0]
            check("columns: %s,title=" % long in options, "%s: what was named is noted, for add: %s" % (form, options))


def test_values():
    for form, expected in (("jsonl", "Mill Lane 7"), ("table", "Mill Lane 7"), ("csv", "Mill Lane 7")):
        load("--whole", "--columns", "text=a,b", *table_file(form, ("b", "a"), ((7, "Mill Lane"), ("x", "y"))))
        check(texts()[0] == expected, "%s: a number is a part of a text: %s" % (form, texts()))
    for file, options, reason in ((write("f.jsonl", '{"a":"x","b":[1]}\n'), (), "the member 'b' must be text, found: array"),
                                  (write("f.csv", "a,b\nx\n"), (), "the row has 1 field, but the column 'b' is number 2"),
                                  (write("g.csv", "a,b\nx,y,z\n"), (), "the row has 3 fields, but the first line names 2"),
                                  ("rows.db", ("--query", "SELECT 'x' AS a, x'61' AS b"), "the column 'b' must be text, found: blob")):
        status, errors = load("--columns", "text=a,text=b", *options, file)
        check((status, ask("test.db", "SELECT message FROM damage")) == (3, [(reason,)]), "%s: %s" % (reason, errors))
    load("--whole", "--no-header", "--columns", "text=3,1", write("f.csv", "c,b,a\n"))
    check(texts() == ["a c"], "columns by their numbers")


def test_what_is_refused():
    rows = (("a", "b"), ("c", "d"))
    for form in FORMATS:
        status, errors = load("--columns", "text=name,town", *table_file(form, ("name", "city"), rows))
        check(status == refused_with(errors) and "'town'" in errors and "only: name, city" in errors and "rows." in errors,
              "%s: a column that is not there: %s" % (form, errors))
    for columns, said in (("text=name,name", "'name' is named twice"), ("text=name,,city", "found ''"), ("name,city", "found 'name'"),
                          ("text=name,town=city", "found 'town=city'"), ("text=", "must have a name"),
                          ("text=name,title=city,x", "found 'x'"), ('text="name,city', "no column '\"name'")):
        status, errors = load("--columns", columns, "--format", "csv", write("f.csv", "name,city\na,b\n"))
        check(status == refused_with(errors) and said in errors, "%s: %s" % (columns, errors))


def found_key(names, rows, form):
    """What the key must be: a second implementation. In a database, ID is id."""
    if "ID" in names and form in ("table", "query"):
        return "ID"
    for name in sorted((name for name in names if name == "uuid" or name.lower().endswith("id")), key=lambda name: name != "ID"):
        values = [row[names.index(name)] for row in rows]
        if all(value is not None and str(value) for value in values) and len(set(map(str, values))) == len(values):
            return name
    return "rowid" if form == "table" else None


def test_keys():
    choose = random.Random(seed())
    for round in range(10):
        names = choose.sample(("order_id", "lineId", "uuid", "ID", "paid for", "size"), choose.randint(1, 5)) + ["text"]
        choose.shuffle(names)
        count = choose.choice((1, 30, 1500))  # the first thousand do not decide
        columns = []
        for name in names:
            values = choose.sample(range(10 * count), count) if choose.random() < .5 else ["K%d" % i for i in range(count)]
            spoilt = choose.choice((None, "repeats", "missing", "empty", "as text"))
            if name != "text" and spoilt:
                values[-1] = {"repeats": values[0], "missing": None, "empty": "", "as text": str(values[0])}[spoilt]
            columns.append(values if name != "text" else ["Text %d." % i for i in range(count)])
        rows = list(zip(*columns))
        for form in FORMATS:
            key = found_key(names, rows, form)
            words = table_file(form, names, rows)
            status, errors = load(*words)
            if key is None:
                values = [None] * count
            else:
                values = range(1, count + 1) if key == "rowid" else columns[names.index(key)]
            if form in ("csv", "tsv") and key:
                values = map(str, values)
            found = [key for key, in ask("test.db", "SELECT key FROM article ORDER BY id")]
            check(status == 0 and found == list(values), "%s, the key of %s is %s: %s %s" % (form, names, key, errors, found[:3]))
            options, = ask("test.db", "SELECT options FROM source")[0]
            offered = any(found_key([name], [[1]], "") for name in names)
            named = key and offered and not (key == "ID" and form in ("table", "query"))
            check((",key=%s" % key in options) if named else ",key=" not in options, "%s: %s is noted: %s" % (form, key, options))
            status, errors = load(*words, again=True)
            check(status == 0 and ask("test.db", "SELECT count(*) FROM source") == [(1,)], "%s: it is known again: %s" % (form, errors))


def test_what_is_said():
    good = "ticket_id,text\nT1,One text.\nT2,Two texts.\n"
    status, errors = load(write("f.csv", good), quiet=False)
    check("perhaps key=ticket_id" in errors and "2 sentences, key=ticket_id, " in errors, "which was taken: " + errors)
    status, errors = load(write("f.csv", good + "T1,Three texts.\n"), quiet=False)
    check("f.csv: has no key: " in errors, "that none was: " + errors)
    for options in (("--part", "1/2"), ("--columns", "id="), ("--columns", "key="), ("--columns", "key=text"), ("--columns", "id=text")):
        status, errors = load(*options, write("f.csv", good), quiet=False)
        check("key=ticket_id" not in errors and "has no key" not in errors, "%s: nothing is chosen: %s" % (options, errors))


sys.exit(run_tests("loader/text_columns", globals()))
