"""papers.py - the settings of the papers, and what the job papers prints, computed a second time in Python.

With a preset, the pipeline stores the signatures that the paper's scheme gives by tests/oracle/reference.py, and its
clusters are the connected components of texts that share one. replay.sql counts the same, and more, without storing it. The
power law is compared with a fit by scipy.
"""

import collections
import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(sys.path[0], "..", ".."))
from counting import check, run_tests, skip
from databases import ROOT, contents, fill, rows, run, sample, shell
from drawn_labels import comma, section
from reference import components, family, match_probability

try:
    import numpy
    from scipy.optimize import minimize_scalar
    from scipy.special import zeta
except ImportError:
    numpy = None

# Scheme, and fewest and most shingles.
PRESETS = {"weissman": ("paper", 75, 600), "wikiduper": ("wikiduper", 76, 599), "ayhan": ("wikiduper-report", 76, 599),
           "meng": ("wikiduper", 76, 599)}
SHINGLE, BANDS, ROWS, HASHES = 12, 10, 10, 20


# ---- Presets ------------------------------------------------------------------------------------


def set_preset(path, name):
    run(path, "preset", preset=name)


def signatures_of(path, scheme, least, most):
    """{(band, signature): ids} that several of the texts share, and the groups of equal texts."""
    made = family(scheme, shingle=SHINGLE, bands=BANDS, rows=ROWS, hashes=HASHES)
    equal, buckets = collections.defaultdict(list), collections.defaultdict(list)
    for id, text in rows(path, "SELECT id, text FROM sentence WHERE block <> 'table' ORDER BY id"):
        if least <= len(text) - SHINGLE + 1 <= most:
            equal[text].append(id)
    for text, ids in equal.items():
        for band, signature in made.signatures(text):
            buckets[band, signature].append(ids[0])
    return {key: ids for key, ids in buckets.items() if len(ids) > 1}, list(equal.values())


def test_preset(folder):
    path = sample(os.path.join(folder, "preset.db"))
    default = rows(path, "SELECT * FROM parameters")
    for name, (scheme, least, most) in PRESETS.items():
        set_preset(path, name)
        run(path, "find")
        shared, equal = signatures_of(path, scheme, least, most)
        stored = rows(path, "SELECT band, signature, sentence_id FROM signature")
        check(set(stored) == {(*key, id) for key, ids in shared.items() for id in ids} and len(stored) > 50,
              "%s: %d signatures are those of the scheme" % (name, len(stored)))
        expected = dict(components((ids[0], id) for ids in [*shared.values(), *equal] for id in ids[1:]))
        found = dict(rows(path, "SELECT sentence_id, cluster_id FROM member"))
        check(found == expected, "%s: %d sentences are in the clusters of the scheme" % (name, len(found)))
    recall = match_probability(family("wikiduper", shingle=SHINGLE, bands=BANDS, rows=ROWS, hashes=HASHES), 0.9)
    check("Expected recall: %.1f %% at Jaccard 0.9" % (100 * recall) in run(path, "summary"), "the recall of the scheme")
    set_preset(path, "default")
    check(rows(path, "SELECT * FROM parameters") == default, "'default' sets everything back")


def test_reuse_preset(folder):
    path = sample(os.path.join(folder, "reuse.db"))
    set_preset(path, "alshomary")
    run(path, "reuse")
    expected = rows(path, "SELECT a, b, a_position, a_length, b_position, b_length FROM reuse")
    text = dict(rows(path, "SELECT article_id, text FROM article_text"))
    check(len(expected) > 2 and min(each[3] for each in expected) >= 200, "cases: %s" % expected)
    run(path, "CREATE TEMP TABLE aligned AS SELECT a, b, f.a_position, f.a_length, f.b_position, f.b_length"
        " FROM (SELECT DISTINCT a, b FROM reuse) JOIN article_text AS x ON x.article_id = a JOIN article_text AS y"
        " ON y.article_id = b JOIN text_alignment(x.text, y.text, 'ngrams', 3, 150, 5, 200, 0.5, 'cosine', 64, 0, 0, 1) AS f;",
        "SELECT neardup_error('other cases') WHERE EXISTS (SELECT * FROM aligned EXCEPT SELECT a, b, a_position, a_length,"
        " b_position, b_length FROM reuse);")
    check(len(text) > 2, "articles have texts")


