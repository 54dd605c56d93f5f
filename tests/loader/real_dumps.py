"""real_dumps.py - what the loader makes of real dumps, compared with their wikitext.

The dumps of ../shared/data/dumps are loaded. A few regular expressions, which share nothing with the
loader, read their wikitext a second time:

  (1) No article contains markup, and few have empty or broken brackets.
  (2) Numbers of measures in prose are kept, words on both sides of a <br> stay two words, captions of
      pictures and text of tables are not prose.
  (3) Sections are the path of headings, in their order; the lead has none; positions count from 1.
  (4) Text under headings such as See also or References is kept as `footer`, items of lists as
      `list`, and cells of tables as `table`.
  (5) Other languages: namespaces and redirects by the names that the dump gives, sentences that end
      where their scripts end them.

The 28 single pages have no <siteinfo>; they get one with their language.
"""

import bz2
import html
import os
import re
import sys

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import check, skip
from loading import LOAD, PLAIN, SHARED, ask, load, run_tests, write

DUMPS = os.path.join(SHARED, "dumps")
SAMPLE = "enwiki-2016-sample"
ENGLISH = (SAMPLE, "enwiki-tables", "enwiki-2013-near-duplicate-articles", "enwiki-2013-katrina")
FOREIGN = ("jawiki-2022-truncated", "elwikivoyage-2019", "bgwiki-2017-utf16", "ltgwiki-2017-complete")

MARKUP = re.compile(
    r"\{\{|\}\}|\[\[|\]\]|\{\||\|\}|</?(?:ref|br|div|span|small|table|t[dr]|sup|sub|references|math"
    r"|gallery|nowiki)\b|thumb\||File:|Image:|Category:|https?:|''|==|__[A-Z]+__|&(?:nbsp|ndash);"
)
BROKEN_BRACKETS = re.compile(r"\(\s*[,;:]*\s*\)|\(\s*[,;:]|[,;:]\s*\)|\[\s*\]")
FOOTERS = ("See also", "References", "External links", "Notes", "Further reading", "Bibliography")
# Pages, articles and damaged places of each dump, as data/MANIFEST.md has them.
COUNTS = {
    "aawiki-2026-current": (507, 1, 0), "aawiki-2026-history": (507, 1, 0), "bgwiki-2017-utf16": (3, 1, 0),
    "elwikivoyage-2019": (2040, 1310, 0), "enwiki-2013-damaged": (154, 60, 48), "enwiki-2013-katrina": (93, 40, 0),
    "enwiki-2013-near-duplicate-articles": (36, 36, 0), "enwiki-2016-sample": (206, 106, 0), "enwiki-tables": (5, 5, 0),
    "jawiki-2022-truncated": (262, 204, 1), "ltgwiki-2017-complete": (2004, 903, 0),
    "multistream/pages-articles-p2566p2583.multistream": (17, 16, 0),
    "multistream/pages-articles-p2566p2583.multistream-noheader": (17, 16, 0),
    "multistream/pages-articles-p2566p2583.multistream-nofooter": (17, 16, 1),
}
LONG = 40  # characters of plain text that do not occur twice by accident


class Article:
    """One page of the dump: its wikitext, and our sentences of it."""

    def __init__(self, title, wikitext, sentences):
        self.title = title
        self.wikitext = html.unescape(re.sub(r"<!--.*?-->", "", wikitext, flags=re.DOTALL))
        self.sentences = sentences  # (position, section, block, text)
        self.text = " ".join(text for _, _, _, text in sentences)

    def of(self, *blocks):
        return " ".join(text for _, _, block, text in self.sentences if block in blocks)


