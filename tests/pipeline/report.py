"""report.py - the page of findings, without a browser.

For a sample, hostile texts, texts without titles, one article, nothing at all and two dates of a wiki:

  (1) the page is the one of sql/report, with its own elements only, and asks for nothing,
  (2) the data are JSON, and say what SQL says: each count, each sentence, each title,
  (3) it has at most 1,900,000 bytes, and says what it leaves out,
  (4) the database stays as it is, byte by byte,
  (5) what is no database with results is refused, and what is no report is not overwritten.

report_in_browser.py looks at the same pages in a browser.
"""

import html.parser
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import report_databases
from counting import check, figure, run_tests
from databases import ROOT, change, contents, rows, run, run_job
from report_databases import DATABASES

PROGRAM = os.path.join(ROOT, "build", "neardup")
MOST = 1900000
SCRIPTS = ["report.css", "report_figures.js", "report_verdicts.js", "report.js"]


def source(name):
    return contents(os.path.join(ROOT, "sql", "report", name)).decode()


def report(*arguments, folder="/"):
    return subprocess.run([PROGRAM, "report", "--quiet", *arguments], cwd=folder, capture_output=True, encoding="utf-8", errors="replace",
                          timeout=300)


def page_of(database):
    return os.path.splitext(database)[0] + ".html"


