"""nothing_lost.py - our text contains the sentences that the original program found.

For three dumps, ../shared/data/reference has the sentences of the original program. That program
removed all commas and folded some white space (a line end inside a sentence became a backslash and
n), so both sides are compared without commas and with white space folded. Sentences that it spoilt,
with leftover markup or an address, do not count. At least 97 % of the others must be in our text of
the same article. If a page is not in our database, all its sentences are missing, unless the page
cannot be there: it is a redirect, it is in our table damage, or its beginning is not in the dump.

Missing sentences are sorted by cause, according to the first difference between the two texts: what
only theirs has, and what only ours has (see CAUSES). The counts are printed; `nothing_lost.py
--list` prints the sentences, too. Only a few may have words that are nowhere in our article, or
differences that no rule explains.
"""

import bz2
import html
import os
import re
import sys

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import check, skip
from loading import PLAIN, SHARED, ask, load, run_tests

# Each dump with the number of its pages that cannot be in our database.
CORPORA = {
    "katrina": ("enwiki-2013-katrina", 2),
    "neardup": ("enwiki-2013-near-duplicate-articles", 0),
    "wikidump.part": ("enwiki-2013-damaged", 41),
}
HEAD = re.compile(r"<title>([^<]*)</title>\s*(?:<ns>\d+</ns>\s*)?<id>(\d+)</id>\s*(<redirect)?")
LEAST = 0.97
FEW = 5  # sentences lost or unexplained, of one corpus
SPOILT = re.compile(r"https?:|www\.|\||\">|\(\s*\)|\[\s*\]|[{}<>]")

ANCHOR = 15  # characters that must agree where the two texts meet again
WINDOW = 2000  # how far ahead to look for that
UNIT_CODE = re.compile(r"\b[kM]?oilbbl|\be[369]")


class Difference:
    """The place where a sentence and our text diverge, and what each has until they agree again."""

    def __init__(self, theirs, ours, text, headings):
        self.theirs = theirs
        self.ours = ours
        self.text = text
        self.headings = headings

    def ours_shows(self, pattern):
        """Ours has something of this kind where theirs has no word."""
        words = self.theirs.strip()
        return re.search(pattern, self.ours) and (not re.search(r"\w", words) or words in self.ours)


# The first rule that holds names the cause. Text that damage has joined, and that the two programs
# cut differently, looks like a template to these rules.
CAUSES = [
    ("a space more or less", lambda d: not (d.theirs + d.ours).strip()),
    ("list mark: theirs kept it", lambda d: re.fullmatch(r"[*#: ]*[*#][*#: ]*", d.theirs)),
    ("heading: theirs glued it on", lambda d: d.theirs.strip(" *") in d.headings),
    ("number or unit: ours shows it", lambda d: d.ours_shows(r"\d|[°×−]")
     or UNIT_CODE.search(d.theirs)),
    ("address: theirs kept a part", lambda d: re.search(r"\w/\w|://|^\]|\w\]", d.theirs)),
    ("damage: a tag or link is cut off", lambda d: re.search(r"\w[<|]|[<|]\w", d.ours)),
    ("template: ours shows it", lambda d: d.ours_shows(r"\w|['=]")),
    ("brackets or marks: theirs are broken", lambda d: not re.search(r"\w", d.theirs + d.ours)),
    ("the same words elsewhere", lambda d: d.theirs.strip() and d.theirs.strip() in d.text),
    ("lost: the words are not in ours", lambda d: not d.ours),
    ("other", lambda d: True),
]
WORST = ("lost: the words are not in ours", "other")


def folded(text):
    return re.sub(r"(\s|\\n)+", " ", text.replace(",", "")).strip()


def expected_pages(dump):
    """Ids of the pages in the dump that are not redirects and not known to be damaged."""
    damaged = {title for title, in ask("test.db", "SELECT page_title FROM damage")}
    with bz2.open(dump, "rt", encoding="utf-8", errors="replace") as file:
        heads = HEAD.findall(file.read())
    return {page for title, page, redirects in heads
            if not redirects and html.unescape(title) not in damaged}


