/* neardup_load.c - the program neardup-load: files in, tables of articles and sentences out. */
#include "../ext/neardup.h" /* NEARDUP_VERSION */
#include "base/interrupt.h"
#include "dump/page_parser.h"
#include "format.h"
#include "load.h"
#include "options.h"
#include "store/store.h"

#include <libxml/parser.h> /* xmlInitParser, xmlCleanupParser */
#include <sqlite3.h>
#include <stdio.h>

#ifdef __GLIBC__
#include <malloc.h> /* mallopt */
#endif

enum { exit_good = 0, exit_error = 1, exit_damaged = 2, exit_signal = 128 };

static int complain(const struct failure *failure) {
    fprintf(stderr, "neardup-load: %s\n", failure->message);
    return exit_error;
}

/*
 * One file, opened before the database is, so that one that cannot be loaded makes no database.
 * `*store` is opened with the first.
 */
static enum load_result load_one(const struct options *options, const char *path,
                                 struct store **store, struct failure *failure) {
    const struct format_steps *steps = options->format->steps;
    void *file = steps->open_file(path, options, failure);
    if (!file)
        return interrupt_signal() ? load_interrupted : load_failed; /* a silent pipe */
    if (!*store)
        *store = store_open(options->database, failure);
    if (*store)
        return load_file(*store, options, path, file, failure);
    steps->close_file(file);
    return load_failed;
}

/* All files, in order; the first error ends it, and what was committed before stays. */
static int load_all(const struct options *options) {
    struct failure failure;
    struct store *store = NULL;
    int status = exit_good;
    bool going_on = true;
    for (int i = 0; i < options->dump_count && going_on; i++) {
        enum load_result result = load_one(options, options->dumps[i], &store, &failure);
        going_on = result == load_good || result == load_damaged;
        if (result == load_failed)
            status = complain(&failure);
        else if (result == load_interrupted)
            status = exit_signal + interrupt_signal();
        else if (result == load_damaged)
            status = exit_damaged;
    }
    store_close(store);
    return status;
}

/*
 * Large areas go back to the system when they are freed. By default glibc keeps ever larger ones,
 * in a heap for every few threads, and so several times what is in use.
 */
static void return_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}

int main(int count, char **words) {
    struct options options;
    struct failure failure;
    if (!options_parse(&options, count, words, &failure))
        return complain(&failure);
    if (options.help) {
        fputs(options_usage, stdout);
        return exit_good;
    }
    if (options.version) {
        puts("neardup-load " NEARDUP_VERSION);
        return exit_good;
    }

    interrupt_catch();
    return_memory();
    /* SQLite's count of its memory has a lock, for which the threads that read JSON would queue. */
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    if (!page_parser_prepare_thread()) {
        fail_memory(&failure);
        return complain(&failure);
    }
    xmlInitParser();
    int status = load_all(&options);
    xmlCleanupParser();
    return status;
}
