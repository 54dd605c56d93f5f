"""index_kinds.py - what a live index says of texts that repeat or contradict each other, by their evidence; and texts of
several columns. The oracle is a plain table with jaccard() and duplicate_kind().
"""

import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import counting
from counting import LONG, check, require, run_tests
from extension import LOADABLE, open_with
from indexes import ask, indexed, refused, sound

SEED = counting.seed()
PORT = "The staging server listens on port %d."
ALL = "bands=128, rows=1, compared_most=100000"  # nothing is missed

# What the index is to say of each pair of rows of `truth`.
JUDGED = """
WITH one AS (SELECT id, %s AS text, coalesce(title, '') AS title, time, source FROM truth),
     compared AS (
SELECT x.id AS a, y.id AS b, x.text AS x, y.text AS y, jaccard(fold_text(x.text), fold_text(y.text), 5) AS jaccard,
       iif(y.title = '', '', x.title) AS x_title, iif(x.title = '', '', y.title) AS y_title,
       x.time <> y.time AND x.source IS y.source AND (x.source IS NOT NULL OR (x.title <> '' AND y.title <> '')) AS dates
  FROM one AS x JOIN one AS y ON x.id < y.id AND x.text <> '' AND y.text <> '')
SELECT a, b, jaccard, kind, score
  FROM compared, duplicate_kind(x, y, x_title, y_title, 'prose', 'prose', coalesce(dates, 0)) AS judged
 WHERE jaccard >= 0.6 OR (jaccard >= %s AND kind = 'drift')
 ORDER BY a, b"""

COLUMNS = ("text", "title", "time", "source")


def random_row(lots):
    """A memory that resembles others."""
    return {"text": lots.choice((PORT % lots.choice((8080, 9090)), PORT % 9090 + " It is in the cellar.", "Anna likes her tea %s sugar." %
                                 lots.choice(("with", "without")), None, "", "The server of staging is listening on the port %d." %
                                 lots.choice((8080, 9091)))),
            "title": lots.choice(("staging", "Anna", "", None)), "time": lots.choice((1, 2, "2024", None)),
            "source": lots.choice(("a", "b", None))}


def same(db, least, text, what):
    expected = ask(db, JUDGED % (text, least))
    found = ask(db, "SELECT a, b, jaccard, kind, score FROM near_pairs ORDER BY a, b")
    more, less = sorted(set(found) - set(expected)), sorted(set(expected) - set(found))
    check(found == expected, f"{what}: {more[:2]} for {less[:2]}")
    sound(db, "near", what)


def test_evidence():
    """Random statements on an index of its own texts, and on one of a table."""
    for seed in range(SEED, SEED + (40 if LONG else 6)):
        lots = random.Random(seed)
        own, least = seed % 2 == 0, lots.choice((0.6, 0.35))
        db = open_with()
        db.isolation_level = None
        db.execute("CREATE TABLE truth(id INTEGER PRIMARY KEY, text, title, time, source, other)")
        db.execute(f"CREATE VIRTUAL TABLE near USING neardup(text, title='title', time='time', source='source', kinds=1, "
                   f"clusters=1, contradiction_least={least}, {ALL}{'' if own else ', content=truth, content_rowid=id'})")
        if not own:
            db.execute("INSERT INTO near(near) VALUES ('triggers')")
        for number in range(150):
            id, row, what = lots.randrange(1, 20), random_row(lots), lots.randrange(8)
            for table, key in (("truth", "id"), ("near", "rowid"))[:2 if own else 1]:
                if what < 3:
                    ask(db, f"INSERT OR IGNORE INTO {table}({key}, text, title, time, source) VALUES (?, ?, ?, ?, ?)",
                        id, *(row[name] for name in COLUMNS))
                elif what < 6:
                    name = COLUMNS[what - 3] if what > 3 else lots.choice(COLUMNS[:1])
                    ask(db, f"UPDATE {table} SET {name} = ? WHERE {key} = ?", row[name], id)
                elif what == 6:
                    ask(db, f"DELETE FROM {table} WHERE {key} = ?", id)
                else:
                    ask(db, f"UPDATE OR IGNORE {table} SET {key} = ?, source = ? WHERE {key} = ?", id + 1, row["source"], id)
            if what == 3:
                ask(db, "INSERT INTO near(near) VALUES ('rebuild')")
            if number % 10 == 9:
                same(db, least, "text", f"seed {seed}, statement {number}")
        check(ask(db, "SELECT rowid, text, title, time, source FROM near ORDER BY 1") ==
              ask(db, "SELECT id, text, title, time, source FROM truth ORDER BY 1"), f"seed {seed}: the rows")
        check(ask(db, "SELECT count(*) FROM near_members WHERE member NOT IN (SELECT a FROM near_pairs WHERE jaccard >= 0.6 "
                      "UNION SELECT b FROM near_pairs WHERE jaccard >= 0.6)") == [(0,)], f"seed {seed}: clusters")
        before = ask(db, "SELECT * FROM near_pairs")
        ask(db, "UPDATE truth SET other = 1, text = text" if not own else "UPDATE near SET text = text, title = title")
        check(ask(db, "SELECT * FROM near_pairs") == before, f"seed {seed}: nothing has changed")


