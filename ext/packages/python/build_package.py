"""build_package.py - makes the wheel of a clone for this machine, with the compiler and the libraries that it has.

pip calls it for `pip install .`, in the project's folder or here, and `make wheel` runs it. Both call make first, so
what is built already is not built again. build_wheels.sh makes the wheels for other machines.
"""

import contextlib
import io
import os
import shutil
import subprocess
import sys
import warnings

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PROGRAM = "build/neardup"
MODULE = "build/neardup.dylib" if sys.platform == "darwin" else "build/neardup.so"


def _say(words):
    print(f"neardup: {words}", flush=True)


def _make():
    if not shutil.which("make"):
        sys.exit("neardup: there is no make, which builds the extension and the program: apt-get install make")
    _say("making the extension and the program, unless they are there, which takes a minute or two")
    if subprocess.run(["make", "-s", "-j", str(os.cpu_count() or 1), "BUILD=build", "all"], cwd=ROOT, check=False).returncode:
        sys.exit("neardup: make failed; its messages are above. If a header is missing: `make packages` installs what "
                 "the program takes, on Debian and Ubuntu")


def _pack(built, hook, *arguments):
    """Makes the folder of the package, goes there, and has setuptools do the rest, of which only errors are told."""
    folder = os.path.join(ROOT, "build", "wheels", "here")
    environment = {**os.environ, "NEARDUP_MODULE": MODULE if built else "",
                   "NEARDUP_PROGRAM": PROGRAM if built else ""}
    subprocess.run(["sh", "ext/packages/stage.sh", "python", folder], cwd=ROOT, env=environment, check=True)
    if built and shutil.which("strip"):
        for path in MODULE, PROGRAM:
            # Where that fails, the wheel is only larger.
            subprocess.run(["strip", os.path.join(folder, "neardup", os.path.basename(path))], check=False)
    os.environ["NEARDUP_MODULE"] = os.path.join(folder, "neardup", os.path.basename(MODULE))
    os.chdir(folder)
    warnings.simplefilter("ignore")
    with contextlib.redirect_stdout(io.StringIO()):
        from setuptools import build_meta
        return getattr(build_meta, hook)(*arguments)


# ---- What pip calls: PEP 517 ----

def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    return _pack(False, "prepare_metadata_for_build_wheel", os.path.abspath(metadata_directory), config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    folder = os.path.abspath(wheel_directory)
    _make()
    _say("packing both with the modules")
    return _pack(True, "build_wheel", folder, config_settings)


def build_sdist(sdist_directory, config_settings=None):
    sys.exit("neardup: `make wheels` makes the source distribution")


if __name__ == "__main__":
    os.makedirs(os.path.join(ROOT, "build", "wheels"), exist_ok=True)
    print(f"build/wheels/{build_wheel(os.path.join(ROOT, 'build', 'wheels'))}")
