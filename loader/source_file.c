/* source_file.c - see source_file.h. */
#include "source_file.h"

#include "dump/dump.h"
#include "web/warc.h"

#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A database cannot be read from standard input, nor be loaded into itself. */
static struct reader *open_database(struct source_file *file, const char *path,
                                    struct failure *failure) {
    const struct options *options = &file->options;
    struct stat source, target;
    if (strcmp(path, "-") == 0) {
        fail(failure, "--format sqlite: expected the name of a file, found standard input");
        return NULL;
    }
    if (stat(path, &source) == 0 && stat(options->database, &target) == 0 &&
        source.st_dev == target.st_dev && source.st_ino == target.st_ino) {
        fail(failure,
             "%s: cannot be both the file to read and the database to fill; name another file for "
             "the result",
             path);
        return NULL;
    }
    file->wish =
        (struct selection_wish){options->table, options->query, &options->columns, options->adding};
    return database_rows_open(path, &file->wish, failure);
}

/* The average length of the first texts, in characters; 0 if it cannot be had. */
static double average_length_of_rows(const struct source_file *file) {
    sqlite3 *db = database_rows_source(file->reader)->db;
    const struct columns *columns = &file->options.columns;
    sqlite3_stmt *statement = NULL;
    const char *query = file->wish.query;
    size_t length = query ? strlen(query) : 0;
    double average = 0;
    while (length > 0 && strchr("; \t\r\n", query[length - 1]))
        length--;
    sqlite3_str *made = sqlite3_str_new(db);
    sqlite3_str_appendall(made, "SELECT avg(0");
    for (int i = 0; i < columns->count; i++)
        if (columns_is_text(columns, i))
            sqlite3_str_appendf(made, " + ifnull(length(\"%w\"), 0)", columns->names[i]);
    if (query)
        sqlite3_str_appendf(made, ") FROM (SELECT * FROM (%.*s\n) LIMIT 1000)", (int)length, query);
    else
        sqlite3_str_appendf(made, ") FROM (SELECT * FROM main.\"%w\" LIMIT 1000)",
                            file->wish.table);
    char *sql = sqlite3_str_finish(made);
    if (sql && sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        average = sqlite3_column_double(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return average;
}

static struct reader *open_dump(struct source_file *file, struct stream *stream,
                                struct failure *failure) {
    struct reader *dump = dump_open(stream, failure);
    if (!dump)
        return NULL;
    file->site = dump_site(dump);
    if (file->options.language)
        site_fix_language(file->site, file->options.language);
    return dump;
}

static struct reader *open_records(struct source_file *file, struct stream *stream,
                                   struct failure *failure) {
    const struct options *options = &file->options;
    const struct format *format = options->format;
    const char *kind = file->recognition.kind;
    struct failure reason;
    file->layout = options->document == document_file ? *format->whole : *format->records;
    if (options->delimiter)
        file->layout.delimiter = options->delimiter;
    file->layout.header = file->layout.header && !options->no_header;
    file->layout.most = options->words_most;
    struct reader *records = records_open(stream, &file->layout, &options->columns, &reason);
    if (!records && kind[0])
        fail(failure, "%s (read as %s; --format overrides this)", reason.message, kind);
    else if (!records)
        *failure = reason;
    else
        file->vectors = records_vectors(records);
    return records;
}

/* Opens the file in the format that is known by now. Takes over the stream. */
static struct reader *open_reader(struct source_file *file, const char *path, struct stream *stream,
                                  struct failure *failure) {
    const struct format *format = file->options.format;
    /* A stream that turns out to be a database has told all that it can. */
    bool keys = options_settle_key(&file->options, failure);
    if (!keys || format->options & format_option_tables) {
        stream_close(stream);
        return keys ? open_database(file, path, failure) : NULL;
    }
    return format->records   ? open_records(file, stream, failure)
           : format->archive ? warc_open(stream, failure)
                             : open_dump(file, stream, failure);
}

/* Makes a part of the file if the options name one. A file that cannot be cut has one part. */
static void set_part(struct source_file *file) {
    const struct options *options = &file->options;
    struct reader *reader = file->reader;
    if (options->part == 0)
        return;
    const char *why = reader->kind->begin_part ? stream_undivided(reader->stream) : NULL;
    file->undivided = why ? why : reader->undivided;
    if (!file->undivided)
        stream_set_part(reader->stream, options->part, options->parts);
}

struct source_file *source_file_open(const char *path, const struct options *options,
                                     struct failure *failure) {
    struct source_file *file = allocate(sizeof *file, failure);
    if (!file)
        return NULL;
    file->options = *options;
    /* Only a dump has an XML declaration, which might name its encoding. */
    const struct format *format = options->format;
    bool database_named = format && format->options & format_option_tables;
    bool may_be_dump = !format || format->options & format_option_pages;
    struct stream *stream =
        database_named ? NULL
                       : stream_open(path, may_be_dump ? encoding_by_declaration : encoding_by_mark,
                                     options->encoding, failure);
    if (stream && !recognise(&file->recognition, &file->options, stream, failure)) {
        stream_close(stream);
        stream = NULL;
    } else if (stream || database_named) {
        file->reader = open_reader(file, path, stream, failure);
    }
    if (file->reader) {
        set_part(file);
        if (!file->reader->stream && file->options.format->options & format_option_tables) {
            const struct columns *found = database_rows_columns(file->reader);
            const char *text = found->names[column_text], *name = file->reader->name;
            if (strcmp(text, file->options.columns.names[column_text]) != 0)
                recognise_column(&file->recognition, name, text);
            file->options.columns = *found;
            if (file->options.whole_if_short)
                recognise_length(&file->recognition, &file->options, name,
                                 average_length_of_rows(file));
        }
        return file;
    }
    free(file);
    return NULL;
}

void source_file_close(struct source_file *file) {
    if (!file)
        return;
    reader_close(file->reader);
    free(file);
}

/* Whether the part has nothing: all of the file is in the first one. */
static bool is_empty(const struct source_file *file) {
    return file->undivided && file->options.part > 1;
}

struct stream_share source_file_share(const struct source_file *file) {
    struct stream_share share = {0, file->reader->size};
    if (is_empty(file))
        share.begin = share.end;
    return file->undivided || !file->reader->stream ? share : stream_share(file->reader->stream);
}

bool source_file_fingerprint(struct source_file *file, const char *path,
                             struct fingerprint *fingerprint, struct failure *failure) {
    struct stream_share share = source_file_share(file);
    *fingerprint = (struct fingerprint){0};
    return file->reader->kind->fingerprint
               ? file->reader->kind->fingerprint(file->reader, fingerprint, failure)
               : fingerprint_file(fingerprint, path, share.begin, share.end, failure);
}

bool source_file_check(const struct source_file *file, struct failure *failure) {
    return !file->reader->kind->check || file->reader->kind->check(file->reader, failure);
}

bool source_file_begin_part(struct source_file *file, struct failure *failure) {
    if (is_empty(file) && file->site)
        return dump_read_site(file->reader, failure);
    if (file->undivided || file->options.part <= 1)
        return true;
    return file->reader->kind->begin_part(file->reader, failure);
}

void source_file_end_part(const struct source_file *file, struct resume_place *end) {
    bool none = is_empty(file) || !file->reader->stream;
    *end = (struct resume_place){
        .byte_offset = none ? 0 : stream_part_length(file->reader->stream),
        .file_bit = source_file_share(file).end * 8,
        .checksum = -1,
        .closed = true,
        .records = is_empty(file) || !file->options.format->records ? 0 : file->reader->number};
}

enum cut_state source_file_cut(struct source_file *file, struct batch *batch,
                               struct failure *failure) {
    return is_empty(file) ? cut_end : file->reader->kind->cut(file->reader, batch, failure);
}

const char *source_file_language(const struct source_file *file) {
    return file->options.language ? file->options.language : file->site ? file->site->language : "";
}

void source_file_base(const struct source_file *file, char *address, size_t capacity) {
    const struct text_buffer *base = file->site ? dump_base(file->reader) : NULL;
    bool known = base && base->length > 0;
    snprintf(address, capacity, "%.*s", known ? (int)base->length : 0, known ? base->bytes : "");
}
