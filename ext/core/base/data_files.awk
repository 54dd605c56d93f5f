# data_files.awk - what the generators share that turn data files into C tables.
#
# usage: LC_ALL=C awk -f ext/core/base/data_files.awk -f GENERATOR.awk FILE... > TABLES.c
#
# Data files are UTF-8 text that people read and extend; a README.md beside them explains the format.
# The rules below trim the end of each line, and skip empty lines and those that start with "#". A
# generator reads the others, calls complain() for a mistake, and prints nothing more once `failed` is
# set.

BEGIN {
    for (i = 1; i < 256; i++)
        number_of[sprintf("%c", i)] = i
    if (length("é") != 2) {
        print "data_files.awk: set LC_ALL=C, so that awk reads bytes" > "/dev/stderr"
        failed = 1
        exit 1
    }
}

{ sub(/[ \t\r]+$/, "") }

/^[ \t]*(#|$)/ { next }

# Ends the run with a message that names the file and the line, which is the current one if not given.
function complain(what, line) {
    printf "%s:%d: %s\n", FILENAME, line ? line : FNR, what > "/dev/stderr"
    failed = 1
    exit 1
}

# The text as a C string.
function quoted(text) {
    gsub(/\\/, "&&", text)
    gsub(/"/, "\\\"", text)
    gsub(/\?\?/, "?\"\"?", text)
    return "\"" text "\""
}

# As word_table_find() and antonyms.c compute it.
function hash(word,    i, value) {
    value = 0
    for (i = 1; i <= length(word); i++)
        value = (value * 31 + number_of[substr(word, i, 1)]) % 65536
    return value
}

# Prints a hash table of the numbers 1..count, of which 1 in `share` slots or fewer holds one: a number is in
# the slot of its hash modulo their number, a power of two, or in a following one before the first that is 0.
function print_slots(name, hashes, count, share,    i, slot, slot_count, used) {
    slot_count = 4
    while (slot_count < share * count)
        slot_count *= 2
    for (i = 1; i <= count; i++) {
        slot = hashes[i] % slot_count
        while (slot in used)
            slot = (slot + 1) % slot_count
        used[slot] = i
    }
    printf "static const unsigned short %s[%d] = {", name, slot_count
    for (slot = 0; slot < slot_count; slot++)
        printf "%s%d,", slot % 16 ? " " : "\n    ", used[slot]
    print "\n};\n"
    return slot_count
}

# Prints a hash table over words[1..count], as words.h describes it, and returns what begins it in C.
function print_table(name, words, count,    i, hashes) {
    if (count == 0)
        return "{0, 0, 0}"
    printf "static const char *const %s_words[] = {\n", name
    for (i = 1; i <= count; i++) {
        printf "    %s,\n", quoted(words[i])
        hashes[i] = hash(words[i])
    }
    print "};\n"
    return sprintf("{%s_words, %s_slots, %d}", name, name, print_slots(name "_slots", hashes, count, 2))
}
