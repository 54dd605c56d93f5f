"""installed_peers.py - installs other programs with pip or cargo, each into its own folder in PEERS (default
build/peers), and runs them."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
FOLDER = os.path.join(ROOT, os.environ.get("PEERS", "build/peers"))
# What pip installs. cdist() of rapidfuzz needs numpy, which [all] includes.
REQUIREMENTS = {"datasketch": ["datasketch"], "rensa": ["rensa"], "gaoya": ["gaoya"],
                "datasketch_redis": ["datasketch", "redis"], "milvus": ["pymilvus", "milvus-lite", "setuptools<81"],
                "rapidfuzz": ["rapidfuzz[all]"], "splink": ["splink==5.0.0", "pandas"], "duckdb": ["duckdb"],
                "dedupe": ["dedupe", "BTrees<6"], "faiss": ["faiss-cpu", "numpy", "scipy"], "text_dedup": ["text-dedup"],
                "incrededup": []}
CRATES = {"incrededup"}  # what cargo installs


def peer_of(name):
    return name.split(",")[0]


def quiet(command, **keywords):
    return subprocess.run(command, capture_output=True, text=True, **keywords)


def last_line(text, otherwise):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else otherwise


def python_with_pip():
    """A Python that has pip: this one, another one, or that of a new virtual environment. Or None."""
    for python in (sys.executable, shutil.which("python3")):
        if python and quiet([python, "-m", "pip", "--version"]).returncode == 0:
            return python
    environment = os.path.join(FOLDER, "environment")
    if quiet([sys.executable, "-m", "venv", environment]).returncode == 0:
        return os.path.join(environment, "bin", "python3")
    return None


def install(peer, python):
    """Installs the peer. Returns the reason if that fails, otherwise None."""
    target = os.path.join(FOLDER, peer)
    if os.path.isdir(target):
        return None
    half = target + ".half"
    shutil.rmtree(half, ignore_errors=True)
    if peer in CRATES and not shutil.which("cargo"):
        return "not installed: this system has no cargo"
    # Without pip's cache, so that nothing is written outside PEERS.
    result = quiet(["cargo", "install", "--quiet", "--locked", "--root", half, peer] if peer in CRATES else
                   [python, "-m", "pip", "install", "--quiet", "--no-input", "--no-cache-dir",
                    "--disable-pip-version-check", "--retries", "1", "--target", half,
                    *REQUIREMENTS[peer]])
    if result.returncode == 0:
        os.rename(half, target)
        return None
    shutil.rmtree(half, ignore_errors=True)
    errors = [line for line in result.stderr.splitlines() if line.lower().startswith("error: ")]
    return "not installed: " + last_line("\n".join(errors), "no reason was given").partition(": ")[2]


def install_all(without, peers):
    """The Python for these peers, and the reason why each missing one is missing."""
    if without:
        return sys.executable, dict.fromkeys(peers, "left out")
    os.makedirs(FOLDER, exist_ok=True)
    python = python_with_pip()
    if python is None:
        return sys.executable, dict.fromkeys(peers, "not installed: this system has neither pip nor venv")
    return python, {peer: reason for peer in peers if (reason := install(peer, python))}


def run_contestant(program, name, python, *arguments, limit=None, cpu_limit=None, **environment):
    """The figures that a contestant prints, and the reason if there are none. It is stopped after `limit` seconds, or
    after `cpu_limit` CPU seconds."""
    own = peer_of(name) not in REQUIREMENTS
    program = os.path.join(ROOT, "tests", "bench", "contestants", program)
    process = subprocess.Popen(
        [sys.executable if own else python, program, name, *arguments],
        env=dict(os.environ, PYTHONPATH=os.path.join(FOLDER, peer_of(name)), **environment),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=cpu_limit and (lambda: resource.setrlimit(resource.RLIMIT_CPU, (cpu_limit, cpu_limit + 1))))
    try:
        output, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, "stopped after %d seconds" % limit
    if process.returncode == -signal.SIGXCPU:
        return None, "stopped after %d CPU seconds" % cpu_limit
    if process.returncode:
        return None, "failed: " + last_line(errors, "status %d" % process.returncode)[:100]
    return json.loads(output), None


def cell(value, width, form, missing=""):
    return format(missing if value is None else format(value, form), f">{width}")
