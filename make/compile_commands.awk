# Of the commands that make would run, those that compile, as JSON for editors and clang-tidy; folder is
# where they run.

BEGIN {
    print "["
}

/ -c -o / {
    gsub(/["\\]/, "\\\\&")
    printf "%s{\"directory\": \"%s\", \"file\": \"%s\", \"command\": \"%s\"}", n++ ? ",\n" : "", folder, $NF, $0
}

END {
    print "\n]"
}
