/* passage_marks.c - see passage_marks.h. */
#include "passage_marks.h"

#include <string.h> /* memcmp, memset */

/* Equal words between two changes are no more than this many if they belong to the changes. */
enum { absorbed_most = 4 };

/* Rounds in which moved words are looked for: each finds those that are in one order. */
enum { moved_rounds = 4 };

/* ---- What is the same ---- */

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* The words of a change between two stretches, in the passage that has more of them. */
static uint32_t change_words(const struct passage_stretch *before,
                             const struct passage_stretch *after) {
    uint32_t a = after->a_first - (before->a_first + before->count);
    uint32_t b = after->b_first - (before->b_first + before->count);
    return a > b ? a : b;
}

/* Adds a stretch. The one before it goes if it is short between two longer changes. */
static bool add_stretch(struct passage_marks *marks, const struct allocator *allocator,
                        struct passage_stretch stretch) {
    while (marks->count >= 2) {
        const struct passage_stretch *last = &marks->stretches[marks->count - 1];
        uint32_t shorter = least(change_words(last - 1, last), change_words(last, &stretch));
        if (last->count > absorbed_most || last->count >= shorter)
            break;
        marks->count--;
    }
    return ARRAY_APPEND(allocator, marks->stretches, marks->count, marks->capacity, stretch);
}

/* The first and the last stretch may be empty: they stand for the beginning and the end. */
static bool add_stretches(struct passage_marks *marks, const struct allocator *allocator,
                          const struct differences *differences) {
    marks->count = 0;
    for (size_t i = 0; i < differences->count; i++) {
        const struct difference_span *span = &differences->spans[i];
        struct passage_stretch stretch = {span->sides[0].first_word, span->sides[1].first_word,
                                          span->sides[0].end_word - span->sides[0].first_word};
        if (i == 0 && span->change != change_equal &&
            !add_stretch(marks, allocator, (struct passage_stretch){0, 0, 0}))
            return false;
        if (span->change == change_equal && (stretch.count > 0 || i == 0) &&
            !add_stretch(marks, allocator, stretch))
            return false;
    }
    const struct sentence *sentences = differences->pair.sentences;
    struct passage_stretch end = {(uint32_t)sentences[0].words.count,
                                  (uint32_t)sentences[1].words.count, 0};
    return add_stretch(marks, allocator, end);
}

/* ---- Where a change begins ---- */

/* Whether word x of one passage is written like word y of another, or of the same one. */
static bool same_word(const struct words *a, size_t x, const struct words *b, size_t y) {
    const struct word *p = &a->items[x], *q = &b->items[y];
    return p->length == q->length && memcmp(a->text.values + p->begin, b->text.values + q->begin,
                                            p->length * sizeof *a->text.values) == 0;
}

static bool sentence_begins(const struct words *words, size_t at) {
    uint32_t last = at > 0 ? words->text.values[words->items[at - 1].begin] : '.';
    return last == '.' || last == '!' || last == '?' || last == 0x3002;
}

/*
 * Words begin .. end - 1 that only one passage has can often be said to begin some words earlier,
 * or later, at most `most`: then these are the same as the last ones, or those that follow. Returns
 * by how many, so that a sentence begins there; 0 if none does.
 */
static uint32_t slide_by(const struct words *words, uint32_t begin, uint32_t end, uint32_t most,
                         bool back) {
    for (uint32_t by = 1; by <= most; by++) {
        bool same = back ? same_word(words, begin - by, words, end - by)
                         : same_word(words, begin + by - 1, words, end + by - 1);
        if (!same)
            break;
        if (sentence_begins(words, back ? begin - by : begin + by))
            return by;
    }
    return 0;
}

/* Of "left. It is red." and "left.", "It is red." is what differs, rather than ". It is red". */
static void slide(struct passage_stretch *before, struct passage_stretch *after, int side,
                  const struct words *words) {
    uint32_t begin = (side == 0 ? before->a_first : before->b_first) + before->count;
    uint32_t end = side == 0 ? after->a_first : after->b_first;
    if (sentence_begins(words, begin))
        return;
    uint32_t back = slide_by(words, begin, end, least(end - begin, before->count), true);
    uint32_t on =
        back > 0 ? 0 : slide_by(words, begin, end, least(end - begin, after->count), false);
    before->count = before->count - back + on;
    after->count = after->count + back - on;
    after->a_first = after->a_first - back + on;
    after->b_first = after->b_first - back + on;
}

/* ---- What moved ---- */

static bool add_rest(struct passage_marks *marks, const struct allocator *allocator, int side,
                     uint32_t symbol, uint32_t word) {
    size_t count = marks->rest_count[side];
    if (!ARRAY_RESERVE(allocator, marks->rest[side], marks->rest_capacity[side], count + 1) ||
        !ARRAY_RESERVE(allocator, marks->rest_words[side], marks->rest_word_capacity[side],
                       count + 1))
        return false;
    marks->rest[side][count] = symbol;
    marks->rest_words[side][count] = word;
    marks->rest_count[side]++;
    return true;
}

