"""The tables as DataFrames: those of the texts, which neardup-load fills, and those of the findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Tuple

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

# The tables of sql/schema.sql that are needed here, in the types of Spark. docs/guide/tables.md says what they mean.
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

# The tables that the pipeline and sql/templates.sql fill.
_PARAMETERS = ("shingle long, shingles_least long, shingles_most long, bands long, rows long, fold string, "
               "jaccard_least double, edit_similarity_least double, contradiction_least double, "
               "comparisons_most double, bucket_most long, neighbours long, representatives long, detection string, vectors string, cosine_least double, "
               "projection_bands long, projection_rows long, clusters string, judged_most long, tables long, "
               "threads long, memory long")
FINDINGS: Dict[str, str] = {
    "parameters": f"id long, {_PARAMETERS}, shown_least double",
    "choice": "name string, value string, reason string",
    "setting": _PARAMETERS,
    "compared_sentence": "sentence_id long, first_id long",
    "not_compared": "reason string, sentences long",
    "signature": "band long, signature long, sentence_id long",
    "pair": "a long, b long, jaccard double, edit_distance long, cosine double",
    "near_miss": "a long, b long, jaccard double",
    "resemblance": "sentence_id long, texts long",
    "detection": "compared long, texts long, texts_in_large_buckets long, colliding_signatures long, "
                 "large_buckets long, candidates long, left_out long, pairs long",
    "member": "cluster_id long, sentence_id long",
    "cluster": "id long, size long, texts long, articles long, representative long, kind string, reason string, "
               "mixed long, score double",
    "pair_kind": "a long, b long, cluster_id long, kind string, score double, reason string, type string, "
                 "value_a string, value_b string",
    "pair_evidence": "a long, b long, topic double, why string",
    "cluster_group": "cluster_id long, group_id long, sentence_id long",
    "template": "cluster_id long, slots long, pattern string",
    "template_value": "cluster_id long, sentence_id long, slot long, value string",
}


def columns(schema: str) -> List[Tuple[str, str]]:
    """The name and the type of each column."""
    return [(name, kind) for name, kind in (column.split() for column in schema.split(", "))]


def arrow_schema(schema: str) -> "pa.Schema":
    """The same for Arrow."""
    import pyarrow as pa

    types = {"int": pa.int32(), "long": pa.int64(), "double": pa.float64(), "string": pa.string(),
             "binary": pa.binary()}
    return pa.schema([(name, types[kind]) for name, kind in columns(schema)])


class Texts:
    """Texts in a Spark session. `frames` has a DataFrame for each table of SCHEMAS that there is; source, article
    and sentence always are."""

    def __init__(self, spark: "SparkSession", frames: "Dict[str, DataFrame]") -> None:
        self.spark, self.frames = spark, frames

    def __getattr__(self, name: str) -> "DataFrame":
        if name.startswith("_") or name not in self.frames:
            raise AttributeError(name)
        return self.frames[name]
