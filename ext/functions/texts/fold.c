/*
 * fold.c - texts without what does not count, and their script: docs/functions/texts.md.
 *
 *   fold_text()     equal for texts that differ only in case, width, accents, punctuation or white
 *                   space. It never changes: see core/text/folding.h.
 *   text_script()   the script that most letters of a text are of (core/text/text_script.h)
 */
#include "fold.h"

#include "../functions.h"

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
enum { word_count = sizeof words / sizeof *words };

int fold_options(struct argument_bytes list, struct argument_bytes *wrong) {
    unsigned options = 0;
    for (size_t begin = 0, end; begin < list.length; begin = end + 1) {
        for (end = begin; end < list.length && list.bytes[end] != ' ' && list.bytes[end] != ',';)
            end++;
        struct argument_bytes word = {list.bytes + begin, end - begin};
        size_t i = 0;
        while (i < word_count && (word.length != strlen(words[i].name) ||
                                  memcmp(word.bytes, words[i].name, word.length) != 0))
            i++;
        if (word.length > 0 && i == word_count) {
            *wrong = word;
            return -1;
        }
        options |= word.length > 0 ? words[i].options : 0;
    }
    return (int)options;
}

static void fold_text_call(struct call *call) {
    struct folding *folding = &call->connection->folding;
    struct argument_bytes text = call->given[0].bytes;
    struct argument_bytes wrong;
    int options = fold_options(call->given[1].bytes, &wrong);
    if (options < 0) {
        call_refuse_word(call, "how", FOLD_OPTIONS_WANTED, wrong);
        return;
    }
    if (options == 0 || (options == fold_notes && !note_marks_may_occur(text.bytes, text.length)))
        sqlite3_result_value(call->context, call->given[0].value);
    else if (folding_fold(folding, &sqlite_allocator, (unsigned)options, text.bytes, text.length))
        sqlite3_result_text64(call->context, folding->utf8, folding->length, SQLITE_TRANSIENT,
                              SQLITE_UTF8);
    else
        call_interrupted(call);
}

SCALAR(fold_text, "TEXT",
       .arguments = ARGUMENTS(REQUIRED("text", text), OPTIONAL("how", text, .usual = "all")));

static void text_script_call(struct call *call) {
    struct code_points *points = &call->connection->folding.text;
    struct argument_bytes text = call->given[0].bytes;
    if (code_points_decode(points, &sqlite_allocator, text.bytes, text_script_bytes(text.length)))
        sqlite3_result_text(call->context, text_script_name(points->values, points->count), -1,
                            SQLITE_STATIC); /* NULL without a name */
    else
        call->code = SQLITE_NOMEM;
}

SCALAR(text_script, "TEXT", .arguments = ARGUMENTS(REQUIRED("text", text)));
