/* format.c - see format.h. */
#include "format.h"

#include "base/words.h"

#include <string.h>

static const struct record_layout line_layout = {record_ends_with_line, record_is_text, false, 0};
static const struct record_layout file_layout = {record_ends_with_file, record_is_text, false, 0};
static const struct record_layout csv_layout = {record_ends_outside_quotes, record_is_csv, true,
                                                ','};
static const struct record_layout tsv_layout = {record_ends_with_line, record_is_tsv, true, '\t'};
static const struct record_layout json_layout = {record_ends_with_line, record_is_json, false, 0};

enum {
    text_options = format_option_whole | format_option_encoding | format_option_language,
    table_options = format_option_columns | format_option_header | text_options,
    database_options =
        format_option_columns | format_option_whole | format_option_tables | format_option_language
};

static const struct format formats[] = {
    {"mediawiki", format_option_pages | format_option_language, NULL, NULL, vector_none, false},
    {"text", format_option_document | text_options, &line_layout, &file_layout, vector_none, false},
    {"csv", table_options | format_option_delimiter, &csv_layout, NULL, vector_none, false},
    {"tsv", table_options, &tsv_layout, NULL, vector_none, false},
    {"jsonl", format_option_columns | text_options, &json_layout, NULL, vector_none, false},
    {"sqlite", database_options, NULL, NULL, vector_none, false},
    {"warc", format_option_language, NULL, NULL, vector_none, true},
    {"word2vec", format_option_words, NULL, NULL, vector_word2vec, false},
    {"glove", format_option_words, NULL, NULL, vector_glove, false},
    {"fasttext", format_option_words, NULL, NULL, vector_fasttext, false},
};

const char format_names[] =
    "mediawiki, text, csv, tsv, jsonl, sqlite, warc, word2vec, glove, fasttext";

const struct format *format_find(const char *name) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

const struct format *format_of_name(const char *name, size_t *stem) {
    /* Of several suffixes, the last one here comes first in the name. Content tells a database. */
    static const char *const suffixes[][2] = {{".bz2|.gz|.lzma|.xz|.zst", NULL},
                                              {".xml", "mediawiki"},
                                              {".csv", "csv"},
                                              {".tsv|.tab", "tsv"},
                                              {".jsonl|.ndjson", "jsonl"},
                                              {".json", NULL},
                                              {".txt", "text"},
                                              {".wet", "warc"},
                                              {".warc", "warc"},
                                              {".db|.db3|.sqlite|.sqlite3", NULL}};
    const char *format = NULL;
    *stem = strlen(name);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t size = words_end_any_case(suffixes[i][0], name, *stem);
        if (size == 0 || size == *stem)
            continue;
        *stem -= size;
        format = format ? format : suffixes[i][1];
    }
    return format ? format_find(format) : NULL;
}

const struct format *format_only(unsigned options) {
    const struct format *only = NULL;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (options & ~formats[i].options)
            continue;
        if (only)
            return NULL;
        only = &formats[i];
    }
    return only;
}
