"""find() and run(): the pipeline on texts in Python, or on a database."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import closing
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from . import _texts, _verdicts
from ._connect import Error, Session, WrongValue
from ._findings import CrossPair, Findings, Rows, read_findings

STAGES = 5  # those of the pipeline, and the summary

Path = Union[str, "os.PathLike[str]"]
Progress = Callable[[str, int, int], None]


def set_parameters(session: Session, parameters: Dict[str, Any]) -> Dict[str, Any]:
    """Makes the table of parameters, if need be, and sets some of them: all, or none if one is wrong, which is a
    ValueError. Returns what they were."""
    wanted = dict(session.rows("SELECT name, wanted FROM neardup_parameters() WHERE owner = 'parameters'"))
    for name, value in parameters.items():
        if name not in wanted:
            raise TypeError(f"neardup: there is no parameter {name!r}; there are {', '.join(wanted)}")
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError):
            raise WrongValue(name, f"must be {wanted[name]}, found {value!r}") from None
    session.run("parameters")
    columns = ", ".join(f'"{name}"' for name in parameters) or "NULL"
    before = dict(zip(parameters, session.rows(f"SELECT {columns} FROM main.parameters")[0]))
    session.run("parameters", parameters)
    return before


def detect(session: Session, parameters: Dict[str, Any], progress: Optional[Progress] = None) -> str:
    """Runs the pipeline with these parameters. Returns its summary."""
    before = set_parameters(session, parameters)
    raised: List[BaseException] = []

    def tell(stage: str, number: int, _: int) -> None:
        try:
            if progress is not None:
                progress(stage, number, STAGES)
        except BaseException as error:  # of which sqlite3 keeps only that there was one
            raised.append(error)
            raise

    session.define("neardup_style", lambda name: "", 1)  # the summary may be printed anywhere
    session.define("neardup_entered", tell, 3)
    try:
        session.run("find", entered="neardup_entered")
        tell("summary", STAGES, STAGES)
        return session.run("summary").replace("\x1b", "\ufffd") + "\n"  # of a text
    except BaseException as error:
        set_parameters(session, before)
        raise (raised or [error])[0]


def _key(label: Any) -> Any:
    """A label as SQLite can store it."""
    if hasattr(label, "item") and not isinstance(label, (str, bytes)):
        label = label.item()  # of numpy
    if isinstance(label, int):
        return int(label) if -2**63 <= label < 2**63 else str(label)
    return label if isinstance(label, (float, str, bytes)) else str(label)


def _fingerprint(texts: _texts.Texts) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for text in texts:
        digest.update(repr((_key(text.label), text.title, text.text)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _is_stored(session: Session, texts: _texts.Texts, language: Optional[str], database: str) -> bool:
    """Whether a file holds these texts already. One with others is refused."""
    session.run("check")
    if not session.rows("SELECT 1 FROM main.sqlite_schema WHERE name = 'source'"):
        return False
    held = session.rows("SELECT kind, fingerprint, language, finished_at IS NOT NULL FROM main.source")
    if held and held != [("text", _fingerprint(texts), language, 1)]:
        raise Error(f"neardup: {database} holds other texts. Nothing was written. Name a new file; or, for the texts that "
                    "it holds, use run()")
    return held != []


def _store(session: Session, collections: Dict[str, _texts.Texts], language: Optional[str],
           fingerprint: Optional[str] = None) -> None:
    """Fills the tables that the pipeline reads, with a source for each collection."""
    session.run("schema")
    session.rows("BEGIN IMMEDIATE")
    try:
        first = 1
        for source, (name, texts) in enumerate(collections.items(), 1):
            count = len(texts.names) - 1
            session.rows(
                "INSERT INTO main.source (id, name, kind, fingerprint, options, program_version, started_at, "
                "                         finished_at, language, pages, articles, sentences) "
                "VALUES (?, ?, 'text', ?, 'whole', neardup_version(), datetime(), datetime(), ?, ?, ?, ?)",
                (source, name, fingerprint, language, len(texts.labels), count, count))
            session.insert(
                "INSERT INTO main.article (id, source_id, page_id, namespace, title, titled, key) "
               f"SELECT id, {source}, iif(typeof(key) = 'integer', key, NULL), 0, ifnull(title, '{name}:' || id), "
                "       title IS NOT NULL, key FROM (SELECT ? AS id, ? AS key, ? AS title)",
                ((first - 1 + number, _key(texts.names[number]), texts.titles and texts.titles[texts.positions[number]])
                 for number in range(1, count + 1)))
            for before, blob in texts.blobs(first - 1):
                session.rows("INSERT INTO main.sentence (id, article_id, position, section, block, text) "
                             "SELECT ?1 + row, ?1 + row, 1, '', 'prose', c1 FROM unpack_columns(?2)", (before, blob))
            first += count
        session.rows("COMMIT")
    except BaseException:
        session.rows("ROLLBACK")
        raise


def check_language(session: Session, language: Optional[str]) -> None:
    """Raises ValueError for a language that the SQL functions refuse, with their message."""
    try:
        session.rows("SELECT * FROM text_differences('', '', ?)", (language,))
    except Error as error:
        reason = str(error).partition("argument language ")[2]
        if not reason:
            raise
        raise WrongValue("language", reason) from None


def _file(database: Path) -> str:
    """The path of a database. Names that SQLite does not treat as files are errors."""
    path = os.fspath(database)
    if not isinstance(path, str) or path == "" or path.startswith((":", "file:")):
        raise ValueError(f"neardup: database must be the path of a file, not {path!r}. For a file of that name write "
                         "./ before it; without a database, the tables are in a temporary one")
    return path


def find(texts: Any, *, column: Union[str, List[str], None] = None, titles: Any = None, key: Optional[str] = None,
         sheet: Optional[str] = None, language: Optional[str] = None,
         database: Optional[Path] = None, verdicts: Optional[Path] = None, judged: bool = False,
         progress: Optional[Progress] = None, **parameters: Any) -> Findings:
    """Finds near-duplicates and contradictions among texts.

    texts      an iterable; a dict from label to text; a Series or DataFrame of pandas or polars; what Arrow has; or the
               path of a file .parquet or .xlsx. None, NaN and text of white space only are left out
    column, key  of a DataFrame, table or file: where the texts are, and their labels; a text may be the values of a
               list of columns, joined by a space
    titles     what each text is about: a list as long as texts, a dict with its labels, or the name of a column
    sheet      the sheet of an .xlsx file, by default the first
    language   of the texts, such as 'en' or 'de'; None: the words of each pair tell
    database   the path of a file to keep the tables in, which must be new, or hold these same texts
    verdicts   the path of a file of JSON lines with what people said of pairs, which Findings.judge() adds to
    judged     whether `kinds` also has pairs that somebody has judged
    progress   is called as progress(stage, number, count) when one of the stages begins
    parameters those of docs/guide/pipeline.md, such as jaccard_least=0.8; None means the default

    Raises TypeError, ValueError or KeyError for wrong arguments and neardup.Error for anything else."""
    path = "" if database is None else _file(database)
    read = _texts.read(texts, column, titles, key, sheet)
    session = Session(path)
    try:
        check_language(session, language)
        if not path or not _is_stored(session, read, language, path):
            _store(session, {"texts": read}, language, _fingerprint(read) if path else None)
        if path:
            session.rows("DROP TABLE IF EXISTS main.parameters")
        given = {name: value for name, value in parameters.items() if value is not None}
        found = _found(session, given, progress, verdicts, judged, read.names.__getitem__, read)
    except BaseException:
        session.close()
        raise
    found.keep(session, path)
    return found


def _found(session: Session, parameters: Dict[str, Any], progress: Optional[Progress], verdicts: Optional[Path], judged: bool,
           label: Callable[[int], Any], given: Optional[_texts.Texts] = None) -> Findings:
    """What detect() finds, with the verdicts of a file."""
    file = None if verdicts is None else _verdicts.File(os.path.abspath(verdicts))
    if file:
        file.take(session)
    found = read_findings(session, label, detect(session, parameters, progress), given, judged)
    found._verdicts = file
    return found


def run(database: Path, *, verdicts: Optional[Path] = None, judged: bool = False, progress: Optional[Progress] = None,
        **parameters: Any) -> Findings:
    """Runs the pipeline on a neardup database, such as `neardup load` makes. Labels are the ids of sentences. The database
    keeps the `parameters`, those of find(), unless this fails, and the `verdicts`."""
    path = _file(database)
    if not os.path.exists(path):
        raise Error(f"neardup: there is no file {path}")
    session = Session(path)
    try:
        found = _found(session, parameters, progress, verdicts, judged, int)
    except BaseException:
        session.close()
        raise
    found.keep(session, path)
    return found


def _side(name: str, texts: Any, column: Union[str, List[str], None]) -> _texts.Texts:
    """The texts of one side. Errors say which."""
    try:
        return _texts.read(texts, column)
    except (TypeError, ValueError, KeyError) as error:
        raise type(error)(f"neardup: {name}: {str(error.args[0]).removeprefix('neardup: ')}") from None


def across(left: Any, right: Any, *,
           column: Union[str, List[str], Tuple[Union[str, List[str], None], Union[str, List[str], None]], None] = None,
           left_column: Union[str, List[str], None] = None, right_column: Union[str, List[str], None] = None,
           language: Optional[str] = None, progress: Optional[Progress] = None, **parameters: Any) -> Rows[CrossPair]:
    """Finds which texts of one collection are in another: the similar pairs of a text of `left` and one of `right`, in
    their order; of texts that are equal after folding, the first. The arguments are those of find(); `column` is the
    name of the column of both, or a pair of names, as are `left_column` and `right_column`."""
    both = column if isinstance(column, tuple) else (column, column)
    sides = {"left": _side("left", left, both[0] if left_column is None else left_column),
             "right": _side("right", right, both[1] if right_column is None else right_column)}
    count = len(sides["left"].names) - 1
    with closing(Session("")) as session:
        check_language(session, language)
        _store(session, sides, language)
        detect(session, parameters, progress)
        session.run("views.sql")
        session.run("across.sql", {"a": 1, "b": 2, "top": 0})  # leaves its temporary tables
        rows = session.rows(
            "WITH same (sentence_id, first_id) AS ("
            "    SELECT sentence_id, first_id FROM copy UNION ALL SELECT text_id, text_id FROM temp.standing), "
            "met (a, b, kind, jaccard) AS ("
            "    SELECT sentence_id, first_b, kind, jaccard"
            "      FROM temp.shared JOIN same ON first_id = text_a WHERE sentence_id <= ?1"
            "     UNION"
            "    SELECT first_a, sentence_id, kind, jaccard"
            "      FROM temp.shared JOIN same ON first_id = text_b WHERE sentence_id > ?1) "
            "SELECT a, b, CASE WHEN x.text = y.text THEN 'identical' WHEN kind = 'identical' THEN 'copyedit' ELSE kind END,"
            "       jaccard, x.text, y.text "
            "  FROM met JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b ORDER BY a, b", (count,))
    return Rows(CrossPair, [CrossPair(sides["left"].names[a], sides["right"].names[b - count], *rest) for a, b, *rest in rows])
