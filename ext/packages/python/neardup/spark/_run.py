"""run(): the whole pipeline, and what it has found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict

from . import _job
from ._choose import choose
from ._clusters import clusters
from ._kinds import kinds, templates
from ._pairs import candidates, verify
from ._signatures import signatures
from ._frames import Texts

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
        compared = verify(texts, candidates(texts, shared))
        frames = {
            **setting.frames(spark),
            "compared_sentence": shared.compared_sentence,
            "not_compared": spark.createDataFrame(sorted(shared.not_compared.items()),
                                                  "reason string, sentences long"),
            "signature": shared.signature,
            "pair": compared.pair,
            "near_miss": compared.near_miss,
            "resemblance": compared.resemblance,
            "detection": compared.detection,
        }
        context.setJobDescription("neardup: clusters")
        frames.update(clusters(texts, setting, frames["pair"], frames["compared_sentence"]))
        context.setJobDescription("neardup: kinds")
        frames.update(kinds(texts, setting, frames))
        frames.update(templates(texts, setting, frames))
        return Findings(texts, frames)
    finally:
        context.setJobDescription(None)
