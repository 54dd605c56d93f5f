# learnt_file.awk - how the generators of scorecards and of trees begin to read a file, `name`.txt.

BEGIN {
    name = ARGV[1]
    sub(/^.*\//, "", name)
    if (name !~ /^[a-z][a-z0-9_]*\.txt$/)
        complain("a file named NAME.txt in small letters", quoted(name))
    sub(/\.txt$/, "", name)
}

function complain(expected, found) {
    printf "%s:%d: expected %s, found %s\n", ARGV[1], FNR, expected, found > "/dev/stderr"
    failed = 1
    exit 1
}

function quoted(text) {
    return text == "" ? "the end of the line" : "\"" text "\""
}

# A number as a constant of type double in C. It may be part of a field, `whole`.
function constant(text, whole) {
    if (text !~ /^-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?$/)
        complain("a number", text == "" && whole ? "none in " quoted(whole) : quoted(text))
    if (text + 0 > 1e300 || text + 0 < -1e300)
        complain("a number of at most 1e300", text)
    return text ~ /[.e]/ ? text : text ".0"
}

{ sub(/\r$/, "") }

/^[ \t]*(#|$)/ { next }
