"""analysis.py - the scripts of sql/analysis and sql/papers print correct figures.

Each figure is computed a second time here, in plain Python and without the extension, from the rows
of two databases: that of the bundled sample, and one with made-up clusters (all kinds, an unknown
kind, a template in sixty articles). All scripts answer on an empty database and without one, change
nothing, leave nothing behind, and run twice and after an error.
"""

import collections
import json
import functools
import itertools
import math
import os
import random
import re
import sqlite3
import struct
import sys
from decimal import ROUND_HALF_UP, Decimal

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import check, run_tests
from databases import add_article, call, change, insert, new_database, read_script, rows, run, sample, shell
from drawn_labels import KINDS, LEFT, ask, comma, content, draw, label_by_chance, make_empty, section
from extension import ROOT, open_with
from reference import Family, WikiduperFamily, components, edit_distance, jaccard

QUESTIONS = [
    "kinds", "cluster_sizes", "article_pairs", "match_probability",
    "jaccard_and_edit_distance", "two_dates", "sweep", "intermediate_data", "agreement", "choose_parameters",
    "keep", "near", "across", "export", "sliding_window", "categories", "claims_in_time", "replay", "kind_examples", "large_clusters",
    "shared_citations", "granularity", "reuse_beside", "source_retrieval", "ranked_candidates", "kind_figures", "labels_to_jsonl",
]


# ---- Databases ----------------------------------------------------------------------------------


def make_up(folder):
    """Random clusters of 70 articles; the first is a template in sixty of them."""
    path, chance, sentence = make_empty(folder, "made.db"), random.Random(2015), 0
    with new_database(path) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")      # the unknown kind
        for id in range(1, 71):
            insert(db, "article", id=id, title="Article %d ü" % id)
        for cluster in range(200):
            size = 60 if cluster == 0 else chance.choice([2, 2, 2, 2, 3, 3, 4, 7, 10, 11, 25])
            kind = "template" if cluster == 0 else chance.choice(KINDS + ["similar", "weird kind"])
            texts = 1 if kind == "identical" else chance.randint(2, size)
            articles = chance.sample(range(1, 71), size) if cluster == 0 else [
                chance.randint(1, 70) if cluster % 2 else chance.randint(1, 12) for _ in range(size)]
            ids = range(sentence + 1, sentence + size + 1)
            sentence += size
            for i, (id, article) in enumerate(zip(ids, articles)):
                first_id = ids[0] + min(i, texts - 1)
                insert(db, "sentence", id=id, article_id=article, position=id, text="Text %d, \"quoted\"" % first_id)
                if id > first_id:
                    insert(db, "copy", sentence_id=id, first_id=first_id)
                insert(db, "member", cluster_id=ids[0], sentence_id=id)
            insert(db, "cluster", id=ids[0], size=size, texts=texts, articles=len(set(articles)), kind=kind,
                   representative=ids[0])
    return path


def fixed(number, digits):
    """Rounded as by SQLite: a half goes up."""
    return str(Decimal(number).quantize(Decimal(10)**-digits, ROUND_HALF_UP))


def share(part, whole, digits=1):
    return fixed(100 * part / whole, digits) + " %"


# ---- kind_distribution.sql --------------------------------------------------------------------------


def test_kinds(path):
    clusters = rows(path, "SELECT id, size, kind FROM cluster")
    kind_of = {id: kind for id, _, kind in clusters}
    articles = collections.defaultdict(set)
    for cluster, article in rows(path, "SELECT cluster_id, article_id FROM member"
                                       " JOIN sentence ON sentence.id = sentence_id"):
        articles[kind_of[cluster]].add(article)
    lines = ask(path, "kinds")
    check(lines[0] == "Kinds of %s clusters" % comma(len(clusters)), lines[0])
    printed = {line[2:15].strip(): line[15:] for line in lines[3:lines.index("", 3)]}
    present = set(kind_of.values())
    order = KINDS[:6] + [k for k in KINDS[6:] if k in present] + sorted(present - set(KINDS))
    check(list(printed) == order, "the kinds are %s" % list(printed))
    for kind, line in printed.items():
        sizes = [size for _, size, k in clusters if k == kind]
        expected = [comma(len(sizes)), share(len(sizes), len(clusters)), comma(sum(sizes)),
                    share(sum(sizes), sum(size for _, size, _ in clusters)),
                    comma(len(articles[kind]))]
        check(" ".join(line.split()).startswith(" ".join(expected)), "%s: %s" % (kind, line))
    check(printed["other"].endswith("4.9 %    1.8 %"), "the papers' share of other clusters")


# ---- cluster_sizes.sql --------------------------------------------------------------------------


def bounds(name):
    least, *most = name.replace(",", "").split("-")
    return int(least), int(most[0] if most else least)


