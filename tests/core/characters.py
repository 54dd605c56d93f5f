#!/usr/bin/python3
"""characters.py - the table of characters is what its script makes from the same version of Unicode,
and docs/loader.md names that version."""

import pathlib
import re
import subprocess
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = ROOT / "ext" / "core" / "text"
PAGE = ROOT / "docs" / "loader.md"


def main():
    header = (TEXT / "character_ranges.h").read_text(encoding="utf-8")
    version = re.search(r"Unicode ([0-9.]+)\. Do not edit", header).group(1)
    stated = re.findall(r"Unicode ([0-9]+\.[0-9]+)", PAGE.read_text(encoding="utf-8"))
    failed = 0
    if stated != [version.rpartition(".")[0]]:
        failed += 1
        print(f"failed: the table is of Unicode {version}, {PAGE.name} names {stated}")
    if version != unicodedata.unidata_version:
        print(f"skipped: core/characters: this Python knows Unicode {unicodedata.unidata_version}")
        print(f"core/characters: {1 - failed} passed, {failed} failed, 1 skipped")
        return failed
    made = subprocess.run([sys.executable, TEXT / "generate_characters.py"], check=True,
                          stdout=subprocess.PIPE, encoding="utf-8").stdout
    if made != header:
        failed += 1
        print("failed: character_ranges.h is not what generate_characters.py makes; run it again")
    print(f"core/characters: {2 - failed} passed, {failed} failed, 0 skipped")
    return failed


if __name__ == "__main__":
    sys.exit(main())
