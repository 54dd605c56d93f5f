"""find() and run(): the pipeline of sql/ on texts in Python, or on a database."""

from __future__ import annotations

import hashlib
import io
import os
import re
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _folder, _texts
from ._connect import Error, Session
from ._findings import Findings, read_findings
from ._script import Output, run_script

STAGES = ("signatures", "pairs", "clusters", "kinds", "summary")

_ARTICLES = {"integer": "a whole number", "real": "a number", "text": "a text"}

Path = Union[str, "os.PathLike[str]"]
Progress = Callable[[str, int, int], None]


def _run(session: Session, script: str, output: Output = Output(), progress: Optional[Progress] = None,
         **settings: Any) -> None:
    """Runs a script, and leaves no transaction behind if that fails."""

    def entered(name: str) -> None:
        stage = os.path.splitext(os.path.basename(name))[0]
        if progress is not None and stage in STAGES:
            progress(stage, STAGES.index(stage) + 1, len(STAGES))

    try:
        run_script(session, script, output, entered=entered, settings=settings)
    except BaseException:
        try:
            session.rows("ROLLBACK")
        except Error:
            pass  # none was open
        raise


def run_pipeline(session: Session, output: Output = Output(), progress: Optional[Progress] = None) -> None:
    """Runs all stages, and prints the summary."""
    _run(session, "sql/pipeline.sql", output, progress)


def run_report(session: Session, output: Output, url: Optional[str] = None) -> None:
    """Prints the report, a web page, whose titles lead to the pattern `url`. Its script puts files together that are
    beside it, with a function of the shell that reads them. Whatever a database asks of it, it reads nothing else."""
    scripts = _folder.path("sql")

    def readfile(name: Any) -> Optional[bytes]:
        path = os.path.normpath(_folder.path(str(name)))
        if not path.startswith(scripts + os.sep):
            return None
        try:
            with open(path, "rb") as file:
                return file.read()
        except OSError:
            return None

    session.define("readfile", readfile)
    _run(session, "sql/report/report.sql", output, url=url)


def set_parameters(session: Session, parameters: Dict[str, Any]) -> Dict[str, Any]:
    """Makes the table of parameters, if need be, and sets some of them: all, or none if one is wrong. Returns what
    they were."""
    _run(session, "sql/shared/connect.sql")
    _run(session, "sql/parameters.sql")
    types = {name: type.lower() for _, name, type, *_ in session.rows("PRAGMA main.table_info(parameters)")
             if name != "id"}
    for name in parameters:
        if name not in types:
            raise TypeError(f"neardup: there is no parameter {name!r}; there are {', '.join(types)}")
    if not parameters:
        return {}
    columns = ", ".join(f'"{name}"' for name in parameters)
    given = ", ".join(f"{name} = {value!r}" for name, value in parameters.items())
    before = dict(zip(parameters, session.rows(f"SELECT {columns} FROM main.parameters")[0]))
    session.rows("SAVEPOINT setting")
    try:
        session.rows(f"UPDATE main.parameters SET ({columns}) = ({', '.join('?' * len(parameters))})"
                     if len(parameters) > 1 else f"UPDATE main.parameters SET {columns} = ?",
                     tuple(parameters.values()))
        session.rows("SELECT fold_text('', fold) FROM main.parameters WHERE fold <> ''")
        for name, value in parameters.items():
            ((found,),) = session.rows(f'SELECT typeof("{name}") FROM main.parameters')
            if found not in (types[name], "null"):
                raise ValueError(f"neardup: {name} must be {_ARTICLES[types[name]]}, not {value!r}")
    except BaseException as error:
        session.rows("ROLLBACK TO setting")
        session.rows("RELEASE setting")
        if isinstance(error, Error):
            raise ValueError(f"neardup: {given} is out of its range: {error}") from None
        raise
    session.rows("RELEASE setting")
    return before


def _detect(session: Session, parameters: Dict[str, Any], progress: Optional[Progress],
            label: Callable[[int], Any], sentences: Iterable[Optional[int]]) -> Findings:
    before = set_parameters(session, parameters)
    summary = io.StringIO()
    session.define("neardup_style", lambda name: "")  # the summary may be printed anywhere
    try:
        run_pipeline(session, Output(summary), progress)
    except BaseException:
        set_parameters(session, before)
        raise
    return read_findings(session, label, sentences, summary.getvalue())


def _key(label: Any) -> Any:
    """A label as SQLite can store it."""
    if hasattr(label, "item") and not isinstance(label, (str, bytes)):
        label = label.item()  # of numpy
    if isinstance(label, int):
        return int(label) if -2**63 <= label < 2**63 else str(label)
    return label if isinstance(label, (float, str, bytes)) else str(label)


def _rows(texts: List[_texts.Text]) -> Iterator[Tuple[int, _texts.Text]]:
    """The texts that there are, numbered as the sentences will be. Text of white space only is left out."""
    return enumerate((text for text in texts if text.text is not None and text.text.strip()), 1)


