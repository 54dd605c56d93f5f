"""The texts that are compared: DataFrames with the columns of the tables that neardup-load fills."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# The tables of sql/schema.sql that are needed here, in the types of Spark. docs/tables.md says what they mean.
SCHEMAS: Dict[str, str] = {
    "source": "id long, name string, kind string, dump_date string, path string, size long, fingerprint string, "
              "options string, program_version string, started_at string, finished_at string, base string, "
              "language string, pages long, articles long, redirects long, sentences long, damaged long",
    "article": "id long, source_id long, page_id long, namespace long, title string, revision_id long, "
               "revision_time string, titled long, key string",
    "carried": "article_id long, name string, value string",
    "page": "article_id long, site string, address string, time string, status long, content_type string, "
            "encoding string, names_wikipedia long, characters long, boilerplate long",
    "page_link": "article_id long, address string, text string",
    "sentence": "id long, article_id long, position long, paragraph long, section string, block string, text string",
    "alias": "source_id long, title string, target string, section string",
    "damage": "source_id long, byte_offset long, page_title string, message string",
}


class Texts:
    """Texts in a Spark session. `frames` has a DataFrame for each table of SCHEMAS that there is; source, article
    and sentence always are."""

    def __init__(self, spark: "SparkSession", frames: "Dict[str, DataFrame]") -> None:
        self.spark, self.frames = spark, frames

    def __getattr__(self, name: str) -> "DataFrame":
        if name.startswith("_") or name not in self.frames:
            raise AttributeError(name)
        return self.frames[name]
