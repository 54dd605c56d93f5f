"""index_layouts.py - what a live index answers depends on the texts there are, and on nothing that became of them before:
searches that may not compare all, and clusters, of indexes of format 1, too.
"""

import itertools
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import check, require, run_tests
from extension import LOADABLE, open_with
from indexes import ask, indexed, refused, sound

WORDS = "storm bridge ferry island winter".split()


# ---- Which texts a search compares ---------------------------------------------------------------


def same_texts(lots, count):
    """Texts of a template: many are equal, many nearly, and the rarest signatures are of few."""
    return {id: "The ferry to the island of %s leaves every day at nine, and on %s at ten." % (
        lots.choice(WORDS[:3]), lots.choice(WORDS[3:5])) for id in range(1, count + 1)}


def layouts(lots, truth):
    """Indexes of the same texts, each with another history; and whether postings in it are out of date."""
    ids = list(truth)
    shuffled = lots.sample(ids, len(ids))
    other = "The ferry to the island of storm leaves every day at nine, and on Mondays at ten."

    def index(options, order):
        db = indexed("text, compared_most=12" + options, [(id, truth.get(id, other)) for id in order])
        db.isolation_level = None
        return db

    yield "the log", False, index(", log_most=16384", ids)
    yield "the log, backwards", False, index(", log_most=16384", ids[::-1])
    yield "many segments", False, index(", log_most=16", ids)
    db = index(", log_most=16", shuffled)
    yield "many segments, at random", False, db
    db.execute("INSERT INTO near(near, rowid) VALUES('merge', 1)")
    yield "a merge that has begun", False, db
    db.execute("INSERT INTO near(near) VALUES('optimize')")
    yield "one segment", False, db
    db = index(", log_most=64", [-id for id in ids] + shuffled + [id + 10**6 for id in ids])
    db.execute("DELETE FROM near WHERE rowid < 0 OR rowid > 1000000")
    yield "others were deleted", True, db
    db.execute("BEGIN")
    db.execute("DELETE FROM near WHERE rowid % 3 = 0")
    ask(db, "SELECT count(*) FROM near(?)", other)
    db.execute("ROLLBACK")
    yield "a DELETE that was rolled back", True, db
    db.execute("UPDATE near SET text = 'Skelder has two harbours, ' || rowid")
    db.executemany("UPDATE near SET text = ? WHERE rowid = ?", [(truth[id], id) for id in shuffled])
    yield "all were changed, and changed back", True, db
    db.execute("INSERT INTO near(near) VALUES('rebuild')")
    yield "rebuilt", False, db
    db = index(", log_most=16384", ids)
    db.execute("UPDATE near SET text = text || ' So they say.'")
    db.executemany("UPDATE near SET text = ? WHERE rowid = ?", [(truth[id], id) for id in ids[::-1]])
    yield "changes in the log", True, db


def test_layouts():
    """A search that may not compare all finds the same in the same texts, whatever became of them before."""
    lots = random.Random(11)
    truth = same_texts(lots, 700)
    asked = [truth[1], truth[2], truth[3], "The ferry to the island of bridge leaves every day at nine, and on winter at eleven.",
             "The ferry to the island of storm leaves every day at six, and on winter at seven."]
    query = "SELECT rowid, jaccard, edit_distance, not_compared FROM near(?) ORDER BY jaccard DESC, rowid"
    expected = None
    for what, stale, db in layouts(lots, truth):
        found = [ask(db, query, text) for text in asked]
        if expected is None:
            expected = found
            check(all(0 < len(rows) <= 12 and 100 < rows[0][3] < 700 - 12 + 1 for rows in found), "%s: %s" % (what, found))
        for text, rows, wanted in zip(asked, found, expected):
            check([row[:3] for row in rows] == [row[:3] for row in wanted], "%s: %s: %s, not %s" % (what, text, rows, wanted))
            left_out, most = rows[0][3], wanted[0][3]
            check(left_out <= most if stale else left_out == most, "%s: %s not compared, not %s" % (what, left_out, most))
            check(ask(db, query, text) == rows, "%s: another answer the second time" % what)
    db.close()


# ---- Clusters ------------------------------------------------------------------------------------


def chain(id):
    """A text that is like those with the next smaller and greater ids."""
    return " ".join("word%d" % word for word in range(id, id + 12))


