"""report_in_browser.py - the pages of report.py in a headless Chromium; skipped where there is none.

  (1) No page has an error or a warning, runs what it was given as text, or asks for anything but itself,
  (2) every filter, order, search, page and link of a list does what it says, and the address keeps it,
  (3) the page can be used by keyboard, and says what changes,
  (4) it is never wider than the window, from 320 pixels on, light and dark.

make check-report installs the browser.
"""

import os
import pathlib
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import subprocess

import chromium
from counting import LONG, check, figure, finish, skip
from report_databases import DATABASES

SCRIPT = os.path.join(ROOT, "sql", "report", "neardup-report.sh")
WIDTHS = [320, 360, 820, 1440]

# What the tests ask a page.
HELP = """
window.$ = (name, selector) => document.querySelector(`#${name} ${selector}`);
window.$$ = (name, selector) => [...document.querySelectorAll(`#${name} ${selector}`)];
window.field = (name, label) => $$(name, ".filters label").find((one) => one.textContent.startsWith(label))
    ?.querySelector("input, select");
window.set = (name, label, value) => {
    const element = field(name, label);
    element.value = value;
    element.dispatchEvent(new Event("input", { bubbles: true }));
};
window.ids = (name) => $$(name, ".finding").map((one) => one.id);
window.told = (name) => $(name, ".count").firstChild.textContent;
window.scores = (name) => $$(name, ".score").map((one) => parseFloat(one.lastChild.textContent.split(", ").pop()));
window.wait = (time) => new Promise((done) => setTimeout(done, time));
"""


class Page:
    def __init__(self, browser, path):
        self.browser, self.address = browser, pathlib.Path(path).as_uri()

    def open(self, hash=""):
        seconds = self.browser.open(self.address + hash)
        self.browser.run(HELP)
        return seconds

    def __call__(self, program):
        return self.browser.run(program)


