/*
 * test_note_marks.c - what is removed and what stays, for good; laws that hold for random texts,
 * and hostile texts. test_failures.c has the rest.
 */
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"
#include "text/note_marks.h"

static struct note_marks once, twice;
static struct code_points points;

static void remove_from(struct note_marks *marks, const uint32_t *values, size_t count) {
    REQUIRE(note_marks_remove(marks, memory, NULL, values, count));
}

/* What is left of `text`; valid until the next call. */
static const char *left_of(const char *text) {
    static char left[1000];
    REQUIRE(code_points_decode(&points, memory, text, strlen(text)));
    remove_from(&once, points.values, points.count);
    left[code_points_encode(once.kept.values, once.kept.count, left)] = '\0';
    return left;
}

#define FERRY "The ferry of Port Maurel has been run by monks"

static const struct {
    const char *text, *left; /* NULL: all of it */
} cases[] = {
    {"", NULL},
    {FERRY " since 1905.[12]", FERRY " since 1905."},
    {FERRY "[12] since 1905.[3][4] Then", FERRY " since 1905. Then"},
    {FERRY "[12], since 1905.[3\u20135][4, 6]", FERRY ", since 1905."},
    {FERRY " since 1905. [12] [13]", FERRY " since 1905."},
    {FERRY " [ 12 ] since 1905 [ 13 ] .", FERRY " since 1905."},
    {FERRY "\uFF3B12\uFF3D since 1905.", FERRY " since 1905."},
    {FERRY ".[12]:34 Then", FERRY ". Then"},
    {FERRY ".[12]:\u200A34\u201336, 38 Then", FERRY ". 38 Then"},
    {FERRY ".[12]: 34 ships", FERRY ".: 34 ships"},
    {FERRY ".[12]:3rd", FERRY ".:3rd"},
    {"[12] " FERRY, FERRY},
    /* what may be a value */
    {"Model [9]", NULL},
    {"Model[9]", NULL},
    {FERRY " of class [9] since", NULL},
    {FERRY " since [1905]", NULL},
    {FERRY ".[1905]", NULL},
    {FERRY " on [12", NULL},
    {"[9]", NULL},
    /* letters */
    {FERRY ",[a] since 1905,[b] and then.[ii]", FERRY ", since 1905, and then."},
    {FERRY "[a] since 1905[d] and", FERRY " since 1905 and"},
    {FERRY " who walk[s] and receive[d] it", NULL},
    {FERRY ". \"[a]nd '[a] man\" [t]he", NULL},
    /* labels and requests */
    {"By monks[note 3][n 1][Note 2][nb 4][lower-alpha 2]", "By monks"},
    {"By[\u6CE8 1] monks[A 1]", "By monks"},
    {"By[citation needed] monks[Better source needed][when?] [who?].", "By monks."},
    {"By monks[sic] [of Maurel] [n3]", NULL},
    {"A[edit][edit source][Update][who][whom][by whom][according to whom][from whom][for whom]"
     "[like whom][when][where][which?][why][how][clarify][vague][dubious][dubious - discuss]"
     "[dubious \u2013 discuss][discuss][dead link][permanent dead link][broken anchor]"
     "[failed verification][not in citation given][not verified in body][original research]"
     "[unreliable source][self-published source][better source][disputed][weasel words]"
     "[peacock term][opinion][citation not found][r\u00E9f. n\u00E9cessaire][cita requerida]"
     "[senza fonte][carece de fontes][bron][quelle][\u8981\u51FA\u5178][\u6765\u6E90\u8BF7\u6C42]",
     "A"},
    {"A[note 1][notes 12][n 123][n. 1][nb a][n.b. 1][fn 1][a 1][b 1][ref 1][ref. 1][footnote 1]"
     "[lower-alpha 1][upper-alpha 1][lower-roman 1][lower-greek 1][anm. 1][anm 1][nota 1][noot 1]"
     "[\u6CE8 1][\u8A3B 1][\u6CE8\u91CB 1][\u8A3B\u91CB 1][\u6CE8\u91C8 1]",
     "A"},
    /* signs */
    {FERRY "\u2020 and nuns\u2021* now.", FERRY " and nuns now."},
    {FERRY "* and C*-algebras, 2*3, A* and (\u20201905)",
     FERRY " and C*-algebras, 2*3, A* and (\u20201905)"},
    {FERRY ".\u00B9\u00B2 It covers 5 km\u00B2.", FERRY ". It covers 5 km\u00B2."},
    {"\u2191 Quill, A. 1911", "Quill, A. 1911"},
    {"^ a b c Quill, A. 1911", "Quill, A. 1911"},
    {"^ a ferry", "a ferry"},
    {"x^2 \u2191", NULL},
    /* what cleaners leave */
    {"Maurel ( , ; born 1905, ) () [ ] is", "Maurel (born 1905) is"},
    {"Maurel (, \"Port\") is", "Maurel (\"Port\") is"},
    {"main() (a, b) x(;y)", "main() (a, b) x(y)"},
    {"in\u00ADfor\u00ADma\u00ADtion\u200B \uFEFFof", "information of"},
    {"  a \t\n b\u00A0 c ", "a b c"},
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *expected = cases[i].left ? cases[i].left : cases[i].text;
        const char *left = left_of(cases[i].text);
        CHECK(strcmp(left, expected) == 0, "%s: [%s], not [%s]", cases[i].text, left, expected);
        CHECK(note_marks_may_occur(cases[i].text, strlen(cases[i].text)) ||
                  strcmp(cases[i].text, expected) == 0,
              "%s: nothing is expected", cases[i].text);
    }
}

