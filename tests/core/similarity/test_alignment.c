/*
 * test_alignment.c - edit scripts: known ones, all short ones against the table of longest common
 * subsequences, and long ones, which must be correct and fast, if not shortest.
 */
#include "faulty_memory.h"
#include "random_input.h"
#include "similarity/alignment.h"
#include "test.h"

static struct alignment alignment;

/* One letter is one symbol. */
static size_t symbols_of(const char *letters, uint32_t *symbols) {
    size_t count = strlen(letters);
    for (size_t i = 0; i < count; i++)
        symbols[i] = (unsigned char)letters[i];
    return count;
}

/* The script as text: "[deleted|inserted]", with equal symbols between the brackets. */
static const char *script_of(const char *a, const char *b) {
    static char script[200];
    uint32_t as[50], bs[50];
    size_t at = 0;
    char *out = script;
    size_t a_count = symbols_of(a, as), b_count = symbols_of(b, bs);
    REQUIRE(alignment_find(&alignment, memory, as, a_count, bs, b_count));
    for (size_t i = 0; i < alignment.count; i++) {
        struct hunk hunk = alignment.hunks[i];
        out += sprintf(out, "%.*s[%.*s|%.*s]", (int)(hunk.a_begin - at), a + at,
                       (int)(hunk.a_end - hunk.a_begin), a + hunk.a_begin,
                       (int)(hunk.b_end - hunk.b_begin), b + hunk.b_begin);
        at = hunk.a_end;
    }
    sprintf(out, "%s", a + at);
    return script;
}

static const struct {
    const char *a, *b, *script;
} cases[] = {
    {"", "", ""},
    {"", "ab", "[|ab]"},
    {"ab", "", "[ab|]"},
    {"ab", "ab", "ab"},
    {"abc", "axc", "a[b|x]c"},
    {"abc", "xyz", "[abc|xyz]"},
    {"abc", "ac", "a[b|]c"},
    {"ac", "abc", "a[|b]c"},
    {"abcabba", "cbabac", "[ab|]c[a|]b[|a]ba[|c]"}, /* the example of Myers */
    {"aaa", "aaaaa", "aaa[|aa]"},
    {"xa", "aba", "[x|ab]a"}, /* the common end has precedence */
    {"abcd", "bcde", "[a|]bcd[|e]"},
    {"abcd", "acbd", "a[b|]c[|b]d"},
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *script = script_of(cases[i].a, cases[i].b);
        CHECK(strcmp(script, cases[i].script) == 0, "%s and %s: %s", cases[i].a, cases[i].b,
              script);
    }
}

/* Whether the hunks turn a into b and are separated by equal symbols; counts the differences. */
static bool leads(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                  size_t *differences) {
    size_t x = 0, y = 0;
    *differences = 0;
    for (size_t i = 0; i <= alignment.count; i++) {
        bool last = i == alignment.count;
        struct hunk end = {(uint32_t)a_count, 0, (uint32_t)b_count, 0};
        struct hunk hunk = last ? end : alignment.hunks[i];
        if (hunk.a_begin < x || hunk.a_begin > a_count || hunk.a_begin - x != hunk.b_begin - y ||
            (i > 0 && !last && hunk.a_begin == x))
            return false;
        for (; x < hunk.a_begin; x++, y++)
            if (a[x] != b[y])
                return false;
        if (last)
            return true;
        if (hunk.a_end < x || hunk.b_end < y || hunk.a_end + hunk.b_end == x + y)
            return false;
        *differences += hunk.a_end - x + hunk.b_end - y;
        x = hunk.a_end;
        y = hunk.b_end;
    }
    return false;
}

enum { small = 12 };

/* table[i][j] is the length of a longest common subsequence of a from i on and b from j on. */
static void fill_table(size_t table[small + 1][small + 1], const uint32_t *a, size_t a_count,
                       const uint32_t *b, size_t b_count) {
    for (size_t i = a_count; i-- > 0;) {
        for (size_t j = b_count; j-- > 0;) {
            size_t skipped = table[i + 1][j] > table[i][j + 1] ? table[i + 1][j] : table[i][j + 1];
            table[i][j] = a[i] == b[j] ? table[i + 1][j + 1] + 1 : skipped;
        }
    }
}