/*
 * Collects the words of one passage that the other does not have in the same place; those with a
 * capital apart from others. Where words are left out between them stands a symbol that the other
 * passage cannot have: there are fewer than 2^31 - 1 words.
 */
static bool collect_rest(struct passage_marks *marks, const struct allocator *allocator, int side,
                         const struct words *words, struct interruption *interruption) {
    marks->rest_count[side] = 0;
    bool apart = false;
    for (uint32_t word = 0; word < words->count; word++) {
        if (interruption_at(interruption, word))
            return false;
        if (marks->marks[side][word] != passage_own) {
            apart = marks->rest_count[side] > 0;
            continue;
        }
        if (apart && !add_rest(marks, allocator, side, UINT32_MAX - (uint32_t)side, word))
            return false;
        apart = false;
        uint32_t symbol = words->symbols[word] << 1 | words->items[word].capital;
        if (!add_rest(marks, allocator, side, symbol, word))
            return false;
    }
    return true;
}

/* Marks equal words of the rest as moved, if they are enough. */
static bool mark_moved(struct passage_marks *marks, size_t a, size_t b, size_t count) {
    if (count < passage_moved_least)
        return false;
    for (size_t i = 0; i < count; i++) {
        marks->marks[0][marks->rest_words[0][a + i]] = passage_moved;
        marks->marks[1][marks->rest_words[1][b + i]] = passage_moved;
    }
    return true;
}

static bool find_moved(struct passage_marks *marks, const struct allocator *allocator,
                       const struct differences *differences, struct interruption *interruption) {
    struct alignment *alignment = &marks->alignment;
    alignment->interruption = interruption;
    bool found = true;
    for (int round = 0; found && round < moved_rounds; round++) {
        for (int side = 0; side < 2; side++)
            if (!collect_rest(marks, allocator, side, &differences->pair.sentences[side].words,
                              interruption))
                return false;
        if (!alignment_find(alignment, allocator, marks->rest[0], marks->rest_count[0],
                            marks->rest[1], marks->rest_count[1]))
            return false;
        found = false;
        size_t a = 0, b = 0;
        for (size_t i = 0; i < alignment->count; i++) {
            const struct hunk *hunk = &alignment->hunks[i];
            found |= mark_moved(marks, a, b, hunk->a_begin - a);
            a = hunk->a_end;
            b = hunk->b_end;
        }
        found |= mark_moved(marks, a, b, marks->rest_count[0] - a);
    }
    return true;
}

bool passage_marks_find(struct passage_marks *marks, const struct allocator *allocator,
                        const struct differences *differences, struct interruption *interruption) {
    if (!add_stretches(marks, allocator, differences))
        return false;
    const struct sentence *sentences = differences->pair.sentences;
    for (size_t i = 0; i + 1 < marks->count; i++) {
        struct passage_stretch *before = &marks->stretches[i], *after = before + 1;
        /*
         * Lets a stretch begin earlier if the words before it are the same, too: they may have
         * been aligned with others that differ in case.
         */
        const struct words *a = &sentences[0].words;
        const struct words *b = &sentences[1].words;
        while (after->a_first > before->a_first + before->count &&
               after->b_first > before->b_first + before->count &&
               same_word(a, after->a_first - 1, b, after->b_first - 1)) {
            after->a_first--;
            after->b_first--;
            after->count++;
        }
        bool in_a = after->a_first > before->a_first + before->count;
        bool in_b = after->b_first > before->b_first + before->count;
        if (in_a != in_b)
            slide(before, after, in_b, &sentences[in_b].words);
    }
    for (int side = 0; side < 2; side++) {
        size_t count = differences->pair.sentences[side].words.count;
        if (!ARRAY_RESERVE(allocator, marks->marks[side], marks->mark_capacity[side], count))
            return false;
        uint8_t *grown = marks->marks[side];
        memset(grown, passage_own, count);
        for (size_t i = 0; i < marks->count; i++) {
            const struct passage_stretch *stretch = &marks->stretches[i];
            memset(grown + (side == 0 ? stretch->a_first : stretch->b_first), passage_same,
                   stretch->count);
        }
    }
    return find_moved(marks, allocator, differences, interruption);
}

void passage_marks_free(struct passage_marks *marks, const struct allocator *allocator) {
    for (int side = 0; side < 2; side++) {
        RELEASE(allocator, marks->marks[side], marks->rest[side], marks->rest_words[side]);
    }
    allocator->release(marks->stretches);
    alignment_free(&marks->alignment, allocator);
    *marks = (struct passage_marks){0};
}
