"""web_archives.py - neardup-load reads web archives (WARC, WET).

  (1) Pages become articles with their title, address, time and text, and rows in `page`,
      `page_link` and, in HTML, `third_party`; all other records are counted.
  (2) Rows depend neither on compression, threads nor standard input.
  (3) Damage costs the record that it is in, which is named with its place and address.
  (4) The files of other programs are read, or their damage is named (../shared/data/dumps/warc).
"""

import bz2
import gzip
import lzma
import os
import shutil
import subprocess
import sys
import zlib

sys.path.insert(0, os.path.join(sys.path[0], "..", ".."))
from counting import check, skip
from loading import LOADED_ROWS, SHARED, ask, load, run_tests, write

FOREIGN = os.path.join(SHARED, "dumps", "warc")
SOURCE = "SELECT kind, pages, articles, sentences, damaged, finished_at IS NOT NULL FROM source"


def asked(query):
    return ask("test.db", query)


def rows():
    return [asked(query) for query in (SOURCE, *LOADED_ROWS)]


def record(kind, address, content_type, block, extra="", version="1.0"):
    fields = "WARC-Type: %s\r\n" % kind
    if address:
        fields += "WARC-Target-URI: %s\r\n" % address
    fields += "WARC-Date: 2024-05-18T01:58:10Z\r\nContent-Type: %s\r\n%s" % (content_type, extra)
    head = "WARC/%s\r\n%sContent-Length: %d\r\n\r\n" % (version, fields, len(block))
    return head.encode() + block + b"\r\n\r\n"


def answer(address, body, content_type="text/html; charset=utf-8", fields="", status="200 OK", **more):
    head = "HTTP/1.1 %s\r\nContent-Type: %s\r\n%s\r\n" % (status, content_type, fields)
    return record("response", address, "application/http; msgtype=response", head.encode() + body, **more)


def page(title, text, language="en"):
    return ("<!doctype html><html lang='%s'><head><title>%s</title></head><body><p>%s</p></body></html>"
            % (language, title, text)).encode()


LONG = "The old mill by the river was built in the year 1850 by a baker, and his family ran it. "
MORE = "It burnt down in the spring of 1901, after which nobody in the town wanted to rebuild it."

RECORDS = [
    record("warcinfo", "", "application/warc-fields", b"software: none\r\n"),
    record("request", "http://mill.org/a", "application/http; msgtype=request", b"GET /a HTTP/1.1\r\n\r\n"),
    answer("http://www.Mill.org:8080/a", page("The &amp; mill", LONG + MORE
           + " Text from <a href='https://en.wikipedia.org/wiki/Mill'>the encyclopedia</a> under a "
             "<a href='https://creativecommons.org/licenses/by-sa/4.0/'>licence</a>."
             "<img src=//img.mill.org/a><script src=//ads.example/b></script><script>load('//c.example')</script>")),
    answer("<http://mill.org/b>", page("", LONG), version="1.1"),
    answer("http://mill.org/c", b"chunk", fields="Transfer-Encoding: chunked\r\n", status="404 Not Found"),
    answer("http://mill.org/d.png", b"\x89PNG", content_type="image/png"),
    record("revisit", "http://mill.org/a", "application/http; msgtype=response", b"HTTP/1.1 200 OK\r\n\r\n"),
    record("metadata", "http://mill.org/a", "application/warc-fields", b"a: b\r\n"),
    record("continuation", "http://mill.org/a", "x/y", b"rest"),
    record("response", "dns:mill.org", "text/dns", b"mill.org 1 IN A 1.1.1.1\r\n"),
    record("resource", "file:///notes with spaces.txt", "text/plain",
           b"One line\nof a paragraph.\n\nAnother one."),
    record("conversion", "http://caf.org/", "text/plain", "Caf\u00e9\nof Wikipedia.".encode()),
    answer("http://latin.org/", "Gr\u00fc\u00dfe aus dem Dorf.".encode("latin-1"), "text/plain; charset=ISO-8859-1"),
    answer("http://de.org/", page("Dorf", "Die M\u00fchle steht seit dem 3. Mai 1850 am Fluss, und der M\u00fcller wohnt "
                                  "dort mit seiner Familie. Sie brannte im Jahr 1901 ganz ab, als niemand im Hause war.", "de-AT")),
    answer("http://gz.org/", gzip.compress(page("Packed", LONG)), fields="Content-Encoding: gzip\r\n"),
    answer("http://undone.org/", page("Undone", LONG), fields="Content-Encoding: gzip\r\n"),
    answer("http://mill.org/b", page("Again", MORE)),
]
ARTICLES = [
    # title, titled, key, sentences
    ("The & mill", 1, "http://www.Mill.org:8080/a", 3), ("http://mill.org/b", 0, "http://mill.org/b", 1),
    ("file:///notes with spaces.txt", 0, "file:///notes with spaces.txt", 2),
    ("http://caf.org/", 0, "http://caf.org/", 2), ("http://latin.org/", 0, "http://latin.org/", 1),
    ("Dorf", 1, "http://de.org/", 2), ("Packed", 1, "http://gz.org/", 1), ("Undone", 1, "http://undone.org/", 1),
    ("Again", 1, "http://mill.org/b", 1),
]
PASSED = ("passed over 1 request, 1 metadata record, 1 unchanged page, 1 note on the file, 1 record of another kind, "
          "1 answer of another status than 200, 2 files of other types than HTML and text")