/* Whether the hunks are those of the table: keep before delete before insert. */
static bool as_by_table(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count) {
    size_t table[small + 1][small + 1] = {{0}}, i = 0, j = 0, hunk = 0, suffix = 0;
    while (i < a_count && i < b_count && a[i] == b[i])
        i++;
    while (a_count - suffix > i && b_count - suffix > i &&
           a[a_count - 1 - suffix] == b[b_count - 1 - suffix])
        suffix++;
    a_count -= suffix;
    b_count -= suffix;
    fill_table(table, a, a_count, b, b_count);
    for (j = i; i < a_count || j < b_count; hunk++) {
        struct hunk expected = {(uint32_t)i, 0, (uint32_t)j, 0};
        while ((i < a_count || j < b_count) && !(i < a_count && j < b_count && a[i] == b[j])) {
            bool deletes = i < a_count && (j == b_count || table[i + 1][j] >= table[i][j + 1]);
            *(deletes ? &i : &j) += 1;
        }
        expected.a_end = (uint32_t)i;
        expected.b_end = (uint32_t)j;
        if (hunk >= alignment.count ||
            memcmp(&alignment.hunks[hunk], &expected, sizeof expected) != 0)
            return false;
        for (; i < a_count && j < b_count && a[i] == b[j]; i++)
            j++;
    }
    return hunk == alignment.count;
}

static size_t fill(uint32_t *symbols, size_t most, size_t alphabet) {
    size_t count = random_below(most + 1);
    for (size_t i = 0; i < count; i++)
        symbols[i] = (uint32_t)random_below(alphabet);
    return count;
}

static void test_short(void) {
    unsigned long wrong = 0, other = 0;
    for (int i = 0; i < 200000; i++) {
        uint32_t a[small], b[small];
        size_t alphabet = 1 + random_below(4), differences;
        size_t a_count = fill(a, small, alphabet), b_count = fill(b, small, alphabet);
        REQUIRE(alignment_find(&alignment, memory, a, a_count, b, b_count));
        wrong += !leads(a, a_count, b, b_count, &differences);
        other += !as_by_table(a, a_count, b, b_count);
    }
    CHECK(wrong == 0, "%lu lead elsewhere", wrong);
    CHECK(other == 0, "%lu are not those of the table", other);
}

/* More differences than are aligned exactly: few or many symbols, different lengths. */
static void test_pieces(void) {
    enum { most = 3000 };
    static uint32_t a[most], b[most];
    unsigned long wrong = 0;
    for (int i = 0; i < 300; i++) {
        size_t alphabet = 1 + random_below(random_below(2) ? 3 : 5000), differences;
        size_t a_count = fill(a, random_below(2) ? most : 40, alphabet);
        size_t b_count = fill(b, most, alphabet);
        REQUIRE(alignment_find(&alignment, memory, a, a_count, b, b_count));
        wrong += !leads(a, a_count, b, b_count, &differences);
    }
    CHECK(wrong == 0, "%lu lead elsewhere", wrong);
}

/* A million symbols each, none of them equal: many pieces, each of bounded cost. */
static void test_long(void) {
    enum { count = 1000000 };
    uint32_t *a = required(malloc(count * sizeof *a)), *b = required(malloc(count * sizeof *b));
    size_t differences;
    for (uint32_t i = 0; i < count; i++) {
        a[i] = 2 * i;
        b[i] = 2 * i + 1;
    }
    clock_t begin = clock();
    CHECK(alignment_find(&alignment, memory, a, count, b, count), "memory");
    CHECK(leads(a, count, b, count, &differences) && alignment.count == 1 &&
              differences == 2 * count,
          "%zu hunks", alignment.count);
    CHECK(test_seconds(begin) < 30, "it takes %.0f s", test_seconds(begin));
    free(a);
    free(b);
}

static bool after_three(void *context) {
    return ++*(int *)context > 3;
}

static void test_interrupted(void) {
    enum { count = 100000 };
    static uint32_t a[count], b[count];
    int asked = 0;
    for (uint32_t i = 0; i < count; i++) {
        a[i] = 2 * i;
        b[i] = 2 * i + 1;
    }
    struct interruption interruption = {.should_stop = after_three, .context = &asked};
    alignment.interruption = &interruption;
    CHECK(!alignment_find(&alignment, memory, a, count, b, count) && asked == 4 &&
              interruption.stopped,
          "asked %d times", asked);
    CHECK(alignment_find(&alignment, memory, a, 9, b, 9) && asked == 4,
          "short work does not ask whether to stop");
    alignment.interruption = NULL;
}

int main(void) {
    random_state = 20;
    RUN_TESTS(test_cases, test_short, test_pieces, test_long, test_interrupted);
    alignment_free(&alignment, memory);
    return faulty_end("core/test_alignment");
}
