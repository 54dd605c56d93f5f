# check.sh - functions for tests in shell, which read it with `.`, and their $folder, which is removed at the end. A failure
# prints $log, which is $folder/errors, where a test keeps the messages of its last command.

folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
passed=0 failed=0 skipped=0 log=${folder:?}/errors

# check NAME COMMAND... : passes if the command succeeds
check() {
    name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $name"
        [ ! -s "$log" ] || sed 's/^/    /' "$log"
    fi
}

# quietly COMMAND... : what it prints is kept for check
quietly() {
    "$@" >"$log" 2>&1
}

# silent COMMAND... : whether it succeeds and prints nothing
silent() {
    quietly "$@" && [ ! -s "$log" ]
}

# path MODULE : the code path that it takes on this CPU
path() {
    sqlite3 :memory: ".load $1" 'SELECT neardup_debug()' 2>&1 | sed 's/.* by //'
}

# refused_with : the status of neardup-load that goes with its message: 2 if that is about the command line, otherwise 1
refused_with() {
    case $(cat "$log") in
    'neardup load: --'* | 'neardup load: DB must '* | 'neardup load: expected '* | 'neardup load: there is no option '*) echo 2 ;;
    *) echo 1 ;;
    esac
}

# skip WHY
skip() {
    skipped=$((skipped + 1))
    echo "skipped: $1"
}

# wait_for COMMAND... : waits until it succeeds, at most a minute; the next check says what is wrong
wait_for() {
    tenths=0
    until "$@" || [ $tenths -ge 600 ]; do
        sleep 0.1
        tenths=$((tenths + 1))
    done
}

# hold DB SQL : starts a program that holds the locks of SQL until let_go
hold() {
    rm -f "$folder/held" "$folder/let_go"
    sqlite3 "$1" "$2" ".shell touch '$folder/held'" \
        ".shell until [ -e '$folder/let_go' ]; do sleep 0.1; done" >/dev/null 2>&1 &
    wait_for [ -e "$folder/held" ]
}

let_go() {
    touch "$folder/let_go"
}

# figure NUMBER WHAT : says how much was tried
figure() {
    echo "figure: $1 $2"
}

# finish NAME : prints the last line, which tests/run reads
finish() {
    echo "$1: $passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}