def test_cluster_sizes(path):
    sizes = [size for size, in rows(path, "SELECT size FROM cluster")]
    lines = ask(path, "cluster_sizes")
    seen = 0
    for line in section(lines, "Clusters by size")[1:]:
        name, count, percent = line.split()[:3]
        least, upto = bounds(name)
        expected = sum(least <= size <= upto for size in sizes)
        seen += expected
        length = 1 + math.floor(10 * math.log10(expected) + 0.5) if expected else 0
        check(count == comma(expected) and percent == fixed(100 * expected / len(sizes), 2)
              and line.count("#") == length, line)
    check(seen == len(sizes), "%d of %d clusters are in the histogram" % (seen, len(sizes)))


# ---- article_pairs.sql --------------------------------------------------------------------------


def shared_clusters(path, templates, articles_most):
    """{(a, b): shared clusters} of the pairs that meet in a cluster of at most this many
    articles."""
    places = collections.defaultdict(set)
    for cluster, article in rows(path, "SELECT cluster_id, article_id FROM member"
                                       " JOIN sentence ON sentence.id = sentence_id"):
        places[cluster].add(article)
    kinds = dict(rows(path, "SELECT id, kind FROM cluster"))
    met, count = set(), collections.Counter()
    for cluster, articles in places.items():
        pairs = set(itertools.combinations(sorted(articles), 2))
        if len(articles) <= articles_most:
            met |= pairs
        if templates or kinds[cluster] != "template":
            count.update(pairs)
    return {pair: count[pair] for pair in met if count[pair]}


def histogram(lines, title, values):
    for line in section(lines, title)[1:]:
        name, *counts = line.split()
        least, most = (101, math.inf) if name == ">" else bounds(name)
        counts = counts[-2:]
        expected = [comma(sum(least <= value <= most for value in v)) for v in values]
        check(counts == expected, "%s: %s, not %s" % (title, line, expected))


def test_article_pairs(path, shared=2, top=10, articles=50):
    lines = ask(path, "article_pairs", shared=shared, top=top, articles=articles)
    counts = [shared_clusters(path, templates, articles) for templates in (True, False)]
    histogram(lines, "Pairs of articles by", [count.values() for count in counts])
    title = dict(rows(path, "SELECT id, title FROM article"))
    chains = []
    for count in counts:
        chain = collections.defaultdict(list)
        for member, component in components(p for p, n in count.items() if n >= shared):
            chain[component].append(member)
        chains.append(sorted(map(sorted, chain.values()), key=lambda c: (-len(c), c)))
    if any(chains):
        histogram(lines, "Chains of articles", [list(map(len, chain)) for chain in chains])
    with_templates = bool(rows(path, "SELECT 1 FROM cluster WHERE kind = 'template' LIMIT 1"))
    text = "\n".join(lines)
    again = text.count("The same without templates")
    check(again == (2 if with_templates and top else 0), "without templates: %d times" % again)
    listed = text.split("The pairs that share most")[-1].split("Chains of articles")
    parts = [part.split("The same without templates") for part in listed]
    for which in range(1 + with_templates if top else 0):
        ranked = sorted(counts[which].items(), key=lambda item: (-item[1], item[0]))[:top]
        expected = ["%s  %s  |  %s" % (comma(n), title[a], title[b]) for (a, b), n in ranked]
        found = [line.strip() for line in parts[0][which].strip("\n").split("\n")[1:] if line]
        check(found == expected, "pairs %d: %s, not %s" % (which, found, expected))
        expected = ["%s  %s" % (comma(len(c)), "  |  ".join(
            [title[a] for a in c[:5]] + ["…"] * (len(c) > 5))) for c in chains[which][:top]]
        found = parts[1][which].split("\n    articles\n")[-1].split("\n")
        found = [line.strip() for line in found if line]
        check(found == expected, "chains %d: %s, not %s" % (which, found, expected))
    large = [n for n, in rows(path, "SELECT articles FROM cluster WHERE articles > ?", articles)]
    expected = "Clusters of more than %s articles are left out: %s, the largest of %s." % (
        comma(articles), comma(len(large)), comma(max(large, default=0)))
    check((expected in lines) == bool(large), expected)


# ---- match_probability.sql ----------------------------------------------------------------------


def probability(draws, s):
    """By inclusion-exclusion over the draws, as sets of hash functions."""
    total = 0
    for size in range(1, len(draws) + 1):
        for chosen in itertools.combinations(draws, size):
            total -= (-1)**size * s**len(frozenset().union(*chosen))
    return total


def test_match_probability(path, draws, functions, **settings):
    lines = ask(path, "match_probability", **settings)
    drawn = [list(map(frozenset, family.draws))
             for family in (Family("paper"), WikiduperFamily("wikiduper"))]
    table = [line.split() for line in lines if line.startswith("        ") and "." in line][:20]
    check(len(table) == 20 and "here: %s" % comma(draws) in lines[2], lines[2])
    for i, line in enumerate(table, 1):
        s = i / 20
        expected = [1 - (1 - s**k)**10 for k in (4, 6, 8, 10, 12)]
        expected += [probability(sets, s) for sets in drawn] + [1 - (1 - s**functions)**draws]
        check(float(line[0]) == s and all(abs(float(x) - 100 * y) <= 0.0051
                                          for x, y in zip(line[1:], expected)), line)
    picture = [line.split("|")[1] for line in lines if " % |" in line]
    check(len(picture) == 21, "the picture has %d lines" % len(picture))
    for x in range(101):
        percent = 100 * (1 - (1 - (x / 100)**functions)**draws)
        if abs(percent / 5 % 1 - 0.5) > 1e-6:
            line = picture[20 - math.floor(percent / 5 + 0.5)].ljust(101)
            check(line[x] == "*", "the curve at %d" % x)


