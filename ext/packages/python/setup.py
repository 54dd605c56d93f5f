"""setup.py - puts the SQLite extension neardup.so into the package.

It is no Python module: a wheel serves every Python 3 of its platform. A source distribution has the C code in
src/ and compiles it. build_wheels.sh has compiled it already, for other platforms: the environment variables
NEARDUP_MODULE and NEARDUP_PLATFORM name the module and what pip calls its platform.
"""

import os
import shutil
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70.1
    from wheel.bdist_wheel import bdist_wheel

HELP = """
neardup: the C compiler failed; its messages are above. Compiling takes a C compiler and the headers of the C
library: apt-get install gcc libc6-dev, or apk add gcc musl-dev. The wheels need neither."""


class build_module(build_ext):
    def get_ext_filename(self, name):
        return "neardup.dylib" if sys.platform == "darwin" else "neardup.so"

    def get_export_symbols(self, extension):
        return []

    def build_extension(self, extension):
        compiled = os.environ.get("NEARDUP_MODULE")
        if compiled:
            path = self.get_ext_fullpath(extension.name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            shutil.copyfile(compiled, path)
            return
        try:
            super().build_extension(extension)
        except CompileError as error:
            raise CompileError(str(error) + HELP) from None


class wheel_of_any_python(bdist_wheel):
    def get_tag(self):
        return "py3", "none", os.environ.get("NEARDUP_PLATFORM") or super().get_tag()[2]


# nodelete, as in the Makefile of neardup: SQLite may unload the module but keep some of its functions.
MODULE = Extension(
    "neardup.neardup",
    sources=["src/neardup.c"],
    include_dirs=["src"],
    extra_compile_args=["-std=c11", "-O2", "-g0", "-fvisibility=hidden"],
    extra_link_args=[] if sys.platform == "darwin" else ["-Wl,-z,nodelete"],
    libraries=["m", "pthread"],
)

setup(ext_modules=[MODULE], cmdclass={"build_ext": build_module, "bdist_wheel": wheel_of_any_python})
