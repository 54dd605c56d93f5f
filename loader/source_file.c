/* source_file.c - see source_file.h. */
#include "source_file.h"

#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A database cannot be read from standard input, nor be loaded into itself. */
static bool open_database(struct source_file *file, const char *path, struct failure *failure) {
    const struct options *options = file->options;
    struct stat source, target;
    if (strcmp(path, "-") == 0)
        return fail(failure, "--format sqlite: expected the name of a file, found standard input");
    if (stat(path, &source) == 0 && stat(options->database, &target) == 0 &&
        source.st_dev == target.st_dev && source.st_ino == target.st_ino)
        return fail(failure,
                    "%s: is the file to read and, last, the database to fill; name another file "
                    "for the result",
                    path);
    file->wish = (struct selection_wish){options->table, options->query, &options->columns};
    file->rows = database_rows_open(path, &file->wish, failure);
    return file->rows != NULL;
}

/* The text of the file. Only a dump has an XML declaration, which might name its encoding. */
static struct stream *open_stream(const char *path, const struct options *options,
                                  struct failure *failure) {
    bool may_be_dump = !options->format || options->format->options & format_option_pages;
    return stream_open(path, may_be_dump ? encoding_by_declaration : encoding_by_mark,
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

static bool open_warc(struct source_file *file, struct stream *stream, struct failure *failure) {
    file->warc = warc_open(stream, failure);
    file->stream = file->warc ? warc_stream(file->warc) : NULL;
    return file->warc != NULL;
}

static bool open_vectors(struct source_file *file, struct stream *stream, struct failure *failure) {
    const struct options *options = file->options;
    file->vectors =
        vector_file_open(stream, options->format->vectors, options->words_most, failure);
    file->stream = file->vectors ? vector_file_stream(file->vectors) : NULL;
    return file->vectors != NULL;
}

/* Takes over the stream, which is NULL for a database. */
static bool open_in_format(struct source_file *file, const char *path, struct stream *stream,
                           struct failure *failure) {
    if (!options_settle_key(&file->completed, failure)) {
        stream_close(stream);
        return false;
    }
    return !stream                           ? open_database(file, path, failure)
           : file->completed.format->records ? open_records(file, stream, failure)
           : file->completed.format->vectors ? open_vectors(file, stream, failure)
           : file->completed.format->archive ? open_warc(file, stream, failure)
                                             : open_dump(file, stream, failure);
}

/* Makes a part of the file if the options name one. A file that cannot be cut has one part. */
static void set_part(struct source_file *file) {
    const struct options *options = file->options;
    const char **why = &file->undivided;
    if (options->part == 0)
        return;
    if (file->rows)
        *why = "it is a database";
    else if (file->warc)
        *why = "it is a web archive";
    else if (stream_divides(file->stream, why) &&
             (!file->records || records_divide(file->records, why)))
        stream_set_part(file->stream, options->part, options->parts);
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
    bool is_database = options->format && options->format->options & format_option_tables;
    struct stream *stream = is_database ? NULL : open_stream(path, options, failure);
    bool good =
        is_database || (stream && recognise(&file->recognition, &file->completed, stream, failure));
    /* A stream that turns out to be a database has told all that it can. */
    if (!good || file->completed.format->options & format_option_tables) {
        stream_close(stream);
        stream = NULL;
    }
    if (good && open_in_format(file, path, stream, failure)) {
        set_part(file);
        return file;
    }
    free(file);
    return NULL;
}

void source_file_close(struct source_file *file) {
    if (!file)
        return;
    dump_close(file->dump);
    records_close(file->records);
    warc_close(file->warc);
    database_rows_close(file->rows);
    vector_file_close(file->vectors);
    free(file);
}

const char *source_file_name(const struct source_file *file) {
    return file->rows ? database_rows_name(file->rows) : stream_name(file->stream);
}

const char *source_file_short_name(const struct source_file *file) {
    return file->rows ? database_rows_name(file->rows) : stream_file_name(file->stream);
}

int64_t source_file_size(const struct source_file *file) {
    return file->rows ? user_database_size(database_rows_source(file->rows))
                      : input_size(stream_input(file->stream));
}

/* Whether the part has nothing: all of the file is in the first one. */
static bool is_empty(const struct source_file *file) {
    return file->undivided && file->options->part > 1;
}

struct stream_share source_file_share(const struct source_file *file) {
    struct stream_share share = {0, source_file_size(file)};
    if (is_empty(file))
        share.begin = share.end;
    return file->undivided || !file->stream ? share : stream_share(file->stream);
}

/* Two tables of a database are two sources, and so are two queries. */
bool source_file_fingerprint(struct source_file *file, const char *path,
                             struct fingerprint *fingerprint, struct failure *failure) {
    const struct selection_wish *wish = &file->wish;
    struct stream_share share = source_file_share(file);
    if (!file->rows)
        return fingerprint_file(fingerprint, path, share.begin, share.end, failure);
    *fingerprint = (struct fingerprint){0};
    if (!user_database_fingerprint(database_rows_source(file->rows), fingerprint, failure))
        return false;
    fingerprint_add_bytes(fingerprint, wish->query ? "query" : "table", 5);
    const char *what = wish->query ? wish->query : wish->table;
    fingerprint_add_bytes(fingerprint, what, strlen(what));
    return true;
}

bool source_file_resumable(const struct source_file *file) {
    return !file->rows || database_rows_resumable(file->rows);
}

bool source_file_check(const struct source_file *file, struct failure *failure) {
    return !file->rows || user_database_check(database_rows_source(file->rows), failure);
}

bool source_file_begin_part(struct source_file *file, struct failure *failure) {
    if (is_empty(file) && file->dump)
        return dump_read_site(file->dump, failure);
    if (file->undivided || file->options->part <= 1)
        return true;
    return file->dump ? dump_begin_part(file->dump, failure)
                      : records_begin_part(file->records, failure);
}

void source_file_end_part(const struct source_file *file, struct dump_place *end) {
    bool empty = is_empty(file);
    *end = (struct dump_place){
        .byte_offset = empty || !file->stream ? 0 : stream_part_length(file->stream),
        .file_bit = source_file_share(file).end * 8,
        .checksum = -1,
        .closed = true,
        .records = empty || !file->records ? 0 : records_number(file->records)};
}

enum cut_state source_file_cut(struct source_file *file, struct batch *batch,
                               struct failure *failure) {
    return is_empty(file)  ? cut_end
           : file->rows    ? database_rows_cut(file->rows, batch, failure)
           : file->dump    ? dump_cut(file->dump, batch, failure)
           : file->records ? records_cut(file->records, batch, failure)
           : file->warc    ? warc_cut(file->warc, batch, failure)
                           : vector_file_cut(file->vectors, batch, failure);
}

bool source_file_resume(struct source_file *file, const struct dump_place *place,
                        struct failure *failure) {
    return file->rows      ? database_rows_resume(file->rows, place, failure)
           : file->dump    ? dump_resume(file->dump, place, failure)
           : file->records ? records_resume(file->records, place, failure)
           : file->warc    ? warc_resume(file->warc, place, failure)
                           : vector_file_resume(file->vectors, place, failure);
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
