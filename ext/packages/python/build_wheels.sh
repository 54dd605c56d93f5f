#!/bin/sh
# build_wheels.sh [here | TARGET...] - builds the Python packages into build/wheels: for this machine a wheel of what
# make builds, by build_package.py; or a wheel for each of these targets of zig, or of all below, and the source
# distribution. Beside them is the plugin for Datasette, which is the same everywhere. Each wheel of a target has the
# extension, and the program with its libraries linked in, and is examined by tests/packages/check_wheel.py.
#
# The wheel of this machine is packed by the installed setuptools if pyproject.toml accepts it, else by one from PyPI.
# For other machines zig is the C compiler, because it compiles for old versions of glibc, for musl and for other
# processors alike. It comes from PyPI, into build/tools. The same sources give the same wheels, bit by bit.

cd "$(dirname "$0")/../../.." || exit 1
here=ext/packages/python wheels=build/wheels tools=$PWD/build/tools
python=$tools/bin/python
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 315532800)
ZIG="$tools/bin/python -m ziglang"
export SOURCE_DATE_EPOCH ZIG

# The platform of pip for which a target is: the oldest C library on which its wheel can be installed.
platform() {
    case $1 in
        *-linux-gnu.2.17) echo "manylinux_2_17_${1%%-*}.manylinux2014_${1%%-*}" ;;
        *-linux-musl) echo "musllinux_1_2_${1%%-*}" ;;
        *) echo "build_wheels.sh: unknown target $1" >&2 && return 1 ;;
    esac
}

# compile_core TARGET FOLDER : the extension as objects, for the program
compile_core() {
    stemmer=build/packages/stemmer/$1
    $ZIG cc -target "$1" -std=c11 -O2 -g0 -w -DSQLITE_CORE -DNEARDUP_STEMMER -I"$stemmer" -I"$2/libraries/include" \
        -c -o "$2/core.o" build/amalgamation/neardup.c || return 1
    core="$2/core.o $(echo "$stemmer"/objects/*)"
    case $1 in
        x86_64-*) $ZIG cc -target "$1" -O2 -g0 -c -o "$2/cpu_model.o" ext/packages/c/cpu_model.c &&
            core="$core $2/cpu_model.o" ;;
    esac
}

# compile TARGET : the extension and the program
compile() {
    built=$wheels/$1 libraries=$wheels/$1/libraries
    { find "$built/neardup.so" -newer build/amalgamation/neardup.c -newer ext/packages/c/compile_for.sh \
        -newer ext/packages/c/cpu_model.c 2>/dev/null | grep -q . || sh ext/packages/c/compile_for.sh "$1" "$built/neardup.so"; } &&
        sh $here/build_libraries.sh "$1" "$libraries" && compile_core "$1" "$built" &&
        make -s -j "$jobs" BUILD="$built" CC="$ZIG cc -target $1" CFLAGS='-O2 -g0 -w' \
            EXTENSION="$core" SQLITE_CFLAGS="-I$libraries/include" LDFLAGS="-s -L$libraries/lib" LOADER_CFLAGS="-I$libraries/include -I$libraries/include/libxml2" \
            LOADER_LIBS='-lxml2 -lsqlite3 -lpcre2-8 -lz -llzma -lzstd -lbz2 -lm -lpthread' "$built/neardup"
}

# licences TARGET FOLDER : copies those of what is linked into the program. With musl, that is the C library.
licences() {
    cp "$wheels/$1"/libraries/licences/* build/packages/stemmer/"$1"/LICENSE-snowball "$2" || return 1
    case $1 in
        *-musl) cp "$tools"/lib/python3*/site-packages/ziglang/lib/libc/musl/COPYRIGHT "$2/LICENSE-musl" ;;
    esac
}

# Whether the installed setuptools is new enough.
suffices() {
    python3 - $here/pyproject.toml 2>/dev/null <<'END'
import re, setuptools, sys
with open(sys.argv[1]) as project:
    least = re.search(r"setuptools>=(\d+)", project.read())[1]
sys.exit(int(setuptools.__version__.split(".")[0]) < int(least))
END
}

# pack TARGET : the wheel
pack() {
    built=$wheels/$1
    NEARDUP_MODULE=$built/neardup.so NEARDUP_PROGRAM=$built/neardup sh ext/packages/stage.sh python "$built/package" &&
        licences "$1" "$built/package" &&
        (cd "$built/package" && NEARDUP_MODULE=../neardup.so NEARDUP_PLATFORM=$(platform "$1") \
            "$python" -W ignore setup.py -q bdist_wheel --dist-dir ../..) &&
        python3 tests/packages/check_wheel.py "$wheels"/neardup-*-"$(platform "$1")".whl
}

# With SQLite's headers, which are in the public domain, so that it takes nothing but a C compiler.
source_distribution() {
    sh ext/packages/stage.sh python "$wheels/source" && mkdir "$wheels/source/src" &&
        cp build/amalgamation/neardup.c build/amalgamation/neardup.h build/packages/headers/*.h \
            "$wheels/source/src" &&
        printf 'include src/*.h\n' >"$wheels/source/MANIFEST.in" &&
        (cd "$wheels/source" && "$python" -W ignore setup.py -q sdist --dist-dir ..)
}

plugin() {
    sh ext/packages/stage.sh datasette "$wheels/plugin" &&
        (cd "$wheels/plugin" && "$python" -W ignore -c 'import setuptools; setuptools.setup()' -q \
            bdist_wheel --dist-dir ..)
}

if [ "$*" = here ] && suffices; then
    python=python3
else
    sh ext/packages/c/build_tools.sh setuptools==80.9.0 wheel==0.48.0 || exit 1
fi
if [ "$*" = here ]; then
    rm -f $wheels/neardup-*-linux_*.whl $wheels/datasette_neardup-*.whl
    "$python" $here/build_package.py && plugin
    exit
fi
sh ext/packages/c/build_tools.sh ziglang==0.17.1 || exit 1
[ $# -gt 0 ] || set -- x86_64-linux-gnu.2.17 aarch64-linux-gnu.2.17 x86_64-linux-musl aarch64-linux-musl
mkdir -p $wheels && rm -f $wheels/*.whl $wheels/*.tar.gz $wheels/SHA256SUMS && make -s amalgamation || exit 1
for target in "$@"; do
    platform "$target" >/dev/null && compile "$target" && pack "$target" || exit 1
done
source_distribution && plugin && (cd $wheels && sha256sum ./*.whl ./*.tar.gz >SHA256SUMS && ls -sh ./*.whl ./*.tar.gz)
