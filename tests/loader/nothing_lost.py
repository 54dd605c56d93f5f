"""nothing_lost.py - the sentences that the original program found are in our text, too.

For three dumps ../shared/data/reference holds the sentences that the original program made of them.
It took all commas out and folded some white space (a line end inside a sentence stands there as
backslash and n), so both sides are compared without commas and with white space folded. Sentences
that it spoilt itself are not counted: those with leftover markup or an address inside. At least 97
of 100 of the others must stand in our text of the same article.
"""

import bz2
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, finish, skip

DATA = os.path.join(ROOT, os.environ.get("NEARDUP_SHARED", "../shared"), "data")
CORPORA = {
    "katrina": "enwiki-2013-katrina",
    "neardup": "enwiki-2013-near-duplicate-articles",
    "wikidump.part": "enwiki-2013-damaged",
}
LEAST = 0.97
SPOILT = re.compile(r"https?:|www\.|\||\">|\(\s*\)|\[\s*\]|[{}<>]")


def folded(text):
    return re.sub(r"(\s|\\n)+", " ", text.replace(",", "")).strip()


def our_texts(dump, folder):
    path = os.path.join(folder, "our.db")
    if os.path.exists(path):
        os.remove(path)
    load = os.path.join(ROOT, "build", "neardup-load")
    file = os.path.join(DATA, "dumps", dump + ".xml.bz2")
    status = subprocess.run([load, "--quiet", file, path]).returncode
    check(status in (0, 2), "%s: status %d" % (dump, status))
    db = sqlite3.connect(path)
    rows = db.execute(
        "SELECT page_id, text FROM article JOIN sentence ON article_id = article.id"
        " ORDER BY article_id, position"
    )
    texts = {}
    for page, text in rows:
        texts.setdefault(str(page), []).append(text)
    db.close()
    return {page: folded(" ".join(parts)) for page, parts in texts.items()}


def test_corpus(name, dump, folder):
    texts = our_texts(dump, folder)
    counted = found = spoilt = 0
    with bz2.open(
        os.path.join(DATA, "reference", name + ".sentences.tsv.bz2"), "rt", encoding="utf-8"
    ) as file:
        for line in file:
            page, _, sentence = line.rstrip("\n").split("\t")
            if page not in texts:  # a page that is damaged, or only redirects
                continue
            if SPOILT.search(sentence):
                spoilt += 1
                continue
            counted += 1
            found += folded(sentence) in texts[page]
    rate = found / max(counted, 1)
    print("%s: %d of %d found, %.2f %%, %d spoilt" % (name, found, counted, 100 * rate, spoilt))
    check(counted > 1000, "%s: only %d sentences to look for" % (name, counted))
    check(rate >= LEAST, "%s: %.4f of the sentences are found" % (name, rate))


def main():
    if not os.path.isdir(os.path.join(DATA, "reference")):
        skip("loader/nothing_lost: the reference corpora are not here")
        return finish("loader/nothing_lost")
    with tempfile.TemporaryDirectory() as folder:
        for name, dump in CORPORA.items():
            test_corpus(name, dump, folder)
    return finish("loader/nothing_lost")


if __name__ == "__main__":
    sys.exit(main())
