"""report_in_browser.py - the pages of report.py in a headless Chromium and in a headless Firefox, each skipped where it
is missing.

  (1) No page has an error or a warning, runs what it was given as text, or asks for anything but itself,
  (2) every filter, order, search, page and link of a list does what it says, and the address keeps it,
  (3) the page can be used by keyboard, with keys of its own, too, and says what changes,
  (4) it is never wider than the window, from 320 pixels on, light and dark, and prints what it shows,
  (5) titles lead where they are known or where --url says, and nowhere else,
  (6) what is alike to a pair is drawn, with a caption and a legend,
  (7) verdicts are given by keys and buttons, outlast the page, and come as a file that `neardup verdicts` takes over; those on pairs
      that a later page does not have are counted, and not lost; what was fixed and has returned is shown, and says so; a hostile
      file of verdicts harms nothing, and a browser without storage only has to be told so.

make check-report installs the browsers.
"""

import json
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from browsers import chromium, firefox
from counting import LONG, check, figure, run_tests, skip
from databases import ROOT, rows
from report_databases import DATABASES

PROGRAM = os.path.join(ROOT, "build", "neardup")
WIDTHS = [320, 360, 820, 1440]

# What the tests ask a page.
HELP = """
window.$ = (name, selector) => document.querySelector(`#${name} ${selector}`);
window.$$ = (name, selector) => [...document.querySelectorAll(`#${name} ${selector}`)];
window.listed = (name) => lists.find((list) => list.name === name);
window.field = (name, label) => $$(name, ".filters label").find((one) => one.textContent.startsWith(label))
    ?.querySelector("input, select");
window.options = (name, label) => [...field(name, label)?.options ?? []].map((one) => one.value);
window.set = (name, label, value) => {
    const element = field(name, label);
    element.value = value;
    element.dispatchEvent(new Event("input", { bubbles: true }));
};
window.ids = (name) => $$(name, ".finding").map((one) => one.id);
window.told = (name) => $(name, ".count").firstChild.textContent;
window.matches = (name) => told(name).split(" of ").pop();
window.having = (name, word) => listed(name).items.filter((item) => plain(item.words().join(" ")).includes(word)).length;
window.showAll = (name) => $(name, ".count button")?.click();
window.scores = (name) => $$(name, ".score").map((one) => parseFloat(one.lastChild.textContent.split(", ").pop()));
window.wait = (time) => new Promise((done) => setTimeout(done, time));
window.tooWide = () => document.documentElement.scrollWidth - innerWidth;
window.drop = (text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "verdicts.jsonl"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    return wait(100).then(bar);
};
window.bar = () => $("verdicts", "p").textContent;
window.warns = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
window.background = () => getComputedStyle(document.body).backgroundColor;
"""


