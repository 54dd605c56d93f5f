/* source_file.c - see source_file.h. */
#include "source_file.h"

#include <stdio.h> /* snprintf */
#include <stdlib.h>

/* The text of the file. Records have no XML declaration, which might name their encoding. */
static struct stream *open_stream(const char *path, const struct options *options,
                                  struct failure *failure) {
    bool records = options->format && options->format->records;
    return stream_open(path, records ? encoding_by_mark : encoding_by_declaration,
                       options->encoding, failure);
}

static bool open_dump(struct source_file *file, struct stream *stream, struct failure *failure) {
    file->dump = dump_open(stream, failure);
    if (!file->dump)
        return false;
    file->stream = dump_stream(file->dump);
    if (file->options->language)
        site_fix_language(dump_site(file->dump), file->options->language);
    return true;
}

static bool open_records(struct source_file *file, struct stream *stream, struct failure *failure) {
    const struct options *options = file->options;
    const struct format *format = options->format;
    const char *kind = file->recognition.kind;
    struct failure reason;
    file->layout = options->document == document_file ? *format->whole : *format->records;
    if (options->delimiter)
        file->layout.delimiter = options->delimiter;
    file->layout.header = file->layout.header && !options->no_header;
    file->records = records_open(stream, &file->layout, &options->columns, &reason);
    if (file->records)
        file->stream = records_stream(file->records);
    else if (kind[0])
        fail(failure, "%s (taken for %s; --format says otherwise)", reason.message, kind);
    else
        *failure = reason;
    return file->records != NULL;
}

struct source_file *source_file_open(const char *path, const struct options *options,
                                     struct failure *failure) {
    struct source_file *file = calloc(1, sizeof *file);
    if (!file) {
        fail_memory(failure);
        return NULL;
    }
    file->completed = *options;
    file->options = &file->completed;
    struct stream *stream = open_stream(path, options, failure);
    if (stream && !recognise(&file->recognition, &file->completed, stream, failure)) {
        stream_close(stream);
        stream = NULL;
    }
    if (stream && (file->completed.format->records ? open_records(file, stream, failure)
                                                   : open_dump(file, stream, failure)))
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
