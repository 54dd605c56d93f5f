"""duplicates_contestant.py - one contestant of tests/bench/contestants/duplicates, in its own process.

    duplicates_contestant.py NAME FOLDER

FOLDER holds open.json and held.json: records {id: {column: text}}, the columns that make the text of neardup and
rapidfuzz, and the pairs that are duplicates. NAME looks for duplicates in both, as its documentation suggests, and
writes pairs with a score to FOLDER/NAME.json. It prints CPU seconds for each half. Only dedupe uses labels, those of
open.json.
"""

import csv
import io
import json
import os

from contestant import run, stage  # which finds what is imported next
import databases

HALVES = ("open", "held")
# A score of less is no pair; for neardup a Jaccard similarity, for splink a probability.
RATIO, JACCARD, COSINE, PROBABILITY, SEED, BATCH = 60, 0.3, 0.4, 0.01, 1, 500


def read(folder, half):
    with open(os.path.join(folder, half + ".json"), encoding="utf-8") as file:
        return json.load(file)


def read_texts(folder, half):
    """{id: the columns of a record that make its text, joined}"""
    given = read(folder, half)
    return {int(id): " ".join(columns[name] for name in given["text"] or columns if columns[name])
            for id, columns in given["records"].items()}


# ---- neardup -------------------------------------------------------------------------------------

# All pairs: `pair` has a text with copies once, and each copy with the first only.
PAIRS = """
    WITH same(sentence_id, first_id) AS MATERIALIZED (
        SELECT id, coalesce(first_id, id) FROM sentence LEFT JOIN copy ON sentence_id = id
    )
    SELECT CAST(p.key AS INTEGER), CAST(q.key AS INTEGER), SCORE
      FROM (SELECT a, b, jaccard, cosine FROM pair WHERE b NOT IN (SELECT sentence_id FROM copy)
            UNION ALL
            SELECT DISTINCT first_id, first_id, 1, 1 FROM copy)
      JOIN same AS x ON x.first_id = a
      JOIN same AS y ON y.first_id = b AND (a < b OR x.sentence_id < y.sentence_id)
      JOIN sentence AS s ON s.id = x.sentence_id JOIN article AS p ON p.id = s.article_id
      JOIN sentence AS t ON t.id = y.sentence_id JOIN article AS q ON q.id = t.article_id"""


def pipeline(folder, half, settings=None):
    path, file = (os.path.join(folder, half + suffix) for suffix in (".db", ".csv"))
    with open(file, "w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows([("id", "text"), *read_texts(folder, half).items()])
    if os.path.exists(path):
        os.remove(path)
    databases.load(path, "--whole", "--columns", "key=id,text=text", file)
    if settings:
        databases.set_parameters(path, settings)
    databases.run_job(path, "find")
    return path


def kept(folder, half, **settings):
    """All pairs within the groups of the job keep: what is kept, and what is dropped for it."""
    printed = databases.run_job(pipeline(folder, half), "keep", format="csv", **settings)
    groups = {}
    for line in csv.DictReader(io.StringIO(printed)):
        if line["action"] == "drop":
            groups.setdefault(int(line["kept_key"]), [int(line["kept_key"])]).append(int(line["key"]))
    return [(a, b, 1) for group in groups.values() for i, a in enumerate(group) for b in group[i + 1 :]]


def neardup_pairs(folder, half):
    return databases.rows(pipeline(folder, half), PAIRS.replace("SCORE", "1"))


def neardup_jaccard(folder, half):
    settings = "jaccard_least = %s, contradiction_least = %s, edit_similarity_least = 0" % (JACCARD, JACCARD)
    return databases.rows(pipeline(folder, half, settings), PAIRS.replace("SCORE", "jaccard"))


def neardup_cosine(folder, half):
    """Words instead of shingles: vectors of tf·idf."""
    return databases.rows(pipeline(folder, half, "detection = 'projection', cosine_least = %s" % COSINE),
                          PAIRS.replace("SCORE", "cosine"))


# ---- Peers ---------------------------------------------------------------------------------------


def ratios(scorer):
    """All pairs by cdist() of rapidfuzz."""

    def find(folder, half):
        from rapidfuzz import fuzz, process, utils

        texts, found = read_texts(folder, half), []
        keys, values = list(texts), [utils.default_process(text) for text in texts.values()]
        for first in range(0, len(keys), BATCH):
            scores = process.cdist(values[first : first + BATCH], values[first:], workers=1,
                                   scorer=getattr(fuzz, scorer), score_cutoff=RATIO)
            rows, columns = scores.nonzero()
            found += [(keys[first + a], keys[first + b], float(scores[a, b]))
                      for a, b in zip(rows.tolist(), columns.tolist()) if a < b]
        return found

    return find


def splink(folder, half):
    """A model of each column, trained without labels, among records of which one column begins or ends alike."""
    import logging

    import pandas
    import splink.comparison_library as comparisons
    from splink import DuckDBAPI, Linker, SettingsCreator, block_on

    logging.getLogger("splink").setLevel(logging.ERROR)
    records = read(folder, half)["records"]
    table = pandas.DataFrame([dict({name: text.lower().strip() or None for name, text in row.items()}, unique_id=int(id))
                              for id, row in records.items()])
    columns = [name for name in table if name != "unique_id" and table[name].notna().any()]
    rules = []
    for name in columns[:4]:
        table["begin_" + name], table["end_" + name] = table[name].str[:6], table[name].str[-6:]
        rules += [block_on("begin_" + name), block_on("end_" + name)]
    linker = Linker(DuckDBAPI().register(table), SettingsCreator(
        link_type="dedupe_only", blocking_rules_to_generate_predictions=rules,
        comparisons=[comparisons.JaroWinklerAtThresholds(name, [0.95, 0.88, 0.75]) for name in columns]))
    linker.training.estimate_probability_two_random_records_match(
        [block_on("begin_" + columns[0], "end_" + columns[0])], recall=0.6)
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=SEED)
    for rule in rules[:: 2]:
        linker.training.estimate_parameters_using_expectation_maximisation(rule)
    predicted = linker.inference.predict(threshold_match_probability=PROBABILITY).as_pandas_dataframe()
    return list(zip(predicted["unique_id_l"].tolist(), predicted["unique_id_r"].tolist(),
                    predicted["match_probability"].tolist()))


