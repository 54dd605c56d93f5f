"""Columns as the blobs of unpack_columns() and pack_column(), without pyarrow: docs/formats/column-format.md."""

from __future__ import annotations

import struct
import sys
from array import array
from itertools import accumulate
from typing import Any, List

HEADER = struct.Struct("<4sBBHQ")  # magic, type, whether there is a bitmap, 0, rows
MAGIC = b"NDA1"
NULL, INTEGER, REAL, TEXT, BLOB, SHORT_TEXT, SHORT_BLOB = range(7)


def of_texts(texts: List[bytes]) -> bytes:
    """The column of texts in UTF-8, for unpack_columns()."""
    ends = struct.pack(f"<{len(texts) + 1}q", *accumulate(map(len, texts), initial=0))
    return b"".join([HEADER.pack(MAGIC, TEXT, 0, 0, len(texts)), ends, *texts])


def numbers(blob: bytes) -> array[Any]:
    """The numbers of a result of pack_column() that has no NULL; whole ones in 32 bits each if they fit."""
    found = array("d" if blob[4] == REAL else "q", blob[HEADER.size:])
    if sys.byteorder == "big":
        found.byteswap()
    try:
        return found if blob[4] == REAL else array("I", found)
    except OverflowError:
        return found
