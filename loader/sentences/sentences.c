/*
 * sentences.c - see sentences.h.
 *
 * Three steps, each in a module of its own: punctuation.h finds stops, brackets and quotation
 * marks; here a stop is put together with what belongs to it, and places inside a pair of brackets
 * or quotation marks are passed over; boundary.h decides about those that are left.
 */
#include "sentences.h"

#include "../base/array.h"
#include "boundary.h"
#include "enumeration.h"
#include "language.h"
#include "letters.h"
#include "punctuation.h"

#include <stdlib.h>

enum { longest_citation = 32, fewest_spaced_dots = 3 };

struct sentence_splitter {
    const struct language *language;
    struct mark_finder *finder;
    struct marks marks; /* of the block at hand; the memory is kept for the next one */
};

/* The state of one sentence_split(). */
struct walk {
    const struct sentence_splitter *splitter;
    const char *text;
    size_t length;
    size_t sentence_start; /* of the sentence at hand: its first character */
    size_t next;           /* index of the mark to look at */
    size_t depth;          /* pairs that are open */
    struct enumeration enumeration;
    struct sentence_spans *spans;
    struct failure *failure;
};

void sentence_spans_free(struct sentence_spans *spans) {
    free(spans->spans);
    *spans = (struct sentence_spans){0};
}

struct sentence_splitter *sentence_splitter_open(const char *language, struct failure *failure) {
    struct sentence_splitter *splitter = calloc(1, sizeof *splitter);
    if (!splitter) {
        fail_memory(failure);
        return NULL;
    }
    splitter->language = language_find(language);
    splitter->finder = mark_finder_open(splitter->language, failure);
    if (!splitter->finder) {
        free(splitter);
        return NULL;
    }
    return splitter;
}

void sentence_splitter_close(struct sentence_splitter *splitter) {
    if (!splitter)
        return;
    mark_finder_close(splitter->finder);
    marks_free(&splitter->marks);
    free(splitter);
}

static bool append_span(struct walk *walk, size_t start, size_t end) {
    struct sentence_spans *spans = walk->spans;
    struct sentence_span *moved =
        array_room(spans->spans, spans->count, &spans->capacity, sizeof *moved);
    if (!moved)
        return fail_memory(walk->failure);
    spans->spans = moved;
    spans->spans[spans->count++] = (struct sentence_span){.offset = start, .length = end - start};
    return true;
}

/* Ends the sentence at hand at `end`; the next one starts behind the white space. */
static bool finish_sentence(struct walk *walk, size_t end) {
    size_t start = walk->sentence_start;
    size_t trimmed = letter_skip_space_back(walk->text, start, end);
    walk->sentence_start = letter_skip_space(walk->text, walk->length, end);
    return trimmed == start || append_span(walk, start, trimmed);
}

static const struct mark *mark_at(const struct walk *walk, size_t index) {
    const struct marks *marks = &walk->splitter->marks;
    return index < marks->count ? &marks->marks[index] : NULL;
}

/* The other one of a pair. */
static const struct mark *partner_of(const struct walk *walk, const struct mark *mark) {
    return &walk->splitter->marks.marks[mark->partner];
}

static bool is_space_at(const struct walk *walk, size_t position) {
    return position >= walk->length ||
           letter_at(walk->text, walk->length, position).class == letter_space;
}

/* "[12]", "[a]", "[citation needed]"; after white space only what no prose would bracket. */
static bool is_citation(const struct walk *walk, const struct mark *open, bool glued) {
    if (open->family != family_square || open->role != mark_opens)
        return false;
    size_t start = open->offset + 1;
    size_t end = partner_of(walk, open)->offset;
    if (end == start || end - start > longest_citation)
        return false;
    if (glued)
        return letter_is_word(letter_at(walk->text, walk->length, start));
    struct letter first = letter_at(walk->text, walk->length, start);
    if (first.class == letter_lower)
        return first.length == end - start;
    return first.class == letter_digit;
}

/* "word. . . . Next": the first period ends the sentence, the spaced ones open the next. */
static bool is_stop_before_spaced_dots(const struct walk *walk, const struct boundary *boundary) {
    if (boundary->kind != mark_period || boundary->end != boundary->stop + 1 ||
        boundary->stop == 0 || is_space_at(walk, boundary->stop - 1))
        return false;
    size_t end = boundary->end;
    for (size_t i = 0; i < fewest_spaced_dots; i++) {
        const struct mark *mark = mark_at(walk, walk->next + i);
        if (!mark || mark->kind != mark_period || mark->offset != end + 1)
            return false;
        end = mark->offset + 1;
    }
    return true;
}

static enum mark_kind merge_kinds(enum mark_kind first, enum mark_kind second) {
    if (first == mark_wide || second == mark_wide)
        return mark_wide;
    return first == mark_exclaim || second == mark_exclaim ? mark_exclaim : mark_ellipsis;
}

