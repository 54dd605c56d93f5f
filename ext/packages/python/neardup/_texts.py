"""Reads texts in the usual Python forms as triples of label, title and text."""

from __future__ import annotations

import math
import os
import sys
import warnings
from array import array
from collections.abc import Iterable as AnyIterable
from collections.abc import Mapping
from itertools import chain, compress, count, repeat
from typing import Any, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _columns, _files

ARROW_ROWS = 1 << 12  # of a batch of Arrow, whose texts are one blob
BYTES = 1 << 20  # of a batch of other texts


class Text(NamedTuple):
    label: Any  # as the caller has it: a position, a key, an entry of the index
    title: Optional[str]
    text: Optional[str]  # None where there is none


def _is(value: Any, module: str, *names: str) -> bool:
    """Whether this is an object of a class of this module, without importing it."""
    loaded = sys.modules.get(module)
    return loaded is not None and any(isinstance(value, getattr(loaded, name)) for name in names)


def _is_arrow(value: Any) -> bool:
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")


def _arrow(value: Any) -> Any:
    """An object with Arrow's C interface, as a table or an array of pyarrow that shares its memory."""
    try:
        import pyarrow as pa
    except ImportError:
        raise TypeError(f"neardup: a {type(value).__name__} takes pyarrow, which this Python does not have: "
                        "pip install pyarrow") from None
    if isinstance(value, (pa.Table, pa.ChunkedArray)):
        return value
    if not hasattr(value, "__arrow_c_stream__"):
        value = pa.array(value)
        return pa.Table.from_struct_array(value) if pa.types.is_struct(value.type) else pa.chunked_array([value])
    try:
        return pa.table(value)
    except (TypeError, pa.ArrowException):  # the stream has arrays, no rows
        return pa.chunked_array(value)


def _column(frame: Any, name: Optional[str]) -> Any:
    columns = list(frame.column_names if _is(frame, "pyarrow", "Table") else frame.columns)
    if name is None and len(columns) == 1:
        name = columns[0]
    if name is None:
        raise TypeError("neardup: column must name the column of the texts; there are "
                        + ", ".join(map(str, columns)))
    if name not in columns:
        raise KeyError(f"neardup: there is no column {name!r}; there are {', '.join(map(str, columns))}")
    return frame[name]


def _joined(given: Any, names: List[str]) -> Any:
    """The texts of several columns: their values, without those that are missing or blank, joined by a space."""
    if not names:
        raise TypeError("neardup: column must name a column of the texts, found an empty list")
    columns = [given.texts(name) if isinstance(given, _files.Sheet) and name in given.columns else _values(_column(given, name))
               for name in names]
    rows = ((str(int(value) if isinstance(value, float) and value.is_integer() else value)  # 7.0, where a 7 is missing
             for value in row if not _missing(value)) for row in zip(*columns))
    texts = [" ".join(text for text in row if text and not text.isspace()) or None for row in rows]
    pandas = _is(given, "pandas", "DataFrame")
    return sys.modules["pandas"].Series(texts, index=given.index, dtype=object) if pandas else texts


def _missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value)) or _is(value, "pandas._libs.missing",
                                                                                    "NAType")


