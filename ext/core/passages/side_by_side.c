/* side_by_side.c - see side_by_side.h. */
#include "side_by_side.h"

#include "../text/line_breaks.h"

/* How far one column may be ahead of the other before equal words begin a row together. */
enum { rows_ahead_least = 2 };

/* Words that only one passage has, after which they do so even if it is one row ahead. */
enum { words_ahead_least = 5 };

bool side_by_side_opens(const struct side_by_side *both, int side, size_t word) {
    const uint8_t *marks = both->marks.marks[side];
    return marks[word] != passage_same && (word == 0 || marks[word - 1] != marks[word]);
}

bool side_by_side_closes(const struct side_by_side *both, int side, size_t word, size_t words) {
    const uint8_t *marks = both->marks.marks[side];
    return marks[word] != passage_same && (word + 1 == words || marks[word + 1] != marks[word]);
}

/* ---- One column ---- */

/* A place at which the line may end, and how much of it is then used and dropped. */
struct chance {
    bool given;
    uint32_t end, begin;          /* where the line would end, and the next one begin */
    size_t columns, columns_next; /* up to these */
};

/* Writes words into a column, one after the other. */
struct writer {
    const struct allocator *allocator;
    const struct side_by_side *both;
    const struct side_by_side_layout *layout;
    const struct words *words;
    struct passage_column *column;
    int side;
    uint32_t next; /* the next word */
    uint32_t row;
    bool begun; /* whether something stands in this row */
    uint32_t begin, end;
    size_t columns;
    struct chance chance;
    bool failed;
};

static void end_line(struct writer *writer, uint32_t end, size_t columns) {
    struct passage_column *column = writer->column;
    if (!ARRAY_RESERVE(writer->allocator, column->lines, column->capacity, column->count + 1)) {
        writer->failed = true;
        return;
    }
    column->lines[column->count++] =
        (struct passage_line){writer->row, writer->begin, end, columns};
    writer->row++;
    writer->chance.given = false;
}

/* Ends the line after all that stands in it, if anything does. */
static void end_row(struct writer *writer) {
    if (writer->begun)
        end_line(writer, writer->end, writer->columns);
    writer->begun = false;
    writer->columns = 0;
}

/* Writes the characters begin .. end - 1, which no line break may divide unless they do not fit. */
static void put(struct writer *writer, uint32_t begin, uint32_t end, size_t columns) {
    size_t width = writer->layout->width;
    struct chance *chance = &writer->chance;
    if (writer->begun && writer->columns + columns > width && chance->given) {
        size_t columns_next = chance->columns_next;
        uint32_t begin_next = chance->begin;
        end_line(writer, chance->end, chance->columns);
        writer->columns -= columns_next;
        writer->begin = begin_next;
        writer->begun = begin_next < begin;
    }
    if (writer->begun && writer->columns + columns > width && columns > 0)
        end_row(writer);
    if (!writer->begun) {
        writer->begin = begin;
        writer->columns = 0;
    }
    writer->begun = true;
    writer->columns += columns;
    writer->end = end;
}

/* Lets the line end here, before a word that begins at `begin`, after white space or none. */
static void give_chance(struct writer *writer, uint32_t begin, size_t space) {
    if (!writer->begun)
        return;
    writer->chance =
        (struct chance){true, writer->end, begin, writer->columns, writer->columns + space};
    writer->columns += space;
}

/* What stands before a word that is not the first: white space, or nothing. */
static void put_gap(struct writer *writer, uint32_t gap, uint32_t begin) {
    const uint32_t *points = writer->words->text.values;
    bool blank = false, line_ends = false;
    for (uint32_t at = gap; at < begin; at++) {
        blank |= line_blank(points[at]);
        line_ends |= points[at] == '\n' || points[at] == 0x2029;
    }
    if (line_ends)
        end_row(writer);
    else if (blank)
        give_chance(writer, begin, 1);
    else if (gap < begin && writer->begun)
        put(writer, gap, begin, begin - gap); /* no-break spaces */
    else if (gap > 0 && line_break_allowed(points[gap - 1], points[begin]))
        give_chance(writer, begin, 0);
}

static void put_word(struct writer *writer) {
    const struct words *words = writer->words;
    uint32_t at = writer->next++;
    const struct word *word = &words->items[at];
    uint32_t begin = word->begin, end = (uint32_t)word_end(word);
    const size_t *around =
        writer->layout->mark_columns[writer->side][writer->both->marks.marks[writer->side][at]];
    put_gap(writer, at > 0 ? (uint32_t)word_end(&words->items[at - 1]) : 0, begin);
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t *points = words->text.values;
        size_t point_columns = line_point_columns(points[i]);
        if (i == begin && side_by_side_opens(writer->both, writer->side, at))
            point_columns += around[0];
        if (i + 1 == end && side_by_side_closes(writer->both, writer->side, at, words->count))
            point_columns += around[1];
        if (i > begin && line_break_allowed(points[i - 1], points[i]))
            give_chance(writer, i, 0);
        put(writer, i, i + 1, point_columns);
    }
}

/* Leaves out the words up to `end`. They are one column wide. */
static void omit(struct writer *writer, uint32_t end) {
    struct passage_column *column = writer->column;
    if (!ARRAY_RESERVE(writer->allocator, column->omissions, column->omission_capacity,
                       column->omitted + 1)) {
        writer->failed = true;
        return;
    }
    column->omissions[column->omitted++] = (struct passage_omission){writer->next, end};
    uint32_t begin = writer->words->items[writer->next].begin;
    give_chance(writer, begin, 1);
    put(writer, begin, (uint32_t)word_end(&writer->words->items[end - 1]), 1);
    writer->next = end;
}

/* ---- Both ---- */

