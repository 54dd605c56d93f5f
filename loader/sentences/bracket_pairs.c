/* bracket_pairs.c - see bracket_pairs.h. */
#include "bracket_pairs.h"

#include "letters.h"

#include <string.h> /* memcmp, strlen */

enum direction { direction_unknown, direction_open, direction_close };

struct pairing {
    struct marks *marks;
    const char *text;
    size_t length;
    size_t brackets[marks_deepest]; /* indices of the open ones, the innermost last */
    size_t bracket_count;
    size_t open_quote[family_count]; /* 1 + index of the open one, 0: none */
    bool paired[family_count];       /* a pair of this family came before */
};

static bool is_dash(struct letter letter) {
    return letter.code_point == '-' || (letter.code_point >= 0x2010 && letter.code_point <= 0x2015);
}

/* The quotation marks beyond ASCII from U+2018 to U+203A, and guillemets. */
static bool is_wide_quote(struct letter letter) {
    unsigned long c = letter.code_point;
    return (c >= 0x2018 && c <= 0x201F) || c == 0x2039 || c == 0x203A || c == 0xAB || c == 0xBB;
}

static bool is_gap(struct letter letter) {
    return letter.length == 0 || letter.class == letter_space;
}

static bool invites_open(struct letter before) {
    return is_gap(before) || letter_is_mark(before, "([{\"'`/") || is_dash(before) ||
           is_wide_quote(before) || (before.code_point >= 0x3000 && before.code_point <= 0x303F);
}

static bool invites_close(struct letter after) {
    return is_gap(after) || letter_is_mark(after, ".,;:!?)]}\"'/") || is_dash(after) ||
           is_wide_quote(after) || after.code_point == 0x2026 ||
           (after.code_point >= 0x3000 && after.code_point <= 0x303F);
}

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

/* Text with white space around every token: what stands beyond the white space decides. */
static enum direction direction_between_gaps(const struct pairing *pairing,
                                             const struct mark *mark) {
    size_t next = letter_skip_space(pairing->text, pairing->length, mark->offset + mark->length);
    if (letter_is_mark(letter_at(pairing->text, pairing->length, next), ".,;:!?)]}"))
        return direction_close;
    size_t previous = letter_skip_space_back(pairing->text, 0, mark->offset);
    if (previous == 0 || letter_is_mark(letter_before(pairing->text, previous), "([{"))
        return direction_open;
    return direction_unknown;
}

static enum direction direction_of(const struct pairing *pairing, const struct mark *mark) {
    struct letter before = letter_before(pairing->text, mark->offset);
    struct letter after = letter_at(pairing->text, pairing->length, mark->offset + mark->length);
    bool opens = invites_open(before) && !is_gap(after);
    bool closes = invites_close(after) && !is_gap(before);
    if (opens != closes)
        return opens ? direction_open : direction_close;
    enum direction usual = usual_direction(pairing->text + mark->offset, mark->length);
    if (usual != direction_unknown)
        return usual;
    return is_gap(before) && is_gap(after) ? direction_between_gaps(pairing, mark)
                                           : direction_unknown;
}

/* A quotation that holds whole sentences ends in a stop or a comma; an apostrophe does not. */
static bool ends_like_speech(const struct pairing *pairing, const struct mark *close) {
    size_t end = letter_skip_space_back(pairing->text, 0, close->offset);
    struct letter last = letter_before(pairing->text, end);
    return letter_is_mark(last, ".,!?\")]") || last.code_point == 0x2026;
}

static void join(struct pairing *pairing, size_t open, size_t close) {
    struct mark *marks = pairing->marks->marks;
    pairing->paired[marks[close].family] = true;
    if (marks[close].offset - marks[open].offset > marks_longest_pair)
        return;
    marks[open].role = mark_opens;
    marks[open].partner = close;
    marks[close].role = mark_closes;
    marks[close].partner = open;
}

static void close_quote(struct pairing *pairing, size_t index, bool certain) {
    struct mark *mark = &pairing->marks->marks[index];
    size_t *slot = &pairing->open_quote[mark->family];
    mark->may_close = true;
    if (*slot == 0)
        return;
    if ((certain && mark->family != family_single_quote) || ends_like_speech(pairing, mark))
        join(pairing, *slot - 1, index);
    pairing->marks->marks[*slot - 1].may_close = false;
    *slot = 0;
}

static void open_quote(struct pairing *pairing, size_t index, bool certain) {
    struct mark *mark = &pairing->marks->marks[index];
    /* Alone after a stop, the first of a block: the quotation began before the block did. */
    mark->may_close = !certain && !pairing->paired[mark->family];
    pairing->open_quote[mark->family] = index + 1;
}

/* "the '90s", "let 'em", "Peter 's": letters or digits are left out, nothing is quoted. */
static bool is_elision(const struct pairing *pairing, const struct mark *mark) {
    if (mark->family != family_single_quote)
        return false;
    size_t start = mark->offset + mark->length;
    struct letter first = letter_at(pairing->text, pairing->length, start);
    if (first.class != letter_lower)
        return first.class == letter_digit;
    static const char *const clitics[] = {"s",  "t",  "d",  "m",   "ll",
                                          "re", "ve", "em", "tis", "twas"};
    for (size_t i = 0; i < sizeof clitics / sizeof *clitics; i++) {
        size_t length = strlen(clitics[i]);
        if (pairing->length - start >= length &&
            memcmp(pairing->text + start, clitics[i], length) == 0 &&
            !letter_is_word(letter_at(pairing->text, pairing->length, start + length)))
            return true;
    }
    return false;
}

static void pair_quote(struct pairing *pairing, size_t index) {
    struct mark *mark = &pairing->marks->marks[index];
    if (is_elision(pairing, mark))
        return;
    enum direction direction = direction_of(pairing, mark);
    bool certain = direction != direction_unknown;
    bool closes = certain ? direction == direction_close : pairing->open_quote[mark->family] > 0;
    if (closes)
        close_quote(pairing, index, certain);
    else
        open_quote(pairing, index, certain);
}

static void close_bracket(struct pairing *pairing, size_t index) {
    const struct mark *marks = pairing->marks->marks;
    for (size_t i = pairing->bracket_count; i > 0; i--) {
        if (marks[pairing->brackets[i - 1]].family != marks[index].family)
            continue;
        join(pairing, pairing->brackets[i - 1], index);
        pairing->bracket_count = i - 1;
        return;
    }
}

/* The outermost bracket gives way: those that open without ever closing pile up there. */
static void open_bracket(struct pairing *pairing, size_t index) {
    if (pairing->bracket_count == marks_deepest) {
        pairing->bracket_count--;
        for (size_t i = 0; i < pairing->bracket_count; i++)
            pairing->brackets[i] = pairing->brackets[i + 1];
    }
    pairing->brackets[pairing->bracket_count++] = index;
}

void pairs_find(struct marks *marks, const char *text, size_t length) {
    struct pairing pairing = {.marks = marks, .text = text, .length = length};
    for (size_t i = 0; i < marks->count; i++) {
        switch (marks->marks[i].kind) {
        case mark_bracket_open:
            open_bracket(&pairing, i);
            break;
        case mark_bracket_close:
            close_bracket(&pairing, i);
            break;
        case mark_quote:
            pair_quote(&pairing, i);
            break;
        default:
            break;
        }
    }
}
