#!/usr/bin/python3
"""data_files.py - a mistake in a data file ends the build with a message that names its line."""

import os
import pathlib
import subprocess
import sys

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import check, run_tests

LOADER = pathlib.Path(__file__).resolve().parents[2] / "loader"
LANGUAGES = "sentences/languages/generate_languages.awk"
HEADINGS = "wikitext/data/generate_footer_headings.awk"
TEMPLATES = "wikitext/data/generate_templates.awk"

# generator, file name, content, message; no message: it is accepted
CASES = [
    (LANGUAGES, "xx.txt", "# A comment.\n\ntitle: dr prof\nstops: ;\nrule: ordinal-stop\n", None),
    (LANGUAGES, "xx.txt", "title: dr \r\nname: inc\r\n", None),
    (LANGUAGES, "xx.txt", "title: dr  stops: ; :  rule: ordinal-stop  name: inc\n", None),
    (LANGUAGES, "xx.txt", "title: dr  titel: prof\n",
     'xx.txt:1: expected a key of README.md and a colon, found "titel:"'),
    (LANGUAGES, "xx.txt", "title: dr.\n",
     'xx.txt:1: expected a word without its final stop, found "dr."'),
    (LANGUAGES, "xx.txt", "title: dr\ntitel: prof\n",
     'xx.txt:2: expected a key of README.md and a colon, found "titel:"'),
    (LANGUAGES, "xx.txt", "stops: ab\n",
     'xx.txt:1: expected one ASCII punctuation mark, found "ab"'),
    (LANGUAGES, "xx.txt", "\nstops: " + "; " * 16 + "\n",
     "xx.txt:2: expected at most 15 stops, found 16"),
    (LANGUAGES, "xx.txt", "rule: ordinal\n",
     'xx.txt:1: expected "ordinal-stop" or "period-pause", found "ordinal"'),
    (LANGUAGES, "English.txt", "title: dr\n",
     "English.txt:1: expected a file named CODE.txt, where CODE is a language code in small letters"),

    (HEADINGS, "h.txt", "# English\nnotes\nsee also\nnotes\n", None),
    (HEADINGS, "h.txt", "notes\nSee also\n",
     'h.txt:2: expected a heading in lower case at the start of the line, found "See also"'),
    (HEADINGS, "h.txt", " notes\n",
     'h.txt:1: expected a heading in lower case at the start of the line, found " notes"'),
    (HEADINGS, "h.txt", "n" * 121 + "\n", "h.txt:1: expected at most 120 bytes, found 121"),

    (TEMPLATES, "t.txt", 'a | b =>\n    "{1/x}[ {last}[{*, }]]\\n"\n[fr] a => "\\t"\nc* => date\n',
     't.txt:3: expected "\\n", found another backslash in the pattern'),
    (TEMPLATES, "t.txt", 'a | b\n    => "{1/x}[ {last}[{*, }]]\\n"\n[fr] a => """\nc* => date\n', None),
    (TEMPLATES, "t.txt", 'a | b => "{1}"\n# A comment.\nc |\n    b => "{2}"\n',
     't.txt:3: "b" is in line 1 already'),
    (TEMPLATES, "t.txt", 'a => "{1"; b => "{1}"\n', 't.txt:1: "{" without a field and "}" in the pattern'),
    (TEMPLATES, "t.txt", 'a => "{1}"; [fr] a => "{2}"; b | a => date\n', 't.txt:1: "a" is in line 1 already'),
    (TEMPLATES, "t.txt", 'a => "{1};"; [fr] a => "{2}"; b => date\n', None),
    (TEMPLATES, "t.txt", "    a => date\n", "t.txt:1: expected an entry to continue"),
    (TEMPLATES, "t.txt", 'a = "{1}"\n',
     't.txt:1: expected " => " between names and what they read like'),
    (TEMPLATES, "t.txt", "a => {1}\n", "t.txt:1: expected a pattern in quotation marks or measure, "
     "date, as-of or fraction, found {1}"),
    (TEMPLATES, "t.txt", 'Em dash => "—"\n',
     't.txt:1: expected a template\'s name in lower case, found "Em dash"'),
    (TEMPLATES, "t.txt", 'a | | b => "—"\n',
     't.txt:1: expected a template\'s name in lower case, found "| b"'),
    (TEMPLATES, "t.txt", "a" * 48 + ' => "—"\n',
     't.txt:1: expected a name of at most 47 bytes, found "' + "a" * 48 + '"'),
    (TEMPLATES, "t.txt", 'a => "{1"\n', 't.txt:1: "{" without a field and "}" in the pattern'),
    (TEMPLATES, "t.txt", 'a => "1}"\n', 't.txt:1: "}" without "{" in the pattern'),
    (TEMPLATES, "t.txt", 'a => "[{1}"\n', 't.txt:1: "[" without "]" in the pattern'),
    (TEMPLATES, "t.txt", 'a => "{1}]"\n', 't.txt:1: "]" without "[" in the pattern'),
    (TEMPLATES, "t.txt", 'a => "{1//2}"\n',
     't.txt:1: expected names between "{" and "}"'),
]


def test_messages(folder):
    for generator, name, content, message in CASES:
        path = pathlib.Path(folder) / name
        path.write_text(content, encoding="utf-8", newline="")
        run = subprocess.run(["awk", "-f", LOADER.parent / "ext/core/base/data_files.awk", "-f", LOADER / generator, path],
                             env={**os.environ, "LC_ALL": "C"}, capture_output=True, encoding="utf-8")
        found = run.returncode, run.stderr.replace(folder + "/", "").strip()
        expected = (1, message) if message else (0, "")
        check(found == expected, f"{content!r}: expected {expected}, found {found}")


run_tests("loader/data_files", test_messages)
