"""web.py - 200 web pages in five layouts, most with text of articles: the job reuse must find each of those, and
sql/web.sql must tell which name Wikipedia, link the article or link the licence, and which carry advertisements.

The articles and the pages are made here, so what is true of each page is known (tests/web_pages.py). Then figures: what
of a page is reused against the union of the ranges found, sites as sums of pages, and the revenue for page views
that are loaded as docs/guide/web.md has it. Who advertises is a list that a user changes; of texts it is not known.
"""

import contextlib
import gzip
import json
import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import web_pages
from counting import check, figure, run_tests
from databases import change, load, rows, run, shell
from planted_passages import Writer


def test_web(folder):
    writer = Writer(7)
    text = lambda paragraphs: [" ".join(writer.paragraph(350)) + " Tür é." for _ in range(paragraphs)]
    articles = [(f"{writer.word()} {writer.word()}".capitalize() + ["", " (album)", " & Co", ", 50% é", "?"][number % 5]
                 + f" {number}", text(4 + number % 5)) for number in range(120)]
    own = [text(5) for _ in range(20)]
    pages = web_pages.make_pages(articles, own)
    database, wiki, crawl = (os.path.join(folder, name) for name in ("web.db", "wiki.jsonl", "crawl.warc"))
    with open(wiki, "w", encoding="utf-8") as file:
        for number, (title, text) in enumerate(articles, 1):
            file.write(json.dumps({"id": number, "title": title, "text": "\n\n".join(text)}) + "\n")
    web_pages.write_warc(crawl, pages)
    for path in wiki, crawl:
        load(database, "--language", "en", path)
    printed = run(database, "reuse", "web")
    check("160 pages" in printed, printed)
    compare(database, pages)
    again(database)
    views(database, folder, articles)
    advertisers(database)
    many_hosts(database)
    texts(database)


def compare(database, pages):
    """What was found against what is true."""
    found = {row[0]: row[1:] for row in rows(
        database, "SELECT address, title, web_page.names_wikipedia, links_article, links_licence, reused, share, encoding, "
        "       advertising FROM page LEFT JOIN web_page ON web_page.page_id = page.article_id"
        "  LEFT JOIN article ON article.id = web_page.article_id")}
    check(len(found) == len(pages), f"{len(found)} of {len(pages)} pages are loaded")
    right = taken = 0
    for page in pages:
        title, names, links_article, links_licence, reused, share, encoding, advertising = found[page.address]
        where = f"{page.layout} {page.number} ({page.encoding}, told by {page.told_by})"
        check((title is not None) == (page.article is not None), f"{where}: reuse of {title}")
        if not page.article:
            continue
        taken += 1
        check(title == page.article[0], f"{where}: found {title} instead of {page.article[0]}")
        told = (bool(names), bool(links_article), bool(links_licence))
        # A link to the article names Wikipedia by its address.
        truth = (page.names or page.links_article, page.links_article, page.links_licence)
        right += told == truth
        check(told == truth, f"{where}: attribution {told} instead of {truth}")
        check(advertising == page.advertising, f"{where}: {page.loaded}: advertising is {advertising}")
        check((0.8 if page.number % 3 == 0 else 0.2) <= share <= 1, f"{where}: share {share} of {reused} characters")
    check(taken == 160 and right >= 0.99 * taken, f"attribution is right on {right} of {taken} pages")
    figure(right, "pages with the right attribution")
    ranges = {}
    for page, begin, end in rows(
            database, "SELECT article_id, position, position + length FROM page JOIN "
            "(SELECT a AS id, a_position AS position, a_length AS length FROM reuse"
            " UNION ALL SELECT b, b_position, b_length FROM reuse) ON id = page.article_id"):
        ranges.setdefault(page, set()).update(range(begin, end))
    for page, reused in rows(database, "SELECT page_id, reused FROM web_page"):
        check(len(ranges[page]) == reused, f"page {page}: {reused} characters, not {len(ranges[page])}")
    sums, = rows(
        database, "SELECT count(*), sum(pages), sum(pages_reusing), sum(naming), sum(linking), sum(licensed),"
        "       sum(examined), sum(advertising), max(abs(share - 1.0 * reused / characters)) FROM web_site")
    reusing = [page for page in pages if page.article]
    check(sums[:8] == (len({page.site for page in pages}), 200, 160,
                       sum(page.names or page.links_article for page in reusing),
                       sum(page.links_article for page in reusing), sum(page.links_licence for page in reusing),
                       160, sum(page.advertising for page in reusing)),
          f"sites: {sums}")
    check(sums[8] < 1e-9, f"share of a site: off by {sums[8]}")
    sites = {page.site for page in reusing}, {page.site for page in reusing if page.advertising}
    whole, = rows(database, "SELECT sites_examined, sites_advertising, pages_examined, pages_advertising FROM web")
    check(whole == (len(sites[0]), len(sites[1]), 160, sums[7]), f"the whole: {whole}")


