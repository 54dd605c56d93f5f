#!/usr/bin/python3
"""characters.py - the tables of characters are what their script makes from Unicode 14.0, and the pages name that version.
test_word_hashes.c and test_folding.c check that they never change."""

import pathlib
import re
import subprocess
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[3]
TEXT = ROOT / "ext" / "core" / "text"
sys.path.insert(0, str(ROOT / "tests"))
import counting


def test_tables():
    header = (TEXT / "character_tables.h").read_text(encoding="utf-8")
    version = re.search(r"Unicode ([0-9.]+)\. Do not edit", header).group(1)
    for page in "formats/signature-format.md", "functions/texts.md":
        stated = set(re.findall(r"Unicode ([0-9]+\.[0-9]+)", (ROOT / "docs" / page).read_text(encoding="utf-8")))
        counting.check(stated == {version.rpartition(".")[0]}, f"the tables are of Unicode {version}, {page} names {stated}")
    if version != unicodedata.unidata_version:
        counting.skip(f"core/characters: this Python knows Unicode {unicodedata.unidata_version}")
    elif counting.LONG:  # the tables never change, and making them takes ten seconds
        made = subprocess.run([sys.executable, TEXT / "generate_characters.py"], check=True, stdout=subprocess.PIPE,
                              encoding="utf-8").stdout
        counting.check(made == header, "character_tables.h is not what generate_characters.py makes; run it again")


counting.run_tests("core/characters", test_tables)
