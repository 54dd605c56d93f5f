"""Tables in files: Parquet, which takes pyarrow, and the sheets of Excel (.xlsx), which take openpyxl. Neither is imported
before a file asks for it.

As of a CSV file, the column of the texts need not be named if it is called text, or if its texts are, in the first
thousand rows, on average at least twice as long as those of any other column; web addresses do not count.
"""

from __future__ import annotations

import datetime
import os
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

from ._connect import Error

SUFFIXES = (".parquet", ".xlsx")
SAMPLE_ROWS = 1000


class Sheet:
    """The rows of a sheet, each as a dict, and its columns. The first row that is not empty names these; one without a name,
    and empty rows at the end, are left out."""

    def __init__(self, path: str, name: Optional[str]) -> None:
        self._path, self._name = path, name
        rows = _cells(path, name)
        while rows and not any(cell is not None for cell in rows[-1]):
            rows.pop()
        self._first = next((number for number, row in enumerate(rows, 1) if any(cell is not None for cell in row)), 0)
        header = rows[self._first - 1] if rows else ()
        self._places = {str(cell): place for place, cell in enumerate(header) if cell is not None}
        if len(self._places) < sum(cell is not None for cell in header):
            raise ValueError(f"neardup: {path} has two columns of one name; there are {', '.join(map(str, header))}")
        self.columns, self._rows = list(self._places), rows[self._first:]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return (dict(zip(self.columns, row)) for row in zip(*map(self.__getitem__, self.columns)))

    def __getitem__(self, column: str) -> List[Any]:
        place = self._places[column]
        return [row[place] if place < len(row) else None for row in self._rows]

    def texts(self, column: str) -> List[Optional[str]]:
        """The visible value of a cell. A formula has the value that Excel has computed; one without is an error."""
        cells = self[column]
        if None in cells:
            formulas, place = _cells(self._path, self._name, formulas=True), self._places[column]
            for number, (cell, row) in enumerate(zip(cells, formulas[self._first:]), self._first + 1):
                if cell is None and place < len(row) and row[place] is not None:
                    raise ValueError(f"neardup: {self._path}: the column {column!r} has a formula in row {number} whose value was "
                                     "never computed. Open the file in Excel or LibreOffice, and save it")
        return [_text_of(cell) for cell in cells]


def _cells(path: str, sheet: Optional[str], formulas: bool = False) -> List[Tuple[Any, ...]]:
    """The cells of a sheet, by default of the first."""
    import openpyxl
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=not formulas)
    except FileNotFoundError:
        raise
    except Exception as error:  # of zip archives, of XML and its own
        raise Error(f"neardup: {path} is not an .xlsx file that openpyxl can read: {error}") from None
    try:
        sheets = {found.title: found for found in book.worksheets}
        if sheet is not None and sheet not in sheets:
            raise KeyError(f"neardup: {path} has no sheet {sheet!r}; there are {', '.join(sheets)}")
        return list((sheets[sheet] if sheet is not None else book.worksheets[0]).iter_rows(values_only=True))
    finally:
        book.close()


def _text_of(cell: Any) -> Optional[str]:
    from openpyxl.cell.cell import ERROR_CODES
    if cell is None or cell in ERROR_CODES:
        return None
    if isinstance(cell, datetime.datetime):
        return str(cell.date() if cell.time() == datetime.time() else cell)
    return str(cell)


def is_file(given: Any) -> bool:
    """Whether the name is that of such a file."""
    return isinstance(given, (str, os.PathLike)) and os.fsdecode(given).lower().endswith(SUFFIXES)


def read(path: str, sheet: Optional[str]) -> Any:
    """The table in a file: one of pyarrow, or a Sheet."""
    is_parquet = path.lower().endswith(".parquet")
    if sheet is not None and is_parquet:
        raise TypeError(f"neardup: sheet is for a file of Excel, and {path} is Parquet")
    try:
        return _parquet(path) if is_parquet else Sheet(path, sheet)
    except FileNotFoundError:
        raise Error(f"neardup: there is no file {path}") from None
    except ImportError:
        package = "pyarrow" if is_parquet else "openpyxl"
        raise Error(f"neardup: {path} takes {package}, which this Python does not have: pip install {package}") from None


def _parquet(path: str) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq
    try:
        return pq.read_table(path)
    except FileNotFoundError:
        raise
    except (pa.ArrowException, OSError) as error:
        raise Error(f"neardup: {path} is not a Parquet file that pyarrow can read: {error}") from None


def text_column(table: Any) -> Optional[str]:
    """The column of the texts; None if no column is clear."""
    if isinstance(table, Sheet):
        samples: Dict[str, Sequence[Any]] = {name: table[name][:SAMPLE_ROWS] for name in table.columns}
    else:
        samples = table.slice(0, SAMPLE_ROWS).to_pydict()
    if len(samples) == 1 or "text" in samples:
        return "text" if "text" in samples else next(iter(samples))
    lengths = {name: sum(len(value) for value in values if isinstance(value, str)
                         and not value.startswith(("http://", "https://"))) for name, values in samples.items()}
    *_, next_longest, longest = sorted([0, 0, *lengths.values()])
    return max(lengths, key=lengths.__getitem__) if 0 < longest >= 2 * next_longest else None
