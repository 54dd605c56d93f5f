"""short_contestant.py - measures one line of the second table of tests/bench/contestants/peers, in its own process.

    short_contestant.py NAME FOLDER

FOLDER holds texts.csv of make_short_texts. NAME looks for duplicates among the texts, as its documentation
suggests for short texts, and with the settings that a first user would choose. It writes the pairs of keys
to FOLDER/NAME.json and prints its figures as JSON: CPU seconds, elapsed seconds and memory. Imports and
reading the file are not counted. All but neardup lower the case first.
"""

import contextlib
import csv
import os
import sys

from contestant import ROOT, run, stage  # which finds what is imported next
import databases

SEED, SHINGLE, JACCARD = 1, 3, 0.6
# For rapidfuzz: the least ratio of a pair, the letters of a block's name, and the texts in a batch.
RATIO, BLOCK, BATCH = 80, 3, 500
PROBABILITY = 0.5  # for splink
# All pairs: `pair` has a text with copies once, and each copy with the first only.
PAIRS = """
    WITH same(sentence_id, first_id) AS MATERIALIZED (
        SELECT id, coalesce(first_id, id) FROM sentence LEFT JOIN copy ON sentence_id = id
    )
    SELECT x.sentence_id, y.sentence_id
      FROM (SELECT a, b FROM pair WHERE b NOT IN (SELECT sentence_id FROM copy)
            UNION ALL
            SELECT DISTINCT first_id, first_id FROM copy)
      JOIN same AS x ON x.first_id = a
      JOIN same AS y ON y.first_id = b AND (a < b OR x.sentence_id < y.sentence_id)"""

def neardup(texts, folder):
    """The pipeline, with no parameter set; filling the tables counts."""
    sys.path[:0] = [os.path.join(ROOT, "tests", "pipeline")]
    import short_texts

    path = os.path.join(folder, "contestant.db")
    with contextlib.suppress(FileNotFoundError):
        os.remove(path)
    with stage("pairs"):
        short_texts.load(path, texts)
        short_texts.run(path)
    keys = list(texts)
    return [(keys[a - 1], keys[b - 1]) for a, b in databases.rows(path, PAIRS)]


def ratios(keys, texts):
    """The pairs of these keys with a ratio of at least RATIO."""
    from rapidfuzz.fuzz import ratio
    from rapidfuzz.process import cdist

    values, found = [texts[key] for key in keys], []
    for first in range(0, len(keys), BATCH):
        scores = cdist(values[first : first + BATCH], values[first:], workers=1, scorer=ratio, score_cutoff=RATIO)
        rows, columns = scores.nonzero()
        found += [(keys[first + a], keys[first + b]) for a, b in zip(rows.tolist(), columns.tolist()) if a < b]
    return found


def rapidfuzz_blocks(texts, _):
    """cdist() among the texts that begin alike."""
    import rapidfuzz.process

    with stage("pairs"):
        blocks = {}
        lowered = {key: text.lower() for key, text in texts.items()}
        for key, text in lowered.items():
            blocks.setdefault(text[:BLOCK], []).append(key)
        return [pair for keys in blocks.values() for pair in ratios(keys, lowered)]


def rapidfuzz_all(texts, _):
    """cdist() of all with all."""
    import rapidfuzz.process

    with stage("pairs"):
        return ratios(list(texts), {key: text.lower() for key, text in texts.items()})


def datasketch(texts, _):
    """MinHash LSH of shingles with its own choice of bands; candidates are verified."""
    from datasketch import MinHash, MinHashLSH

    with stage("pairs"):
        sets = {}
        for key, text in texts.items():
            text = text.lower()
            sets[key] = {text[i : i + SHINGLE].encode() for i in range(len(text) - SHINGLE + 1)}
        lsh, found = MinHashLSH(threshold=JACCARD, num_perm=128), []
        for key, minhash in zip(sets, MinHash.bulk(list(sets.values()), num_perm=128, seed=SEED)):
            for other in lsh.query(minhash):
                both = len(sets[key] & sets[other])
                if both >= JACCARD * (len(sets[key]) + len(sets[other]) - both):
                    found.append((other, key))
            lsh.insert(key, minhash, check_duplication=False)
        return found


def splink(texts, _):
    """A model of the similarity of texts and their digits, trained without labels, among texts that begin or
    end alike. It is made for records of several fields.
    """
    import logging

    import pandas
    import splink.comparison_library as comparisons
    from splink import DuckDBAPI, Linker, SettingsCreator, block_on

    logging.getLogger("splink").setLevel(logging.ERROR)
    with stage("pairs"):
        lowered = [text.lower().strip() for text in texts.values()]
        table = pandas.DataFrame({"unique_id": list(texts), "text": lowered,
                                  "number": ["".join(filter(str.isdigit, text)) or None for text in lowered],
                                  "first": [t[:5] for t in lowered], "last": [t[-5:] for t in lowered]})
        rules = [block_on("first"), block_on("last")]
        settings = SettingsCreator(
            link_type="dedupe_only", blocking_rules_to_generate_predictions=rules,
            comparisons=[comparisons.JaroWinklerAtThresholds("text", [0.97, 0.92, 0.88]),
                         comparisons.ExactMatch("number")])
        linker = Linker(DuckDBAPI().register(table), settings)
        linker.training.estimate_probability_two_random_records_match(
            ["l.text = r.text", "l.first = r.first AND l.last = r.last AND l.number = r.number"], recall=0.6)
        linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=SEED)
        for rule in rules:
            linker.training.estimate_parameters_using_expectation_maximisation(rule)
        predicted = linker.inference.predict(threshold_match_probability=PROBABILITY).as_pandas_dataframe()
        return list(zip(predicted["unique_id_l"], predicted["unique_id_r"]))


CONTESTANTS = {
    "neardup": neardup,
    "rapidfuzz, blocks": rapidfuzz_blocks,
    "rapidfuzz, all pairs": rapidfuzz_all,
    "datasketch, LSH": datasketch,
    "splink": splink,
}


def joined(join, folder):
    with open(os.path.join(folder, "texts.csv"), encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        texts = dict(rows)
    return {"pairs": join(texts, folder)}


if __name__ == "__main__":
    run({name: lambda folder, join=join: joined(join, folder) for name, join in CONTESTANTS.items()})