def as_before_0_5(db):
    """Gives an index the clusters that it had before version 0.5: a table, without labels."""
    db.executescript("""
        CREATE TABLE near_old (member INTEGER PRIMARY KEY, cluster INTEGER NOT NULL, UNIQUE (cluster, member));
        INSERT INTO near_old SELECT member, cluster FROM near_members;
        DROP VIEW near_members; DROP TABLE near_labels; DROP TABLE near_clusters;
        ALTER TABLE near_old RENAME TO near_members;
        UPDATE near_data SET block = x'01' || substr(block, 2) WHERE id = 0""")


def test_clusters(folder):
    """Texts in a chain and equal ones come and go in any order: clusters are the components of the pairs."""
    for turn, (old, order) in enumerate(itertools.product((False, True), ("up", "down", "any"))):
        lots, path = random.Random(turn), os.path.join(folder, "clusters%d.db" % turn)
        db = indexed("text, pairs=1, clusters=1, log_most=16", path=path)
        if old:
            as_before_0_5(db)
        db.close()
        db = open_with(path=path)
        db.isolation_level = None
        kinds = {id: chain(id) if id <= 120 else "The %dth lamp of the old pier burnt all night." % (id % 3) for id in range(1, 160)}

        def same(what):
            found = ask(db, "SELECT member, cluster FROM near_members ORDER BY member")
            wanted = ask(db, "SELECT member, component FROM union_find_members((SELECT union_find(a, b) FROM near_pairs)) ORDER BY 1")
            check(found == wanted, "%s, %s: %s, not %s" % (order, what, set(found) - set(wanted), set(wanted) - set(found)))

        ids = sorted(kinds, reverse=order == "down")
        if order == "any":
            lots.shuffle(ids)
        for step, id in enumerate(ids):
            db.execute("INSERT INTO near(rowid, text) VALUES (?, ?)", (id, kinds[id]))
            if step % 20 == 0:
                same("insert %d" % id)
        same("all are there")
        for step in range(300):
            id = lots.choice(ids)
            if lots.random() < 0.5:
                db.execute("DELETE FROM near WHERE rowid = ?", (id,))
            else:
                db.execute("REPLACE INTO near(rowid, text) VALUES (?, ?)", (id, kinds[id]))
            if step % 7 == 0:
                same("step %d" % step)
        sound(db, "near", "clusters")
        db.execute("INSERT INTO near(near) VALUES('rebuild')")
        same("rebuilt")
        db.execute("ALTER TABLE near RENAME TO far")
        check(len(ask(db, "SELECT * FROM far_members")) > 50, "renamed")
        db.execute("DELETE FROM far WHERE rowid < 60")
        sound(db, "far", "renamed")
        db.execute("DROP TABLE far")
        check(ask(db, "SELECT name FROM sqlite_schema") == [], "after DROP: %s" % ask(db, "SELECT name FROM sqlite_schema"))
        db.close()


def test_old_format():
    """An index of format 1 has no labels, whatever somebody's table is called, and DROP leaves that alone."""
    db = indexed("text, clusters=1", [(id, "The %dth lamp of the old pier burnt all night." % (id % 9)) for id in range(1, 61)])
    members = ask(db, "SELECT * FROM near_members ORDER BY member")
    as_before_0_5(db)
    db.execute("CREATE TABLE near_labels(id, label)")
    db.execute("VACUUM")  # connects it anew
    sound(db, "near", "format 1")
    db.execute("DELETE FROM near WHERE rowid = ?", members[0][:1])
    db.execute("INSERT INTO near(rowid, text) SELECT rowid + 100, text || '!' FROM near")
    sound(db, "near", "format 1, after changes")
    refused(db, "INSERT INTO near(near, text, partner) VALUES ('duplicate', 'x', 'y')", "as neardup 0.5 keeps them")
    check(ask(db, "SELECT hex(substr(block, 1, 1)) FROM near_data WHERE id = 0") == [("01",)], "another format")
    db.execute("DROP TABLE near")
    check(ask(db, "SELECT name FROM sqlite_schema") == [("near_labels",)], "a table of somebody's")


require("functions/index_layouts", LOADABLE)
run_tests("functions/index_layouts", test_layouts, test_clusters, test_old_format)
