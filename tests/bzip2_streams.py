"""bzip2_streams.py - bzip2 files of many streams, and damage in them, for tests of neardup-load."""

import bz2
import random

BLOCK, END = 0x314159265359, 0x177245385090  # what blocks, and ends of streams, begin with


def streams(data, size=200000):
    return b"".join(bz2.compress(data[at:at + size], 1) for at in range(0, len(data), size))


def random_streams(data, seed=15):
    """As of a multistream dump: of any length, with some empty ones."""
    choose, parts, at = random.Random(seed), [], 0
    while at < len(data):
        size = choose.randint(1, 300000) if at else 100
        parts += [bz2.compress(data[at:at + size])] + [bz2.compress(b"")] * (choose.random() < 0.25)
        at += size
    return b"".join(parts)


def places(packed, magic=BLOCK):
    """The bytes at which blocks begin, or ends of streams. The bits are looked for in a slow and plain way."""
    bits = bin(int.from_bytes(packed, "big"))[2:].zfill(len(packed) * 8)
    magic, found, at = bin(magic)[2:].zfill(48), [], 0
    while (at := bits.find(magic, at)) >= 0:
        found.append(at // 8)
        at += 48
    return found


def changed(packed, *offsets):
    """The bytes with a bit changed at each of these."""
    packed = bytearray(packed)
    for at in offsets:
        packed[at] ^= 0x10
    return bytes(packed)


def damaged(packed, every=4):
    """Every n-th block from the fourth on is damaged."""
    return changed(packed, *(at + 8 for at in places(packed)[3::every]))


def with_wrong_checksums(packed, every=7):
    """Every n-th stream from the fourth on has a wrong checksum; its blocks are whole."""
    return changed(packed, *(at + 8 for at in places(packed, END)[3 if every > 1 else 0::every]))