def our_articles(dump):
    """By page id: our text of the article, and its headings; and the ids that should be there."""
    file = os.path.join(SHARED, "dumps", dump + ".xml.bz2")
    status, errors = load(file, program=PLAIN)
    check(status in (0, 3), "%s: status %d: %s" % (dump, status, errors))
    texts, headings = {}, {}
    for page, section, text in ask("test.db", "SELECT page_id, section, text FROM article JOIN sentence ON article_id ="
                                              " article.id ORDER BY article_id, position"):
        texts.setdefault(str(page), []).append(text)
        headings.setdefault(str(page), set()).update(map(folded, section.split(" > ")))
        headings[str(page)].discard("")  # the lead's
    return {page: (folded(" ".join(texts[page])), headings[page]) for page in texts}, expected_pages(file)


def common_length(sentence, text):
    """How much of the sentence's beginning is in the text."""
    low, high = 0, len(sentence)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if sentence[:middle] in text else (low, middle - 1)
    return low


def meet_again(rest, window):
    """The shortest parts after which both agree again; the whole of `rest` if they never do."""
    best, least = (rest, ""), len(rest) + len(window)
    for start in range(max(1, len(rest) - ANCHOR + 1)):
        at = window.find(rest[start : start + ANCHOR])
        if 0 <= at < least - start:
            best, least = (rest[:start], window[:at]), start + at
    return best


def difference(sentence, text, headings):
    length = common_length(sentence, text)
    ways = []
    at = text.find(sentence[:length])
    while at >= 0 and len(ways) < 100:
        window = text[at + length : at + length + WINDOW]
        ways.append(meet_again(sentence[length:], window))
        at = text.find(sentence[:length], at + 1)
    theirs, ours = min(ways, key=lambda way: len(way[0]) + len(way[1]))
    return Difference(theirs, ours, text, headings)


def cause_of(sentence, text, headings):
    where = difference(sentence, text, headings)
    for cause, holds in CAUSES:
        if holds(where):
            return cause, where


def counted_sentences(name, articles, expected):
    """(page id, sentence) of those that count; how many the original spoilt; pages left out."""
    kept, spoilt, passed_over = [], 0, set()
    path = os.path.join(SHARED, "reference", name + ".sentences.tsv.bz2")
    with bz2.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            page, _, sentence = line.rstrip("\n").split("\t")
            if page not in articles and page not in expected:
                passed_over.add(page)
                continue
            if SPOILT.search(sentence):
                spoilt += 1
            else:
                kept.append((page, folded(sentence)))
    return kept, spoilt, passed_over


def report(missing, listed):
    counts = {cause: 0 for cause, _ in CAUSES}
    for page, sentence, (cause, where) in sorted(missing, key=lambda entry: entry[2][0]):
        counts[cause] += 1
        if listed:
            said = (cause, page, where.theirs, where.ours)
            print("%s | page %s | theirs: '%s' ours: '%s'" % said)
            print("    " + sentence)
    for cause, count in counts.items():
        if count > 0:
            print("%6d  %s" % (count, cause))
    return counts


def try_corpus(name, dump, absent, listed):
    articles, expected = our_articles(dump)
    kept, spoilt, passed_over = counted_sentences(name, articles, expected)
    check(len(passed_over) == absent,
          "%s: %d pages passed over, expected %d" % (name, len(passed_over), absent))
    nothing = ("", set())
    missing = [
        (page, sentence, cause_of(sentence, *articles.get(page, nothing)))
        for page, sentence in kept
        if sentence not in articles.get(page, nothing)[0]
    ]
    found = len(kept) - len(missing)
    rate = found / max(len(kept), 1)
    print("%s: %d of %d found, %.2f %%, %d spoilt; not found:"
          % (name, found, len(kept), 100 * rate, spoilt))
    counts = report(missing, listed)
    check(len(kept) > 1000, "%s: only %d sentences to look for" % (name, len(kept)))
    check(rate >= LEAST, "%s: %.4f of the sentences are found" % (name, rate))
    for cause in WORST:
        check(counts[cause] <= FEW, "%s: %d times %s" % (name, counts[cause], cause))


def test_corpora():
    if not os.path.isdir(os.path.join(SHARED, "reference")):
        return skip("loader/nothing_lost: the reference corpora are not here")
    for name, (dump, absent) in CORPORA.items():
        try_corpus(name, dump, absent, sys.argv[1:] == ["--list"])


sys.exit(run_tests("loader/nothing_lost", globals()))