def test_search():
    """A search judges as duplicate_kind() does, by the evidence that it is given."""
    db = open_with()
    db.execute("CREATE VIRTUAL TABLE near USING neardup(text, title=title, time=at, contradiction_least=0.3)")
    db.executemany("INSERT INTO near(text, title, at) VALUES (?, ?, ?)", [
        (PORT % 8080, "staging", 1), (PORT % 8080, "backup", 1), ("Anna prefers dark mode in the editor.", None, 1),
        ("Anna prefers lemonade in the evening.", None, 1)])
    columns = "SELECT rowid, kind, score, reason FROM near"
    found = ask(db, f"{columns}(?, 'staging', 2) ORDER BY rowid", PORT % 9090)
    expected = ask(db, "SELECT id, kind, score, reason FROM (SELECT 1 AS id, 'staging' AS title, 1 AS dates UNION SELECT 2, 'backup', 0), "
                       "duplicate_kind(?, ?, 'staging', title, 'prose', 'prose', dates) ORDER BY id", PORT % 9090, PORT % 8080)
    check(found == expected and found[0][1] == "drift" and "two dates" in found[0][3], f"a search: {found} for {expected}")
    check(ask(db, f"{columns} WHERE near MATCH ? AND input_title IS 'staging' AND input_time = 2 ORDER BY rowid", PORT % 9090) == found,
          "the same by conditions")
    check([row[1] for row in ask(db, f"{columns}(?, NULL)", PORT % 8080)] == ["identical"] * 2, "no title")
    far = ask(db, "SELECT rowid, jaccard < 0.6, kind FROM near('Anna prefers light mode in the editor.')")
    check((3, 1, "drift") in far, f"below jaccard_least: {far}")
    check(all(kind == "drift" for _, below, kind in far if below), f"only contradictions: {far}")
    check(len(ask(db, "SELECT rowid FROM near('Anna prefers light mode in the editor.') WHERE jaccard >= 0.9")) == 0, "a bound of the query")
    check(ask(db, "SELECT rowid FROM near('Anna prefers light mode in the editor.') WHERE rowid = 3") == [(3,)], "one row")
    best = ask(db, "SELECT rowid FROM near(?) ORDER BY jaccard DESC, rowid LIMIT 1", PORT % 8080)
    check(best == [(1,)], f"LIMIT: {best}")
    check(ask(db, "SELECT kind, score, reason, input_title FROM near") == [(None,) * 4] * 4, "no search")
    plain = open_with()
    plain.execute("CREATE VIRTUAL TABLE near USING neardup(text)")
    refused(plain, "SELECT * FROM near('x', 0.7)", "title = COLUMN")
    check(ask(plain, "SELECT kind FROM near('x')") == [], "nothing")
    bare = open_with()
    bare.execute("CREATE VIRTUAL TABLE near USING neardup(text, content='')")
    ask(bare, "INSERT INTO near(text) VALUES (?)", PORT % 1)
    check(ask(bare, "SELECT kind, score, reason FROM near(?)", PORT % 1) == [(None,) * 3], "no texts")