def again(database):
    """The script gives the same again, keeps parameters, and asks for what it needs."""
    def dump():
        with contextlib.closing(sqlite3.connect(database)) as connection:
            return list(connection.iterdump())

    rows(database, "UPDATE web_parameters SET cpm = 3")
    before = dump()
    run(database, "web")
    check(dump() == before, "the second run has made something else")
    change(database, "DROP TABLE passage; DELETE FROM web_page")
    before = dump()
    done = shell(database, "web")
    check(done.returncode != 0 and "has no passages yet. Find them first: neardup reuse" in done.stderr, done.stderr)
    check(dump() == before, "a run that was refused has changed something")
    run(database, "reuse")


def views(database, folder, articles):
    """Page views are loaded by the documented line, and the estimate follows from them."""
    path = os.path.join(folder, "pageviews-20160501-000000.gz")
    lines = ["de X 5 0", 'en "Quoted"_title 7 0']
    for number, (title, _) in enumerate(articles):
        lines += [f"en {title.replace(' ', '_')} {number} 0", f"en.m {title.replace(' ', '_')} 1000 0",
                  f"fr {title.replace(' ', '_')} 9 0", f"en.d {title.replace(' ', '_')} 9 0"]
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    run(database, ".mode ascii", '.separator " " "\\n"', f'.import "|gzip -dc {path}" page_views',
        "UPDATE web_parameters SET view_hours = 1, cpm = 5, ads = 2;")
    printed = run(database, "web")
    check(rows(database, "SELECT count(*), sum(title = '\"Quoted\"_title') FROM page_views") == [(len(lines), 1)],
          "page views are not loaded")
    titles = {title: 1000 + number for number, (title, _) in enumerate(articles)}
    paying = 0
    for title, found, advertising in rows(
            database, "SELECT title, views, advertising FROM web_page JOIN article ON id = web_page.article_id"):
        check(abs(found - titles[title] * 720 * 0.1) < 1e-6, f"{title}: {found} views")
        paying += found * advertising
    expected = paying * 2 * 5 * 0.5 / 1000
    (revenue, whole, sites), = rows(database, "SELECT revenue, revenue_of_web, sites_reusing FROM web")
    check(abs(revenue - expected) < 1e-6 and abs(whole - expected * 600000 / sites) < 1e-3,
          f"revenue {revenue}, {whole}")
    check(f"{expected:.2f} USD a month" in printed and
          f"{paying:,.0f} views of pages that carry it, of which a thousand earn 5 USD." in printed, printed)