def checked(text: Any, what: str, label: Any) -> Optional[str]:
    """The text, if it is one that SQLite can hold."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise TypeError(f"neardup: {what} of {label!r} must be a str, not {type(text).__name__}")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise ValueError(f"neardup: {what} of {label!r} has {text[error.start]!r} at position {error.start}, which is "
                             "half a character. Was the file read with errors='surrogateescape'? text.encode('utf-8', "
                             "'replace').decode() puts a question mark in its place") from None
    return str(text)


def _index_labels(index: Any) -> Sequence[Any]:
    """The entries of an index of pandas, or the positions if it has one twice, and cannot say which text is meant."""
    labels: Sequence[Any] = index.tolist()
    if index.is_unique:
        return labels
    twice = index[index.duplicated()].tolist()[0]
    warnings.warn(f"neardup: the index has {twice!r} twice, so findings name a text by its position, as iloc does",
                  stacklevel=4)
    return range(len(labels))


def _as_arrow(values: Any) -> Any:
    """A column of texts as pyarrow has it; None if it is none, or of polars where there is no pyarrow, or an old one."""
    if _is(values, "polars", "Series"):
        try:
            values = _arrow(values)
        except (TypeError, ValueError):
            return None
    if not _is(values, "pyarrow", "ChunkedArray"):
        return None
    import pyarrow as pa
    kind = values.type.value_type if pa.types.is_dictionary(values.type) else values.type
    if str(kind) not in ("string", "large_string", "string_view", "null"):
        raise TypeError(f"neardup: the texts must be strings, not Arrow's {kind}")
    return values.cast(pa.large_string())


def _values(column: Any) -> List[Any]:
    values: List[Any] = column.to_pylist() if _is(column, "pyarrow", "ChunkedArray") else list(column)
    return values


def _check_keys(labels: Sequence[Any], values: Sequence[Any], name: str) -> None:
    """Checks that each text has a unique key."""
    seen = set()
    for row, (label, value) in enumerate(zip(labels, values)):
        if _missing(value):
            continue
        if _missing(label):
            raise ValueError(f"neardup: row {row} has no key in the column {name!r}")
        if label in seen:
            raise ValueError(f"neardup: the key {name!r} must tell rows apart, and {label!r} is there twice")
        seen.add(label)


class Texts:
    """The texts that a caller has given, in their order. They reach SQLite as columns. Those in a column of Arrow do so as
    they are: none becomes an object of Python for longer than a moment."""

    def __init__(self, given: Any, labels: Sequence[Any], values: Any, titles: Optional[Sequence[Any]]) -> None:
        self._given, self.labels = given, labels
        self.column = _as_arrow(values)
        if titles is not None and len(titles) != len(labels):
            raise ValueError(f"neardup: there are {len(labels)} texts, but {len(titles)} titles")
        self.titles = titles and [checked(None if _missing(title) else str(title), "the title", label)
                                   for label, title in zip(labels, titles)]
        for label in labels if self.column is None else ():
            if isinstance(label, str):
                checked(label, "the label", label)
        self._values = [] if self.column is not None else [
            checked(None if _missing(value) else value, "the text", label) for label, value in zip(labels, values)]
        # Of the texts with more than white space, by the ids of their sentences, from 1: where they are, and their labels.
        self.positions = array("q", chain([-1], self._which_are_there()))
        self.names = self.positions if isinstance(labels, range) else [None, *map(labels.__getitem__, self.positions[1:])]

    def _which_are_there(self) -> Iterable[int]:
        if self.column is None:
            return (position for position, value in enumerate(self._values) if value and not value.isspace())
        return compress(count(), chain.from_iterable(there.to_pylist() for _, there in self._batches()))

    def _batches(self) -> Iterator[Tuple[Any, Any]]:
        """A few rows of the column of Arrow at a time, and for each whether it has more than white space."""
        import pyarrow.compute as pc
        for chunk in self.column.chunks:
            for start in range(0, len(chunk), ARROW_ROWS):
                batch = chunk.slice(start, ARROW_ROWS)
                yield batch, pc.not_equal(pc.utf8_trim_whitespace(batch), "").fill_null(False)

    def __iter__(self) -> Iterator[Text]:
        values: Iterable[Optional[str]] = self._values
        if self.column is not None:
            values = chain.from_iterable(batch.to_pylist() for batch, _ in self._batches())
        return map(Text, self.labels, self.titles or repeat(None), values)

    def text(self, sentence: int) -> str:
        """The caller's own string, of which no copy is made. Not for a column of Arrow."""
        return self._values[self.positions[sentence]] or ""

    def blobs(self, before: int) -> Iterator[Tuple[int, bytes]]:
        """The texts that are there, as columns for unpack_columns(), each with the number of those before it. A `str` that
        SQLite is given keeps its UTF-8 from then on, which could double what the caller's texts take."""
        if self.column is not None:
            from ._arrow import to_column
            for batch, there in self._batches():
                batch = batch.filter(there)
                yield before, to_column(batch)
                before += len(batch)
            return
        encoded: List[bytes] = []
        size = 0
        for sentence in range(1, len(self.positions)):
            encoded.append(self.text(sentence).encode())
            size += len(encoded[-1])
            if size >= BYTES or sentence + 1 == len(self.positions):
                yield before, _columns.of_texts(encoded)
                before, encoded, size = before + len(encoded), [], 0

    def like(self, values: Sequence[Optional[int]]) -> Any:
        """A whole number for each text, in the form of the texts: for pandas a Series with their index."""
        if _is(self._given, "pandas", "Series", "DataFrame"):
            return sys.modules["pandas"].Series(values, index=self._given.index, dtype="Int64")
        if _is(self._given, "polars", "Series", "DataFrame"):
            polars = sys.modules["polars"]
            return polars.Series("cluster", values, dtype=polars.Int64)
        if _is(self._given, "pyarrow", "Table", "ChunkedArray"):
            pyarrow = sys.modules["pyarrow"]
            return pyarrow.array(values, pyarrow.int64())
        return values

    def only(self, wanted: Sequence[bool]) -> Any:
        """The input without the unwanted texts."""
        if _is(self._given, "pandas", "Series", "DataFrame"):
            return self._given.loc[wanted]
        if _is(self._given, "polars", "Series", "DataFrame"):
            polars = sys.modules["polars"]
            return self._given.filter(polars.Series(wanted, dtype=polars.Boolean))
        if _is(self._given, "pyarrow", "Table", "ChunkedArray"):
            pyarrow = sys.modules["pyarrow"]
            return self._given.filter(pyarrow.array(wanted, pyarrow.bool_()))
        if isinstance(self._given, dict):
            return dict(compress(self._given.items(), wanted))
        return list(compress(self._given, wanted))