trained = []  # the model of dedupe, from the open half


def labelled(records, true):
    """500 duplicates, and as many pairs that are none, in the form of dedupe's files of labels."""
    import random

    chance, others = random.Random(SEED), set()
    while len(others) < 500:
        pair = tuple(sorted(chance.sample(list(records), 2)))
        if pair not in true:
            others.add(pair)
    same = chance.sample(sorted(true), min(500, len(true)))
    return io.StringIO(json.dumps({
        label: [{"__class__": "tuple", "__value__": [records[a], records[b]]} for a, b in pairs]
        for label, pairs in (("match", same), ("distinct", sorted(others)))}))


def dedupe(folder, half):
    """A model and blocks learnt from labels of the open half."""
    import dedupe
    from dedupe import variables

    given = read(folder, half)
    records = {int(id): {name: text.lower().strip() or None for name, text in row.items()}
               for id, row in given["records"].items()}
    if not trained:
        names = [name for name in next(iter(records.values())) if any(row[name] for row in records.values())]
        model = dedupe.Dedupe([variables.String(name, has_missing=any(not row[name] for row in records.values()))
                               for name in names], num_cores=1)
        model.prepare_training(records, labelled(records, {tuple(pair) for pair in given["truth"]}), sample_size=1000)
        model.train()
        trained.append(model)
    scored = trained[0].score(trained[0].pairs(records))
    return [(int(a), int(b), float(score)) for (a, b), score in zip(scored["pairs"], scored["score"])]


CONTESTANTS = {
    "neardup, sure": lambda folder, half: kept(folder, half),
    "neardup, sure and likely": lambda folder, half: kept(folder, half, drop="likely"),
    "neardup, all pairs": neardup_pairs,
    "neardup, jaccard_least": neardup_jaccard,
    "neardup, cosine_least": neardup_cosine,
    "rapidfuzz, ratio": ratios("ratio"),
    "rapidfuzz, token_sort_ratio": ratios("token_sort_ratio"),
    "rapidfuzz, token_set_ratio": ratios("token_set_ratio"),
    "splink": splink,
    "dedupe": dedupe,
}


def both(find, folder):
    found = {}
    for half in HALVES:
        with stage(half):
            found[half] = find(folder, half)
    return found


if __name__ == "__main__":
    run({name: lambda folder, find=find: both(find, folder) for name, find in CONTESTANTS.items()})
