/* bracket_pairs.c - see bracket_pairs.h. */
#include "bracket_pairs.h"

#include "../base/ascii.h"
#include "../base/words.h"
#include "text_characters.h"

#include <assert.h>

enum direction { direction_unknown, direction_open, direction_close };

struct pairing {
    struct punctuation_mark *marks;
    const char *text;
    size_t length;
    size_t brackets[punctuation_deepest_pair]; /* indices of the open ones, the innermost last */
    size_t bracket_count;
    size_t open_quote[punctuation_families]; /* 1 + index of the open one; 0 if none is open */
    bool paired[punctuation_families];       /* an earlier pair is of this family */
};

static bool is_dash(struct text_character character) {
    return character.code_point == '-' ||
           (character.code_point >= 0x2010 && character.code_point <= 0x2015);
}

/* Quotation marks beyond ASCII: U+2018 to U+203A, and guillemets. */
static bool is_wide_quote(struct text_character character) {
    unsigned long c = character.code_point;
    return (c >= 0x2018 && c <= 0x201F) || c == 0x2039 || c == 0x203A || c == 0xAB || c == 0xBB;
}

static bool is_gap(struct text_character character) {
    return character.length == 0 || character.class == character_space;
}

static bool is_east_asian_mark(struct text_character character) {
    return character.code_point >= 0x3000 && character.code_point <= 0x303F;
}

/* What the shape says, in the languages in which it says anything. */
static enum direction usual_direction(const char *bytes, size_t length) {
    if (length == 2 && bytes[0] == '`')
        return direction_open;
    if (length == 2 && (unsigned char)bytes[0] == 0xC2)
        return (unsigned char)bytes[1] == 0xAB ? direction_open : direction_close;
    if (length != 3)
        return direction_unknown;
    switch ((unsigned char)bytes[2]) {
    case 0x98:
    case 0x9A:
    case 0x9C:
    case 0x9E:
    case 0xB9:
        return direction_open;
    case 0x99:
    case 0x9D:
    case 0xBA:
        return direction_close;
    default:
        return direction_unknown;
    }
}

static enum direction direction_of(const struct pairing *pairing,
                                   const struct punctuation_mark *mark) {
    const char *text = pairing->text;
    size_t length = pairing->length, end = mark->offset + mark->length;
    struct text_character before = text_character_before(text, mark->offset);
    struct text_character after = text_character_at(text, length, end);
    bool opens =
        !is_gap(after) && (is_gap(before) || text_character_in(before, "([{\"'`/") ||
                           is_dash(before) || is_wide_quote(before) || is_east_asian_mark(before));
    bool closes = !is_gap(before) &&
                  (is_gap(after) || text_character_in(after, ".,;:!?)]}\"'/") || is_dash(after) ||
                   is_wide_quote(after) || after.code_point == 0x2026 || is_east_asian_mark(after));
    if (opens != closes)
        return opens ? direction_open : direction_close;
    enum direction usual = usual_direction(text + mark->offset, mark->length);
    if (usual != direction_unknown || !is_gap(before) || !is_gap(after))
        return usual;
    /* In a text with white space around every token, look beyond the white space. */
    size_t next = text_skip_space(text, length, end);
    if (text_character_in(text_character_at(text, length, next), ".,;:!?)]}"))
        return direction_close;
    size_t previous = text_skip_space_back(text, 0, mark->offset);
    if (previous == 0 || text_character_in(text_character_before(text, previous), "([{"))
        return direction_open;
    return direction_unknown;
}

static void join(struct pairing *pairing, size_t open, size_t close) {
    struct punctuation_mark *marks = pairing->marks;
    assert(marks[open].offset < marks[close].offset && marks[open].family == marks[close].family);
    pairing->paired[marks[close].family] = true;
    if (marks[close].offset - marks[open].offset > punctuation_longest_pair)
        return;
    marks[open].role = punctuation_opens;
    marks[open].partner = close;
    marks[close].role = punctuation_closes;
    marks[close].partner = open;
}

static void close_quote(struct pairing *pairing, size_t index, bool certain) {
    struct punctuation_mark *mark = &pairing->marks[index];
    size_t *open = &pairing->open_quote[mark->family];
    mark->may_close = true;
    if (*open == 0)
        return;
    /* A quotation of whole sentences ends in a stop or a comma; an apostrophe follows neither. */
    size_t end = text_skip_space_back(pairing->text, 0, mark->offset);
    struct text_character last = text_character_before(pairing->text, end);
    bool speech = text_character_in(last, ".,!?\")]") || last.code_point == 0x2026;
    if (speech || (certain && mark->family != punctuation_single_quote))
        join(pairing, *open - 1, index);
    pairing->marks[*open - 1].may_close = false;
    *open = 0;
}

/* "the '90s", "let 'em", "Peter 's": the mark stands for letters or digits and quotes nothing. */
static bool is_elision(const struct pairing *pairing, const struct punctuation_mark *mark) {
    if (mark->family != punctuation_single_quote)
        return false;
    size_t start = mark->offset + mark->length;
    struct text_character first = text_character_at(pairing->text, pairing->length, start);
    if (first.class != character_lower)
        return first.class == character_digit;
    size_t end = start;
    while (end < pairing->length && ascii_is_lower(pairing->text[end]))
        end++;
    return words_find("s|t|d|m|ll|re|ve|em|tis|twas", pairing->text + start, end - start) &&
           !text_character_in_word(text_character_at(pairing->text, pairing->length, end));
}

static void pair_quote(struct pairing *pairing, size_t index) {
    struct punctuation_mark *mark = &pairing->marks[index];
    if (is_elision(pairing, mark))
        return;
    enum direction direction = direction_of(pairing, mark);
    bool certain = direction != direction_unknown;
    size_t *open = &pairing->open_quote[mark->family];
    if (direction == direction_close || (!certain && *open > 0)) {
        close_quote(pairing, index, certain);
    } else {
        /* The first mark of a block may end a quotation that began before the block. */
        mark->may_close = !certain && !pairing->paired[mark->family];
        *open = index + 1;
    }
}

/* Where brackets nest too deeply the outermost one is dropped: unclosed ones pile up there. */
static void open_bracket(struct pairing *pairing, size_t index) {
    if (pairing->bracket_count == punctuation_deepest_pair) {
        pairing->bracket_count--;
        for (size_t i = 0; i < pairing->bracket_count; i++)
            pairing->brackets[i] = pairing->brackets[i + 1];
    }
    pairing->brackets[pairing->bracket_count++] = index;
}

static void close_bracket(struct pairing *pairing, size_t index) {
    for (size_t i = pairing->bracket_count; i > 0; i--) {
        if (pairing->marks[pairing->brackets[i - 1]].family != pairing->marks[index].family)
            continue;
        join(pairing, pairing->brackets[i - 1], index);
        pairing->bracket_count = i - 1;
        return;
    }
}

void bracket_pairs_find(struct punctuation_list *list, const char *text, size_t length) {
    struct pairing pairing = {.marks = list->marks, .text = text, .length = length};
    for (size_t i = 0; i < list->count; i++) {
        switch (list->marks[i].kind) {
        case punctuation_bracket_open:
            open_bracket(&pairing, i);
            break;
        case punctuation_bracket_close:
            close_bracket(&pairing, i);
            break;
        case punctuation_quote:
            pair_quote(&pairing, i);
            break;
        default:
            break;
        }
    }
}
