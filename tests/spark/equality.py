"""equality.py - neardup.spark.run() finds what the pipeline finds in SQLite: every row of every table, in any number
of partitions, for dumps, tables, web pages and hostile texts, with parameters and limits at which the ways divide.
"""

import contextlib
import itertools
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import databases
import spark_session
from counting import LONG, check, figure, finish, skip

SHARED = os.path.join(spark_session.ROOT, os.environ.get("NEARDUP_SHARED", "../shared"))
DUMPS = os.path.join(SHARED, "data", "dumps")
# Its texts are histories of few articles: each dump is one case.
USABLE = ("aawiki-2026-current", "aawiki-2026-history", "bgwiki-2017-utf16", "elwikivoyage-2019",
          "enwiki-2013-damaged", "enwiki-2013-katrina", "enwiki-2013-near-duplicate-articles", "enwiki-2016-sample",
          "enwiki-tables", "jawiki-2022-truncated", "ltgwiki-2017-complete")
FILES = (["examples/sample.xml"], ["examples/reviews.csv"], ["examples/questions.csv"], ["examples/sample.warc"],
         ["examples/shop.csv", "examples/supplier.csv"])
# What the lists of texts are compared with, besides the defaults.
ODD = ({"bucket_most": 3},
       {"bucket_most": 3, "neighbours": 1, "representatives": 0},
       {"comparisons_most": 0},
       {"clusters": "star"},
       {"clusters": "star", "bucket_most": 4, "jaccard_least": 0.4},
       {"judged_most": 2},
       {"tables": 1},
       {"jaccard_least": 0.8},
       {"jaccard_least": 0.0, "edit_similarity_least": 0.0, "shingle": 6, "shingles_least": 1},
       {"edit_similarity_least": 0.9},
       {"fold": "", "shingles_least": 1},
       {"bands": 1, "rows": 1},
       {"scheme": "paper", "seed": 7, "bucket_most": 3},
       {"scheme": "wikiduper", "hashes": 12, "rows": 5, "jaccard_least": 0.0, "edit_similarity_least": 0.0},
       {"bands": 64, "rows": 2, "shingles_most": 100},
       {"threads": 1, "memory": 1})

runs = 0


def compare(name, spark, db, partitions, parameters, shuffled=None):
    """run() on the texts of a database in which the pipeline has run."""
    global runs
    from neardup import spark as neardup_spark

    spark.conf.set("spark.sql.shuffle.partitions", str(shuffled or partitions))
    texts = spark_session.texts(spark, db, partitions)
    for one_task in (False, True):
        folder = spark_session.new_path("-findings")
        neardup_spark.run(texts, one_task=one_task, **parameters).write(folder)
        spark.catalog.clearCache()
        way = f"{name}, {partitions} partitions" + (", one task" if one_task else "")
        spark_session.compare_folder(way, folder, db)
        spark_session.compare_folder(way, folder, db, ["source", "damage"])
        runs += 1


def truth(db, parameters):
    """A copy of the database, in which the pipeline has run with these parameters."""
    db = spark_session.copied(db)
    spark_session.run_pipeline(db, **parameters)
    return db


# ---- Texts ---------------------------------------------------------------------------------------

WORDS = ("amber barge candle dyke ember ferry granite harbour island jetty kettle lantern meadow north orchard "
         "pier quarry river salt tide upland valley willow yarrow").split()


def made_texts(count=60, seed=18):
    """Texts from two templates, copies, chains in which each text is like the one before it, texts of one bucket that
    fold alike, and some that are like no other."""
    lots = random.Random(seed)

    def some(number):
        return " ".join(lots.choices(WORDS, k=number))

    texts = []
    for number in range(count):
        texts += [f"The village of {some(1).title()} lies on the {some(1)} of the old road, and at the last census it had "
                  f"{lots.randrange(100, 9999)} inhabitants in {lots.randrange(20, 999)} houses.",
                  f"{some(1).title()} {some(1).title()} is a species of beetle in the family of the long-horned beetles, "
                  f"which was described in {1800 + number} by a collector from the {some(1)}.",
                  some(lots.randrange(12, 40))]
    chain = some(30).split()
    for place in range(24):
        chain[place] = some(1)
        texts.append(" ".join(chain))
    texts += [texts[number] for number in range(0, len(texts), 7)]
    texts += [texts[number].upper() for number in range(0, len(texts), 11)]
    lots.shuffle(texts)
    return texts


