/* source_file.c - see source_file.h. */
#include "source_file.h"

#include <stdio.h> /* snprintf */
#include <stdlib.h>

struct source_file *source_file_open(const char *path, const struct options *options,
                                     struct failure *failure) {
    const struct format *format = options->format;
    struct source_file *file = calloc(1, sizeof *file);
    if (!file) {
        fail_memory(failure);
        return NULL;
    }
    file->options = options;
    if (!format->records) {
        file->dump = dump_open(path, failure);
        if (file->dump && options->language)
            site_fix_language(dump_site(file->dump), options->language);
        file->stream = file->dump ? dump_stream(file->dump) : NULL;
    } else {
        bool whole = options->document == document_file;
        file->records =
            records_open(path, whole ? format->whole : format->records, &options->columns, failure);
        file->stream = file->records ? records_stream(file->records) : NULL;
    }
    if (file->stream)
        return file;
    free(file);
    return NULL;
}

void source_file_close(struct source_file *file) {
    if (!file)
        return;
    dump_close(file->dump);
    records_close(file->records);
    free(file);
}

enum cut_state source_file_cut(struct source_file *file, struct batch *batch,
                               struct failure *failure) {
    return file->dump ? dump_cut(file->dump, batch, failure)
                      : records_cut(file->records, batch, failure);
}

bool source_file_resume(struct source_file *file, const struct dump_place *place,
                        struct failure *failure) {
    return file->dump ? dump_resume(file->dump, place, failure)
                      : records_resume(file->records, place, failure);
}

const char *source_file_language(const struct source_file *file) {
    if (file->options->language)
        return file->options->language;
    return file->dump ? site_language(dump_site(file->dump)) : "";
}

void source_file_base(const struct source_file *file, char *address, size_t capacity) {
    const struct text_buffer *base = file->dump ? dump_base(file->dump) : NULL;
    bool known = base && base->length > 0;
    snprintf(address, capacity, "%.*s", known ? (int)base->length : 0, known ? base->bytes : "");
}
