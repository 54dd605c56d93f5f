"""web_pages.py - a web archive of pages whose origin is known: articles as other sites publish them.

Pages come in five layouts: a blog, a mirror with an infobox and navigation, a portal with teasers and
advertisements, an old page laid out by tables, and the thread of a forum. Around the text of an article stands what
such sites have: menus, advertisements, comments, scripts. Some pages name Wikipedia, link the article or link
the licence, in all combinations; some have no text of an article at all. Half of them carry advertisements, and the others
load something else, or link what could advertise. They come in several encodings, of which the server, the page or
nobody tells.
"""

import html
import io
import random
import urllib.parse

LAYOUTS = "blog mirror portal tables forum".split()
ENCODINGS = [("utf-8", "header"), ("utf-8", "meta"), ("utf-8", "nobody"), ("windows-1252", "header"),
             ("windows-1252", "nobody"), ("iso-8859-15", "meta"), ("utf-16", "mark")]

# What stands at the end of a page, and whether it advertises.
LOADED = [
    ('<script async src="//pagead2.googlesyndication.com/pagead/js/adsbygoogle.js"></script>', True),
    ('<script src="https://code.example/jquery.js"></script><a href="https://www.taboola.com/">Taboola</a>', False),
    ("<script>var s = document.createElement('script'); s.src = 'https:' + '//www.googletagservices.com/tag/js/gpt.js';"
     "</script>", True),
    ('<img src="https://stats.g.doubleclick.net/r/collect?v=1"><img src=//notdoubleclick.net/a.gif>', False),
    ('<iframe data-src="https://ad.doubleclick.net/adi/N1/site"></iframe>', True),
    ("<!-- <script src=//ads.mgid.com/a.js></script> --><img src=/openx.net/banner.png>", False),
]


class Page:
    """One page, and what is true of it."""

    def __init__(self, number, layout, article, names, links_article, links_licence, encoding, told_by):
        self.number, self.layout, self.article = number, layout, article
        self.names, self.links_article, self.links_licence = names, links_article, links_licence
        self.encoding, self.told_by = encoding, told_by
        self.loaded, self.advertising = LOADED[number % len(LOADED)]
        self.site = f"{layout}{number % 4}.example"
        self.address = f"http://www.{self.site}/{layout}/{number}.html"
        self.html = self.content_type = None


def origin(page, language="en"):
    """What the page says about where its text is from."""
    words = []
    if page.links_article:
        title = urllib.parse.quote(page.article[0].replace(" ", "_"))
        words.append(f'<a href="https://{language}.wikipedia.org/wiki/{title}">Source</a>')
    if page.names:
        words.append("This text is from Wikipedia.")
    if page.links_licence:
        words.append('<a rel="license" href="//creativecommons.org/licenses/by-sa/3.0/">CC BY-SA</a>')
    return f'<div class="source">{" ".join(words)}</div>' if words else ""


def menu(chance, items):
    return "<ul class=menu>" + "".join(
        f'<li><a href="/{chance.randrange(999)}">{word}</a>' for word in chance.sample(items, 6)) + "</ul>"


WORDS = "Home News Sports Travel Recipes Weather About Contact Archive Shop Music Film Books Gardening".split()
ADVERTS = ["Buy two, pay for one!", "Lose weight now. Click here.", "Cheap flights from 19.99",
           "Your phone is slow? Scan it for free.", "Free shipping on all orders this week."]


def paragraphs(text, tag):
    return "".join(f"<{tag}>{html.escape(part)}</{tag}>\n" for part in text)


def blog(page, title, text, chance):
    return (f"<header><h1>My blog</h1><nav>{menu(chance, WORDS)}</nav></header><main><article><h1>{title}</h1>"
            f"<p class=date>Posted on 3 May by admin</p>{paragraphs(text, 'p')}{origin(page)}</article>"
            "<section id=comments><h2>2 comments</h2><p>Nice post!</p><p>Thanks for this.</p></section></main>"
            f"<aside><h3>Archive</h3>{menu(chance, WORDS)}</aside><footer>&copy; 2016 me. All rights reserved.</footer>")


def mirror(page, title, text, chance):
    box = "".join(f"<tr><th>{word}</th><td>{chance.randrange(9999)}</td></tr>" for word in chance.sample(WORDS, 4))
    body = ""
    for number, part in enumerate(text):
        if number and number % 2 == 0:
            body += (f'<h2><span id=s{number}>Part {number}</span><span class="mw-editsection">[<a href="/e">edit'
                     "</a>]</span></h2>")
        body += f'<p>{html.escape(part)}<sup class="reference"><a href="#n{number}">[{number + 1}]</a></sup></p>'
    return (f'<div id=nav role=navigation>{menu(chance, WORDS)}</div><div id=content><h1>{title}</h1>'
            f'<table class="infobox"><caption>{title}</caption>{box}</table>{body}'
            f'<table class="navbox"><tr><td>{menu(chance, WORDS)}</table></div>{origin(page)}')


