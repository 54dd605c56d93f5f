#!/bin/sh
# wheels.sh - the Python packages that `make wheels` builds, each installed into clean environments and asked
# something: on Python 3.9 to 3.13, on 64-bit ARM under qemu, and with musl. So is what pip makes of the clone. What is
# not here is skipped. This takes minutes, so the short form does nothing; tests/pipeline/python_api.py tests what make
# has built.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
[ "$NEARDUP_LONG" = 1 ] || { finish packages/wheels && exit; }
wheels=$PWD/build/wheels
finding='drift The Candlemas Storm killed [143|134] people, most of them in the low cottages behind the dyke.'
question="SELECT edit_distance('kitten', 'sitting') || ' ' || round(jaccard('night', 'nacht', 2), 3)
    || ' ' || hex(text_vector('lamps', (SELECT word_vectors('lamp', x'0000803F')))) || ' ' || neardup_version()"
version=$(sed -n 's/^#define NEARDUP_VERSION "\(.*\)"$/\1/p' ext/neardup.h)
answer="3 0.143 0000803F $version"

no_make='neardup: there is no make, which builds the extension and the program: apt-get install make'

finds() {
    [ "$("$@" tests/packages/first_findings 2>"$log")" = "$finding" ]
}

answers() {
    [ "$("$@" "$question" 2>"$log")" = "$answer" ]
}

loads() {
    rm -f "$folder/loaded.db"
    "$@" --quiet examples/sample.xml "$folder/loaded.db" >"$log" 2>&1 &&
        [ "$(sqlite3 "$folder/loaded.db" 'SELECT count(*) FROM sentence')" = "$sentences" ]
}

installs() {
    "$1/bin/pip" -q install --disable-pip-version-check --no-cache-dir --no-index "$2" >"$log" 2>&1
}

has_packages() {
    pip=$1/bin/pip && shift
    "$pip" -q install --disable-pip-version-check "$@" >"$log" 2>&1
}

says_the_cure() {
    ! "$1" tests/packages/first_findings >"$log" 2>&1 && grep -q 'pip install apsw' "$log" && : >"$log"
}

# passes PYTHON : the tests of the API pass with what is installed there
passes() {
    NEARDUP_INSTALLED=1 "$1" tests/pipeline/python_api.py >"$log" 2>&1 &&
        NEARDUP_INSTALLED=1 "$1" tests/pipeline/python_memories.py >"$log" 2>&1
}

# python VERSION : a command that runs this Python; one of pyenv need not be its chosen one
python() {
    for command in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python "python$1"; do
        "$command" -c '' 2>/dev/null && echo "$command" && return
    done
    return 1
}

# one PLATFORM : `wheel` is the one for it; fails if there is none, or several
one() {
    wheel=$(ls "$wheels"/neardup-"$version"-py3-none-"$1".whl 2>/dev/null) && [ "$(echo "$wheel" | wc -l)" = 1 ]
}

try_python() {
    python=$(python "$1") || { skip "packages/wheels: no Python $1" && return; }
    "$python" -m venv "$folder/$1" >"$log" 2>&1 || { skip "packages/wheels: Python $1 has no venv" && return; }
    new=$folder/$1/bin/python
    check "Python $1: the wheel installs" installs "$folder/$1" "$wheel"
    check "Python $1: the command" [ "$("$folder/$1/bin/neardup" --version)" = "neardup $version" ]
    check "Python $1: neardup-load" loads "$folder/$1/bin/neardup-load"
    if "$new" -c 'import sqlite3; sqlite3.connect("").enable_load_extension' 2>/dev/null; then
        check "Python $1: sqlite3 finds" finds "$new"
        check "Python $1: the tests of the API" passes "$new"
    else
        check "Python $1: sqlite3 cannot, and the cure is named" says_the_cure "$new"
    fi
    for module in apsw pysqlite3-binary; do
        if has_packages "$folder/$1" "$module"; then
            check "Python $1 with $module: the tests of the API" passes "$new"
        else
            skip "packages/wheels: no $module for Python $1"
        fi
        "$folder/$1/bin/pip" -q uninstall -y "$module" >/dev/null 2>&1
    done
}

try_first_findings() {
    begun=$(date +%s)
    /usr/bin/python3 -m venv "$folder/first" >"$log" 2>&1 || { skip 'packages/wheels: no venv' && return; }
    check 'first findings: the wheel installs' installs "$folder/first" "$wheel"
    check 'first findings: they are found' finds "$folder/first/bin/python"
    extension=$("$folder/first/bin/python" -c 'import neardup; print(neardup.__path__[0])')/neardup.so
    check 'its extension takes the fast path of this CPU' [ "$(path "$extension")" = "$(path build/neardup.so)" ]
    seconds=$(($(date +%s) - begun))
    check "first findings take less than a minute, not $seconds seconds" [ "$seconds" -lt 60 ]
    figure "$seconds" 'seconds from an empty environment to the first findings'
    check 'neardup run' "$folder/first/bin/neardup" run examples/reviews.csv "$folder/reviews.db" >"$folder/summary"
    check 'its summary' grep -q 'What was found' "$folder/summary"
    check 'neardup FILE' "$folder/first/bin/neardup" examples/sample.xml --db "$folder" >"$folder/summary"
    check 'prints what make run prints' grep -q 'What may contradict' "$folder/summary"
    check 'neardup report' "$folder/first/bin/neardup" report "$folder/sample.db"
    check 'writes a page' [ -s "$folder/sample.html" ]
    if has_packages "$folder/first" pandas polars pyarrow openpyxl; then
        check 'the tests of the API, with pandas, polars, pyarrow and openpyxl' passes "$folder/first/bin/python"
    else
        skip 'packages/wheels: no pandas, polars, pyarrow and openpyxl'
    fi
}

