# scripts_data.awk FILE... - the files as texts in C: see ext/functions/runner/jobs.h. Statements stay as they are; the
# comments between them are left out, and so are empty lines. (A ? is written so that no trigraph arises.)

BEGIN {
    print "#include \"jobs.h\""
    print "#if defined(__GNUC__)\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#endif"
    print "const struct script scripts[] = {"
}
FNR == 1 {
    name = FILENAME
    sub(/.*\//, "", name)
    sql = name ~ /\.sql$/
    within = 0
    printf "%s{\"%s\",\n\"\"", (NR > 1 ? "},\n" : ""), name
}
sql && !within && /^(--.*)?$/ { next }
{
    within = sql && !/;([ \t]*--.*)?$/
    gsub(/[\\"]/, "\\\\&")
    gsub(/\?/, "\\?")
    printf "\"%s\\n\"\n", $0
}
END { print "},\n{0}};" }