# (1), (4)
def check_shown(name, browser, page):
    for scheme in "light", "dark":
        for width in WIDTHS:
            browser.resize(width, 800, prefers_color_scheme=scheme)
            page.open()
            page("wait(50)")
            wide = page("document.documentElement.scrollWidth - innerWidth")
            check(wide <= 0, "%s: %d pixels too wide at %d" % (name, wide, width))
    colour = page("getComputedStyle(document.body).backgroundColor")
    check(colour == "rgb(23, 22, 20)", "%s: dark is dark: %s" % (name, colour))
    for list_name in page("lists.filter((list) => list.field).map((list) => list.name)"):
        pages = 1 + page("Math.ceil(lists.find((list) => list.name === '%s').items.length / 5)" % list_name)
        page("$('%s', '.count button')?.click()" % list_name)
        for _ in range(min(pages, 12)):
            page("$('%s', '.pages button:last-child').click()" % list_name)
    page("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    browser.resize(360, 800)
    page("wait(50)")
    check(
        page("document.documentElement.scrollWidth - innerWidth") <= 0,
        "%s: opened details fit a phone" % name,
    )
    check(page("window.attacked === undefined"), "%s: nothing that was text has run" % name)
    links = page("[...document.querySelectorAll('a')].map((link) => link.href?.baseVal ?? link.href)")
    bad = [link for link in links if not link.startswith(("https://", "file://"))]
    check(not bad, "%s: links lead to https or into the page: %s" % (name, bad[:3]))
    check(not browser.problems, "%s: no error: %s" % (name, browser.problems[:3]))
    asked = [url for url in browser.requests if not url.startswith((page.address, "data:"))]
    check(not asked, "%s: nothing is asked for: %s" % (name, asked[:3]))


def check_text(browser, page):
    """Hostile text is there, letter by letter, and what would be invisible is not."""
    page.open()
    text = page("""(() => {
        const all = [];
        for (const list of lists.filter((list) => list.field)) {
            list.state = { ...list.start, kind: "", least: 0 };
            for (let n = 1; n <= Math.ceil(list.items.length / list.perPage); n++) {
                list.state.page = n;
                update(list, false);
                all.push($(list.name, ".findings").textContent);
            }
        }
        return all.join("\\n");
    })()""")
    for words in (
        "<script>window.attacked = 1</script>",
        "</script><script>",
        "<img src=x onerror='window.attacked = 1'>",
        "&lt;b&gt; &amp; &quot;",
        "\\u003cb\\u003e \\n \\",
        '{"report.json":null}',
        "{values} $& $1 $`",
        "U+202Egnp.exeU+202C",
        "U+2066isolated",
        "aU+0007bU+001B[31mcU+007FdU+0085e",
        "Nul U+0000 in it.",
        "overlong \ufffd\ufffdscript\ufffd\ufffd",
        "W" * 300,
        "\u05e9\u05dc\u05d5\u05dd",
    ):
        check(words in text, "shown as it is: %r" % words)
    for character in "\u202e\u2066\x07\x1b\x7f\x00":
        check(character not in text, "not in the page: U+%04X" % ord(character))
    check(
        page("document.querySelectorAll('main img, main b b, main script, main iframe').length") == 0,
        "no text became an element",
    )


# (2)
def check_list(page, name):
    page.open()
    total = page("lists.find((list) => list.name === '%s').items.length" % name)
    page("$('%s', '.count button')?.click()" % name)
    check(page("told('%s')" % name).endswith("%d findings" % total), "%s: all are counted" % name)
    check(
        page("ids('%s').length" % name)
        == min(total, page("lists.find((list) => list.name === '%s').perPage" % name)),
        "%s: the first page is full" % name,
    )

    seen = []
    while True:
        seen += page("ids('%s')" % name)
        if page("$('%s', '.pages').hidden || $('%s', '.pages button:last-child').disabled" % (name, name)):
            break
        page("$('%s', '.pages button:last-child').click()" % name)
    check(len(seen) == len(set(seen)) == total, "%s: the pages have each finding once" % name)
    if total > page("lists.find((list) => list.name === '%s').perPage" % name):
        check(
            page("location.hash").startswith("#%s?" % name) and "page=" in page("location.hash"),
            "%s: the address keeps the page" % name,
        )
        check(
            page("document.activeElement.className") == "findings", "%s: the focus is on the new page" % name
        )
        last = page("ids('%s')" % name)
        page.open(page("location.hash"))
        check(page("ids('%s')" % name) == last, "%s: the address leads to the page" % name)
        page("$('%s', '.pages button').click()" % name)
        check(page("ids('%s')" % name) != last, "%s: back" % name)

    word = page(
        "plain(lists.find((list) => list.name === '%s').items[%d].words().join(' '))"
        ".match(/\\p{L}{6,}/gu)[0]" % (name, total - 1)
    )
    page.open()
    page("set('%s', 'Search', '%s')" % (name, word.upper()))
    check(
        page(
            "lists.find((list) => list.name === '%s').items.filter((item) => plain(item.words().join(' '))"
            ".includes('%s')).length" % (name, word)
        )
        > 0,
        "%s: the word is there" % name,
    )
    check(
        page("parseInt(told('%s').split(' of ').pop())" % name)
        == page(
            "lists.find((list) => list.name === '%s').items.filter((item) => plain(item.words().join(' '))"
            ".includes('%s')).length" % (name, word)
        ),
        "%s: a search looks at all findings, whatever is shown at first" % name,
    )
    check(
        page("$$('%s', '.finding').every((one) => plain(one.textContent).includes('%s'))" % (name, word))
        and page("ids('%s').length" % name) > 0,
        "%s: a search for %r finds what has it" % (name, word),
    )
    check("q=" in page("location.hash"), "%s: the address keeps the search" % name)
    page("set('%s', 'Search', 'no such word anywhere')" % name)
    check(
        page("told('%s')" % name) == "No finding matches" and not page("ids('%s')" % name),
        "%s: no match" % name,
    )
    check(
        "No finding matches"
        in page("wait(600).then(() => document.getElementById('announcement').textContent)"),
        "%s: the count is announced" % name,
    )
    page("set('%s', 'Search', '%s')" % (name, word))
    if page("field('%s', 'Kind')" % name):
        found = page("told('%s').split(' of ').pop()" % name)
        page("set('%s', 'Kind', [...field('%s', 'Kind').options].pop().value)" % (name, name))
        page("$('%s', '.count button')?.click()" % name)
        check(page("told('%s').split(' of ').pop()" % name) == found, "%s: show all keeps the search" % name)
    page("set('%s', 'Search', '')" % name)
    check(page("location.hash") == "#" + name, "%s: without a search, what is shown at first" % name)
    page("$('%s', '.count button')?.click()" % name)
    check(page("told('%s')" % name).endswith("%d findings" % total), "%s: show all" % name)

    for label, attribute in ("Kind", "kind"), ("What differs", "type"):
        for value in page(
            "field('%s', '%s') ? [...field('%s', '%s').options].map((one) => one.value) : []"
            % (name, label, name, label)
        ):
            page("$('%s', '.count button')?.click()" % name)
            page("set('%s', '%s', '%s')" % (name, label, value))
            expected = page(
                "lists.find((list) => list.name === '%s').items.filter((item) => !'%s' || item.%s === '%s')"
                ".length" % (name, value, attribute, value)
            )
            check(
                page("parseInt(told('%s').split(' of ').pop())" % name) == expected,
                "%s: %s %s" % (name, label, value),
            )
    if page("!!$('%s', 'input[type=range]')" % name):
        page("$('%s', '.count button')?.click()" % name)
        page("set('%s', '%s', 0.85)" % (name, page("lists.find((list) => list.name === '%s').least" % name)))
        check(all(score >= 0.845 for score in page("scores('%s')" % name)), "%s: the least score" % name)
        check("least=0.85" in page("location.hash"), "%s: the address keeps the least score" % name)
    page("$('%s', '.count button')?.click()" % name)
    best = page("ids('%s')" % name)
    page("set('%s', 'Order', 'title')" % name)
    titles = page("matching(lists.find((list) => list.name === '%s')).map((item) => item.title)" % name)
    check(titles == page("%s.sort((a, b) => a.localeCompare(b))" % titles), "%s: by title" % name)
    page("set('%s', 'Order', 'best')" % name)
    check(page("ids('%s')" % name) == best, "%s: best first again" % name)

    link = page("$('%s', '.here').getAttribute('href')" % name)
    page("$('%s', '.findings').lastChild.querySelector('.here').click()" % name)
    page("wait(50)")
    check(
        page("document.activeElement.id") == page("location.hash.slice(1)"), "%s: a link to a finding" % name
    )
    page.open("#" + seen[-1])
    check(
        page("document.querySelector('.chosen')?.id") == seen[-1] and seen[-1] in page("ids('%s')" % name),
        "%s: %s leads to a finding on another page" % (name, link),
    )
    page.open("#%s/0-0" % name)
    check(
        page("ids('%s').length" % name) > 0 and page("!document.querySelector('.chosen')"),
        "%s: no such finding" % name,
    )
    page.open("#%s?page=zero&least=x&sort=worst&kind=none&unknown=1" % name)
    check(page("ids('%s').length" % name) > 0, "%s: an address that makes no sense" % name)


def check_links(page):
    page.open()
    check(
        page("$('contradictions', '.place a').href") == "https://example.org/wiki/Port_Maurel",
        "a link to an article",
    )
    revision = page("$('contradictions', '.place .revision').href")
    check(
        revision.startswith("https://example.org/wiki/Port_Maurel?oldid="), "and to its revision: " + revision
    )
    for href in page("[...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))"):
        page("document.querySelector('nav a[href=\"%s\"]').click()" % href)
        check(
            page("location.hash") == href and page("!!document.querySelector('%s h2')" % href),
            "the link " + href,
        )


# (3)
def check_keyboard(browser, page):
    browser.resize(1000, 800, prefers_color_scheme="light", prefers_reduced_motion="reduce")
    page.open()
    browser.press("Tab")
    check(
        page("document.activeElement.className") == "skip", "the first key reaches the link past the header"
    )
    reached, unseen = set(), []
    for _ in range(700):
        browser.press("Tab")
        reached.add(
            page(
                "(() => { const one = document.activeElement; one.dataset.reached = 1; return one.tagName; })()"
            )
        )
        if page("document.activeElement === document.body"):
            break
        if page("getComputedStyle(document.activeElement).outlineStyle") == "none":
            unseen.append(page("document.activeElement.outerHTML.slice(0, 80)"))
    check(
        {"A", "BUTTON", "INPUT", "SELECT", "SUMMARY"} <= reached, "keys reach links, buttons, fields, details"
    )
    missed = page(
        "[...document.querySelectorAll('a[href], button, input, select, summary')].filter((one) =>"
        " !one.dataset.reached && !one.disabled && one.checkVisibility({ contentVisibilityAuto: true })"
        " && (one.tagName === 'SUMMARY' || !one.closest('details:not([open])')) && one.className !== 'skip')"
        ".map((one) => one.outerHTML.slice(0, 80))"
    )
    check(not missed, "keys reach everything: %s" % missed[:3])
    check(not unseen, "the focus is seen: %s" % unseen[:3])
    before = page("getComputedStyle(document.body).backgroundColor")
    page("document.getElementById('theme').focus()")
    browser.press("Enter", "\r")
    after = page("getComputedStyle(document.body).backgroundColor")
    check(
        before != after and page("document.documentElement.dataset.theme") == "dark",
        "Enter switches the colours",
    )
    check(
        page("document.getElementById('theme').getAttribute('aria-label')") == "Switch to light colours",
        "and says so",
    )
    check(
        page("getComputedStyle(document.documentElement).scrollBehavior") == "auto",
        "nothing glides if that is asked",
    )


def check_structure(page):
    """What a screen reader needs."""
    page.open()
    check(
        page("document.documentElement.lang") == "en"
        and page("document.title").startswith("neardup report: "),
        "language and title",
    )
    check(
        page(
            "['header', 'nav', 'main', 'footer'].every((one) => document.querySelectorAll(one).length === 1)"
        ),
        "landmarks",
    )
    check(page("document.querySelectorAll('h1').length") == 1, "one h1")
    levels = page("[...document.querySelectorAll('h1, h2, h3')].map((one) => Number(one.tagName[1]))")
    check(
        all(after <= before + 1 for before, after in zip(levels, levels[1:])),
        "no level of headings is left out",
    )
    unnamed = page(
        "[...document.querySelectorAll('input, select, button')].filter((one) => !one.labels?.length"
        " && !one.textContent.trim() && !one.getAttribute('aria-label')).length"
    )
    check(unnamed == 0, "each field and button has a name")
    check(
        page("[...document.querySelectorAll('table')].every((one) => one.querySelector('th[scope=col]'))"),
        "tables have headers",
    )
    check(
        page(
            "[...document.querySelectorAll('figure svg')].length >= 4"
            " && [...document.querySelectorAll('figure svg')].every((one) => one.getAttribute('aria-label'))"
        ),
        "figures are described",
    )
    check(
        page("$('contradictions', 'del').textContent") == " [only on the left: 1857] ", "differences are said"
    )
    check(page("$('contradictions', 'ins').textContent") == " [only on the right: 1847] ", "on both sides")
    ids = page("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    check(len(ids) == len(set(ids)), "ids are unique")


def main():
    if not LONG or not chromium.find():
        skip("pipeline/report_in_browser: make check-report runs it" if not LONG else "there is no chromium")
        return finish("pipeline/report_in_browser")
    with tempfile.TemporaryDirectory() as folder:
        browser = chromium.Browser()
        try:
            for name, make in DATABASES.items():
                path = os.path.join(folder, name + ".db")
                make(path)
                subprocess.run(["sh", SCRIPT, path], check=True, stdout=subprocess.DEVNULL)
                page = Page(browser, path[:-3] + ".html")
                check_shown(name, browser, page)
                browser.resize(1000, 800, prefers_color_scheme="light")
                if name == "hostile":
                    check_text(browser, page)
                if name == "sample":
                    check_links(page)
                    check_structure(page)
                    check_keyboard(browser, page)
                said = page("document.getElementById('settings').textContent")
                for words, ways in (("Jaccard", ("projection",)), ("cosine", ("projection", "both"))):
                    check(
                        (words in said) == ((name in ways) == (words == "cosine")),
                        "%s: what a pair has: %s" % (name, said),
                    )
                if name in ("sample", "hostile", "two_dates"):
                    for list_name in page("lists.filter((list) => list.field).map((list) => list.name)"):
                        check_list(page, list_name)
                check(not browser.problems, "%s: no error: %s" % (name, browser.problems[:3]))
                figure(1, "reports looked at in a browser")
        finally:
            browser.close()
    return finish("pipeline/report_in_browser")


sys.exit(main())
