"""contestant.py - measures one line of the table of tests/bench/contestants/peers, in its own process.

    contestant.py NAME DATABASE JACCARD FOLDER

DATABASE was made by neardup-load. NAME compares its distinct texts within the pipeline's length
window, and finds the pairs with a Jaccard similarity of at least JACCARD. It writes them to
FOLDER/NAME.json and prints its figures as JSON: the CPU seconds of each stage, the elapsed seconds,
the memory, and the number of candidates.

  (1) All contestants use the same shingles: all runs of 12 characters. Making them in Python is a
      separate stage, so that the cost of hashing shows. Repeated shingles are kept: they do not
      change a minimum, and a list is faster to make and to read than a set.
  (2) All verify their candidates with exact Jaccard similarity, so no reported pair is false.
  (3) Startup, imports and reading the texts are not counted, but for some milliseconds of SQLite's shell.
  (4) They run on one thread, with fixed seeds.
"""

import contextlib
import importlib.metadata
import json
import os
import pathlib
import resource
import shutil
import sqlite3
import sys
import time
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path[:0] = [os.path.join(ROOT, "tests", *folder) for folder in ((), ("bench",), ("oracle",))]
from command import Jobs, Run
from databases import change, run_job
from exact_pairs import exact_pairs
from installed_peers import peer_of

SHINGLE, BANDS, ROWS, SEED = 12, 25, 4, 1
TEXTS = """
    SELECT min(id), text
      FROM sentence
     WHERE length(text) BETWEEN 86 AND 611 AND block <> 'table'
     GROUP BY text
     ORDER BY 1"""
BATCH = 1000
# For rapidfuzz: the least similarity of a pair, the number of texts in the sample, and in a batch of it.
EDIT_SIMILARITY, SAMPLE, SAMPLE_BATCH = 0.8, 300, 20

seconds = {}
wall = 0.0


def cpu():
    return sum(used.ru_utime + used.ru_stime
               for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


@contextlib.contextmanager
def stage(name):
    """Adds the time of its block to the stage, with that of programs that ran in it."""
    global wall
    begin, clock = cpu(), time.monotonic()
    yield
    seconds[name] = seconds.get(name, 0) + cpu() - begin
    wall += time.monotonic() - clock


def shingles(text):
    return [text[i : i + SHINGLE] for i in range(len(text) - SHINGLE + 1)]


def shingles_as_bytes(text):
    return [shingle.encode() for shingle in shingles(text)]


def batches(items):
    for first in range(0, len(items), BATCH):
        yield items[first : first + BATCH]


def batches_of_shingles(texts, make):
    """The shingles of BATCH texts at a time, so that those of all texts are never in memory at once."""
    for batch in batches(list(texts.values())):
        with stage("shingles"):
            made = [make(text) for text in batch]
        yield made


def verified(texts, candidates, least):
    """The candidates that are similar enough."""
    pairs = []
    for batch in batches(candidates):
        with stage("shingles"):
            sets = [(set(shingles(texts[a])), set(shingles(texts[b]))) for a, b in batch]
        with stage("pairs"):
            for pair, (a, b) in zip(batch, sets):
                both = len(a & b)
                if both / (len(a) + len(b) - both) >= least:
                    pairs.append(pair)
    return {"candidates": len(candidates), "pairs": pairs}


# ---- neardup -------------------------------------------------------------------------------------


def pipeline(path, least, folder):
    global wall
    copy = os.path.join(folder, "pipeline.db")
    shutil.copy(path, copy)
    change(copy, "DROP TABLE IF EXISTS parameters")
    run_job(copy, "empty")
    run_job(copy, "parameters", jaccard_least=least)
    seconds.update(signatures=0, pairs=0)
    for of, real, used, _ in Jobs(copy, "find").statements:
        if of:  # what comes before the first stage is the start
            wall += real
            seconds["signatures" if of == "signatures" else "pairs"] += used
    db = sqlite3.connect(copy)
    candidates, = db.execute("SELECT candidates FROM detection").fetchone()
    pairs = db.execute("SELECT a, b FROM pair WHERE b NOT IN (SELECT sentence_id FROM copy)")
    return {"candidates": candidates, "pairs": pairs.fetchall()}


# The core of sql/plain.sql.
SIX_LINES = {
    "signatures": "CREATE TABLE signature AS SELECT band, signature, id FROM note, minhash_signatures(text);",
    "pairs": """
CREATE TABLE candidate AS SELECT DISTINCT x.id AS a, y.id AS b
  FROM signature AS x JOIN signature AS y USING (band, signature) WHERE x.id < y.id;
CREATE TABLE pair AS SELECT a, b, jaccard(x.text, y.text) AS jaccard
  FROM candidate JOIN note AS x ON x.id = a JOIN note AS y ON y.id = b WHERE jaccard >= {least};
SELECT component, member FROM union_find_members((SELECT union_find(a, b) FROM pair));
"""}


def six_lines(path, least, folder):
    copy = os.path.join(folder, "six.db")
    with contextlib.suppress(FileNotFoundError):
        os.remove(copy)
    # In SQL, because memory held by this process would count in the peak of the shell.
    db = sqlite3.connect(copy)
    db.execute("ATTACH ? AS loaded", (path,))
    db.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT)")
    db.execute("INSERT INTO note " + TEXTS)
    db.commit()
    for name, lines in SIX_LINES.items():
        with stage(name):
            Run(["sqlite3", "-bail", copy], ".load build/neardup\n" + lines.format(least=least))
    candidates, = db.execute("SELECT count(*) FROM candidate").fetchone()
    return {"candidates": candidates, "pairs": db.execute("SELECT a, b FROM pair").fetchall()}


