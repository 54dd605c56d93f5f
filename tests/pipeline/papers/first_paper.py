"""first_paper.py - the examples of the first paper, and contradictions that readers were sure of.

Figure 3 of Weissman et al. 2015 shows an example of each kind. Each of its sentences stands in an article
of its title here, whose other sentences are those of articles of ../shared/data/corpus that mention the
title's words most: other ones for each title, so that they are no copies. They stand among as many more
articles as make BACKGROUND sentences; with NEARDUP_LONG=1, among all of each corpus. The pipeline must find each pair, and
give it the figure's kind, with the exceptions of MISSED. Kind and score of each are printed.

The contradictions are those of pairs-low-dev.jsonl, of a Jaccard similarity below 0.6, of which a reader was
sure. Their articles stand there, too. Nearly all must be found, nearly all of these have a conflict, and a fifth is
judged drift: how many more than that is a figure.

The sentences are read from the paper and the labels; without ../shared the test is skipped.
"""

import glob
import json
import lzma
import os
import re
import sqlite3
import sys
from collections import Counter
from itertools import combinations

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path[:0] = [os.path.join(ROOT, "tests", folder) for folder in ("", "bench", "bench/learning")]
import databases
from counting import LONG, check, figure, run_tests, skip
from databases import DATA, run, set_parameters
from kind_labels import read

CORPORA = sorted(glob.glob(os.path.join(DATA, "corpus", "*.jsonl.xz")))  # the labels are of the first
SENTENCES, BACKGROUND = 100, 50000
# Pairs of the figure to which another kind may be given, and why.
MISSED = {
    ("other", "Timeline of the 2001 anthrax attacks", "Fort Detrick"):
        "two sentences cut off after an initial are read as sentences, so this is a template",
}
SURE_FOUND, SURE_CONFLICT, SURE_DRIFT = 0.9, 0.8, 0.2   # shares of the contradictions that readers were sure of
CHARACTERS = 130            # of a sentence, about
# A list says what it tells of before it does.
MENTIONS = {"List of amphibians and reptiles of Montana": "The Great Plains toad lives in the east of Montana."}
KINDS = {"Templates": "template", "Identical": "identical", "Copyediting": "copyedit", "Factual Drift": "drift",
         "References": "reference", "Other": "other"}


def examples():
    """(kind, text, title) of each sentence of Figure 3, in the paper's order."""
    for path in glob.glob(os.path.join(DATA, "papers", "*.txt")):
        with open(path, encoding="utf-8") as paper:
            text = paper.read()
        if "# Identifying Duplicate and Contradictory Information" in text:
            break
    figure_3 = text[text.index("## Templates\n"):text.index("Figure 3: Classification")]
    for part in re.split("^## ", figure_3, flags=re.M)[1:]:
        heading, _, lines = part.partition("\n")
        for sentence, title in re.findall(r"^(.+) \[([^]]+)\]\s*$", lines, re.M):
            yield KINDS[heading], sentence, title


def words(text):
    return set(re.findall(r"\w{4,}", text.lower()))


def read_corpus(path, titles):
    """The articles with these titles, (row, its words) of others, twice as many as the background needs, and the rest."""
    size, wanted, found, rest = 0, [], [], []
    with lzma.open(path, "rt", encoding="utf-8") as corpus:
        for number, row in enumerate(map(json.loads, corpus)):
            row.setdefault("id", number)
            if row["title"] in titles:
                wanted.append(row)
            elif size < 2 * CHARACTERS * BACKGROUND:
                size += len(row["text"])
                found.append((row, words(row["title"] + " " + row["text"])))
            elif LONG:
                rest.append(row)
    return wanted, found, rest


def take_about(title, corpus):
    """Takes articles that mention most words of the title from the corpus; returns their paragraphs."""
    wanted, size, paragraphs = words(title), 0, []
    corpus.sort(key=lambda each: len(wanted & each[1]))
    while size < 1.5 * CHARACTERS * SENTENCES:
        row, _ = corpus.pop()
        size += len(row["text"])
        paragraphs += row["text"].split("\n\n")
    return paragraphs


