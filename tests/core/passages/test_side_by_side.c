/*
 * test_side_by_side.c - two passages in columns: each column has all words of its passage in order,
 * none is too wide, and what is equal stands on the same height; and nothing is left if memory runs
 * out.
 */
#include "faulty_memory.h"
#include "passages/side_by_side.h"
#include "plain_memory.h"
#include "random_input.h"
#include "test.h"
#include "text/line_breaks.h"

static struct differences differences;
static struct side_by_side both;

static const struct side_by_side_layout plain = {
    .width = 24,
    .context = SIZE_MAX,
    .mark_columns = {{{0, 0}, {1, 1}, {1, 1}}, {{0, 0}, {1, 1}, {1, 1}}}};

static bool lay_out(const struct allocator *allocator, const char *a, const char *b,
                    const struct side_by_side_layout *layout) {
    return differences_find(&differences, allocator, vocabulary_for("en", 2), a, strlen(a), b,
                            strlen(b)) &&
           side_by_side_find(&both, allocator, &differences, layout, NULL);
}

/* ---- Marks ---- */

/* A passage with its marks, as mark_passage() has them. */
static const char *marked(int side) {
    static char shown[2][1000];
    const struct words *words = &differences.pair.sentences[side].words;
    char *out = shown[side];
    for (size_t i = 0; i < words->count; i++) {
        const struct word *word = &words->items[i];
        bool moved = both.marks.marks[side][i] == passage_moved;
        if (i > 0 && !words_is_attached(words, i))
            *out++ = ' ';
        if (side_by_side_opens(&both, side, i))
            *out++ = moved ? '{' : '[';
        out += code_points_encode(words->text.values + word->begin, word->length, out);
        if (side_by_side_closes(&both, side, i, words->count))
            *out++ = moved ? '}' : ']';
    }
    *out = '\0';
    return shown[side];
}

static const struct {
    const char *a, *b, *marked_a, *marked_b;
} cases[] = {
    {"", "", "", ""},
    {"", "One.", "", "[One.]"},
    {"It killed 143 people.", "It killed 134 people.", "It killed [143] people.",
     "It killed [134] people."},
    {"It killed 143 people.", "It killed about 134 persons.", "It killed [143 people].",
     "It killed [about 134 persons]."},
    /* a few words that are equal by chance */
    {"They all left the harbour of the old town.", "No ship of any size was seen.",
     "[They all left the harbour of the old town].", "[No ship of any size was seen]."},
    /* what only one has begins with a sentence */
    {"It fell. It was rebuilt.", "It fell.", "It fell. [It was rebuilt.]", "It fell."},
    {"It fell.", "It fell. It was rebuilt.", "It fell.", "It fell. [It was rebuilt.]"},
    {"The end. A tower stood. A house.", "The end. A house.", "The end. [A tower stood.] A house.",
     "The end. A house."},
    /* what moved */
    {"One by one they left the island. Two.", "Two. One by one they left the island.",
     "One by one they left the island. [Two.]", "[Two.] One by one they left the island."},
    {"Nobody knows who built the old wall. The lamp is lit each night by a keeper of the town.",
     "The lamp is lit each night by a keeper of the town. Nobody knows who built the old wall.",
     "{Nobody knows who built the old wall.} The lamp is lit each night by a keeper of the town.",
     "The lamp is lit each night by a keeper of the town. {Nobody knows who built the old wall.}"},
    /* what is aligned with a word in other case */
    {"The lamp is lit at night by a keeper. It burns oil.",
     "Nobody knows the wall. The lamp is lit at night by a keeper. It burns oil.",
     "The lamp is lit at night by a keeper. It burns oil.",
     "[Nobody knows the wall.] The lamp is lit at night by a keeper. It burns oil."},
    /* case is a difference, and no move */
    {"THE LAMP OF THE TOWN", "the lamp of the town", "[THE LAMP OF THE TOWN]",
     "[the lamp of the town]"},
};

static void test_marks(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(lay_out(&plain_allocator, cases[i].a, cases[i].b, &plain), "memory");
        CHECK(strcmp(marked(0), cases[i].marked_a) == 0, "%s: %s", cases[i].a, marked(0));
        CHECK(strcmp(marked(1), cases[i].marked_b) == 0, "%s: %s", cases[i].b, marked(1));
    }
}

/* ---- Columns ---- */

static char texts[2][20000];