# ---- Peers ---------------------------------------------------------------------------------------


def datasketch(path, least, index, **keywords):
    """MinHash.bulk(); each text is looked up among those before it and then inserted."""
    from datasketch import MinHash

    texts = read_texts(path)
    with stage("pairs"):
        lsh = index()
    minhashes = []
    for batch in batches_of_shingles(texts, shingles_as_bytes):
        with stage("signatures"):
            minhashes += MinHash.bulk(batch, num_perm=lsh.h, seed=SEED, **keywords)
    candidates = []
    with stage("pairs"):
        for key, minhash in zip(texts, minhashes):
            candidates += [(other, key) for other in lsh.query(minhash)]
            lsh.insert(key, minhash, check_duplication=False)
    return verified(texts, candidates, least)


def datasketch_default(path, least, _):
    """As in its documentation: 128 functions, its own choice of bands, SHA-1."""
    from datasketch import MinHashLSH

    return datasketch(path, least, lambda: MinHashLSH(threshold=least, num_perm=128))


def datasketch_bands(path, least, _):
    """The pipeline's bands, and the fastest hash function in Python's library."""
    from datasketch import MinHashLSH

    return datasketch(path, least,
                      lambda: MinHashLSH(num_perm=BANDS * ROWS, params=(BANDS, ROWS)),
                      hashfunc=zlib.crc32)


def rensa_bands(path, least, _):
    """R-MinHash of all shingles, with the pipeline's bands."""
    from rensa import RMinHash, RMinHashLSH

    texts = read_texts(path)
    keys = list(texts)
    minhashes = []
    for batch in batches_of_shingles(texts, shingles):
        with stage("signatures"):
            minhashes += RMinHash.from_token_sets(batch, BANDS * ROWS, SEED)
    with stage("pairs"):
        lsh = RMinHashLSH(least, BANDS * ROWS, BANDS)
        lsh.insert_many(minhashes)
        candidates = [(keys[other], keys[at])
                      for at, found in enumerate(lsh.query_all(minhashes))
                      for other in found if other < at]
    return verified(texts, candidates, least)


def rensa_rho(path, least, _):
    """Its fast mode samples shingles, and tells only whether each text has a near-duplicate."""
    from rensa import RMinHash, RMinHashLSH

    texts = read_texts(path)
    # It wants one matrix of all texts, so all shingles are in memory at once.
    batch = [each for batch in batches_of_shingles(texts, shingles) for each in batch]
    with stage("signatures"):
        matrix = RMinHash.digest_matrix_from_token_sets_rho(batch, 128, SEED)
    with stage("pairs"):
        flags = RMinHashLSH(least, 128, 32).query_duplicate_flags_matrix_one_shot(matrix)
    return {"flagged": [key for key, flag in zip(texts, flags) if flag]}


