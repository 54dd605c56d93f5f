"""parquet.py - the commands neardup database and neardup parquet: what goes to Parquet and back is the same in each
row, the database works like any other, and what is wrong is refused by name, with nothing left behind. This needs
pyarrow: make check-spark installs it in build/spark.
"""

import contextlib
import importlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import databases
import python_package
from counting import LONG, check, figure, run_tests, skip
from databases import ROOT, contents, run

ENVIRONMENT = os.path.join(ROOT, "build", "spark")
HOSTILE = ["", " ", "a\0b", "\0", "'; DROP TABLE sentence; --", "\u202eright to left", "\U0001f9ea" * 40, "\x1b[31m",
           "line\r\nline", "x" * 200000, "\ufeff", "e\u0301", "\uffff", "NULL", "1", "1e3", "|,\"\t"]
VALUES = [None, 0, -1, 2**63 - 1, -2**63, 0.1, -1.5e-300, 1e22, 3.0, float("inf"), float("-inf"), 5e-324, b"", b"\0\xff",
          *HOSTILE]

neardup = None  # the package
folder = None  # of this test
made = 0


def new(suffix):
    global made
    made += 1
    return os.path.join(folder, f"{made}{suffix}")


def load(*words):
    return databases.load(new(".db"), *words)


def rows(db):
    """All rows of all tables, in the order of the file, each value with its type."""
    connection = sqlite3.connect(db)
    connection.text_factory = bytes
    found = {}
    for name, in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1").fetchall():
        name = name.decode()
        found[name] = [[(type(value).__name__, repr(value)) for value in row]
                       for row in connection.execute(f"SELECT * FROM {name}")]
    connection.close()
    return found


def schema(db):
    return databases.rows(db, "SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2")


def to_parquet(db):
    path = new("-tables")
    neardup._database.write_parquet(db, path)
    return path


def same_database(name, got, expected):
    one, other = rows(got), rows(expected)
    for table in sorted(set(one) | set(other)):
        check(one.get(table) == other.get(table), f"{name}: table {table} is not the same")
    check(schema(got) == schema(expected), f"{name}: other tables, indexes or views")
    check(run(got, "PRAGMA integrity_check;") == "ok\n", f"{name}: the database is damaged")
    figure(sum(map(len, other.values())), "rows that went to Parquet and back")


def there_and_back(name, db):
    """The folder that the database becomes, from which the same database was made."""
    before = contents(db)
    path, again = to_parquet(db), new(".db")
    check(contents(db) == before, f"{name}: the database was changed")
    neardup._database.make_database(path, again)
    same_database(name, again, db)
    return path, again