/* A random passage, and another one made of it: words left out, put in, changed, moved. */
static void make_texts(size_t words) {
    static const char *const known[] = {"lamp", "the",      "of",    "harbour",
                                        "1878", "it.",      "was,",  "an-extraordinarily-long-word",
                                        "灯台", "Sentence", "seen",  "a",
                                        "two.", "\n",       "Ørsay", "\u00A0"};
    enum { count = sizeof known / sizeof *known };
    char *ends[2] = {texts[0], texts[1]};
    for (size_t i = 0; i < words; i++) {
        size_t word = random_below(count), other = random_below(10) ? word : random_below(count);
        for (int side = 0; side < 2; side++)
            if (random_below(20) > 0)
                ends[side] += sprintf(ends[side], "%s%s", known[side == 0 ? word : other],
                                      random_below(9) ? " " : "  ");
    }
    *ends[0] = *ends[1] = '\0';
    if (random_below(2) && ends[1] - texts[1] > 200) { /* the beginning moves to the end */
        const char *cut = strchr(texts[1] + 100, ' ');
        if (cut) {
            static char moved[20000];
            sprintf(moved, "%s %.*s", cut + 1, (int)(cut - texts[1]), texts[1]);
            strcpy(texts[1], moved);
        }
    }
}

static unsigned long lines_seen, omissions_seen;

/* Lines in order, none too wide, and all words in them that are not left out. */
static void check_column(int side, const struct side_by_side_layout *layout) {
    const struct words *words = &differences.pair.sentences[side].words;
    const struct passage_column *column = &both.columns[side];
    size_t word = 0, omission = 0;
    uint32_t shown = 0; /* up to here */
    for (size_t i = 0; i < column->count; i++) {
        const struct passage_line *line = &column->lines[i];
        CHECK(line->begin < line->end && line->row < both.rows, "line %zu", i);
        CHECK(i == 0 || line->row > column->lines[i - 1].row, "row of line %zu", i);
        CHECK(line->columns <= layout->width, "%zu columns", line->columns);
        for (; word < words->count && words->items[word].begin < line->begin; word++)
            CHECK(word_end(&words->items[word]) <= shown || line->begin == shown,
                  "word %zu is nowhere", word);
        shown = line->end;
        lines_seen++;
    }
    if (words->count > 0)
        CHECK(shown == word_end(&words->items[words->count - 1]), "the end is nowhere");
    for (; omission < column->omitted; omission++, omissions_seen++)
        for (size_t at = column->omissions[omission].first; at < column->omissions[omission].end;
             at++)
            CHECK(both.marks.marks[side][at] == passage_same, "word %zu differs, and is left out",
                  at);
}

/* The row on which a word begins. */
static uint32_t row_of(int side, uint32_t word) {
    const struct passage_column *column = &both.columns[side];
    uint32_t begin = differences.pair.sentences[side].words.items[word].begin;
    for (size_t i = 0; i < column->count; i++)
        if (begin >= column->lines[i].begin && begin < column->lines[i].end)
            return column->lines[i].row;
    return UINT32_MAX;
}

/* Equal words are never far apart in height, unless they are attached to one that is. */
static void check_heights(void) {
    const struct words *a = &differences.pair.sentences[0].words;
    const struct words *b = &differences.pair.sentences[1].words;
    for (size_t i = 0; i < both.marks.count; i++) {
        const struct passage_stretch *stretch = &both.marks.stretches[i];
        bool attached = true;
        for (uint32_t k = 0; k < stretch->count; k++) {
            uint32_t x = stretch->a_first + k, y = stretch->b_first + k;
            attached = attached && (words_is_attached(a, x) || words_is_attached(b, y));
            if (attached)
                continue;
            uint32_t p = row_of(0, x), q = row_of(1, y);
            CHECK((p > q ? p - q : q - p) <= 2, "equal words on rows %u and %u", p, q);
        }
    }
}

static void test_random_texts(void) {
    for (int round = 0; round < 2000; round++) {
        struct side_by_side_layout layout = plain;
        layout.width = 8 + random_below(60);
        if (random_below(2))
            layout.context = random_below(6);
        make_texts(random_below(200));
        CHECK(lay_out(&plain_allocator, texts[0], texts[1], &layout), "memory");
        check_column(0, &layout);
        check_column(1, &layout);
        check_heights();
    }
}

/* ---- Faults ---- */

static void test_no_memory(void) {
    struct side_by_side_layout layout = plain;
    layout.context = 2;
    make_texts(300);
    FOR_EACH_FAULT(n) {
        bool made = lay_out(&faulty_allocator, texts[0], texts[1], &layout);
        CHECK(made != faulty.failed, "allocation %lu", n);
        side_by_side_free(&both, &faulty_allocator);
        differences_free(&differences, &faulty_allocator);
        CHECK(faulty.live == 0, "allocation %lu: %ld blocks are left", n, faulty.live);
    }
}

int main(void) {
    random_state = 2017;
    test_marks();
    test_random_texts();
    side_by_side_free(&both, &plain_allocator);
    differences_free(&differences, &plain_allocator);
    test_no_memory();
    test_figure(lines_seen, "lines of passages side by side");
    test_figure(omissions_seen, "runs of equal words left out");
    test_figure(faulty.tried, "faults of memory in side_by_side");
    return test_end("core/test_side_by_side");
}