/* A further stop: ". . .", "? ! ?", or the one behind a quotation as in `end.".` */
static bool take_stop(struct walk *walk, struct boundary *boundary, const struct mark *mark,
                      bool glued) {
    size_t end = mark->offset + mark->length;
    const struct mark *after = mark_at(walk, walk->next + 1);
    bool ends = is_space_at(walk, end) || (after && after->offset == end);
    if (!glued && (!ends || is_stop_before_spaced_dots(walk, boundary)))
        return false;
    bool closed = boundary->quoted || boundary->bracketed;
    boundary->kind = closed ? mark->kind : merge_kinds(boundary->kind, mark->kind);
    if (closed)
        boundary->stop = mark->offset;
    boundary->quoted = boundary->bracketed = false;
    boundary->end = end;
    walk->next++;
    return true;
}

static void count_depth(struct walk *walk, const struct mark *mark) {
    if (mark->role == mark_opens)
        walk->depth++;
    if (mark->role == mark_closes)
        walk->depth--;
}

static void take_paired_close(struct walk *walk, struct boundary *boundary,
                              const struct mark *mark) {
    boundary->opener = partner_of(walk, mark)->offset;
    if (mark->kind == mark_quote)
        boundary->quoted = true;
    else
        boundary->bracketed = true;
    boundary->end = mark->offset + mark->length;
    count_depth(walk, mark);
    walk->next++;
}

/* A closing mark whose opening one is not in the block, or is too far away. */
static bool take_lone_close(struct walk *walk, struct boundary *boundary, const struct mark *mark,
                            bool glued) {
    bool closes = mark->kind == mark_bracket_close || (mark->kind == mark_quote && mark->may_close);
    if (!closes || (!glued && mark->kind != mark_quote))
        return false;
    if (!glued && !is_space_at(walk, mark->offset + mark->length))
        return false;
    boundary->end = mark->offset + mark->length;
    walk->next++;
    return true;
}

static bool take_citation(struct walk *walk, struct boundary *boundary, const struct mark *mark,
                          bool glued) {
    if (!is_citation(walk, mark, glued))
        return false;
    const struct mark *close = partner_of(walk, mark);
    boundary->cited = true;
    boundary->end = close->offset + 1;
    for (const struct mark *passed = mark; passed <= close; passed++)
        count_depth(walk, passed);
    walk->next = mark->partner + 1;
    return true;
}

/* Adds the next mark to the boundary when it belongs to it. */
static bool take_next(struct walk *walk, struct boundary *boundary) {
    const struct mark *mark = mark_at(walk, walk->next);
    if (!mark)
        return false;
    bool glued = mark->offset == boundary->end;
    if (!glued && letter_skip_space(walk->text, mark->offset, boundary->end) != mark->offset)
        return false;
    if (mark_is_stop(mark))
        return take_stop(walk, boundary, mark, glued);
    if (mark->role == mark_closes) {
        take_paired_close(walk, boundary, mark);
        return true;
    }
    if (mark->role == mark_opens)
        return take_citation(walk, boundary, mark, glued);
    return take_lone_close(walk, boundary, mark, glued);
}

static bool pass_stop(struct walk *walk, const struct mark *mark) {
    struct boundary boundary = {.text = walk->text,
                                .length = walk->length,
                                .sentence_start = walk->sentence_start,
                                .stop = mark->offset,
                                .end = mark->offset + mark->length,
                                .kind = mark->kind};
    walk->next++;
    while (take_next(walk, &boundary))
        continue;
    if (walk->depth > 0 || !boundary_splits(walk->splitter->language, &boundary))
        return true;
    return finish_sentence(walk, boundary.end);
}

static bool pass_mark(struct walk *walk, const struct mark *mark) {
    size_t item;
    if (mark->role == mark_alone && walk->depth == 0 &&
        enumeration_next(&walk->enumeration, walk->text, walk->length, mark, &item) &&
        item > walk->sentence_start && !finish_sentence(walk, item))
        return false;
    if (mark_is_stop(mark))
        return pass_stop(walk, mark);
    count_depth(walk, mark);
    walk->next++;
    return true;
}

bool sentence_split(struct sentence_splitter *splitter, const char *text, size_t length,
                    struct sentence_spans *spans, struct failure *failure) {
    spans->count = 0;
    if (!marks_find(splitter->finder, text, length, &splitter->marks, failure))
        return false;
    struct walk walk = {.splitter = splitter,
                        .text = text,
                        .length = length,
                        .sentence_start = letter_skip_space(text, length, 0),
                        .enumeration = enumeration_start(splitter->language, text, length),
                        .spans = spans,
                        .failure = failure};
    while (walk.next < splitter->marks.count) {
        if (!pass_mark(&walk, &splitter->marks.marks[walk.next]))
            return false;
    }
    return finish_sentence(&walk, length);
}
