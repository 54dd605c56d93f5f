"""Takes this package to the executors, and opens SQLite with the extension there.

The package travels as one archive: Python imports its modules from it, and Spark unpacks it for the extension and
the program. So nothing has to be installed on the executors but Python with pyarrow, and a sqlite3
that loads extensions, or apsw or pysqlite3 (see neardup.load).
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
import zipfile
from contextlib import contextmanager
from typing import Callable, Dict, Iterator

from pyspark import SparkFiles
from pyspark.sql import SparkSession

from .. import _folder
from .._connect import Error, Session

ARCHIVE = "neardup-package.zip"

_shipped: Dict[str, str] = {}  # by application, the archive


def _pack(archive: str) -> None:
    folder = _folder.path()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for place, folders, names in os.walk(folder):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            for name in sorted(names):
                path = os.path.join(place, name)
                packed.write(path, os.path.join("neardup", os.path.relpath(path, folder)))


def ship(spark: SparkSession) -> None:
    """Sends this package to all executors of the application, once."""
    try:
        context = spark.sparkContext
    except Exception as error:
        raise Error("neardup.spark needs a SparkSession with a SparkContext; one of Spark Connect has none") from error
    if context.applicationId in _shipped:
        return
    folder = tempfile.mkdtemp(prefix="neardup-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)  # the driver serves it as long as it lives
    archive = os.path.join(folder, ARCHIVE)
    _pack(archive)
    context.addPyFile(archive)
    context.addArchive(f"{archive}#{ARCHIVE}.d")
    _shipped[context.applicationId] = archive


def _find_files() -> None:
    """On an executor, whose modules are in the archive, finds the unpacked files."""
    if os.path.isdir(_folder.path()):
        return
    _folder.use(os.path.join(SparkFiles.get(f"{ARCHIVE}.d"), "neardup"))


def program() -> str:
    """The path of the program neardup on this executor."""
    _find_files()
    path = _folder.path("neardup")
    if not os.path.exists(path):
        raise Error("neardup: this installation cannot read dumps and other files: it was compiled from the source "
                    "distribution. Install a wheel")
    if not os.access(path, os.X_OK):
        os.chmod(path, 0o755)  # not every way of unpacking keeps the mode
    return path


def session(path: str = "") -> Session:
    """A database in memory, or in this file, with the functions of the extension. The caller closes it."""
    _find_files()
    return Session(path)


@contextmanager
def local_folder() -> Iterator[str]:
    """A folder of this task in Spark's local folder, which is gone afterwards."""
    local = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")[0]
    with tempfile.TemporaryDirectory(prefix="neardup-", dir=local if os.path.isdir(local) else None) as folder:
        yield folder


@contextmanager
def explained() -> Iterator[None]:
    """Raises what neardup says in a task as neardup.Error, without Spark's words around it."""
    try:
        yield
    except Exception as error:
        found = re.search(r"neardup\._connect\.\w+: neardup: (.*)", str(error))
        if found is None:
            raise
        raise Error(f"neardup: {found[1]}") from error


@contextmanager
def described(spark: SparkSession) -> Iterator[Callable[[str], None]]:
    """A function that describes the jobs that follow, until the block ends; then the caller's description is back."""
    context = spark.sparkContext
    before = context.getLocalProperty("spark.job.description")
    try:
        yield lambda what: context.setJobDescription(f"neardup: {what}")
    finally:
        context.setJobDescription(before)


def threads(spark: SparkSession, tasks: int) -> int:
    """How many threads a task may start. On one machine, a job of fewer tasks than processors gets the others, too."""
    context = spark.sparkContext
    own = int(context.getConf().get("spark.task.cpus", "1"))
    return max(own, context.defaultParallelism // tasks) if context.master.startswith("local") else own