class Page:
    def __init__(self, browser, path):
        self.browser, self.address = browser, pathlib.Path(path).as_uri()

    def open(self, hash=""):
        seconds = self.browser.open(self.address + hash)
        self.browser.run("(() => {%s})()" % HELP)
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
            wide = page("tooWide()")
            check(wide <= 0, "%s: %d pixels too wide at %d" % (name, wide, width))
    colour = page("background()")
    check(colour == "rgb(23, 22, 20)", "%s: dark is dark: %s" % (name, colour))
    for list_name in page("lists.filter((list) => list.field).map((list) => list.name)"):
        pages = 1 + page("Math.ceil(listed('%s').items.length / 5)" % list_name)
        page("showAll('%s')" % list_name)
        for _ in range(min(pages, 12)):
            page("$('%s', '.pages button:last-child').click()" % list_name)
    page("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    browser.resize(360, 800)
    page("wait(50)")
    check(page("tooWide()") <= 0, "%s: opened details fit a phone" % name)
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
    for words in ("<script>window.attacked = 1</script>", "</script><script>", "<img src=x onerror='window.attacked = 1'>",
                  "&lt;b&gt; &amp; &quot;", "\\u003cb\\u003e \\n \\", '{"report.json":null}', "{values} $& $1 $`",
                  "U+202Egnp.exeU+202C", "U+2066isolated", "aU+0007bU+001B[31mcU+007FdU+0085e", "Nul U+0000 in it.",
                  "overlong \ufffd\ufffdscript\ufffd\ufffd", "W" * 300, "\u05e9\u05dc\u05d5\u05dd"):
        check(words in text, "shown as it is: %r" % words)
    for character in "\u202e\u2066\x07\x1b\x7f\x00":
        check(character not in text, "not in the page: U+%04X" % ord(character))
    check(page("document.querySelectorAll('main img, main b b, main script, main iframe').length") == 0,
          "no text became an element")


# (2)
def check_list(browser_page, name):
    """`page` takes NAME for the list."""
    page = lambda program: browser_page(program.replace("NAME", "'%s'" % name))

    def same(what, found, expected=True):
        check(page(found) == expected, "%s: %s" % (name, what))

    browser_page.open()
    total, per_page = page("listed(NAME).items.length"), page("listed(NAME).perPage")
    page("showAll(NAME)")
    check(page("told(NAME)").endswith("%d findings" % total), "%s: all are counted" % name)
    same("the first page is full", "ids(NAME).length", min(total, per_page))

    seen = []
    while True:
        seen += page("ids(NAME)")
        if page("$(NAME, '.pages').hidden || $(NAME, '.pages button:last-child').disabled"):
            break
        page("$(NAME, '.pages button:last-child').click()")
    check(len(seen) == len(set(seen)) == total, "%s: the pages have each finding once" % name)
    if total > per_page:
        hash = page("location.hash")
        check(hash.startswith("#%s?" % name) and "page=" in hash, "%s: the address keeps the page" % name)
        same("the focus is on the new page", "document.activeElement.className", "findings")
        last = page("ids(NAME)")
        browser_page.open(hash)
        same("the address leads to the page", "ids(NAME)", last)
        page("$(NAME, '.pages button').click()")
        check(page("ids(NAME)") != last, "%s: back" % name)

    word = page("plain(listed(NAME).items[%d].words().join(' ')).match(/\\p{L}{6,}/gu)[0]" % (total - 1))
    browser_page.open()
    page("set(NAME, 'Search', '%s')" % word.upper())
    same("the word is there", "having(NAME, '%s') > 0" % word)
    same("a search looks at all findings, whatever is shown at first", "parseInt(matches(NAME)) === having(NAME, '%s')" % word)
    same("a search for %r finds what has it" % word, "ids(NAME).length > 0 && $$(NAME, '.finding')"
         ".every((one) => plain(one.textContent).includes('%s'))" % word)
    check("q=" in page("location.hash"), "%s: the address keeps the search" % name)
    page("set(NAME, 'Search', 'no such word anywhere')")
    same("no match", "told(NAME) === 'No finding matches; all ' + number.format(%d) + ' were searched' &&"
         " ids(NAME).length === 0" % total)
    same("the count is announced", "wait(600).then(() => document.getElementById('announcement').textContent"
                                   ".includes('No finding matches'))")
    page("set(NAME, 'Search', '%s')" % word)
    if page("!!field(NAME, 'Kind')"):
        found = page("matches(NAME)")
        page("set(NAME, 'Kind', options(NAME, 'Kind').pop())")
        page("showAll(NAME)")
        same("show all keeps the search", "matches(NAME)", found)
    page("set(NAME, 'Search', '')")
    same("without a search, what is shown at first", "location.hash", "#" + name)
    page("showAll(NAME)")
    check(page("told(NAME)").endswith("%d findings" % total), "%s: show all" % name)

    for label, attribute in ("Kind", "kind"), ("What differs", "type"):
        for value in page("options(NAME, '%s')" % label):
            page("showAll(NAME)")
            page("set(NAME, '%s', '%s')" % (label, value))
            same("%s %s" % (label, value), "parseInt(matches(NAME)) === listed(NAME).items.filter((item) => "
                 "!'%s' || item.%s === '%s').length" % (value, attribute, value))
    if page("!!$(NAME, 'input[type=range]')"):
        page("showAll(NAME)")
        page("set(NAME, listed(NAME).least, 0.85)")
        same("the least score", "scores(NAME).every((score) => score >= 0.845)")
        check("least=0.85" in page("location.hash"), "%s: the address keeps the least score" % name)
    page("showAll(NAME)")
    best = page("ids(NAME)")
    page("set(NAME, 'Order', 'title')")
    titles = page("matching(listed(NAME)).map((item) => item.title)")
    check(titles == page("%s.sort((a, b) => a.localeCompare(b))" % titles), "%s: by title" % name)
    page("set(NAME, 'Order', 'best')")
    same("best first again", "ids(NAME)", best)

    link = page("$(NAME, '.here').getAttribute('href')")
    page("$(NAME, '.findings').lastChild.querySelector('.here').click()")
    page("wait(50)")
    same("a link to a finding", "document.activeElement.id === location.hash.slice(1)")
    browser_page.open("#" + seen[-1])
    check(page("document.querySelector('.chosen')?.id") == seen[-1] and seen[-1] in page("ids(NAME)"),
          "%s: %s leads to a finding on another page" % (name, link))
    browser_page.open("#%s/0-0" % name)
    same("no such finding", "ids(NAME).length > 0 && !document.querySelector('.chosen')")
    browser_page.open("#%s?page=zero&least=x&sort=worst&kind=none&unknown=1" % name)
    same("an address that makes no sense", "ids(NAME).length > 0")


def check_links(page):
    page.open()
    check(page("$('contradictions', '.place a').href") == "https://example.org/wiki/Port_Maurel", "a link to an article")
    revision = page("$('contradictions', '.place .revision').href")
    check(revision.startswith("https://example.org/wiki/Port_Maurel?oldid="), "and to its revision: " + revision)
    for href in page("[...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))"):
        page("document.querySelector('nav a[href=\"%s\"]').click()" % href)
        check(page("location.hash") == href and page("!!document.querySelector('%s h2')" % href), "the link " + href)


# (3)
def check_keyboard(browser, page):
    browser.resize(1000, 800, prefers_color_scheme="light", prefers_reduced_motion="reduce")
    page.open()
    browser.press("Tab")
    check(page("document.activeElement.className") == "skip", "the first key reaches the link past the header")
    reached, unseen = set(), []
    for _ in range(700):
        browser.press("Tab")
        reached.add(page("(() => { const one = document.activeElement; one.dataset.reached = 1; return one.tagName; })()"))
        if page("document.activeElement === document.body"):
            break
        if page("getComputedStyle(document.activeElement).outlineStyle") == "none":
            unseen.append(page("document.activeElement.outerHTML.slice(0, 80)"))
    check({"A", "BUTTON", "INPUT", "SELECT", "SUMMARY"} <= reached, "keys reach links, buttons, fields, details")
    missed = page("""[...document.querySelectorAll('a[href], button, input, select, summary')].filter((one) =>
        !one.dataset.reached && !one.disabled && one.checkVisibility({ contentVisibilityAuto: true })
        && !(one.closest('[role=toolbar]') && one.tabIndex < 0) && (one.tagName === 'SUMMARY' || !one.closest('details:not([open])')) && one.className !== 'skip')
        .map((one) => one.outerHTML.slice(0, 80))""")
    check(not missed, "keys reach everything: %s" % missed[:3])
    check(not unseen, "the focus is seen: %s" % unseen[:3])
    page.open()  # the last key may have left the page for the browser's own fields
    before = page("background()")
    page("document.getElementById('theme').focus()")
    browser.press("Enter")
    check(before != page("background()") and page("document.documentElement.dataset.theme") == "dark",
          "Enter switches the colours")
    check(page("document.getElementById('theme').getAttribute('aria-label')") == "Switch to light colours", "and says so")
    check(page("getComputedStyle(document.documentElement).scrollBehavior") == "auto", "nothing glides if that is asked")


# (3) The keys that the page has itself.
def check_keys(browser, page):
    def pressed(keys, what, holds):
        for key in keys:
            browser.press(key)
        check(page(holds), "%s: %s" % (" ".join(keys), what))

    at = "document.activeElement"
    page.open()
    first, second = page("ids('contradictions').slice(0, 2)")
    pressed("j", "the first finding", "%s.id === '%s' && isSeen(%s)" % (at, first, at))
    check(page("getComputedStyle(document.activeElement).outlineStyle !== 'none'"), "it is seen which finding has the focus")
    pressed("j", "the second", "%s.id === '%s'" % (at, second))
    pressed("k", "the first again", "%s.id === '%s'" % (at, first))
    pressed(["Enter"], "its evidence is open", at + ".querySelector('details').open")
    pressed(["Enter"], "and closed", "!%s.querySelector('details').open" % at)
    pressed("/", "the search of that list", at + " === listed('contradictions').field.q")
    pressed("jk?", "letters are searched for", at + ".value === 'jk?' && !document.getElementById('help').open")
    pressed(["Escape"], "the search is over", "listed('contradictions').field.q.value === '' && "
            "%s.className === 'findings' && ids('contradictions')[0] === '%s'" % (at, first))
    page("document.getElementById('reworded').querySelector('.finding:last-child').focus()")
    shown = page("ids('reworded')")
    pressed("j", "the next page", "ids('reworded')[0] === %s.id && !%s.includes(%s.id)" % (at, shown, at))
    pressed("k", "the page before", "%s.id === '%s'" % (at, shown[-1]))
    pressed("?", "the keys are shown", "document.getElementById('help').open && $$('help', 'kbd').length === %d" % 16)
    pressed("j", "a key that does nothing meanwhile", "!%s.closest('.finding')" % at)
    page("$('help', 'input').click()")
    pressed(["Escape"], "they are hidden", "!document.getElementById('help').open")
    page("document.activeElement.blur()")
    pressed("j?/", "they do nothing when they are off", at + " === document.body && !document.getElementById('help').open")


# (4)
def check_phone(browser, page):
    """The tabs follow what is read."""
    browser.resize(360, 800)
    page.open()
    for name in page("[...document.querySelectorAll('section:not([hidden])')].map((one) => one.id)"):
        page("document.getElementById('%s').scrollIntoView({ behavior: 'instant' })" % name)
        page("wait(150)")
        current, left, right = page("""(([tab]) => [tab.getAttribute("href"), tab.getBoundingClientRect().left,
            tab.getBoundingClientRect().right])(document.querySelectorAll("nav [aria-current]"))""")
        check(current == "#" + name and -1 <= left < right <= 361, "at %s, %s is at %s to %s" % (name, current, left, right))


def check_print(browser, page):
    page("showAll('contradictions')")
    browser.resize(1000, 800, media="print", prefers_color_scheme="dark")
    hidden = page("['nav', '.filters', '.pages', '.here'].every((one) =>"
                  " getComputedStyle(document.querySelector(one)).display === 'none')")
    check(hidden and page("background()") == "rgb(255, 255, 255)", "paper is white, and has nothing to press")
    browser.resize(1000, 800)


# (5)
def check_pattern(browser, path):
    """Titles lead to the pattern of --url, whatever they hold."""
    pattern = "https://isles.example/w/{title}?{id}"
    subprocess.run([PROGRAM, "report", "--url", pattern, path], check=True, stdout=subprocess.DEVNULL)
    page = Page(browser, path[:-3] + ".html")
    page.open()
    page("window.led = articles.map((one) => [new URL(address(one)), one])")
    check(page("led.every(([url]) => url.origin === 'https://isles.example' && !url.hash)"), "each title leads to this host")
    check(page("led.every(([url, one]) => url.pathname === '/w/' + encodeURIComponent(one.title))"), "and to itself")
    known = {str(page_id) for page_id, in rows(path, "SELECT page_id FROM article")}
    found = page("led.map(([url]) => url.search.slice(1))")
    check(len(found) > 20 and set(found) <= known, "and has the number of its page: %s" % found)
    check(page("document.querySelectorAll('a.revision').length") == 0, "nothing is said of a revision there")


# (6)
def check_picture(browser, page):
    page.open()
    page("showAll('contradictions')")
    drawn = "[...document.querySelectorAll('.finding details')].find((one) => one.querySelector('figure'))"
    check(page("!!%s" % drawn), "a group of four texts has a picture")
    page("%s.open = true" % drawn)
    page("wait(100)")
    check(page("%s.querySelectorAll('svg circle').length" % drawn) == 4, "a row for each text")
    said = page("%s.querySelector('svg').getAttribute('aria-label')" % drawn)
    check(said == "Tolva: cast · 1802; Saint Orlan: cast · 1812; Chapel of Saint Orlan: cast · 1822; "
          "Bells of the islands: founded · 1802", "it says what they say: " + said)
    kinds = page("[...new Set([...%s.querySelectorAll('path')].map((one) => one.getAttribute('class')))].length" % drawn)
    check(page("%s.querySelectorAll('.key').length" % drawn) == kinds > 0, "the legend has each colour")


# (7)
def downloaded(browser, page, button="download", name="verdicts.jsonl"):
    """The file of verdicts that a button gives, and its lines."""
    path = os.path.join(browser.downloads, name)
    page("document.getElementById('%s').focus()" % button)
    browser.press("Enter")
    until = time.monotonic() + 20
    while not (os.path.exists(path) and os.path.getsize(path)) and time.monotonic() < until:
        time.sleep(0.05)
    kept = os.path.join(browser.folder.name, "kept.jsonl")
    os.replace(path, kept)
    with open(kept, encoding="utf-8") as file:
        return kept, [json.loads(line) for line in file]


def remake(path, page, *options):
    subprocess.run([PROGRAM, "report", *options, path], check=True, stdout=subprocess.DEVNULL)
    page.open()


def check_verdicts(browser, page, path):
    at, told = "document.activeElement", "everything().map((one) => [one.verdict, one.reason])"
    browser.resize(1000, 800, prefers_color_scheme="light", prefers_reduced_motion="reduce")
    page("localStorage.clear()")
    page.open()
    browser.press("s")
    check(page("wait(600).then(() => document.getElementById('announcement').textContent)").startswith("Choose a pair first"),
          "a verdict needs a pair")
    judged = page("ids('contradictions')")
    for key in "jc":
        browser.press(key)
    check(page("document.getElementById('judge').open"), "the first verdict asks for a name")
    browser.press("Escape")
    check(page("everything().length") == 0, "without a name there is no verdict")
    for key in [*"cAnn", "Enter"]:
        browser.press(key)
    page("wait(50)")
    check(page("%s.id" % at) == judged[1] == page("ids('contradictions')[0]"), "what is judged folds away, and the next has the focus")
    for key in [*"srbecause", "Enter", *"pjt"]:
        browser.press(key)
    page("$('contradictions', '.finding:nth-child(2) [aria-keyshortcuts=f]').click()")
    expected = [["contradiction", ""], ["same", ""], ["pattern", "because"], ["citation", ""], ["fixed", ""]]
    check(page(told) == expected, "five verdicts: %s" % page(told))
    left = page("ids('contradictions')")
    check(len(left) == len(judged) - 5 and page("%s.id" % at) in left, "five are gone: %s" % left)
    check(page("warns()") and "5 verdicts, 5 not downloaded" in page("bar()"), "who leaves is warned: " + page("bar()"))

    page.open()
    found = page("ids('contradictions')")
    check(page(told) == expected and found == left, "they outlast the page: %s, %s" % (page(told), found))
    browser.press("u")
    check(page("%s.querySelector('.judging') !== null && everything().length === 4" % at), "the last can be undone after that, too")
    browser.press("f")
    page("$('contradictions', '.count span:last-child button').click()")
    check(page("ids('contradictions')") == judged and page("$$('contradictions', '.told').length") == 5, "what was judged can be shown")
    check("judged=1" in page("location.hash"), "the address keeps that")
    bar = page("$('contradictions', '.judging [aria-pressed=true]').textContent")
    check(bar == "contradiction", "its verdict is pressed: " + bar)
    page("$('contradictions', '.judging button').focus()")
    for key in "ArrowRight", "ArrowRight", "ArrowLeft":
        browser.press(key)
    check(page("%s.textContent" % at) == "same", "arrows go from one verdict to the next")
    browser.press("n")
    check(len(page(told)) == 6, "a pair may have a verdict of each sort")
    browser.press("u")

    file, lines = downloaded(browser, page)
    check([[one["verdict"], one["reason"]] for one in lines] == expected, "the file has them: %s" % lines)
    check(all(list(one) == "verdict text_a text_b title_a title_b judge judged_at reason".split() for one in lines), "by these names")
    texts = {text for text, in rows(path, "SELECT text FROM sentence")}
    check(all({one["text_a"], one["text_b"]} <= texts and one["text_a"].encode() < one["text_b"].encode() for one in lines),
          "with the texts as they are, in order")
    check(not page("warns()") and "all downloaded" in page("bar()"), "then nobody is warned")
    said = subprocess.run([PROGRAM, "verdicts", path, file], capture_output=True, encoding="utf-8").stdout
    check(said.startswith("5 verdicts read: 5 new"), "neardup takes them over: " + said)
    subprocess.run([PROGRAM, "learn", path], check=True, stdout=subprocess.DEVNULL)
    remake(path, page)
    page("localStorage.clear()")
    remake(path, page)
    points = rows(path, "SELECT count(precision) + count(recall) FROM verdict_figure WHERE scores = 'before'")
    check(page("$$('figure-verdicts', 'circle').length") == points[0][0] > 0, "it draws how true the scores are: %s" % points)
    check(not set(judged[:3]) & set(page("(showAll('contradictions'), listed('contradictions').items)"
                                         ".map((one) => `contradictions/${one.id}`)")), "the next report leaves them out")
    remake(path, page, "--judged")
    check(page("ids('contradictions')") == judged and page("$('contradictions', '.told').textContent").startswith("contradiction, Ann, "),
          "or shows them with what was said")

    page("drop(%s)" % json.dumps("".join(json.dumps(one) + "\n" for one in lines)))
    check(page(told) == expected and "Read 5 verdicts" in page("bar()"), "a file can be loaded again: " + page("bar()"))
    browser.press("u")
    check(page("everything().length") == 5, "undo takes back what was said here, not what a file says")
    page("judging.judge = 'Ann'")
    page("reveal(listed('contradictions'), listed('contradictions').items[0])")
    page("$('contradictions', '.count span:last-child button').click()")
    page("$('contradictions', '.finding').focus()")
    browser.press("c")
    check(page("everything()[0].verdict") == "none" and page("isOpen(listed('contradictions').items[0])"), "the same again takes it back")
    file, lines = downloaded(browser, page)
    said = subprocess.run([PROGRAM, "verdicts", path, file], capture_output=True, encoding="utf-8").stdout
    check("1 taken back" in said and "4 known" in said, "and the file says so: " + said)

    hostile = {"verdict": "same", "text_a": "<img src=x onerror='window.attacked = 1'>", "text_b": "b\0\u202e", "judge": "</b><b>", "judged_at":
               "2026-01-01T00:00:00Z"}
    page("localStorage.clear()")
    page.open()
    said = page("drop(%s)" % json.dumps("\n".join([
        json.dumps(hostile), "", "{", "[]", "null", "7", '{"__proto__":{"verdict":"same"}}',
        *(json.dumps({**hostile, **change}) for change in (
            {"verdict": "constructor"}, {"verdict": 7}, {"judge": " "}, {"judged_at": "soon"}, {"judged_at": "2999-01-01T00:00:00Z"}, {"text_b": hostile["text_a"]},
            {"text_a": {}}, {"reason": ["x"]}, {"extra": "x" * 100000}))])))
    check(said.startswith("Read 2 verdicts, left out 13 lines; line 3: "), "of a hostile file, what is good is read: " + said[:200])
    check(page("window.attacked === undefined && everything().length === 1"), "and nothing runs")
    page("localStorage.setItem(KEPT, '[{]\\n' + localStorage.getItem(KEPT))")
    page.open()
    check(page("everything().length === 1 && ids('contradictions').length > 0"), "of storage, too, what makes no sense is left out")
    page("Storage.prototype.setItem = Storage.prototype.getItem = () => { throw new Error('denied'); }")
    page("(judging.judge = 'Bo', $('contradictions', '.judging button').click())")
    check("this browser keeps none" in page("bar()") and page("everything().length === 2 && warns()"),
          "without storage all works, and says so: " + page("bar()"))
    page("localStorage.clear()")


def check_other_pages(browser, page, path):
    """Verdicts are those of all reports: what another page has, or another window has said, is not lost."""
    page("(localStorage.clear(), localStorage.setItem('neardup-judge', 'Ann'))")
    page.open()
    judged = page("ids('contradictions').slice(0, 2)")
    for key in "jcs":
        browser.press(key)
    more = os.path.join(browser.folder.name, "more.xml")
    with open(os.path.join(ROOT, "examples", "sample.xml"), encoding="utf-8") as file, open(more, "w", encoding="utf-8") as other:
        other.write(file.read().replace("<title>", "<title>New "))
    said = subprocess.run([PROGRAM, "add", path, more], capture_output=True, encoding="utf-8")
    check(said.returncode == 0, "more texts are added: " + said.stderr)
    remake(path, page)
    check(page("[about.sources.length, everything().length]") == [2, 2] and not set(judged) & set(page("ids('contradictions')")),
          "after neardup add, what was judged stays judged: " + page("bar()"))

    elsewhere = {"verdict": "same", "text_a": "a", "text_b": "b", "judge": "Ann", "judged_at": "2026-01-01T00:00:00Z", "reason": "",
                 "title_a": "", "title_b": ""}
    page("localStorage.setItem(KEPT, localStorage.getItem(KEPT) + %s)" % json.dumps("\n" + json.dumps(elsewhere)))
    page.open()
    check("2 verdicts, 2 not downloaded · on pairs that are not on this page: 1 verdict, 1 not downloaded" in page("bar()"),
          "others are counted: " + page("bar()"))
    page("window.kept = localStorage.getItem(KEPT)")
    page("localStorage.setItem(KEPT, kept + '\\n' + JSON.stringify({ ...%s, text_b: 'c' }))" % json.dumps(elsewhere))
    _, lines = downloaded(browser, page)
    check([one["verdict"] for one in lines] == ["contradiction", "same"], "a file has those of this page: %s" % lines)
    check(page("everything().length === 4 && everything().filter((one) => !one.saved).length === 2"), "what another window says is kept")
    check(not page("warns()"), "nobody is warned of what another page has")
    _, lines = downloaded(browser, page, "download-others", "other-verdicts.jsonl")
    check([one["text_b"] for one in lines] == ["b", "c"] and lines[0] == elsewhere, "the others come by themselves: %s" % lines)
    for _ in range(3):
        browser.press("u")
    check(page("everything().filter((one) => one.verdict !== 'none').map((one) => one.text_b)") == ["b", "c"],
          "and are not undone here: " + page("bar()"))
    page("(localStorage.clear(), localStorage.setItem('neardup-judge', 'Ann'))")
    page.open()
    check(page("byId('verdicts').hidden"), "without verdicts nothing is said")

    page("drop(%s)" % json.dumps(json.dumps(elsewhere)))
    page("window.write = Storage.prototype.setItem, Storage.prototype.setItem = function (name, value) {"
         " if (value.split('\\n').length > 1) throw new Error('full'); window.write.call(this, name, value); }")
    for key in "jc":
        browser.press(key)
    page.open()
    found = page("everything().map((one) => [one.verdict, one.saved])")
    check(found == [["contradiction", False]], "if there is no room, what a file has goes first: %s" % found)
    page("localStorage.clear()")


def check_returned(browser, page, path):
    """What was fixed and has returned is shown, whatever was said before."""
    page("localStorage.clear()")
    texts = rows(path, "SELECT text_a, text_b FROM contradiction WHERE best ORDER BY rank DESC LIMIT 1")[0]
    fixed = {"verdict": "fixed", "text_a": min(texts), "text_b": max(texts), "judge": "Ann", "judged_at": "2001-02-03T04:05:06Z",
             "reason": "<why>"}
    file = json.dumps(json.dumps(fixed))
    remake(path, page)
    shown = page("ids('contradictions')")
    page("drop(%s)" % file)
    check(page("ids('contradictions')") == shown, "a verdict that is older than its texts hides nothing")
    page("localStorage.clear()")
    rows(path, "DELETE FROM verdict")
    line = os.path.join(browser.folder.name, "fixed.jsonl")
    with open(line, "w", encoding="utf-8") as lines:
        lines.write(json.loads(file))
    subprocess.run([PROGRAM, "verdicts", path, line], check=True, stdout=subprocess.DEVNULL)
    remake(path, page)
    told = "$$('contradictions', '.finding .diverged').map((one) => one.textContent)"
    expected = ["Fixed on 2001-02-03, says Ann (<why>), and has returned."]
    check(page(told) == expected and page("ids('contradictions')") == shown, "the page says so: %s" % page(told))
    check(page("tooWide()") <= 0, "and is not too wide")
    page("drop(%s)" % file)
    check(page(told) == expected and page("ids('contradictions')") == shown, "one's own file does not hide it: " + page("bar()"))
    page("drop(%s)" % json.dumps(json.dumps({**fixed, "verdict": "same", "judge": "Bo", "judged_at": "2001-01-01T00:00:00Z"})))
    check(page("ids('contradictions')") == shown, "nor does an older one")
    page("judging.judge = 'Ann'")
    page("$('contradictions', '.finding:has(.diverged)').focus()")
    browser.press("f")
    check(page(told) == [] and len(page("ids('contradictions')")) == len(shown) - 1, "a new verdict does")
    page("localStorage.clear()")


def check_pairs(page, path):
    """A verdict has the texts and titles exactly, hostile ones, too; what is no UTF-8 is not judged."""
    page.open()
    pairs = page("lists.flatMap((list) => list.items).filter((one) => one.isPair).map((one) => [one.id, pairIn(one)])")
    known = {str(id): (text, title) for id, text, title in rows(
        path, "SELECT sentence.id, CAST(text AS BLOB), CAST(iif(titled, title, '') AS BLOB) FROM sentence JOIN article ON article.id = article_id")}
    damaged = 0
    for id, pair in pairs:
        expected = sorted(known[one] for one in id.split("-"))
        found = [(pair["text_" + side].encode(), pair["title_" + side].encode()) for side in "ab"]
        if "\ufffd" in json.dumps(pair, ensure_ascii=False):
            damaged += 1
        elif found != expected:
            check(False, "the verdict on %s is on %r, not on %r" % (id, found, expected))
    check(damaged > 2 and page("(showAll('reworded'), set('reworded', 'Search', 'surrogate'), $('reworded', 'p.judging').textContent)")
          .startswith("A text with damaged"), "what is damaged is not judged")


# What a screen reader needs.
STRUCTURE = {
    "language and title": "document.documentElement.lang === 'en' && document.title.startsWith('neardup report: ')",
    "landmarks": "['header', 'nav', 'main', 'footer'].every((one) => document.querySelectorAll(one).length === 1)",
    "one h1": "document.querySelectorAll('h1').length === 1",
    "no level of headings is left out": """[...document.querySelectorAll('h1, h2, h3')]
        .map((one) => Number(one.tagName[1])).every((level, i, all) => i === 0 || level <= all[i - 1] + 1)""",
    "each field and button has a name": """[...document.querySelectorAll('input, select, button')].every((one) =>
        one.labels?.length || one.textContent.trim() || one.getAttribute('aria-label'))""",
    "tables have headers": "[...document.querySelectorAll('table')].every((one) => one.querySelector('th[scope=col]'))",
    "figures are described": """[...document.querySelectorAll('figure svg')].length >= 4
        && [...document.querySelectorAll('figure svg')].every((one) => one.getAttribute('aria-label'))""",
    "differences are said": "$('contradictions', 'del').textContent === ' [only on the left: 1857] '",
    "on both sides": "$('contradictions', 'ins').textContent === ' [only on the right: 1847] '",
    "ids are unique": """((ids) => ids.length === new Set(ids).size)(
        [...document.querySelectorAll('[id]')].map((one) => one.id))""",
}


def check_structure(page):
    page.open()
    for what, holds in STRUCTURE.items():
        check(page("!!(%s)" % holds), what)


def check_words(name, page):
    """Headline, tabs and leads count and name what there is."""
    page.open()
    headline, conflicts = page("[document.getElementById('headline').textContent, about.figures.reuse.conflicts]")
    check((", and %d in copied passages" % conflicts in headline) == (conflicts > 0), "%s: %s" % (name, headline))
    tab, likely, findings = page("[document.querySelector('nav a[href=\"#contradictions\"]').textContent,"
                                 " about.likely.contradictions, listed('contradictions').findings]")
    check(tab == "Contradictions" + (str(likely) if likely or not findings else "0 + %d less likely" % findings),
          "%s: the tab says %s" % (name, tab))
    told = page("[...document.querySelectorAll('#contradictions > p')].map((one) => one.textContent).join(' ')")
    check(("Nothing has a score of " in told) == (findings > 0 and not likely), "%s: less likely ones are called so: %s" % (name, told))
    said, noun = page("[[...document.querySelectorAll('.lead, #about-text p')].map((one) => one.textContent).join(' '),"
                      " about.sentence]")
    check(noun in said and ("sentence" in said) == (noun == "sentence"), "%s: texts are called %ss: %s" % (name, noun, said))
    compared, sentences = page("[about.compared, about.sentences]")
    told = "has compared %s%s " % ("%s of " % compared if compared < sentences else "", format(sentences, ","))
    check(told in said, "%s: '%s' is not in %s" % (name, told, said))


def check_page(name, make, browser, folder):
    path = os.path.join(folder, name + ".db")
    make(path)
    subprocess.run([PROGRAM, "report", path], check=True, stdout=subprocess.DEVNULL)
    page = Page(browser, path[:-3] + ".html")
    check_shown(name, browser, page)
    browser.resize(1000, 800, prefers_color_scheme="light")
    check_words(name, page)
    if name == "hostile":
        check_text(browser, page)
        check_pairs(page, path)
    if name == "sample":
        check_links(page)
        check_structure(page)
        check_keyboard(browser, page)
        check_keys(browser, page)
        check_phone(browser, page)
        check_print(browser, page)
        check_verdicts(browser, page, path)
        remake(make(path) or path, page)
        check_returned(browser, page, path)
        check_other_pages(browser, page, path)
        remake(make(path) or path, page)
    said = page("document.getElementById('settings').textContent")
    for words, ways in (("Jaccard", ("projection",)), ("cosine", ("projection", "both"))):
        check((words in said) == ((name in ways) == (words == "cosine")), "%s: what a pair has: %s" % (name, said))
    if name in ("sample", "hostile", "two_dates"):
        for list_name in page("lists.filter((list) => list.field).map((list) => list.name)"):
            check_list(page, list_name)
    if name == "group":
        check_picture(browser, page)
    check(not browser.problems, "%s: no error: %s" % (name, browser.problems[:3]))
    if name in ("sample", "hostile"):
        check_pattern(browser, path)
    figure(1, "reports looked at in a browser")


def check_pages(driver, folder):
    if not LONG or not driver.find():
        return skip("pipeline/report_in_browser: " + ("there is no " + driver.NAMES[0] if LONG else "make check-report runs it"))
    browser = driver.Browser()
    try:
        for name, make in DATABASES.items():
            check_page(name, make, browser, folder)
    finally:
        browser.close()


def check_chromium(folder):
    check_pages(chromium, folder)


def check_firefox(folder):
    check_pages(firefox, folder)


run_tests("pipeline/report_in_browser", check_chromium, check_firefox)