def advertisers(database):
    """The list of hosts is the user's: what is changed stays, and what is missing comes back."""
    def advertising():
        return dict(rows(database, "SELECT host, advertising FROM web_page JOIN third_party_host ON page_id = "
                                   "third_party_host.article_id"))

    before = advertising()
    check(before == {"pagead2.googlesyndication.com": 1, "code.example": 0, "www.googletagservices.com": 1,
                     "stats.g.doubleclick.net": 0, "notdoubleclick.net": 0, "ad.doubleclick.net": 1}, f"advertising: {before}")
    run(database, "UPDATE ad_host SET advertises = 0 WHERE host = 'doubleclick.net';"
                  "INSERT INTO ad_host (host) VALUES ('code.example'), ('g.doubleclick.net'), ('example');"
                  "DELETE FROM ad_host WHERE host IN ('googletagservices.com', 'stats.g.doubleclick.net');")
    for _ in range(2):
        run(database, "web")
        changed = advertising()
        check(changed == {**before, "code.example": 1, "ad.doubleclick.net": 0}, f"changed: {changed}")
    change(database, "UPDATE ad_host SET advertises = 0")
    printed = run(database, "web")
    check(printed.endswith("None of these pages carries advertisements, so they earn nothing.\n"), printed)
    change(database, "UPDATE ad_host SET advertises = host <> 'doubleclick.net'")
    for host in "Ads.example", ".ads.example", "ads.example.", "ads..example", "https://ads.example", "":
        done = shell(database, f"INSERT INTO ad_host (host) VALUES ('{host}');")
        check("CHECK constraint failed" in done.stderr, f"the host '{host}': {done.stderr}")


def many_hosts(database):
    """Thousands of hosts are looked up one by one in a list of thousands, and what advertises is the longest name that fits."""
    with open("sql/web.sql", encoding="utf-8") as file:
        script = file.read()
    begin = script.index("loaded(host, name) AS (")
    advertiser = script[begin:script.index(", examined", begin)]
    steps = []
    with contextlib.closing(sqlite3.connect(database)) as connection:  # never committed
        connection.execute("CREATE TEMP TABLE covered AS SELECT article_id AS page_id FROM third_party")
        connection.execute("DELETE FROM ad_host")
        connection.executemany("INSERT INTO ad_host VALUES (?, ?)",
                               [(f"{part}a{n}.net", n % 2) for n in range(1000) for part in ("", "x.y.", "z.")])
        pages, = connection.execute("SELECT count(*) FROM covered").fetchone()
        for n in range(pages):
            hosts = json.dumps([f"{part}a{n * 10 + k}.net" for k in range(10) for part in ("", "y.", "w.x.y.", "not")])
            connection.execute("UPDATE third_party SET hosts = ? WHERE article_id = "
                               "(SELECT page_id FROM covered LIMIT 1 OFFSET ?)", (hosts, n))
        connection.execute("UPDATE ad_host SET advertises = 1 - advertises WHERE host LIKE 'x.y.%'")
        connection.set_progress_handler(lambda: steps.append(1000), 1000)
        found = dict(connection.execute(f"WITH RECURSIVE {advertiser} SELECT host, advertises FROM advertiser"))
        connection.set_progress_handler(None, 0)
    listed = [n for n in range(10 * pages) if n < 1000]
    check(found == {f"{part}a{n}.net": n % 2 ^ (part == "w.x.y.") for n in listed for part in ("", "y.", "w.x.y.")},
          f"{len(found)} of {len(listed) * 3} hosts of {pages} pages")
    check(sum(steps) < 200 * len(listed) * 4, f"{sum(steps):,} steps for {len(listed) * 4} hosts")


def texts(database):
    """A page that is not in HTML is taken to carry advertisements, as all pages are if none is."""
    half = "DELETE FROM third_party WHERE article_id % 2"
    whole = "SELECT revenue, pages_examined FROM web"
    earning = "SELECT sum(views) * 2 * 5 * 0.5 / 1000 FROM web_page WHERE ifnull(advertising, 1)"
    for change_, said in ((half, " carry advertisements.\n80 more pages, such as texts, do not show it: they are assumed to."),
                          ("DROP TABLE third_party", ".\nThese pages, such as texts, do not show whether they carry advertisements:")):
        change(database, change_)
        printed = run(database, "web")
        (revenue, examined), (expected,) = rows(database, whole)[0], rows(database, earning)[0]
        check(abs(revenue - expected) < 1e-6, f"{change_}: revenue {revenue}, not {expected}")
        check(said in printed, printed)
    check(rows(database, "SELECT count(*) FROM web_page WHERE advertising IS NOT NULL OR revenue IS NULL") == [(0,)],
          "pages that are not known")
    check("of which a thousand earn 5 USD.\n" in printed, printed)


run_tests("pipeline/web", test_web)
