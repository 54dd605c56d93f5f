/* options.c - see options.h. */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "options.h"

#include "crew.h" /* crew_threads_max */

#include <errno.h>
#ifdef __linux__
#include <sched.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h> /* sysconf */

const char options_usage[] =
    "usage: neardup-load [options] DUMP... DB\n"
    "\n"
    "Loads MediaWiki dumps into the SQLite database DB, which is made if there is none:\n"
    "articles cleaned of their markup and split into sentences. DUMP is a file (.xml, as\n"
    "it is or packed as .bz2, .gz, .xz or .zst, of one stream or many) or - for standard\n"
    "input.\n"
    "\n"
    "  --namespaces LIST  numbers of the namespaces to load, as in 0,4,10, or all (default: 0,\n"
    "                     the articles)\n"
    "  --history          keep every revision: its number, time, contributor and sentences\n"
    "  --threads N        how many threads work (default: one for each processor); the result\n"
    "                     is the same with any number\n"
    "  --quiet            no progress and no summary\n"
    "  --help             this text\n"
    "  --version          the version\n"
    "\n"
    "A load that was interrupted goes on where it was when the same command is given again.\n"
    "\n"
    "Exit status: 0 all was loaded; 1 an error; 2 loaded, but parts of a dump were damaged:\n"
    "what is missing stands in the table damage; 130 or 143 interrupted by Ctrl-C or SIGTERM.\n";

static bool parse_namespaces(struct options *options, const char *list, struct failure *failure) {
    options->all_namespaces = strcmp(list, "all") == 0;
    options->namespace_count = 0;
    for (const char *at = list; !options->all_namespaces;) {
        char *end;
        errno = 0;
        long number = strtol(at, &end, 10);
        if (end == at || errno || (*end != ',' && *end != '\0'))
            return fail(failure,
                        "--namespaces: expected numbers with commas, as in 0,4,10, or "
                        "all, found '%s'",
                        list);
        if (options->namespace_count == options_namespaces_max)
            return fail(failure, "--namespaces: more than %d numbers; 'all' takes every one",
                        options_namespaces_max);
        options->namespaces[options->namespace_count++] = number;
        if (*end == '\0')
            break;
        at = end + 1;
    }
    return true;
}

static bool parse_threads(struct options *options, const char *word, struct failure *failure) {
    char *end;
    errno = 0;
    long number = strtol(word, &end, 10);
    if (end == word || *end != '\0' || errno || number < 1 || number > crew_threads_max)
        return fail(failure, "--threads: expected a number from 1 to %d, found '%s'",
                    crew_threads_max, word);
    options->threads = (int)number;
    return true;
}

/* The processors that this program may run on. */
static int processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        count = CPU_COUNT(&set);
#endif
    return count < 1 ? 1 : count > crew_threads_max ? crew_threads_max : (int)count;
}

/* The value of an option: behind '=' or the next word. */
static const char *value_of(int count, char **words, int *at, size_t name_length) {
    if (words[*at][name_length] == '=')
        return words[*at] + name_length + 1;
    return *at + 1 < count ? words[++*at] : NULL;
}

static bool is_option(const char *word, const char *name) {
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && (word[length] == '\0' || word[length] == '=');
}

static bool parse_option(struct options *options, int count, char **words, int *at,
                         struct failure *failure) {
    const char *word = words[*at];
    if (strcmp(word, "--quiet") == 0)
        options->quiet = true;
    else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        options->help = true;
    else if (strcmp(word, "--version") == 0)
        options->version = true;
    else if (strcmp(word, "--history") == 0)
        options->history = true;
    else if (is_option(word, "--namespaces")) {
        const char *list = value_of(count, words, at, strlen("--namespaces"));
        return list ? parse_namespaces(options, list, failure)
                    : fail(failure, "--namespaces: a list of numbers is missing");
    } else if (is_option(word, "--threads")) {
        const char *number = value_of(count, words, at, strlen("--threads"));
        return number ? parse_threads(options, number, failure)
                      : fail(failure, "--threads: a number is missing");
    } else
        return fail(failure, "there is no option %s; neardup-load --help lists them", word);
    return true;
}

bool options_parse(struct options *options, int count, char **words, struct failure *failure) {
    *options = (struct options){.namespace_count = 1, .threads = processors(), .dumps = words};
    int files = 0;
    bool only_files = false;
    for (int i = 1; i < count; i++) {
        if (!only_files && strcmp(words[i], "--") == 0)
            only_files = true;
        else if (!only_files && words[i][0] == '-' && words[i][1] != '\0') {
            if (!parse_option(options, count, words, &i, failure))
                return false;
        } else
            words[files++] = words[i];
    }
    if (options->help || options->version)
        return true;
    if (files < 2)
        return fail(failure,
                    "expected at least one DUMP and then DB, found %d file name%s; "
                    "neardup-load --help tells more",
                    files, files == 1 ? "" : "s");
    options->dump_count = files - 1;
    options->database = words[files - 1];
    if (options->database[0] == '\0' || strcmp(options->database, ":memory:") == 0)
        return fail(failure,
                    "DB must be the name of a file, found '%s': what is loaded would be gone "
                    "at the end",
                    options->database);
    return true;
}

bool options_wants(const struct options *options, int64_t namespace_number) {
    for (int i = 0; i < options->namespace_count; i++)
        if (options->namespaces[i] == namespace_number)
            return true;
    return options->all_namespaces;
}

void options_describe(const struct options *options, char *text, int capacity) {
    int used =
        snprintf(text, (size_t)capacity, "namespaces=%s", options->all_namespaces ? "all" : "");
    for (int i = 0; i < options->namespace_count && used < capacity; i++)
        used += snprintf(text + used, (size_t)(capacity - used), "%s%lld", i ? "," : "",
                         (long long)options->namespaces[i]);
    if (options->history && used < capacity)
        snprintf(text + used, (size_t)(capacity - used), " history");
}