def test_contents():
    path = write("crawl.warc.gz", b"".join(gzip.compress(each) for each in RECORDS))
    status, said = load(path, quiet=False)
    check(status == 0, "contents: status %d: %s" % (status, said))
    check(asked(SOURCE) == [("warc", 17, 9, 14, 0, 1)], "source: found %s" % asked(SOURCE))
    found = asked("SELECT title, titled, key, (SELECT count(*) FROM sentence WHERE article_id = article.id)"
                    " FROM article ORDER BY id")
    check(found == ARTICLES, "articles: found %s" % found)
    check("17 records, 9 articles, 14 sentences" in said and PASSED in said, "summary: found %s" % said)
    found = asked("SELECT site, address, time, status, content_type, encoding, names_wikipedia, boilerplate"
                    " FROM page WHERE article_id IN (1, 3, 4, 5)")
    time = "2024-05-18T01:58:10Z"
    check(found == [("mill.org", "http://www.Mill.org:8080/a", time, 200, "text/html; charset=utf-8", "utf-8", 1, 0),
                    ("", "file:///notes with spaces.txt", time, None, "text/plain", "utf-8", 0, 0),
                    ("caf.org", "http://caf.org/", time, None, "text/plain", "utf-8", 1, 0),
                    ("latin.org", "http://latin.org/", time, 200, "text/plain; charset=ISO-8859-1", "windows-1252",
                     0, 0)], "pages: found %s" % found)
    found = asked("SELECT sum(length(text)) FROM sentence WHERE article_id = 7")[0][0]
    check(asked("SELECT characters FROM page WHERE article_id = 7") == [(found,)], "characters of %s" % found)
    found = asked("SELECT * FROM page_link")
    check(found == [(1, "https://en.wikipedia.org/wiki/Mill", "the encyclopedia"),
                    (1, "https://creativecommons.org/licenses/by-sa/4.0/", "licence")], "links: found %s" % found)
    found = asked("SELECT article_id, hosts FROM third_party ORDER BY article_id")
    check(found == [(1, '["ads.example","c.example"]')] + [(html, "[]") for html in (2, 6, 7, 8, 9)],
          "third parties, of HTML only: found %s" % found)
    found = asked("SELECT * FROM third_party_host")
    check(found == [(1, "ads.example"), (1, "c.example")], "their hosts: found %s" % found)
    found = asked("SELECT paragraph, text FROM sentence WHERE article_id IN (3, 4, 5)")
    check(found == [(1, "One line of a paragraph."), (2, "Another one."), (1, "Caf\u00e9"), (2, "of Wikipedia."),
                    (1, "Gr\u00fc\u00dfe aus dem Dorf.")], "texts: found %s" % found)
    check(load(path)[1] == "", "--quiet says something")
    # "3. Mai" is a date in German only.
    load("--language", "en", path)
    found = asked("SELECT count(*) FROM sentence WHERE article_id = 6")
    check(found == [(3,)], "--language en: found %s" % found)


