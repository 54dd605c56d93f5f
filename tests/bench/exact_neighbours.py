"""exact_neighbours.py - the neighbours of a few texts in a database that the pipeline has filled, by neighbours.c.
"""

import array
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from extension import ROOT, open_with

NEIGHBOURS = "build/tests/bench/neighbours"
DISTINCT = "SELECT sentence_id FROM compared_sentence WHERE sentence_id = first_id"
CLUSTERED = DISTINCT + """ AND sentence_id IN (
    SELECT sentence_id FROM member JOIN cluster ON id = cluster_id WHERE texts >= ?)"""
TEXTS = """SELECT id, fold_text(text, fold)
             FROM setting, compared_sentence JOIN sentence ON id = sentence_id
            WHERE sentence_id = first_id"""
# Distances are limited as in pairs.sql.
JUDGED = """
    WITH read AS MATERIALIZED (
        SELECT near.*, fold_text(x.text, fold) AS first, fold_text(y.text, fold) AS second,
               edit_similarity_least
          FROM setting, near JOIN sentence AS x ON x.id = drawn JOIN sentence AS y ON y.id = other
    ), limited AS MATERIALIZED (
        SELECT *, CAST((1 - edit_similarity_least) * max(length(first), length(second)) AS INTEGER) AS most
          FROM read
    )
    SELECT drawn, other, jaccard,
           EXISTS (SELECT * FROM pair WHERE a = min(drawn, other) AND b = max(drawn, other)),
           coalesce((SELECT cluster_id FROM member WHERE sentence_id = drawn)
                    = (SELECT cluster_id FROM member WHERE sentence_id = other), 0),
           minhash_match_probability(jaccard, bands, rows)
      FROM limited, setting
     WHERE edit_distance(first, second, most) <= most"""


def packed(id, text):
    characters = text.encode("utf-32-" + sys.byteorder[:1] + "e", "surrogatepass")
    return id.to_bytes(8, sys.byteorder) + (len(characters) // 4).to_bytes(4, sys.byteorder) + characters


def run_neighbours(shingle, least, drawn, count, texts):
    """(drawn text, neighbour, Jaccard similarity) of all neighbours; drawn and texts give (id, text), `count` texts."""
    subprocess.run(["make", "--no-print-directory", "-s", NEIGHBOURS], cwd=ROOT, check=True)
    with tempfile.TemporaryFile() as given:
        given.write(array.array("q", [len(drawn), count]).tobytes())
        for rows in drawn, texts:
            given.writelines(packed(*row) for row in rows)
        given.seek(0)
        found = subprocess.run([os.path.join(ROOT, NEIGHBOURS), str(shingle), repr(least)], stdin=given, check=True,
                               stdout=subprocess.PIPE, text=True).stdout
    for line in found.splitlines():
        first, second, jaccard = line.split()
        yield int(first), int(second), float(jaccard)


def neighbours(db, drawn):
    """(drawn text, neighbour, Jaccard similarity) of all neighbours."""
    shingle, least = db.execute("SELECT shingle, jaccard_least FROM setting").fetchone()
    count, = db.execute(f"SELECT count(*) FROM ({DISTINCT})").fetchone()
    return run_neighbours(shingle, least, [db.execute(TEXTS + " AND id = ?", (id,)).fetchone() for id in sorted(drawn)],
                          count, db.execute(TEXTS))


def open_database(path):
    """The database, read only, in a connection that has the functions."""
    db = open_with()
    db.execute("ATTACH ? AS found", (pathlib.Path(path).absolute().as_uri() + "?mode=ro",))
    db.execute("SELECT neardup_run('views.sql')")
    return db


def draw(db, count, seed=1, least_texts=0):
    """How many texts there are to draw from, and the ids of those drawn."""
    if least_texts:
        ids = [id for id, in db.execute(CLUSTERED, (least_texts,))]
    else:
        ids = [id for id, in db.execute(DISTINCT)]
    ids.sort()
    return len(ids), random.Random(seed).sample(ids, min(count, len(ids)))


def judged_neighbours(db, drawn):
    """(drawn text, neighbour, Jaccard similarity, whether the two are in `pair`, and in one cluster, probability
    of a common signature) of all neighbours that are similar enough by edit distance, too.
    """
    db.execute("CREATE TEMP TABLE near(drawn INTEGER, other INTEGER, jaccard REAL)")
    db.executemany("INSERT INTO near VALUES (?, ?, ?)", neighbours(db, drawn))
    return db.execute(JUDGED).fetchall()