class Page(html.parser.HTMLParser):
    """The elements of a page, with their attributes, and the texts of its scripts."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.scripts, self.styles, self.inside = [], [], [], None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, attrs))
        self.inside = {"script": self.scripts, "style": self.styles}.get(tag)
        if self.inside is not None:
            self.inside.append("")

    def handle_endtag(self, tag):
        self.elements.append(("/" + tag, []))
        self.inside = None

    def handle_data(self, data):
        if self.inside is not None:
            self.inside[-1] += data


def read(path):
    """The page, and its data."""
    page = Page(contents(path).decode("utf-8", "replace"))
    return page, json.loads(page.scripts[0])


# (1) The elements are those of page.html: nothing that was read has become one.
def check_elements(name, path, page):
    text = contents(path)
    program = "\n".join(map(source, SCRIPTS[1:]))
    check(text.endswith(b"</html>\n"), "%s: the page is complete" % name)
    check(page.elements == Page(source("page.html")).elements, "%s: the elements are those of page.html" % name)
    check([page.styles[0].strip(), page.scripts[1].strip()] == [source("report.css").strip(), program.strip()],
          "%s: style and program are those of sql/report" % name)
    check("<" not in page.scripts[0], "%s: no < in the data" % name)
    check(not any(byte < 32 and byte != 10 for byte in text), "%s: no control character" % name)


def check_sources():
    page = Page(source("page.html"))
    policy = next(dict(attrs)["content"] for tag, attrs in page.elements
                  if dict(attrs).get("http-equiv") == "Content-Security-Policy")
    check(policy.startswith("default-src 'none'"), "the page may ask for nothing")
    asking = [(tag, name) for tag, attrs in page.elements for name, value in attrs
              if name in ("src", "href", "action", "srcset", "data") and not value.startswith(("#", "data:,"))]
    check(not asking, "no element of the page asks for anything: %s" % asking)
    for name in SCRIPTS:
        text = source(name)
        check("</s" not in text.lower() and "<!--" not in text, "%s can stand in a page" % name)
        check('{"report.json":null}' not in text and "/* report" not in text.split("\n", 3)[3], "%s has no mark" % name)


# (2) What the pieces of a pair give, and what SQL has. Equal pieces with other white space have that of both; a character that
# is not UTF-8 is U+FFFD.
def side(pieces, which):
    return "".join(piece if isinstance(piece, str) else piece[0 if at % 3 else which - 1]
                   for at, piece in enumerate(pieces) if at % 3 in (0, which))


# What has moved, as texts of that side: [piece, [begin, length, begin, length ...]].
def moved(pieces, which):
    return [piece[0][begin - 1 : begin - 1 + length] for piece in pieces[which::3] if not isinstance(piece, str)
            for begin, length in zip(piece[1][::2], piece[1][1::2])]


def squeezed(text):
    return re.sub("\\s+", "", re.sub("\ufffd+", "\ufffd", text)).casefold()


def open_results(path):
    db = sqlite3.connect("file:%s?mode=ro" % path.replace("?", "%3f"), uri=True)
    db.text_factory = lambda text: text.decode("utf-8", "replace")
    return db


def check_pairs(name, db, data, list_name):
    for row in data["lists"][list_name]["shown"]:
        a, b, x, y, kind, score, reason, more, pieces = row[:9]
        texts = dict(db.execute("SELECT id, text FROM sentence WHERE id IN (?, ?)", [a, b]))
        for which, id in (1, a), (2, b):
            alike = squeezed if "\ufffd" in texts[id] else str
            if alike(side(pieces, which)) != alike(texts[id]):
                check(False, "%s: the pieces of %d and %d are their texts, byte for byte: %r" % (name, a, b, pieces))
        for id, number in (a, x), (b, y):
            title, key, titled = db.execute("SELECT title, key, titled FROM article WHERE id ="
                                            " (SELECT article_id FROM sentence WHERE id = ?)", [id]).fetchone()
            entry = data["articles"][number]
            shown = entry[0] if isinstance(entry, list) else entry
            if titled and squeezed(title) not in squeezed(shown) or not titled and key is not None and str(key) not in shown:
                check(False, "%s: the title of %r is shown as %r" % (name, title, shown))
            own = entry[6] if isinstance(entry, list) and len(entry) > 6 else shown
            if own != title * titled:
                check(False, "%s: a verdict has the title %r, not %r" % (name, own, title * titled))
        judged = db.execute("SELECT kind, reason FROM pair_kind WHERE a = ? AND b = ?", sorted((a, b))).fetchone()
        if judged != (data["about"]["kinds"][kind], reason):
            check(False, "%s: kind and reason of %d and %d are %r, not %r" % (name, a, b, judged, reason))


# Cases of text reuse, where there are any: their passages, and what the paper's Table 1 has.
def check_reuse(name, db, data):
    lists, figures = data["lists"], data["about"]["figures"]["reuse"]
    if not db.execute("SELECT * FROM sqlite_schema WHERE name = 'reuse'").fetchone():
        check(lists["reuse"]["findings"] == 0 == figures["cases"], "%s: no text reuse" % name)
        return
    texts = dict(db.execute("SELECT article_id, text FROM article_text"))
    rows = db.execute("SELECT id, a, b, a_position, a_length, b_position, b_length, words, kind FROM reuse")
    cases = {row[0]: row[1:] for row in rows}
    passage = lambda article, position, length: squeezed(texts[article][position - 1 : position - 1 + length])
    for row in lists["reuse"]["shown"]:
        a, b, a_position, a_length, b_position, b_length, words, kind = cases.pop(row[0])
        same = [squeezed(side(row[7], which)) == passage(*place) for which, place in (
            (1, (a, a_position, a_length)), (2, (b, b_position, b_length)))]
        for which in 1, 2:
            parts = moved(row[7], which)
            check(all(squeezed(part) in squeezed("".join(side(row[7], 3 - which))) for part in parts),
                  "%s: what moved in case %d is on the other side: %r" % (name, row[0], parts))
        check(all(same) and (row[4], data["about"]["kinds"][row[3]]) == (words, kind),
              "%s: case %d: %r" % (name, row[0], row))
    check(not cases, "%s: all cases are shown" % name)
    check(lists["reuse"]["findings"] == len(lists["reuse"]["shown"]) > 0, "%s: cases" % name)
    scores = [row[10] for row in lists["reuse"]["shown"] if len(row) > 10]
    check(scores == sorted(scores, reverse=True), "%s: what has diverged most comes first" % name)
    known = {id: row for id, *row in db.execute("SELECT id, passages, articles FROM reuse_cluster WHERE articles > 2")}
    for id, passages, articles, text, where in lists["shared"]["shown"]:
        check([passages, articles] == known.pop(id), "%s: cluster %d" % (name, id))
        first = db.execute("SELECT article_id, position, length FROM reuse_member WHERE cluster_id = ?"
                           " ORDER BY article_id, position", [id]).fetchone()
        check(squeezed(text) == passage(*first) and 2 < len(where) <= 6, "%s: the passage of cluster %d" % (name, id))
    check(not known, "%s: all clusters are shown" % name)
    kinds = dict(db.execute("SELECT kind, count(*) FROM reuse GROUP BY kind"))
    check((figures["structure"], figures["content"]) == (kinds.get("structure", 0), kinds.get("content", 0)),
          "%s: the kinds of cases" % name)
    words = [count for row in db.execute("SELECT a_words, b_words FROM reuse") for count in row]
    check((figures["least"], figures["most"]) == (min(words), max(words))
          and abs(figures["mean"] - sum(words) / len(words)) < 0.06, "%s: the words of passages" % name)


# Lineages, where there are any: the articles of each are its births, each below its source, and stale copies are named.
def check_lineages(name, db, data):
    shown = data["lists"]["lineages"]["shown"]
    if not db.execute("SELECT * FROM sqlite_schema WHERE name = 'lineage'").fetchone():
        check(shown == [], "%s: no lineages" % name)
        return
    title = lambda number: data["articles"][number][0]
    for id, wordings, articles, more, text, tree, changes in shown:
        check((wordings, articles) == db.execute("SELECT wordings, articles FROM lineage WHERE id = ?", [id]).fetchone(),
              "%s: lineage %d" % (name, id))
        births = db.execute("SELECT title, depth, substr(time, 1, 10), standing FROM birth JOIN article ON article.id = article_id"
                            " WHERE lineage_id = ?", [id]).fetchall()
        check(sorted(births) == sorted((title(row[0]), *row[1:3], row[5]) for row in tree), "%s: births of %d" % (name, id))
        sources = dict(db.execute("SELECT t.title, s.title FROM copy_edge JOIN article AS s ON s.id = copy_edge.source_id"
                                  " JOIN article AS t ON t.id = target_id WHERE lineage_id = ?", [id]))
        way = []
        for row in tree:
            way = [*way[:row[1]], title(row[0])]
            check(sources.get(way[-1]) == (way[-2] if len(way) > 1 else None), "%s: the source of %s in %d" % (name, way[-1], id))
        stale = db.execute("SELECT changed, stale, stale.old_value, stale.new_value FROM stale JOIN value_change"
                           " ON value_change.id = change_id WHERE lineage_id = ?", [id]).fetchall()
        check(sorted(stale) == sorted((title(row[0]), title(one), row[4], row[5]) for row in changes for one in row[9]),
              "%s: stale copies of %d" % (name, id))
    check(len(shown) > 0 and bool(shown[0][6]), "%s: stale copies come first" % name)


COUNTS = {
    "contradictions": "SELECT count(DISTINCT coalesce(cluster_id, -a)) FROM contradiction",
    "reworded": "SELECT count(*) FROM (SELECT DISTINCT cluster_id, kind FROM pair_kind"
    " WHERE kind IN ('copyedit', 'reference', 'other'))",
    "templates": "SELECT count(*) FROM cluster WHERE kind = 'template'",
    "copies": "SELECT count(*) FROM cluster WHERE kind = 'identical'",
}


def check_data(name, path, data):
    db = open_results(path)
    value = lambda sql: db.execute(sql).fetchone()[0]
    about, lists = data["about"], data["lists"]
    figures, settings = about["figures"], about["setting"]
    read = tuple(value(sql) for sql in ("SELECT count(*) FROM article", "SELECT count(*) FROM sentence",
                                      "SELECT compared FROM detection", "SELECT count(*) FROM cluster"))
    likely = value("SELECT count(*) FROM contradiction, parameters WHERE best AND older IS NULL AND score >= shown_least")
    for what, holds in {
            "the lists": list(lists) == ["contradictions", "changes", "reworded", "templates", "copies", "reuse", "shared", "lineages"],
            "what was read": tuple(about[what] for what in ("articles", "sentences", "compared", "clusters")) == read,
            "possible contradictions": about["likely"]["contradictions"] == likely,
            "the number of rewordings is that of the list":
                about["rewordings"] == sum(about["kinds"][row[4]] == "copyedit" for row in lists["reworded"]["shown"]),
            "the sizes": dict(map(tuple, figures["sizes"]))
                == dict(db.execute("SELECT size, count(*) FROM cluster GROUP BY 1")),
            "the kinds": {tuple(kind[:3]) for kind in figures["kinds"]}
                == set(db.execute("SELECT kind, count(*), sum(size) FROM cluster GROUP BY 1")),
            "scores are on the side of shown_least where they are":
                sum(row[5] >= 1000 * value("SELECT shown_least FROM parameters")
                    for row in lists["contradictions"]["shown"]) == likely,
            "whether texts were left out for their lengths":
                about["by_length"] == value("SELECT total(sentences) > 0 FROM not_compared WHERE reason <> 'table'"
                                            " AND reason <> 'marks'"),
            "what found pairs": settings["detection"] == value("SELECT detection FROM setting"),
            "the bands of projections": (settings["detection"] == "minhash") == (settings["projection_bands"] is None),
            "without MinHash, nothing is said of its recall":
                settings["detection"] != "projection" or "recall" not in figures,
            "each pair of different texts is in the figure of distances":
                sum(row[2] for row in figures["distances"]) == value("SELECT count(*) FROM pair WHERE edit_distance > 0"),
    }.items():
        check(holds, "%s: %s" % (name, what))
    for list_name, sql in COUNTS.items():
        if name != "two_dates" or list_name != "contradictions":
            check(lists[list_name]["findings"] == value(sql), "%s: the number of %s" % (name, list_name))
    for list_name, found in lists.items():
        check(found["findings"] == len(found["shown"]), "%s: all %s are shown" % (name, list_name))
        if list_name not in ("reuse", "shared", "lineages"):
            check(len(db.execute(found["rest"]).fetchall() if found["findings"] else []) == found["findings"],
                  "%s: the statement for the rest of %s gives as many" % (name, list_name))
    for list_name, table in ("templates", "cluster"), ("copies", "cluster"), ("shared", "reuse_cluster"):
        found = [row[0] for row in lists[list_name]["shown"]]
        rest = found and db.execute("SELECT %s.id FROM %s" % (table, lists[list_name]["rest"].partition(" FROM ")[2]))
        check([id for id, in rest if id in found] == found, "%s: the statement for the rest of %s has their order" % (name, list_name))
    rest = db.execute("SELECT a, b FROM " + lists["reworded"]["rest"].partition(" FROM ")[2]).fetchall()
    check(sorted(rest) == sorted((row[0], row[1]) for row in lists["reworded"]["shown"]),
          "%s: the statement for the rest of reworded has their pairs" % name)
    for list_name in "contradictions", "changes", "reworded":
        check_pairs(name, db, data, list_name)
    members = lambda id: [text for text, in db.execute(
        "SELECT DISTINCT text FROM member JOIN sentence ON sentence.id = sentence_id WHERE cluster_id = ?", [id])]
    for id, size, texts, articles, literals, filled in lists["templates"]["shown"]:
        check((size, texts, articles) == db.execute("SELECT size, texts, articles FROM cluster WHERE id = ?", [id]).fetchone(),
              "%s: cluster %d" % (name, id))
        known = set(map(squeezed, members(id)))
        for _, values in filled:
            rebuilt = literals[0] + "".join(a + b for a, b in zip(values, literals[1:]))
            check(len(values) == len(literals) - 1 and squeezed(rebuilt) in known,
                  "%s: a row of cluster %d gives a sentence: %r" % (name, id, rebuilt))
    for id, size, articles, text, where in lists["copies"]["shown"]:
        check(list(map(squeezed, members(id))) == [squeezed(text)] and 1 <= len(where) <= 6,
              "%s: the copies of cluster %d" % (name, id))
    check_reuse(name, db, data)
    check_lineages(name, db, data)
    db.close()


def check_sample(data):
    """What the sample's documentation says of it."""
    first = data["lists"]["contradictions"]["shown"][0]
    reason = "One says 1857, the other 1847; both are about the University of Port Maurel."
    check(first[6:7] == [reason] and len(first) == 15, "the sample's first contradiction")
    check(data["about"]["likely"]["contradictions"] == 7 and data["about"]["rewordings"] == 14,
          "the numbers of the sample's summary")
    check(data["articles"][first[2]][0] == "Port Maurel" and data["articles"][first[2]][2] > 0, "an article has its revision")


