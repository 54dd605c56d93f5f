"""neardup.spark - the functions of neardup inside Spark, for texts that outgrow one machine.

    from neardup import spark as neardup_spark

    texts = neardup_spark.read_dumps(spark, ["enwiki-latest-pages-articles.xml.bz2"])
    found = neardup_spark.run(texts)
    found.write("findings")

Spark reads, shuffles, joins and retries. What is compared, and how, is computed by the same SQLite extension and
scripts as everywhere else, on the executors, in databases in memory. The findings are those of the pipeline in
SQLite, row by row, whatever the number of partitions and executors.

This needs pyspark 3.5 or later, with pyarrow.
"""

from ._choose import Setting, choose
from ._clusters import clusters
from ._kinds import kinds, templates
from ._pairs import Candidates, Verified, candidates, verify
from ._read import read_dumps
from ._run import Findings, run
from ._signatures import Signatures, signatures
from ._store import from_frame, read_parquet
from ._frames import Texts

__all__ = ["Candidates", "Findings", "Setting", "Signatures", "Texts", "Verified", "candidates", "choose", "clusters",
           "from_frame", "kinds", "read_dumps", "read_parquet", "run", "signatures", "templates", "verify"]
