#!/usr/bin/python3
"""characters.py - the tables of characters are what their scripts make from Unicode 14.0, and the pages name that version.
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

TABLES = {"character_ranges.h": ("generate_characters.py", ["guide/loader.md"]),
          "frozen_tables.h": ("generate_frozen_tables.py", ["functions/texts.md"])}


def main():
    for table, (script, pages) in TABLES.items():
        header = (TEXT / table).read_text(encoding="utf-8")
        version = re.search(r"Unicode ([0-9.]+)\. Do not edit", header).group(1)
        for page in pages:
            text = (ROOT / "docs" / page).read_text(encoding="utf-8")
            stated = set(re.findall(r"Unicode ([0-9]+\.[0-9]+)", text))
            counting.check(stated == {version.rpartition(".")[0]},
                           f"{table} is of Unicode {version}, {page} names {stated}")
        if version != unicodedata.unidata_version:
            counting.skip(f"core/characters: this Python knows Unicode {unicodedata.unidata_version}")
            continue
        if table == "frozen_tables.h" and not counting.LONG:
            continue  # it never changes, and making it takes ten seconds
        made = subprocess.run([sys.executable, TEXT / script], check=True, stdout=subprocess.PIPE,
                              encoding="utf-8").stdout
        counting.check(made == header, f"{table} is not what {script} makes; run it again")
    return counting.finish("core/characters")


if __name__ == "__main__":
    sys.exit(main())
