/* format.c - see format.h. */
#include "format.h"

#include <string.h>

static const struct record_layout line_layout = {record_ends_with_line, record_is_text, false};
static const struct record_layout file_layout = {record_ends_with_file, record_is_text, false};
static const struct record_layout csv_layout = {record_ends_outside_quotes, record_is_csv, true};
static const struct record_layout tsv_layout = {record_ends_with_line, record_is_tsv, true};
static const struct record_layout json_layout = {record_ends_with_line, record_is_json, false};

static const struct format formats[] = {
    {"mediawiki", format_option_pages, NULL, NULL},
    {"text", format_option_document, &line_layout, &file_layout},
    {"csv", format_option_columns, &csv_layout, NULL},
    {"tsv", format_option_columns, &tsv_layout, NULL},
    {"jsonl", format_option_columns, &json_layout, NULL},
    {"sqlite", format_option_columns | format_option_tables, NULL, NULL},
};

const char format_names[] = "mediawiki, text, csv, tsv, jsonl, sqlite";

const struct format *format_find(const char *name) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}
