"""Columns of Apache Arrow as the blobs of unpack_columns() and pack_column(), whose buffers have Arrow's layout:
docs/formats/column-format.md."""

from __future__ import annotations

import struct
from typing import List, Optional, Union

import pyarrow as pa

from ._columns import BLOB, HEADER, INTEGER, MAGIC, NULL, REAL, SHORT_BLOB, SHORT_TEXT, TEXT

Column = Union[pa.Array, pa.ChunkedArray]


def _in_sql(array: pa.Array) -> pa.Array:
    """The array with a type that a column can have."""
    types, kind = pa.types, array.type
    if types.is_dictionary(kind):
        return _in_sql(array.dictionary_decode())
    if types.is_date32(kind) or types.is_time32(kind):
        return array.cast(pa.int32()).cast(pa.int64())
    if types.is_boolean(kind) or types.is_integer(kind) or (types.is_temporal(kind) and not types.is_interval(kind)):
        return array.cast(pa.int64())
    if types.is_float16(kind):
        return array.cast(pa.float32()).cast(pa.float64())
    if types.is_floating(kind):
        return array.cast(pa.float64())
    if types.is_fixed_size_binary(kind) and not types.is_decimal(kind):
        return array.cast(pa.binary())
    if kind in (pa.null(), pa.string(), pa.large_string(), pa.binary(), pa.large_binary()):
        return array
    for view, plain in (("string_view", pa.large_string()), ("binary_view", pa.large_binary())):
        if hasattr(pa, view) and kind == getattr(pa, view)():  # since pyarrow 16
            return array.cast(plain)
    raise TypeError(f"neardup: a column of SQLite cannot hold Arrow's type {kind}. Cast it to one that it can")


def to_column(array: Column) -> bytes:
    """The column as a blob for unpack_columns(). Integers, booleans (0 or 1), dates and times, which become the
    numbers that Arrow keeps for them, are 64-bit integers; floating-point numbers are doubles, where SQLite
    reads NaN as NULL. Strings and binary values are copied once, as they are. Raises TypeError for any other
    type, and pyarrow.ArrowInvalid for an integer beyond 64 bits."""
    if isinstance(array, pa.ChunkedArray):
        array = array.chunk(0) if array.num_chunks == 1 else array.combine_chunks()
    array = _in_sql(array)
    rows, kind = len(array), {
        pa.null(): NULL, pa.int64(): INTEGER, pa.float64(): REAL, pa.large_string(): TEXT, pa.large_binary(): BLOB,
        pa.string(): SHORT_TEXT, pa.binary(): SHORT_BLOB}[array.type]
    if kind == NULL:
        return HEADER.pack(MAGIC, NULL, rows > 0, 0, rows) + bytes((rows + 7) // 8)
    buffers = array.buffers()
    offset_format = "<i" if kind in (SHORT_TEXT, SHORT_BLOB) else "<q"
    first = struct.unpack_from(offset_format, buffers[1])[0] if kind >= TEXT and rows else 0
    if array.offset or first:  # a part of a larger array: of bits and offsets, which begin elsewhere
        array = pa.concat_arrays([array])
        buffers = array.buffers()
    parts: List[Union[bytes, pa.Buffer]] = [HEADER.pack(MAGIC, kind, array.null_count > 0, 0, rows)]
    if array.null_count:
        parts.append(buffers[0].slice(0, (rows + 7) // 8))
    if kind < TEXT:
        parts.append(buffers[1].slice(0, rows * 8) if rows else b"")
    elif rows == 0:
        parts += [bytes(struct.calcsize(offset_format)), b""]
    else:
        width = struct.calcsize(offset_format)
        end = struct.unpack_from(offset_format, buffers[1], rows * width)[0]
        parts += [buffers[1].slice(0, (rows + 1) * width), buffers[2].slice(0, end) if end else b""]
    # Each at a multiple of 8 bytes.
    return b"".join([piece for part in parts for piece in (part, bytes(-len(part) % 8))][:-1])


def from_column(blob: bytes, type: Optional[pa.DataType] = None) -> pa.Array:
    """The column in a blob of pack_column(), as an Arrow array that shares the blob's memory: int64, double,
    large_string or large_binary, or null if there is no value. With `type` the array is cast to that type, which
    copies what is not the same there, and an array without values gets it. Trusts the blob: use it for results of
    pack_column() only."""
    if len(blob) < HEADER.size or blob[:4] != MAGIC or blob[4] > SHORT_BLOB:
        raise ValueError(f"neardup: this is not a column, but another blob of {len(blob)} bytes")
    _, kind, has_bitmap, _, rows = HEADER.unpack_from(blob)
    if kind == NULL:
        return pa.nulls(rows, type or pa.null())
    whole, at = pa.py_buffer(blob), HEADER.size
    buffers: List[Optional[pa.Buffer]] = [None]
    if has_bitmap:
        buffers[0] = whole.slice(at, (rows + 7) // 8)
        at += (rows + 7) // 8
    at += -at % 8
    natural = (pa.int64(), pa.float64(), pa.large_string(), pa.large_binary(), pa.string(), pa.binary())[kind - 1]
    if kind >= TEXT:
        size = (rows + 1) * (4 if kind >= SHORT_TEXT else 8)
        buffers.append(whole.slice(at, size))
        at += size + -size % 8
    buffers.append(whole.slice(at))
    array = pa.Array.from_buffers(natural, rows, buffers, -1 if has_bitmap else 0)
    if type is None or type == natural:
        return array
    if pa.types.is_date32(type) or pa.types.is_time32(type):
        return array.cast(pa.int32()).cast(type)
    return array.cast(type)