# ---- jaccard_and_edit_distance.sql --------------------------------------------------------------


def test_jaccard_and_edit_distance(path):
    text = dict(rows(path, "SELECT id, text FROM sentence"))
    classes = collections.defaultdict(list)
    for a, b in rows(path, "SELECT a, b FROM pair"):
        if text[a] != text[b]:
            n, e = max(len(text[a]), len(text[b])), edit_distance(text[a], text[b])
            s = n - 12 + 1
            classes[20 * e // n].append((jaccard(text[a], text[b]), (s - 12 - e + 1) / (n + e),
                                         (s - e) / (s + e), (s - 12 * e) / (s + 12 * e)))
    lines = ask(path, "jaccard_and_edit_distance")
    printed = section(lines, "Jaccard similarity J")[2:]
    check(len(printed) == len(classes) > 1, "%d classes" % len(printed))
    for line, (number, pairs) in zip(printed, sorted(classes.items())):
        j, lower, upper, apart = zip(*pairs)
        middle = (number + 0.5) / 20
        mean = lambda values: sum(values) / len(pairs)
        expected = [number / 20, (number + 1) / 20, len(pairs), min(j), mean(j), max(j), mean(lower),
                    mean(upper), (1 - middle) / (1 + middle),
                    100 * mean([x < y for x, y in zip(j, lower)]),
                    100 * mean([y <= x <= z for x, y, z in zip(j, lower, upper)]),
                    100 * mean([x > z for x, z in zip(j, upper)]),
                    mean([max(x, 0) for x in apart])]
        found = [float(word) for word in line.replace(" - ", " ").replace("%", "").split()]
        check(len(found) == 13 and all(abs(x - y) <= 0.051 if y > 1 else abs(x - y) <= 0.00051
                                       for x, y in zip(found, expected)), "%s: %s" % (line, expected))
    e_2 = [line.split() for line in lines if line.startswith("  0.20 ")][-1]
    check(e_2[1:3] == ["0.583", "0.652"], "the paper's [0.58, 0.65] at e = .2, l = .05: %s" % e_2)


# ---- sweep.sql ----------------------------------------------------------------------------------


