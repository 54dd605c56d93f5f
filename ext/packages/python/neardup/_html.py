"""Tables for notebooks. Texts are shown as they are, never as markup."""

from __future__ import annotations

from contextlib import closing
from html import escape
from typing import Any, Iterable, List, Sequence, Tuple

from ._connect import Session

MEMBERS_MOST = 20  # of a list in a cell
PIECE_MOST = 400  # characters of a piece of a text; of a longer one, both ends are shown


def _piece(text: str) -> str:
    if len(text) > PIECE_MOST:
        text = f"{text[:PIECE_MOST // 2]} … {text[-PIECE_MOST // 2:]}"
    return escape(text)


def differences(pairs: Iterable[Tuple[str, str]]) -> List[str]:
    """For each pair of texts, both as one: words of only the first are struck out, of only the second underlined."""
    with closing(Session("")) as session:
        return ["".join(_piece(a) if change == "equal" else
                        (f"<del>{_piece(a)}</del>" if a else "") + (f"<ins>{_piece(b)}</ins>" if b else "")
                        for change, a, b in session.rows("SELECT change, text_a, text_b FROM text_differences(?, ?)",
                                                         pair))
                for pair in pairs]


def _cell(value: Any) -> str:
    if isinstance(value, list) and len(value) > MEMBERS_MOST:
        value = f"{str(value[:MEMBERS_MOST])[:-1]}, …]"
    return _piece("" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value))


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]], marked: bool, all_rows: int) -> str:
    """A table of rows, of `all_rows` that there are. If they are `marked`, their last cells are HTML already."""
    def line(tag: str, cells: Iterable[str]) -> str:
        return "<tr>" + "".join(f'<{tag} style="text-align: left">{cell}</{tag}>' for cell in cells) + "</tr>"

    plain = len(columns) - marked
    body = "".join(line("td", [*map(_cell, row[:plain]), *row[plain:]]) for row in rows)
    more = f"<p>{all_rows - len(rows):,} more</p>" if all_rows > len(rows) else ""
    return f"<table>{line('th', map(escape, columns))}{body}</table>{more}"
