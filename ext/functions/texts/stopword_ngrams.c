/*
 * stopword_ngrams.c - stopword_ngrams(text [, n [, language]]), table-valued: one row (position,
 * ngram) for each n stop words of the text that follow each other; see docs/functions/texts.md.
 *
 * A text with fewer stop words has none. It is not one shorter n-gram, as it would be for
 * shingles(): a few stop words are in nearly every text.
 */
#include "../functions.h"
#include "../table_function.h"

#include <string.h> /* memcpy, memchr, strlen */

enum { argument_text, argument_n, argument_language };

enum { n_default = 8, n_max = 64, language_size = 32 };

struct ngrams_cursor {
    struct table_cursor base;
    struct stop_word_sequence sequence;
    size_t n; /* the argument */
};

/* The stop words of the language; or NULL, and an error that names the languages. */
static const struct stop_words *stop_words_in(struct call *call, struct argument_bytes language) {
    char name[language_size] = "";
    bool fits = language.length < language_size && !memchr(language.bytes, 0, language.length);
    memcpy(name, language.bytes, fits ? language.length : 0);
    const struct stop_words *words = fits ? stop_words_for(name) : NULL;
    if (words && words->count > 0)
        return words;
    char names[256] = "one of ";
    size_t length = strlen(names);
    for (size_t i = 0; i + 1 < stop_words_count; i++)
        length += strlen(sqlite3_snprintf((int)(sizeof names - length), names + length, "%s%s",
                                          i ? ", " : "", stop_words[i].language));
    call_refuse_word(call, "language", names, language);
    return NULL;
}

static void ngrams_open(struct table_cursor *base, struct call *call) {
    struct ngrams_cursor *cursor = (struct ngrams_cursor *)base;
    struct connection *connection = base->connection;
    struct argument_bytes text = call->given[argument_text].bytes;
    cursor->n = (size_t)call->given[argument_n].integer;
    const struct stop_words *words = stop_words_in(call, call->given[argument_language].bytes);
    if (!words)
        return;
    if (!stop_word_sequence_read(&cursor->sequence, &connection->folding, &sqlite_allocator, words,
                                 text.bytes, text.length))
        call->code = interruption_code(&connection->interruption);
    else if (cursor->sequence.count >= cursor->n)
        base->rows = (sqlite3_int64)(cursor->sequence.count - cursor->n + 1);
}

static void ngrams_column(struct table_cursor *base, sqlite3_context *context, int column) {
    enum { column_position };
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

static void ngrams_close(struct table_cursor *base) {
    stop_word_sequence_free(&((struct ngrams_cursor *)base)->sequence, &sqlite_allocator);
}

TABLE(stopword_ngrams, ngrams, struct ngrams_cursor, "position INTEGER, ngram TEXT",
      .arguments = ARGUMENTS(INPUT("text", text),
                             OPTIONAL("n", integer, .range = {1, n_max, n_default}),
                             OPTIONAL("language", text, .usual = "english", .input = true)),
      .estimated_rows = 50, .close = ngrams_close);
