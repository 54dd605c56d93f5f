"""cluster_faults.py - a cluster of Spark on this machine finds what the pipeline finds in SQLite, also when an executor
is killed while a stage runs, when files between two stages are lost, and when a dump is damaged. Each test makes sure
that the fault has happened.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import spark_session
from counting import LONG, check, figure, finish, skip

SHARED = os.path.join(spark_session.ROOT, os.environ.get("NEARDUP_SHARED", "../shared"))
DAMAGED = os.path.join(SHARED, "data", "dumps", "enwiki-2013-damaged.xml.bz2")
DUMP = os.path.join(spark_session.ROOT, "examples", "sample.xml")
STAGES = ("neardup: reading files", "neardup: signatures", "neardup: pairs", "neardup: clusters", "neardup: kinds")


def find(spark, dump):
    """All that neardup.spark does with a dump. The folder of its findings."""
    from neardup import spark as neardup_spark

    folder = spark_session.new_path("-findings")
    texts = neardup_spark.read_dumps(spark, [dump], parts=3, work=spark_session.new_path("-texts"))
    neardup_spark.run(texts, one_task=False).write(folder)
    spark.catalog.clearCache()
    return folder


def test_fault(spark, name, truth, strike, happened):
    """Finds the duplicates of the dump while `strike` is waiting for its moment. `happened` says, of the numbers of
    lost executors, failed tasks and repeated stages, whether the fault has happened."""
    import spark_cluster

    status = spark_cluster.Status(spark)

    def count():
        return status.lost(), status.failed(), status.repeated()

    before = count()
    with spark_cluster.Fault(spark, strike) as fault:
        folder = find(spark, DUMP)
    more = [after - then for after, then in zip(count(), before)]
    check(fault.error is None, f"{name}: {fault.error!r}")
    check(fault.struck and happened(*more), f"{name}: did not happen: struck: {fault.struck}, {more} executors lost, "
          "tasks failed and stages repeated")
    spark_session.compare_folder(name, folder, truth)
    figure(more[0], "executors of Spark killed")
    figure(more[1], "tasks of Spark that failed and ran again")


def test_killed(spark, cluster, truth):
    for stage in STAGES if LONG else STAGES[1:3]:
        def strike(status, stage=stage):
            return status.running(stage) and any(cluster.kill_executor(executor) for executor in status.busy())

        test_fault(spark, f"an executor killed, {stage}", truth, strike,
                   lambda lost, failed, repeated: lost >= 1 and failed >= 1)


def test_lost_files(spark, cluster, truth):
    """Files are deleted until one of them was needed."""
    import spark_cluster

    before = spark_cluster.Status(spark).repeated()

    def strike(status):
        cluster.delete_shuffle_files()
        return status.repeated() > before

    test_fault(spark, "shuffle files deleted", truth, strike, lambda lost, failed, repeated: failed >= 1 and repeated >= 1)


def main():
    spark_session.enter("spark/cluster_faults")
    import spark_cluster

    truth = spark_session.load(DUMP)
    spark_session.run_pipeline(truth)
    folder = spark_session.new_path("-cluster")
    os.makedirs(folder)
    with spark_cluster.Cluster(folder) as cluster:
        spark = spark_session.start(master=cluster.url, **spark_cluster.OPTIONS)
        spark_session.compare_folder("a cluster", find(spark, DUMP), truth)
        status = spark_cluster.Status(spark)
        check(status.lost() == status.failed() == status.repeated() == 0, "nothing fails by itself")
        check(set(STAGES) <= set(status.descriptions()), f"descriptions of jobs: {status.descriptions()}")
        test_killed(spark, cluster, truth)
        test_lost_files(spark, cluster, truth)
        if LONG and os.path.exists(DAMAGED):
            damaged = spark_session.load(DAMAGED)
            spark_session.run_pipeline(damaged)
            spark_session.compare_folder("a damaged dump", find(spark, DAMAGED), damaged,
                                         ("damage", *spark_session.FINDINGS))
        elif LONG:
            skip("spark/cluster_faults: the damaged dump is not here")
        spark.stop()
    check(not list(cluster.processes()), "processes remain")
    return finish("spark/cluster_faults")


if __name__ == "__main__":
    sys.exit(main())
