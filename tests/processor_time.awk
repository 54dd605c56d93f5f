# processor_time.awk - the processor time, in seconds, of a shell's children: the second line of what its command
# `times` prints, such as "1m5.50s 0m2.25s". Prints it with the name in `what`.

NR == 2 {
    split($0, part, /[ms ]+/)
    printf "%7.1f  %s\n", 60 * (part[1] + part[3]) + part[2] + part[4], what
}