# What pip makes of this clone, with what make has built.
try_clone() {
    /usr/bin/python3 -m venv "$folder/clone" >"$log" 2>&1 || return
    has_packages "$folder/clone" 'setuptools>=77' || { skip 'packages/wheels: no setuptools' && return; }
    for place in . ext/packages/python; do
        check "pip install $place" "$folder/clone/bin/pip" -q install --disable-pip-version-check --no-build-isolation \
            --force-reinstall "$place"
        check "what pip install $place gives" finds "$folder/clone/bin/python"
        check 'its loader' loads "$folder/clone/bin/neardup-load"
    done
    check 'the tests of the API, with what pip has made' passes "$folder/clone/bin/python"
    check 'make wheel' quietly make -s wheel
    PATH=$folder/clone/bin:$PATH sh -x ext/packages/python/build_wheels.sh here >"$folder/output" 2>&1
    check 'its setuptools is the installed one' [ "$(grep -c build_tools.sh "$folder/output")" = 0 ]
    mkdir -p "$folder/few" && ln -sf /usr/bin/python3 /usr/bin/env /bin/sh "$folder/few"
    PATH=$folder/few "$folder/clone/bin/python" ext/packages/python/build_package.py >"$folder/output" 2>&1
    check 'without make: one message' [ "$(cat "$folder/output")" = "$no_make" ]
    touch "$wheels/neardup-0.0.0-py3-none-linux_any.whl"
    check 'make wheel again' quietly make -s wheel
    check 'it leaves no older wheel' [ ! -e "$wheels/neardup-0.0.0-py3-none-linux_any.whl" ]
    /usr/bin/python3 -m venv "$folder/made"
    check 'its wheel installs' installs "$folder/made" "$wheels/neardup-$version"-py3-none-linux_*.whl
    check 'what it gives' finds "$folder/made/bin/python"
}

try_source() {
    /usr/bin/python3 -m venv "$folder/source" >"$log" 2>&1 || return
    if has_packages "$folder/source" 'setuptools>=77'; then
        check 'the source distribution compiles' "$folder/source/bin/pip" -q install --no-build-isolation \
            --no-index "$wheels/neardup-$version.tar.gz"
        check 'what it gives' finds "$folder/source/bin/python"
        check 'the tests of the API, without the program' passes "$folder/source/bin/python"
    else
        skip 'packages/wheels: no setuptools'
    fi
}

# unpacks WHEEL FOLDER
unpacks() {
    python3 -m zipfile -e "$1" "$2" && chmod +x "$2/neardup/neardup"
}

try_arm64() {
    command -v qemu-aarch64 >/dev/null || { skip 'packages/wheels: no qemu-aarch64' && return; }
    arm64=$(sh tests/packages/arm64_system 2>"$log") || { skip 'packages/wheels: no system for 64-bit ARM' && return; }
    one manylinux_2_17_aarch64.manylinux2014_aarch64 && unpacks "$wheel" "$folder/arm64"
    check 'ARM: Python finds' finds env PYTHONPATH="$folder/arm64" qemu-aarch64 -L "$arm64" \
        "$arm64/usr/bin/python3.11"
    check 'ARM: the program' loads qemu-aarch64 -L "$arm64" "$folder/arm64/neardup/neardup" load
    try_musl aarch64 qemu-aarch64 -L "$arm64"
}

# try_musl MACHINE RUNNER...
try_musl() {
    machine=$1 && shift
    one "musllinux_1_2_$machine" && unpacks "$wheel" "$folder/musl-$machine"
    sqlite=$(sh tests/hosts/sqlite_of_version 3.54.1 2>"$log") || { skip 'packages/wheels: no source of SQLite' && return; }
    host=build/packages/ask-$machine
    [ -f "$host" ] || check "musl on $machine: a host" build/tools/bin/python -m ziglang cc -dynamic -O1 -w \
        -target "$machine-linux-musl" -I"$sqlite" -o "$host" tests/packages/ask.c "$sqlite/sqlite3.c"
    check "musl on $machine: the extension answers" answers "$@" "$host" "$folder/musl-$machine/neardup/neardup.so"
    check "musl on $machine: the program" loads "$@" "$folder/musl-$machine/neardup/neardup" load
}

mkdir -p build/packages
build/neardup-load --quiet examples/sample.xml "$folder/own.db" 2>"$log" || exit 1
sentences=$(sqlite3 "$folder/own.db" 'SELECT count(*) FROM sentence')
try_clone
check 'the wheels are built, and what is in them is right' sh ext/packages/python/build_wheels.sh >"$folder/built" 2>&1
[ -f "$wheels/SHA256SUMS" ] || { tail -n 20 "$folder/built" && finish packages/wheels; exit 1; }
try_source
try_arm64
if [ -e /lib/ld-musl-x86_64.so.1 ]; then
    try_musl x86_64
else
    skip 'packages/wheels: no musl'
fi
one manylinux_2_17_x86_64.manylinux2014_x86_64
try_first_findings
for minor in 9 10 11 12 13; do
    try_python 3.$minor
done
finish packages/wheels
