"""run(): the whole pipeline, and what it has found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict

from . import _job
from ._choose import choose
from ._clusters import clusters
from ._kinds import kinds, templates
from ._pairs import (CANDIDATES, SIMILAR, candidates, near_miss_frame, pair_frame, resemblance_frame, verify)
from ._signatures import compared_frame, signature_frame, signatures
from ._texts import Texts

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class Findings:
    """What was found. `frames` has a DataFrame for each table that the pipeline fills; `texts` are those that were
    compared. Frames are also attributes: found.pair, found.cluster."""

    def __init__(self, texts: Texts, frames: "Dict[str, DataFrame]") -> None:
        self.texts, self.frames = texts, frames

    def __getattr__(self, name: str) -> "DataFrame":
        if name.startswith("_") or name not in self.frames:
            raise AttributeError(name)
        return self.frames[name]

    def write(self, folder: str) -> None:
        """Writes all tables, with those of the texts, as Parquet: folder/pair, folder/sentence ... The folder must be
        new. `neardup database FOLDER DB` makes a database of it."""
        from ._store import write

        write(dict(self.texts.frames, **self.frames), folder)


def run(texts: Texts, **parameters: Any) -> Findings:
    """Runs the pipeline. `parameters` are those of docs/pipeline.md, such as jaccard_least=0.8."""
    from pyspark.sql import functions as F

    spark = texts.spark
    context = spark.sparkContext
    _job.ship(spark)
    try:
        context.setJobDescription("neardup: choosing parameters")
        setting = choose(texts, **parameters)
        context.setJobDescription("neardup: signatures")
        shared = signatures(texts, setting)
        setting = shared.setting
        context.setJobDescription("neardup: pairs")
        meeting = candidates(texts, shared)
        compared = verify(texts, meeting)
        counts = {row.kind: row for row in compared.groupBy("kind").agg(
            F.count("*").alias("rows"), F.sum("number").alias("number")).collect()}
        frames = {
            **setting.frames(spark),
            "compared_sentence": compared_frame(shared),
            "not_compared": spark.createDataFrame(sorted(shared.not_compared.items()),
                                                  "reason string, sentences long"),
            "signature": signature_frame(shared),
            "pair": pair_frame(compared, shared),
            "near_miss": near_miss_frame(compared),
            "resemblance": resemblance_frame(compared),
            "detection": spark.createDataFrame(
                [(shared.compared, shared.texts, meeting.texts_in_large_buckets, shared.rows, meeting.large_buckets,
                  counts[CANDIDATES].number if CANDIDATES in counts else 0, meeting.left_out,
                  (counts[SIMILAR].rows if SIMILAR in counts else 0) + shared.compared - shared.texts)],
                "compared long, texts long, texts_in_large_buckets long, colliding_signatures long, "
                "large_buckets long, candidates long, left_out long, pairs long"),
        }
        context.setJobDescription("neardup: clusters")
        frames.update(clusters(texts, setting, frames["pair"], frames["compared_sentence"]))
        context.setJobDescription("neardup: kinds")
        frames.update(kinds(texts, setting, frames))
        frames.update(templates(texts, setting, frames))
        return Findings(texts, frames)
    finally:
        context.setJobDescription(None)