def _fingerprint(texts: List[_texts.Text]) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for text in texts:
        digest.update(repr((_key(text.label), text.title, text.text)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _store(session: Session, texts: List[_texts.Text], language: Optional[str], database: str) -> None:
    """Fills the tables that the pipeline reads, unless they hold these texts already."""
    _run(session, "sql/shared/guard.sql")
    fingerprint = _fingerprint(texts)
    if session.rows("SELECT 1 FROM main.sqlite_schema WHERE name = 'source'"):
        held = session.rows("SELECT kind, fingerprint, language, finished_at IS NOT NULL FROM main.source")
        if held == [("text", fingerprint, language, 1)]:
            return
        if held:
            raise Error(f"neardup: {database} holds other texts. Nothing was written. Name a new file; or, for "
                        "the texts that it holds, use run()")
    _run(session, "sql/schema.sql")
    count = sum(1 for _ in _rows(texts))
    session.rows("BEGIN IMMEDIATE")
    try:
        session.rows(
            "INSERT INTO main.source (id, name, kind, fingerprint, options, program_version, started_at, "
            "                         finished_at, language, pages, articles, sentences) "
            "VALUES (1, 'texts', 'text', ?, 'whole', neardup_version(), datetime(), datetime(), ?, ?, ?, ?)",
            (fingerprint, language, len(texts), count, count))
        session.insert(
            "INSERT INTO main.article (id, source_id, page_id, namespace, title, titled, key) "
            "VALUES (?, 1, ?, 0, ?, ?, ?)",
            ((number, key if isinstance(key, int) else None,
              f"texts:{number}" if text.title is None else text.title, int(text.title is not None), key)
             for number, text in _rows(texts) for key in (_key(text.label),)))
        session.insert(
            "INSERT INTO main.sentence (id, article_id, position, section, block, text) "
            "VALUES (?, ?, 1, '', 'prose', ?)",
            ((number, number, text.text) for number, text in _rows(texts)))
        session.rows("COMMIT")
    except BaseException:
        session.rows("ROLLBACK")
        raise


def _check_language(language: Optional[str]) -> None:
    if language is not None and (not isinstance(language, str)
                                 or not re.fullmatch(r"simple|[a-z]{2,3}(-[a-z0-9]{1,8})*", language, re.I)):
        raise ValueError(f"neardup: language must be a code such as 'en' or 'pt-BR', or None, not {language!r}")


def _file(database: Path) -> str:
    """The path of a database. What SQLite takes for something else than a file is refused."""
    path = os.fspath(database)
    if not isinstance(path, str) or path == "" or path.startswith((":", "file:")):
        raise ValueError(f"neardup: database must be the path of a file, not {path!r}. For a file of that name write "
                         "./ before it; without a database, the tables are in a temporary one")
    return path


def find(texts: Any, *, column: Optional[str] = None, titles: Any = None, language: Optional[str] = "en",
         database: Optional[Path] = None, progress: Optional[Progress] = None, threads: int = 0,
         memory: Optional[int] = None, jaccard_least: Optional[float] = None,
         edit_similarity_least: Optional[float] = None, contradiction_least: Optional[float] = None,
         fold: Optional[str] = None, shingle: Optional[int] = None,
         shingles_least: Optional[int] = None, shingles_most: Optional[int] = None, bands: Optional[int] = None,
         rows: Optional[int] = None, comparisons_most: Optional[float] = None, clusters: Optional[str] = None,
         judged_most: Optional[int] = None, detection: Optional[str] = None,
         cosine_least: Optional[float] = None) -> Findings:
    """Finds near-duplicates and contradictions among texts.

    texts      several texts: a list or another iterable, whose labels are then 0, 1, 2 ...; a dict from label to
               text; a Series of pandas, whose labels are its index; a Series of polars; or a DataFrame of either,
               with `column`. None, NaN and text of white space only are left out.
    column     the name of the column of a DataFrame that has the texts; not needed if it is the only one
    titles     what each text is about: a list as long as texts, a dict with its labels, or the name of a column.
               Titles help to tell whether two texts are about the same thing.
    language   of the texts, such as 'en' or 'de': whose words for numbers, months and so on are understood
    database   the path of a file to keep the tables in, which must be new, or hold these same texts. Without it
               they are in a temporary database. The report, Datasette and the sqlite3 shell read such a file.
    progress   is called as progress(stage, number, count) when one of the stages begins. On a terminal, a line on
               standard error shows how far long stages are in any case.
    threads    0: one for each processor. The results are the same with any number.

    The others are the parameters of docs/guide/pipeline.md. None means the default that is given there.

    Raises TypeError or ValueError for wrong arguments and neardup.Error for anything else. Ctrl-C ends the work
    with KeyboardInterrupt; a file then has the texts, and no new results.
    """
    given = {"threads": threads, "memory": memory, "jaccard_least": jaccard_least,
             "edit_similarity_least": edit_similarity_least, "contradiction_least": contradiction_least,
             "fold": fold, "shingle": shingle,
             "shingles_least": shingles_least, "shingles_most": shingles_most, "bands": bands, "rows": rows,
             "comparisons_most": comparisons_most, "clusters": clusters, "judged_most": judged_most,
             "detection": detection, "cosine_least": cosine_least}
    parameters = {name: value for name, value in given.items() if value is not None}
    path = "" if database is None else _file(database)
    _check_language(language)
    read = _texts.read(texts, column, titles)
    labels = {number: text.label for number, text in _rows(read)}
    numbers = iter(labels)
    sentences = [next(numbers) if text.text is not None and text.text.strip() else None for text in read]
    session = Session(path)
    try:
        _store(session, read, language, path)
        if path:
            session.rows("DROP TABLE IF EXISTS main.parameters")
        found = _detect(session, parameters, progress, labels.__getitem__, sentences)
    finally:
        session.close()
    found.cluster_ids = _texts.like(texts, found.cluster_ids)
    return found


def run(database: Path, *, progress: Optional[Progress] = None, **parameters: Any) -> Findings:
    """Runs the pipeline on a neardup database, such as neardup-load makes. Its labels are those of the table
    sentence.

    `parameters` are those of docs/guide/pipeline.md, such as jaccard_least=0.8; they are kept in the database, unless this
    fails, and the others are as they were.
    """
    path = _file(database)
    if not os.path.exists(path):
        raise Error(f"neardup: there is no file {path}")
    session = Session(path)
    try:
        return _detect(session, parameters, progress, lambda sentence: sentence, ())
    finally:
        session.close()
