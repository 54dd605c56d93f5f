"""large_contestant.py - measures one line of the table of tests/bench/contestants/large_peers, in its own process.

    large_contestant.py NAME DATABASE JACCARD FOLDER

As contestant.py, whose lines for neardup, datasketch, rensa and gaoya run here unchanged, but for many texts:

  (1) All processors may be used.
  (2) FOLDER/truth.json has all neighbours of some drawn texts, [drawn text, neighbour, Jaccard similarity].
      Recall is measured on these.
  (3) Programs that leave verifying to the caller verify at most VERIFIED_MOST of their candidates, and the
      time is extrapolated. Python needs so long for it that little else would show.
  (4) DuckDB makes the shingles itself and verifies the candidates, in SQL.
  (5) text-dedup and incrededup give groups of texts. A neighbour is found if it is in the group; the candidates
      are all pairs of one group. Their shingles are others: two words, and three characters.
"""

import collections
import contextlib
import csv
import json
import os
import pickle
import random
import sqlite3
import sys

import contestant
from contestant import BANDS, ROWS, SEED, SHINGLE, TEXTS, Run, read_texts, seconds, stage
from installed_peers import FOLDER

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


# ---- Programs that give groups -------------------------------------------------------------------


def grouped(group_of):
    """The result for a group of each text."""
    sizes = collections.Counter(group_of.values())
    return {"candidates": sum(size * (size - 1) // 2 for size in sizes.values()), "group_of": group_of}


def text_dedup_bands(path, _, folder):
    """Its command, which leaves out nothing that is short, with the faster of its hash functions."""
    import pyarrow
    import pyarrow.parquet

    texts = read_texts(path)
    table = os.path.join(folder, "texts.parquet")
    pyarrow.parquet.write_table(pyarrow.table({"text": list(texts.values())}), table)
    out = os.path.join(folder, "out")
    with stage("pairs"):
        Run([sys.executable, "-m", "text_dedup.minhash", "--path", "parquet", "--data_files", table, "--split", "train",
             "--cache_dir", os.path.join(folder, "cache"), "--output", out, "--column", "text", "--ngram", "2",
             "--min_length", "1", "--num_perm", str(BANDS * ROWS), "--b", str(BANDS), "--r", str(ROWS), "--hash_func", "xxh3",
             "--seed", str(SEED), "--debug"])
    with open(os.path.join(out, "uf.pkl"), "rb") as file:
        groups = pickle.load(file)
    return grouped({key: groups.find(at) for at, key in enumerate(texts)})


def incrededup(path, _, folder):
    """Its command with the defaults, but for texts of any length. Its database is not counted, its index is."""
    made = os.path.join(folder, "documents.db")
    db = sqlite3.connect(made)
    db.execute("CREATE TABLE documents (id TEXT PRIMARY KEY, content TEXT NOT NULL, content_len INTEGER NOT NULL,"
               " filename TEXT, is_parent INTEGER)")
    db.execute("ATTACH ? AS loaded", (path,))  # in SQL, because memory held by this process would count in the peak
    db.execute("INSERT INTO documents SELECT printf('%08x-0000-0000-0000-000000000000', id), text, length(text), NULL, NULL"
               f" FROM (SELECT min(id) AS id, text {TEXTS[TEXTS.index('FROM'):]})")
    db.commit()
    with stage("pairs"):
        Run([os.path.join(FOLDER, "incrededup", "bin", "incrededup"), "--sqlite", made, "--min-content-len", "1",
             "--data-dir", os.path.join(folder, "index")])
    parents = dict(db.execute("SELECT child_id, parent_id FROM dupes"))
    return grouped({int(key[:8], 16): parents.get(key, key) for key, in db.execute("SELECT id FROM documents")})


CONTESTANTS = {
    "neardup, pipeline": contestant.pipeline,
    "rensa, 25 bands": contestant.rensa_bands,
    "gaoya, 25 bands": contestant.gaoya_bands,
    "text_dedup, 25 bands": text_dedup_bands,
    "incrededup, default": incrededup,
    "datasketch, 25 bands": contestant.datasketch_bands,
    "duckdb, 25 bands": duckdb_bands,
}


def recall(result, truth):
    """The share of the neighbours that is found at each level."""
    found, group_of = set(map(tuple, result.get("pairs", ()))), result.get("group_of")
    shares = []
    for level in LEVELS:
        near = [(min(a, b), max(a, b)) for a, b, jaccard in truth if jaccard >= level]
        hits = sum(pair in found if group_of is None else group_of[pair[0]] == group_of[pair[1]] for pair in near)
        shares.append(hits / len(near) if near else None)
    return shares


def main():
    name, path, least, folder = sys.argv[1:]
    contestant.verified = verified
    with open(os.path.join(folder, "truth.json"), encoding="utf-8") as file:
        truth = json.load(file)
    with contextlib.redirect_stdout(sys.stderr):
        result = CONTESTANTS[name](path, float(least), folder)
    share = recall(result, truth)
    result.pop("group_of", None)
    json.dump({"candidates": None, **contestant.figures_of(name, result), "recall": share}, sys.stdout)


if __name__ == "__main__":
    main()