def test_wrong_preset(folder):
    path = sample(os.path.join(folder, "wrong.db"))
    before = contents(path)
    for given in {"preset": "ayhann"}, {}:
        done = shell(path, "preset", **given)
        check(done.returncode != 0 and "@preset must be one of default, " in done.stderr, done.stderr)
    check(contents(path) == before, "a wrong preset changes nothing")
    for wrong in ("scheme = 'words'", "hashes = 20", "scheme = 'paper', bands = 21, hashes = 21", "seed = 9223372036854775807"):
        done = shell(path, "UPDATE parameters SET %s;" % wrong)
        check("CHECK" in done.stderr, "%s is refused: %s" % (wrong, done.stderr))


def test_program(folder):
    path = os.path.join(folder, "program.db")

    def find(*words):
        return subprocess.run(["build/neardup", *words], cwd=ROOT, capture_output=True, encoding="utf-8")

    done = find("examples/sample.xml", "--db", path, "--preset", "weissman", "--bands", "8")
    check(done.returncode == 0, done.stderr)
    check(rows(path, "SELECT scheme, bands, rows, hashes, jaccard_least FROM setting") == [("paper", 8, 10, 20, 0)],
          "a preset, and an option over it")
    done = find(path, "--preset", "nobody")
    check(done.returncode != 0 and "--preset must be" in done.stderr, "a wrong preset: " + done.stderr)
    check(rows(path, "SELECT scheme, bands FROM parameters") == [("paper", 8)], "the parameters stay")


# ---- replay.sql ---------------------------------------------------------------------------------


def make_up(folder):
    """A template of 60 texts, 25 copies of one of them and of another text, and pairs; in articles of four sentences."""
    template = "At the census of 2021 the village of %s had %d inhabitants, according to the Registrar, who counts every resident."
    texts = [template % ("Lindry" if n < 50 else "Hestholm on the Sea", 1000 + n) for n in range(60)]
    texts += [texts[7]] * 25 + ["The ferry to Port Maurel leaves every day at nine and comes back in the evening, but not in winter."] * 25
    for n in range(30):
        text = "Number %d of the lighthouses was lit for the first time on the third of May, and has been burning ever since %d." % (n * n, n)
        texts += [text, text.replace("ever since", "since")]
    return fill(os.path.join(folder, "made.db"), [("Article %d" % n, texts[n:n + 4]) for n in range(0, len(texts), 4)])


def buckets_of(texts, scheme, least, most):
    """The sentences that share a signature, copies included."""
    made = family(scheme, shingle=SHINGLE, bands=BANDS, rows=ROWS, hashes=HASHES)
    buckets = collections.defaultdict(list)
    for id, text in sorted(texts.items()):
        if least <= len(text) - SHINGLE + 1 <= most:
            for key in made.signatures(text):
                buckets[key].append(id)
    return [ids for ids in buckets.values() if len(ids) > 1]


def sizes_of(buckets):
    """Of connected components, and of what Meng and Zheng call clusters."""
    joined = collections.Counter(component for _, component in components((ids[0], id) for ids in buckets for id in ids[1:]))
    links = collections.Counter(end for ids in buckets for id in ids[1:] for end in (ids[0], id))
    return collections.Counter(joined.values()), collections.Counter(count + 1 for count in links.values())


def cells(lines, title, name):
    """The cells of a row; one that is empty is ''."""
    (line,) = [line for line in section(lines, title) if line[2:36].strip() == name]
    return [line[at:at + 14].strip() for at in range(36, len(line), 14)]


