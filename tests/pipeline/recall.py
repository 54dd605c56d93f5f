"""recall.py - the pipeline against exact all-pairs Jaccard, on three reference corpora and a dump; in the short form
without the third of them, which has three times as many sentences and a tenth of the pairs. And in little memory.

The corpora are what the original program hashed: sentences from ../shared/data/reference, inserted
into the tables; the dump is loaded. Every pair of Jaccard similarity 0.9 or more must be found; every pair
reported must be one, with the right figures; clusters must be the connected components of the pairs.
"""

import bz2
import collections
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import LONG, check, run_tests, skip
from databases import DATA, DUMPS, add_article, compared, loaded, insert, new_database, rows, run, set_parameters
from exact_pairs import exact_pairs
from extension import open_with
from reference import components, edit_distance

REFERENCE = os.path.join(DATA, "reference")
DUMP = "enwiki-2016-sample"
CORPORA = ["katrina", "neardup"] + ["wikidump.part"] * LONG
SHINGLE, LEAST, MOST, JACCARD_LEAST, EDIT_SIMILARITY_LEAST = 12, 75, 600, 0.6, 0.5
# The least recall that 25 bands of 4 rows must reach on each corpus.
RECALL = {0.9: 1.0, 0.8: 0.999, 0.7: 0.99, 0.6: 0.95}


def load_corpus(name, path):
    articles = {}
    with bz2.open(os.path.join(REFERENCE, name + ".sentences.tsv.bz2"), "rt", encoding="utf-8") as lines, \
            new_database(path, kind="tsv") as db:
        for line in lines:
            page, position, text = line.rstrip("\n").split("\t")
            if page not in articles:
                articles[page] = insert(db, "article", page_id=page, title="page " + page)
            insert(db, "sentence", article_id=articles[page], position=position, text=text)
    run(path, "find")


def load_dump(name, path):
    loaded(path, os.path.join(DUMPS, name + ".xml.bz2"), "find")


def test(name, make, folder):
    path = os.path.join(folder, name + ".db")
    make(name, path)
    db = open_with(path=path)
    # What folding leaves is compared. tests/functions/oracle.py checks the folding.
    texts = dict(db.execute("SELECT id, fold_text(text, (SELECT fold FROM setting)) FROM sentence"
                            " WHERE block <> 'table'"))
    texts = {k: t for k, t in texts.items() if LEAST <= len(t) - SHINGLE + 1 <= MOST}
    first = {}
    for key in sorted(texts):
        first.setdefault(texts[key], key)
    first_id = {key: first[text] for key, text in texts.items()}
    exact = exact_pairs(texts, JACCARD_LEAST, SHINGLE)
    found = {(a, b): (j, e) for a, b, j, e in db.execute("SELECT a, b, jaccard, edit_distance FROM pair")}

    def is_found(a, b):
        a, b = sorted((first_id[a], first_id[b]))
        return a == b or (a, b) in found

    check(compared(path) == first_id, name + ": compared sentences")
    figures = []
    for level, least in RECALL.items():
        at_level = [pair for pair, s in exact.items() if s >= level]
        # The threshold of edit similarity leaves out pairs that are reordered.
        hits = sum(is_found(*pair) for pair in at_level)
        recall = hits / len(at_level)
        figures.append("%d of %d at %.1f" % (hits, len(at_level), level))
        check(recall >= least, "%s: recall %.4f at %.1f" % (name, recall, level))
    for (a, b), (jaccard, distance) in found.items():
        check(a < b and abs(exact[a, b] - jaccard) < 1e-12, "%s: pair %d, %d" % (name, a, b))
        check(jaccard >= JACCARD_LEAST, "%s: pair %d, %d is below the threshold" % (name, a, b))
        if jaccard < 1:
            check(edit_distance(texts[a], texts[b]) == distance, "%s: edit distance of %d, %d" % (name, a, b))
            check(1 - distance / max(len(texts[a]), len(texts[b])) >= EDIT_SIMILARITY_LEAST,
                  "%s: pair %d, %d is too far by edit distance" % (name, a, b))
    expected = dict(components(found))
    members = {m: c for c, m in db.execute("SELECT cluster_id, sentence_id FROM member")}
    check(members == expected, name + ": clusters are the components of the pairs")
    sizes = collections.Counter(expected.values())
    clusters = db.execute("SELECT id, size, texts, articles FROM cluster").fetchall()
    check({c[0]: c[1] for c in clusters} == sizes, name + ": cluster sizes")
    for id, _, count, _ in clusters:
        different = {texts[m] for m, c in members.items() if c == id}
        check(len(different) == count, "%s: texts of cluster %d" % (name, id))
    print("%s: %s; %d clusters" % (name, ", ".join(figures), len(clusters)))


def test_memory(folder):
    """What is found does not depend on memory: with one megabyte, texts are copied and compared in parts."""
    words, paths = random.Random(4), []
    texts = [" ".join("".join(words.choices("abcdefghijklmnop", k=7)) for _ in range(20)) for _ in range(500)]
    texts += ["The ferry to %s sank in %d; %d people were saved by fishermen of the village of %s, and none was lost."
              % tuple(words.choice(part) for part in (("Alba", "Bor", "Corvin"), range(1900, 1990), range(9, 99),
                                                      ("Dol", "Esk"))) for _ in range(300)]
    texts += [text[:place] + "q" + text[place + 1:] for text in texts[:500] for place in (30, 80)]
    texts += ["q".join(text[place:place + 29] for place in range(0, 150, 30)) for text in texts[:50]]   # near misses
    for memory in 1, 256:
        paths.append(os.path.join(folder, "memory%d.db" % memory))
        with new_database(paths[-1]) as db:
            add_article(db, [{"text": text} for text in texts])
        set_parameters(paths[-1], "memory = %d" % memory)
        run(paths[-1], "find")
    for table in "pair", "near_miss", "resemblance", "detection", "member", "pair_kind":
        small, large = (rows(path, "SELECT * FROM %s" % table) for path in paths)
        check(small and small == large, "%s with little memory" % table)
    copied = [run(path, "views.sql", "pairs.sql", "SELECT id, text, owned FROM temp.copied_text;") for path in paths]
    check(copied[0] == "".join("%d|%s|1\n" % row for row in rows(paths[0], "SELECT id, text FROM sentence WHERE id IN ("
                                                                 "SELECT sentence_id FROM signature) ORDER BY id")),
          "the texts that share a signature are copied: %s" % copied[0][:200])
    check(copied[1] == "", "texts of one part are copied: %s" % copied[1][:200])
    db = open_with(path=paths[0])
    check(db.execute("SELECT count(*) FROM bucket_parts((SELECT collect_buckets(band, signature, sentence_id)"
                     " FROM signature), 690)").fetchone()[0] > 1, "the texts make several parts")


def test_all(folder):
    if not os.path.isdir(REFERENCE):
        return skip("pipeline/recall: the reference corpora are not here")
    for name in CORPORA:
        test(name, load_corpus, folder)
    test(DUMP, load_dump, folder)


run_tests("pipeline/recall", test_memory, test_all)
