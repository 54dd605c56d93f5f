/* load_command.c - see load_command.h. */
#include "load_command.h"

#include "../ext/neardup.h" /* NEARDUP_VERSION */
#include "base/interrupt.h"
#include "base/memory_bound.h"
#include "dump/page_parser.h"
#include "load.h"
#include "options.h"
#include "source_file.h"
#include "store/store.h"
#include "text/message.h"

#include <libxml/parser.h> /* xmlInitParser, xmlCleanupParser */
#include <sqlite3.h>
#include <stdio.h>

#ifdef __GLIBC__
#include <malloc.h> /* mallopt */
#endif

static int complain(const char *program, int status, const struct failure *failure) {
    message_print("%s: %s", program, failure->message);
    return status;
}

/*
 * Loads one file. It is opened before the database, so that a file that cannot be loaded leaves no
 * empty database behind. `*store` is opened with the first file.
 */
static enum load_result load_one(const struct options *options, const char *path,
                                 struct store **store, struct failure *failure) {
    struct source_file *file = source_file_open(path, options, failure);
    if (file && !options->quiet && file->recognition.said[0])
        message_print("%s", file->recognition.said);
    if (!file) /* perhaps a pipe that was silent until the interrupt */
        return interrupt_signal() ? load_interrupted : load_failed;
    if (!*store)
        *store = store_open(options->database, failure);
    if (*store)
        return load_file(*store, path, file, failure);
    source_file_close(file);
    return load_failed;
}

/* Loads all files in order. The first error ends it; what was committed before is kept. */
static int load_all(const char *program, const struct options *options) {
    struct failure failure;
    struct store *store = NULL;
    int status = status_good;
    bool proceeds = true;
    for (int i = 0; i < options->file_count && proceeds; i++) {
        enum load_result result = load_one(options, options->files[i], &store, &failure);
        proceeds = result == load_good || result == load_damaged;
        if (result == load_failed)
            status = complain(program, status_error, &failure);
        else if (result == load_interrupted)
            status = status_signal + interrupt_signal();
        else if (result == load_damaged)
            status = status_damaged;
    }
    store_close(store);
    return status;
}

size_t load_stem_length(const char *name) {
    size_t stem;
    format_of_name(name, &stem);
    return stem;
}

bool load_fingerprint(const char *path, const char *table, char text[load_fingerprint_size],
                      struct failure *failure) {
    struct fingerprint fingerprint = {0};
    if (!database_rows_fingerprint(path, table, &fingerprint, failure))
        return false;
    snprintf(text, load_fingerprint_size, "%s", fingerprint.text);
    return true;
}

bool load_command_is_good(int count, char **words, struct failure *failure) {
    struct options options;
    return options_parse(&options, count, words, failure);
}

int load_command(int count, char **words) {
    const char *program = words[0];
    struct options options;
    struct failure failure;
    if (!options_parse(&options, count, words, &failure))
        return complain(program, status_usage, &failure);
    if (options.help) {
        fputs(options_usage, stdout);
        return status_good;
    }
    if (options.version) {
        puts("neardup " NEARDUP_VERSION);
        return status_good;
    }

    interrupt_catch();
#ifdef __GLIBC__
    /*
     * Returns large areas at once. By default glibc keeps ever larger ones in a heap for every few
     * threads, which adds up to several times the memory in use.
     */
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
    /* SQLite counts its memory under a lock, which would slow down the threads that read JSON. */
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    memory_bound_set(options.memory);
    sqlite_memory_bound();
    if (!page_parser_prepare_thread()) {
        fail_memory(&failure);
        return complain(program, status_error, &failure);
    }
    xmlInitParser();
    int status = load_all(program, &options);
    xmlCleanupParser();
    return status;
}