# The share of the pairs that meet in a band and meet in another, too, counted here by another way.
def check_recall(path, data, most=1):
    db = open_results(path)
    bands = data["about"]["figures"]["recall"]["bands"]
    buckets, where = {}, {}
    for band, signature, id in db.execute(
            "SELECT band, signature, sentence_id FROM signature WHERE band <= ? ORDER BY 1, 2, 3", [bands]):
        buckets.setdefault((band, signature), []).append(id)
        where.setdefault(id, set()).add((band, signature))
    meeting = {}
    for (band, _), ids in buckets.items():
        for a, b in zip(ids[:50], ids[1:51]):
            meeting.setdefault((a, b), set()).add(band)
    together = {(a, b): {band for band, _ in where[a] & where[b]} for a, b in meeting}
    pairs = sum(len(found) for found in meeting.values())
    again = sum(len(found) for pair, found in meeting.items() if len(together[pair]) > 1)
    points = data["about"]["figures"]["recall"]["points"]
    few = pairs - sum(point[2] for point in points)
    check(0 <= few < 20 * 20, "nearly all of the %d meetings are in the figure" % pairs)
    check(abs(sum(point[1] * point[2] for point in points) - again) <= few + 1, "as many meet again")
    check(len(points) > 0 and min(point[1] for point in points) <= most, "the least share is below %.4g" % most)
    db.close()