def test_bounded():
    """Of texts that are too unlike, the twenty most similar are judged, the same in any order."""
    lots, answers = random.Random(SEED), []
    rows = [(id, PORT % (8000 + 7 * id)) for id in range(1, 200)]
    for turn in range(3):
        db = open_with()
        db.execute(f"CREATE VIRTUAL TABLE near USING neardup(text, jaccard_least=0.9, contradiction_least=0.2, log_most=16, {ALL})")
        lots.shuffle(rows)
        db.executemany("INSERT INTO near(rowid, text) VALUES (?, ?)", rows)
        if turn == 2:
            ask(db, "INSERT INTO near(near) VALUES ('optimize')")
        answers.append(ask(db, "SELECT rowid FROM near(?) WHERE jaccard < 0.9 ORDER BY rowid", PORT % 8500))
    check(len(answers[0]) == 20, f"{len(answers[0])} contradictions")
    check(answers[0] == answers[1] == answers[2], "another layout")


def test_columns():
    """A text of several columns is what they have, and spaces between."""
    db = open_with()
    db.execute("CREATE TABLE truth(id INTEGER PRIMARY KEY, name, street TEXT COLLATE RTRIM, city, title, time, source)")
    db.execute(f"CREATE VIRTUAL TABLE near USING neardup(name, street, city, content=truth, content_rowid=id, kinds=1, {ALL})")
    ask(db, "INSERT INTO near(near) VALUES ('triggers')")
    db.execute(f"CREATE VIRTUAL TABLE own USING neardup(name, street, city, kinds=1, {ALL})")
    lots = random.Random(SEED)
    text = ("rtrim(ltrim(coalesce(nullif(name, ''), '') || ' ' || coalesce(nullif(street, ''), '') || ' ' || coalesce(nullif(city, ''), '')))")
    for number in range(120):
        row = [lots.choice(("Bakery Quern", "Quern Bakery", None, 12)), lots.choice(("4 Harbour Road", "40 Harbour Road", "")),
               lots.choice(("Skelder", "Hestholm", None))]
        id = lots.randrange(1, 40)
        ask(db, "INSERT OR REPLACE INTO own(rowid, name, street, city) VALUES (?, ?, ?, ?)", id, *row)
        ask(db, "DELETE FROM truth WHERE id = ?", id)
        ask(db, "INSERT INTO truth(id, name, street, city) VALUES (?, ?, ?, ?)", id, *row)
        if number % 9 == 0:
            city = lots.choice(("Tolva", "Skelder"))
            ask(db, "UPDATE truth SET city = ? WHERE id % 7 = 1", city)
            ask(db, "UPDATE own SET city = ? WHERE rowid % 7 = 1", city)
    same(db, 0.6, text, "three columns of a table")
    pairs = "SELECT a, b, jaccard, kind, score FROM %s_pairs ORDER BY a, b"
    check(ask(db, pairs % "own") == ask(db, pairs % "near"), "three columns of its own")
    for command in "rebuild", "integrity-check":
        ask(db, f"INSERT INTO own(own) VALUES ('{command}')")
    check(ask(db, pairs % "own") == ask(db, pairs % "near"), "rebuilt")
    for name in "near", "own":
        check(ask(db, f"SELECT rowid, * FROM {name} ORDER BY 1") == ask(db, "SELECT id, name, street, city FROM truth ORDER BY 1"), "rows")
    found = ask(db, "SELECT rowid, name, city FROM own('Quern Bakery 4 Harbour Road Skelder') ORDER BY jaccard DESC, rowid LIMIT 3")
    check(found and found[0][1:] == ("Quern Bakery", "Skelder"), f"a search: {found}")
    ask(db, "ALTER TABLE truth RENAME COLUMN city TO town")
    refused(db, "SELECT * FROM near('x')", "a column city")
    bare = open_with()
    bare.execute("CREATE VIRTUAL TABLE near USING neardup(name, street, content='')")
    ask(bare, "INSERT INTO near(name, street) VALUES ('Quern Bakery', '4 Harbour Road')")
    check(ask(bare, "SELECT name, street, jaccard FROM near('Quern Bakery 4 Harbour Road')") == [(None, None, 1.0)], "no texts")


