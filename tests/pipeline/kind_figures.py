"""kind_figures.py - sql/labels/kind_figures.sql prints correct figures of any labelled file.

Each figure is computed a second time here, in plain Python, by its definition: for random labels, strata
and scores with many ties, which a database holds as what the pipeline found; for the pairs of
examples/labelled-pairs.jsonl, which no database holds; and for the bundled sample, drawn, judged and
written by the other scripts. A line that is wrong is refused by its number. (analysis.py
sees that nothing is changed, and that nothing is left behind.)
"""

import contextlib
import itertools
import json
import math
import os
import random
import shutil
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import databases
from counting import check, figure, run_tests, skip
from databases import ROOT, add_article, change, insert, new_database, rows, run, sample, shell
from drawn_labels import KINDS, ask, comma, content, draw, label_by_chance, make_empty, section
from extension import LOADABLE, open_with

THREE = ["template", "copyedit", "drift"]
TELLING = ["drift", "copyedit", "reference", "template", "other", "identical"]
EXAMPLE = "examples/labelled-pairs.jsonl"
WIDTH = 80


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    return path


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


# ---- The figures, by their definitions ----------------------------------------------------------


class Judged:
    """A line: what its label says, what is found, its score and its weight."""

    def __init__(self, id, label, found, score, weight):
        self.id, self.label, self.found, self.score, self.weight = id, label, found, score, weight


