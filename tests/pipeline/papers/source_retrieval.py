"""source_retrieval.py - sql/papers/source_retrieval.sql against every pair of articles, one after the other.

The sample, the truth by text_alignment(), and what each way finds are computed a second time here: MinHash from
passage_signature, which the job reuse has made in another way, random projection from the bytes of its blobs, and tf-idf from
each pair of passages.
"""
import collections
import itertools
import math
import os
import subprocess
import shutil
import sys

sys.path.insert(0, os.path.join(sys.path[0], "..", ".."))
from counting import check, run_tests, skip
from databases import contents, rows as ask, run, sample, shell, whole_script
from extension import LOADABLE, ROOT, open_with
from planted_passages import Writer, fill, fill_with_stops, planted

# Of a model of three bits that knows five words: see docs/functions/projections.md.
MODEL = ("4E444D3101000100050000000300000049083A4A906CF29645D8DFCC60E931E337E529E6000000000000803F0000000000000000000000000000"
         "803F000000000000803F000000000000803F00000000000000000000803F0000000000000000000080BE000080BE000080BE")
LIMIT = "6000000"  # of cosines


def sections(printed):
    """{(way, name): the figures in its line}, and the words below."""
    lines, way = {}, None
    table, _, below = printed.partition("\n  Here: ")
    for line in table.split("\n")[2:]:
        if line.startswith("    "):
            cells = (line[start:end].strip().replace(",", "") for start, end in ((36, 48), (48, 62), (62, 71), (71, 82)))
            lines[way, line[4:36].strip()] = tuple(float(cell) if cell else None for cell in cells)
        else:
            way = line.strip()
    return lines, " ".join(below.split())


