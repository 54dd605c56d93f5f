# loads.sh - sourced by the tests of neardup-load that load small files: what they have in common.

plain=build/neardup-load
load=${NEARDUP_CHECKED:-build/check}/neardup-load # where tests/run has built it
if [ ! -x "$load" ]; then
    skip "loader: with sanitizers (there is no $load)"
    load=$plain
fi
db=$folder/test.db

# loads NAME STATUS ARGUMENT... : into a new database
loads() {
    name=$1 expected=$2
    shift 2
    rm -f "$db"
    "$load" --quiet "$@" "$db" >"$folder/output" 2>"$folder/errors"
    status=$?
    check "$name: status $expected, found $status" [ "$status" -eq "$expected" ]
}

# refuses NAME MESSAGE ARGUMENT... : one line that holds MESSAGE, and its status; no database
refuses() {
    name=$1 message=$2
    shift 2
    rm -f "$db"
    "$load" "$@" "$db" >"$folder/output" 2>"$folder/errors"
    status=$?
    check "$name: status $(refused_with), found $status" [ "$status" -eq "$(refused_with)" ]
    check "$name: one line" [ "$(wc -l <"$folder/errors")" -eq 1 ]
    check "$name: says '$message'" grep -qF -- "$message" "$folder/errors"
    check "$name: no database" [ ! -e "$db" ]
}

# gives NAME QUERY EXPECTED
gives() {
    found=$(sqlite3 "$db" "$2" 2>&1)
    [ "$found" = "$3" ] || echo "expected: $3
found: $found" >"$folder/errors"
    check "$1" [ "$found" = "$3" ]
}

# takes NAME MESSAGE ARGUMENT... : as loads, status 0 or 3, and the first line printed is MESSAGE
takes() {
    name=$1 message=$2
    shift 2
    rm -f "$db"
    "$load" "$@" "$db" >"$folder/output" 2>"$folder/errors"
    status=$?
    check "$name: status 0 or 3, found $status" [ "$status" -eq 0 -o "$status" -eq 3 ]
    check "$name: says '$message'" [ "$(head -n 1 "$folder/errors")" = "$message" ]
}