def check_found(lines, title, column, sizes, most):
    """The figures of clusters of these sizes."""
    clusters, sentences = sum(sizes.values()), sum(size * count for size, count in sizes.items())
    small = sum(count for size, count in sizes.items() if size <= most)
    expected = {"clusters": comma(clusters), "of up to %d sentences" % most: "%.1f %%" % (100 * small / clusters),
                "sentences in the largest cluster": comma(max(sizes))}
    if not title.startswith("Meng"):
        expected["sentences in clusters"] = comma(sentences)
    for name, value in expected.items():
        found = cells(lines, title, name)[column]
        check(found == value, "%s, %s: %s, not %s" % (title, name, found, value))


def check_replay(path):
    lines = run(path, "replay").split("\n")
    texts = dict(rows(path, "SELECT id, text FROM sentence WHERE block <> 'table'"))
    found = {name: buckets_of(texts, *PRESETS[name]) for name in PRESETS}
    for column, preset in (1, "weissman"), (2, "wikiduper"):
        check_found(lines, "Weissman et al. 2015, Exp", column, sizes_of(found[preset])[0], 10)
    kept = [ids[:20] for ids in found["ayhan"] if len(ids[:20]) > 1]
    check_found(lines, "Ayhan, Bradley, Weissman 2013, s", 1, sizes_of(kept)[0], 30)
    pairs = {(a, b) for ids in kept for i, a in enumerate(ids) for b in ids[i + 1:]}
    check(cells(lines, "Ayhan, Bradley, Weissman 2013, s", "similar pairs")[1] == comma(len(pairs)), "pairs of the first twenty")
    joined, linked = sizes_of(found["meng"])
    check_found(lines, "Meng, Zheng 2018, s", 1, linked, 20)
    check_found(lines, "Meng, Zheng 2018, s", 2, joined, 20)
    check(cells(lines, "Meng, Zheng 2018, s", "similar pairs")[1]
          == comma(len({(ids[0], id) for ids in found["meng"] for id in ids[1:]})), "pairs with the first")
    for size in 2, 3, 11:
        row = cells(lines, "Meng, Zheng 2018, Table 5", "size %d" % size)
        check((row + ["", ""])[1:3] == [comma(count[size]) if count[size] else "" for count in (linked, joined)],
              "size %d: %s" % (size, row))
    return lines, found


def check_kinds(path, lines, buckets):
    """The shares of kinds in the column of the program, and its precision."""
    ours, kind_of = (dict(rows(path, "SELECT %s" % what)) for what in ("sentence_id, cluster_id FROM member", "id, kind FROM cluster"))
    clusters, kinds = collections.defaultdict(list), collections.Counter()
    for member, component in components((ids[0], id) for ids in buckets for id in ids[1:]):
        clusters[component].append(ours.get(member))
    for members in clusters.values():
        counted = collections.Counter(each for each in members if each is not None)
        best = min(counted, key=lambda each: (-counted[each], each), default=None)
        kinds[kind_of[best] if best is not None and counted[best] > 1 else "not similar"] += 1
    names = {"template": "templates", "identical": "identical", "not similar": "not similar", "copyedit": "copyediting"}
    for kind, name in names.items():
        if kinds[kind]:
            row = cells(lines, "Weissman et al. 2015, Table 1", name)
            check(row[2] == "%.1f %%" % (100 * kinds[kind] / len(clusters)), "%s: %s of %s" % (name, row, kinds))
    row = cells(lines, "Weissman et al. 2015, Table 1", "precision: neither of these two")
    right = 1 - (kinds["other"] + kinds["not similar"]) / len(clusters)
    check(row[0] == "95.1 %" and row[2] == "%.1f %%" % (100 * right), "precision: %s, not %s" % (row, right))
    check(len(row) == 3, "neardup's own precision holds by construction, and is not printed: %s" % row)
    drift = sum(kind == "drift" for kind in kind_of.values())
    estimates, words = run(path, "views.sql", "contradiction_estimate.sql", "SELECT range, words FROM drift_said;").strip().split("|")
    told = " ".join(" ".join(lines).split())
    check(words in told, "how much is missed, in Table 1: " + words)
    if drift:
        check(cells(lines, "Weissman et al. 2015, Table 1", "with what is missed")[3] == estimates and " to " in estimates
              and "the %d cluster" % drift in words, "%d: %s, %s" % (drift, estimates, words))
    else:
        check("nothing to estimate from" in words and estimates == "", words)
    check(words in " ".join(run(path, "kinds").split()), "and below the kinds")