def test_guard():
    """The three lines of the guide: what repeats or contradicts a row is refused, or linked."""
    db = open_with()
    db.executescript("""CREATE TABLE note(id INTEGER PRIMARY KEY, text);
        CREATE VIRTUAL TABLE near USING neardup(text, content='note', content_rowid='id');
        INSERT INTO near(near) VALUES ('triggers');
        CREATE TRIGGER refuse BEFORE INSERT ON note
          WHEN EXISTS (SELECT * FROM near(new.text) WHERE kind IN ('identical', 'copyedit', 'drift'))
          BEGIN SELECT raise(ABORT, 'this repeats or contradicts another note'); END;""")
    ask(db, "INSERT INTO note(text) VALUES (?)", PORT % 8080)
    for text in PORT % 8080, PORT % 9090:
        refused(db, f"INSERT INTO note(text) VALUES ('{text}')", "repeats or contradicts")
    ask(db, "INSERT INTO note(text) VALUES ('Anna likes her tea with sugar.')")
    check(ask(db, "SELECT count(*) FROM note") == [(2,)], "what is neither is kept")


def test_links():
    """Pairs that contradict each other become so like that they link clusters, while others of the text no longer do."""
    places = ["in the low cottages", "near the harbour", "of the island", "on a winter night", "before the ferry left", "by the old pier",
              "under the bridge", "at the mill", "along the river", "behind the church", "above the quarry", "beyond the meadow"]
    lots, at = random.Random(20), {}
    db = indexed("text, clusters=1, changes=1, kinds=1, jaccard_least=0.55, contradiction_least=0.3, bands=60, rows=2")
    for step in range(150):
        id = lots.randrange(1, 40)
        at[id] = (at[id] + lots.choice([-1, 1, 0])) % 12 if id in at and lots.random() < .8 else lots.randrange(12)
        ask(db, "REPLACE INTO near(rowid, text) VALUES (?, ?)", id, "The storm killed %d people %s." % (
            lots.choice([143, 143, 143, 134]), ", ".join(places[(at[id] + i) % 12] for i in range(3))))
        sound(db, "near", f"step {step}")
    (linked, unlinked), = ask(db, "SELECT sum(jaccard >= 0.55), sum(jaccard < 0.55) FROM near_pairs")
    check(linked and unlinked, f"{linked} pairs that link clusters, {unlinked} that do not")


def test_names():
    """An index that was made when its column, or its own name, was not that of a hidden one."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "old.db")
        db = open_with(path=path)
        db.execute("CREATE VIRTUAL TABLE near USING neardup(words)")
        db.execute("INSERT INTO near VALUES (?)", (PORT % 8080,))
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET sql = replace(sql, '(words)', '(kind)') WHERE name = 'near'")
        db.commit()
        db.close()
        db = open_with(path=path)
        check(ask(db, "SELECT kind, kind_, jaccard < 1 FROM near(?)", PORT % 9090) == [(PORT % 8080, "drift", 1)], "a column kind")
        for name in "reason", "KIND", "jaccard", "input_time":
            refused(db, f"ALTER TABLE near RENAME TO {name}", f"a column called {name}")
        ask(db, "ALTER TABLE near RENAME TO other")
        ask(db, "DROP TABLE other")
        check(ask(db, "SELECT * FROM sqlite_schema") == [], "something is left")
        db.close()


def test_values():
    """Values of any type, and bytes that SQL's own functions stop at."""
    db = open_with()
    db.execute(f"CREATE VIRTUAL TABLE near USING neardup(text, more, title=about, time=about, source=about, kinds=1, {ALL})")
    ask(db, "INSERT INTO near(rowid, text, about) VALUES (1, 12345678, 5)")
    ask(db, "UPDATE near SET text = '12345678', about = '5'")
    check(ask(db, "SELECT typeof(text), typeof(about) FROM near") == [("text", "text")], "a type alone")
    check(ask(db, "SELECT name FROM pragma_table_info('near_content')") == [("id",), ("text",), ("text2",), ("title",)], "columns")
    for id, (text, more) in enumerate((("one two three\0four five six", "seven eight"), (b"one two three", "seven eight"),
                                       (None, "one two three seven eight"), ("one two three seven eight", ""), ("", None)), 2):
        ask(db, "INSERT INTO near(rowid, text, more) VALUES (?, ?, ?)", id, text, more)
    sound(db, "near", "NUL, blobs and NULL")
    check([id for id, in ask(db, "SELECT rowid FROM near('one two three seven eight') WHERE jaccard = 1 ORDER BY 1")] == [3, 4, 5],
          "texts of two columns")
    check(ask(db, "SELECT rowid FROM near(?) WHERE jaccard = 1", "one two three\0four five six seven eight") == [(2,)], "NUL")