def even(items, wanted):
    return [item for place, item in enumerate(items, 1) if place * wanted // len(items) > (place - 1) * wanted // len(items)]


def choose(path, articles, characters):
    """The drawn articles, and the others."""
    sizes = dict(ask(path, "SELECT article_id, sum(length + 1) FROM passage WHERE article_id NOT IN (SELECT article_id FROM page)"
                           " GROUP BY article_id ORDER BY article_id"))
    whole = sum(sizes.values())
    least = 10000 if sum(size >= 10000 for size in sizes.values()) >= 100 else whole / len(sizes)
    long = [id for id, size in sizes.items() if size >= least]
    return even(long, min(articles, len(long))), even(list(sizes), max(1, int(len(sizes) * min(1, characters / whole))))


class Sample:
    def __init__(self, path, articles, characters, limit):
        self.drawn, self.others = choose(path, articles, characters)
        self.pairs = {(min(a, b), max(a, b)) for a in self.drawn for b in self.others if a != b}
        self.db = open_with()
        self.db.execute("ATTACH ? AS made", (path,))
        text = dict(ask(path, "SELECT article_id, text FROM article_text"))
        self.truth = {}
        for a, b in self.pairs:
            cases, = self.db.execute("SELECT count(*) FROM text_alignment(?, ?)", (text[a], text[b])).fetchone()
            if cases:
                self.truth[a, b] = cases
        of = collections.Counter(id for pair in self.truth for id in pair)
        self.families = [id for id in self.drawn if of[id] > max(20, len(self.others) // 100)]
        self.drawn = [id for id in self.drawn if id not in self.families]
        self.pairs = {(min(a, b), max(a, b)) for a in self.drawn for b in self.others if a != b}
        self.truth = {pair: cases for pair, cases in self.truth.items() if pair in self.pairs}
        self.db.execute("CREATE TABLE text(id, article_id, text)")
        for id, article, first, last in ask(path, "SELECT id, article_id, first, last FROM passage"):
            if article in self.drawn or article in self.others:
                sentences = ask(path, "SELECT text FROM sentence WHERE article_id = ? AND position BETWEEN ? AND ?"
                                      " AND block IN ('prose', 'list') ORDER BY position", article, first, last)
                self.db.execute("INSERT INTO text VALUES (?, ?, ?)", (id, article, " ".join(words for words, in sentences)))
        self.article = dict(self.db.execute("SELECT id, article_id FROM text"))
        self.limit = limit

    def best(self, alike):
        """{pair: the greatest value of its passages}"""
        best = {}
        for (x, y), value in alike.items():
            pair = min(self.article[x], self.article[y]), max(self.article[x], self.article[y])
            if pair in self.pairs:
                best[pair] = max(best.get(pair, -math.inf), value)
        return best

    def minhash(self, path):
        """Passages in one bucket of band 0 are equal, and share all signatures."""
        buckets = collections.defaultdict(list)
        for band, signature, id in ask(path, "SELECT band, signature, passage_id FROM passage_signature"):
            if id in self.article:
                buckets[band, signature].append(id)
        common = collections.Counter()
        for (band, _), ids in buckets.items():
            for pair in itertools.combinations(sorted(ids), 2):
                common[pair] += 1 if band else 4
        return self.best(common)

    def projection(self):
        bits = self.db.execute("SELECT id, substr(random_projection(tfidf_vector(text, (SELECT term_weights(text) FROM text))), 25)"
                               " FROM text").fetchall()
        return self.best({(x, y): -min((band for band in range(1, 17) if p[2 * band - 2:2 * band] == q[2 * band - 2:2 * band]),
                                       default=17) for (x, p), (y, q) in itertools.combinations(bits, 2) if p and q})

    def cosine(self):
        weigh = "tfidf_vector(%s.text, (SELECT term_weights(text) FROM text))"
        return self.best({(x, y): cosine for x, y, cosine in self.db.execute(
            "WITH v AS MATERIALIZED (SELECT id, %s AS vector FROM text) SELECT x.id, y.id, ifnull(cosine_similarity(x.vector,"
            " y.vector), 0) FROM v AS x JOIN v AS y ON x.id < y.id" % (weigh % "text"))})

    def hashed(self):
        hashes = self.db.execute("SELECT id, semantic_hash(tfidf_vector(text, (SELECT term_weights(frequencies) FROM made.semantic_model)),"
                                 " (SELECT semantic_model(model) FROM made.semantic_model)) FROM text").fetchall()
        return self.best({(x, y): 1 for (x, p), (y, q) in itertools.combinations(hashes, 2) if p and p == q})

    def figures(self, found):
        """Candidates, for each true pair, recall, precision."""
        hits = [self.truth[pair] for pair in found if pair in self.truth]
        return (len(found), len(found) / len(self.truth), sum(hits) / sum(self.truth.values()),
                len(hits) / len(found) if found else None)

    def scored(self):
        """The others whose cosines are computed, if they are too many."""
        of = collections.Counter(self.article.values())
        step = 1 + sum(of[id] for id in self.drawn) * sum(of[id] for id in self.others) // self.limit
        return self.others[step - 1::step]

    def wrong_seen(self, found):
        scored, drawn = set(self.scored()), set(self.drawn)
        return sum((a, b) not in self.truth and (a in scored and b in drawn or b in scored and a in drawn) for a, b in found)


def compare(path, articles, characters, limit=int(LIMIT)):
    if limit == int(LIMIT):
        printed = shell(path, "source_retrieval", articles=articles, characters=characters)
    else:  # the script with another limit, on a copy that has the tables that it reads
        script = whole_script("source_retrieval.sql").replace("/ %s AS" % LIMIT, "/ %d AS" % limit)
        printed = shell(shutil.copy(path, path + ".copy"), "index_tables", "history_tables", "views.sql",
                        ".parameter set @articles %d" % articles, ".parameter set @characters %d" % characters, script)
    check(printed.returncode == 0 and not printed.stderr, printed.stderr)
    lines, below = sections(printed.stdout)
    made = Sample(path, articles, characters, limit)
    expected = {}
    common, first, cosines = made.minhash(path), made.projection(), made.cosine()
    for least in 1, 2, 3, 4:
        name = "%d signature%s" % (least, " in common" if least == 1 else "s")
        expected["MinHash", name] = made.figures([pair for pair, value in common.items() if value >= least])
    for bands in 1, 4, 16:
        name = "%d band%s" % (bands, " of 16 bits" if bands == 1 else "s")
        expected["projection", name] = made.figures([pair for pair, value in first.items() if value >= -bands])
    for least in 0.1, 0.2, 0.3, 0.4:
        name, found = ("tf-idf", "cosine %s" % least), [pair for pair, value in cosines.items() if value >= least]
        expected[name] = made.figures(found)
        if len(made.scored()) < len(made.others):
            candidates, seen = lines[name][0], made.wrong_seen(found)
            check((candidates is None) == (seen < 10), "%s: %s candidates, %d of them seen" % (name, candidates, seen))
            check(candidates is None or candidates <= len(made.pairs) and abs(candidates - len(found)) <= 3 * len(found) / seen ** 0.5,
                  "%s: %s candidates, of %d, from %d seen" % (name, candidates, len(found), seen))
            expected[name] = candidates, lines[name][1], expected[name][2], lines[name][3]
    if ask(path, "SELECT * FROM semantic_model"):
        expected["VDSH", "by hand"] = made.figures(made.hashed())
    for name, figures in expected.items():
        check(all(found == right or None not in (found, right) and abs(found - right) <= error for found, right, error in zip(
            lines[name], figures, (0, 0.0501 if (figures[1] or 0) < 100 else 1, 0.0051, 0.051 * (figures[3] or 0)))),
              "%s: %s, not %s" % (name, lines[name], figures))
    here = {name for name in lines if name[0] != "theirs"}
    check(here == expected.keys() and len(lines) == len(here) + 7, "lines: %s" % lines.keys())
    check(lines["theirs", "VDSH"] == (None, 1622, 0.73, 4.5e-4), lines["theirs", "VDSH"])
    (how,), = ask(path, "SELECT compare FROM reuse_detection")
    web = ask(path, "SELECT 1 FROM source WHERE kind = 'warc'")
    side = dict(ask(path, "SELECT id, %s FROM article" % (0 if web else "source_id")))
    compared = [pair for pair in made.truth if how == "all" or (side[pair[0]] == side[pair[1]]) == (how == "within")]
    found = [pair for pair in compared if ask(path, "SELECT 1 FROM reuse WHERE a = ? AND b = ?", *pair)]
    share = sum(map(made.truth.get, found)) / sum(map(made.truth.get, compared)) if compared else None
    check(below == "%d articles, each aligned with %d. Of %s pairs, %d share a case, one of %d; they are of %d of the drawn articles.%s%s%s" % (
        len(made.drawn), len(made.others), "{:,}".format(len(made.pairs)), len(made.truth),
        len(made.pairs) // len(made.truth), len(set(made.drawn) & {id for pair in made.truth for id in pair}),
        "" if share is None else " Families aside, the job reuse has found %.2f of the cases with its bounds on large buckets." % share,
        " Articles of families that were left out: %d." % len(made.families) if made.families else "",
        " No number of candidates: fewer than ten wrong ones were seen."
        if any(way == "tf-idf" and figures[0] is None for (way, _), figures in lines.items()) else ""), below)
    made.share = share
    return made


def test_sample(folder):
    path = sample(os.path.join(folder, "sample.db"), "reuse")
    run(path, "INSERT INTO semantic_model (name, bits, terms, texts, loss, frequencies, model) SELECT"
        " 'by hand', 3, 5, 1, 0, document_frequencies(text), x'%s' FROM sentence;" % MODEL)
    before = contents(path)
    made = compare(path, 400, 30000000)
    check(len(made.others) == len(set(made.article.values())) and len(made.truth) > 20, "all articles")
    made = compare(path, 9, 30000)
    check(len(made.drawn) == 9 and len(made.others) < 60, "some articles")
    for limit in 3000, 7000, 20000:
        made = compare(path, 400, 30000000, limit)
        check(len(made.scored()) < len(made.others), "some cosines")
    check(contents(path) == before, "the database changed")
    ask(path, "UPDATE semantic_model SET name = 'by' || char(27) || '[7m' || char(10) || 'hand'")
    check("\n    by\ufffd[7m hand " in run(path, "source_retrieval"), "the name of a model is printed as it is")


def test_sources(folder):
    """The job reuse has compared an encyclopedia with the web, or two sources with each other, and finds no cases within them."""
    path = sample(os.path.join(folder, "web.db"))
    subprocess.run(["build/neardup-load", "--quiet", "examples/sample.warc", path], cwd=ROOT, check=True)
    run(path, "reuse")
    check(compare(path, 400, 30000000).share is None, "nothing within the encyclopedia was compared")
    run(path, "UPDATE reuse_parameters SET compare = 'all';", "reuse")
    check(compare(path, 400, 30000000).share > 0.5, "all was compared")
    path, writer = os.path.join(folder, "two.db"), Writer(3)
    articles = [writer.article() for _ in range(40)]
    planted(writer, articles, [(0, 1), (2, 3), (4, 5), (6, 30), (7, 31), (38, 39)])
    fill(path, [("text", articles[:20]), ("text", articles[20:])])
    for how in "between", "within":
        run(path, "reuse_parameters", "UPDATE reuse_parameters SET compare = '%s';" % how, "reuse")
        check(compare(path, 40, 30000000).share == 1, "two sources: " + how)


def test_planted(folder):
    path = os.path.join(folder, "planted.db")
    fill_with_stops(path)
    run(path, "reuse")
    check(not compare(path, 400, 30000000).families, "no families")


def test_family(folder):
    """25 articles share a paragraph, and six others another one."""
    path, writer = os.path.join(folder, "family.db"), Writer(7)
    articles = [writer.article() for _ in range(40)]
    pattern, copied = writer.paragraph(400), writer.paragraph(400)
    for article in articles[:25]:
        article.insert(1, pattern)
    for article in articles[25:31]:
        article.insert(1, copied)
    fill(path, [("text", articles)])
    run(path, "reuse")
    made = compare(path, 400, 30000000)
    check(len(made.families) > 5 and made.truth, "families")
    fill(path + "-alone", [("text", articles[:25])])
    run(path + "-alone", "reuse")
    families = len(Sample(path + "-alone", 400, 30000000, 1).families)
    check(run(path + "-alone", "source_retrieval") == "\nNo drawn article shares a case with another one, but %d that are of"
          " families and left out.\n" % families, "nothing but a family")


def test_without(folder):
    path = os.path.join(folder, "without.db")
    fill(path, [])
    run(path, "reuse")
    check(run(path, "source_retrieval") == "\nThere are no passages yet. Find them first: neardup reuse DB\n", "no passages")
    fill(os.path.join(folder, "unlike.db"), [("text", [[["One sentence stands here."]], [["Another one is there, of other words."]]])])
    run(os.path.join(folder, "unlike.db"), "reuse")
    check(run(os.path.join(folder, "unlike.db"), "source_retrieval") == "\nNo drawn article shares a case with another one.\n",
          "no cases")


def test_all(folder):
    if LOADABLE:
        test_sample(folder)
        test_sources(folder)
        test_planted(folder)
        test_family(folder)
    else:
        skip("pipeline/source_retrieval: this Python cannot load the extension")
    test_without(folder)


run_tests("pipeline/source_retrieval", test_all)
