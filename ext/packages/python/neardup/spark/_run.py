"""run(): the whole pipeline, and what it has found."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional

from pyspark.sql import DataFrame

from . import _job
from ._choose import check, chosen
from ._clusters import clusters
from ._kinds import kinds, templates
from ._one_task import SENTENCES_MOST, run_in_one_task
from ._pairs import candidates, verify
from ._signatures import signatures
from ._frames import FINDINGS, Frames, Texts


class Findings(Frames):
    """What was found. `frames` has a DataFrame for each table that the pipeline fills; `texts` are those that were
    compared. Frames are also attributes: found.pair, found.cluster."""

    def __init__(self, texts: Texts, frames: Dict[str, DataFrame]) -> None:
        self.texts, self.frames = texts, frames

    def write(self, folder: str) -> None:
        """Writes all tables, with those of the texts, as Parquet: folder/pair, folder/sentence ... The folder must be
        new. `neardup database FOLDER DB` makes a database of it."""
        from ._store import write

        with _job.explained():
            write(dict(self.texts.frames, **self.frames), folder)


def run(texts: Texts, *, one_task: Optional[bool] = None, **parameters: Any) -> Findings:
    """Runs the pipeline. `parameters` are those of docs/guide/pipeline.md, such as jaccard_least=0.8.

    What it finds does not depend on `one_task`: whether one task does all, or many share the work. By default one
    does if there are at most three million sentences, which it then holds in about a gigabyte of memory, and needs
    seconds for; dividing them would take longer."""
    given = check(parameters)
    _job.ship(texts.spark)
    with _job.explained(), _job.described(texts.spark) as describe:
        if one_task is None:
            describe("counting")
            one_task = texts.sentence.count() <= SENTENCES_MOST
        if one_task:
            describe("all in one task")
            return Findings(texts, run_in_one_task(texts, given))
        return Findings(texts, _run_divided(texts, given, describe))


def _run_divided(texts: Texts, parameters: Dict[str, Any], describe: Callable[[str], None]) -> Dict[str, DataFrame]:
    spark = texts.spark
    describe("choosing parameters")
    setting = chosen(texts, parameters)
    describe("signatures")
    shared = signatures(texts, setting)
    setting = shared.setting
    describe("pairs")
    compared = verify(texts, candidates(texts, shared))
    frames = {
        **setting.frames(spark),
        "copy": shared.copies,
        "not_compared": spark.createDataFrame(sorted(shared.not_compared.items()), FINDINGS["not_compared"]),
        "signature": shared.signature,
        "pair": compared.pair,
        "near_miss": compared.near_miss,
        "resemblance": compared.resemblance,
        "detection": compared.detection,
    }
    describe("clusters")
    frames.update(clusters(texts, setting, frames["pair"], frames["copy"], frames["near_miss"]))
    describe("kinds")
    frames.update(kinds(texts, setting, frames))
    frames.update(templates(texts, setting, frames))
    return {table: frames[table] for table in FINDINGS}
