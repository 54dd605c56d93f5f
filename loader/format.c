/* format.c - see format.h. */
#include "format.h"

#include "base/words.h"

#include <string.h>

static const struct record_layout
    line_layout = {.end = record_ends_with_line, .syntax = record_is_text},
    file_layout = {.end = record_ends_with_file, .syntax = record_is_text},
    csv_layout = {.end = record_ends_outside_quotes,
                  .syntax = record_is_csv,
                  .header = true,
                  .delimiter = ','},
    tsv_layout = {.end = record_ends_with_line,
                  .syntax = record_is_tsv,
                  .header = true,
                  .delimiter = '\t'},
    json_layout = {.end = record_ends_with_line, .syntax = record_is_json},
    word2vec_layout = {.end = record_ends_with_line,
                       .syntax = record_is_vector,
                       .header = true,
                       .may_be_binary = true},
    glove_layout = {.end = record_ends_with_line, .syntax = record_is_vector},
    fasttext_layout = {.end = record_ends_with_line, .syntax = record_is_vector, .header = true};

enum {
    text_options = format_option_whole | format_option_encoding | format_option_language,
    table_options = format_option_columns | format_option_header | text_options,
    database_options =
        format_option_columns | format_option_whole | format_option_tables | format_option_language
};

static const struct format formats[] = {
    {"mediawiki", format_option_pages | format_option_language, NULL, NULL, false},
    {"text", format_option_document | text_options, &line_layout, &file_layout, false},
    {"csv", table_options | format_option_delimiter, &csv_layout, NULL, false},
    {"tsv", table_options, &tsv_layout, NULL, false},
    {"jsonl", format_option_columns | text_options, &json_layout, NULL, false},
    {"sqlite", database_options, NULL, NULL, false},
    {"warc", format_option_language, NULL, NULL, true},
    {"word2vec", format_option_words, &word2vec_layout, NULL, false},
    {"glove", format_option_words, &glove_layout, NULL, false},
    {"fasttext", format_option_words, &fasttext_layout, NULL, false},
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