def make_sweep(folder, name="sweep.db"):
    """Sixty texts, of which some are variants of others, and one occurs twice."""
    path, chance = make_empty(folder, name), random.Random(12)
    words = [word for text, in rows(sample(os.path.join(folder, "words.db")), "SELECT text FROM sentence LIMIT 90")
             for word in text.split()]
    texts = [" ".join(chance.sample(words, 20)) for _ in range(30)]
    for i in range(30):
        variant = texts[i % 10].split()
        for _ in range(1 + i // 3):
            variant[chance.randrange(20)] = chance.choice(words)
        texts.append(" ".join(variant))
    texts.append(texts[0])
    with new_database(path) as db:
        add_article(db, texts, title="One")
        insert(db, "copy", sentence_id=len(texts), first_id=1)
    return path, texts


# What does not depend on K, and is asked again for each.
@functools.lru_cache(None)
def minima_of(scheme, shingle, text):
    return WikiduperFamily(scheme, shingle).minima(text)


@functools.lru_cache(None)
def share_edited(a, b):
    return edit_distance(a, b) / max(len(a), len(b))


def matched(texts, scheme, shingle, k):
    draws = WikiduperFamily(scheme, shingle, rows=k).draws
    buckets = collections.defaultdict(set)
    for i, text in enumerate(texts):
        minima = minima_of(scheme, shingle, text)
        for draw in draws:
            buckets[tuple(minima[j] for j in draw)].add(i)
    pairs = set()
    for bucket in buckets.values():
        pairs.update(itertools.combinations(sorted(bucket)[:20], 2))
    return pairs


def test_sweep(folder):
    path, texts = make_sweep(folder)
    wanted, distance = 55, 0.4
    texts = list(dict.fromkeys(texts))[:wanted]
    lines = ask(path, "sweep", texts=wanted, distance=distance, longest=6)
    check(lines[0].startswith("Pairs of 55 texts"), lines[0])
    seen = 0
    for k in (8, 9, 10):
        for line in section(lines, "K = %d" % k)[1:]:
            shingle, *found = line.replace("#", "").replace(",", "").split()
            expected = []
            for scheme in ("wikiduper-fixed", "wikiduper-report"):
                pairs = matched(texts, scheme, int(shingle), k)
                good = sum(share_edited(texts[a], texts[b]) <= distance for a, b in pairs)
                expected += [good, len(pairs) - good, 1000 * (len(pairs) - good) / wanted]
            check(all(abs(float(x) - y) <= 0.0051 for x, y in zip(found, expected))
                  and len(found) == 6, "%s, not %s" % (line, expected))
            seen += expected[0] > 0
    check(seen == 6, "%d settings of 6 find something" % seen)


# ---- sliding_window.sql -------------------------------------------------------------------------


def give_words(path):
    """Random vectors of the words, all but a few, and one sentence of unknown words."""
    chance = random.Random(5)
    words = sorted({word for text, in rows(path, "SELECT text FROM sentence") for word in text.lower().split()
                    if word.isalpha()})
    with sqlite3.connect(path) as db:
        insert(db, "sentence", id=1000, article_id=1, position=1000, text="?? !!")
        for word in words[::10] + words[1::2]:
            insert(db, "word_vector", word=word, vector=struct.pack("<16f", *(chance.gauss(0, 1) for _ in range(16))))


def windowed(path, vectors, bits, permutations, window, distance):
    """The pairs, the comparisons and the vectors, by the definition."""
    db = open_with()
    db.execute("ATTACH ? AS made", (path,))
    vector_of = {"words": "text_vector(text, (SELECT word_vectors(word, vector) FROM word_vector))",
                 "tfidf": "tfidf_vector(text, (SELECT term_weights(text) FROM made.sentence))"}[vectors]
    projected = db.execute("SELECT id, random_projection(%s, ?) FROM made.sentence" % vector_of,
                           (bits,)).fetchall()
    projected = {id: blob for id, blob in projected if blob is not None}
    bits_of = {id: int.from_bytes(blob[24:], "big") for id, blob in projected.items()}
    pairs, comparisons = set(), 0
    for permutation in range(1, permutations + 1):
        order = sorted(projected, key=lambda id: (
            db.execute("SELECT permute_bits(?, ?)", (projected[id], permutation)).fetchone()[0], id))
        for i, id in enumerate(order):
            for other in order[max(0, i - window):i]:
                comparisons += 1
                if bin(bits_of[id] ^ bits_of[other]).count("1") < distance:
                    pairs.add((min(id, other), max(id, other)))
    return pairs, comparisons, len(projected)


def test_sliding_window(folder):
    path, texts = make_sweep(folder, "windowed.db")
    for vectors, bits, permutations, window, distance in (
            ("tfidf", 100, 10, 10, 5), ("tfidf", 40, 3, 2, 9), ("words", 100, 10, 10, 5), ("words", 33, 2, 4, 8)):
        if vectors == "words" and rows(path, "SELECT count(*) FROM word_vector") == [(0,)]:
            give_words(path)
        settings = {} if (bits, window) == (100, 10) else {
            "bits": bits, "permutations": permutations, "window": window, "distance": distance}
        lines = ask(path, "sliding_window", **settings)
        pairs, comparisons, count = windowed(path, vectors, bits, permutations, window, distance)
        check(vectors == "tfidf" or count < len(texts) + 1, "a sentence has no vector")
        clusters = collections.Counter(first for _, first in components(pairs))
        degrees = collections.Counter(id for pair in pairs for id in pair)
        check(lines[0] == "Random projection of %d of %d sentences, by %s"
              % (count, len(texts) + (vectors == "words"),
                 "tf-idf" if vectors == "tfidf" else "the vectors of their words"), lines[0])
        numbers = [int(line.split()[0].replace(",", "")) for line in lines[2:6]]
        check(numbers[:2] == [comparisons, len(pairs)] and numbers[3] == len(clusters) and pairs,
              "%s, not %s" % (numbers, [comparisons, len(pairs), len(clusters)]))
        printed = [line.replace("#", "").split() for line in section(lines, "  sentences")]
        for index, counted in ((1, clusters), (2, degrees)):
            expected = collections.Counter(n + (index == 2) for n in counted.values())
            check(all(int(line[index]) == expected.pop(int(line[0]), 0) for line in printed
                      if line[0].isdigit() and int(line[0]) <= 25)
                  and all(size > 25 for size in expected), "sizes of %s %s: %s" % (vectors, bits, printed))


# ---- intermediate_data.sql ----------------------------------------------------------------------


def test_intermediate_data(path):
    hashed, = rows(path, "SELECT compared, texts FROM detection")
    buckets = collections.Counter(rows(path, "SELECT band, signature FROM signature"
                                             " WHERE band <= 25"))
    pages = dict(rows(path, "SELECT name, sum(pgsize) FROM dbstat GROUP BY name"))
    count = lambda table: rows(path, "SELECT count(*) FROM " + table)[0][0]
    crowded, candidates = rows(path, "SELECT texts_in_large_buckets, candidates FROM detection")[0]
    meetings = sum(n * (n - 1) // 2 for n in buckets.values())
    expected = [
        ("signatures", 10 * hashed[0], 800 * hashed[0]),
        ("signatures", 25 * (hashed[1] + crowded), 200 * (hashed[1] + crowded)),
        ("filter, in memory", None, 25 * hashed[0]),
        ("signatures that two texts share", count("signature"), pages["signature"]),
        ("buckets, in the first set of bands", len(buckets), None),
        ("meetings of two texts in these", meetings, None),
        ("candidates", candidates, None),
        ("pairs", count("pair"), pages["pair"]),
        ("sentences in clusters", count("member"), pages["member"]),
        ("clusters", count("cluster"), pages["cluster"]),
    ]
    lines = ask(path, "intermediate_data")
    check(lines[0] == "Intermediate data of %s sentences, %s different texts"
          % (comma(hashed[0]), comma(hashed[1])), lines[0])
    printed = [line for line in lines if line.startswith("  ") and line[2] != " "]
    check(len(printed) == len(expected), "%d lines" % len(printed))
    for line, (name, number, size) in zip(printed, expected):
        words = [comma(n) for n in (number, size) if n is not None]
        words += [fixed(size / hashed[0], 1)] if size is not None else []
        check(line[2:38].strip() == name and line[38:].split() == words, "%s, not %s" % (line, words))
    check(0 < candidates <= meetings, "a candidate has met at least once")


# ---- categories.sql -----------------------------------------------------------------------------


def test_categories(folder):
    """Islands of two categories, of which some lack a sentence; what is printed is counted again here."""
    path, chance = make_empty(folder, "categories.db"), random.Random(7)
    categories, followers, links, cases = {}, set(), {}, []
    with new_database(path) as db:
        db.executescript("".join(map(read_script, ("sentence_tables.sql", "template_tables.sql", "reuse_tables.sql"))))
        for id in range(1, 41):
            title = "Island %d" % id
            categories[id] = chance.sample(["Islands", "Ports", "Lakes", "Island 3"], chance.randint(0, 2))
            links[id] = chance.sample(range(1, 41), 3)
            insert(db, "article", id=id, title=title)
            db.execute("INSERT INTO article_fact VALUES (?, ?, ?, NULL, ?)",
                       (id, json.dumps(categories[id]) if categories[id] else None,
                        json.dumps(["Island %d" % other for other in links[id]]),
                        json.dumps([{"template": "Box", "fields": {"people": str(100 + id)}}])))
            insert(db, "sentence", id=id, article_id=id, position=1, text="%s has %d people." % (title, 100 + id))
            if id % 5:
                followers.add(id)
                insert(db, "member", cluster_id=1, sentence_id=id)
        insert(db, "template", cluster_id=1, slots=2, pattern="{1} has {2} people.")
        insert(db, "template_slot", cluster_id=1, slot=1, name="title", type="text", compared=0, agree=0)
        insert(db, "template_slot", cluster_id=1, slot=2, name="people", type="number", field="people", compared=32,
               agree=32)
        for a in range(1, 40):
            b, kind = chance.randint(a + 1, 40), chance.choice(["structure", "content"])
            cases.append((a, b, kind))
            insert(db, "reuse", a=a, b=b, a_position=1, a_length=1, b_position=1, b_length=1, words=1, similarity=1,
                   a_words=1, b_words=1, kind=kind)

    def relation(a, b):
        if "Island %d" % a in categories[b] or "Island %d" % b in categories[a]:
            return "broader"
        if set(categories[a]) & set(categories[b]):
            return "siblings"
        return "linked" if b in links[a] or a in links[b] else "neither"
    counts = collections.Counter((relation(a, b), kind) for a, b, kind in cases)
    lines = ask(path, "categories")
    for name in "broader", "siblings", "linked", "neither":
        structure, content_ = counts[name, "structure"], counts[name, "content"]
        words = [name, structure + content_, structure, "%.0f" % (100 * structure / (structure + content_)), "%",
                 content_, "%.0f" % (100 * content_ / (structure + content_)), "%"]
        check(any(line.split() == [str(word) for word in words] for line in lines), "%s: %s" % (words, lines[:7]))
    absent = {}
    for category in {c for of in categories.values() for c in of}:
        of = [id for id in categories if category in categories[id]]
        have = len(followers & set(of))
        for id in set(of) - followers if len(of) >= 5 and have >= 0.6 * len(of) else ():
            absent[id] = max(absent.get(id, (0,)), (have / len(of), len(of), have, category))
    printed = {int(match[1]): match[2] for match in map(re.compile(r"  Island (\d+) \((.*)\)").fullmatch, lines) if match}
    check(absent and printed == {id: "%s: %d of %d" % (category, have, size)
                                 for id, (_, size, have, category) in absent.items()}, "%s %s" % (absent, printed))
    check(all("      Island %d has %d people." % (id, 100 + id) in lines for id in absent), "what they would say")


# ---- sample_clusters.sql ------------------------------------------------------------------------


def test_draw(path):
    before = content(path, "sample", "label")
    clusters = {id: (size, texts, kind)
                for id, size, texts, kind in rows(path, "SELECT id, size, texts, kind FROM cluster")}
    lines, sample = draw(path, clusters=30)
    check(lines[0] == "Drawn 30 of %d clusters, with seed 1" % len(clusters), lines[0])
    check(content(path, "sample", "label") == before, "nothing else of the database changes")
    check([row[1] for row in sample] == list(range(1, 31)), "places from 1 to 30")
    ids = [row[0] for row in sample]
    check(len(set(ids)) == 30 and all(clusters[r[0]][:2] == r[3:5] for r in sample), "clusters")
    check({row[2] for row in sample} == {len(clusters) / 30}, "each stands for as many")
    check(draw(path, clusters=30)[1] == sample, "the same again")
    longer = [row[0] for row in draw(path, clusters=50)[1]]
    check(longer[:30] == ids, "a larger sample begins with the smaller one")
    other = [row[0] for row in draw(path, clusters=30, seed=2)[1]]
    check(len(set(other) & set(ids)) < 15, "another seed, another sample")
    everything = draw(path, clusters=100000)[1]
    check(sorted(row[0] for row in everything) == sorted(clusters), "not more than there are")
    for id, _, _, size, texts, reading in everything:
        members = rows(path, "SELECT min(title), text FROM member LEFT JOIN copy USING (sentence_id)"
                             " JOIN sentence ON sentence.id = coalesce(first_id, sentence_id)"
                             " JOIN article ON article.id = article_id"
                             " WHERE cluster_id = ? GROUP BY sentence.id ORDER BY sentence.id", id)
        shown = [text for _, text in members if "    " + text in reading.split("\n")]
        check(len(shown) == min(texts, 6) and shown[0] == members[0][1],
              "cluster %d shows %d of its %d texts" % (id, len(shown), texts))
        check(all("  " + title in reading for title, text in members if text in shown), reading)
        rest = "  … and %s other %s" % (comma(texts - 6), "text" if texts == 7 else "texts")
        check((rest in reading.split("\n")) == (texts > 6), "how many more: " + reading)


def test_draw_by_kind(path):
    kinds = dict(rows(path, "SELECT id, kind FROM cluster"))
    sizes = collections.Counter(kinds.values())
    lines, sample = draw(path, clusters=36, by_kind=1)
    drawn = collections.Counter(kinds[row[0]] for row in sample)
    check(set(drawn) == set(sizes) and max(drawn.values()) - min(drawn.values()) <= 1, drawn)
    check(all(abs(row[2] - sizes[kinds[row[0]]] / drawn[kinds[row[0]]]) < 1e-9 for row in sample),
          "one stands for its share of its kind")
    check(abs(sum(row[2] for row in sample) - len(kinds)) < 1e-6, "all of them for all clusters")
    for kind, count in drawn.items():
        line = " ".join([kind, comma(sizes[kind]), comma(count), fixed(sizes[kind] / count, 2)])
        check(line in [" ".join(words.split()) for words in lines], line)


# ---- agreement.sql ------------------------------------------------------------------------------


def agreement(pairs):
    """(agree, kappa, macro-F1, {kind: (precision, recall, F1)}) of (said, found, weight)."""
    whole = sum(w for _, _, w in pairs)
    kinds = {kind for said, found, _ in pairs for kind in (said, found)}
    said = {k: sum(w for s, _, w in pairs if s == k) for k in kinds}
    found = {k: sum(w for _, f, w in pairs if f == k) for k in kinds}
    both = {k: sum(w for s, f, w in pairs if s == f == k) for k in kinds}
    agree = sum(both.values()) / whole
    chance = sum(said[k] * found[k] for k in kinds) / whole**2
    kinds = {k: (both[k] / found[k] if found[k] else None, both[k] / said[k] if said[k] else None,
                 2 * both[k] / (said[k] + found[k])) for k in kinds}
    return (agree, (agree - chance) / (1 - chance) if chance < 1 else None,
            sum(f1 for _, _, f1 in kinds.values()) / len(kinds), kinds)


def opinions(path):
    of = collections.defaultdict(dict)
    for reader, cluster, kind in rows(path, "SELECT reader, cluster_id, label.kind FROM label"
                                            " JOIN sample USING (cluster_id, size, texts)"):
        of[reader][cluster] = kind
    of["automatic"] = dict(rows(path, "SELECT cluster_id, kind FROM sample"
                                      " JOIN cluster ON cluster.id = cluster_id"
                                      " AND cluster.size = sample.size"
                                      " AND cluster.texts = sample.texts"))
    return of


def percent(value):
    return "-" if value is None else share(value, 1)


def test_agreement(path, first, second, **settings):
    lines, of = ask(path, "agreement", **settings), opinions(path)
    weight = dict(rows(path, "SELECT cluster_id, weight FROM sample"))
    compare = lambda a, b: [(of[a][id], of[b][id], weight[id]) for id in of[a] if id in of[b]]
    readers = sorted(set(of) - {"automatic"})
    expected = [(name, "automatic") for name in readers] + list(itertools.combinations(readers, 2))
    printed = section(lines, "Agreement")[1:]
    check(len(printed) == len(expected), "%d comparisons" % len(printed))
    for line, names in zip(printed, expected):
        pairs = compare(*names)
        agree, kappa, macro, _ = agreement(pairs)
        words = [*names, comma(len(pairs)), *percent(agree).split(),
                 "-" if kappa is None else fixed(kappa, 3), fixed(macro, 3)]
        check(line.split() == words, "%s, not %s" % (line, words))
    pairs = compare(first, second)
    *_, kinds = agreement(pairs)
    order = sorted(kinds, key=lambda k: (KINDS.index(k) if k in KINDS else 99, k))
    matrix = section(lines, "What %s says (rows) and what %s says (columns)" % (first, second))
    check(matrix[0].split() == " ".join(order).split(), matrix[0])
    for line, said in zip(matrix[1:], order):
        counts = [sum((s, f) == (said, found) for s, f, _ in pairs) for found in order]
        check(line[:14].strip() == said and line[14:].split() == list(map(comma, counts)), line)
    at = [i for i, line in enumerate(lines) if line.startswith("  kind ")][0]
    for line, kind in zip(lines[at + 1:], order):
        counts = [sum(s == kind for s, _, _ in pairs), sum(f == kind for _, f, _ in pairs),
                  sum(s == f == kind for s, f, _ in pairs)]
        precision, recall, f1 = kinds[kind]
        words = list(map(comma, counts)) + percent(precision).split() + percent(recall).split()
        check(line[:14].strip() == kind and line[14:].split() == words + [fixed(f1, 3)],
              "%s, not %s" % (line, words + [f1]))
    wrong = [id for id, in rows(path, "SELECT cluster_id FROM sample ORDER BY place")
             if id in of[first] and id in of[second] and of[first][id] != of[second][id]]
    listed = [int(line.split()[0]) for line in section(lines, "Where they disagree")[1:]]
    check(listed == wrong[:settings.get("top", 20)], "what they disagree on: %s" % listed)


def test_agreements(path):
    draw(path, clusters=80)
    rows(path, "DELETE FROM label")
    check("There are no labels." in "\n".join(ask(path, "agreement")), "no label")
    for seed, (reader, part) in enumerate([("ada", 0.9), ("ben", 0.6), ("cleo", 0.5)]):
        label_by_chance(path, reader, part, seed)
    test_agreement(path, "ada", "automatic")
    test_agreement(path, "cleo", "ben", reader="cleo", other="ben", top=3)
    test_agreement(path, "automatic", "ben", reader="automatic", other="ben")
    draw(path, clusters=60, by_kind=1)
    label_by_chance(path, "ada", 1, 7)
    test_agreement(path, "ada", "automatic", top=1000)
    check("No cluster was labelled by both of them." in "\n".join(ask(path, "agreement", reader="nobody")), "nobody")
    ids = tuple(id for id, in rows(path, "SELECT cluster_id FROM sample ORDER BY place LIMIT 3"))
    change(path, "UPDATE cluster SET size = size + 1 WHERE id = %d; DELETE FROM cluster WHERE id = %d;"
                 "UPDATE label SET texts = texts + 1 WHERE cluster_id = %d AND reader = 'ada'"
           % (ids[0], ids[2], ids[1]))
    of = opinions(path)
    left = sum(cluster not in of["automatic"] or cluster not in of[reader]
               for cluster, reader in rows(path, "SELECT cluster_id, reader FROM label"))
    test_agreement(path, "ada", "automatic")
    first = ask(path, "agreement")[0]
    check(first.startswith("Labels left out: %d. " % left) and left >= 3, first)


# ---- What holds for all -------------------------------------------------------------------------


EMPTY = {
    "kinds": "There are no clusters.",
    "cluster_sizes": "There are no clusters.",
    "article_pairs": "No two articles share a cluster.",
    "match_probability": "Probability in percent",
    "two_dates": "There are no sentences of one article, in two sources",
    "jaccard_and_edit_distance": "There are no pairs of different texts.",
    "sweep": "There are no texts.",
    "intermediate_data": "There are no signatures.",
    "agreement": "There are no labels.",
    "choose_parameters": "Their similarities are assumed.",
    "sample_clusters": "There are no clusters.",
    "keep": "There are no duplicates.",
    "near": "0 of 0 texts have",
    "across": "Name two sources, A and B (there is none).",
    "export": "",
    "sliding_window": "There are no sentences.",
    "replay": "There are no clusters.",
    "kind_examples": "There are no clusters.",
    "large_clusters": "There are no clusters.",
    "shared_citations": "0 share sentences of the text",
    "granularity": "There are no sentences.",
    "reuse_beside": "There are no passages yet. Find them first: neardup reuse DB",
    "source_retrieval": "There are no passages yet. Find them first: neardup reuse DB",
    "ranked_candidates": "There are no passages yet. Find them first: neardup reuse DB",
}
WRONG = {
    "large_clusters": [("stub", 0)],
    "granularity": [("documents", 1), ("documents", "x")],
    "article_pairs": [("shared", 0), ("top", -1), ("articles", 1), ("articles", 2.5)],
    "match_probability": [("bands", 0), ("rows", 65), ("rows", "x")],
    "sweep": [("texts", 1), ("distance", 1.1), ("distance", "x"), ("longest", 4)],
    "sample_clusters": [("clusters", 0), ("seed", 1.5), ("seed", "x"), ("by_kind", 2)],
    "agreement": [("top", -1)],
    "two_dates": [("top", -1), ("top", "x")],
    "choose_parameters": [("recall", 0), ("recall", 1), ("recall", 2), ("recall", "x"), ("similarity", 0), ("similarity", 1.1),
                          ("similarity", "x"), ("texts", 1), ("texts", 2.5), ("texts", "x")],
    "keep": [("keep", "biggest"), ("order", "up"), ("drop", "alike"), ("format", "xml"), ("top", -1)],
    "near": [("least", 0), ("least", "x"), ("limit", -1), ("shingle", 0)],
    "across": [("a", "gone.csv"), ("top", 1.5)],
    "export": [("what", "clusters"), ("format", "xml")],
    "sliding_window": [("bits", 0), ("permutations", "x"), ("window", 0), ("distance", 0), ("vectors", "both"),
                       ("sentences", 0)],
    "source_retrieval": [("articles", 0), ("characters", "x")],
    "ranked_candidates": [("article", "x"), ("measure", "cosine"), ("limit", -1)],
    "kind_figures": [("strata", "nowhere.json"), ("strata", "[1]"), ("threshold", 2), ("threshold", "x"), ("top", -1)],
}
NEEDED = {"sweep": {"texts": 50}, "choose_parameters": {"texts": 50}, "near": {"text": "Article 1"},
          "kind_figures": {"file": "examples/labelled-pairs.jsonl"}}


def rightly(script):
    return call(script, **NEEDED.get(script, {}))


def test_nothing_to_tell(folder):
    bare = os.path.join(folder, "bare.db")
    run(bare, "schema")
    for path in (":memory:", bare, make_empty(folder)):
        for script, words in EMPTY.items():
            if path != ":memory:" or script != "sample_clusters":
                printed = "\n".join(ask(path, script, **NEEDED.get(script, {})))
                check(words in printed, "%s on %s: %s" % (script, path, printed[:200]))


def test_nothing_changes(path):
    before = content(path)
    for script in QUESTIONS:
        result = shell(path, *[rightly(script)] * 2, LEFT, "SELECT 1, 2;")
        half = len(result.stdout.replace("1|2\n", "")) // 2
        left = [line for line in result.stdout.split("\n") if line.startswith("left: ")]
        check(result.stderr == "", "%s twice: %s" % (script, result.stderr))
        check(not left, "%s leaves %s" % (script, left))
        check(result.stdout.endswith("1|2\n"), "the shell is as before")
        check(result.stdout[:half] == result.stdout[half:2 * half], script + " twice differs")
    check(content(path) == before, "the database is as it was")
    os.chmod(path, 0o444)
    run("file:%s?mode=ro" % path, *map(rightly, QUESTIONS))
    os.chmod(path, 0o644)


def test_one_session(folder):
    """Scripts do not disturb each other in one session."""
    scripts = [rightly(script) for script in QUESTIONS + ["sample_clusters"]]
    run(sample(os.path.join(folder, "session.db")), "find", *scripts, "find", *reversed(scripts))


def test_wrong_settings(path):
    """Each is refused in one line, one after the other in one session, in which the script then runs as ever."""
    for script, settings in WRONG.items():
        right = rightly(script)
        alone = " ".join(shell(path, right).stdout.split())
        check(alone or script == "export", script + " alone")
        calls = [call(script, **{**NEEDED.get(script, {}), name: value}) for name, value in settings]
        result = shell(path, *calls, right, options=("-interactive",))
        complaints = result.stderr.strip().split("\n")
        check(len(complaints) == len(settings), "%s: %s" % (script, result.stderr))
        for (name, value), complaint in zip(settings, complaints):
            check("@%s must be" % name in complaint and "CHECK" not in complaint
                  and re.search(", found '?%s(.0)?'?$" % re.escape(str(value)), complaint),
                  "%s: %s = %s: %s" % (script, name, value, complaint))
        check(alone in " ".join(result.stdout.split()), "%s runs after errors" % script)


def test_on_databases(folder):
    bundled, made = sample(os.path.join(folder, "sample.db")), make_up(folder)
    for path in (bundled, made):
        test_kinds(path)
        test_cluster_sizes(path)
        test_article_pairs(path)
    test_article_pairs(made, shared=4, top=3, articles=5)
    test_article_pairs(made, shared=1, top=0, articles=100)
    test_match_probability(bundled, 25, 4)
    test_match_probability(":memory:", 7, 2, bands=7, rows=2)
    test_jaccard_and_edit_distance(bundled)
    test_intermediate_data(bundled)
    test_draw(made)
    test_draw_by_kind(made)
    test_agreements(made)
    test_nothing_changes(made)
    test_nothing_changes(bundled)
    test_wrong_settings(made)


run_tests("pipeline/analysis", test_on_databases, test_categories, test_sweep, test_sliding_window, test_nothing_to_tell,
          test_one_session)
