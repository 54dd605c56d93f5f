/*
 * stopword_ngrams.c - stopword_ngrams(text [, n [, language]]).
 *
 * Table-valued: one row (position, ngram) for each n stop words of the text that follow each other,
 * whatever stands between them, in text order. They are separated by spaces, and in small letters.
 * Positions are those of the first word, counted from 1 as in substr().
 *
 *   (1) If an argument is NULL, there are no rows.
 *   (2) A text with fewer stop words has none. It is not one shorter n-gram, as it would be for
 *       shingles(): a few stop words are in nearly every text.
 *   (3) A language without a list of stop words is an error.
 */
#include "connection.h"
#include "table_function.h"

#include <string.h> /* memcpy, memchr, strlen */

enum { column_position, column_ngram, result_count };
enum { argument_of_text, argument_of_n, argument_of_language, argument_count };

enum { n_default = 8, n_max = 64, language_size = 32 };

struct ngrams_cursor {
    struct table_cursor base;
    struct stop_word_sequence sequence;
    size_t n; /* the argument */
};

/* Names the languages. */
static void refuse_language(struct arguments *arguments, struct argument_bytes language) {
    char names[256] = "one of ";
    size_t length = strlen(names);
    for (size_t i = 0; i + 1 < stop_words_count; i++)
        length += strlen(sqlite3_snprintf((int)(sizeof names - length), names + length, "%s%s",
                                          i ? ", " : "", stop_words[i].language));
    arguments_refuse_word(arguments, "language", names, language);
}

/* The stop words of the language, or NULL and an error. */
static const struct stop_words *argument_stop_words(struct arguments *arguments,
                                                    sqlite3_value *value) {
    char name[language_size] = "english";
    struct argument_bytes language = {name, strlen(name)};
    if (value)
        language = argument_text(arguments, "language", value);
    if (arguments->code != SQLITE_OK)
        return NULL;
    bool fits = language.length < language_size && !memchr(language.bytes, 0, language.length);
    if (fits && value) {
        memcpy(name, language.bytes, language.length);
        name[language.length] = 0;
    }
    const struct stop_words *words = fits ? stop_words_for(name) : NULL;
    if (words && words->count > 0)
        return words;
    refuse_language(arguments, language);
    return NULL;
}

static void ngrams_open(struct table_cursor *base, const struct table_arguments *given,
                        struct arguments *arguments) {
    struct ngrams_cursor *cursor = (struct ngrams_cursor *)base;
    struct connection *connection = base->connection;
    struct argument_bytes text = argument_text(arguments, "text", given->values[argument_of_text]);
    cursor->n = n_default;
    if (given->values[argument_of_n])
        cursor->n =
            (size_t)argument_integer(arguments, "n", given->values[argument_of_n], 1, n_max);
    const struct stop_words *words =
        argument_stop_words(arguments, given->values[argument_of_language]);
    if (!words)
        return;
    if (!stop_word_sequence_read(&cursor->sequence, &connection->folding, &sqlite_allocator, words,
                                 text.bytes, text.length))
        arguments->code = interruption_code(&connection->interruption);
    else if (cursor->sequence.count >= cursor->n)
        base->rows = (sqlite3_int64)(cursor->sequence.count - cursor->n + 1);
}

static void ngrams_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct ngrams_cursor *cursor = (const struct ngrams_cursor *)base;
    const struct stop_word_place *first = cursor->sequence.places + base->row;
    if (column == column_position) {
        sqlite3_result_int64(context, (sqlite3_int64)first->position + 1);
        return;
    }
    size_t size = 0;
    for (size_t i = 0; i < cursor->n; i++)
        size += strlen(first[i].word) + 1;
    char *ngram = sqlite3_malloc64(size), *end = ngram;
    if (!ngram) {
        sqlite3_result_error_nomem(context);
        return;
    }
    for (size_t i = 0; i < cursor->n; i++) {
        size_t length = strlen(first[i].word);
        memcpy(end, first[i].word, length);
        end[length] = ' ';
        end += length + 1;
    }
    sqlite3_result_text(context, ngram, (int)(size - 1), sqlite3_free);
}

static struct default_value ngrams_default(struct table_cursor *base, int argument) {
    if (argument == argument_of_language)
        return (struct default_value){.text = "english"};
    return (struct default_value){.number = (int64_t)((struct ngrams_cursor *)base)->n};
}

static void ngrams_close(struct table_cursor *base) {
    stop_word_sequence_free(&((struct ngrams_cursor *)base)->sequence, &sqlite_allocator);
}

static const char *const argument_names[] = {"text", "n", "language"};

const struct table_function stopword_ngrams_table = {
    .name = "stopword_ngrams",
    .columns = "CREATE TABLE x(position INTEGER, ngram TEXT, input_text HIDDEN, n HIDDEN, "
               "input_language HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = argument_count,
    .required_count = 1,
    .estimated_rows = 50,
    .cursor_size = sizeof(struct ngrams_cursor),
    .open = ngrams_open,
    .column = ngrams_column,
    .default_argument = ngrams_default,
    .close = ngrams_close,
};