/* ---- Random texts ---- */

static const char *const parts[] = {
    "a",      "b ",     "walk",   "Ferry ",  "1",    "905",    " ",      "  ",     ".",
    ",",      ";",      ":",      "[",       "]",    "(",      ")",      "[1]",    "[a]",
    "[12]:3", "[ 4 ]",  "*",      "\u2020",  "^",    "\u2191", "\u00B2", "\u00AD", "\u200B",
    "\u00A0", "\u3000", "\uFF3B", "\uFF3D",  "\"",   "\u201D", "[n",     "note 3", "needed",
    "?",      "\u2013", "\u00E9", "\u6CE8 ", "\xE2", "\x80",   "\n",     "[when?]"};

static size_t random_text(char *text, size_t most) {
    size_t length = 0, wanted = random_below(most);
    if (random_below(2))
        length += strlen(strcpy(text, FERRY));
    while (length < wanted) {
        const char *part = parts[random_below(sizeof parts / sizeof *parts)];
        memcpy(text + length, part, strlen(part));
        length += strlen(part);
    }
    return length;
}

static bool is_part_of(const struct note_marks *marks) {
    const struct code_points *kept = &marks->kept;
    for (size_t i = 0; i < kept->count; i++) {
        bool same = kept->values[i] == points.values[marks->origins[i]] || kept->values[i] == ' ';
        if (!same || (i > 0 && marks->origins[i] <= marks->origins[i - 1]))
            return false;
    }
    return true;
}

static bool equals(const struct code_points *a, const struct code_points *b) {
    return a->count == b->count && memcmp(a->values, b->values, a->count * sizeof *a->values) == 0;
}

static uint64_t mix(uint64_t hash, const struct code_points *left) {
    for (size_t i = 0; i < left->count; i++)
        hash = (hash ^ left->values[i]) * 0x100000001B3;
    return (hash ^ '\n') * 0x100000001B3;
}

/*
 * Indexes of users depend on what is left: it must never change. Each character before and after a
 * note, as a note, before a stop and between brackets.
 */
static void test_all_characters(void) {
    uint64_t hash = 0xCBF29CE484222325;
    for (uint32_t point = 0; point < 0x34000; point += point >= 0x3400 && point < 0xF000 ? 61 : 1) {
        const uint32_t text[] = {
            point, ' ', 'a',   point, '[',   '1', ']', point, '[', 'a', ']', ' ', '[', point, ']',
            ' ',   '(', point, ')',   point, '*', ' ', point, '[', 'n', ' ', '1', ']', point, '.',
            '[',   '2', ']',   point, ':',   '3', ' ', 'c',   'd', 'e', 'f', 'g', 'h', 'i',   'j',
            'k',   'l', 'm',   'n',   'o',   'p', 'q', 'r',   's', 't', 'u', 'v', 'w', 'x',   'y'};
        remove_from(&once, text, sizeof text / sizeof *text);
        hash = mix(hash, &once.kept);
    }
    CHECK(hash == 0x295B23A71FEA9552, "the notes of all characters: 0x%llX",
          (unsigned long long)hash);
}

static void test_random_texts(void) {
    enum { texts = 40000 };
    char text[200];
    unsigned clean = 0;
    uint64_t hash = 0xCBF29CE484222325;
    for (int i = 0; i < texts; i++) {
        size_t length = random_text(text, 100);
        REQUIRE(code_points_decode(&points, memory, text, length));
        remove_from(&once, points.values, points.count);
        CHECK(is_part_of(&once), "%.*s", (int)length, text);
        hash = mix(hash, &once.kept);
        remove_from(&twice, once.kept.values, once.kept.count);
        CHECK(equals(&once.kept, &twice.kept), "%.*s: not stable", (int)length, text);
        if (!note_marks_may_occur(text, length)) {
            clean++;
            CHECK(equals(&once.kept, &points), "%.*s: nothing is expected", (int)length, text);
        }
    }
    CHECK(clean > texts / 200, "%u texts were clean", clean);
    CHECK(hash == 0x4A3A680C4BC573FE, "what is left of random texts: 0x%llX",
          (unsigned long long)hash);
}

/* ---- Hostile texts ---- */

static double seconds_for(const char *part, size_t count) {
    size_t length = count * strlen(part);
    char *text = test_repeated(part, length);
    clock_t begin = clock();
    REQUIRE(code_points_decode(&points, memory, text, length));
    remove_from(&once, points.values, points.count);
    double seconds = test_seconds(begin);
    free(text);
    return seconds;
}

static void test_hostile_texts(void) {
    static const char *const hostile[] = {
        "[",      "]",       "([",  "a]", "*\u200B", "\u00B2\u200B",
        "[1]:12", ".[1]:1-", "( ,", "^ ", " a b",    "[a"};
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        double seconds = seconds_for(hostile[i], 1 << 20);
        CHECK(seconds < 5, "%s: %.2f s", hostile[i], seconds);
    }
}

int main(void) {
    random_state = 29; /* the frozen texts are made of it */
    RUN_TESTS(test_cases, test_all_characters, test_random_texts, test_hostile_texts);
    note_marks_free(&once, memory);
    note_marks_free(&twice, memory);
    code_points_free(&points, memory);
    return faulty_end("core/test_note_marks");
}