def test_replay(folder):
    bundled, made = sample(os.path.join(folder, "replay.db")), make_up(folder)
    run(made, "find")
    for path in bundled, made:
        before = contents(path)
        lines, found = check_replay(path)
        check_kinds(path, lines, found["wikiduper"])
        check(contents(path) == before, "it changes nothing")
    check(any(len(ids) > 20 for ids in found["ayhan"]), "a bucket is larger than twenty")
    run(made, "UPDATE member SET cluster_id = sentence_id;")
    lines = run(made, "replay").split("\n")
    check(cells(lines, "Weissman et al. 2015, Table 1", "not similar")[1:3] == ["100.0 %"] * 2, "what no cluster joins")


def test_kind_examples(folder):
    """The example of a kind is the one in the middle, and drift is of those that are shown, if there are any."""
    path = sample(os.path.join(folder, "examples.db"))
    for number, (a, b) in enumerate(rows(path, "SELECT a, b FROM pair_kind WHERE kind = 'drift' ORDER BY b")):
        run(path, "UPDATE pair_kind SET score = %g WHERE (a, b) = (%d, %d);" % (0.25 + number * 7 % 10 / 20, a, b))
    for least in 0.4, 0.9:
        run(path, "UPDATE parameters SET shown_least = %g;" % least)
        best = {}
        for cluster, kind, score, jaccard, *pair in rows(
                path, "SELECT cluster.id, cluster.kind, pair_kind.score, jaccard, p.title, q.title FROM pair_kind"
                      " JOIN pair USING (a, b) JOIN cluster ON cluster.id = cluster_id AND cluster.kind = pair_kind.kind"
                      " JOIN sentence AS x ON x.id = a JOIN article AS p ON p.id = x.article_id"
                      " JOIN sentence AS y ON y.id = b JOIN article AS q ON q.id = y.article_id"
                      " WHERE articles > 1 ORDER BY cluster.id, pair_kind.score DESC, a, b"):
            best.setdefault(cluster, (kind, score, jaccard, " | ".join(pair)))
        printed = re.split(r"^  (\w+)\n", run(path, "kind_examples"), flags=re.M)
        printed = {kind: " ".join(text.split()) for kind, text in zip(printed[1::2], printed[2::2])}
        for kind in "template", "copyedit", "drift", "reference":
            those = sorted(each[1:] for each in best.values() if each[0] == kind)
            if kind == "drift":
                those = [each for each in those if each[0] >= least] or those
            middle = those[(len(those) - 1) // 2][2]
            check(printed[kind].endswith(" " + middle), "%s from %g on: %s of %d: %s" % (kind, least, middle, len(those), printed))


def test_here(folder):
    """In a database of a paper's settings, match_probability.sql has them as its own."""
    path = sample(os.path.join(folder, "here.db"))
    set_preset(path, "weissman")
    run(path, "find")
    lines = section(run(path, "match_probability").lstrip("\n").split("\n"), "Probability in percent")[2:]
    check(all(line.split()[6] == line.split()[8] for line in lines) and len(lines) == 20, lines)
    for line in lines:
        s = float(line.split()[0])
        expected = ["%.2f" % (100 * (1 - (1 - s ** k) ** 10)) for k in (4, 6, 8, 10, 12)]
        check(all(abs(float(x) - float(y)) < 0.011 for x, y in zip(line.split()[1:6], expected)), line)


def test_edits(folder):
    path = sample(os.path.join(folder, "edits.db"))
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        for id, in db.execute("SELECT id FROM article").fetchall():
            for n in range(id % 5 + 1):
                db.execute("INSERT INTO revision (article_id, revision_id, time, contributor) VALUES (?, ?, '', ?)",
                           (id, 100 * id + n, "Spellbot" if n == 1 else "Abbott's"))
    articles = {"all articles": rows(path, "SELECT id FROM article")}
    for name, kind in ("with sentences of templates", "template"), ("with factual drift", "drift"):
        articles[name] = rows(path, "SELECT DISTINCT article_id FROM cluster JOIN member ON cluster_id = cluster.id"
                                    " JOIN sentence ON sentence.id = sentence_id WHERE kind = ?", kind)
    printed = {line[2:32].strip(): line[32:].split() for line in
               section(run(path, "large_clusters").split("\n"), "Edits and bots")}
    for name, ids in articles.items():
        edits = [id % 5 + 1 for id, in ids]
        expected = [comma(len(ids)), "%.1f" % (sum(edits) / len(ids)), "%.1f" % (100 * sum(n > 1 for n in edits) / sum(edits)), "%"]
        check(printed[name] == expected, "%s: %s, not %s" % (name, printed[name], expected))
    stubs = {line[2:22].strip(): line[22:].split() for line in
             section(run(path, "large_clusters", stub=5).split("\n"), "Sentences in stubs")}
    (count, short), = rows(path, "SELECT count(*), 100 * avg(sentences <= 5) FROM sentence JOIN (SELECT article_id,"
                                 " count(*) AS sentences FROM sentence GROUP BY article_id) USING (article_id)")
    check(stubs["all sentences"] == [comma(count), "%.1f" % short, "%"], stubs)


# ---- power_law.sql ------------------------------------------------------------------------------


def distance(sizes, counts, least, alpha):
    tail = sizes >= least
    observed = numpy.cumsum(counts[tail]) / counts[tail].sum()
    return numpy.abs(observed - (1 - zeta(alpha, sizes[tail] + 1) / zeta(alpha, least))).max()


def likeliest(sizes, counts, least):
    tail = sizes >= least
    logarithms = (counts[tail] * numpy.log(sizes[tail])).sum()
    return minimize_scalar(lambda alpha: counts[tail].sum() * numpy.log(zeta(alpha, least)) + alpha * logarithms,
                           bounds=(1.01, 8), method="bounded").x


def test_power_law(folder):
    if not numpy:
        return skip("pipeline/papers: there is no scipy to fit a power law with")
    chance = numpy.random.default_rng(2009)
    drawn = {"pure": chance.zipf(2.5, 20000), "flat": chance.zipf(1.6, 3000), "few": chance.zipf(2.2, 40),
             "bent": numpy.concatenate([chance.integers(2, 9, 5000), 8 * chance.zipf(3, 3000)])}
    statements = ["CREATE TEMP TABLE sized_by (name, size, clusters);"]
    histogram = {}
    for name, sizes in drawn.items():
        histogram[name] = numpy.unique(sizes[(sizes >= 2) & (sizes < 100000)], return_counts=True)
        statements += ["INSERT INTO sized_by VALUES ('%s', %d, %d);" % (name, *each) for each in zip(*histogram[name])]
    printed = run(":memory:", *statements, "power_law.sql", "SELECT * FROM power_law;").split()
    check(len(printed) == len(drawn), printed)
    for name, alpha, least, clusters, difference in (line.split("|") for line in printed):
        sizes, counts = histogram[name]
        alpha, least, difference = float(alpha), int(least), float(difference)
        candidates = [size for size in sizes if size <= 100 and (counts[sizes >= size].sum() >= 50 or size == sizes[0])]
        best = min(distance(sizes, counts, size, likeliest(sizes, counts, size)) for size in candidates)
        check(abs(alpha - likeliest(sizes, counts, least)) < 0.006, "%s: alpha %s" % (name, alpha))
        check(abs(difference - distance(sizes, counts, least, alpha)) < 1e-6, "%s: distance %s" % (name, difference))
        check(difference < best + 0.003, "%s: from %d on %s, but %s is possible" % (name, least, difference, best))
        check(int(clusters) == counts[sizes >= least].sum(), "%s: %s clusters" % (name, clusters))


# ---- The figures of the report ------------------------------------------------------------------


def data_of(path, papers):
    page = run(path, "report", **({"papers": 1} if papers else {}))
    return json.JSONDecoder().raw_decode(page, page.index('{"about":'))[0]["about"]


def drawn(about):
    """The elements of each figure, without a browser."""
    with open(os.path.join(ROOT, "sql", "report", "report_figures.js"), encoding="utf-8") as file:
        done = subprocess.run(["node", "tests/pipeline/papers/report_drawn.js", json.dumps(about)], cwd=ROOT, stdin=file,
                              capture_output=True, encoding="utf-8")
    check(done.returncode == 0, done.stderr)
    return collections.defaultdict(collections.Counter, {name: collections.Counter(made) for name, made in
                                                         json.loads(done.stdout or "{}").items()})


LONG = {"sweep", "window", "paper_sizes", "cuts", "retrieval"}


def check_numbers(path, figures):
    """The figures have what the scripts print."""
    printed = re.search(r"From (\d+) sentences on, .* exponent ([\d.]+)", " ".join(run(path, "cluster_sizes").split()))
    law = "law" in figures and ("%d" % figures["law"][1], "%.2f" % figures["law"][0])
    check(law == (printed and printed.groups()), "the power law is %s" % (law,))
    lines = section(run(path, "match_probability").lstrip("\n").split("\n"), "Probability in percent")[2:]
    expected = [[float(value) for value in line.split()[1:]] for line in lines]
    found = [values for _, values in figures["recall"]["theirs"]] + [figures["recall"]["curve"]]
    check(len(expected) == 20 and all(abs(100 * values[5 * (i + 1)] - row[column]) < 0.011 for i, row in enumerate(expected)
                                      for column, values in enumerate(found)), "the curves of the papers and that of here")


def check_long_numbers(path, figures):
    counts = {(k, l): [None, None] for _, k, l, _, _ in figures["sweep"]["counts"]}
    for theirs, k, l, good, bad in figures["sweep"]["counts"]:
        counts[k, l][theirs] = (comma(good), comma(bad))
    k, lines = None, []
    for line in run(path, "sweep").split("\n"):
        k = int(line.split()[2]) if line.startswith("K = ") else k
        if re.match(r" +\d+ ", line):
            words = [word for word in line.split() if not word.startswith("#")]
            lines.append(((k, int(words[0])), [tuple(words[1:3]), tuple(words[4:6])]))
    check(dict(lines) == counts and len(counts) == 36, "the sweep: %s" % (lines[:2],))
    sizes = {int(words[0]): (words[1], words[-1]) for words in map(str.split, run(path, "sliding_window").split("\n"))
             if len(words) > 2 and words[0].isdigit() and int(words[0]) < 26 and words[1:2] != ["comparisons,"]
             and words[1][0].isdigit()}
    found = {size: (comma(clusters), comma(alone)) for size, clusters, alone in figures["window"]["sizes"] if size < 26}
    check(found and {size: sizes[size] for size in found} == found, "the window: %s, not %s" % (sizes, found))
    cuts = [[line[2:24].strip(), *line[24:].split()] for line in run(path, "ranked_candidates").split("\n") if line.endswith("%")]
    check(cuts == [[name, comma(alignments), comma(int(cases)), "%.1f%%" % (100 * share)]
                   for name, alignments, cases, share in figures.get("cuts", [])], "the cuts: %s" % cuts)
    ways, (drawn, others, pairs) = [], (figures.get("retrieval", {}).get(name) for name in ("drawn", "others", "pairs"))
    printed = run(path, "source_retrieval")
    for line in printed.split("\n"):
        if line.startswith("    "):
            ways.append([line[4:36].strip(), line[36:48].strip(), line[62:71].strip(), line[71:].strip()])
    check(ways == [[name, "" if candidates is None else comma(candidates), "%.2f" % recall, "" if precision is None else "%.1e" % precision]
                   for _, name, candidates, _, recall, precision in figures.get("retrieval", {}).get("ways", [])]
          and (not ways or "Here: %d articles, each aligned with %d." % (drawn, others) in printed
               and ", %d share a case, " % pairs in " ".join(printed.split())), "the retrieval: %s" % ways)
    lines = run(path, "replay").split("\n")
    for column, name in enumerate(("theirs", "meng", "wikiduper", "neardup")):
        for size, clusters in figures["paper_sizes"][name]:
            if size < 13:
                check(cells(lines, "Meng, Zheng 2018, Table 5", "size %d" % size)[column] == comma(clusters), "%s of %d" % (name, size))


def check_drawn(path, about):
    """Each number is a point, and each curve a path."""
    figures, made = about["figures"], drawn(about)
    check(made["sizes"]["circle"] == rows(path, "SELECT count(DISTINCT size) FROM cluster")[0][0], "a dot for each size: %s" % made["sizes"])
    check(made["sizes"]["path"] == ("law" in figures), "the law: %s" % made["sizes"])
    check(made["kinds"]["rect"] == len(figures["kinds"])
          and made["kinds"]["line"] == sum(kind[3] is not None for kind in figures["kinds"]), "a bar for each kind: %s" % made["kinds"])
    check(made["recall"]["path"] == 7 and made["recall"]["circle"] == len(figures["recall"]["points"]),
          "five formulas, their program, ours, and what is measured: %s" % made["recall"])
    check(made["distances"]["rect"] == len(figures["distances"]) + 4 and made["distances"]["path"] == 2,
          "classes, a scale, and two bounds: %s" % made["distances"])
    check(made["shared"]["path"] == len(figures["shared"]), "an arc for each pair of articles: %s" % made["shared"])
    check(made["sites"]["circle"] == (sum(map(len, figures["sites"][:2])) if "sites" in figures else 0), "sites: %s" % made["sites"])
    check(LONG & figures.keys() in (set(), LONG, LONG - {"cuts", "retrieval"}), "figures that take long: %s" % figures.keys())
    if "sweep" in figures:
        points = [figures["paper_sizes"][name] for name in ("theirs", "meng", "wikiduper", "neardup")]
        check(made["paper-sizes"]["circle"] == sum(map(len, points)), "a dot for each size of the papers: %s" % made["paper-sizes"])
        window = [clusters for size in figures["window"]["sizes"] for clusters in size[1:] if clusters]
        check(made["window"]["circle"] == len(window) + len(points[0]), "a dot for each size of the window: %s" % made["window"])
        falsely = any(row[4] for row in figures["sweep"]["counts"])
        check(made["sweep"]["path"] == 6 * falsely, "the curves of the sweep: %s" % made["sweep"])
        left = [alignments > 0 for _, alignments, *_ in figures.get("cuts", [])]
        check(made["cuts"]["circle"] == (sum(left) + 2 * left[0] + left[5] + left[9] if left else 0),
              "a dot for each cut, three for none, and two rings: %s" % made["cuts"])
        ways = figures.get("retrieval", {}).get("ways", [])
        check(made["retrieval"]["circle"] == sum((each or 0) > 0 for _, _, _, each, _, _ in ways)
              and made["retrieval"]["path"] == (3 if ways else 0), "a dot for each way, and three lines: %s" % made["retrieval"])
    return made


def test_drawn(folder):
    if not shutil.which("node"):
        return skip("pipeline/papers: there is no node to draw the report's figures with")
    bundled, made = sample(os.path.join(folder, "drawn.db"), "find"), make_up(folder)
    run(made, "find")
    subprocess.run(["build/neardup-load", "--quiet", "examples/sample.warc", bundled], cwd=ROOT, check=True)
    run(bundled, "find", "reuse", "reuse_kinds", "web")
    for path in bundled, made:
        about = data_of(path, False)
        check(not LONG & about["figures"].keys(), "without @papers, nothing takes long: %s" % about["figures"].keys())
        check_numbers(path, about["figures"])
        check_drawn(path, about)
        about = data_of(path, True)
        check_long_numbers(path, about["figures"])
        check_drawn(path, about)
        check([name in about["figures"] for name in ("sites", "cuts", "retrieval")] == [path == bundled] * 3, "reuse, and the web")
    pages = [pages for pages, in rows(bundled, "SELECT pages_reusing FROM web_site WHERE pages_reusing > 0 ORDER BY 1 DESC")]
    check(data_of(bundled, False)["figures"]["sites"] == [pages, [563, 55, 28], len(pages)] and pages, "sites by their pages: %s" % pages)
    run(bundled, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)"
                 " INSERT INTO web_site SELECT 'made ' || i, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, NULL, NULL FROM n;")
    about = data_of(bundled, False)
    here, _, every = about["figures"]["sites"]
    check((len(here), every) == (1000, len(pages) + 1100), "sites of a large archive: %d of %d" % (len(here), every))
    check_drawn(bundled, about)