def read(given: Any, column: Union[str, List[str], None] = None, titles: Any = None, key: Optional[str] = None,
         sheet: Optional[str] = None) -> Texts:
    """The texts of a list, a dict, a Series, an array, or the column of a DataFrame, a table or a file."""
    if _files.is_file(given):
        given = _files.read(os.fsdecode(given), sheet)
        column = _files.text_column(given) if column is None else column
    elif sheet is not None:
        raise TypeError("neardup: sheet is for the path of a file of Excel, .xlsx")
    frame = _is(given, "pandas", "DataFrame") or _is(given, "polars", "DataFrame") or isinstance(given, _files.Sheet)
    if not frame and _is_arrow(given) and not _is(given, "pandas", "Series") and not _is(given, "polars", "Series"):
        given = _arrow(given)
        frame = _is(given, "pyarrow", "Table")
    elif isinstance(given, (str, bytes)) or not isinstance(given, AnyIterable):
        raise TypeError("neardup: texts must be several: a list, a dict, a Series, a DataFrame, what Arrow has, or the path "
                        f"of a file {' or '.join(_files.SUFFIXES)}, not {type(given).__name__}")
    if _is(given, "pandas", "Series", "DataFrame"):  # only() gives back what is there now, whatever becomes of it
        given = given.copy()
    elif isinstance(given, Mapping):
        given = dict(given)
    for name, value in (("column", column), ("key", key)):
        if value is not None and not frame:
            raise TypeError(f"neardup: {name} is for a DataFrame of pandas or polars, a table of Arrow, or a file")
    if isinstance(titles, str):
        if not frame:
            raise TypeError("neardup: titles may be the name of a column only if texts is a DataFrame or a table")
        titles = _column(given, titles)
    elif isinstance(given, Mapping) and isinstance(titles, Mapping):
        titles = [titles.get(label) for label in given]
    if titles is not None:
        titles = titles.to_pylist() if _is(titles, "pyarrow", "Array") else _values(titles)
    several = isinstance(column, list)
    values: Any = _joined(given, column) if several else _column(given, column) if frame else given
    if isinstance(given, _files.Sheet) and not several:
        values = given.texts(column or given.columns[0])
    if key is not None:
        labels, values = _values(_column(given, key)), _values(values)
        _check_keys(labels, values, key)
        return Texts(given, labels, values, titles)
    if isinstance(values, dict):
        return Texts(given, list(values), values.values(), titles)
    if _is(values, "pandas", "Series"):
        return Texts(given, _index_labels(values.index), values.tolist(), titles)
    if not frame and not _is(values, "polars", "Series") and not _is(values, "pyarrow", "ChunkedArray"):
        given = values = list(values)
    return Texts(given, range(len(values)), values, titles)