def in_use(name, again, db):
    """Every script works on the new database as on the old one."""
    for job in ("summary", "templates", "find", "templates", "kinds", "export"):
        got, expected = (run(path, job).replace(path, "DB") for path in (again, db))
        check(got == expected, f"{name}: {job} prints something else")
    same_database(f"{name}, after another run", again, db)
    pages = []
    for path in (again, db):
        page = new(".html")
        subprocess.run(["build/neardup", "report", "--quiet", path, page], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        pages.append(contents(page).replace(os.path.basename(path).encode(), b"DB"))
    check(pages[0] == pages[1], f"{name}: another report")


def hostile_database():
    """Values of every kind wherever a column takes them."""
    db = new(".db")
    run(db, "schema", "find")
    connection = sqlite3.connect(db)
    connection.execute("INSERT INTO source VALUES (-9223372036854775808, 'n', 'csv', NULL, NULL, NULL, NULL, '', '', '', "
                       "                           NULL, NULL, 'en', 9223372036854775807, 0, 0, 0, 0)")
    for number, value in enumerate(VALUES):
        text = value if isinstance(value, str) else "text"
        connection.execute("INSERT INTO article VALUES (?, -9223372036854775808, NULL, -1, ?, NULL, NULL, 0, ?)",
                           (number * 10**17 - 2**62, text, value))
        connection.execute("INSERT INTO carried VALUES (?, ?, ?)", (number * 10**17 - 2**62, text, value))
        connection.execute("INSERT INTO sentence VALUES (?, ?, 1, 1, ?, 'prose', ?)",
                           (number * 10**17 - 2**62, number * 10**17 - 2**62, text, text))
        connection.execute("INSERT INTO page_link VALUES (?, ?, ?)", (-2**62, text, str(number)))
        connection.execute("INSERT INTO choice VALUES (?, ?, '')", (f"{99 - number}", 0 if value is None else value))
        connection.execute("INSERT INTO alias VALUES (-9223372036854775808, ?, ?, '')", (text, text))
    for word in ("zebra", "ape", "mole"):  # their order counts
        connection.execute("INSERT INTO word_vector VALUES (?, ?, NULL)", (word, word.encode() * 4))
    connection.commit()
    connection.close()
    return db


def test_round_trips():
    sample = load("examples/sample.xml")
    there_and_back("loaded only", sample)
    run(sample, "find", "templates", "reuse", "reuse_kinds")
    path, again = there_and_back("the sample", sample)
    in_use("the sample", again, sample)
    empty = new(".db")
    run(empty, "schema")
    there_and_back("empty", empty)
    run(empty, "find")
    there_and_back("empty, after the pipeline", empty)
    table = new(".csv")
    with open(table, "w", encoding="utf-8") as file:
        file.write("sku,text,price,colour\n" + "".join(
            f"{n},The kettle of steel number {n % 3} holds {n % 4} litres,{n / 4},\n" for n in range(50)))
    keyed = load("--columns=text=text,id=sku", "--carry=price,colour", table)
    run(keyed, "parameters", "UPDATE parameters SET detection = 'both';", "find")
    there_and_back("keys and carried columns", keyed)
    pages = load("examples/sample.warc", "examples/sample.xml")
    run(pages, "reuse_parameters", "reuse", "web")
    there_and_back("web pages", pages)
    there_and_back("hostile values", hostile_database())
    return path, sample


def test_ill_formed():
    """Text that is not UTF-8 leaves as U+FFFD; a value of a type that its column does not have is refused."""
    db = load("examples/sample.xml")
    run(db, "UPDATE sentence SET text = CAST(x'61ff62' AS TEXT) WHERE id = 2;")
    again = new(".db")
    neardup._database.make_database(to_parquet(db), again)
    check(run(again, "SELECT text FROM sentence WHERE id = 2;") == "a\ufffdb\n", "ill-formed text")
    for change, words in (("UPDATE sentence SET text = x'00' WHERE id = 3", "column text: there is a value of the type blob"),
                          ("UPDATE sentence SET position = 'first' WHERE id = 3", "column position: there is a value of "
                           "the type text"),
                          ("UPDATE article SET namespace = 0.5", "column namespace: there is a value of the type real")):
        wrong = shutil.copy(db, new(".db"))
        run(wrong, change + ";")
        fails(change, words, neardup._database.write_parquet, wrong, new("-tables"))


# ---- Other Parquet ------------------------------------------------------------------------------

def copied(path, tables=None):
    """A copy of the folder, with only these tables, as somebody might have made it."""
    copy = new("-tables")
    shutil.copytree(path, copy)
    for table in os.listdir(copy):
        if tables is not None and table not in tables and table != "_neardup.json":
            shutil.rmtree(os.path.join(copy, table))
    with open(os.path.join(copy, "_neardup.json"), "w", encoding="utf-8") as file:
        file.write("{}")
    return copy


def rewrite(path, table, change, files=1, **options):
    """Replaces the Parquet of a table by what `change` makes of it, in so many files."""
    import pyarrow.parquet as pq
    place = os.path.join(path, table)
    changed = change(pq.read_table(os.path.join(place, "part-0.parquet")))
    os.remove(os.path.join(place, "part-0.parquet"))
    for number in range(files):
        count = -(-len(changed) // files)
        pq.write_table(changed.slice(number * count, count), os.path.join(place, f"part-{number}.parquet"), **options)


def shuffled(table):
    import pyarrow as pa
    order = list(range(len(table)))
    random.Random(7).shuffle(order)
    return table.take(pa.array(order, pa.int64()))


def test_other_parquet(path, db):
    """Rows in any order and in any number of files, and other types of Arrow, make the same database."""
    import pyarrow as pa
    keyed = [name for name in os.listdir(path) if name in
             ("source", "article", "sentence", "pair", "member", "cluster", "signature", "copy", "choice",
              "not_compared", "template_value", "carried", "parameters")]
    for name, change, files, options in (
            ("shuffled", shuffled, 1, {}),
            ("shuffled, in files and row groups", shuffled, 5, {"row_group_size": 7}),
            ("in files", lambda table: table, 4, {"row_group_size": 11, "compression": "none"}),
            ("files in reverse", lambda table: pa.concat_tables([table.slice(len(table) // 2),
                                                                table.slice(0, len(table) // 2)]), 2, {}),
            ("columns in reverse", lambda table: table.select(table.column_names[::-1]), 1, {"version": "1.0"})):
        other, again = copied(path), new(".db")
        for table in keyed:
            rewrite(other, table, change, files, **options)
        with contextlib.ExitStack() as small:
            for limit in ("BATCH_ROWS", "GROUP_ROWS"):
                small.enter_context(mock.patch.object(neardup._database, limit, 13))
            neardup._database.make_database(other, again)
        same_database(name, again, db)

    def other_types(table):
        fields = []
        for field in table.schema:
            kind = {pa.int64(): pa.int32(), pa.large_string(): pa.dictionary(pa.int32(), pa.string()),
                    pa.string(): pa.dictionary(pa.int32(), pa.string())}.get(field.type, field.type)
            fields.append((field.name, kind))
        return table.cast(pa.schema(fields))

    other, again = copied(path), new(".db")
    for table in ("article", "sentence", "pair", "choice", "cluster"):
        rewrite(other, table, other_types)
    neardup._database.make_database(other, again)
    same_database("other types of Arrow", again, db)
    # As Spark writes it: choice.value as a string, without its type.
    other, again = copied(path), new(".db")
    rewrite(other, "choice", lambda table: table.drop(["value_type"]))
    rewrite(other, "article", lambda table: table.drop(["key_type"]))
    open(os.path.join(other, "choice", "_SUCCESS"), "w").close()
    open(os.path.join(other, "choice", ".part-0.parquet.crc"), "w").close()
    neardup._database.make_database(other, again)
    same_database("without types", again, db)
    # Texts alone: no table of findings is made.
    other, again = copied(path, ("source", "article", "sentence")), new(".db")
    neardup._database.make_database(other, again)
    check(run(again, "SELECT count(*) FROM sqlite_schema WHERE name = 'pair';") == "0\n", "texts alone")
    run(again, "find")
    check(rows(again)["pair"] == rows(db)["pair"], "texts alone, after the pipeline")


# ---- What is refused -----------------------------------------------------------------------------

def fails(name, words, call, *arguments):
    """The call raises neardup.Error with these words, and leaves nothing behind."""
    before = sorted(os.listdir(folder))
    try:
        call(*arguments)
        check(False, f"{name}: no error")
    except neardup.Error as error:
        check(words in str(error), f"{name}: {error}")
    left = set(os.listdir(folder)) - set(before)
    check(not left, f"{name}: {left} is left behind")


def test_wrong_files(path):
    make = neardup._database.make_database
    fails("no folder", "there is no folder", make, os.path.join(folder, "none"), new(".db"))
    other = copied(path)
    os.remove(os.path.join(other, "_neardup.json"))
    fails("no manifest", "has no _neardup.json", make, other, new(".db"))
    for text in ("", "[]", '{"tables": [1]}', '{"tables": {"pair": 3}}', '{"tables": {"pair": {"a": "b"}}}'):
        with open(os.path.join(other, "_neardup.json"), "w", encoding="utf-8") as file:
            file.write(text)
        fails(f"manifest {text}", "_neardup.json is damaged", make, other, new(".db"))
    complete = new("-tables")
    shutil.copytree(path, complete)
    name = os.path.join(complete, "pair", "part-0.parquet")
    with open(name, "ab") as file:
        file.write(b"x")
    fails("a longer file", "instead of", make, complete, new(".db"))
    shutil.copy(name, os.path.join(complete, "pair", "part-1.parquet"))
    os.remove(name)
    fails("a missing file", "pair/part-0.parquet is missing", make, complete, new(".db"))
    shutil.copytree(path, complete, dirs_exist_ok=True)
    fails("a file too many", "pair/part-1.parquet does not belong there", make, complete, new(".db"))
    fails("a table is missing", "has no table article", make, copied(path, ("source", "sentence")), new(".db"))
    other = copied(path)
    shutil.copytree(os.path.join(other, "pair"), os.path.join(other, "pear"))
    fails("a table of somebody else", "pear is no table of neardup", make, other, new(".db"))
    other = copied(path)
    with open(os.path.join(other, "pair", "notes.txt"), "w") as file:
        file.write("mine")
    fails("a file that is no Parquet", "notes.txt is no Parquet file", make, other, new(".db"))


def test_damage(path):
    """Whatever is damaged, the file is named, or the damage is nowhere where it counts."""
    source = random.Random(11)
    other = copied(path)
    name = os.path.join(other, "sentence", "part-0.parquet")
    content = contents(name)
    refused = 0
    for length in (0, 3, 100, len(content) // 2, len(content) - 1):
        with open(name, "wb") as file:
            file.write(content[:length])
        fails(f"cut to {length} bytes", "sentence/part-0.parquet", neardup._database.make_database, other, new(".db"))
    for _ in range(400 if LONG else 40):
        damaged = bytearray(content)
        for _ in range(source.choice((1, 8))):
            damaged[source.randrange(len(damaged))] = source.randrange(256)
        with open(name, "wb") as file:
            file.write(damaged)
        db = new(".db")
        try:
            neardup._database.make_database(other, db)
            check(run(db, "PRAGMA integrity_check;") == "ok\n", "the database of damaged Parquet is damaged")
        except neardup.Error as error:
            refused += 1
            check("/sentence" in str(error), f"damage: {error}")
            check(not os.path.exists(db), "damage: a database is left")
    check(refused > 10, f"only {refused} damaged files were refused")
    check(not [part for part in os.listdir(folder) if part.endswith(".part")], "damage: a part is left")


def test_wrong_columns(path):
    import pyarrow as pa
    import pyarrow.compute as pc

    def replaced(name, make):
        return lambda table: table.set_column(table.column_names.index(name), name, make(table.column(name)))

    def with_null(column):
        return pc.if_else(pa.array([n == 5 for n in range(len(column))]), pa.scalar(None, column.type), column)

    def again(table):
        return pa.concat_tables([table, table.slice(3, 1)])

    for name, table, change, words in (
            ("a column is missing", "pair", lambda table: table.drop(["jaccard"]), "part-0.parquet has no column jaccard"),
            ("a column too many", "pair", lambda table: table.append_column("mine", table.column("a")), "has the column mine"),
            ("a column twice", "pair", lambda table: table.append_column("a", table.column("a")), "has two columns a"),
            ("text for an integer", "pair", replaced("a", lambda a: a.cast(pa.string())),
             "pair/part-0.parquet: column a has the type string, and INTEGER is expected"),
            ("a real for an integer", "pair", replaced("edit_distance", lambda a: a.cast(pa.float64())),
             "column edit_distance has the type double"),
            ("an integer for text", "sentence", replaced("text", lambda a: pa.array(range(len(a)))),
             "sentence/part-0.parquet: column text has the type int64"),
            ("a list", "sentence", replaced("text", lambda a: pa.array([["x"]] * len(a))), "column text has the type list"),
            ("beyond 64 bits", "pair", replaced("edit_distance", lambda a: pa.array([2**64 - 1] * len(a), pa.uint64())),
             "pair/part-0.parquet: column edit_distance"),
            ("NULL in a key", "sentence", replaced("id", with_null), "sentence/part-0.parquet: column id has a NULL"),
            ("NULL elsewhere", "sentence", replaced("text", with_null), "sentence/part-0.parquet: column text has a NULL"),
            ("NaN", "pair", replaced("jaccard", lambda a: pa.array([float("nan")] * len(a))),
             "pair/part-0.parquet: NOT NULL constraint failed: pair.jaccard"),
            ("an id twice", "sentence", again, "two rows have the same sentence.id"),
            ("a pair twice", "pair", again, "two rows have the same pair.a and pair.b"),
            ("a sentence in two clusters", "member",
             replaced("sentence_id", lambda a: pa.array([1] * (len(a) - 1) + [2])), "member: two rows have the same"),
            ("out of range", "parameters", replaced("bands", lambda a: pa.array([5000])),
             "parameters/part-0.parquet: a value is out of its range"),
            ("no such article", "sentence", replaced("article_id", lambda a: pa.array([77777] * len(a))),
             "sentence: column article_id has a value 77777 that is no id in the table article"),
            ("an unknown type", "choice", replaced("value_type", lambda a: pa.array(["date"] * len(a))),
             "choice/part-0.parquet: column value_type has 'date'"),
            ("not of its type", "choice", replaced("value_type", lambda a: pa.array(["integer"] * len(a))),
             "choice/part-0.parquet: column value has a value that is not of its type")):
        other = copied(path)
        rewrite(other, table, change)
        fails(name, words, neardup._database.make_database, other, new(".db"))


def test_untouched(path, db):
    make, write = neardup._database.make_database, neardup._database.write_parquet
    before = contents(db)
    fails("a database that is there", "is there already. It stays as it is", make, path, db)
    check(contents(db) == before, "the database that was there is not the same")
    text = new(".txt")
    with open(text, "w") as file:
        file.write("mine")
    fails("a file of somebody else", "is there already", make, path, text)
    fails("a folder in its place", "is there already", make, path, path)
    link = new(".db")
    os.symlink(db, link)
    fails("a link to a database", "is there already", make, path, link)
    fails("no such place", "there is no folder", make, path, os.path.join(folder, "none", "x.db"))
    name = new(".db")
    with open(name + "-journal", "w") as file:
        file.write("old")
    fails("the journal of another database", "-journal is left from another database", make, path, name)
    empty = new(".db")
    open(empty, "w").close()
    make(path, empty)
    check(rows(empty) == rows(db), "an empty file is filled")
    name = new(".db")

    def meanwhile(*arguments):
        shutil.copy(text, name)
        raise FileExistsError

    with mock.patch.object(neardup._database.os, "link", meanwhile):
        before = len(os.listdir(folder))
        try:
            make(path, name)
            check(False, "a file that came meanwhile was replaced")
        except neardup.Error as error:
            check("is there already" in str(error), f"a file that came meanwhile: {error}")
    check(open(name).read() == "mine" and len(os.listdir(folder)) == before + 1, "it is not as it was")
    fails("a folder that is there", "is there already, and not an empty folder", write, db, path)
    fails("no database", "there is no file", write, os.path.join(folder, "none.db"), new("-tables"))
    fails("a database of somebody else", "not a database", write, text, new("-tables"))
    other = new(".db")
    run(other, "CREATE TABLE note (text);")
    fails("another database", "is not neardup's", write, other, new("-tables"))
    target = new("-tables")
    os.mkdir(target)
    write(db, target)
    check(os.path.exists(os.path.join(target, "_neardup.json")), "an empty folder is filled")
    with open(os.path.join(target, "_neardup.json"), encoding="utf-8") as file:
        listed = json.load(file)["tables"]
    check(set(listed) == {name for name in os.listdir(target) if not name.startswith("_")}, "the manifest lists all tables")
    with mock.patch.dict(sys.modules, {"pyarrow.parquet": None}):
        fails("no pyarrow", "pip install pyarrow", importlib.reload, neardup._database)


def test_interrupts(path, db):
    """Ctrl-C at any moment leaves nothing."""
    happened = 0
    for call, source, target in ((neardup._database.make_database, path, ".db"),
                                 (neardup._database.write_parquet, db, "-tables")):
        for delay in [0.002 * 1.5**n for n in range(14)]:
            target = new(target.lstrip("0123456789"))
            before = set(os.listdir(folder))
            timer = threading.Timer(delay, os.kill, (os.getpid(), signal.SIGINT))
            try:
                timer.start()
                call(source, target)
                timer.cancel()
                timer.join()
            except KeyboardInterrupt:
                happened += 1
                left = set(os.listdir(folder)) - before
                check(left <= {os.path.basename(target)}, f"an interrupt leaves {left}")
                if target.endswith(".db") and left:
                    check(rows(target) == rows(db), "an interrupt leaves half a database")
            target = os.path.basename(target)
    check(happened > 6, f"only {happened} interrupts came in time")


def command(*words):
    return python_package.command(folder, *words)


def test_commands(db):
    tables, again = os.path.basename(new("-tables")), os.path.basename(new(".db"))
    count, total = len(rows(db)), sum(map(len, rows(db).values()))
    check(command("parquet", os.path.basename(db), tables) == (0, f"{tables}: {count} tables, {total:,} rows\n"),
          "neardup parquet")
    check(command("database", tables, again) == (0, f"{again}: {count} tables, {total:,} rows\n"), "neardup database")
    status, output = command("database", tables, again)
    check(status == 1 and output.startswith("neardup: ") and "is there already" in output, f"again: {output}")
    shadow = os.path.join(folder, "pyarrow.py")  # the command finds it first
    with open(shadow, "w") as file:
        file.write("raise ImportError")
    for words in ("parquet", os.path.basename(db), "none"), ("database", tables, "none.db"):
        status, output = command(*words)
        check(status == 1 and output.startswith("neardup: ") and "pip install pyarrow" in output, f"no pyarrow: {output}")
    os.remove(shadow)


def test_all(there):
    global neardup, folder
    folder = there
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        python = os.path.join(ENVIRONMENT, "bin", "python")
        if os.path.exists(os.path.join(ENVIRONMENT, "ready")) and os.path.realpath(sys.prefix) != os.path.realpath(ENVIRONMENT):
            os.execv(python, [python, *sys.argv])
        return skip("pipeline/parquet: no pyarrow; make check-spark installs it")
    neardup = python_package.stage(os.path.join(folder, "package"))
    from neardup import _database  # noqa: F401
    path, db = test_round_trips()
    test_ill_formed()
    for test in (test_other_parquet, test_untouched, test_interrupts):
        test(path, db)
    for test in (test_wrong_files, test_damage, test_wrong_columns):
        test(path)
    test_commands(db)


run_tests("pipeline/parquet", test_all)
