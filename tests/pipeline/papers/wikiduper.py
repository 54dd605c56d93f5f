"""wikiduper.py - the schemes wikiduper and wikiduper-fixed give the clusters of the original program.

SQL makes the clusters: a table of signatures, joined with itself, and union_find. First, sentences of
our own are compared with vectors of minima from tests/oracle/reference.py; then the sentences that
the original program hashed, in ../shared/data/reference, with the clusters that it found (without its
bug of joining clusters where its part files meet). The numbers of buckets and clusters are the
original's own.
"""

import bz2
import collections
import os
import sys

sys.path.insert(0, os.path.join(sys.path[0], "..", ".."))
from counting import check, require, run_tests, skip
from databases import DATA
from extension import LOADABLE, open_with
from reference import WikiduperFamily, components

REFERENCE = os.path.join(DATA, "reference")
SCHEMES = {"wikiduper": "", "wikiduper-fixed": ".fix"}
# Shared signatures and clusters of the original program, clusters after the repair of its packing.
BUCKETS = {"wikidump.part": 126, "katrina": 565, "neardup": 2275}
CLUSTERS = {"wikidump.part": (17, 13), "katrina": (76, 73), "neardup": (254, 253)}

SIGNATURES = """
    CREATE TABLE signature AS
    SELECT signature, id FROM sentence, minhash_signatures(text) AS made WHERE made.scheme = ?"""
# A signature that two sentences share, in any band.
COUNT_BUCKETS = """
    SELECT count(*) FROM (SELECT 1 FROM signature GROUP BY signature HAVING count(*) > 1)"""
FIND_CLUSTERS = """
    SELECT component, member
      FROM union_find_members((SELECT union_find(x.id, y.id)
                                 FROM signature AS x JOIN signature AS y USING (signature)
                                WHERE x.id < y.id))"""

FERRY = "The ferry to Ørsay leaves Port Maurel every day at nine and comes back in the evening, "
LAMP = "The lighthouse on Skarn Point was lit for the first time on the third of May in 1878, "
GULL = "Der Möwenflüsterer grüßt täglich die Fähre 🛳️ nach Ørsay 🌊🌊🌊 und zählt übermütig Möwen, "
SEA = "北海の島々へ渡るフェリーは毎日九時に港を出て、夕方に戻ってくる。冬は氷が厚く張るので、めったに出ない。"
SENTENCES = [
    FERRY + "except on Sundays.",
    FERRY + "except on holidays.",
    FERRY + "but seldom in winter, when the ice lies thick between the islands and the mainland.",
    LAMP + "and has burned ever since.",
    LAMP + "and has burned ever since.",
    LAMP.replace("1878", "1887") + "and has burned ever since.",
    GULL + "bis der Kapitän lacht 😀",
    GULL + "bis der Kapitän lacht 😁",
    GULL.upper() + "bis der Kapitän lacht 😁",
    "Lake Imber is the deepest lake of the islands, and nobody has ever seen its bottom, they say.",
    SEA + "日曜日は休み",
    SEA + "月曜日は休み",
    "x" * 100,
    "xy" * 50,
]
FOUND = {
    "wikiduper": [{1, 2}, {4, 5}, {7, 8}, {11, 12}],
    "wikiduper-fixed": [{1, 2}, {4, 5, 6}, {7, 8}, {11, 12}],
}


def connect(sentences):
    db = open_with()
    db.execute("CREATE TABLE sentence(id INTEGER PRIMARY KEY, name TEXT, text TEXT)")
    db.executemany("INSERT INTO sentence(name, text) VALUES (?, ?)", sentences)
    return db


def find_in_sql(db, scheme):
    """The number of buckets, and the clusters as sets of ids."""
    db.execute("DROP TABLE IF EXISTS signature")
    db.execute(SIGNATURES, (scheme,))
    clusters = collections.defaultdict(set)
    for component, member in db.execute(FIND_CLUSTERS):
        clusters[component].add(member)
    return db.execute(COUNT_BUCKETS).fetchone()[0], sorted(clusters.values(), key=min)


def find_as_the_original(texts, scheme):
    """As in the original: a bucket is a vector of minima in the order drawn."""
    family = WikiduperFamily(scheme)
    buckets = collections.defaultdict(list)
    for id, text in enumerate(texts, 1):
        minima = family.minima(text)
        for draw in family.draws:
            buckets[tuple(minima[j] for j in draw)].append(id)
    shared = [ids for ids in buckets.values() if len(ids) > 1]
    clusters = collections.defaultdict(set)
    for member, component in components((ids[0], id) for ids in shared for id in ids):
        clusters[component].add(member)
    return len(shared), sorted(clusters.values(), key=min)


def test_own_sentences():
    db = connect([("", text) for text in SENTENCES])
    for scheme in SCHEMES:
        found = find_in_sql(db, scheme)
        check(found == find_as_the_original(SENTENCES, scheme), scheme + ": not as the original")
        check(found[1] == FOUND[scheme], "%s: clusters are %s" % (scheme, found[1]))


def read_sentences(name):
    """(page:position, text). A line break within a sentence is written as \\n there."""
    path = os.path.join(REFERENCE, name + ".sentences.tsv.bz2")
    with bz2.open(path, "rt", encoding="utf-8", newline="\n") as file:
        for line in file:
            page, position, text = line.rstrip("\n").split("\t")
            yield page + ":" + position, text.replace("\\n", "\n")


def read_clusters(name):
    clusters = collections.defaultdict(set)
    with open(os.path.join(REFERENCE, name), encoding="utf-8", newline="\n") as file:
        for line in file:
            cluster, sentence = line.split("\t")[:2]
            clusters[cluster].add(sentence)
    return sorted(map(sorted, clusters.values()))


def test_corpus(name):
    db = connect(read_sentences(name))
    names = dict(db.execute("SELECT id, name FROM sentence"))
    for count, (scheme, fix) in zip(CLUSTERS[name], SCHEMES.items()):
        buckets, clusters = find_in_sql(db, scheme)
        clusters = sorted(sorted(names[id] for id in cluster) for cluster in clusters)
        what = "%s, %s: %d buckets, %d clusters" % (name, scheme, buckets, len(clusters))
        print(what)
        check(clusters == read_clusters(name + fix + ".clusters.tsv"), what + " of other sentences")
        check(len(clusters) == count, what)
        check(scheme != "wikiduper" or buckets == BUCKETS[name], what)


def test_corpora():
    if not os.path.isdir(REFERENCE):
        return skip("pipeline/wikiduper: the reference corpora are not here")
    for name in CLUSTERS:
        test_corpus(name)


require("pipeline/wikiduper", LOADABLE)
run_tests("pipeline/wikiduper", test_own_sentences, test_corpora)