def portal(page, title, text, chance):
    teasers = "".join(f'<div class=teaser><h3><a href="/{n}">{chance.choice(WORDS)} of the day</a></h3>'
                      f"<p>{chance.choice(ADVERTS)} <a href=/{n}>Read more</a></p></div>" for n in range(5))
    adverts = [f"<div class=ad><script>show({n} < 2)</script>"
               f"<a href=//ads.example/{n}>{chance.choice(ADVERTS)}</a></div>" for n in range(len(text))]
    body = "".join(f"<p>{html.escape(part)}</p>{adverts[n] if n % 2 else ''}" for n, part in enumerate(text))
    return (f"<div class=top>{menu(chance, WORDS)}</div><div class=page><div class=left>{teasers}</div>"
            f"<div class=story><h2>{title}</h2>{body}{origin(page)}</div></div>"
            "<div class=cookies>We use cookies to make this portal better. If you go on you agree. "
            "<a href=/c>More</a></div>")


def tables(page, title, text, chance):
    body = "<br><br>".join(html.escape(part) for part in text)
    return (f"<table width=100%><tr><td colspan=2><font size=7>{title}</font><tr><td width=120 valign=top>"
            f"{'<br>'.join(f'<a href={n}.htm>{word}</a>' for n, word in enumerate(WORDS))}"
            f"<td><a name=top><font face=Arial>{body}</font><br><br>{origin(page)}"
            "<br><a href=#top>top</a></table><center>Best viewed at 800 x 600</center>")


def forum(page, title, text, chance):
    names = ["gardener", "anna77", "old_tom", "visitor"]
    posts = [(names[0], ["Does anybody know more about this?"]), (names[1], text), (names[2], ["Great, thank you!"]),
             (names[3], ["I did not know that."])]
    body = ""
    for name, post in posts:
        said = "<br><br>".join(html.escape(part) for part in post)
        where = origin(page) if post is text else ""
        body += (f"<tr><td class=who><b>{name}</b><br>Posts: {chance.randrange(999)}<td class=said>{said}{where}"
                 "<div><a href=/q>Quote</a> <a href=/r>Reply</a></div>")
    return (f"<div>{menu(chance, WORDS)}</div><h1>{title}</h1><table class=thread>{body}</table>"
            "<form><textarea>Your answer</textarea><button>Send</button></form>")


def write_html(page, text, chance):
    """Lays out the page, and encodes it."""
    title = page.article[0] if page.article else "A page of our own"
    body = globals()[page.layout](page, html.escape(title), text, chance)
    meta = f"<meta charset={page.encoding}>" if page.told_by == "meta" else ""
    whole = (f"<!DOCTYPE html><html lang=en><head>{meta}<title>{html.escape(title)} - {page.site}</title>"
             f"<style>p {{ margin: 0 }}</style><script>var a = '<p>' + 1;</script></head><body>{body}{page.loaded}</body></html>")
    # References stand for what the encoding does not have.
    page.html = whole.encode(page.encoding, "xmlcharrefreplace")
    page.content_type = "text/html" + (f"; charset={page.encoding}" if page.told_by == "header" else "")
    return page


def make_pages(articles, own_texts, count=200, seed=1):
    """`count` pages: four of five have text of an article, (title, [paragraph]); the others one of own_texts."""
    chance = random.Random(seed)
    pages = []
    for number in range(count):
        takes = number % 5 != 4
        article = articles[number % len(articles)] if takes else None
        bits = chance.randrange(8) if takes else 0
        encoding, told_by = ENCODINGS[number % len(ENCODINGS)]
        page = Page(number, LAYOUTS[number // 2 % 5], article, bool(bits & 1), bool(bits & 2), bool(bits & 4),
                    encoding, told_by)
        text = own_texts[number % len(own_texts)]
        if takes:
            # The whole article, its beginning, or a part of it between words of the site's own.
            whole = article[1]
            part = whole[:len(whole) * 2 // 3]
            while sum(map(len, part)) < 400 and len(part) < len(whole):
                part = whole[:len(part) + 1]
            text = [whole, part, text[:1] + part + text[1:2]][number % 3]
        pages.append(write_html(page, text, chance))
    return pages


def record(kind, headers, body):
    head = f"WARC/1.0\r\nWARC-Type: {kind}\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers)
    return (head + f"Content-Length: {len(body)}\r\n\r\n").encode() + body + b"\r\n\r\n"


def write_warc(path, pages):
    """A web archive as crawlers write it, not compressed."""
    out = io.BytesIO()
    out.write(record("warcinfo", [("WARC-Date", "2016-05-01T00:00:00Z"), ("WARC-Record-ID", "<urn:uuid:0>"),
                                  ("Content-Type", "application/warc-fields")], b"software: a test\r\n"))
    for page in pages:
        answer = (f"HTTP/1.1 200 OK\r\nContent-Type: {page.content_type}\r\nContent-Length: {len(page.html)}\r\n\r\n"
                  ).encode() + page.html
        out.write(record("response", [
            ("WARC-Date", f"2016-05-01T00:{page.number // 60 % 60:02}:{page.number % 60:02}Z"),
            ("WARC-Record-ID", f"<urn:uuid:{page.number + 1}>"), ("WARC-Target-URI", page.address),
            ("Content-Type", "application/http; msgtype=response")], answer))
    with open(path, "wb") as file:
        file.write(out.getvalue())
