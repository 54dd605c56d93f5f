"""Which texts share a signature: sql/sentences/signatures.sql, on many executors.

    hash     each task hashes its texts, and divides the signatures into parts by band and value, in C
    shuffle  Spark brings each part together: a few rows of some hundred kilobytes, not one for each signature
    match    each task finds in its part the signatures that several texts have, in C
"""

from __future__ import annotations

import secrets
from typing import Any, Dict, Iterator, List, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame, functions as F

from .._arrow import from_column, to_column
from .._connect import Error
from . import _job
from ._slices import fill, kept, keys, one_row, read, slice_of, some, whole
from ._frames import Task, Texts, arrow_schema
from ._choose import Setting

BYTES_OF_A_PART = 48 << 20
BYTES_OF_A_SIGNATURE = 18

# What rows are, in the frames between the steps.
SIGNATURES, COMPARED, NOT_COMPARED, COPY, SHARED = range(5)

HASHED = "key int, kind int, reason string, number long, records binary"
FOUND = "kind int, reason string, band int, signature long, id long, first long, texts long"


class Signatures(NamedTuple):
    """What signatures() has found.

    setting    with bucket_most, which it has chosen, if that was not set
    found      a cached DataFrame of all rows: see FOUND
    sizes      how many buckets there are of each size
    compared   compared sentences
    texts      distinct texts among them
    not_compared  sentences that are left out, by reason
    rows       rows of the table signature"""

    setting: Setting
    found: DataFrame
    sizes: Dict[int, int]
    compared: int
    texts: int
    not_compared: Dict[str, int]
    rows: int

    @property
    def signature(self) -> DataFrame:
        """The table signature."""
        return self.found.where(F.col("kind") == SHARED).select(
            F.col("band").cast("long").alias("band"), "signature", F.col("id").alias("sentence_id"))

    @property
    def copies(self) -> DataFrame:
        """The table copy."""
        return self.found.where(F.col("kind") == COPY).select(
            F.col("id").alias("sentence_id"), F.col("first").alias("first_id"))


def _hash_task(values: Dict[str, Any], key: bytes, part_keys: List[int], seed: int, choosing: bool) -> Task:
    """Hashes the texts that are to be compared. If `choosing`, says which these are."""

    def hashed(texts: pa.Table) -> Iterator[pa.RecordBatch]:
        schema = arrow_schema(HASHED)
        with slice_of(values) as session:
            fill(session, "sentence", texts)
            # A batch for each part, so that neither this process nor the JVM holds all of them several times.
            for part, records in session.rows(
                    "SELECT part, records"
                    "  FROM signature_parts(keep_collection('texts', ("
                    "                           SELECT collect_signatures(id, text, shingle, bands, rows, hashes,"
                    "                                                     scheme, ?, threads, memory, ?,"
                    "                                                     length_least, length_most)"
                    "                             FROM setting"
                    "                            CROSS JOIN length_limit"
                    "                            CROSS JOIN folded_sentence)),"
                    "                       ?)", (seed, key, len(part_keys))):
                yield one_row(schema, part_keys[part], SIGNATURES, None, None, records)
            if choosing:
                counts = dict(session.rows("SELECT name, number FROM collection_counts(kept_collection('texts'))"))
                ((sentences,),) = session.rows("SELECT count(*) FROM sentence")
                left_out = {"shorter": counts["shorter"], "longer": counts["longer"], "marks": counts["empty"],
                            "table": sentences - sum(counts.values())}
                for reason, number in left_out.items():
                    if number > 0:
                        yield one_row(schema, part_keys[0], NOT_COMPARED, reason, number, None)
                for part, ids in session.rows("SELECT sentence_id % ?1, pack_column(sentence_id)"
                                              "  FROM compared_sentence GROUP BY 1", (len(part_keys),)):
                    yield one_row(schema, part_keys[part], COMPARED, None, None, ids)

    def task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for texts in some(batches):
            yield from hashed(texts)

    return task


