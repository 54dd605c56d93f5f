/* neardup_load.c - the program neardup-load. */
#include "load_command.h"

int main(int count, char **words) {
    words[0] = "neardup-load"; /* for messages, wherever it is */
    return load_command(count, words);
}
