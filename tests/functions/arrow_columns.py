"""arrow_columns.py - Arrow arrays through ext/packages/python/neardup/_arrow.py, SQLite and back.

    python3 tests/functions/arrow_columns.py    (a Python that has pyarrow)

An array must come back equal, also if it is a slice, has no rows, is all null, or has a type that SQLite does not
have; what SQLite holds must be the values that Arrow says it has.
"""
import datetime
import decimal
import importlib
import math
import os
import random
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import counting
from counting import check, figure, require, run_tests
from extension import LOADABLE, answer, open_with

PACKAGE = os.path.join(ROOT, "ext", "packages", "python")
chance = random.Random(20240518)


def module():
    sys.path.insert(0, PACKAGE)
    return importlib.import_module("neardup._arrow")


def flat(array):
    return array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array


def slices(array):
    n = len(array)
    yield array
    for begin, length in [(0, 0), (0, 1), (1, n), (3, 7), (8, n), (9, 2), (n - 1, 1), (n, 1)]:
        if 0 <= begin <= n:
            yield array.slice(begin, length)


def returns(array):
    """The array goes through SQLite and comes back as it was."""
    what = f"{array.type}, {len(array)} rows, {array.null_count} of them null: {str(array)[:200]}"
    try:
        column = arrow.to_column(array)
        blob, = db.execute("SELECT pack_column(c1) FROM unpack_columns(?)", (column,)).fetchone()
        found = arrow.from_column(blob, array.type)
        found.validate(full=True)
        check(found.equals(flat(array)), f"{what}\n  found {found}")
    except Exception as error:  # pylint: disable=broad-except
        check(False, f"{what}\n  {type(error).__name__}: {error}")


def many(make, nulls=0.2):
    return [None if chance.random() < nulls else make() for _ in range(chance.choice((0, 1, 7, 8, 9, 50, 300)))]


def word():
    return "".join(chance.choice("aé日😀\0") for _ in range(chance.randrange(9)))


def test_types():
    day = datetime.date(2026, 11, 23)
    makers = [
        *((pa_type, lambda bits=bits: chance.randrange(-2**(bits - 1), 2**(bits - 1)))
          for pa_type, bits in ((pa.int64(), 64), (pa.int32(), 32), (pa.int16(), 16), (pa.int8(), 8))),
        *((pa_type, lambda bits=bits: chance.randrange(2**bits))
          for pa_type, bits in ((pa.uint64(), 63), (pa.uint32(), 32), (pa.uint16(), 16), (pa.uint8(), 8))),
        (pa.bool_(), lambda: chance.random() < 0.5),
        (pa.float64(), lambda: chance.choice((chance.random(), -0.0, 1e308, math.inf))),
        (pa.float32(), lambda: chance.randrange(2**24) / 8),
        *((pa_type, word) for pa_type in (pa.string(), pa.large_string())),
        *((pa_type, lambda: word().encode() + b"\xff") for pa_type in (pa.binary(), pa.large_binary())),
        (pa.binary(3), lambda: chance.randbytes(3)),
        *((pa_type, lambda: day + datetime.timedelta(chance.randrange(-9999, 9999)))
          for pa_type in (pa.date32(), pa.date64())),
        *((pa.timestamp(unit), lambda: chance.randrange(2**40)) for unit in ("s", "ms", "us", "ns")),
        (pa.duration("us"), lambda: chance.randrange(2**40)),
        *((pa_type, lambda: chance.randrange(86400)) for pa_type in (pa.time32("s"), pa.time64("us"))),
        (pa.null(), lambda: None),
    ]
    for name in ("string_view", "binary_view"):  # since pyarrow 16
        if hasattr(pa, name):
            makers.append((getattr(pa, name)(), word if name == "string_view" else lambda: word().encode()))
    for kind, make in makers:
        for nulls in (0, 0.2, 1):
            for _ in range(4):
                array = pa.array(many(make, nulls), kind)
                for part in slices(array):
                    returns(part)
                returns(pa.chunked_array([array, array.slice(1), array.slice(0, 0)]))
        returns(pa.chunked_array([], kind))
        returns(pa.chunked_array([pa.array([], kind)]))


def test_what_sqlite_holds():
    """The values of Arrow, among them those of dictionaries and of numbers that SQLite does not have."""
    cases = [
        (pa.array([1, None, -3], pa.int8()), [1, None, -3], "integer"),
        (pa.array([True, False, None]), [1, 0, None], "integer"),
        (pa.array([0.5, math.nan, None], pa.float32()), [0.5, None, None], "real"),
        (pa.array(["ü", "", None]), ["ü", "", None], "text"),
        (pa.array([b"\xff", b"", None]), [b"\xff", b"", None], "blob"),
        (pa.array([datetime.date(1970, 1, 3), None]), [2, None], "integer"),
        (pa.array(["a", "b", None, "a"]).dictionary_encode(), ["a", "b", None, "a"], "text"),
        (pa.array([1.5, 2.0], pa.float64()).cast(pa.float16()), [1.5, 2.0], "real"),
        (pa.array([0, 2**63 - 1], pa.uint64()), [0, 2**63 - 1], "integer"),
        (pa.nulls(3), [None] * 3, "null"),
    ]
    for array, expected, kind in cases:
        rows = answer(db, "SELECT c1, typeof(c1) FROM unpack_columns(?)", (arrow.to_column(array),))
        check(rows == [(value, "null" if value is None else kind) for value in expected], f"{array.type}: {rows}")


def refuses(error, words, call, *arguments):
    try:
        call(*arguments)
        check(False, f"{arguments!r:.100}: no error")
    except error as found:
        check(words in str(found), f"{arguments!r:.100}: {found}")


def test_errors():
    refuses(TypeError, "cannot hold Arrow's type", arrow.to_column, pa.array([[1]]))
    refuses(TypeError, "cannot hold Arrow's type decimal128(3, 2)", arrow.to_column, pa.array([decimal.Decimal("1.25")]))
    refuses(pa.ArrowInvalid, "", arrow.to_column, pa.array([2**63], pa.uint64()))
    refuses(ValueError, "this is not a column", arrow.from_column, b"NDC1" + bytes(20))
    refuses(ValueError, "this is not a column", arrow.from_column, b"NDA1")
    refuses(pa.ArrowInvalid, "", arrow.from_column, arrow.to_column(pa.array([300])), pa.int8())


def test_memory():
    """Nothing is copied on the way from a blob to an array."""
    column = arrow.to_column(pa.array(range(10**6)))
    before = pa.total_allocated_bytes()
    array = arrow.from_column(column)
    check(pa.total_allocated_bytes() == before and array[999999].as_py() == 999999, "values are copied")
    column = arrow.to_column(pa.array(["lamp"] * 10**5 + [None], pa.large_string()))
    before = pa.total_allocated_bytes()
    array = arrow.from_column(column)
    check(pa.total_allocated_bytes() == before and array[99999].as_py() == "lamp", "texts are copied")


def show():
    figure(counting.passed, "Arrow arrays through SQLite and back")


try:
    import pyarrow as pa
except ImportError:
    require("functions/arrow_columns", False, "this Python has no pyarrow")
require("functions/arrow_columns", LOADABLE)
arrow, db = module(), open_with()
run_tests("functions/arrow_columns", *(test for name, test in list(globals().items()) if name.startswith("test_")), show)