def gaoya_bands(path, least, _):
    """An index that makes the shingles itself, with the pipeline's bands. A query hashes its text again.
    With a threshold of 0, every text in a common bucket is a candidate.
    """
    from gaoya.minhash import MinHashStringIndex

    texts = read_texts(path)
    keys, documents = list(texts), list(texts.values())
    with stage("signatures"):
        index = MinHashStringIndex(jaccard_threshold=0.0, num_bands=BANDS, band_size=ROWS,
                                   analyzer="char", ngram_range=(SHINGLE, SHINGLE), id_container="vec")
        index.par_bulk_insert_docs(keys, documents)
    with stage("pairs"):
        candidates = [(other, key)
                      for key, found in zip(keys, index.par_bulk_query(documents))
                      for other in set(found) if other < key]
    return verified(texts, candidates, least)


def rapidfuzz_all(path, _, folder):
    """It has no index, so each text is compared with all others. The time is extrapolated from a sample.
    For recall, it compares only the true pairs.
    """
    from rapidfuzz.distance.Levenshtein import normalized_similarity
    from rapidfuzz.process import cdist, cpdist

    texts = read_texts(path)
    choices = list(texts.values())
    sample = choices[:: max(1, len(choices) // SAMPLE)]
    alike = 0
    with stage("pairs"):
        for first in range(0, len(sample), SAMPLE_BATCH):
            scores = cdist(sample[first : first + SAMPLE_BATCH], choices, workers=1,
                           scorer=normalized_similarity, score_cutoff=EDIT_SIMILARITY)
            alike += int((scores > 0).sum())
    # Counts each pair once.
    share = len(choices) / len(sample) / 2
    extrapolate(share)
    true = read_lists(EXACT, folder)["pairs"]
    scores = cpdist([texts[a] for a, _ in true], [texts[b] for _, b in true], workers=1,
                    scorer=normalized_similarity, score_cutoff=EDIT_SIMILARITY) if true else []
    return {"candidates": (alike - len(sample)) * share,
            "pairs": [pair for pair, score in zip(true, scores) if score > 0]}


def extrapolate(share):
    global wall
    wall *= share
    for name in seconds:
        seconds[name] *= share


def exact(path, least, _):
    """All pairs, with the prefix filter in Python that the tests use."""
    texts = read_texts(path)
    with stage("pairs"):
        found = exact_pairs(texts, least)
    return {"texts": len(texts), "pairs": list(found), "jaccard": list(found.values())}


EXACT = "exact, in Python"
CONTESTANTS = {
    "neardup, pipeline": pipeline,
    "neardup, six lines": six_lines,
    "datasketch, default": datasketch_default,
    "datasketch, 25 bands": datasketch_bands,
    "rensa, 25 bands": rensa_bands,
    "rensa, rho: flags only": rensa_rho,
    "gaoya, 25 bands": gaoya_bands,
    "rapidfuzz, all pairs *": rapidfuzz_all,
    EXACT: exact,
}


def read_texts(path):
    db = sqlite3.connect(pathlib.Path(path).as_uri() + "?mode=ro", uri=True)
    return dict(db.execute(TEXTS))


def file_of(name, folder):
    return os.path.join(folder, name + ".json")


def read_lists(name, folder):
    """What the contestant found: pairs, and the similarity of each, or flagged texts."""
    with open(file_of(name, folder), encoding="utf-8") as file:
        return json.load(file)


def figures_of(name, result):
    """What is printed of a contestant, besides its lists."""
    own, shell = (resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    alone = peer_of(name) in ("neardup", "text_dedup", "incrededup")  # programs that were started here
    figures = {"seconds": seconds, "wall": wall, "memory": shell if alone else own,
               **{key: value for key, value in result.items() if not isinstance(value, list)}}
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        figures["version"] = importlib.metadata.version(peer_of(name))
    return figures


def run(contestants):
    """Runs the contestant that the command line names; its lists go to FOLDER/NAME.json, its figures are printed."""
    name, *given, folder = sys.argv[1:]
    with contextlib.redirect_stdout(sys.stderr):
        result = contestants[name](*given, folder)
    lists = {key: value for key, value in result.items() if isinstance(value, list)}
    with open(file_of(name, folder), "w", encoding="utf-8") as file:
        json.dump(lists, file)
    json.dump({**figures_of(name, result), "found": len(lists.get("pairs", []))}, sys.stdout)


if __name__ == "__main__":
    run({name: lambda path, least, folder, join=join: join(path, float(least), folder)
         for name, join in CONTESTANTS.items()})
