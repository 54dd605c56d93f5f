# check.sh - what the tests in shell share; they read it in with `.`. Failures print the file "errors"
# of $folder, where a test keeps what its last command said.

passed=0 failed=0 skipped=0

# check NAME COMMAND... : counts a command that must succeed
check() {
    name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $name"
        [ ! -s "${folder:?}/errors" ] || sed 's/^/    /' "$folder/errors"
    fi
}

# skip WHY
skip() {
    skipped=$((skipped + 1))
    echo "skipped: $1"
}

# wait_for COMMAND... : until it succeeds, but a minute at the most: what follows says what is wrong
wait_for() {
    tenths=0
    until "$@" || [ $tenths -ge 600 ]; do
        sleep 0.1
        tenths=$((tenths + 1))
    done
}

# hold DB SQL : another program keeps the lock that SQL takes, and has it when this returns
hold() {
    rm -f "$folder/held" "$folder/let_go"
    sqlite3 "$1" "$2" ".shell touch '$folder/held'" \
        ".shell until [ -e '$folder/let_go' ]; do sleep 0.1; done" >/dev/null 2>&1 &
    wait_for [ -e "$folder/held" ]
}

let_go() {
    touch "$folder/let_go"
}

# figure NUMBER WHAT : says how much was tried; tests/run adds up the figures of one WHAT
figure() {
    echo "figure: $1 $2"
}

# finish NAME : the closing line that tests/run reads
finish() {
    echo "$1: $passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}
