"""corpus_dump.py CORPUS DUMP - writes articles of JSON lines, packed by xz, as a MediaWiki dump.

Each line of CORPUS has the `id`, `title` and `text` of an article. DUMP is packed by the program bzip2, in
one stream, as Wikipedia packs its dumps.
"""

import json
import lzma
import subprocess
import sys
from xml.sax.saxutils import escape

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


def main():
    with lzma.open(sys.argv[1], "rt", encoding="utf-8") as corpus, open(sys.argv[2], "wb") as dump:
        with subprocess.Popen(["bzip2", "-c"], stdin=subprocess.PIPE, stdout=dump) as bzip2:
            write(corpus, bzip2.stdin)
            bzip2.stdin.close()
        if bzip2.returncode:
            sys.exit("corpus_dump.py: bzip2 failed")


if __name__ == "__main__":
    main()
