"""live_index.py - a live index as a part of somebody's database: its pairs are the pipeline's, and it survives what
happens to databases: a kill, a dump, VACUUM, ATTACH, RENAME, DROP, DEFENSIVE, readers beside a writer.
"""

import collections
import itertools
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import LONG, check, figure, require, run_tests, seed, skip
from databases import DATA, load, run, set_parameters, shell
from extension import LOADABLE, open_with
from indexes import ask, indexed, refused, sound

CORPUS = os.path.join(DATA, "corpus", "enwiki-2014-half.jsonl.xz")
WORDS = "storm bridge ferry island winter copper granite river harbour lantern".split()


def texts(count, seed=1):
    lots = random.Random(seed)
    for id in range(1, count + 1):
        yield id, "The %s of the %s, chapter %d, tells of the %s that was lost in the %s year." % (
            lots.choice(WORDS), lots.choice(WORDS), lots.randrange(9), lots.choice(WORDS), lots.choice(WORDS))


# ---- The pipeline's pairs ------------------------------------------------------------------------


def same_as_pipeline(path, lines):
    """Texts in random order, a tenth deleted, a tenth changed: pairs and clusters are the pipeline's."""
    lots = random.Random(7)
    made = load(path + ".made", "--format", "jsonl", "--language", "en", "-", lines=lines)
    db = open_with(path=made)
    chosen = [id for id, in ask(db, "SELECT id FROM sentence")]
    changed = set(lots.sample(chosen, len(chosen) // 10))
    deleted = set(lots.sample(sorted(set(chosen) - changed), len(chosen) // 10))
    before = {id: text + " So they say." if id in changed else text for id, text in ask(db, "SELECT id, text FROM sentence")}
    db.executemany("DELETE FROM sentence WHERE id = ?", [(id,) for id in deleted])
    db.close()
    # All texts are compared, no bucket is bounded, and pairs are those of jaccard_least alone.
    set_parameters(made, "shingles_least = 1, shingles_most = 100000, shingle = 5, fold = 'all', bands = 25, rows = 4,"
                         " edit_similarity_least = 0, bucket_most = 1000000")
    run(made, "find")
    db = open_with(path=path)
    db.execute("CREATE VIRTUAL TABLE near USING neardup(text, bands=25, rows=4, pairs=1, clusters=1, "
               "compared_most=1000000)")
    db.execute("ATTACH ? AS made", (made,))
    order = list(chosen)
    lots.shuffle(order)
    db.execute("BEGIN")
    db.executemany("INSERT INTO near(rowid, text) VALUES (?, ?)", [(id, before[id]) for id in order])
    db.execute("COMMIT")
    db.execute("DELETE FROM near WHERE rowid NOT IN (SELECT id FROM made.sentence)")
    db.execute("BEGIN")
    for id in changed:
        db.execute("UPDATE near SET text = (SELECT text FROM made.sentence WHERE id = ?) WHERE rowid = ?", (id, id))
    db.execute("COMMIT")
    # The pipeline pairs the copies of a text with the first only.
    copies = collections.defaultdict(list)
    folded = dict(ask(db, "SELECT id, fold_text(text) FROM made.sentence"))
    for id, first in ask(db, "SELECT id, coalesce(first_id, id) FROM made.sentence"
                               " LEFT JOIN made.copy ON sentence_id = id ORDER BY 1"):
        copies[first].append(id)
    expected = {}
    for a, b, jaccard in ask(db, "SELECT a, b, jaccard FROM made.pair"):
        for x in copies[a] if a in copies else [a]:
            for y in copies[b] if b in copies else [b]:
                if x != y:
                    expected[min(x, y), max(x, y)] = jaccard
    for ids in copies.values():
        expected.update({(x, y): 1.0 for x in ids for y in ids if x < y and folded[x]})
    found = {(a, b): jaccard for a, b, jaccard in ask(db, "SELECT a, b, jaccard FROM near_pairs")}
    differing = [pair for pair in expected.keys() | found.keys() if expected.get(pair) != found.get(pair)]
    check(not differing and found, "%d pairs, and the pipeline has %d: %s" % (len(found), len(expected), [
        (pair, expected.get(pair), found.get(pair)) for pair in differing[:3]]))
    clusters = ask(db, "SELECT member, component FROM union_find_members((SELECT union_find(a, b) FROM near_pairs))")
    check(sorted(clusters) == ask(db, "SELECT member, cluster FROM near_members ORDER BY member"), "clusters")
    sound(db, "near", "after the changes")
    figure(len(found), "pairs of a live index that the pipeline has, too")
    db.close()


def test_pipeline(folder):
    same_as_pipeline(os.path.join(folder, "made.db"), "".join(json.dumps({"id": id, "text": text}) + "\n"
                                                              for id, text in texts(400)))
    if not os.path.exists(CORPUS):
        return skip("functions/live_index: the corpus is not here")
    lines = subprocess.run(["xz", "-dc", CORPUS], capture_output=True, check=True, text=True).stdout.split("\n")
    same_as_pipeline(os.path.join(folder, "corpus.db"), "\n".join(lines[:len(lines) // (1 if LONG else 400)]) + "\n")


# ---- What happens to databases -------------------------------------------------------------------


SEEN = """CREATE TABLE seen (seq); INSERT INTO seen VALUES (0);
    CREATE TABLE seen_pair (a, b, PRIMARY KEY (a, b)); CREATE TABLE seen_member (member INTEGER PRIMARY KEY, cluster)"""


def consume(db):
    """Applies what the feed has told since; all of that, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    for seq, what, a, b, cluster, into in ask(db, "SELECT * FROM near_changes WHERE seq > (SELECT seq FROM seen) ORDER BY seq"):
        if b is not None:
            ask(db, {"appeared": "INSERT INTO seen_pair VALUES (?, ?)", "went": "DELETE FROM seen_pair WHERE (a, b) = (?, ?)"}[what], a, b)
        elif what == "grew":
            ask(db, "REPLACE INTO seen_member VALUES (?, ?)", a, cluster)
        elif what == "shrank":
            ask(db, "DELETE FROM seen_member WHERE member = ?", a)
        elif what in ("merged", "renamed"):
            ask(db, "UPDATE seen_member SET cluster = ? WHERE cluster = ?", into, cluster)
        ask(db, "UPDATE seen SET seq = ?", seq)
    db.execute("INSERT INTO near(near, rowid) SELECT 'forget-changes', seq FROM seen")
    db.execute("COMMIT")


def consumed(db, what):
    for seen, table in ("seen_pair", "(SELECT a, b FROM near_pairs)"), ("seen_member", "near_members"):
        lost, more = (ask(db, f"SELECT * FROM {x} EXCEPT SELECT * FROM {y}") for x, y in ((table, seen), (seen, table)))
        check(not lost + more, f"{what}: {table} of the feed: {lost}, {more}")


def test_killed(folder):
    """A process that inserts, deletes and merges is killed: what was committed is there, and sound, and a feed of changes
    has been read exactly once."""
    for turn in range(20 if LONG else 4):
        path = os.path.join(folder, "killed%d.db" % turn)
        db = open_with(path=path)
        db.execute("PRAGMA journal_mode = %s" % ("WAL" if turn % 2 else "DELETE"))
        db.execute("CREATE TABLE truth (id INTEGER PRIMARY KEY, text)")
        db.execute("CREATE VIRTUAL TABLE near USING neardup(text, log_most=16, clusters=1, changes=1)")
        db.executescript(SEEN)
        db.close()
        child = os.fork()
        if child == 0:
            db = open_with(path=path)
            for id, text in texts(100000, turn):
                db.execute("BEGIN")
                db.execute("INSERT INTO truth VALUES (?, ?)", (id, text))
                db.execute("INSERT INTO near(rowid, text) VALUES (?, ?)", (id, text))
                db.execute("DELETE FROM truth WHERE id = ?", (id // 3,))
                db.execute("DELETE FROM near WHERE rowid = ?", (id // 3,))
                if turn > 1:
                    db.execute("INSERT INTO near(near, rowid, partner) SELECT ?, a, b FROM near_pairs ORDER BY seq DESC LIMIT 1",
                               (("duplicate", "no duplicate", "no verdict")[id % 3],))
                db.execute("COMMIT")
                if id % 5 == 0:
                    consume(db)
            os._exit(0)
        time.sleep(0.4 + 0.05 * turn)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        db = open_with(path=path)
        sound(db, "near", "killed")
        check(ask(db, "SELECT id, text FROM truth ORDER BY id") == ask(db, "SELECT rowid, text FROM near ORDER BY rowid"),
              "killed: other texts")
        consume(db)
        consumed(db, "killed")
        db.close()


def test_dump(folder):
    """.dump and restore, VACUUM, VACUUM INTO, ATTACH, temp, names that need quotation marks."""
    path = os.path.join(folder, "whole.db")
    db = open_with(path=path)
    db.execute("CREATE VIRTUAL TABLE \"near 'it'\" USING neardup(\"a text\", log_most=16, pairs=1, clusters=1)")
    db.executemany("INSERT INTO \"near 'it'\"(rowid, \"a text\") VALUES (?, ?)", texts(100))
    query = "SELECT rowid, jaccard FROM \"near 'it'\"(?) ORDER BY jaccard DESC, rowid"
    asked = next(texts(1))[1]
    expected = ask(db, query, asked)
    check(len(expected) > 1, "few neighbours")
    db.execute("VACUUM")
    db.execute("VACUUM INTO ?", (os.path.join(folder, "copy.db"),))
    check(ask(db, query, asked) == expected, "after VACUUM")
    restored = os.path.join(folder, "restored.db")
    run(restored, run(path, ".dump"))
    for other in (restored, os.path.join(folder, "copy.db")):
        copy = open_with(path=other)
        check(ask(copy, query, asked) == expected, "%s: other answers" % other)
        sound(copy, "\"near 'it'\"", other)
        copy.close()
    memory = open_with()
    memory.execute("ATTACH ? AS other", (path,))
    check(ask(memory, query, asked) == expected, "attached")
    memory.execute("INSERT INTO other.\"near 'it'\"(\"a text\") VALUES ('Something else.')")
    memory.execute("CREATE VIRTUAL TABLE temp.brief USING neardup(text, log_most=16)")
    memory.executemany("INSERT INTO brief(rowid, text) VALUES (?, ?)", texts(50))
    sound(memory, "brief", "temp")
    memory.close()
    db.execute("ALTER TABLE \"near 'it'\" RENAME TO away")
    check(ask(db, "SELECT rowid, jaccard FROM away(?) ORDER BY jaccard DESC, rowid", asked) == expected, "renamed")
    db.execute("CREATE VIRTUAL TABLE \"near 'it'\" USING neardup(text, pairs=1, clusters=1)")
    db.execute("BEGIN")
    db.execute("DROP TABLE away")
    db.execute("ROLLBACK")
    sound(db, "away", "a DROP that was rolled back")
    db.execute("DROP TABLE away")
    db.execute("DROP TABLE \"near 'it'\"")
    check(ask(db, "SELECT name FROM sqlite_schema") == [], "after DROP: %s" % ask(db, "SELECT name FROM sqlite_schema"))
    db.close()


def test_readers(folder):
    """A reader in WAL mode, amid its rows, keeps what it sees while another connection inserts, merges and optimizes."""
    path = os.path.join(folder, "readers.db")
    writer = open_with(path=path)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("CREATE VIRTUAL TABLE near USING neardup(text, log_most=16)")
    lots = list(texts(600))
    writer.executemany("INSERT INTO near(rowid, text) VALUES (?, ?)", lots[:200])
    reader = open_with(path=path)
    query, asked = "SELECT rowid, jaccard FROM near(?)", lots[0][1]
    reader.execute("BEGIN")
    expected = ask(reader, query, asked)
    half = reader.execute(query, (asked,))
    rows = [half.fetchone()]
    for lot in lots[200:]:
        writer.execute("INSERT INTO near(rowid, text) VALUES (?, ?)", lot)
    writer.execute("INSERT INTO near(near) VALUES('optimize')")
    check(rows + half.fetchall() == expected == ask(reader, query, asked), "a reader sees what came later")
    reader.execute("COMMIT")
    check(ask(reader, query, asked) == ask(writer, query, asked), "afterwards")
    for db in (reader, writer):
        db.close()
    read_only = open_with(path="file:%s?mode=ro" % path, uri=True)
    check(len(ask(read_only, query, asked)) > len(expected), "read only")
    refused(read_only, "INSERT INTO near(text) VALUES ('x')", "readonly")
    read_only.close()


def test_connections(folder):
    """A commit that has to wait; a drop, and another index of that name, by another connection; xIntegrity."""
    path = os.path.join(folder, "connections.db")
    one, two = open_with(path=path, timeout=0), open_with(path=path, timeout=0)
    one.execute("CREATE VIRTUAL TABLE near USING neardup(text, log_most=16, pairs=1, clusters=1)")
    lots = list(texts(120))
    query, asked = "SELECT rowid FROM near(?) ORDER BY rowid", lots[0][1]
    one.executemany("INSERT INTO near(rowid, text) VALUES (?, ?)", lots[:40])
    expected = ask(one, query, asked)
    two.execute("BEGIN IMMEDIATE")
    refused(one, "INSERT INTO near(text) VALUES ('x')", "locked")
    two.execute("ROLLBACK")
    reading = two.execute("SELECT rowid FROM near")
    reading.fetchone()
    one.execute("BEGIN")
    one.executemany("INSERT INTO near(rowid, text) VALUES (?, ?)", lots[40:])
    refused(one, "COMMIT", "locked")
    check(ask(two, query, asked) == expected, "a reader sees what is not committed")
    reading.close()
    one.execute("COMMIT")
    check(ask(two, query, asked) == ask(one, query, asked) != expected, "after a commit that had to wait")
    sound(two, "near", "after a commit that had to wait")
    if sqlite3.sqlite_version_info >= (3, 44):
        check(ask(one, "PRAGMA integrity_check") == [("ok",)], "xIntegrity")
        one.execute("DELETE FROM near_content WHERE id = 5")
        one.execute("INSERT INTO near_content VALUES (5, 'Not what it was when the index was told of it.')")
        check("lacks the current text 5" in ask(one, "PRAGMA integrity_check")[0][0], "xIntegrity, of a text that was changed")
    two.execute("DROP TABLE near")
    refused(one, "SELECT * FROM near('x')", "no such table")
    two.execute("CREATE VIRTUAL TABLE near USING neardup(text, shingle=3)")
    check(ask(one, query, asked) == [], "another index, empty")
    one.execute("INSERT INTO near(rowid, text) VALUES (7, ?)", (asked,))
    check(ask(two, query, asked) == ask(one, query, asked) == [(7,)], "another index")
    for db in (one, two):
        db.close()


def test_recovered(folder):
    """What .recover makes of a database has an index that works."""
    path, again = os.path.join(folder, "lost.db"), os.path.join(folder, "found.db")
    db = indexed("text, log_most=16, pairs=1, clusters=1", texts(100), path=path)
    query, asked = "SELECT rowid, jaccard FROM near(?)", next(texts(1))[1]
    expected = ask(db, query, asked)
    db.close()
    recovered = subprocess.run(["sqlite3", path, ".recover"], capture_output=True, text=True)
    if recovered.returncode != 0 or "near_data" not in recovered.stdout:
        return skip("functions/live_index: this sqlite3 has no .recover")
    subprocess.run(["sqlite3", again], input=recovered.stdout, capture_output=True, text=True, check=True)
    db = open_with(path=again)
    check(ask(db, query, asked) == expected and len(expected) > 1, "recovered")
    sound(db, "near", "recovered")
    db.execute("INSERT INTO near(text) VALUES (?)", (asked,))
    check(len(ask(db, query, asked)) == len(expected) + 1, "a text after .recover")
    db.close()


def test_triggers():
    """Of external content: rollback in triggers, RETURNING, INSERT OR REPLACE, and a schema that is not trusted."""
    db = open_with()
    db.execute("PRAGMA trusted_schema = OFF")
    db.executescript("""
        CREATE TABLE note(id INTEGER PRIMARY KEY, text);
        CREATE VIRTUAL TABLE near USING neardup(text, content='note', pairs=1, clusters=1, log_most=16);
        CREATE TRIGGER a AFTER INSERT ON note BEGIN
            INSERT INTO near(rowid, text) VALUES (new.id, new.text);
            SELECT raise(FAIL, 'no such text') WHERE new.text LIKE '%chapter 3%';
        END;
        CREATE TRIGGER b AFTER DELETE ON note BEGIN
            INSERT INTO near(near, rowid) VALUES ('delete', old.id);
        END;
        CREATE TRIGGER c AFTER UPDATE ON note BEGIN
            INSERT INTO near(near, rowid) VALUES ('delete', old.id);
            INSERT INTO near(rowid, text) VALUES (new.id, new.text);
        END""")
    for id, text in texts(200):
        try:
            ask(db, "INSERT OR %s INTO note VALUES (?, ?) RETURNING id" % ("REPLACE" if id % 3 else "ABORT"),
                id % 75, text)
        except sqlite3.IntegrityError:
            pass
        db.execute("SAVEPOINT s")
        db.execute("UPDATE note SET text = 'Another one.' WHERE id % 7 = 1")
        db.execute("ROLLBACK TO s")
        db.execute("RELEASE s")
    sound(db, "near", "after triggers")
    check(ask(db, "SELECT id FROM note ORDER BY id") == ask(db, "SELECT rowid FROM near ORDER BY rowid"), "other texts")


def test_made_triggers():
    """The command 'triggers', in main and in an attached database; they go with the index, under a new name, too."""
    db = open_with()
    db.execute("ATTACH ':memory:' AS other")
    for schema in ("main", "other"):
        for rename in (False, True):
            db.executescript(f"""
                CREATE TABLE {schema}."a ""note"(key INTEGER PRIMARY KEY, "the text");
                CREATE VIRTUAL TABLE {schema}.[near's] USING neardup("the text", content='a "note', content_rowid=key);
                INSERT INTO {schema}.[near's]([near's]) VALUES ('triggers')""")
            if rename:
                db.execute(f"ALTER TABLE {schema}.[near's] RENAME TO nearer")
            name = "nearer" if rename else "[near's]"
            db.execute(f"CREATE TRIGGER {schema}.mine AFTER INSERT ON \"a \"\"note\" BEGIN SELECT 1; END")
            db.executemany(f"INSERT INTO {schema}.\"a \"\"note\" VALUES (?, ?)", texts(30))
            db.execute(f"UPDATE {schema}.\"a \"\"note\" SET key = key + 100 WHERE key % 3 = 0")
            db.execute(f"DELETE FROM {schema}.\"a \"\"note\" WHERE key % 5 = 0")
            sound(db, f"{schema}.{name}", "after triggers")
            db.execute(f"DROP TABLE {schema}.{name}")
            check(ask(db, f"SELECT name FROM {schema}.sqlite_schema WHERE type = 'trigger'") == [("mine",)], "triggers left")
            db.execute(f"DROP TABLE {schema}.\"a \"\"note\"")
    db.execute("CREATE VIRTUAL TABLE own USING neardup(text)")
    refused(db, "INSERT INTO own(own) VALUES ('triggers')", "holds its texts")


def test_contentless():
    """No text is kept; estimates are near the truth, deletes and updates hold."""
    db = open_with()
    db.execute("CREATE VIRTUAL TABLE bare USING neardup(text, content='', log_most=16, pairs=1, clusters=1)")
    db.execute("CREATE VIRTUAL TABLE near USING neardup(text)")
    for name in ("bare", "near"):
        db.executemany(f"INSERT INTO {name}(rowid, text) VALUES (?, ?)", texts(500))
        db.execute(f"DELETE FROM {name} WHERE rowid % 10 = 0")
        db.execute(f"UPDATE {name} SET text = 'The ' || rowid || ' other bridges of the river.' WHERE rowid % 10 = 1")
    errors = []
    for id, text in itertools.islice(texts(500), 0, None, 7):
        found = dict(ask(db, "SELECT rowid, jaccard FROM bare(?)", text))
        check(all(jaccard >= 0.6 for jaccard in found.values()), "less than jaccard_least")
        for other, jaccard in found.items():
            (exact, equal), = ask(db, "SELECT jaccard(fold_text(text), fold_text(?), 5), text = ? FROM near WHERE rowid = ?",
                                  text, text, other)
            check(jaccard == 1 or not equal, "an equal text: %s" % jaccard)
            errors.append(jaccard - exact)
    spread = (sum(error * error for error in errors) / len(errors)) ** 0.5
    check(len(errors) > 200 and spread < 0.08, "%d errors, spread %.3f" % (len(errors), spread))
    kept = ask(db, "SELECT typeof(text), length(text), count(*) FROM bare_content GROUP BY 1, 2")
    check(kept == [("blob", 100, 450)], "kept: %s" % kept)
    check(ask(db, "SELECT count(*), count(text) FROM bare") == [(450, 0)], "texts")
    check(ask(db, "SELECT count(*) FROM bare_pairs WHERE a % 10 = 0 OR b % 10 = 0") == [(0,)], "pairs of deleted texts")
    refused(db, "UPDATE bare SET rowid = 900 WHERE rowid = 2", "must give the text again")
    refused(db, "INSERT INTO bare(bare) VALUES ('rebuild')", "keeps no texts")
    db.execute("INSERT OR REPLACE INTO bare(rowid, text) VALUES (2, 'x'), (3, NULL)")
    sound(db, "bare", "contentless")


def test_refusals():
    db = open_with()
    db.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, text)")
    db.execute("CREATE TABLE loose(id, text)")
    db.execute("CREATE VIEW seen AS SELECT * FROM note")
    for options, words in (("", "must name the column"), ("text, content='', edit_similarity_least=0.5", "needs texts"),
                           ("text, content='', kinds=1", "option kinds needs texts"), ("text, ''", "must not be empty"),
                           ("text, title=''", "option title must name a column"), ("text, Text", "two columns called Text"),
                           (", ".join("c%d" % i for i in range(17)), "in 16 columns, found one more: c16"),
                           ("text, content=loose", "INTEGER PRIMARY KEY"), ("text, content=seen", "INTEGER PRIMARY KEY"),
                           ("text, content=none", "no such table"), ("text, content_rowid=id", "needs content"),
                           ("words, content=note", "no such column"), ("text, content=note, content_rowid=text", "called text"),
                           ("text, bands=0", "option bands must be an integer from 1 to 128, found '0'"),
                           ("text, rows=2, rows=3", "given twice"), ("text, fold='sideways'", "found 'sideways'"),
                           ("text, jaccard_least=0.2", "from 0.3 to 1"), ("text, pairs=yes", "found 'yes'"),
                           ("near", "two columns called near"), ("JACCARD", "two columns called jaccard"),
                           ("Rowid", "must not be called Rowid"),
                           ("text, length=3", "there is no option 'length'; the options are content, content_rowid")):
        refused(db, f"CREATE VIRTUAL TABLE near USING neardup({options})", words)
    check(ask(db, "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'near%'") == [(0,)], "something is left")
    db.execute("CREATE VIRTUAL TABLE near USING neardup(text, content=note)")
    refused(db, "INSERT INTO near(text) VALUES ('x')", "needs its rowid")
    refused(db, "INSERT INTO near(near) VALUES ('dance')", "found 'dance'")
    refused(db, "INSERT INTO near(near) VALUES ('merge')", "a number of pages")
    refused(db, "INSERT INTO near(near) VALUES ('delete')", "the rowid of the text")
    refused(db, "INSERT INTO near(near, text) VALUES ('update', 'x')", "'update' needs the rowid of the text")
    refused(db, "INSERT INTO near(near, rowid) VALUES ('forget-changes', 1)", "needs an index with changes=1")
    db.execute("CREATE VIRTUAL TABLE own USING neardup(text, changes=1)")
    refused(db, "INSERT INTO own(own, rowid, text) VALUES ('update', 1, 'x')", "'update' is for an index of another table")
    for seq in "-1", "NULL":
        refused(db, f"INSERT INTO own(own, rowid) VALUES ('forget-changes', {seq})", "needs the last seq to forget, 0 or more")
    db.execute("INSERT INTO note VALUES (1, 'x')")
    refused(db, "UPDATE near SET text = 'y'", "change them there")
    db.execute("UPDATE near_data SET block = x'04' || substr(block, 2) WHERE id = 0")
    refused(db, "SELECT * FROM near('x')", "format 4, and this neardup knows formats up to 3")
    # No call of Python before 3.12 sets DEFENSIVE; the shell does.
    done = shell(":memory:", "CREATE VIRTUAL TABLE near USING neardup(text, log_most=16);",
                 ".dbconfig defensive on",
                 "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50) "
                 "INSERT INTO near(text) SELECT 'Lamp ' || i FROM n;"
                 "INSERT INTO near(near) VALUES ('optimize'); SELECT count(*) FROM near;", "DELETE FROM near_data;")
    check("50" in done.stdout and "may not be modified" in done.stderr, "defensive: %s%s" % (done.stdout, done.stderr))


def test_savepoints():
    """A search between a merge and its ROLLBACK sees few pages of what is being merged, and then all of them again."""
    for seed in range(10):
        db = indexed("text, log_most=16, pairs=1")
        db.isolation_level = None
        lots = list(texts(54, seed))
        insert = "INSERT INTO near(rowid, text) VALUES (?, ?)"
        db.executemany(insert, lots[:33])
        db.execute("BEGIN")
        db.executemany(insert, lots[33:50])
        db.execute("INSERT INTO near(near, rowid) VALUES ('merge', 116)")
        db.execute("SAVEPOINT s")
        db.execute("INSERT INTO near(near, rowid) VALUES ('merge', 194)")
        db.execute("ROLLBACK TO s")
        db.executemany(insert, lots[50:])
        db.execute("ROLLBACK")
        lost = [id for id, text in lots[:33] if (id,) not in ask(db, "SELECT rowid FROM near(?)", text)]
        check(not lost, "not found by their own text: %s" % lost)
        sound(db, "near", "after ROLLBACK")
    # Whoever has seen a later state goes on from the one that is there: the log does not grow beyond its size.
    db = indexed("text, log_most=16")
    db.isolation_level = None
    db.execute("BEGIN")
    db.executemany(insert, texts(500))
    db.execute("ROLLBACK")
    db.executemany(insert, texts(100))
    check(ask(db, "SELECT count(*) FROM near_log") <= [(16,)], "the log: %s" % ask(db, "SELECT count(*) FROM near_log"))


def test_restored():
    """What a connection remembers of an index is of no use after deserialize() and backup() of another state, and it knows."""
    if not hasattr(sqlite3.Connection, "deserialize"):
        return skip("functions/live_index: this Python's sqlite3 has no deserialize()")
    lots = random.Random(seed())
    for trial in range(40 if LONG else 8):
        db = indexed("text, log_most=16" + ", pairs=1, clusters=1, changes=1" * (trial % 2))
        states, more = [db.serialize()], iter(texts(1000, lots.random()))
        for _ in range(60):
            added = itertools.islice(more, lots.randrange(8))
            db.executemany("INSERT INTO near(text) VALUES (?)", ((text,) for _, text in added))
            db.execute(lots.choice(["SELECT 1", "DELETE FROM near WHERE rowid % 5 = 2",
                                    "INSERT INTO near(near) VALUES ('optimize')"]))
            if lots.random() < 0.2:
                states.append(db.serialize())
            if lots.random() < 0.2 and trial % 4 < 2:
                db.deserialize(lots.choice(states))
            elif lots.random() < 0.2:
                other = sqlite3.connect(":memory:")
                other.deserialize(lots.choice(states))
                other.backup(db)
                other.close()
            lost = [id for id, text in ask(db, "SELECT rowid, text FROM near LIMIT 9")
                    if (id,) not in ask(db, "SELECT rowid FROM near(?)", text)]
            check(not lost, "another state was restored: texts %s are not found" % lost)
        sound(db, "near", "restored")


def test_denied():
    """Whatever an authorizer denies, a statement fails and changes nothing, or does without it."""
    for statement in ("INSERT INTO near(rowid, text) VALUES (77, 'The storm of the bridge, chapter 3.')",
                      "UPDATE near SET rowid = rowid + 1000, text = text || '!' WHERE rowid < 4", "DELETE FROM near WHERE rowid < 9",
                      "INSERT INTO near(near, rowid) VALUES ('merge', 100)", "INSERT INTO near(near) VALUES ('rebuild')",
                      "ALTER TABLE near RENAME TO nearer", "DROP TABLE near"):
        asked, n = [None], 0
        while len(asked) > n:
            db, asked = indexed("text, log_most=16, pairs=1, clusters=1, changes=1", texts(40)), []
            before = ask(db, "SELECT rowid, text FROM near")
            db.set_authorizer(lambda *of, asked=asked, n=n: asked.append(of) or (
                sqlite3.SQLITE_DENY if len(asked) == n + 1 else sqlite3.SQLITE_OK))
            try:
                ask(db, statement)
                failed = None
            except sqlite3.Error as error:
                failed = error
            db.set_authorizer(None)
            for name, in ask(db, "SELECT name FROM sqlite_schema WHERE name IN ('near', 'nearer')"):
                sound(db, name, "%s: %s" % (statement, failed))
                check(not failed or ask(db, f"SELECT rowid, text FROM {name}") == before,
                      "%s: %s, but a part is done" % (statement, failed))
            n += 1 if LONG else 7


def test_moved_content(folder):
    """A search that cannot read its texts says so, on each connection, and so do the commands that need them."""
    path = os.path.join(folder, "moved.db")
    asked = next(texts(1))[1]
    for change, back in (("ALTER TABLE note RENAME COLUMN text TO body", "ALTER TABLE note RENAME COLUMN body TO text"),
                         ("ALTER TABLE note RENAME TO memo", "ALTER TABLE memo RENAME TO note"),
                         ("ALTER TABLE note RENAME COLUMN id TO key", "ALTER TABLE note RENAME COLUMN key TO id"),
                         ("ALTER TABLE note RENAME TO memo; CREATE VIEW note AS SELECT * FROM memo",
                          "DROP VIEW note; ALTER TABLE memo RENAME TO note"),
                         ("CREATE TABLE memo AS SELECT * FROM note; DROP TABLE note; CREATE TABLE note(id, text);",
                          "DROP TABLE note; CREATE TABLE note(id INTEGER PRIMARY KEY, text);"
                          "INSERT INTO note SELECT * FROM memo; INSERT INTO near(near) VALUES('triggers')")):
        db, other = open_with(path=path), open_with(path=path)
        db.executescript("""DROP TABLE IF EXISTS near; DROP TABLE IF EXISTS note; DROP TABLE IF EXISTS memo;
            CREATE TABLE note(id INTEGER PRIMARY KEY, text);
            CREATE VIRTUAL TABLE near USING neardup(text, content=note, content_rowid=id);
            INSERT INTO near(near) VALUES ('triggers')""")
        db.executemany("INSERT INTO note VALUES (?, ?)", texts(40))
        expected = ask(db, "SELECT rowid, text, jaccard FROM near(?)", asked)
        check(ask(other, "SELECT rowid, text, jaccard FROM near(?)", asked) == expected, "another connection")
        db.executescript(change)
        for statement in ("SELECT rowid FROM near('%s')" % asked, "SELECT jaccard FROM near('x') WHERE rowid = 1",
                          "SELECT count(*) FROM near", "SELECT text FROM near WHERE rowid = 1",
                          "INSERT INTO near(near) VALUES ('rebuild')", "INSERT INTO near(near) VALUES ('triggers')",
                          "INSERT INTO near(near) VALUES ('integrity-check')"):
            for connection in (db, other):
                refused(connection, statement,
                        "near: there is no table note with a column text and an INTEGER PRIMARY KEY id")
        if sqlite3.sqlite_version_info >= (3, 44):
            check("there is no table note" in ask(db, "PRAGMA integrity_check")[0][0], "xIntegrity")
        db.executescript(back)
        for connection in (other, db):
            ask(connection, "SELECT count(*) FROM note")  # until it reads it, SQLite takes what was a view for one still
            check(ask(connection, "SELECT rowid, text, jaccard FROM near(?)", asked) == expected, "%s: other answers" % back)
        db.execute("INSERT INTO note(text) VALUES (?)", (asked,))
        sound(db, "near", back)
    # What the message advises: a new index of what holds the texts now; the old triggers have gone with the old one.
    db = open_with()
    db.executescript("""CREATE TABLE note(id INTEGER PRIMARY KEY, text);
        CREATE VIRTUAL TABLE near USING neardup(text, content=note, content_rowid=id);
        INSERT INTO near(near) VALUES ('triggers');
        ALTER TABLE note RENAME TO memo; ALTER TABLE memo RENAME COLUMN text TO "the ""body";
        DROP TABLE near""")
    check(ask(db, "SELECT name FROM sqlite_schema WHERE type = 'trigger'") == [], "triggers are left")
    db.execute("""CREATE VIRTUAL TABLE near USING neardup('the "body', content=memo, content_rowid=id)""")
    db.execute("INSERT INTO near(near) VALUES ('triggers')")
    db.executemany("INSERT INTO memo VALUES (?, ?)", texts(40))
    sound(db, "near", "a new index")


def test_numbers():
    """Numbers of shadow tables to which nothing can be added are damage, which 'rebuild' mends."""
    last = 2 ** 63 - 1
    for damage in (f"INSERT INTO near_pairs VALUES ({last}, 1, 2, 1, NULL)", "INSERT INTO near_pairs VALUES (99, 3, 46, 1, NULL)",
                   f"INSERT INTO near_log VALUES ({last}, 1, 1, 0, NULL)", f"DELETE FROM near_log; INSERT INTO near_log VALUES ({-last - 1}, 1, 1, 0, NULL)",
                   "DELETE FROM near_log; INSERT INTO near_log VALUES (-5, 1, 1, 0, NULL)",
                   "UPDATE near_data SET block = x'010100010000' || x'00' WHERE id = 0",  # next_id is 0
                   "UPDATE near_data SET block = x'0101ffffffff0f01000000' WHERE id = 0",  # and 2^32 - 1
                   "UPDATE near_data SET block = x'0101010000000000' WHERE id = 0",  # next_seq is 0
                   "UPDATE near_data SET block = x'01010101ffffffffffffffffff010000' WHERE id = 0",  # last_pair is -1
                   f"INSERT INTO near_data VALUES ({last}, x'00')"):
        db = indexed("text, log_most=16, pairs=1, clusters=1", texts(45))
        db.isolation_level = None
        db.executescript(damage)
        refused(db, "INSERT INTO near(near) VALUES ('integrity-check')", "damaged")
        for statement in ("INSERT OR IGNORE INTO near(rowid, text) VALUES (46, 'The storm of the bridge, chapter 3.')",
                          "UPDATE near SET text = (SELECT text FROM near WHERE rowid = 3) WHERE rowid = 45",
                          "INSERT INTO near(near, rowid) VALUES ('merge', 3)", "DELETE FROM near WHERE rowid = 2",
                          "INSERT INTO near(near) VALUES ('optimize')", "INSERT INTO near(near) VALUES ('integrity-check')"):
            try:
                ask(db, statement)
            except sqlite3.Error as error:
                check("damaged" in str(error), "%s; %s: %s" % (damage, statement, error))
        db.execute("INSERT INTO near(near) VALUES ('rebuild')")
        db.executemany("INSERT INTO near(text) VALUES (?)", [(text,) for _, text in texts(40, 3)])
        sound(db, "near", damage)
    db = indexed("text, pairs=1")
    db.execute("INSERT INTO near(text) VALUES ('The storm killed 143 people.')")
    db.execute(f"INSERT INTO near_pairs VALUES ({last}, 1, 9, 1, NULL)")
    refused(db, "INSERT OR IGNORE INTO near(text) VALUES ('The storm killed 143 people!')", f"the index is damaged: pair {last}")
    db.executescript("DELETE FROM near_pairs; CREATE TRIGGER t BEFORE INSERT ON near_pairs BEGIN SELECT raise(ABORT, 'no'); END")
    refused(db, "INSERT OR IGNORE INTO near(text) VALUES ('The storm killed 143 people!')", "a shadow table refuses a row: no.")
    check(ask(db, "SELECT count(*) FROM near") == [(1,)], "a part of an INSERT")


def test_updates():
    """An UPDATE that leaves a text as it is makes no pair new, whatever column it is of; one that does not, is noticed."""
    pairs = "SELECT * FROM near_pairs"
    for content in ("", ", content=''"):
        db = indexed(f"text, pairs=1, clusters=1{content}", texts(60))
        before = ask(db, pairs)
        db.executemany("UPDATE near SET text = ?2 WHERE rowid = ?1", texts(60))
        db.executemany("REPLACE INTO near(rowid, text) VALUES (?, ?)", texts(60))
        check(ask(db, pairs) == before != [], "the same texts" + content)
        db.executemany("UPDATE near SET text = ?2 || ' Or so it goes.' WHERE rowid = ?1", texts(60))
        check(min(ask(db, pairs)) > max(before), "other texts" + content)
        sound(db, "near", "after UPDATE")

    db = open_with()
    db.executescript("""
        CREATE TABLE note(key INTEGER PRIMARY KEY, title, body COLLATE NOCASE, text AS (title || body), other);
        CREATE VIRTUAL TABLE near USING neardup(text, pairs=1, clusters=1, content=note, content_rowid=key);
        INSERT INTO near(near) VALUES ('triggers')""")
    db.executemany("INSERT INTO note(key, title, body) VALUES (?, 'A title. ', ?)", texts(60))
    before = ask(db, pairs)
    for statement in ("UPDATE note SET other = key, title = title", "UPDATE note SET key = key", "UPDATE note SET rowid = key"):
        ask(db, statement)
        check(ask(db, pairs) == before != [], statement)
    for statement, rowid in (("UPDATE note SET title = 'Another one. ' WHERE key = 3", 3),
                             ("UPDATE note SET body = upper(body) WHERE key = 3", 3),
                             ("UPDATE note SET rowid = 503 WHERE key = 4", 503),
                             ("UPDATE note SET oid = 4.0 WHERE key = 503", 4)):
        ask(db, statement)
        (text,), = ask(db, "SELECT text FROM note WHERE key = ?", rowid)
        check((rowid,) in ask(db, "SELECT rowid FROM near(?)", text), statement)
        sound(db, "near", statement)

    # Other bytes are another text, whatever the collation of the column says.
    for collation, changed in (("NOCASE", "upper(text)"), ("RTRIM", "text || '          '")):
        own = open_with()
        own.executescript(f"""
            CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT COLLATE {collation});
            CREATE VIRTUAL TABLE near USING neardup(text, pairs=1, content=note, content_rowid=id, fold='');
            INSERT INTO near(near) VALUES ('triggers')""")
        own.executemany("INSERT INTO note VALUES (?, ?)", texts(60))
        own.execute(f"UPDATE note SET text = {changed} WHERE id % 2")
        sound(own, "near", "UPDATE of a column that is " + collation)
    own = open_with()
    own.execute("PRAGMA encoding = 'UTF-16'")  # a sketch of an odd number of bytes is no text there
    own.execute("CREATE VIRTUAL TABLE near USING neardup(text, content='', bands=1, rows=1, pairs=1)")
    own.execute("INSERT INTO near(text) VALUES ('The storm of the bridge.'), ('The storm of the bridge!')")
    own.execute("UPDATE near SET text = 'Lanterns' WHERE rowid = 2")
    check(ask(own, pairs) == [], "a sketch that has changed")

    # Triggers of neardup 0.4 are made anew; what somebody else made is left.
    db.executescript("""DROP TRIGGER near_UPDATE;
        CREATE TRIGGER "near_UPDATE" AFTER UPDATE ON "note" BEGIN INSERT INTO "near"("near", rowid) VALUES ('delete', """
                     """old."key"); INSERT INTO "near"(rowid, "text") VALUES (new."key", new."text"); END;
        INSERT INTO near(near) VALUES ('triggers')""")
    kinds = "SELECT count(*), sum(sql LIKE '% WHEN %') FROM sqlite_schema WHERE type = 'trigger'"
    check(ask(db, kinds) == [(3, 1)], "'triggers': %s" % ask(db, kinds))
    db.executescript("DROP TRIGGER near_UPDATE; CREATE TRIGGER near_UPDATE AFTER UPDATE ON note BEGIN SELECT 1; END")
    refused(db, "INSERT INTO near(near) VALUES ('triggers')", "near: trigger \"near_UPDATE\" already exists")
    for name, new, legacy in (("near", "far", "OFF"), ("far", "nearer", "ON")):  # and it stays the only one for an UPDATE
        db.executescript(f"PRAGMA legacy_alter_table = {legacy}; ALTER TABLE {name} RENAME TO {new}")
        names = {name for name, in ask(db, "SELECT name FROM sqlite_schema WHERE type = 'trigger'")}
        check(names == {new + "_DELETE", new + "_INSERT", "near_UPDATE"}, f"RENAME: {names}")
        db.execute("DELETE FROM note WHERE key = 3")
        db.execute("INSERT INTO note(key, body) VALUES (3, 'The storm of the bridge.')")
        sound(db, new, "after RENAME")


def test_feed():
    """What the feed tells of a statement; what stands is not told of; nothing is told twice, nor is a seq used twice."""
    lamp = "The %s lamp of the old pier burnt all night, and nobody saw it."
    for own in (True, False):
        db = open_with()
        db.isolation_level = None
        db.executescript("CREATE TABLE note(id INTEGER PRIMARY KEY, text)")
        db.execute(f"CREATE VIRTUAL TABLE near USING neardup(text, clusters=1, changes=1{'' if own else ', content=note, content_rowid=id'})")
        if not own:
            db.execute("INSERT INTO near(near) VALUES ('triggers')")
        table, key, last = ("near", "rowid", 0) if own else ("note", "id", 0)

        def tells(statement, *expected, values=()):
            nonlocal last
            ask(db, statement.replace("@table", table).replace("@key", key), *values)
            found = ask(db, "SELECT * FROM near_changes WHERE seq > ? ORDER BY seq", last)
            last = found[-1][0] if found else last
            told = [" ".join(str(value) for value in row[1:] if value is not None) for row in found]
            check(told == list(expected), f"{statement}: {told}, not {expected}")

        insert = "INSERT INTO @table(@key, text) VALUES (?, ?)"
        tells(insert, values=(5, lamp % "first"))
        tells(insert, "appeared 5 7", "born 5", "grew 7 5", "grew 5 5", values=(7, lamp % "second"))
        tells("UPDATE @table SET text = text || ' ' WHERE @key = 7")
        tells("UPDATE @table SET text = replace(text, 'second', 'third') WHERE @key = 7")
        tells("INSERT INTO near(near) VALUES ('rebuild')")
        tells(insert, "appeared 3 5", "appeared 3 7", "grew 3 5", "renamed 5 3", values=(3, lamp % "third"))
        tells("UPDATE @table SET @key = 9 WHERE @key = 3", "went 3 5", "went 3 7", "shrank 3 3", "renamed 3 5",
              "appeared 5 9", "appeared 7 9", "grew 9 5")
        tells("BEGIN")
        tells("DELETE FROM @table", "went 5 7", "went 5 9", "shrank 5 5", "renamed 5 7", "went 7 9", "shrank 7 7", "shrank 9 7", "gone 7")
        ask(db, "ROLLBACK")
        last, = ask(db, "SELECT max(seq) FROM near_changes")[0]
        tells("INSERT INTO near(near, rowid) VALUES ('forget-changes', 1000)")
        check(ask(db, "SELECT count(*) FROM near_changes") == [(0,)], "'forget-changes' leaves something")
        sound(db, "near", "after 'forget-changes'")
        tells("DELETE FROM @table WHERE @key = 5", "went 5 7", "went 5 9", "shrank 5 5", "renamed 5 7")
        # The feed is mended by what it lacks: a pair that was lost has appeared again.
        db.execute("DELETE FROM near_pairs")
        refused(db, "INSERT INTO near(near) VALUES ('integrity-check')", "damaged")
        tells("INSERT INTO near(near) VALUES ('rebuild')", "appeared 7 9")
        db.execute("DELETE FROM near_changes WHERE what = 'appeared'")
        tells("DELETE FROM @table WHERE @key = 7", "went 7 9", "shrank 7 7", "shrank 9 7", "gone 7")
        db.execute("DELETE FROM near_changes WHERE what <> 'grew'")
        db.execute("INSERT INTO near_changes(seq, what, a, b) VALUES (1, 'appeared', 2, 3)")
        refused(db, "INSERT INTO near(near) VALUES ('integrity-check')", "near_changes, of text 2")
        last, = ask(db, "SELECT max(seq) FROM near_changes")[0]
        tells("INSERT INTO near(near) VALUES ('rebuild')", "went 2 3")
        sound(db, "near", "a feed that was mended")


def test_feed_of_rebuild():
    """Texts change and the index is not told: 'rebuild' tells of the difference that this makes, and of no more."""
    lots, pool = random.Random(5), [text for _, text in texts(300)]
    db = open_with()
    db.isolation_level = None
    db.executescript(SEEN + """; CREATE TABLE note(id INTEGER PRIMARY KEY, text);
        CREATE VIRTUAL TABLE near USING neardup(text, clusters=1, changes=1, content=note, content_rowid=id, log_most=16)""")
    for turn in range(60):
        for _ in range(lots.randrange(40)):
            ask(db, "REPLACE INTO note VALUES (?, ?)", lots.randrange(80), lots.choice(pool))
        ask(db, "DELETE FROM note WHERE id % 7 = ?", lots.randrange(7))
        ask(db, "INSERT INTO near(near) VALUES ('rebuild')")
        if turn % 3:
            consume(db)
            consumed(db, f"rebuild {turn}")
        sound(db, "near", "rebuilt")
    ask(db, "INSERT INTO near(near) VALUES ('rebuild')")
    check(ask(db, "SELECT count(*) FROM near_changes") == [(0,)], "'rebuild' tells of what it leaves")


def test_plans():
    db = indexed("text", texts(300))
    asked = next(texts(1))[1]
    found = ask(db, "SELECT rowid, jaccard FROM near(?)", asked)
    check(found == ask(db, "SELECT rowid, jaccard FROM near WHERE near MATCH ?", asked)
          == ask(db, "SELECT rowid, jaccard FROM near WHERE near = ?", asked), "three ways to ask")
    check(ask(db, "SELECT rowid, jaccard FROM near(?) ORDER BY jaccard DESC", asked)
          == sorted(found, key=lambda row: (-row[1], row[0])), "ORDER BY jaccard DESC")
    plan = ask(db, "EXPLAIN QUERY PLAN SELECT rowid FROM near('x') ORDER BY jaccard DESC LIMIT 3")
    check(not any("TEMP B-TREE" in row[3] for row in plan), "ORDER BY is not consumed: %s" % plan)
    check(all(jaccard > 0.8 for _, jaccard in ask(db, "SELECT rowid, jaccard FROM near(?) WHERE jaccard > 0.8", asked)), ">")
    check(len(ask(db, "SELECT rowid FROM near(?) WHERE jaccard >= 0.3", asked)) > len(found), ">= below jaccard_least")
    rowid, similarity = found[-1]
    check(ask(db, "SELECT jaccard FROM near(?) WHERE rowid = ?", asked, rowid) == [(similarity,)], "rowid")
    check(ask(db, "SELECT rowid FROM near(?) WHERE rowid IN (1, ?, 9999)", asked, rowid) == [(1,), (rowid,)], "IN")
    check(ask(db, "SELECT count(*) FROM near(NULL)") == [(0,)], "NULL")
    joined = ask(db, "SELECT count(*) FROM near AS x JOIN near(x.text) AS y WHERE y.rowid > x.rowid")
    check(joined[0][0] > 100, "a join: %s" % joined)
    check(ask(db, "SELECT typeof(text), typeof(jaccard), edit_distance, near = ?, not_compared FROM near(?) WHERE rowid = 1",
              asked, asked) == [("text", "real", 0, 1, 0)], "columns")
    check(ask(db, "SELECT * FROM near WHERE rowid = 1") == [(asked,)], "SELECT *")
    for value in ("1.0", "'1'"):
        check(ask(db, f"SELECT rowid FROM near(?) WHERE rowid = {value}", asked)
              == ask(db, f"SELECT rowid FROM near WHERE rowid = {value}") == [(1,)], "rowid = %s" % value)
    for condition, rowids in (("rowid > 297", [298, 299, 300]), ("rowid >= '299' AND rowid < 301", [299, 300]),
                              ("rowid <= 1.5", [1]), ("rowid < NULL", [])):
        check(ask(db, f"SELECT rowid FROM near WHERE {condition} ORDER BY rowid") == [(id,) for id in rowids], condition)


def test_limits():
    """LIMIT and OFFSET give the rows that they would leave of all, and end a search where nothing else counts."""
    db = indexed("text, log_most=16", texts(1500))
    pushed = sqlite3.sqlite_version_info >= (3, 38)
    for where, ends in (("", True), ("WHERE jaccard > 0.7", True), ("WHERE rowid <> 2", None),
                        ("WHERE rowid > 100", False), ("WHERE jaccard >= 0.5 AND edit_distance < 5", False),
                        ("WHERE rowid IN (1, 2, 3, 4, 5, 6, 7, 8)", False)):
        query = f"SELECT rowid, jaccard FROM near(?) {where} "
        for order, used in (("ORDER BY jaccard DESC, rowid", ends), ("ORDER BY jaccard DESC", ends), ("", ends),
                            ("ORDER BY rowid", False), ("ORDER BY jaccard", False)):
            (*_, plan), = ask(db, f"EXPLAIN QUERY PLAN {query} {order} LIMIT 5", "x")[:1]
            if used is not None:  # whether SQLite asks depends on its version
                check(bool(int(plan.split("INDEX ")[1].rstrip(":")) & 512) == (used and pushed), f"{where} {order}: {plan}")
            for _, text in itertools.islice(texts(1500), 0, None, 500):
                whole = ask(db, f"{query} {order}", text)
                for limit, offset in ((1, 0), (5, 0), (5, 3), (0, 0), (-1, 2), (1000, 10)):
                    found = ask(db, f"{query} {order} LIMIT ? OFFSET ?", text, limit, offset)
                    expected = whole[offset:] if limit < 0 else whole[offset:offset + limit]
                    if order.endswith("rowid"):
                        check(found == expected, f"{where} {order} {limit} {offset}: {found}, not {expected}")
                    else:  # any of those that are alike
                        check(len(set(found)) == len(expected) and set(found) <= set(whole) and (
                            not order or [row[1] for row in found] == [row[1] for row in expected]),
                              f"{where} {order} {limit} {offset}: {found}, not {expected}")


def test_rowids():
    """A rowid is what a table takes for one: 3.0 and '3' are 3, and 3.5 and 2^63 are none."""
    db = indexed("text")
    db.execute("CREATE TABLE truth(id INTEGER PRIMARY KEY, text)")
    values = [3, 3.0, "3", 4, 4.0, 4.5, -0.0, 1e300, float("inf"), 2.0**63, -2.0**63, 2**63 - 1, "x", b"3", None]
    statements = ["INSERT INTO %s(rowid, text) VALUES(?1, 'storm')", "UPDATE %s SET rowid = ?1 WHERE rowid = 3",
                  "UPDATE %s SET text = 'ferry' WHERE rowid = ?1", "DELETE FROM %s WHERE rowid = ?1"]
    for first, second, value in itertools.product(statements, statements, values):
        states = []
        for table in "near", "truth":
            ask(db, f"DELETE FROM {table}")
            ask(db, f"INSERT INTO {table}(rowid, text) VALUES(3, 'island'), (?1, ?2)", 2**63 - 1, "bridge")
            codes = []
            for statement in first, second:
                try:
                    codes.append(db.execute(statement % table, (value,)).rowcount)
                except sqlite3.Error as error:
                    codes.append(type(error))
            states.append((codes, ask(db, f"SELECT rowid, text FROM {table} ORDER BY rowid"),
                           *(ask(db, f"SELECT text FROM {table} WHERE rowid {sign} ?1 ORDER BY rowid", value)
                             for sign in ("=", "<>", ">", "<="))))
        if value is not None:  # as a new rowid it stands for one that SQLite chooses
            check(states[0] == states[1], f"{first}, {second} of {value!r}: {states}")
    for argument, taken in ((2, True), (2.0, True), ("2", True), (2.5, False), (0.0, False), ("x", False), (None, False)):
        try:
            ask(db, "INSERT INTO near(near, rowid) VALUES('merge', ?1)", argument)
            check(taken, f"'merge' takes {argument!r}")
        except sqlite3.Error as error:
            check(not taken, f"'merge' of {argument!r}: {error}")


def test_interrupted_rebuild():
    """Texts of more than one part: whenever it is interrupted, the connection works on, and the next rebuild has all."""
    db, calls = open_with(), []
    db.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, text)")
    db.executemany("INSERT INTO note(text) VALUES (?)", ((f"The lamp {n * 7919} of {n} was lit.",) for n in range(18000)))
    db.execute("CREATE VIRTUAL TABLE near USING neardup(text, content='note', content_rowid='id', bands=128, rows=1)")
    rebuild = "INSERT INTO near(near) VALUES ('rebuild')"
    db.set_progress_handler(lambda: calls.append(0), 1000)
    db.execute(rebuild)
    for share in 0.5, 0.8, 0.9, 0.95, 0.99:
        left = int(len(calls) * share)
        interrupting = iter(range(left))
        db.set_progress_handler(lambda interrupting=interrupting: next(interrupting, None) is None, 1000)
        refused(db, rebuild, "interrupted")
        db.set_progress_handler(None, 0)
        check(ask(db, "SELECT count(*) FROM note") == [(18000,)], f"a statement after a rebuild that ended at {share}")
        db.execute(rebuild)
        sound(db, "near", f"a rebuild after one that ended at {share}")


require("functions/live_index", LOADABLE)
run_tests("functions/live_index", test_pipeline, test_killed, test_dump, test_readers, test_connections, test_recovered,
          test_triggers, test_made_triggers, test_updates, test_feed, test_feed_of_rebuild, test_savepoints,
          test_restored, test_denied, test_moved_content, test_numbers, test_contentless, test_refusals, test_plans, test_limits, test_rowids, test_interrupted_rebuild)