# ---- All together -------------------------------------------------------------------------------


def test_all_papers(folder):
    path = os.path.join(folder, "all.db")
    done = subprocess.run(["make", "-s", "papers", "DB=" + path], cwd=ROOT, capture_output=True, encoding="utf-8")
    check(done.returncode == 0, done.stderr)
    for title in ("Probability in percent", "Weissman et al. 2015, Table 1", "An example of each kind", "Clusters by size",
                  "Jaccard similarity J", "K = 8 ", "The longest chains", "What is found by units", "Random projection of",
                  "Table 1, left", "Table 1, middle", "Table 1, right: within", "Section 4: structure", "Aligned up to",
                  "There is no web archive: ", "Bots: no history is loaded"):
        check("\n" + title in done.stdout, "%s is missing" % title)
    again = subprocess.run(["make", "-s", "papers", "DB=" + path], cwd=ROOT, capture_output=True, encoding="utf-8")
    check(again.stdout == done.stdout, "a database that is there is asked as it is: " + again.stderr)


def test_web(folder):
    path = sample(os.path.join(folder, "web.db"), "find")
    subprocess.run(["build/neardup-load", "--quiet", "examples/sample.warc", path], cwd=ROOT, check=True)
    run(path, "reuse", "reuse_kinds", "web", "INSERT INTO page_views VALUES ('en', 'Ottoline_Varr', 500, 0);",
        "UPDATE web_parameters SET view_hours = 1;")
    shared, = rows(path, "SELECT 100 * avg(share > 0.9) FROM web_page")[0]
    check("On 6 of them (%.0f %%) it is more than 90 %% of the main text." % shared in run(path, "web"), "nine tenths")
    lines = run(path, "reuse_beside").split("\n")
    whole = 12 * rows(path, "SELECT revenue_of_web FROM web")[0][0] / 91.7e6
    check(cells(lines, "Section 4: the web", "of what Wikipedia raises") == ["72.0 %", "%.1f %%" % (100 * whole)], lines)
    check(cells(lines, "Section 4: the web", "with more than 0.9 of their text") == ["nearly all", "%.1f %%" % shared], lines)
    check(cells(lines, "Section 4: the web", "with advertisements") == ["nearly all", "60.0 %"], lines)
    cases, words = rows(path, "SELECT count(*), round(avg((a_words + b_words) / 2.0)) FROM reuse WHERE (a IN (SELECT article_id"
                              " FROM page)) <> (b IN (SELECT article_id FROM page))")[0]
    check(cells(lines, "Table 1, right: on the web", "cases") == ["1,600,000", comma(cases)]
          and cells(lines, "Table 1, right: on the web", "on average") == ["252", comma(words)], lines)


run_tests("pipeline/papers", test_preset, test_reuse_preset, test_wrong_preset, test_program, test_replay, test_kind_examples,
          test_here, test_edits, test_power_law, test_drawn, test_all_papers, test_web)