# (3) More than fits: pairs without a pipeline, which only tests of the size need.
def check_size(folder):
    path = os.path.join(folder, "large.db")
    report_databases.nothing(path)
    change(path, """
        INSERT INTO article(id, source_id, namespace, title)
        WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 48001)
        SELECT i, 1, 0, 'Place <' || i || '>' FROM n;
        INSERT INTO sentence(id, article_id, position, section, block, text)
        SELECT id, id, 1, '', 'prose', 'The harbour of ' || (id / 2) || ' <was> built in ' || (1800 + id % 2)
               || ' by the fishermen of the eastern islands, who paid for it <in> herring, '
               || 'and has been mended each spring since the great storm.'
          FROM article WHERE id > 1;
        INSERT INTO pair_kind
        SELECT id, id + 1, id, 'drift', 1.0 / (id / 2), 'one', 'date', '1800', '1801'
          FROM article WHERE id > 1 AND id % 2 = 0;
        INSERT INTO pair SELECT a, b, 0.9, 1, NULL FROM pair_kind;
        INSERT INTO cluster(id, size, texts, articles, representative, kind)
        SELECT a, 2, 2, 2, a, 'drift' FROM pair_kind;
        INSERT INTO member SELECT a, a FROM pair_kind UNION ALL SELECT a, b FROM pair_kind;
    """)
    result = report(path)
    page, data = read(page_of(path))
    size, found = os.path.getsize(page_of(path)), data["lists"]["contradictions"]
    check(result.returncode == 0 and size <= MOST, "a page of many findings has %d bytes" % size)
    check(size > 0.99 * MOST, "it is nearly full")
    check(found["findings"] == 24000 and 4000 < len(found["shown"]) < 20000, "it shows a part")
    scores = [row[5] for row in found["shown"]]
    check(scores == sorted(scores, reverse=True), "the best are shown")
    named = {number for row in found["shown"] for number in row[2:4]}
    check(named == set(range(len(data["articles"]))), "it names the articles that it shows, and no others")
    figure(len(found["shown"]), "findings on a full page")