def read_dump(path):
    """(title, namespace, wikitext of the last revision) of each complete page."""
    with (bz2.open(path) if path.endswith(".bz2") else open(path, "rb")) as file:
        content = bytearray()
        try:
            while piece := file.read(1 << 16):
                content += piece
        except EOFError:
            pass  # cut short
    encoding = "utf-16" if content[:2] == b"\xff\xfe" else "utf-8"
    for page in re.findall("<page>.*?</page>", content.decode(encoding, "replace"), re.DOTALL):
        title = html.unescape(re.search("<title>(.*?)</title>", page).group(1))
        namespace = re.search(r"<ns>(-?\d+)</ns>", page)
        texts = re.findall(r"<text[^>]*[^/]>(.*?)</text>", page, re.DOTALL)
        yield title, int(namespace.group(1)) if namespace else 0, html.unescape(
            texts[-1] if texts else "")


def load_dump(path, program=PLAIN):
    status, errors = load(path, program=program)
    check(status in (0, 3), "%s: status %d: %s" % (path, status, errors))


def test_counts(*names):
    """Of the dumps in the database."""
    for name, found in zip(names, ask("test.db", "SELECT pages, articles, damaged FROM source ORDER BY id")):
        check(found == COUNTS[name], "%s: expected %s, found %s" % (name, COUNTS[name], found))


def read_articles(path):
    sentences = {}
    for title, *sentence in ask("test.db", "SELECT title, position, section, block, text FROM article"
                                           " JOIN sentence ON article_id = article.id ORDER BY sentence.id"):
        sentences.setdefault(title, []).append(tuple(sentence))
    return [Article(title, wikitext, sentences[title])
            for title, namespace, wikitext in read_dump(path)
            if namespace == 0 and title in sentences]


def tell(name, what, found, wanted=0):
    check(len(found) <= wanted, "%s: %d times %s, as in %s" % (name, len(found), what, found[:3]))


# ---- (1) and (2): text


def test_leftovers(name, articles, literal=0):
    """`literal`: sentences that show markup on purpose, in <nowiki>, in a label, or because the
    source is like that."""
    left = [(a.title, text) for a in articles for _, _, _, text in a.sentences
            if MARKUP.search(text)]
    tell(name, "markup left", left, literal)
    bad = [(a.title, text) for a in articles for _, _, _, text in a.sentences
           if BROKEN_BRACKETS.search(text)]
    tell(name, "empty or broken brackets", bad, 8 + literal)
    if name in ENGLISH:
        print("%s: %d articles, %d sentences, %d with markup left, %d with empty or broken brackets"
              % (name, len(articles), sum(len(a.sentences) for a in articles), len(left), len(bad)))


def prose_lines(wikitext):
    """Lines that begin with a letter, without references: no tables, lists, captions or
    templates."""
    wikitext = re.sub(r"<ref[^>]*/>|<ref.*?</ref>", "", wikitext, flags=re.DOTALL)
    return re.findall(r"^[A-Z'].*$", wikitext, re.MULTILINE)


def test_numbers(name, articles):
    measures, lost = 0, []
    for article in articles:
        for line in prose_lines(article.wikitext):
            for number in re.findall(r"\{\{(?:convert|cvt)\|([\d.,]+)\|", line, re.IGNORECASE):
                measures += 1
                if not re.search(r"(?<!\d)%s(?: |–)" % re.escape(number), article.text):
                    lost.append((article.title, number, line[:60]))
    tell(name, "the number of a measure lost", lost)
    return measures


def test_line_breaks(name, articles):
    pairs, merged = 0, []
    for article in articles:
        said = re.sub(r"[\[\]]", "", article.wikitext)
        for left, right in re.findall(r"(\w{3,})<br\s*/?>(\w{3,})", said):
            pairs += 1
            if left + right in article.text and left + right not in said:
                merged.append((article.title, left + right))
    tell(name, "words merged over a <br>", merged)
    return pairs