def test_contradicting_pairs():
    """Contradictions of texts that are too unlike come and go with their evidence, and stay while they hold."""
    for own in True, False:
        db = open_with()
        db.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, text, about)")
        db.execute("CREATE VIRTUAL TABLE near USING neardup(text, title=about, pairs=1, contradiction_least=0.2"
                   f"{'' if own else ', content=note, content_rowid=id'})")
        if not own:
            ask(db, "INSERT INTO near(near) VALUES ('triggers')")
        table, key = ("near", "rowid") if own else ("note", "id")
        ask(db, f"INSERT INTO {table}({key}, text) VALUES (1, 'Anna prefers dark mode in the editor.'), "
                "(2, 'Anna prefers light mode in the editor.')")
        check(len(ask(db, "SELECT * FROM near_pairs")) == 1, "without titles")
        ask(db, f"UPDATE {table} SET about = 'Anna' WHERE {key} = 1")
        ask(db, f"UPDATE {table} SET about = 'Anna' WHERE {key} = 2")
        found = ask(db, "SELECT a, b FROM near_pairs")
        ask(db, "INSERT INTO near(near) VALUES ('rebuild')")
        check(found == ask(db, "SELECT a, b FROM near_pairs") == [], f"one title at one time: {found}")
    db = open_with()
    db.execute(f"CREATE VIRTUAL TABLE near USING neardup(text, time=at, jaccard_least=0.9, contradiction_least=0.2, kinds=1, changes=1, {ALL})")
    db.executemany("INSERT INTO near(rowid, text) VALUES (?, ?)", [(id, PORT % (8000 + 37 * id)) for id in range(1, 41)])
    pairs = ask(db, "SELECT a, b, kind FROM near_pairs ORDER BY a, b")
    ask(db, "UPDATE near SET at = 5 WHERE rowid = 1")
    check(ask(db, "SELECT a, b, kind FROM near_pairs ORDER BY a, b") == pairs, "an UPDATE that changes no contradiction")
    check(ask(db, "SELECT count(*) FROM near_changes WHERE what <> 'appeared'") == [(0,)], "and the feed tells of none")
    ask(db, "INSERT INTO near(near) VALUES ('rebuild')")
    check(ask(db, "SELECT a, b, kind FROM near_pairs ORDER BY a, b") == pairs, "rebuilt")


def test_edits():
    """A pair with too little edit similarity may still be a contradiction, which is in no cluster."""
    db = open_with()
    db.execute(f"CREATE VIRTUAL TABLE near USING neardup(text, edit_similarity_least=0.95, contradiction_least=0.2, clusters=1, kinds=1, {ALL})")
    db.executemany("INSERT INTO near(text) VALUES (?)", [(PORT % 8080,), (PORT % 9191,)])
    check(ask(db, "SELECT a, b, edit_distance, kind, jaccard > 0.6 FROM near_pairs") == [(1, 2, None, "drift", 1)], "a pair")
    check(ask(db, "SELECT * FROM near_members") == [], "a cluster")
    check(ask(db, "SELECT rowid, edit_distance FROM near(?)", PORT % 7070) == [(1, 2), (2, 4)], "distances")
    sound(db, "near", "edit similarity")
    ask(db, "UPDATE near SET text = ? WHERE rowid = 2", PORT % 8080 + ".")
    check(ask(db, "SELECT a, b, edit_distance FROM near_pairs") == [(1, 2, 0)] and len(ask(db, "SELECT * FROM near_members")) == 2, "equal")
    sound(db, "near", "edit similarity, changed")


require("functions/index_kinds", LOADABLE)
run_tests("functions/index_kinds", test_evidence, test_search, test_bounded, test_columns, test_guard, test_links,
          test_names, test_values, test_contradicting_pairs, test_edits)