def check_from_python(path):
    db = sqlite3.connect("file:%s?mode=ro" % path, uri=True, isolation_level=None)
    db.enable_load_extension(True)
    db.load_extension(os.path.join(ROOT, "build", "neardup"))
    (page,) = db.execute("SELECT neardup_run('report')").fetchone()
    db.close()
    check(page + "\n" == contents(page_of(path)).decode(), "another host makes the same page")


# (4), (5)
def check_refusals(folder, sample):
    empty, foreign, loaded, halfway, text, mine, named, none = (os.path.join(folder, name) for name in (
        "empty.db", "foreign.db", "loaded.db", "halfway.db", "text.db", "mine.html", "named.html", "none.db"))
    open(empty, "w").close()
    change(foreign, "CREATE TABLE customer (name)")
    run(loaded, "schema")
    rows(shutil.copy(sample, halfway), "DELETE FROM detection")
    with open(text, "w", encoding="utf-8") as file:
        file.write("This is no database. " * 100)
    for path, message in ((empty, "has no table sentence"), (foreign, "it holds the table customer"),
                          (loaded, "has no clusters yet"), (halfway, "has no results yet"),
                          (text, "file is not a database")):
        before = contents(path)
        result = report(path)
        check(result.returncode == 1 and message in result.stderr and result.stderr.count("\n") == 1
              and result.stderr.startswith("neardup: "), "%s is refused: %s" % (path, result.stderr))
        check(contents(path) == before and not os.path.exists(page_of(path)), "%s stays as it is" % path)
    for arguments in ([], [sample, "a", "b"], ["--bare", sample]):
        check(report(*arguments).returncode == 2, "arguments %s" % arguments)
    check(report("--help").stdout.startswith("usage:"), "--help")

    full = subprocess.run(["sh", "-c", 'ulimit -f 8; "$0" report "$1" "$2"', PROGRAM, sample, os.path.join(folder, "full.html")],
                          capture_output=True, encoding="utf-8")
    check(full.returncode == 1 and "could not be written" in full.stderr, "no room for the page: " + full.stderr)
    check(not [name for name in os.listdir(folder) if name.startswith("full")], "nothing is left of it")

    for content in "<html>mine</html>\n", "x" * 500 + '<meta name="generator" content="neardup-report">':
        with open(mine, "w", encoding="utf-8") as file:
            file.write(content)
        result = report(sample, mine)
        check(result.returncode == 1 and "did not write it as a report" in result.stderr, "a page of somebody else")
        check(contents(mine).decode() == content, "it stays as it is")
    shutil.copy(sample, named)
    for arguments, message in (([none], "there is no file"), ([sample, os.path.join(none, "a.html")], "could not be made"),
                               ([sample, folder], "is a folder"),
                               ([sample, sample], "did not write it"), ([named], "did not write it")):
        check(message in report(*arguments).stderr, "%s: %s" % (arguments, message))
    check(contents(named) == contents(sample), "a database named .html stays as it is")