def articles(path, sentences, titles):
    """Rows of articles with the sentences of each title in them, of those with these titles, and of others."""
    wanted, corpus, rest = read_corpus(path, titles)
    for id, (title, texts) in enumerate(sentences.items(), 1):
        paragraphs = take_about(title, corpus)
        texts = [" ".join(filter(None, [MENTIONS.get(title), text])) for text in texts]
        for i, text in enumerate(texts, 1):
            paragraphs.insert(i * len(paragraphs) // (len(texts) + 1), text)
        yield {"id": id, "title": title, "text": "\n\n".join(paragraphs)}
    size = 0
    for row in wanted + sorted((row for row, _ in corpus), key=lambda row: row["id"]):
        yield dict(row, id=1000000000 + row["id"])
        size += len(row["text"])
        if size > CHARACTERS * BACKGROUND and not LONG:
            return
    for row in rest:
        yield dict(row, id=1000000000 + row["id"])


def load(folder, corpus, sentences, titles):
    """A database of these articles, in which pairs were looked for from a Jaccard similarity of 0.4 on."""
    path, texts = os.path.join(folder, os.path.basename(corpus) + ".db"), os.path.join(folder, "paper.jsonl")
    with open(texts, "w", encoding="utf-8") as file:
        for row in articles(corpus, sentences, titles):
            file.write(json.dumps(row) + "\n")
    databases.load(path, "--format", "jsonl", "--language", "en", texts)
    set_parameters(path, "jaccard_least = 0.4, edit_similarity_least = 0.4, bands = 40, rows = 3")
    run(path, "find")
    return sqlite3.connect(path)


def find(db, a, b):
    """(kind, score, reason) of two (text, title), or None if they are in no pair. Copies are identical."""
    if a[0] == b[0]:
        clusters = {cluster for cluster, in db.execute(
            "SELECT cluster_id FROM member JOIN sentence ON sentence.id = sentence_id WHERE text = ?", (a[0],))}
        return ("identical", 0, "copies") if len(clusters) == 1 and None not in clusters else None
    return db.execute(
        "SELECT kind, score, reason FROM pair_kind"
        "  JOIN sentence AS x ON x.id IN (a, b) JOIN article AS p ON p.id = x.article_id"
        "  JOIN sentence AS y ON y.id IN (a, b) AND y.id <> x.id JOIN article AS q ON q.id = y.article_id"
        " WHERE (x.text, p.title, y.text, q.title) = (?, ?, ?, ?)", a + b).fetchone()


def sure():
    """Both (text, title) of each contradiction of which a reader was sure."""
    for row in read("kinds/pairs-low-dev.jsonl"):
        if row["kind"] == "drift" and row["sure"] == 3:
            yield [(each["text"], each["title"]) for each in row["sentences"]]


def test_size(db, of_title):
    count, = db.execute("SELECT count(*) FROM sentence").fetchone()
    least, = db.execute("SELECT min(sentences) FROM (SELECT count(*) AS sentences FROM sentence JOIN article"
                        " ON article.id = article_id WHERE article.page_id <= ? GROUP BY article_id)",
                        (len(of_title),)).fetchone()
    check(least >= SENTENCES and count >= BACKGROUND, "%d sentences, %d in the shortest article" % (count, least))


def test_figure(corpus, db, of_kind):
    right = 0
    for kind, sentences in of_kind.items():
        pairs = list(combinations(sentences, 2))
        answers = [find(db, a, b) or ("not found", 0) for a, b in pairs]
        for (a, b), (judged, score, *_) in zip(pairs, answers):
            print("Figure 3, %s: %s, %.2f: %s | %s" % (kind, judged, score, a[1], b[1]))
            if (kind, a[1], b[1]) not in MISSED:
                check(judged == kind, "%s, %s | %s: %s" % (kind, a[1], b[1], answers))
        right += all(judged == kind for judged, *_ in answers)
    figure(right, "examples of the first paper's Figure 3, of 6, with the kind that it gives, in " + corpus)


def test_sure(db, pairs):
    found = [find(db, *pair) for pair in pairs]
    kinds = Counter(each[0] if each else "not found" for each in found)
    check(len(pairs) - kinds["not found"] >= SURE_FOUND * len(pairs), "found of %d: %s" % (len(pairs), kinds))
    conflicts = sum(each is not None and each[1] > 0 for each in found)
    check(conflicts >= SURE_CONFLICT * len(pairs), "with a conflict, of %d: %d" % (len(pairs), conflicts))
    check(kinds["drift"] >= SURE_DRIFT * len(pairs), "judged drift, of %d: %s" % (len(pairs), kinds))
    figure(len(pairs) - kinds["not found"], "contradictions found, of %d that a reader was sure of" % len(pairs))
    figure(kinds["drift"], "of them judged drift")


def test_examples(folder):
    if not CORPORA:
        return skip("the first paper's examples: there are no texts in %s/corpus" % DATA)
    of_kind, of_title, pairs = {}, {}, list(sure())
    for kind, text, title in examples():
        of_kind.setdefault(kind, []).append((text, title))
        of_title.setdefault(title, []).append(text)
    check(list(of_kind) == list(KINDS.values()) and len(of_title) == 13, "the figure: %s" % of_kind)
    for corpus in CORPORA if LONG else CORPORA[:1]:
        db = load(folder, corpus, of_title, {title for pair in pairs for _, title in pair})
        test_size(db, of_title)
        test_figure(os.path.basename(corpus), db, of_kind)
        if corpus == CORPORA[0]:
            test_sure(db, pairs)
        db.close()


run_tests("pipeline/first_paper", test_examples)