static bool sentence_ends(uint32_t point) {
    return point == '.' || point == '!' || point == '?' || point == 0x2026 || point == 0x3002 ||
           point == 0xFF01 || point == 0xFF1F;
}

/* Whether the next word follows the end of a sentence, or a line feed. */
static bool sentence_begins(const struct writer *writer) {
    const struct words *words = writer->words;
    uint32_t at = writer->next;
    if (at == 0 || at == words->count)
        return true;
    const uint32_t *points = words->text.values;
    for (size_t i = word_end(&words->items[at - 1]); i < words->items[at].begin; i++)
        if (points[i] == '\n' || points[i] == 0x2029)
            return true;
    size_t last = at - 1;
    while (last > 0 && words->items[last].kind == word_mark &&
           !sentence_ends(points[words->items[last].begin]))
        last--;
    return words->items[last].kind == word_mark &&
           sentence_ends(points[words->items[last].begin]) &&
           (!words_is_attached(words, at) || points[words->items[last].begin] > 0x7F);
}

/* Whether a line may end before the next word. */
static bool may_break(const struct writer *writer) {
    const struct words *words = writer->words;
    if (!words_is_attached(words, writer->next))
        return true;
    uint32_t begin = words->items[writer->next].begin;
    return line_break_allowed(words->text.values[begin - 1], words->text.values[begin]);
}

/*
 * Before words that correspond: lets them begin one row, if a sentence begins there, the columns
 * are far apart, or `always`.
 */
static void meet(struct writer *writers, bool always) {
    uint32_t a = writers[0].row, b = writers[1].row;
    uint32_t ahead = a > b ? a - b : b - a;
    if (ahead == 0 || !may_break(&writers[0]) || !may_break(&writers[1]))
        return;
    if (!always && ahead < rows_ahead_least &&
        !(sentence_begins(&writers[0]) && sentence_begins(&writers[1])))
        return;
    for (int side = 0; side < 2; side++)
        end_row(&writers[side]);
    uint32_t row = writers[0].row > writers[1].row ? writers[0].row : writers[1].row;
    writers[0].row = writers[1].row = row;
}

/* Writes equal words, but not the middle of many. `first` and `last`: nothing differs before or
 * after. */
static bool put_stretch(struct writer *writers, const struct passage_stretch *stretch, bool first,
                        bool last, struct interruption *interruption) {
    size_t context = writers[0].layout->context, count = stretch->count;
    size_t before = first && !last ? 0 : context, after = last && !first ? 0 : context;
    bool shortened = before < count && after < count - before && count - before - after > 1;
    for (size_t i = 0; i < count; i++) {
        if (interruption_after(interruption,
                               1 + writers[0].words->items[stretch->a_first + i].length))
            return false;
        meet(writers, false);
        if (shortened && i == before) {
            omit(&writers[0], (uint32_t)(stretch->a_first + count - after));
            omit(&writers[1], (uint32_t)(stretch->b_first + count - after));
            i = count - after - 1;
            meet(writers, true);
        } else {
            put_word(&writers[0]);
            put_word(&writers[1]);
        }
        if (writers[0].failed || writers[1].failed)
            return false;
    }
    return true;
}

static bool put_all(struct writer *writers, struct interruption *interruption) {
    const struct passage_marks *marks = &writers[0].both->marks;
    for (size_t i = 0; i < marks->count; i++) {
        const struct passage_stretch *stretch = &marks->stretches[i];
        bool first = stretch->a_first == 0 && stretch->b_first == 0;
        bool last = stretch->a_first + stretch->count == writers[0].words->count &&
                    stretch->b_first + stretch->count == writers[1].words->count;
        meet(writers, false);
        uint32_t in_a = stretch->a_first - writers[0].next,
                 in_b = stretch->b_first - writers[1].next;
        bool apart =
            stretch->count > 0 && (in_a > in_b ? in_a - in_b : in_b - in_a) >= words_ahead_least;
        /* Writes what only one passage has, or both in different places. */
        const uint32_t ends[2] = {stretch->a_first, stretch->b_first};
        for (int side = 0; side < 2; side++) {
            struct writer *writer = &writers[side];
            while (writer->next < ends[side] && !writer->failed) {
                if (interruption_after(interruption, 1 + writer->words->items[writer->next].length))
                    return false;
                put_word(writer);
            }
        }
        if (!(!writers[0].failed && !writers[1].failed))
            return false;
        meet(writers, apart);
        if (!put_stretch(writers, stretch, first, last, interruption))
            return false;
    }
    for (int side = 0; side < 2; side++)
        end_row(&writers[side]);
    return !writers[0].failed && !writers[1].failed;
}

bool side_by_side_find(struct side_by_side *both, const struct allocator *allocator,
                       const struct differences *differences,
                       const struct side_by_side_layout *layout,
                       struct interruption *interruption) {
    assert(layout->width > 0);
    if (!passage_marks_find(&both->marks, allocator, differences, interruption))
        return false;
    struct writer writers[2];
    for (int side = 0; side < 2; side++) {
        both->columns[side].count = both->columns[side].omitted = 0;
        writers[side] = (struct writer){.allocator = allocator,
                                        .both = both,
                                        .layout = layout,
                                        .words = &differences->pair.sentences[side].words,
                                        .column = &both->columns[side],
                                        .side = side};
    }
    if (!put_all(writers, interruption))
        return false;
    both->rows = writers[0].row > writers[1].row ? writers[0].row : writers[1].row;
    return true;
}

void side_by_side_free(struct side_by_side *both, const struct allocator *allocator) {
    passage_marks_free(&both->marks, allocator);
    for (int side = 0; side < 2; side++) {
        RELEASE(allocator, both->columns[side].lines, both->columns[side].omissions);
    }
    *both = (struct side_by_side){0};
}