# Patterns of addresses that are refused, and such as are not: what is put in follows a host.
WRONG = ["", "x", "javascript:{id}", "ftp://example.org/{id}", "https://{title}/", "https://example.org{id}/", "https:///{id}",
         "https://example.org/", "https://example.org/{key}{id}", "https://example.org/{id}}", "https://example.org/{id} x",
         "https://example.org\\{id}/", "https://example.org/\t{id}"]
RIGHT = ["https://example.org/?curid={id}", "HTTP://example.org:8080/w/{title}", "https://example.org/it's/{title}#{id}"]


def check_patterns(folder, sample):
    page = os.path.join(folder, "linked.html")
    for pattern in WRONG:
        result = report("--url", pattern, sample, page)
        check(result.returncode == 2 and "neardup: --url must be an address that begins with http:// or https:// and a host" in result.stderr
              and not os.path.exists(page), "the pattern %r: %s" % (pattern, result.stderr))
    for pattern in RIGHT:
        check(report("--url", pattern, sample, page).returncode == 0, "the pattern " + pattern)
        data = read(page)[1]
        check(data["about"]["link"] == pattern, "the page has the pattern %s" % pattern)
        named = {row[0]: row[1:] for row in data["articles"]}
        for title, page_id in rows(sample, "SELECT title, page_id FROM article"):
            expected = [1, 0, 1, str(page_id) * ("{id}" in pattern), title * ("{title}" in pattern)]
            check(named.pop(title, expected) == expected, "%s, with the pattern %s" % (title, pattern))
        check(not named, "each article is named by its title: %s" % named)
    check(report("--url").returncode == 2, "--url without a pattern")
    check(not {"sweep", "window"} & data["about"]["figures"].keys(), "figures that take long are drawn by --papers only")
    for arguments in ("--papers", "--url", RIGHT[0]), ("--url", RIGHT[0], "--papers"):
        check(report(*arguments, sample, page).returncode == 0, "options %s" % (arguments,))
        data = read(page)[1]
        check(data["about"]["link"] == RIGHT[0] and {"sweep", "window"} < data["about"]["figures"].keys(), "the options %s" % (arguments,))
    earlier = shutil.copy(sample, os.path.join(folder, "earlier.db"))
    change(earlier, "DROP TABLE semantic_model")
    result = report("--papers", earlier, page)
    check(result.returncode == 0, "--papers, without the table of models: " + result.stderr)


