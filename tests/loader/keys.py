"""keys.py - records of files keep their keys, and the columns that are carried along.

  (1) A key has its type: text from CSV and TSV, exactly as it stands; text, integer or real number
      from JSON. By default it is the id.
  (2) A key of several columns is what json_array() of SQLite makes of them.
  (3) Titles that were made up are marked, others are not.
  (4) Columns that are carried along keep their types and names.
"""

import json
import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import check
from loading import SAMPLE, ask, load, refused_with, run_tests, write

KEYS = "SELECT quote(key), typeof(key), titled, title FROM article"
CARRIED = "SELECT article_id, name, quote(value) FROM carried"

# (format, content, --columns, --carry, what KEYS gives, what CARRIED gives)
CASES = (
    ("csv", 'id,text,title\n007,a,T\n,b,\n" x",c\nd\n', None, None, [
        ("'007'", "text", 1, "T"), ("''", "text", 0, "f:2"), ("' x'", "text", 0, "f:3")], []),
    ("csv", "sku,text,price\n1,a,1.50\n2,b\n", "key=sku", "price,sku", [
        ("'1'", "text", 0, "f:1"), ("'2'", "text", 0, "f:2")],
     [(1, "price", "'1.50'"), (1, "sku", "'1'"), (2, "price", "NULL"), (2, "sku", "'2'")]),
    ("csv", "text,b,a\nx,\"1\"\"\",2\n", "key=a,key=b", None, [("'[\"2\",\"1\\\"\"]'", "text", 0, "f:1")], []),
    ("csv", "text,b,a\nx,,\n", "key=a,key=b", None, [("'[\"\",\"\"]'", "text", 0, "f:1")], []),
    ("csv", "text,b\nx,1\n", None, None, [("NULL", "null", 0, "f:1")], []),
    ("csv", "text,id\nx,1\n", "key=", None, [("NULL", "null", 0, "f:1")], []),
    ("csv", "text,id\nx,1\n", "id=", None, [("NULL", "null", 0, "f:1")], []),
    ("csv", "text,id,nr\nx,1,2\n", "id=nr", None, [("'2'", "text", 0, "f:1")], []),
    ("csv", "text,id\nx,1\n", "key=text,title=text", "text", [("'x'", "text", 1, "x")], [(1, "text", "'x'")]),
    ("tsv", "text\tid\tmore\nx\t\\N\t\\N\ny\ta\\tb\t\nz\t1", None, "more", [
        ("NULL", "null", 0, "f:1"), ("'a\tb'", "text", 0, "f:2"), ("'1'", "text", 0, "f:3")],
     [(1, "more", "NULL"), (2, "more", "''"), (3, "more", "NULL")]),
    ("jsonl", "\n".join(json.dumps(dict(row, text="x")) for row in (
        {"id": 7, "title": "T"}, {"id": -1.5}, {"id": "007"}, {"id": True}, {"id": False}, {"id": None}, {},
        {"id": 2 ** 63}, {"id": [1, {"a": "b"}]}, {"id": "\u00fc\n"}, {"id": 1.0}, {"id": ""})), None, "id", [
            ("7", "integer", 1, "T"), ("-1.5", "real", 0, "f:2"), ("'007'", "text", 0, "f:3"),
            ("1", "integer", 0, "f:4"), ("0", "integer", 0, "f:5"), ("NULL", "null", 0, "f:6"),
            ("NULL", "null", 0, "f:7"), ("9.22337203685477580e+18", "real", 0, "f:8"),
            ("'[1,{\"a\":\"b\"}]'", "text", 0, "f:9"), ("'\u00fc\n'", "text", 0, "f:10"),
            ("1.0", "real", 0, "f:11"), ("''", "text", 0, "f:12")], None),
    ("jsonl", '{"text":"x","a":0.1,"b":null,"c":"\\u0007\\"","a":2}', "key=c,key=a,key=b", None,
     [("'[\"\\u0007\\\"\",0.1,null]'", "text", 0, "f:1")], []),
)


