"""short_texts.py - names of products, questions and headlines with planted duplicates, of which the pipeline finds nearly all
with no parameter set.

A planted pair counts if the folded texts have at least the Jaccard similarity of the threshold, by the shingles that the
run chose. Of these pairs at least RECALL must be in one cluster; of what is reported at least PRECISION must come from
one original.
"""

import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import counting
from counting import check, figure, run_tests
from databases import new_database, run
from extension import LOADABLE, open_with

RECALL, PRECISION = 0.97, 0.98
# Words of each language: syllables of makes, what is sold, how it is, and patterns.
LANGUAGES = {
    "en": ("bel cor dar éld fen gar hal iv jor kel lum már nor ost pel quin ros sol tav ulm".split(),
           "kettle toaster drill backpack umbrella lamp blender hammock keyboard monitor scooter telescope".split(),
           "foldable cordless waterproof ergonomic heated magnetic insulated silent vintage washable".split(),
           ["{make} {how} {what} {code}", "Who sells {make} {what}s {code} in {place}?",
            "{make} recalls {number} {how} {what}s in {place}"]),
    "de": ("bär stein hof müh grün wald burg tal see feld berg bach kirch neu alt ost schön".split(),
           "Wasserkocher Bohrmaschine Rucksack Regenschirm Lampe Mixer Hängematte Tastatur Roller Fernrohr".split(),
           "faltbarer kabelloser wasserdichter beheizter magnetischer leiser großer kleiner".split(),
           ["{make} {what}, {how}, {code}", "Wer hat {make} {what} {code} in {place}?",
            "{make} ruft {number} {what} in {place} zurück"]),
    "ja": ("アイカキクサシスタチツナニノハマミムヤラリルロ", "電気ケトル 掃除機 洗濯機 炊飯器 扇風機 望遠鏡 天体図鑑 自転車".split(),
           "折りたたみ式 充電式 防水 軽量 静音 大型 小型 磁気".split(),
           ["{make}の{how}{what}（{code}）", "{make}{code}のような{how}{what}はどこで買えますか。",
            "{make}、{place}で{number}台の{what}を回収"])}


def name(lots, syllables):
    return "".join(lots.choices(syllables, k=5)).capitalize()


def original(lots, language):
    syllables, goods, kinds, patterns = LANGUAGES[language]
    return lots.choice(patterns).format(
        make=name(lots, syllables), place=name(lots, syllables), what=lots.choice(goods), how=lots.choice(kinds),
        number=lots.randint(100, 99999), code="%s%d" % (lots.choice("ABCDEFG"), lots.randint(1000, 99999)))


def misspelt(lots, text):
    at = lots.randrange(1, len(text) - 1)
    return text[:at] + text[at + 1:]


def added(lots, text):
    return lots.choice(("Neu: ", "Now: ", "新品 ")) + text


CHANGES = {
    "capitals": lambda lots, text: text.upper(),
    "marks": lambda lots, text: "«" + text.rstrip("?。") + "»!",
    "white space": lambda lots, text: "  " + text.replace(" ", "\u3000 "),
    "accents": lambda lots, text: text.translate(str.maketrans("éáäöü", "eaaou")),
    "full-width digits": lambda lots, text: text.translate({48 + i: 0xFF10 + i for i in range(10)}),
    "misspelt": misspelt, "word added": added, "copy": lambda lots, text: text}


def find(path, count, languages):
    """Fills a database with texts, a quarter of which are changed ones, and runs the pipeline: {id: original}, changes."""
    lots, origin, changes, texts = random.Random(counting.seed()), {}, {}, []
    for id in range(1, count + 1):
        if id % 4 == 0:
            origin[id], changes[id] = lots.choice([each for each in range(1, id) if each not in origin]), \
                lots.choice(list(CHANGES))
            texts.append(CHANGES[changes[id]](lots, texts[origin[id] - 1]))
        else:
            texts.append(original(lots, lots.choice(languages)))
    with new_database(path, kind="csv") as db:
        db.executemany("INSERT INTO article VALUES (?, 1, NULL, 0, '', NULL, NULL, 0, NULL)",
                       ((id,) for id in range(1, count + 1)))
        db.executemany("INSERT INTO sentence VALUES (?1, ?1, 1, 1, '', 'prose', ?2)", enumerate(texts, 1))
    run(path, "find")
    return origin, changes


def test_texts(folder, count, languages):
    path = os.path.join(folder, "-".join(languages) + ".db")
    origin, changes = find(path, count, languages)
    db, what = open_with(path=path), "%d texts, %s" % (count, " ".join(languages))
    cluster = {member: id for id, member in db.execute("SELECT cluster_id, sentence_id FROM member")}
    near = {b for b, a in origin.items() if db.execute(
        "SELECT jaccard(fold_text(x.text), fold_text(y.text), shingle) >= jaccard_least"
        "  FROM setting, sentence AS x, sentence AS y WHERE (x.id, y.id) = (?, ?)", (a, b)).fetchone()[0]}
    found = {b for b in near if b in cluster and cluster[b] == cluster.get(origin[b])}
    pairs = db.execute("SELECT a, b FROM pair").fetchall()
    right = sum(origin.get(a, a) == origin.get(b, b) for a, b in pairs)
    candidates, = db.execute("SELECT candidates FROM detection").fetchone()
    check(len(near) > len(origin) * 3 / 4, "%s: only %d of %d are near their originals" % (what, len(near), len(origin)))
    check(len(found) >= RECALL * len(near), "%s: found %d of %d" % (what, len(found), len(near)))
    check(right >= PRECISION * len(pairs), "%s: right %d of %d" % (what, right, len(pairs)))
    check(candidates < 5 * count, "%s: %d candidates" % (what, candidates))
    missed = [b for b in origin if changes[b] in ("capitals", "full-width digits", "copy") and b not in found]
    check(not missed, "%s: all in capitals, full-width digits and copies are found, not %s" % (what, missed[:3]))
    figure(len(near), "planted duplicates of short texts")


def test_languages(folder):
    test_texts(folder, 3000, list(LANGUAGES))
    for language in LANGUAGES:
        test_texts(folder, 1000, [language])


run_tests("pipeline/short_texts", *[test_languages] * LOADABLE)