def plain_runs(wikitext):
    """Runs of text without markup that are long enough to search for."""
    text = wikitext
    for _ in range(4):  # templates within templates, footnotes among them
        text = re.sub(r"\{\{[^{}]*\}\}", "<", text)
    text = re.sub(r"<ref[^>]*/>|<ref.*?</ref>|\[\[[^|\]]*\|", "<", text, flags=re.DOTALL)
    runs = re.split(r"[\[\]{}|<>\n=*#\"]|''|!!|https?:\S*", text)
    runs = [" ".join(re.sub(r"^[^\w(]+", "", run).split()) for run in runs]
    return [run for run in runs if len(run) >= LONG and not re.match(r"[\w-]+: ?[\w#%-]+;", run)]


def link_end(wikitext, start):
    """The position after the "]]" that closes the "[[" at `start`, or else the end of the line."""
    depth = 0
    for bracket in re.finditer(r"\[\[|\]\]", wikitext[start:]):
        depth += 1 if bracket.group() == "[[" else -1
        if depth == 0:
            return start + bracket.end()
    return wikitext.find("\n", start)


def captions(wikitext):
    for link in re.finditer(r"\[\[(?:File|Image|Datei|Fichier|Archivo|Ficheiro|Imagem|Fitxer|Plik"
                            r"|Файл|Картинка|Αρχείο|ファイル|画像):", wikitext):
        yield wikitext[link.start() : link_end(wikitext, link.start())]


def tables(wikitext):
    return re.findall(r"^\{\|.*?^\|\}", wikitext, re.MULTILINE | re.DOTALL)


def test_not_prose(name, articles, what, pieces_of):
    """Text of the pieces is not in prose, unless the page repeats it."""
    runs, found = 0, []
    for article in articles:
        prose = article.of("prose")
        for piece in pieces_of(article.wikitext):
            for run in plain_runs(piece):
                runs += 1
                if run in prose and article.wikitext.count(run) == 1:
                    found.append((article.title, run))
    tell(name, what + " in prose", found)
    return runs


# ---- (3) and (4): where it stands


def plain_title(title):
    title = re.sub(r"<ref.*?(?:</ref>|/>)|<[^>]*>|'''?|\{\{.*?\}\}", "", title)
    return " ".join(re.sub(r"\[\[(?:[^|\]]*\|)?(.*?)\]\]", r"\1", title).split())


def parts_by_heading(wikitext):
    """(path, wikitext below it) of the lead and of each heading, in order."""
    parts, open_titles, path, start = [], {}, "", 0
    for heading in re.finditer(r"^(={1,6})\s*(.*?)\s*\1\s*$", wikitext, re.MULTILINE):
        parts.append((path, wikitext[start : heading.start()]))
        level, start = len(heading.group(1)), heading.end()
        open_titles = {other: title for other, title in open_titles.items() if other < level}
        open_titles[level] = plain_title(heading.group(2))
        path = " > ".join(title for _, title in sorted(open_titles.items()) if title)
    return parts + [(path, wikitext[start:])]


def misplaced(article, parts):
    """The beginnings of the parts' prose that are only in another section; and how many beginnings
    there are."""
    sections, tried, found = {}, 0, []
    for _, section, block, text in article.sentences:
        if block == "prose":
            sections.setdefault(text[:LONG], set()).add(section)
    for path, wikitext in parts:
        for run in plain_runs("\n".join(prose_lines(wikitext))):
            if run[:LONG] in sections:
                tried += 1
                if path not in sections[run[:LONG]]:
                    found.append((article.title, path, run[:LONG]))
    return tried, found


def test_places(name, articles):
    tried, wrong, unknown, positions = 0, [], [], []
    for article in articles:
        parts = parts_by_heading(article.wikitext)
        count, found = misplaced(article, parts)
        tried += count
        wrong += found
        paths = {path for path, _ in parts}
        unknown += [(article.title, s[1]) for s in article.sentences if s[1] not in paths]
        if [s[0] for s in article.sentences] != list(range(1, len(article.sentences) + 1)):
            positions.append(article.title)
    tell(name, "a sentence under another heading", wrong)
    tell(name, "a section that is no path of headings", unknown)
    tell(name, "positions that do not count from 1", positions)
    return tried