def check_names(folder, sample):
    odd, dash = os.path.join(folder, 'it\'s a <b> & "c" $x;.v1.db'), os.path.join(folder, "-dash")
    shutil.copy(sample, odd)
    check(report(odd).returncode == 0 and os.path.exists(page_of(odd)), "an odd name")
    shutil.copy(sample, dash)
    check(report("--", "-dash", folder=folder).returncode == 0 and os.path.exists(page_of(dash)),
          "a name that begins with a dash, and one without a suffix")
    first = contents(page_of(dash))
    check(report("--", "-dash", folder=folder).returncode == 0, "an older report is replaced")
    check(contents(page_of(dash)) == first == contents(page_of(odd)), "the same database gives the same page")
    check(not [name for name in os.listdir(folder) if name.endswith(".part")], "nothing is left beside a page")

    # exec keeps the process's number, by which the unfinished page is named.
    linked = os.path.join(folder, "linked")
    script = 'ln -s "$1.secret" "$1.html.$$.part" && exec "$2" report "$3" "$1.html"'
    result = subprocess.run(["sh", "-c", script, "sh", linked, PROGRAM, sample], stderr=subprocess.PIPE, check=False)
    check(result.returncode == 1 and not os.path.exists(linked + ".secret") and not os.path.exists(linked + ".html"),
          "a link in the place of the unfinished page is not followed")


def check_rounding(folder, sample):
    """What is just below shown_least is not rounded to it, and what reaches it is not rounded below."""
    for least, expected in (("0.4", [400, 399]), ("0.4004", [401, 400])):
        path = os.path.join(folder, "rounded.db")
        shutil.copy(sample, path)
        ids = [id for id, in rows(path, "SELECT a FROM contradiction WHERE best LIMIT 2")]
        change(path, "UPDATE pair_kind SET score = iif(a = %d, %s, %s - 0.0000006) WHERE a IN (%d, %d);"
               "UPDATE parameters SET shown_least = %s" % (ids[0], least, least, *ids, least))
        check(report(path).returncode == 0, "a report of scores by %s" % least)
        data = read(page_of(path))[1]
        check_data("scores by " + least, path, data)
        found = {row[0]: row[5] for row in data["lists"]["contradictions"]["shown"]}
        check([found[id] for id in ids] == expected, "scores by %s: %s" % (least, found))


def check_learnt(folder, sample):
    """The figure of precision and recall is what the view says."""
    path, file = shutil.copy(sample, os.path.join(folder, "learnt.db")), os.path.join(folder, "learnt.jsonl")
    with open(file, "w", encoding="utf-8") as lines:
        for text_a, text_b, type in rows(path, "SELECT text_a, text_b, type FROM contradiction"):
            lines.write(json.dumps({"text_a": text_a, "text_b": text_b, "judge": "Ann",
                                    "verdict": "contradiction" if type in ("date", "number") else "pattern"}) + "\n")
    for command in ["verdicts", path, file], ["learn", path]:
        subprocess.run([PROGRAM, *command], check=True, stdout=subprocess.DEVNULL)
    for model, scores, drawn in ("NULL", 1, 0), ("'{}'", 2, 0), ("'{}'", 2, 1):
        rows(path, "UPDATE learnt SET model = %s" % model)
        if drawn:
            rows(path, "UPDATE verdict_figure SET verdicts = 'drawn'")
        check(report(path).returncode == 0, "a report after learning")
        found = read(page_of(path))[1]["about"]["figures"]["verdicts"]
        known = rows(path, "SELECT scores = 'after', threshold, shown, \"right\", precision, precision_least, precision_most, recall,"
                     " recall_least, recall_most FROM verdict_figure ORDER BY 1, 2")
        check(found["drawn"] == drawn, "it says whether pairs were drawn at random: %s" % found)
        check(list(map(tuple, found["rows"])) == known[:9 * scores] and len(known) == 18, "%s is drawn: %s" % (model, found))
        check([(found["verdicts"], found["contradictions"])] == rows(path, "SELECT verdicts, contradictions FROM learnt"), "its totals")


