/*
 * fuzz_folding.c - any bytes as a text: folding it again changes nothing, each option leaves
 * nothing to fold for itself, and the bytes behind the text are not read.
 *
 * The first byte is the sum of options. Marks of notes are removed by themselves, too, as the other
 * options see the text without them.
 */
#include "fuzz_core.h"

static void fold(struct folding *folding, unsigned options, const char *text, size_t length) {
    MUST(folding_fold(folding, &allocator, options, text, length));
    MUST(folding->length <= 12 * length);
}

static void check_characters(const struct folding *folding, unsigned options) {
    struct code_points points = {0};
    MUST(code_points_decode(&points, &allocator, folding->utf8, folding->length));
    for (size_t i = 0; i < points.count; i++) {
        struct frozen_character character = frozen_character_of(points.values[i]);
        bool edge = i == 0 || i + 1 == points.count;
        if (options & fold_space) {
            MUST(character.class != frozen_invisible);
            MUST(character.class != frozen_space || (points.values[i] == ' ' && !edge));
        }
        MUST(!(options & fold_punctuation) || character.class != frozen_other);
        MUST(!(options & fold_digits) || character.class != frozen_digit ||
             points.values[i] == '0');
        MUST(!(options & fold_case) || points.values[i] - 'A' >= 26);
    }
    code_points_free(&points, &allocator);
}

/* Removing notes again changes nothing, and a text that may have none stays as it is. */
static void check_notes(struct fuzz_text text) {
    static struct folding once, twice;
    fold(&once, fold_notes, text.bytes, text.length);
    MUST(note_marks_may_occur(text.bytes, text.length) ||
         (once.length == text.length && memcmp(once.utf8, text.bytes, text.length) == 0));
    fold(&twice, fold_notes, once.utf8, once.length);
    MUST(once.length == twice.length && memcmp(once.utf8, twice.utf8, once.length) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static struct folding once, twice;
    struct fuzz_input input = fuzz_input(bytes, size);
    unsigned options = fuzz_byte(&input) % (2 * fold_digits);
    if (options == 0)
        options = fold_all;
    struct fuzz_text text = fuzz_take(&input, input.left);
    check_notes(text);
    fold(&once, options, text.bytes, text.length);
    check_characters(&once, options);
    fold(&twice, options, once.utf8, once.length);
    MUST(once.length == twice.length && memcmp(once.utf8, twice.utf8, once.length) == 0);
    size_t script = text_script_bytes(text.length);
    struct code_points points = {0};
    MUST(code_points_decode(&points, &allocator, text.bytes, script));
    const char *name = text_script_name(points.values, points.count);
    MUST(!name || name[0]);
    code_points_free(&points, &allocator);
    free(text.bytes);
    return 0;
}
