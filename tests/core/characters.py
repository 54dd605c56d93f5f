#!/usr/bin/python3
"""characters.py - the table of characters is what its script makes of the same version of Unicode."""

import pathlib
import subprocess
import sys
import unicodedata

CORE = pathlib.Path(__file__).resolve().parents[2] / "ext" / "core"


def main():
    header = (CORE / "text" / "character_ranges.h").read_text(encoding="utf-8")
    if f"Unicode {unicodedata.unidata_version}." not in header:
        print(f"skipped: core/characters: this Python knows Unicode {unicodedata.unidata_version}")
        print("core/characters: 0 passed, 0 failed, 1 skipped")
        return 0
    made = subprocess.run([sys.executable, CORE / "text" / "generate_characters.py"], check=True,
                          stdout=subprocess.PIPE, encoding="utf-8").stdout
    same = made == header
    print(f"core/characters: {int(same)} passed, {int(not same)} failed, 0 skipped")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
