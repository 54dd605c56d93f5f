# shellcheck shell=sh
# training.sh - for tests of the examples that train something on a database; reads check.sh.
#
#     . tests/training.sh
#     trains examples/SCRIPT.py LIBRARY INSTALLED PYTHON
#
# Sets $folder, which is removed at the end, $db, the sample in it, and $script and $python. LIBRARY is what the script
# imports, and INSTALLED what it tells to install.

. tests/check.sh
db=$folder/test.db

# Runs the script without the library.
trains() {
    script=$1 python=$4
    build/neardup-load --quiet examples/sample.xml "$db"
    mkdir "$folder/$2" && echo 'raise ImportError' >"$folder/$2/__init__.py"
    PYTHONPATH=$folder python3 "$script" "$db" >"$folder/output" 2>"$folder/errors"
    check "without $2: status 1" [ $? -eq 1 ]
    check "without $2: how to install it" grep -q "pip install $3" "$folder/errors"
    check "without $2: no traceback" [ "$(grep -c Traceback "$folder/errors")" -eq 0 ]
    rm -r "${folder:?}/$2"
}

# says NAME MESSAGE ARGUMENT... : in the last line, status 1, without traceback
says() {
    name=$1 message=$2
    shift 2
    "$python" "$script" "$@" >"$folder/output" 2>"$folder/errors"
    status=$?
    check "$name: status 1, found $status" [ "$status" -eq 1 ]
    check "$name: no traceback" [ "$(grep -c Traceback "$folder/errors")" -eq 0 ]
    tail -n 1 "$folder/errors" >"$folder/last"
    check "$name: says '$message'" grep -qF -- "$message" "$folder/last"
}
