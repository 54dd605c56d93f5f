"""Texts in the forms in which analysts have them, as triples of label, title and text."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable as AnyIterable
from collections.abc import Mapping
from typing import Any, Iterable, List, NamedTuple, Optional, Sequence, Union


class Text(NamedTuple):
    label: Any  # as the caller has it: a position, a key, an entry of the index
    title: Optional[str]
    text: Optional[str]  # None where there is none


def _is(value: Any, module: str, *names: str) -> bool:
    """Whether this is an object of a class of this module, which is not imported for the question."""
    loaded = sys.modules.get(module)
    return loaded is not None and any(isinstance(value, getattr(loaded, name)) for name in names)


def _column(frame: Any, name: Optional[str]) -> Any:
    columns = list(frame.columns)
    if name is None and len(columns) == 1:
        name = columns[0]
    if name is None:
        raise TypeError("find(): column must name the column of the texts; there are "
                        + ", ".join(map(str, columns)))
    if name not in columns:
        raise KeyError(f"find(): there is no column {name!r}; there are {', '.join(map(str, columns))}")
    return frame[name]


def _missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value)) or _is(value, "pandas._libs.missing",
                                                                                    "NAType")


def _titles(texts: Any, titles: Any, count: int) -> Sequence[Any]:
    if titles is None:
        return [None] * count
    if isinstance(titles, str):
        if not (_is(texts, "pandas", "DataFrame") or _is(texts, "polars", "DataFrame")):
            raise TypeError("find(): titles may be the name of a column only if texts is a DataFrame")
        titles = _column(texts, titles)
    if isinstance(texts, Mapping) and isinstance(titles, Mapping):
        titles = [titles.get(label) for label in texts]
    listed = list(titles)
    if len(listed) != count:
        raise ValueError(f"find(): there are {count} texts, but {len(listed)} titles")
    return listed


def _check_labels(labels: Sequence[Any]) -> None:
    seen = set()
    for label in labels:
        if label in seen:
            raise ValueError(f"find(): the index has {label!r} twice, so a finding could not say which text it is "
                             "about. Give the texts an index of their own, as reset_index(drop=True) does")
        seen.add(label)


def _check_characters(text: str, what: str, label: Any) -> None:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise ValueError(f"find(): {what} of {label!r} has {text[error.start]!r} at position {error.start}, which is "
                             "half a character. Was the file read with errors='surrogateescape'? text.encode('utf-8', "
                             "'replace').decode() puts a question mark in its place") from None


def like(texts: Any, values: Any) -> Any:
    """A value for each text, for a Series or a DataFrame of pandas as a Series of whole numbers with its index."""
    if not (_is(texts, "pandas", "Series") or _is(texts, "pandas", "DataFrame")):
        return values
    return sys.modules["pandas"].Series(values, index=texts.index, dtype="Int64")


def read(texts: Any, column: Optional[str] = None,
         titles: Union[None, str, Iterable[Any], Mapping[Any, Any]] = None) -> List[Text]:
    """The texts of a list, a dict, a Series, or the column of a DataFrame."""
    frame = _is(texts, "pandas", "DataFrame") or _is(texts, "polars", "DataFrame")
    if column is not None and not frame:
        raise TypeError("find(): column is for a DataFrame of pandas or polars")
    if isinstance(texts, (str, bytes)) or not isinstance(texts, AnyIterable):
        raise TypeError("find(): texts must be several: a list, a dict, a Series or a DataFrame, not "
                        + type(texts).__name__)
    values: Any = _column(texts, column) if frame else texts
    if isinstance(values, Mapping):
        labels, values = list(values), list(values.values())
    elif _is(values, "pandas", "Series"):
        labels, values = values.index.tolist(), values.tolist()
        _check_labels(labels)
    else:
        values = list(values)
        labels = list(range(len(values)))
    found = []
    for label, title, value in zip(labels, _titles(texts, titles, len(values)), values):
        if _missing(value):
            value = None
        elif not isinstance(value, str):
            raise TypeError(f"find(): the text of {label!r} must be a str, not {type(value).__name__}")
        name = None if _missing(title) else str(title)
        for text, what in ((value, "the text"), (name, "the title"), (label, "the label")):
            if isinstance(text, str):
                _check_characters(text, what, label)
        found.append(Text(label, name, None if value is None else str(value)))
    return found