def test_ways():
    plain = b"".join(RECORDS * 3)
    ways = {"c.warc": plain, "gzip": b"".join(gzip.compress(each) for each in RECORDS * 3),
            "one.gz": gzip.compress(plain), "bz2": bz2.compress(plain), "xz": lzma.compress(plain)}
    if shutil.which("zstd"):
        ways["zst"] = subprocess.run(["zstd", "-c"], input=plain, capture_output=True, check=True).stdout
    expected = None
    for name, content in ways.items():
        path = write(name, content)
        for threads in "1", "2", "5":
            status, said = load("--threads", threads, path)
            found = rows()
            expected = expected or found
            check(status == 0 and found == expected, "%s, %s threads: status %d: %s" % (name, threads, status, said))
        with open(path, "rb") as file:
            status, said = load("-", stdin=file)
        check(status == 0 and rows() == expected, "%s, standard input: status %d: %s" % (name, status, said))
    for words, said in ((("--whole",), "--whole is for"), (("--encoding", "latin1"), "--encoding is"),
                        (("--columns", "text=a"), "--columns and"), (("--format", "warc", "--history"), "--namespaces, --history and")):
        status, found = load(*words, "c.warc")
        check(status == (2 if "--format" in words else 1) and said in found, "%s: found %s" % (words, found))