def check_judged(folder, sample):
    """What was fixed and has returned is there, and says so, with and without --judged; clusters name the verdicts that shaped them."""
    path = shutil.copy(sample, os.path.join(folder, "judged.db"))
    fixed, same, gone = [list(pair) for pair in rows(path, "SELECT a, b FROM contradiction WHERE best AND older IS NULL ORDER BY rank DESC LIMIT 3")]
    reworded = rows(path, "SELECT a, b FROM pair_kind JOIN pair USING (a, b) WHERE kind = 'copyedit' ORDER BY jaccard DESC, a, b LIMIT 1")[0]
    for (a, b), verdict, year in (fixed, "fixed", 2001), (same, "same", 2001), (gone, "fixed", 9998), (reworded, "fixed", 2001):
        run_job(path, "verdict", a=a, b=b, verdict=verdict, judge="A\u202enn", judged_at="2001-01-01T00:00:00Z", reason="<why>")
        change(path, "UPDATE verdict SET judged_at = replace(judged_at, '2001', %d) WHERE judge <> '' AND rowid ="
               " (SELECT max(rowid) FROM verdict)" % year)
    said = lambda verdict, year=2001: [verdict, "A\u202enn", "%d-01-01T00:00:00Z" % year, "<why>"]
    for options, known in ([], [said("returned"), None, None]), (["--judged"], [said("returned"), said("same"), said("fixed", 9998)]):
        check(report(*options, path).returncode == 0, "a report of what was judged")
        lists = read(page_of(path))[1]["lists"]
        given = {tuple(sorted(row[:2])): row[13] if len(row) > 13 else 0 for row in lists["contradictions"]["shown"] + lists["reworded"]["shown"]}
        check([given.get(tuple(pair)) for pair in (fixed, same, gone)] == known, "%s: %s" % (options, given))
        check(given.get(tuple(reworded)) == known[0], "%s: a rewording that has returned: %s" % (options, given))

    clusters = rows(path, "SELECT id FROM cluster WHERE kind = 'template' AND texts > 2 ORDER BY id LIMIT 2")
    for (cluster,), verdict in zip(clusters, ("no duplicate", "duplicate")):
        a, b = [id for id, in rows(path, "SELECT sentence_id FROM member WHERE cluster_id = %d LIMIT 2" % cluster)]
        others = [id for id, in rows(path, "SELECT id FROM sentence WHERE id NOT IN (SELECT sentence_id FROM member) ORDER BY id LIMIT 1")]
        for judge, pair in ("Ann", (a, b)), ("Bo", (a, *others)):
            run_job(path, "verdict", a=pair[0], b=pair[1], verdict=verdict if judge == "Ann" else "duplicate", judge=judge)
    run(path, "find")
    check(report(path).returncode == 0, "a report of clusters that verdicts have shaped")
    lists = read(page_of(path))[1]["lists"]
    found = {row[0]: row[place] for name, place in (("templates", 6), ("copies", 5)) for row in lists[name]["shown"] if len(row) > place}
    known = {}
    for cluster, verdict, judge, honoured in rows(
            path, "SELECT DISTINCT cluster_id, verdict, judge, honoured FROM cluster_link JOIN member ON sentence_id IN (a, b)"
            " JOIN cluster ON cluster.id = cluster_id WHERE kind IN ('template', 'identical')"):
        known.setdefault(cluster, set()).add((verdict, honoured, judge))
    said = {id: {(verdict, int(not refused), judge) for verdict, judges, refused in re.findall(r"([a-z ]+) \(([^;)]*)(; refused)?\)", words)
                 for judge in judges.split(",")} for id, words in found.items()}
    said = {id: {(verdict.strip(), *rest) for verdict, *rest in all} for id, all in said.items()}
    check(said == known and len(known) > 0, "clusters are shaped by %s: %s" % (known, found))


def check_databases(folder):
    for name, make in DATABASES.items():
        path = os.path.join(folder, name + ".db")
        make(path)
        before = contents(path)
        result = report(path)
        check(result.returncode == 0 and not result.stderr, "%s: a report is written %s" % (name, result.stderr))
        check(contents(path) == before and not os.path.exists(path + "-journal"), "%s: nothing is changed" % name)
        page, data = read(page_of(path))
        check_elements(name, page_of(path), page)
        check_data(name, path, data)
        if name == "sample":
            check_sample(data)
            check_recall(path, data)
            check_from_python(path)
            check_refusals(folder, path)
            check_names(folder, path)
            check_patterns(folder, path)
            check_rounding(folder, path)
            check_learnt(folder, path)
            check_judged(folder, path)
        if name == "hostile":
            check(len(data["lists"]["contradictions"]["shown"]) > 20, "hostile pairs are among the findings")


def check_loose(folder):
    path = os.path.join(folder, "loose.db")
    report_databases.loose(path)
    check(report(path).returncode == 0, "a report of pairs that are hard to find")
    check_recall(path, read(page_of(path))[1], 0.8)


run_tests("pipeline/report", check_sources, check_databases, check_loose, check_size)
