"""spark_cluster.py - a cluster of Spark on this machine, a master and two workers, whose executors can be killed and
whose files can be deleted.

    with spark_cluster.Cluster(folder) as cluster:
        spark = spark_session.start(master=cluster.url, **spark_cluster.OPTIONS)
        with spark_cluster.Fault(spark, lambda: ...) as fault:
            ...

All processes of the cluster are one session of the system, by which they are found and ended, also those that its
processes started. Everything is written into the folder.
"""

import glob
import os
import signal
import socket
import subprocess
import threading
import time

import pyspark

WORKERS = 2
# A worker has one executor, with one processor and less than 1.5 GB, of which Python's part is outside of Java.
OPTIONS = {"memory": "700m", "spark_executor_memory": "600m", "spark_executor_cores": "1",
           "spark_cores_max": str(WORKERS),
           # Several files may be lost, and what they had must be made again each time.
           "spark_stage_maxConsecutiveAttempts": "20", "spark_ui_liveUpdate_period": "0"}
STARTED_WITHIN = 120  # seconds
EVERY = 0.01  # seconds, to look for the moment of a fault


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_until(condition, what):
    end = time.monotonic() + STARTED_WITHIN
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"{what}: not within {STARTED_WITHIN} seconds")
        time.sleep(0.1)


def read(*names):
    """A file of /proc, or nothing if the process is gone."""
    try:
        with open(os.path.join("/proc", *map(str, names)), "rb") as file:
            return file.read()
    except OSError:
        return b""


class Cluster:
    def __init__(self, folder):
        self.folder, self.started = folder, []

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *error):
        self.stop()

    def _run(self, name, *arguments, **environment):
        """Starts one of Spark's daemons, in a session of its own."""
        program = os.path.join(os.path.dirname(pyspark.__file__), "bin", "spark-class")
        with open(os.path.join(self.folder, name + ".log"), "wb") as log:
            self.started.append(subprocess.Popen(
                [program, f"org.apache.spark.deploy.{arguments[0]}", *arguments[1:]], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, cwd=self.folder, start_new_session=True,
                env={**os.environ, "SPARK_DAEMON_MEMORY": "128m", **environment}))

    def _start(self):
        port, page = free_port(), free_port()
        self.url = f"spark://127.0.0.1:{port}"
        self._run("master", "master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", str(page))
        wait_until(lambda: self._said("master", "I have been elected leader"), "the master")
        for number in range(1, WORKERS + 1):
            name = f"worker{number}"
            self._run(name, "worker.Worker", "--host", "127.0.0.1", "--webui-port", "0", "--cores", "1", "--memory", "1g",
                      "--work-dir", os.path.join(self.folder, name, "work"), self.url,
                      SPARK_LOCAL_DIRS=os.path.join(self.folder, name, "local"))
            wait_until(lambda name=name: self._said(name, "Successfully registered"), name)

    def _said(self, name, words):
        if any(process.poll() is not None for process in self.started):
            raise RuntimeError("a process of the cluster has ended; see its log")
        with open(os.path.join(self.folder, name + ".log"), encoding="utf-8", errors="replace") as log:
            return words in log.read()

    def processes(self):
        """The ids of all processes of the cluster."""
        sessions = {process.pid for process in self.started}
        for name in os.listdir("/proc"):
            # The name of a program is in parentheses, and may have any characters.
            fields = read(name, "stat").rpartition(b")")[2].split() if name.isdigit() else []
            if len(fields) > 3 and int(fields[3]) in sessions and fields[0] != b"Z":
                yield int(name)

    def kill_executor(self, executor):
        """Kills the executor of this id as a machine that fails would. Returns whether there was one."""
        for process in self.processes():
            words = read(process, "cmdline").split(b"\0")
            if b"--executor-id" in words and words[words.index(b"--executor-id") + 1] == str(executor).encode() \
                    and words[0].endswith(b"java"):
                os.kill(process, signal.SIGKILL)
                return True
        return False

    def delete_shuffle_files(self):
        """Deletes what executors have written for later stages."""
        for kind in ("data", "index"):
            for file in glob.glob(os.path.join(glob.escape(self.folder), "worker*", "local", "**", "shuffle_*." + kind),
                                  recursive=True):
                try:
                    os.remove(file)
                except FileNotFoundError:  # Spark may delete it, too
                    pass

    def stop(self):
        """Ends all processes, and waits until they are gone."""
        for _ in range(100):
            left = list(self.processes())
            for process in left:
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            for process in self.started:
                process.poll()
            if not left:
                return
            time.sleep(0.1)
        raise RuntimeError("processes of the cluster remain")


class Status:
    """What Spark tells about its stages and executors."""

    def __init__(self, spark):
        context = spark.sparkContext
        self._store = context._jsc.sc().statusStore()
        self._any = context._jvm.java.util.ArrayList()
        self._no_quantiles = context._gateway.new_array(context._jvm.double, 0)

    @staticmethod
    def _each(found):
        return [found.apply(number) for number in range(found.size())]

    def _stages(self):
        return self._each(self._store.stageList(self._any, False, False, self._no_quantiles, self._any))

    @staticmethod
    def _description(stage):
        return stage.description().get() if stage.description().isDefined() else ""

    def running(self, description):
        """Whether a task of a job runs whose description begins so."""
        return any(stage.numActiveTasks() > 0 and self._description(stage).startswith(description)
                   for stage in self._each(self._store.activeStages()))

    def busy(self):
        """The ids of executors on which a task runs."""
        return [executor.id() for executor in self._each(self._store.executorList(True)) if executor.activeTasks() > 0]

    def descriptions(self):
        """The descriptions of all jobs so far, in their order."""
        return list(dict.fromkeys(filter(None, map(self._description, reversed(self._stages())))))

    def lost(self):
        """How many executors are gone."""
        return sum(not executor.isActive() for executor in self._each(self._store.executorList(False)))

    def failed(self):
        """How many tasks have failed."""
        return sum(stage.numFailedTasks() for stage in self._stages())

    def repeated(self):
        """How many stages ran again, because what they had written was lost."""
        return sum(stage.attemptId() > 0 for stage in self._stages())


class Fault:
    """In a thread, calls `strike` with a Status again and again until it returns True, or the block has ended.
    `struck` says whether it has, and `error` what it has raised."""

    def __init__(self, spark, strike):
        self.struck, self.error = False, None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, args=(Status(spark), strike), daemon=True)

    def _watch(self, status, strike):
        try:
            while not self.struck and not self._over.wait(EVERY):
                self.struck = strike(status)
        except Exception as error:  # the test says so
            self.error = error

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *error):
        self._over.set()
        self._thread.join()