def hostile_texts():
    """Texts that are empty, that no program of C strings reads whole, that are large, and in many scripts."""
    long = "A sentence of the same nine words over and over. "
    body = " and then the tide came in over the salt meadows behind the old dyke, as it had every winter before"
    texts = ["", " ", "\n\t", "\0", "\0" * 200, ".", "…" * 100, "x", "x" * 86, "x" * 87,
             "The keeper" + body, "The keeper\0" + body, "The keeper\0" + body + "\0",
             "The\u0000keeper" + body, "Der Wächter" + body, "Der Wa\u0308chter" + body,
             "\U0001f9c2" * 120, "\U0001f9c2" * 121, "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 40,
             "\U0010ffff" * 100, "\ud7ff" * 100, "\ufffe\uffff" * 60, "\u202e" + "The keeper" + body,
             "海と山のあいだの小さな村で、老人は毎朝灯台まで歩いていった。" * 4,
             "海と山のあいだの小さな村で、老婆は毎朝灯台まで歩いていった。" * 4,
             "'" * 100, '"; DROP TABLE sentence; --' * 5, "{1} is {2}" * 12, "%s %d\\n" * 20,
             long * 12, long * 12 + "!", long * 40_000, long * 40_000 + "."]
    return texts + texts[10:12] + ["THE KEEPER" + body.upper()]


def named_articles():
    """Pairs of sentences that give a thing two names. These are of one thing if a further sentence says so, in the
    article of one of both, or in that of a name; nothing is said of the last pair."""
    pairs = (("Port Maurel", "The ferry from Port Maurel crosses {} every day at nine in the morning, and takes four carts.",
              "Imber Loch", "Lake Ashel"),
             ("Isbel Dray", "Isbel Dray was the first woman to keep the great lamp of {}, and she kept it for eleven years.",
              "Skarn Point", "Cape Orrin"),
             ("Corve", "All the salt of Corve was once sold by the widows at the market of {}, on the first of May.",
              "Tolmen Cross", "Brae Mary"))
    articles = [(title, [said.format(name)]) for title, said, *names in pairs for name in names]
    articles[0][1].append("Imber Loch (Lake Ashel) is deep.")
    return articles + [("Cape Orrin", ["It is a cape.", "Cape Orrin, also known as Skarn Point, is of granite."])]


# ---- Cases ---------------------------------------------------------------------------------------


def test_files(spark):
    for files in FILES if LONG else FILES[:2]:
        name = " ".join(map(os.path.basename, files))
        db = truth(spark_session.load(*files), {})
        for partitions in (1, 3, 8) if LONG else (3,):
            compare(name, spark, db, partitions, {})


def test_dumps(spark):
    found = [path for path in (os.path.join(DUMPS, f"{name}.xml.bz2") for name in USABLE) if os.path.exists(path)]
    if not found:
        skip("spark/equality: the real dumps are not here")
    elif LONG:
        for path, partitions in zip(found, itertools.cycle((1, 3, 8))):
            compare(os.path.basename(path), spark, truth(spark_session.load(path), {}), partitions, {})
        compare("all dumps", spark, truth(spark_session.load(*found), {}), 3, {})


def test_parameters(spark):
    loaded = spark_session.load_texts(made_texts())
    db = truth(loaded, {})
    for partitions in (1, 3, 8) if LONG else (2,):
        compare("made texts", spark, db, partitions, {})
    for parameters in ODD if LONG else ODD[1:5:3]:
        compare(f"made texts, {parameters}", spark, truth(loaded, parameters), 3, parameters)
    dump = os.path.join(DUMPS, "enwiki-tables.xml.bz2")
    if LONG and os.path.exists(dump):
        parameters = {"tables": 1, "bucket_most": 3, "judged_most": 3}
        compare(f"tables, {parameters}", spark, truth(spark_session.load(dump), parameters), 3, parameters)


def test_shares(spark):
    """Limits of what one task has are reached by many texts only, so they are lowered here."""
    from neardup.spark import _kinds, _pairs, _signatures, _slices

    divided, count = [], _slices.slices_for

    def slices(*arguments):
        divided.append(count(*arguments))
        return divided[-1]

    limits = ((_pairs, "TEXTS_OF_A_SHARE", 50), (_pairs, "ROWS_OF_A_SHARE", 200),
              (_pairs, "COMPARISONS_OF_A_SHARE", 1000), (_pairs, "ROWS_OF_LARGE_BUCKETS", 200),
              (_signatures, "BYTES_OF_A_PART", 15_000), (_kinds, "PAIRS_OF_A_SLICE", 20),
              (_slices, "ROWS_OF_A_SLICE", 40), (_kinds, "SENTENCES_OF_A_SLICE", 50),
              (_slices, "ROWS_TO_BROADCAST", 10), (_slices, "slices_for", slices))
    kept = [(module, name, getattr(module, name)) for module, name, _ in limits]
    loaded = spark_session.load_texts(made_texts())
    try:
        for module, name, value in limits:
            setattr(module, name, value)
        for parameters in ({}, {"bucket_most": 4}, {"clusters": "star"}) if LONG else ({"bucket_most": 4},):
            compare(f"small shares, {parameters}", spark, truth(loaded, parameters), 3, parameters)
        check(divided and min(divided) > 1, f"slices of clusters and kinds, one after the other: {divided}")
    finally:
        for module, name, value in kept:
            setattr(module, name, value)


