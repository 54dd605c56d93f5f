#!/usr/bin/python3
"""corpus.py - packs and unpacks the fuzz corpora, tests/fuzz/corpus/TARGET.txt.

    corpus.py unpack FILE FOLDER    writes each input of FILE to a file of its own in FOLDER
    corpus.py pack FOLDER FILE      replaces FILE by the inputs in FOLDER

A packed corpus is a text file with one input on each line: a name, a tab, and the bytes. Printable
ASCII stands for itself. All other bytes, and the backslash, are written as \\t, \\n, \\r, \\\\ or \\xHH.
Lines are sorted by name, so the same inputs always give the same file. replay.c reads this format.

An input that libFuzzer has found is named after its contents: the first twelve digits of their SHA-1.
Copies are dropped.
"""

import hashlib
import os
import re
import sys

ESCAPES = {9: "\\t", 10: "\\n", 13: "\\r", ord("\\"): "\\\\"}
BYTES = {text.encode(): bytes([byte]) for byte, text in ESCAPES.items()}


def escape(data):
    """The bytes as one line of ASCII."""
    return "".join(ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}")
                   for byte in data).encode()


def unescape(line):
    """The inverse of escape()."""
    return re.sub(rb"\\(?:x..|.)", lambda match: BYTES.get(match[0])
                  or bytes.fromhex(match[0][2:].decode()), line)


def unpack(file, folder):
    """One file for each line."""
    os.makedirs(folder, exist_ok=True)
    with open(file, "rb") as lines:
        for line in lines:
            name, text = line.rstrip(b"\n").split(b"\t")
            with open(os.path.join(folder, name.decode()), "wb") as output:
                output.write(unescape(text))


def pack(folder, file):
    """One line for each file. Names that a person gave come first and win over copies."""
    inputs = {}
    for name in sorted(os.listdir(folder), key=lambda name: (len(name) == 40, name)):
        with open(os.path.join(folder, name), "rb") as content:
            data = content.read()
        short = hashlib.sha1(data).hexdigest()[:12] if len(name) == 40 else name
        inputs.setdefault(data, short)
    lines = sorted(name.encode() + b"\t" + escape(data) + b"\n" for data, name in inputs.items())
    with open(file + ".new", "wb") as output:
        output.writelines(lines)
    os.replace(file + ".new", file)


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("pack", "unpack"):
        sys.exit(__doc__)
    {"pack": pack, "unpack": unpack}[sys.argv[1]](*sys.argv[2:])
