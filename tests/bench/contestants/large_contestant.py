"""large_contestant.py - measures one line of the table of tests/bench/contestants/large_peers, in its own process.

    large_contestant.py NAME DATABASE JACCARD FOLDER

As contestant.py, whose lines for neardup, datasketch, rensa and gaoya run here unchanged, but for many texts:

  (1) All processors may be used.
  (2) FOLDER/truth.json has all neighbours of some drawn texts, [drawn text, neighbour, Jaccard similarity].
      Recall is measured on these.
  (3) Programs that leave verifying to the caller verify at most VERIFIED_MOST of their candidates, and the
      time is extrapolated. Python needs so long for it that little else would show.
  (4) DuckDB makes the shingles itself and verifies the candidates, in SQL.
"""

import contextlib
import csv
import json
import os
import random
import sys

import contestant
from contestant import BANDS, ROWS, SEED, SHINGLE, read_texts, seconds, stage

VERIFIED_MOST = 100_000
LEVELS = (0.6, 0.7, 0.8, 0.9)
verified_here = contestant.verified


def verified(texts, candidates, least):
    """All candidates stand for the pairs: those that are not verified would have been removed."""
    chosen = sorted(candidates)
    random.Random(SEED).shuffle(chosen)
    before, wall_before = dict(seconds), contestant.wall
    verified_here(texts, chosen[:VERIFIED_MOST], least)
    share = max(1, len(candidates) / VERIFIED_MOST)
    spent = sum(seconds.values()) - sum(before.values())
    seconds.update(before, verifying=spent * share)
    contestant.wall = wall_before + (contestant.wall - wall_before) * share
    return {"candidates": len(candidates), "pairs": candidates}


def write_csv(texts, folder):
    path = os.path.join(folder, "texts.csv")
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL).writerows(texts.items())
    return path


# ---- DuckDB --------------------------------------------------------------------------------------


def minima():
    """One column for each hash function: DuckDB's own hash of the shingle's hash, changed by a constant."""
    lots = random.Random(SEED)
    return ", ".join("min(hash(xor(shingle, %d::UBIGINT))) AS m%d" % (lots.getrandbits(63), i)
                     for i in range(BANDS * ROWS))


def bands():
    return ", ".join("hash(%s)" % ", ".join("m%d" % (ROWS * band + row) for row in range(ROWS))
                     for band in range(BANDS))


def duckdb_bands(path, least, folder):
    """MinHash in plain SQL. DuckDB has no function for it, other than in extensions to download."""
    import duckdb

    db = duckdb.connect()
    db.execute("SET temp_directory = '%s'" % folder)
    db.execute("CREATE TABLE note AS SELECT * FROM read_csv('%s', header = false, quote = '\"', escape = '\"',"
               " columns = {'id': 'BIGINT', 'text': 'VARCHAR'})" % write_csv(read_texts(path), folder))
    with stage("shingles"):
        db.execute(f"""CREATE TABLE shingled AS
            SELECT id, list_distinct(list_transform(range(1, length(text) - {SHINGLE - 2}),
                                                    lambda i: hash(substring(text, i, {SHINGLE})))) AS shingles
              FROM note""")
    with stage("signatures"):
        db.execute(f"""CREATE TABLE signature AS
            WITH hashed AS (SELECT id, {minima()}
                              FROM (SELECT id, unnest(shingles) AS shingle FROM shingled) GROUP BY id)
            SELECT id, unnest([{bands()}]) AS signature, unnest(range({BANDS})) AS band FROM hashed""")
    with stage("pairs"):
        db.execute("""CREATE TABLE candidate AS
            SELECT DISTINCT x.id AS a, y.id AS b
              FROM signature AS x JOIN signature AS y USING (band, signature) WHERE x.id < y.id""")
    with stage("verifying"):
        pairs = db.execute(f"""
            SELECT a, b FROM (SELECT a, b, len(list_intersect(x.shingles, y.shingles)) AS common,
                                     len(x.shingles) + len(y.shingles) AS sizes
                                FROM candidate JOIN shingled AS x ON x.id = a JOIN shingled AS y ON y.id = b)
             WHERE common >= {least} * (sizes - common)""").fetchall()
    return {"candidates": db.execute("SELECT count(*) FROM candidate").fetchone()[0], "pairs": pairs}


CONTESTANTS = {
    "neardup, pipeline": contestant.pipeline,
    "rensa, 25 bands": contestant.rensa_bands,
    "gaoya, 25 bands": contestant.gaoya_bands,
    "datasketch, 25 bands": contestant.datasketch_bands,
    "duckdb, 25 bands": duckdb_bands,
}


def recall(pairs, truth):
    """The share of the neighbours that is found at each level."""
    found = set(map(tuple, pairs))
    shares = []
    for level in LEVELS:
        near = [(min(a, b), max(a, b)) for a, b, jaccard in truth if jaccard >= level]
        shares.append(sum(pair in found for pair in near) / len(near) if near else None)
    return shares


def main():
    name, path, least, folder = sys.argv[1:]
    contestant.verified = verified
    with open(os.path.join(folder, "truth.json"), encoding="utf-8") as file:
        truth = json.load(file)
    with contextlib.redirect_stdout(sys.stderr):
        result = CONTESTANTS[name](path, float(least), folder)
    json.dump({"candidates": None, **contestant.figures_of(name, result), "recall": recall(result["pairs"], truth)},
              sys.stdout)


if __name__ == "__main__":
    main()
