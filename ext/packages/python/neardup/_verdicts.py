"""What people say of two texts: verdicts in a file of JSON lines, and a review, which asks for them."""

from __future__ import annotations

import getpass
import json
import os
import tempfile
import warnings
from html import escape
from typing import Any, Callable, Iterator, NamedTuple, Optional, Tuple

from . import _html
from ._connect import Session, WrongValue

KEYS = {"c": "contradiction", "s": "same", "p": "pattern", "n": "citation", "f": "fixed", "i": "ignore", "d": "duplicate",
        "x": "no duplicate"}
PROMPT = ", ".join(f"{key}: {verdict}" for key, verdict in KEYS.items()) + "; Enter: skip, q: quit "


class Said(NamedTuple):
    """What somebody said of two texts. These are also the members of a line of a file of verdicts."""

    verdict: str  # contradiction, same, pattern, citation, fixed, ignore, duplicate or no duplicate
    text_a: str
    text_b: str
    title_a: str
    title_b: str
    judge: str
    judged_at: str  # UTC
    reason: str


def named(judge: Optional[str]) -> str:
    """Who judges: by default, who runs this."""
    try:
        return getpass.getuser() if judge is None else judge
    except (OSError, KeyError, ImportError):
        raise ValueError("neardup: judge must be a name: this system does not say who you are") from None


def _lines(path: str) -> Iterator[Tuple[Any, ...]]:
    """The lines of a file, each with its number, as rows of temp.filled. What is no verdict at all is told by a warning."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                row = json.loads(line) if line.strip() else {"verdict": ""}
                values = [row.get(name) for name in Said._fields]
                for value in values:
                    if not isinstance(value, (str, type(None))) or "\0" in (value or ""):
                        raise ValueError(f"expected texts, found {value!r:.40}")
                    (value or "").encode()  # not half a character
                yield (number - 1, *values)
            except (ValueError, AttributeError, RecursionError) as error:
                warnings.warn(f"neardup: {path}: line {number}: {error}", stacklevel=6)


def take(session: Session, path: str) -> None:
    """Takes over the verdicts of a file, if it is there; warns of what is none."""
    if not os.path.exists(path):
        return
    names = ", ".join(Said._fields)
    session.rows(f"CREATE TABLE IF NOT EXISTS temp.filled ({names})")
    session.rows("DELETE FROM temp.filled")
    session.insert(f"INSERT INTO temp.filled (rowid, {names}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _lines(path))
    told = session.run("read_verdicts")
    if session.rows("SELECT 1 FROM temp.filled LIMIT 1"):
        warnings.warn(f"neardup: {path}: {told}", stacklevel=4)


def write(session: Session, path: str) -> None:
    """Writes all verdicts into a file, which appears when it is complete."""
    folder = os.path.dirname(os.path.abspath(path))
    descriptor, part = tempfile.mkstemp(prefix=".neardup-", dir=folder)
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            text = session.run("verdicts", {"format": "jsonl"})
            file.write(text + "\n" if text else "")
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(path):
            os.chmod(part, os.stat(path).st_mode & 0o7777)
        os.replace(part, path)
    except BaseException:
        os.unlink(part)
        raise


def give(session: Session, a: int, b: int, verdict: str, judge: str, reason: str, path: str) -> None:
    """Stores a verdict on two sentences, also in the file of this path, unless that is empty."""
    if verdict not in (*KEYS.values(), "none"):
        raise WrongValue("verdict", f"must be {', '.join(KEYS.values())} or none, found {verdict!r}")
    if path:
        take(session, path)
    session.run("verdict", {"a": a, "b": b, "verdict": verdict, "judge": judge, "reason": reason})
    if path:
        write(session, path)


def _show(session: Session, head: str, texts: Tuple[str, str]) -> None:
    """In a notebook as HTML, else as lines of which none controls a terminal."""
    try:
        from IPython import get_ipython  # type: ignore[import-not-found, unused-ignore]
        from IPython.display import HTML, display  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        get_ipython = None
    if get_ipython is not None and get_ipython() is not None:
        display(HTML(f"<p>{escape(head)}</p><p>{_html.differences([texts])[0]}</p>"))
    else:
        print(*session.rows("SELECT neardup_wrap(?), char(10) || neardup_wrap('  ' || mark_differences(?, ?), 2)", (head, *texts))[0])


def review(session: Session, judge: str, choice: Any, label: Callable[[int], Any], path: str, ask: Callable[[str], str]) -> int:
    """Asks for one pair after the other; how many got a verdict."""
    given = 0
    if path:
        take(session, path)
    session.run("review", {"judge": judge, **choice})
    for a, b in session.rows("SELECT a, b FROM temp.asked ORDER BY place"):
        ((kind, likelihood, reason, *texts),) = session.rows(
            "SELECT pair_kind.kind, iif(pair_kind.score > 0, words, ''), reason, x.text, y.text"
            "  FROM pair_kind JOIN likelihood ON likelihood.score = round(pair_kind.score, 2)"
            "  JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b WHERE a = ? AND b = ?", (a, b))
        says = "" if choice.get("sample") else f": {kind}{likelihood and ', a contradiction: '}{likelihood}. {reason}"
        _show(session, f"{label(a)} and {label(b)}{says}", (texts[0], texts[1]))
        answer = ask(PROMPT).strip()
        while answer and answer[0].lower() not in (*KEYS, "q"):
            answer = ask(PROMPT).strip()
        if answer[:1].lower() == "q":
            break
        if answer:
            give(session, a, b, KEYS[answer[0].lower()], judge, answer[1:].strip(), path)
            given += 1
    return given