def test_dates(spark):
    """What agreed at an earlier date is known in each task, whatever articles it has; and a formula is one."""
    from neardup.spark import _kinds

    text = ("The lower lamp of the harbour burned %d barrels of oil in its first winter, which the office of the pilots paid out "
            "of the mooring fees.%s")
    path, base = spark_session.new_path(".db"), "https://made.example/wiki/"
    words = [" The %s boats stayed out." % word for word in ("red", "small", "other", "northern", "oldest")]
    for source, date in (1, "2021-01-01"), (2, "2020-01-01"):  # the newer one is loaded first
        with databases.new_database(path, base=base, dump_date=date, language="en", kind="mediawiki") as db:
            for number in range(24):  # four articles have each text, and all of them the last one
                value = 240 if date == "2021-01-01" and number % 4 == 1 else 140
                own = text % (value, words[number // 4] if number < 16 else words[4])
                databases.add_article(db, [own], title="Harbour of %s" % chr(65 + number), source_id=source)
    db = truth(path, {})
    told = databases.rows(db, "SELECT count(*) FROM pair_kind WHERE reason LIKE '%agreed before%'")
    check(told == [(4,)], f"pairs that agreed: {told}")
    kept = _kinds.PAIRS_OF_A_SLICE
    try:
        _kinds.PAIRS_OF_A_SLICE = 3
        compare("two dates", spark, db, 3, {})
    finally:
        _kinds.PAIRS_OF_A_SLICE = kept


def test_hostile(spark):
    loaded = spark_session.load_texts(hostile_texts())
    for parameters in ({"shingles_least": 1, "shingles_most": 10**7}, {}, {"fold": "all", "shingles_least": 1}):
        compare(f"hostile texts, {parameters}", spark, truth(loaded, parameters), 3, parameters)
        if not LONG:
            break


def test_names(spark):
    """Articles tell that two names are of one thing, also those that are in no pair."""
    db = truth(databases.fill(spark_session.new_path(".db"), named_articles(), language="en"), {})
    aliases = databases.rows(db, "SELECT a, b, reason LIKE 'One name is an alias of the other; %' FROM pair_kind")
    check([alias for *_, alias in aliases] == [1, 1, 0], f"pairs with aliases: {aliases}")
    compare("names", spark, db, 3, {})


def test_languages(spark):
    """The language that a row names counts in each task: 1.300 and 1300 are one number in German."""
    text = ("Der Ort hat nach der letzten Zählung %s Einwohner, und die meisten wohnen in den niedrigen Häusern hinter dem Deich,"
            " den die Bauern des Ortes nach der großen Flut gebaut haben.")
    loaded = databases.fill(spark_session.new_path(".db"), [("Lindry", [text % "1.300"]), ("Hestholm", [text % "1300"])],
                            language="en")
    with contextlib.closing(sqlite3.connect(loaded)) as made:
        made.executescript("INSERT INTO article_language VALUES (1, 'de'), (2, 'de-AT')")
    db = truth(loaded, {})
    check(databases.rows(db, "SELECT value_a FROM pair_kind") == [(None,)], "one number in German")
    compare("languages", spark, db, 2, {})


def test_nothing(spark):
    for name, texts in (("no texts", []), ("one text", made_texts()[:1]), ("nothing to compare", ["", "x"])):
        db = truth(spark_session.load_texts(texts), {})
        compare(name, spark, db, 1, {})
        if LONG:
            compare(name, spark, db, 3, {})


def main():
    spark_session.enter("spark/equality")
    spark = spark_session.start()
    for test in (test_nothing, test_parameters, test_shares, test_names, test_languages, test_dates, test_hostile, test_files,
                 test_dumps):
        try:
            test(spark)
        except Exception as error:  # the other tests may still tell what is wrong
            check(False, f"{test.__name__}: {type(error).__name__}: {str(error)[:2000]}")
    figure(runs, "runs in Spark that equal the pipeline in SQLite")
    return finish("spark/equality")


if __name__ == "__main__":
    sys.exit(main())