def wilson(share, n):
    """The two p at which the distance of the share is 1.96 standard errors of p: a quadratic."""
    z = 1.959964
    a, b, c = 1 + z * z / n, -(2 * share + z * z / n), share * share
    root = math.sqrt(max(0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


class Share:
    """The share of hits in a whole of weighted lines, each with the part of it that counts."""

    def __init__(self, lines, is_hit, weighted, parts=None):
        of = [(w if weighted else 1, part, is_hit(line))
              for line, part in zip(lines, parts or [1] * len(lines)) for w in [line.weight]]
        self.hits = sum(w * part for w, part, hit in of if hit)
        self.whole = sum(w * part for w, part, _ in of)
        squares = sum(w * w * part for w, part, _ in of)
        self.value = self.hits / self.whole if self.whole else None
        self.interval = wilson(self.value, self.whole**2 / squares) if self.whole else None


def f1(lines, said, found, weighted):
    of = lambda test: sum(line.weight if weighted else 1 for line in lines if test(line))
    both, sides = of(lambda x: said(x) and found(x)), of(said) + of(found)
    return 2 * both / sides if sides else None


def questions(lines):
    """(name, lines, said, found): the three kinds, and whether the topic is one."""
    for kind in THREE:
        yield (kind, lines, lambda x, kind=kind: x.label == kind, lambda x, kind=kind: x.found == kind)
    yield ("one topic", [line for line in lines if line.label in THREE],
           lambda x: x.label != "template", lambda x: x.found in ("copyedit", "drift"))


def is_drift(line):
    return line.label == "drift"


def average_precision(lines, weighted):
    """The mean, over the lines labelled drift, of the precision among what is scored no less."""
    weight = lambda line: line.weight if weighted else 1
    all_drift, total = sum(weight(x) for x in lines if is_drift(x)), 0
    for line in filter(is_drift, lines):
        above = [x for x in lines if x.score >= line.score]
        if line.score > 0 and weight(line):
            total += (weight(line) * sum(weight(x) for x in above if is_drift(x))
                      / sum(weight(x) for x in above))
    return total / all_drift if all_drift else None


def parts_of_best(lines, best, weighted):
    """What part of each line is expected among the best, if lines of equal scores are shuffled."""
    weight = lambda line: line.weight if weighted else 1
    parts = []
    for line in lines:
        better = sum(weight(x) for x in lines if x.score > line.score)
        equal = sum(weight(x) for x in lines if x.score == line.score)
        parts.append(min(1, max(0, (best - better) / equal)) if line.score > 0 and equal else 0)
    return parts


def kind_of(kinds, texts):
    """Of the kinds of its pairs, that of a line: the most telling, of more than four texts the most
    frequent."""
    if texts > 4:
        return min(kinds, key=lambda kind: (-kinds.count(kind), TELLING.index(kind)))
    return min(kinds, key=TELLING.index)


# ---- The printed figures ------------------------------------------------------------------------


def numbers(line):
    """The numbers of a printed line; None for '-'."""
    words = line.replace(" of ", " ").replace(" * ", " ").replace(",", "").split()
    for word in words:
        yield from [None] if word == "-" else map(float, word.split("-"))


def test_line(line, name, expected):
    """The expected numbers may differ from the printed ones by rounding."""
    check(line.startswith("  " + name + " "), "%s, not %s" % (line, name))
    found = list(numbers(line[len(name) + 2:]))
    same = len(found) == len(expected) and all(
        x is y is None or None not in (x, y) and abs(x - y) <= (0.00051 if y < 1.1 else 0.051)
        for x, y in zip(found, expected))
    check(same, "%s: %s" % (line, expected))


def columns(plain, weighted, first=()):
    """The numbers of a line: hits and whole, and both shares with their intervals."""
    shares = [[share.value, *(share.interval or ())] for share in (plain, weighted)]
    return [plain.hits, round(plain.whole), *first, *shares[0], *shares[1]]


def test_matrices(text, lines, are_weighted):
    said = [kind for kind in KINDS if any(x.label == kind for x in lines)]
    found = [kind for kind in KINDS if any(x.found == kind for x in lines)]
    for weighted in [False, True] if are_weighted else [False]:
        title = "What the labels say (rows) and what is found (columns)" + weighted * ", weighted"
        printed = section(text, title) if weighted else section(
            [line for line in text if ", weighted" not in line], title)
        check(printed[0].split() == found, printed[0])
        check(len(printed) == 1 + len(said), "%d rows" % len(printed))
        for line, kind in zip(printed[1:], said):
            expected = [sum(x.weight if weighted else 1 for x in lines if (x.label, x.found) == (kind, k))
                        for k in found]
            counts = [int(word.replace(",", "")) for word in line.split()[1:]]
            check(line.split()[0] == kind and all(abs(x - y) <= 0.5000001 for x, y in zip(counts, expected))
                  and len(counts) == len(expected), "%s: %s" % (line, expected))


def test_kinds(text, lines):
    both = lambda *arguments: [Share(*arguments, weighted) for weighted in (False, True)]
    printed = iter(section(text, "Kinds, with intervals of 95 %")[1:])
    test_line(next(printed), "accuracy", columns(*both(lines, lambda x: x.label == x.found)))
    harmonic = {}
    for name, among, said, found in questions(lines):
        test_line(next(printed), name + " precision", columns(*both(list(filter(found, among)), said)))
        test_line(next(printed), name + " recall", columns(*both(list(filter(said, among)), found)))
        harmonic[name] = [f1(among, said, found, weighted) for weighted in (False, True)]
        test_line(next(printed), name + " F1", harmonic[name])
    means = []
    for weighted in (False, True):
        labelled = {x.label for x in lines if x.weight or not weighted}
        values = [harmonic[kind][weighted] for kind in THREE if kind in labelled]
        means.append(sum(values) / len(values) if values else None)
    test_line(next(printed), "macro-F1", means)
    check(next(printed, None) is None, "nothing else about kinds")


def test_ranking(text, lines):
    printed = section(text, "Drift, ranked by score")[1:]
    test_line(printed[0], "average precision",
              [average_precision(lines, weighted) for weighted in (False, True)])
    check(len(printed) == 4, printed)
    for line, best in zip(printed[1:], (10, 20, 50)):
        shares = [Share(lines, is_drift, weighted, parts_of_best(lines, best, weighted))
                  for weighted in (False, True)]
        test_line(line, "of the %d best" % best, columns(*shares))


def test_thresholds(text, lines, threshold=0.5):
    printed = section(text, "Drift among the lines of a score or more")[2:]
    least = sorted({threshold} | {tenth / 10 for tenth in range(1, 10)})
    check(len(printed) == len(least), printed)
    all_drift = [Share(lines, is_drift, weighted).hits for weighted in (False, True)]
    for line, score in zip(printed, least):
        check((line[7] == "*") == (score == threshold), line)
        shown = [x for x in lines if x.score >= score]
        plain, weighted = [Share(shown, is_drift, weighted) for weighted in (False, True)]
        of_all = [share.hits / all if all else None for share, all in zip((plain, weighted), all_drift)]
        expected = columns(plain, weighted)
        at = len(expected) - 1 - len(weighted.interval or ())
        test_line(line, "%.2f" % score, expected[:at] + of_all[:1] + expected[at:] + of_all[1:])


def test_classes(text, lines):
    printed = iter(section(text, "Drift among the lines of a score  ")[1:])
    bounds = [-1, 1e-300, 0.02, 0.05, *(tenth / 10 for tenth in range(1, 10)), 2]
    for least, above in zip(bounds, bounds[1:]):
        among = [x for x in lines if least <= x.score < above]
        if among:
            mean = sum(x.score for x in among) / len(among)
            name = "0" if least < 0 else "%.2f - %.2f" % (least, min(above, 1))
            test_line(next(printed), name, columns(*(Share(among, is_drift, weighted)
                                                     for weighted in (False, True)), first=[mean]))
    check(next(printed, None) is None, "no other scores")


def test_list(text, lines, top):
    wrong = sorted((x for x in lines if x.label != x.found), key=lambda x: -abs(x.score - is_drift(x)))
    heading = "Judged otherwise: %s of %s;" % (comma(len(wrong)), comma(len(lines)))
    if not wrong or not top:
        return check(not any(line.startswith("Judged otherwise") for line in text), "no list")
    listed = [line for line in section(text, heading) if line[:4].strip() and line.startswith("  ")]
    expected = ["  %s  %s, judged %s  %.2f  " % (x.id, x.label, x.found, x.score) for x in wrong[:top]]
    check(len(listed) == len(expected) and all(map(str.startswith, listed, expected)),
          "%s, not %s" % (listed, expected))


def test_figures(text, lines, top=20, threshold=0.5):
    check(max(map(len, itertools.takewhile(lambda line: not line.startswith("Judged otherwise"), text)))
          <= WIDTH, "a line of more than %d columns" % WIDTH)
    check(text[0] == "Labelled lines: " + comma(len(lines)), text[0])
    test_matrices(text, lines, {x.weight for x in lines} != {1})
    test_kinds(text, lines)
    test_ranking(text, lines)
    test_thresholds(text, lines, threshold)
    test_classes(text, lines)
    test_list(text, lines, top)
    figure(len(lines), "labelled lines")


# ---- Random labels, of what a database holds ----------------------------------------------------


def add_sentence(db, id):
    sentence = {"title": "Article %d" % id, "text": "Text %d, \"ü\"\\n" % id}
    add_article(db, [sentence["text"]], title=sentence["title"])
    return sentence


def judge_by_chance(db, chance, ids):
    """Gives pairs a kind and a score, many of them alike, and returns the line's. A line whose first
    pair is judged may have others that the pipeline has not found."""
    pairs = []
    for a, b in itertools.combinations(ids, 2):
        if pairs and chance.random() < 0.2:
            continue
        kind = chance.choice(TELLING + ["template", "drift", "drift"])
        score = chance.choice([0, 0.01, 0.05, 0.3, 0.5, 0.5, 0.7, 0.75, 0.9, 1]) if kind in (
            "template", "drift") else 0
        pairs.append((kind, score))
        insert(db, "pair_kind", a=a, b=b, cluster_id=1, kind=kind, score=score, reason="x")
    return kind_of([kind for kind, _ in pairs], len(ids)), max(score for _, score in pairs)


def make_judged(folder, chance, count):
    """A database, the lines of a file, and what is found for each."""
    path, next_id, lines = make_empty(folder, "judged%d.db" % count), itertools.count(1), []
    with new_database(path) as db:
        for number in range(count):
            sentences = [add_sentence(db, next(next_id)) for _ in range(chance.choice([2, 2, 2, 2, 3, 4, 6]))]
            ids = [int(sentence["title"].split()[1]) for sentence in sentences]
            found, score = judge_by_chance(db, chance, ids)
            kind = found if chance.random() < 0.6 else chance.choice(KINDS)
            line = {"id": "n%d" % number, "kind": kind, "sentences": sentences, "more": [1, "\n"]}
            if chance.random() < 0.9:
                line["stratum"] = chance.choice(["hi", "lo", "no \u00fc", 7])
            if chance.random() < 0.2:
                line["stands_for"] = chance.choice([0, 2, 7.5])
            lines.append((line, found, score))
    return path, lines


def weigh(lines, strata):
    names = [str(line.get("stratum", "")) for line in lines]
    for line, name in zip(lines, names):
        yield strata[name] / names.count(name) if name in strata else line.get("stands_for", 1)


def test_by_chance(folder, seed, count):
    chance = random.Random(seed)
    path, lines = make_judged(folder, chance, count)
    file = write(os.path.join(folder, "labels.jsonl"), [line for line, _, _ in lines])
    before = content(path)
    for settings, strata in (({}, {}), ({"threshold": 0.75, "top": 3}, {"hi": 500, "lo": 33.5}),
                             ({"top": 0}, {"hi": 0, "lo": 2000, "no \u00fc": 10, "": 7, "7": 3.5, "none": 5})):
        if strata:
            settings["strata"] = os.path.join(folder, "strata.json")
            with open(settings["strata"], "w", encoding="utf-8") as out:
                json.dump(strata, out)
        weights = list(weigh([line for line, _, _ in lines], strata))
        judged = [Judged(line["id"], line["kind"], found, score, weight)
                  for (line, found, score), weight in zip(lines, weights)]
        text = ask(path, "kind_figures", file=file, **settings)
        test_figures(text, judged, settings.get("top", 20), settings.get("threshold", 0.5))
        texts = sum(len(line["sentences"]) for line, _, _ in lines)
        check(text[1].split() == ("texts %s found by title %s, by text alone 0, not found 0"
                                  % (comma(texts), comma(texts))).split(), text[1])
        if {x.weight for x in judged} != {1} or strata:
            test_strata(text, [line for line, _, _ in lines], strata)
    check(content(path) == before, "the database is as it was")


def test_strata(text, lines, strata):
    printed = section(text, "  stratum ")
    names = [str(line.get("stratum", "")) for line in lines]
    expected = sorted({*names, *strata})
    check(len(printed) == len(expected), printed)
    for line, name in zip(printed, expected):
        count = names.count(name)
        pairs = strata.get(name, sum(x.get("stands_for", 1) for x, n in zip(lines, names) if n == name))
        found = line[18:].split()
        missing = bool(strata) and name not in strata
        check(line[2:18].strip() == name and found[0] == comma(count)
              and abs(int(found[1].replace(",", "")) - pairs) <= 0.5
              and (found[2] == "-" if not count else abs(float(found[2]) - pairs / count) < 0.0051)
              and found[3:] == missing * ["not", "in", "@strata"], "%s: %s" % (line, name))


# ---- Sentences that the pipeline has not judged, or that no database has ----------------------------


def distinct(line):
    """The sentences of a line, each text once."""
    first = {}
    for sentence in line["sentences"]:
        first.setdefault(sentence["text"], sentence)
    return list(first.values())


def are_two_dates(a, b):
    return a["title"] == b["title"] and a.get("date") != b.get("date")


def judge(line, judge_pair):
    """The kind and score of a line, of which judge_pair(a, b) gives those of each pair."""
    texts = distinct(line)
    found = [judge_pair(a, b) for a, b in itertools.combinations(texts, 2)]
    if not found:
        return "identical", 0
    kinds, score = [kind for kind, _ in found], max(score for _, score in found)
    trust = sum(kind != "template" for kind in kinds) / len(kinds) if len(texts) > 4 else 1
    return kind_of(kinds, len(texts)), score * trust


def judge_texts(db):
    """Judges a pair by duplicate_kind() from texts and titles alone: (kind, score)."""
    return lambda a, b: db.execute(
        "SELECT kind, score FROM duplicate_kind(?, ?, ?, ?, 'prose', 'prose', ?)",
        (a["text"], b["text"], a["title"], b["title"], are_two_dates(a, b))).fetchone()


def judge_by_database(path, lines, by_texts):
    """Judges a pair by judge.sql, if the database has both sentences and its dates are no matter."""
    id_of = {(title, text): id for id, title, text in rows(
        path, "SELECT min(sentence.id), title, text FROM sentence JOIN article ON article.id = article_id"
              " GROUP BY title, text")}
    place = lambda a, b: tuple(sorted(id_of.get((x["title"], x["text"]), 0) for x in (a, b)))
    wanted = {place(a, b) for line in lines for a, b in itertools.combinations(distinct(line), 2)
              if not are_two_dates(a, b) and 0 not in place(a, b)}
    db = open_with(path=shutil.copy(path, path + ".judged"))
    for job in "watch_tables", "views.sql":
        db.execute("SELECT neardup_run(?)", (job,))
    db.execute("CREATE TEMP TABLE judged (a, b, near DEFAULT 0)")
    db.executemany("INSERT INTO judged (a, b) VALUES (?, ?)", wanted)
    db.execute("SELECT neardup_run('judge.sql')")
    known = {(a, b): found for a, b, *found in db.execute("SELECT a, b, kind, score FROM judgement")}
    check(known.keys() == wanted, "judged %s, not %s" % (known.keys(), wanted))
    return lambda a, b: known.get(place(a, b)) or by_texts(a, b)


def fill(folder, name, lines, *without):
    """A database with the sentences of the lines, on which the pipeline has not run."""
    return databases.fill(os.path.join(folder, name), [(sentence["title"], [sentence["text"]]) for line in lines
                                                       if line["id"] not in without for sentence in line["sentences"]])


def long_lines():
    """Seven texts, most of them templates; and three that would be copyedits if they were two."""
    yield {"id": "seven", "kind": "template", "sentences": [
        {"title": "Stone", "text": "The stone stands %s paces from the road and bears no name." % word}
        for word in ("12", "40", "7", "many", "a few", "nine", "31")]}
    yield {"id": "three", "kind": "template", "sentences": [
        {"title": title, "text": "There is a school, a chapel and a post office %s." % words}
        for title, words in (("Tolva", "that opens daily"), ("Lindry", "which opens daily"),
                             ("Hestholm", "opened daily"))]}


def test_unknown(folder):
    if not LOADABLE:
        return skip("this Python's sqlite3 loads no extension")
    by_texts, lines = judge_texts(open_with()), read(os.path.join(ROOT, EXAMPLE))
    lines += long_lines()
    file = write(os.path.join(folder, "unknown.jsonl"), lines)
    expected = lambda by: [Judged(line["id"], line["kind"], *judge(line, by), 1) for line in lines]
    pairs = sum(math.comb(len(distinct(line)), 2) for line in lines)
    for path in (":memory:", make_empty(folder, "nothing.db")):
        text = ask(path, "kind_figures", file=file)
        test_figures(text, expected(by_texts))
        check(text[2].split() == ("pairs %d judged by the pipeline 0, now 0, from texts alone %d"
                                  % (pairs, pairs)).split(), text[2])
    path = fill(folder, "unjudged.db", lines, "isles-03", "isles-09")
    text = ask(path, "kind_figures", file=file)
    test_figures(text, expected(judge_by_database(path, lines, by_texts)))
    dated = sum(are_two_dates(a, b) for line in lines for a, b in itertools.combinations(distinct(line), 2))
    check("from texts alone %d" % (2 + dated) in text[2] and text[1].endswith("not found 4"), text[1:3])
    shell(path, "find")
    text = ask(path, "kind_figures", file=file)
    check("judged by the pipeline 0" not in text[2], text[2])
    rows(path, "UPDATE article SET title = 'Moved' WHERE id = 1")
    text = ask(path, "kind_figures", file=file)
    check(" by text alone 1, not found 4" in text[1], text[1])


# ---- A sample that is drawn and judged -----------------------------------------------------------


MEANING = {"contradiction": "drift", "fixed": "drift", "same": "copyedit", "pattern": "template", "citation": "reference",
           "ignore": "other"}


def test_round_trip(folder):
    """Draw, judge, write, measure: the figures are those of the verdicts, and of the pairs that each stands for."""
    path, chance = sample(os.path.join(folder, "sample.db")), random.Random(5)
    kinds = {(min(pair[:2]), max(pair[:2])): (pair[2:4] if pair[0] < pair[1] else pair[3:1:-1]) + pair[4:] for pair in rows(
        path, "SELECT x.text, y.text, p.title, q.title, pair_kind.kind, score FROM pair_kind JOIN sentence AS x ON x.id = a"
              " JOIN sentence AS y ON y.id = b JOIN article AS p ON p.id = x.article_id JOIN article AS q ON q.id = y.article_id")}
    for settings in {"sample": 40}, {"sample": 8, "kind": "drift"}:
        run(path, "review", **settings)
    drawn = {row[:2]: row[2] for row in rows(path, "SELECT text_a, text_b, pairs FROM drawn")}
    check(len(drawn) >= 40 and max(drawn.values()) == len(kinds), f"{len(drawn)} pairs of {set(drawn.values())}")
    said = {}
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        for pair in drawn:
            usual = [verdict for verdict, kind in MEANING.items() if kind == kinds[pair][2]]
            verdict = usual[0] if usual and chance.random() < 0.8 else chance.choice([*MEANING])
            for judge, what in (("ben", chance.choice([*MEANING])), ("ada", verdict), ("cleo", "duplicate")):
                db.execute("INSERT INTO verdict VALUES (?, ?, ?, ?, ?, '', ?, ?)",
                           (*pair, what, judge, f"2020-01-01T00:00:0{['ben', 'ada', 'cleo'].index(judge)}Z", *kinds[pair][:2]))
            said[pair] = MEANING[verdict]
    lines = [json.loads(line) for line in ask(path, "labels_to_jsonl")[:-1]]
    pairs = [tuple(sentence["text"] for sentence in line["sentences"]) for line in lines]
    check(pairs == sorted(drawn) and [line["kind"] for line in lines] == [said[pair] for pair in pairs], "the newest verdicts")
    for pair, line in zip(pairs, lines):
        same = [other for other in drawn if drawn[other] == drawn[pair]]
        check(math.isclose(line["stands_for"], drawn[pair] / len(same)), f"{line}")
    judged = [Judged(line["id"], line["kind"], *kinds[pair][2:], line["stands_for"]) for pair, line in zip(pairs, lines)]
    test_figures(ask(path, "kind_figures", file=write(os.path.join(folder, "drawn.jsonl"), lines)), judged)
    check(len(ask(path, "labels_to_jsonl", judge="ben")) - 1 == len(drawn), "the verdicts of ben")
    check(ask(path, "labels_to_jsonl", judge="cleo") == [""], "duplicates name no kind")


def test_date(folder):
    """Of two dumps with the same sentence, that of the label's date counts."""
    path = os.path.join(folder, "dates.db")
    with new_database(path, dump_date="2013-04-02") as db:
        insert(db, "source", dump_date="2016-04-29")
        for source, block in ((1, "prose"), (2, "footer")):
            for title in "AB":
                add_article(db, [{"block": block, "text": "The road to %s was never paved." % title}], title=title,
                            source_id=source)
    for date, kind in (("2013", "template"), ("2016-04", "reference")):
        line = {"kind": "mixed", "sentences": [
            {"title": title, "date": date, "text": "The road to %s was never paved." % title} for title in "AB"]}
        text = ask(path, "kind_figures", file=write(os.path.join(folder, "date.jsonl"), [line]))
        check(section(text, "What the labels say")[0].split() == [kind], "%s: %s" % (date, text))


# ---- Wrong lines ---------------------------------------------------------------------------------

PAIR = '"sentences": [{"title": "A", "text": "b"}, {"title": "C", "text": "d"}]'
WRONG = [
    ("drift", "expected a JSON object"),
    ("[]", "expected a JSON object"),
    ('{"kind": "drift"', "expected a JSON object"),
    ("{%s}" % PAIR, "expected the kind to be template, identical, copyedit, drift, reference, other or"
                    " mixed, not missing"),
    ('{"kind": "drfit", %s}' % PAIR, 'not "drfit"'),
    ('{"kind": ["drift"], %s}' % PAIR, 'not ["drift"]'),
    ('{"kind": "drift"}', "expected sentences to be an array of two or more"),
    ('{"kind": "drift", "sentences": "ab"}', "expected sentences to be an array of two or more"),
    ('{"kind": "drift", "sentences": [{"title": "A", "text": "b"}]}', "an array of two or more"),
    ('{"kind": "drift", "sentences": ["a", "b"]}', "an object with a title and a text"),
    ('{"kind": "drift", "sentences": [{"title": "A"}, {"text": "b"}]}', "a title and a text"),
    ('{"kind": "drift", "sentences": [{"title": "A", "text": 1}, {}]}', "a title and a text"),
    ('{"kind": "drift", "stands_for": -1, %s}' % PAIR, "stands_for to be a number, 0 or more, not -1"),
    ('{"kind": "drift", "stands_for": "1", %s}' % PAIR, 'stands_for to be a number, 0 or more, not "1"'),
    ("\x1b[2J\x00\xff", "expected a JSON object"),
]


def test_wrong_lines(folder):
    file = os.path.join(folder, "wrong.jsonl")
    right = '{"kind": "drift", "sentences": [{"title": "A", "text": "b"}, {"title": "C", "text": "d\\n"}]}'
    for line, words in WRONG:
        with open(file, "w", encoding="utf-8") as out:
            out.write("\n%s\r\n%s\n" % (right, line))
        result = shell(":memory:", "kind_figures", file=file)
        check("%s, line 3: expected" % file in result.stderr and words in result.stderr
              and result.stdout == "" and "\x1b" not in result.stderr, "%s: %s" % (line, result.stderr))
    for start, end in (("\ufeff", "\n"), ("", ""), ("\r\n", "\r\n \t\n")):
        with open(file, "w", encoding="utf-8", newline="") as out:
            out.write(start + right + end)
        text = ask(":memory:", "kind_figures", file=file)
        check(text[0] == "Labelled lines: 1", "%r, %r: %s" % (start, end, text[0]))
    with open(file, "w", encoding="utf-8") as out:
        out.write(" \n\n")
    for empty in (file, "/dev/null"):
        text = ask(":memory:", "kind_figures", file=empty)
        check(text == ["There are no labels in %s." % empty, ""], text)


def test_wrong_settings(folder):
    result = shell(":memory:", "kind_figures")
    check("@file must be the name of a file of labels" in result.stderr, result.stderr)
    for value, words in (('{"a": -1}', "found -1"), ('{"a": "x"}', "found 'x'")):
        result = shell(":memory:", "kind_figures", file=EXAMPLE, strata=value)
        check("@strata must have a number of pairs from 0 for the stratum a, " + words in result.stderr,
              result.stderr)
    result = shell(":memory:", "kind_figures", file="nowhere.jsonl")
    check("nowhere.jsonl: there is no such file" in result.stderr, result.stderr)


def test_random_labels(folder):
    for seed, count in enumerate([120, 12, 7, 4, 2, 1, 1, 1]):
        place = os.path.join(folder, str(seed))
        os.mkdir(place)
        test_by_chance(place, seed, count)


run_tests("pipeline/kind_figures", test_random_labels, test_unknown, test_round_trip, test_date,
          test_wrong_lines, test_wrong_settings)
