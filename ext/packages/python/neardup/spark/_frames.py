"""The tables as DataFrames: those of the texts, which `neardup load` fills, and those of the findings."""

from __future__ import annotations

import contextlib
import functools
from typing import Callable, Dict, Iterable, Iterator, List, Mapping, Tuple

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from . import _job

Task = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]  # of mapInArrow()
TYPES = {"INTEGER": "long", "REAL": "double", "TEXT": "string", "BLOB": "binary", "": "string"}


@functools.lru_cache(maxsize=None)
def _declared() -> Dict[str, str]:
    """The columns of each table, in the types of Spark. docs/guide/tables.md says what they mean."""
    with contextlib.closing(_job.session()) as session:
        for job in "schema", "find", "templates", "judged_pairs.sql":
            session.run(job)
        return {table: ", ".join(f"{name} {TYPES[kind]}" for name, kind in
                                 session.rows("SELECT name, type FROM pragma_table_info(?)", (table,)))
                for table, in session.rows("SELECT name FROM main.sqlite_schema WHERE type = 'table' UNION ALL "
                                           "SELECT name FROM temp.sqlite_schema WHERE type = 'table'")}


class _Tables(Mapping[str, str]):
    """Some of them, by name. (They are read when they are first wanted: the extension comes to an executor after this module.)"""

    def __init__(self, *names: str) -> None:
        self._names = names

    def __getitem__(self, name: str) -> str:
        if name not in self._names:
            raise KeyError(name)
        return _declared()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


SCHEMAS = _Tables("source", "article", "article_language", "carried", "page", "page_link", "third_party", "sentence", "alias",
                  "damage")

# The tables that the pipeline and the job `templates` fill.
FINDINGS = _Tables("parameters", "choice", "setting", "copy", "not_compared", "signature", "pair", "near_miss", "resemblance",
                   "detection", "member", "cluster", "pair_kind", "pair_evidence", "cluster_group", "template", "template_value")

# Tables that travel between its stages.
PASSED = _Tables("judged", "judgement")


def columns(schema: str) -> List[Tuple[str, str]]:
    """The name and the type of each column."""
    return [(name, kind) for name, kind in (column.split() for column in schema.split(", "))]


def names(schema: str) -> List[str]:
    return [name for name, _ in columns(schema)]


def joint(schemas: Iterable[str]) -> str:
    """The columns of several tables, in one schema. Columns of one name are one."""
    found: Dict[str, str] = {}
    for name, kind in (column for schema in schemas for column in columns(schema)):
        assert found.setdefault(name, kind) == kind, name
    return ", ".join(f"{name} {kind}" for name, kind in found.items())


def arrow_schema(schema: str) -> pa.Schema:
    """The same for Arrow."""
    types = {"int": pa.int32(), "long": pa.int64(), "double": pa.float64(), "string": pa.string(),
             "binary": pa.binary()}
    return pa.schema([(name, types[kind]) for name, kind in columns(schema)])


class Frames:
    """DataFrames by the names of tables, which are attributes, too."""

    frames: Dict[str, DataFrame]

    def __getattr__(self, name: str) -> DataFrame:
        if name.startswith("_") or name not in self.frames:
            raise AttributeError(name)
        return self.frames[name]


class Texts(Frames):
    """Texts in a Spark session. `frames` has a DataFrame for each table of SCHEMAS that there is; source, article
    and sentence always are."""

    def __init__(self, spark: SparkSession, frames: Dict[str, DataFrame]) -> None:
        self.spark, self.frames = spark, frames