def test_damage():
    members = [gzip.compress(answer("http://a.org/%d" % i, page("P%d" % i, LONG))) for i in range(6)]
    broken = bytearray(members[2])
    broken[len(broken) // 2] ^= 255
    path = write("d.warc.gz", b"".join(members[:2]) + bytes(broken) + members[3] + members[4][:100] + members[5])
    status, said = load(path)
    titles = [title for title, in asked("SELECT title FROM article ORDER BY id")]
    damage = asked("SELECT page_title, message FROM damage ORDER BY byte_offset")
    check(status == 3 and titles == ["P0", "P1", "P3", "P5"], "damage: status %d, %s, %s" % (status, titles, damage))
    check(len(damage) == 2 and all("gzip: " in message for _, message in damage), "damage: found %s" % damage)
    cut = b"".join(members)[:-40]
    status, said = load(write("cut.warc.gz", cut))
    damage = asked("SELECT page_title, message FROM damage")
    check(status == 3 and asked("SELECT count(*) FROM article") == [(5,)] and damage == [(
        "http://a.org/5", "record 6: gzip: the file ends in the middle of a stream, at byte %d of the file" % len(cut))],
          "cut: found %s" % damage)
    for name, content, message in (
            ("cut body", answer("http://a.org/x", gzip.compress(page("X", LONG))[:-9], fields="Content-Encoding: gzip\r\n"),
             "record 1: its body ends in the middle of its gzip stream; the page was read up to there"),
            ("brotli", answer("http://a.org/x", b"\x0b\x02\x80text\x03", fields="Content-Encoding: br\r\n"),
             "record 1: its body is encoded as 'br', expected gzip, deflate or zstd"),
            ("zero", answer("http://a.org/x", b"a\0b", content_type="text/plain"),
             "record 1: byte 2 of its body is zero: this is not text"),
            ("bomb", answer("http://a.org/x", zlib.compress(bytes(17 << 20)), fields="Content-Encoding: deflate\r\n"),
             "record 1: its body, decoded, is longer than 16777216 bytes"),
            ("long", answer("http://a.org/x", bytes(17 << 20)),
             "record 1: its block has 17825851 bytes, more than 16777216")):
        status, said = load(write("one.warc", content + RECORDS[2]))
        damage = asked("SELECT page_title, message FROM damage")
        check(status == 3 and damage == [("http://a.org/x", message)], "%s: found %s, %s" % (name, damage, said))
        check(("The & mill",) in asked("SELECT title FROM article"), "%s: the next page is missing" % name)
    truncated = answer("http://a.org/x", gzip.compress(page("X", LONG))[:-9], fields="Content-Encoding: gzip\r\n",
                       extra="WARC-Truncated: length\r\n")
    status, said = load(write("one.warc", truncated))
    check(status == 0 and asked("SELECT title FROM article") == [("X",)], "truncated: status %d: %s" % (status, said))


def test_recognised():
    for name, content, message in (
            ("a.warc", b"", "a.warc: is empty, expected a web archive (WARC)"),
            ("b.warc.gz", b"text\n", "b.warc.gz: is not a web archive (WARC): expected 'WARC/1.0' or 'WARC/1.1' first"),
            ("c.warc", b"WARC/0.17\r\n", "c.warc: is not a web archive (WARC): expected 'WARC/1.0' or 'WARC/1.1' first"),
            ("d.warc.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\0\xff\xff", "d.warc.gz: gzip: invalid block type, near byte 11 of the file")):
        status, said = load(write(name, content))
        check(status == 1 and message in said, "%s: status %d, found %s" % (name, status, said))
    status, said = load(write("any.name", RECORDS[2]))
    check(status == 0 and asked("SELECT kind FROM source") == [("warc",)], "recognised: found %s" % said)
    status, said = load(write("lost.warc.gz", gzip.compress(RECORDS[2])[:40] + gzip.compress(RECORDS[3])))
    check(status == 3 and asked("SELECT key FROM article") == [("http://mill.org/b",)],
          "lost beginning: status %d: %s" % (status, said))


# Of each file: status, records, articles, and what is damaged.
FILES = {
    "example-bad-non-chunked.warc.gz": (0, 6, ["Example Domain"], []),
    "example-bad.warc.gz.bad": (0, 6, ["Example Domain"], []),
    "example-iana.org-chunked.warc": (0, 3, ["Internet Assigned Numbers Authority"], []),
    "example-space-in-target-uri.warc.gz": (0, 2, [], []),
    "example-trunc.warc": (3, 4, ["Example Domain"], [
        (1197, "http://example.com/", "record 3: its body ends in the middle of its gzip stream; the page was read up "
         "to there"),
        (2560, None, "record 3 is followed by 2 bytes that belong to no record")]),
    "example-wrong-chunks.warc.gz": (0, 2, ["Example Domain"], []),
    "whirlwind.warc": (0, 4, ["Escopete - Biquipedia, a enciclopedia libre"], []),
    "whirlwind.warc.gz": (0, 4, ["Escopete - Biquipedia, a enciclopedia libre"], []),
    "whirlwind.warc.wet.gz": (0, 2, ["https://an.wikipedia.org/wiki/Escopete"], []),
}


def test_files():
    if not os.path.isdir(FOREIGN):
        return skip("web_archives: files of other programs (there is no %s)" % FOREIGN)
    for name, expected in FILES.items():
        status, said = load(os.path.join(FOREIGN, name))
        found = (status, asked("SELECT pages FROM source")[0][0],
                 [title for title, in asked("SELECT title FROM article")],
                 asked("SELECT byte_offset, page_title, message FROM damage"))
        check(found == expected, "%s: found %s %s" % (name, found, said))
    check(set(os.listdir(FOREIGN)) == set(FILES), "files that are not tried: %s" % (set(os.listdir(FOREIGN)) - set(FILES)))


sys.exit(run_tests("loader/web_archives", globals()))