def is_under(section, headings):
    return any(part in headings for part in section.split(" > "))


def test_footers(name, articles):
    wrong = [(a.title, section, block) for a in articles for _, section, block, _ in a.sentences
             if is_under(section, FOOTERS) and block != "footer"
             or section == "" and block == "footer"]
    tell(name, "a footer that is none, or a lead that is one", wrong)
    links, lost = 0, []
    for article in articles:
        footer = article.of("footer")
        for part in re.findall(r"^==\s*See also\s*==$(.*?)(?=^==|\Z)", article.wikitext,
                               re.MULTILINE | re.DOTALL):
            for link in re.findall(r"^\* ?\[\[([^|\]:#]+)\]\]", part, re.MULTILINE):
                links += 1
                if " ".join(link.split()) not in footer:
                    lost.append((article.title, link))
    tell(name, "an item of See also cut", lost)
    return links


def list_items(wikitext):
    outside = re.sub(r"\{\{.*?\}\}|^\{\|.*?^\|\}|<(ref|gallery|div).*?</\1>", "", wikitext,
                     flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^[*#]+ *(\w.*)$", outside, re.MULTILINE)


def test_kept(name, articles, what, pieces_of, blocks):
    runs, lost = 0, []
    for article in articles:
        text = " ".join(article.of(*blocks).split())
        for piece in pieces_of(article.wikitext):
            for run in plain_runs(piece)[:1]:
                runs += 1
                if run[:LONG] not in text:
                    lost.append((article.title, run))
    tell(name, what + " cut or of another kind", lost, runs // 50)
    return runs


# ---- (5): other languages


def test_namespaces(name, path):
    """The siteinfo's names for files and categories precede no text."""
    head = next(iter(re.findall("<siteinfo>.*?</siteinfo>", open_text(path), re.DOTALL)), "")
    names = re.findall(r'<namespace key="(?:6|14)"[^>]*>([^<]+)<', head)
    check(len(names) == 2, "%s: the names of two namespaces, found %s" % (name, names))
    prefix = re.compile(r"(?:^|\s)(?:%s):\S" % "|".join(names))
    left = [text for text, in ask("test.db", "SELECT text FROM sentence") if prefix.search(text)]
    tell(name, "the name of a namespace", left, 2)  # where a label contains it


def open_text(path):
    with bz2.open(path) as file:
        start = file.read(1 << 16)
    return start.decode("utf-16" if start[:2] == b"\xff\xfe" else "utf-8", "replace")


def test_redirects(name, path):
    pages = [wikitext for _, namespace, wikitext in read_dump(path) if namespace == 0]
    redirects = sum(bool(re.match(r"\s*#\S+ *[:：]? *\[\[", wikitext)) for wikitext in pages)
    (kept,), = ask("test.db", "SELECT count(*) FROM article WHERE namespace = 0")
    check(0 <= kept - (len(pages) - redirects) <= 1,  # the page at which the dump breaks off
          "%s: %d articles of %d pages with %d redirects" % (name, kept, len(pages), redirects))


def test_aliases(name):
    """Nearly every redirect of a whole wiki is an alias of an article, or of another alias."""
    (redirects, aliases), = ask("test.db", "SELECT redirects, (SELECT count(*) FROM alias) FROM source")
    lost = [target for target, in ask(
        "test.db", "SELECT target FROM alias WHERE NOT EXISTS (SELECT * FROM article WHERE article.title = target)"
        " AND NOT EXISTS (SELECT * FROM alias AS next WHERE next.title = alias.target)")]
    check(redirects * 0.9 <= aliases <= redirects,  # the others lead into other namespaces
          "%s: %d aliases, %d redirects" % (name, aliases, redirects))
    tell(name, "a target that is not there", lost, 0)


def test_own_stops(name):
    """Few sentences contain the full stop of a script without spaces, except in brackets."""
    rows = ask("test.db", "SELECT text FROM sentence WHERE block = 'prose'")
    wrong = [text for text, in rows
             if re.search(r"。[^」』）)〉》”\]]", re.sub(r"[「『（(].*[」』）)]", "", text))]
    tell(name, "a sentence that continues after its full stop", wrong, len(rows) // 200)


def wrap_page(path):
    """The page's file as a dump that states its language."""
    name = os.path.basename(path)
    language = name.split("wiki")[0].replace("simple", "en")
    with open(path, encoding="utf-8") as file:
        content = file.read()
    if "<mediawiki" not in content:
        content = '<mediawiki xml:lang="%s"><siteinfo><dbname>%swiki</dbname></siteinfo>%s' \
            "</mediawiki>" % (language, language, content)
    return write(name, content)


# ----


def test_english(name):
    path = os.path.join(DUMPS, name + ".xml.bz2")
    load_dump(path)
    test_counts(name)
    articles = read_articles(path)
    test_leftovers(name, articles)
    return (
        len(articles),
        test_places(name, articles),
        test_numbers(name, articles),
        test_line_breaks(name, articles),
        test_not_prose(name, articles, "a caption", captions),
        test_not_prose(name, articles, "text of a table", tables),
        test_footers(name, articles),
        test_kept(name, articles, "an item", list_items, ("list", "footer")),
        test_kept(name, articles, "text of a table", tables, ("table", "footer")),
    )


def test_foreign(name):
    path = os.path.join(DUMPS, name + ".xml.bz2")
    load_dump(path)
    test_counts(name)
    test_namespaces(name, path)
    test_redirects(name, path)
    if "truncated" not in name and "utf16" not in name:
        test_aliases(name)
    articles = read_articles(path)
    test_leftovers(name, articles, 6)
    test_line_breaks(name, articles)
    test_not_prose(name, articles, "a caption", captions)
    if name.startswith("ja"):
        test_own_stops(name)


def test_pages():
    names = sorted(os.listdir(os.path.join(DUMPS, "pages")))
    for name in names:
        path = wrap_page(os.path.join(DUMPS, "pages", name))
        load_dump(path, LOAD)
        articles = read_articles(path)
        check(len(articles) == 1, "%s: %d articles" % (name, len(articles)))
        (blocks,), = ask("test.db", "SELECT count(DISTINCT paragraph) FROM sentence")
        check(blocks >= 5, "%s: %d blocks" % (name, blocks))
        tell(name, "markup left", ask("test.db", "SELECT text FROM sentence WHERE text GLOB '*</*' OR text GLOB '*http*'"))
        test_leftovers(name, articles)
        test_places(name, articles)
        test_line_breaks(name, articles)
        test_not_prose(name, articles, "a caption", captions)
        test_own_stops(name)
    check(len(names) == 28, "%d pages" % len(names))


def test_others():
    names = [name for name in COUNTS if name not in ENGLISH + FOREIGN]
    status, errors = load(*(os.path.join(DUMPS, name + ".xml.bz2") for name in names), program=PLAIN)
    check(status == 3, "status %d: %s" % (status, errors))
    test_counts(*names)


def test_all():
    if not os.path.isdir(DUMPS):
        return skip("loader/real_dumps: the real dumps are not here")
    tried = [test_english(name) for name in ENGLISH]
    for name in FOREIGN:
        test_foreign(name)
    test_pages()
    test_others()
    print("articles, places, measures, <br>, captions, tables, See also, items, tables: %s"
          % ", ".join("%d" % sum(numbers) for numbers in zip(*tried)))
    check(all(sum(numbers) >= 20 for numbers in zip(*tried)), "too little was tried: %s" % tried)


sys.exit(run_tests("loader/real_dumps", {"test_all": test_all}))
