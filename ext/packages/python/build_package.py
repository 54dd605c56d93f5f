"""build_package.py - makes the wheel of a clone for this machine, with the compiler and the libraries that it has.

pip calls it for `pip install .`, in the project's folder or here, and `make wheel` runs it. Both call make first, so
what is built already is not built again. build_wheels.sh makes the wheels for other machines.
"""

import os
import platform
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BUILT = ["build/neardup-load", "build/neardup"]
MODULE = "build/neardup.dylib" if sys.platform == "darwin" else "build/neardup.so"


def _say(words):
    print(f"neardup: {words}", flush=True)


def _make():
    """Runs make, and says every ten percent how far it is."""
    command = ["make", "-s", "-j", str(os.cpu_count() or 1), "all"]
    steps = subprocess.run([*command, "-n", "V=1"], cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    expected = sum(" -c -o " in line for line in steps.stdout.splitlines())
    begun, done, told = time.monotonic(), 0, 0
    _say(f"compiling the extension and the programs, {expected} files")
    with subprocess.Popen([word for word in command if word != "-s"], cwd=ROOT, stdout=subprocess.PIPE,
                          encoding="utf-8") as make:
        for line in make.stdout:
            done += line.startswith("  CC ")
            if expected and 10 * done // expected > told:
                told = 10 * done // expected
                _say(f"{10 * told} %, {time.monotonic() - begun:.0f} s")
    if make.returncode:
        sys.exit("neardup: make failed; its messages are above. If a header is missing: `make packages` installs what "
                 "the programs take, on Debian and Ubuntu")


def _enter(programs):
    """Makes the folder of the package, goes there, and returns what makes packages of such folders."""
    folder = os.path.join(ROOT, "build", "wheels", "here")
    environment = {**os.environ, "NEARDUP_MODULE": MODULE if programs else "",
                   "NEARDUP_PROGRAMS": " ".join(BUILT) if programs else ""}
    subprocess.run(["sh", "ext/packages/python/stage.sh", folder], cwd=ROOT, env=environment, check=True)
    if programs:
        for program in [MODULE, *BUILT]:
            subprocess.run(["strip", os.path.join(folder, "neardup", os.path.basename(program))], check=True)
    os.environ["NEARDUP_MODULE"] = os.path.join(folder, "neardup", os.path.basename(MODULE))
    os.chdir(folder)
    from setuptools import build_meta
    return build_meta


# ---- What pip calls: PEP 517 ----

def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = os.path.abspath(metadata_directory)
    return _enter(programs=False).prepare_metadata_for_build_wheel(folder, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    folder = os.path.abspath(wheel_directory)
    _make()
    _say("packing")
    return _enter(programs=True).build_wheel(folder, config_settings)


def build_sdist(sdist_directory, config_settings=None):
    sys.exit("neardup: `make wheels` makes the source distribution")


if __name__ == "__main__":
    os.makedirs(os.path.join(ROOT, "build", "wheels"), exist_ok=True)
    print(f"build/wheels/{build_wheel(os.path.join(ROOT, 'build', 'wheels'))}")
