"""corpus_dump.py - writes the articles of 2014 in data/corpus as a MediaWiki dump, and prints its path.

The articles are in the folder that NEARDUP_SHARED names (default ../shared), as JSON lines with `id`, `title`
and `text`, packed by xz. The program bzip2 packs the dump in one stream, as Wikipedia's are. It remains in
build/bench, so this takes its half minute only once. Without the articles nothing is printed.
"""

import json
import lzma
import os
import subprocess
import sys
from xml.sax.saxutils import escape

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ARTICLES = os.path.join(ROOT, os.environ.get("NEARDUP_SHARED", "../shared"), "data", "corpus",
                        "enwiki-2014-half.jsonl.xz")
DUMP = os.path.join(ROOT, "build", "bench", "corpus.xml.bz2")
HEADER = """\
<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo>
    <dbname>enwiki</dbname>
  </siteinfo>
"""
PAGE = """\
  <page>
    <title>%s</title>
    <ns>0</ns>
    <id>%d</id>
    <revision>
      <id>%d</id>
      <model>wikitext</model>
      <format>text/x-wiki</format>
      <text xml:space="preserve">%s</text>
    </revision>
  </page>
"""


def write(corpus, xml):
    xml.write(HEADER.encode())
    for line in corpus:
        article = json.loads(line)
        xml.write((PAGE % (escape(article["title"]), article["id"], article["id"],
                           escape(article["text"]))).encode())
    xml.write(b"</mediawiki>\n")


def corpus_dump():
    """The path of the dump, which is made if it is not there; None without the articles."""
    if not os.path.exists(ARTICLES):
        return None
    if os.path.exists(DUMP):
        return DUMP
    os.makedirs(os.path.dirname(DUMP), exist_ok=True)
    with lzma.open(ARTICLES, "rt", encoding="utf-8") as corpus, open(DUMP + ".half", "wb") as dump:
        with subprocess.Popen(["bzip2", "-c"], stdin=subprocess.PIPE, stdout=dump) as bzip2:
            write(corpus, bzip2.stdin)
            bzip2.stdin.close()
        if bzip2.returncode:
            sys.exit("corpus_dump.py: bzip2 failed")
    os.rename(DUMP + ".half", DUMP)
    return DUMP


if __name__ == "__main__":
    print(corpus_dump() or "")