def _match_task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Finds in one part which texts share a signature."""
    schema = arrow_schema(FOUND)
    table = whole(batches)
    if table is None:
        return
    for row in table.filter(pc.equal(table["kind"], NOT_COMPARED)).to_pylist():
        yield one_row(schema, NOT_COMPARED, row["reason"], None, None, None, None, row["number"])
    # All rows of an id are in this part.
    compared = pa.chunked_array([from_column(records.as_py(), pa.int64()) for records in
                                 table.filter(pc.equal(table["kind"], COMPARED))["records"]], pa.int64())
    if pc.count_distinct(compared).as_py() < len(compared):
        counts = pc.value_counts(compared)
        twice = counts.filter(pc.greater(counts.field("counts"), 1)).field("values")[0].as_py()
        raise Error(f"neardup: there are two sentences with the id {twice}; ids must be unique")
    yield one_row(schema, COMPARED, None, None, None, None, None, len(compared))
    parts = table.filter(pc.equal(table["kind"], SIGNATURES))["records"]
    del table
    with slice_of() as session:
        session.rows("CREATE TEMP TABLE shared AS SELECT band, signature, id FROM shared_signatures("
                     "    keep_collection('texts', (SELECT collect_signature_parts(c1) FROM unpack_columns(?))))",
                     (to_column(parts),))
        del parts
        yield read(session, schema,
                   f"SELECT {COPY} AS kind, NULL AS reason, NULL AS band, NULL AS signature, id, first_id AS first,"
                   "        NULL AS texts"
                   "   FROM signature_copies(kept_collection('texts'))")
        session.rows("SELECT keep_collection('texts')")
        yield read(session, schema,
                   f"SELECT {SHARED} AS kind, NULL AS reason, band, signature, id,"
                   "        first_value(id) OVER bucket AS first, count(*) OVER bucket AS texts"
                   "   FROM temp.shared"
                   " WINDOW bucket AS (PARTITION BY band, signature)")


def _parts_for(texts: int, bands: int, cores: int) -> int:
    """In how many parts to divide the signatures of so many texts."""
    return min(max(cores, texts * (bands + 1) * BYTES_OF_A_SIGNATURE // BYTES_OF_A_PART), 4096)


def _matched(sentences: DataFrame, values: Dict[str, Any], texts: int, seed: int, choosing: bool) -> DataFrame:
    cores = sentences.sparkSession.sparkContext.defaultParallelism
    part_keys = keys(_parts_for(texts, values["bands"], cores))
    task = _hash_task(dict(values, threads=1), secrets.token_bytes(16), part_keys, seed, choosing)
    hashed = sentences.mapInArrow(task, HASHED)
    return hashed.repartition(len(part_keys), "key").mapInArrow(_match_task, FOUND)


def signatures(texts: Texts, setting: Setting) -> Signatures:
    """Finds the sentences that are compared, which of them are copies, and which texts share a signature."""
    _job.ship(texts.spark)
    bands = setting.values["bands"]
    sentences = texts.sentence.select("id", "block", "text")
    seed = setting.values["seed"]
    found = kept(_matched(sentences, setting.values, setting.sentences, seed, True))

    def count(frame: DataFrame) -> Dict[tuple[int, Any, Any], int]:
        return {(row.kind, row.reason, row.texts): row.rows for row in
                frame.groupBy("kind", "reason", "texts").agg(F.count("*").alias("rows")).collect()}

    counts = count(found)
    not_compared = {"shorter": 0}  # which sql/sentences/signatures.sql always counts
    for kind, reason, sentences_left_out in counts:
        if kind == NOT_COMPARED:
            not_compared[reason] = (not_compared.get(reason, 0)
                                    + sentences_left_out * counts[kind, reason, sentences_left_out])
    sizes = {size: rows // size for (kind, _, size), rows in counts.items() if kind == SHARED}
    compared = sum(texts * rows for (kind, _, texts), rows in counts.items() if kind == COMPARED)
    distinct = compared - counts.get((COPY, None, None), 0)
    setting = setting.limit_buckets(sizes.items(), distinct)
    most = setting.values["bucket_most"]
    if setting.values["scheme"] == "banded" and any(size > most for size in sizes):
        large = found.where((F.col("kind") == SHARED) & (F.col("texts") > most)).select("id").distinct()
        rows = sum(size * number for size, number in sizes.items() if size > most)
        second = _matched(sentences.join(large, "id", "left_semi"), setting.values, rows, seed + 1, False)
        second = kept(second.where(F.col("kind") == SHARED).withColumn("band", F.col("band") + F.lit(bands)))
        for (_, _, size), rows in count(second).items():
            sizes[size] = sizes.get(size, 0) + rows // size
        found = found.unionByName(second)
    return Signatures(setting, found, sizes, compared, distinct, not_compared, sum(s * n for s, n in sizes.items()))