def load_file(content, *options):
    return load(*options, write("f", content))


def test_cases():
    for number, (format_, content, columns, carry, keys, carried) in enumerate(CASES):
        options = ["--format", format_] + (["--columns", columns] if columns else []) \
            + (["--carry", carry] if carry else [])
        status, errors = load_file(content, *options)
        check(status in (0, 3), "case %d: %s" % (number, errors))
        found, expected = ([(float(key) if type_ == "real" else key, type_, *rest) for key, type_, *rest in rows]
                           for rows in (ask("test.db", KEYS), keys))
        check(found == expected, "case %d: expected %s, found %s" % (number, expected, found))
        if carried is None:
            carried = [(i + 1, "id", key) for i, (key, *_) in enumerate(ask("test.db", KEYS))]
        check(ask("test.db", CARRIED) == carried, "case %d: carried %s" % (number, ask("test.db", CARRIED)))


def test_made_up_titles():
    for options, expected in ((("--format", "text"), [(0, "f:1"), (0, "f:2")]),
                              (("--format", "text", "--document", "file"), [(0, "f")])):
        load_file("One.\nTwo.\n", *options)
        check(ask("test.db", "SELECT titled, title FROM article") == expected, "titles by %s" % (options,))
    load(SAMPLE)
    check(ask("test.db", "SELECT DISTINCT titled, key FROM article") == [(1, None)], "pages of a dump")


def test_options():
    content = "text,id,a\nx,1,2\n"
    load_file(content, "--format", "csv", "--columns", "key=id,key=a", "--carry", "a,id")
    check(ask("test.db", "SELECT options FROM source") == [
        ("columns: text=text,title=title,id=id,time=time,key=id,key=a carry: a,id",)], "options are noted")
    # Other keys are other options.
    for columns in ("key=a,key=id", "key=id", "key=", "key=id,key=a"):
        status, errors = load("--format", "csv", "--columns", columns, "f", again=True)
        check(status == 1 and "with other options" in errors, "%s: %s" % (columns, errors))
    many = ["key=c%d" % i for i in range(60)]
    names = ",".join(name[4:] for name in many)
    load_file("text,%s\nx%s\n" % (names, ",1" * 60), "--format", "csv", "--columns", ",".join(many))
    check(ask("test.db", "SELECT json_array_length(key) FROM article") == [(60,)], "a key of 60 columns")
    for columns, message in ((",".join(many + ["key=one"]), "more than 65 columns in all"),
                             ("key=a,key=a", "'a' is named twice"), ("key=%s" % ("x" * 201), "longer than 200 bytes"),
                             ("key=none", "has no column 'none'"), ("sku", "key=NAME or carry=NAME"), ("carry=", "or carry=NAME")):
        status, errors = load_file(content, "--format", "csv", "--columns", columns)
        check(status == refused_with(errors) and message in errors and not os.path.exists("test.db"), "%s: %s" % (message, errors))


def test_loaded_by_an_earlier_release():
    """Release 0.4 chose no key: what it has loaded is there, whatever the key would be now."""
    status, errors = load(write("f.csv", "ticket_id,text\nT1,One text.\nT2,Two texts.\n"))
    check(ask("test.db", "SELECT key FROM article") == [("T1",), ("T2",)], "a key is chosen: " + errors)
    for options, expected, said in (("options", 0, ""), ("replace(options, ',key=ticket_id', '')", 0, ""),
                                    ("replace(options, 'id=id', 'id=nr')", 1, "('id=nr' before, 'id=id' now)")):
        with sqlite3.connect("test.db") as db:
            db.execute("UPDATE source SET options = " + options)
        db.close()
        status, errors = load("f.csv", again=True)
        check((status, said in errors) == (expected, True), "%s: status %d, %s" % (options, status, errors))
    check(ask("test.db", "SELECT count(*) FROM article") == [(2,)], "nothing is loaded twice")


sys.exit(run_tests("loader/keys", globals()))
