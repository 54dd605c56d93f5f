/*
 * fold.c - fold_text(text [, how]): texts that differ only in case, width, accents, punctuation or
 * white space become equal.
 *
 *   (1) `how` lists what is folded, separated by commas or spaces; by default it is 'all', which is
 *       everything but digits and the marks of notes. If it is empty, the result is the text
 *       itself.
 *   (2) The result never changes, except with 'notes': see core/text/folding.h.
 *   (3) If an argument is NULL, the result is NULL. A call ends when the connection is interrupted.
 */
#include "arguments.h"
#include "connection.h"

#include <string.h> /* memcmp, strlen */

static const struct {
    const char *name;
    unsigned options;
} words[] = {{"all", fold_all},
             {"case", fold_case},
             {"width", fold_width},
             {"accents", fold_accents},
             {"punctuation", fold_punctuation},
             {"space", fold_space},
             {"digits", fold_digits},
             {"notes", fold_notes}};

static bool is_separator(char byte) {
    return byte == ' ' || byte == ',';
}

static unsigned options_of_word(struct arguments *arguments, struct argument_bytes word) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (word.length == strlen(words[i].name) &&
            memcmp(word.bytes, words[i].name, word.length) == 0)
            return words[i].options;
    arguments_refuse_word(arguments, "how",
                          "'all' or a list of 'case', 'width', 'accents', 'punctuation', 'space', "
                          "'digits' and 'notes'",
                          word);
    return 0;
}

/* A sum of enum fold_option, or 0 for an empty list. */
static unsigned argument_options(struct arguments *arguments, sqlite3_value *value) {
    struct argument_bytes how = argument_text(arguments, "how", value);
    unsigned options = 0;
    for (size_t begin = 0; begin < how.length && arguments->code == SQLITE_OK;) {
        size_t end = begin;
        while (end < how.length && !is_separator(how.bytes[end]))
            end++;
        if (end > begin)
            options |=
                options_of_word(arguments, (struct argument_bytes){how.bytes + begin, end - begin});
        begin = end + 1;
    }
    return options;
}

void fold_text_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct connection *connection = sqlite3_user_data(context);
    struct folding *folding = &connection->folding;
    struct arguments arguments = {.function = "fold_text"};
    struct argument_bytes text = argument_text(&arguments, "text", values[0]);
    unsigned options = count > 1 ? argument_options(&arguments, values[1]) : fold_all;
    bool stays =
        options == 0 || (options == fold_notes && !note_marks_may_occur(text.bytes, text.length));
    if (arguments.code == SQLITE_OK && stays) {
        sqlite3_result_value(context, values[0]);
        return;
    }
    if (arguments.code == SQLITE_OK &&
        !folding_fold(folding, &sqlite_allocator, options, text.bytes, text.length))
        arguments.code = interruption_code(&connection->interruption);
    if (arguments.code == SQLITE_OK)
        sqlite3_result_text64(context, folding->utf8, folding->length, SQLITE_TRANSIENT,
                              SQLITE_UTF8);
    else
        arguments_result(&arguments, context);
    connection_trim(connection);
}
