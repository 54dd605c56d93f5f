"""The tables as DataFrames: those of the texts, which neardup-load fills, and those of the findings."""

from __future__ import annotations

import contextlib
import pkgutil
import re
import sqlite3
from typing import TYPE_CHECKING, Dict, Iterable, List, Tuple

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

TYPES = {"INTEGER": "long", "REAL": "double", "TEXT": "string", "BLOB": "binary", "": "string"}
DEFINITION = r"^CREATE (?:TEMP TABLE|TABLE IF NOT EXISTS) [\w.]+ \(.*?^\)[^;]*;"


def _schemas(script: str, *tables: str) -> Dict[str, str]:
    """The columns of these tables, which a script of sql/ defines, in the types of Spark. docs/guide/tables.md says
    what they mean. An executor reads the script from the archive that has this module."""
    text = (pkgutil.get_data("neardup", f"sql/{script}.sql") or b"").decode("utf-8")
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        for statement in re.findall(DEFINITION, text, re.M | re.S):
            db.execute(statement)
        return {table: ", ".join(f"{name} {TYPES[kind]}" for name, kind in
                                 db.execute("SELECT name, type FROM pragma_table_info(?)", (table,)))
                for table in tables}


SCHEMAS = _schemas("tables/text_tables", "source", "article", "article_language", "carried", "page", "page_link", "third_party",
                   "sentence", "alias", "damage")

# The tables that the pipeline and sql/templates.sql fill.
FINDINGS = {
    **_schemas("tables/parameter_tables", "parameters"),
    **_schemas("tables/sentence_tables", "choice", "setting", "copy", "not_compared", "signature", "pair", "near_miss",
               "resemblance", "detection", "member", "cluster", "pair_kind", "pair_evidence",
               "cluster_group"),
    **_schemas("tables/template_tables", "template", "template_value"),
}

# Tables that travel between its stages.
PASSED = {**_schemas("kinds/judged_pairs", "judged"), **_schemas("tables/sentence_tables", "judgement")}


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


def arrow_schema(schema: str) -> "pa.Schema":
    """The same for Arrow."""
    import pyarrow as pa

    types = {"int": pa.int32(), "long": pa.int64(), "double": pa.float64(), "string": pa.string(),
             "binary": pa.binary()}
    return pa.schema([(name, types[kind]) for name, kind in columns(schema)])


class Frames:
    """DataFrames by the names of tables, which are attributes, too."""

    frames: "Dict[str, DataFrame]"

    def __getattr__(self, name: str) -> "DataFrame":
        if name.startswith("_") or name not in self.frames:
            raise AttributeError(name)
        return self.frames[name]


class Texts(Frames):
    """Texts in a Spark session. `frames` has a DataFrame for each table of SCHEMAS that there is; source, article
    and sentence always are."""

    def __init__(self, spark: "SparkSession", frames: "Dict[str, DataFrame]") -> None:
        self.spark, self.frames = spark, frames
