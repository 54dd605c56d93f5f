/*
 * test_progress_bar.c - the line of neardup_progress(): its content at each width, and what is
 * shown of a label. progress_bar.py tests when a terminal shows it.
 */
#include "../../ext/functions/shell/progress_bar.h"

#include "database.h"

#define HALF_A_MINUTE \
    { 353000, 842000, 353000, 30, 0 }

static const struct {
    const char *label;
    size_t width;
    struct progress_figures figures;
    const char *line;
} cases[] = {
    /* the bar goes first, then the end of the label, then all of it */
    {"Comparing", 200, HALF_A_MINUTE,
     "Comparing: [############..................] 41 %, 353,000 of 842,000, 0:42 left"},
    {"Comparing", 79, HALF_A_MINUTE,
     "Comparing: [############.................] 41 %, 353,000 of 842,000, 0:42 left"},
    {"Comparing", 62, HALF_A_MINUTE,
     "Comparing: [#####.......] 41 %, 353,000 of 842,000, 0:42 left"},
    {"Comparing", 61, HALF_A_MINUTE,
     "Comparing: [####.......] 41 %, 353,000 of 842,000, 0:42 left"},
    {"Comparing", 48, HALF_A_MINUTE, "Comparing: 41 %, 353,000 of 842,000, 0:42 left"},
    {"Comparing", 47, HALF_A_MINUTE, "Comparing: 41 %, 353,000 of 842,000, 0:42 left"},
    {"Comparing", 46, HALF_A_MINUTE, "Comparing: 41 %, 353,000 of 842,000, 0:42 left"},
    {"Comparing", 45, HALF_A_MINUTE, "Comparin: 41 %, 353,000 of 842,000, 0:42 left"},
    {"Comparing", 10, HALF_A_MINUTE, "41 %, 353,"},
    {"Comparing", 1, HALF_A_MINUTE, "4"},
    {"Comparing", 0, HALF_A_MINUTE, ""},
    {"", 79, HALF_A_MINUTE, "41 %, 353,000 of 842,000, 0:42 left"},
    /* shares are rounded down, so only the total is 100 % */
    {"x", 60, {0, 10, 0, 0, 0}, "x: [............................] 0 %, 0 of 10"},
    {"x", 60, {1, 3, 0, 0, 0}, "x: [##########....................] 33 %, 1 of 3"},
    {"x", 60, {87, 300, 0, 0, 0}, "x: [#######...................] 29 %, 87 of 300"},
    {"x",
     60,
     {999999, 1000000, 999999, 10, 0},
     "x: [#############.] 99 %, 999,999 of 1,000,000, 0:00 left"},
    {"x",
     60,
     {1000000, 1000000, 1000000, 10, 0},
     "x: [##############] 100 %, 1,000,000 of 1,000,000"},
    {"x", 60, {0, 0, 0, 0, 0}, "x: [##############################] 100 %, 0 of 0"},
    {"x",
     200,
     {1, INT64_MAX, 1, 1, 0},
     "x: [..............................] 0 %, 1 of 9,223,372,036,854,775,807"},
    {"x",
     200,
     {INT64_MAX, INT64_MAX, INT64_MAX, 1, 0},
     "x: [##############################] 100 %, 9,223,372,036,854,775,807 of "
     "9,223,372,036,854,775,807"},
    /* time left */
    {"x", 60, {10, 20, 10, 59.4, 0}, "x: [##############..............] 50 %, 10 of 20, 0:59 left"},
    {"x",
     60,
     {10, 20, 10, 3599, 0},
     "x: [##############..............] 50 %, 10 of 20, 59:59 left"},
    {"x",
     60,
     {10, 20, 10, 3600, 0},
     "x: [#############.............] 50 %, 10 of 20, 1:00:00 left"},
    {"x",
     60,
     {10, 1000, 10, 3600, 0},
     "x: [......................] 1 %, 10 of 1,000, 99:00:00 left"},
    {"x", 60, {500, 1000, 1, 2, 0}, "x: [###########...........] 50 %, 500 of 1,000, 16:40 left"},
    /* with what follows */
    {"x",
     70,
     {10, 20, 10, 5, 30},
     "x: [#############..............] 50 %, 10 of 20, about 20 seconds left"},
    {"x", 50, {10, 20, 10, 0.3, 25}, "x: 50 %, 10 of 20, about 1 second left"},
    {"x", 50, {10, 20, 10, 60, 100}, "x: 50 %, 10 of 20, about 11 minutes left"},
    {"x", 50, {20, 20, 10, 60, 1000}, "x: 100 %, 20 of 20, about 1 h 40 min left"},
    /* no total, or more calls than the total */
    {"x", 60, {353000, -1, 353000, 30, 0}, "x: 353,000, 11,766/s"},
    {"x", 60, {353000, 352999, 353000, 30, 0}, "x: 353,000, 11,766/s"},
    {"x", 60, {1, -1, 0, 0, 0}, "x: 1, 0.0/s"},
    {"x", 60, {12, -1, 12, 30, 0}, "x: 12, 0.4/s"},
    {"x", 60, {1, 0, 1, 0.1, 0}, "x: 1, 10/s"},
    {"Comparing sentences with others", 20, {353000, -1, 353000, 30, 0}, "353,000, 11,766/s"},
    {"x",
     200,
     {INT64_MAX, -1, INT64_MAX, 1e-9, 0},
     "x: 9,223,372,036,854,775,807, 1,000,000,000,000,000/s"},
};

static void test_lines(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[256];
        progress_bar_line(&cases[i].figures, cases[i].label, strlen(cases[i].label), cases[i].width,
                          line, sizeof line);
        CHECK(strcmp(line, cases[i].line) == 0, "%s, width %zu:\n  expected %s\n  found    %s",
              cases[i].label, cases[i].width, cases[i].line, line);
    }
}

/* Bytes that are not text, and what could move the cursor or reverse the text, become U+FFFD. */
static const struct {
    const char *label;
    size_t length;
    const char *shown;
} labels[] = {
    {"plain", 5, "plain"},
    {"Ähnliche Sätze, 似た文", 27, "Ähnliche Sätze, 似た文"},
    {"a\nb\rc\td\x7F", 8, "a\uFFFDb\uFFFDc\uFFFDd\uFFFD"},
    {"\x1B[2J\x1B]0;title\x07", 14, "\uFFFD[2J\uFFFD]0;title\uFFFD"},
    {"\xC2\x9B"
     "31m",
     5, "\uFFFD31m"},
    {"a\0b", 3, "a\uFFFDb"},
    {"\xFFz\xC3", 3, "\uFFFDz\uFFFD"},
    {"\xED\xA0\x80", 3, "\uFFFD\uFFFD\uFFFD"},
    {"\u202Etxt.exe", 10, "\uFFFDtxt.exe"},
    {"\u2066a\u2069\u200B\uFEFF", 13, "\uFFFDa\uFFFD\uFFFD\uFFFD"},
};

static void test_labels(void) {
    static const struct progress_figures figures = {5, -1, 5, 5, 0};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        char line[256], expected[256];
        progress_bar_line(&figures, labels[i].label, labels[i].length, 200, line, sizeof line);
        snprintf(expected, sizeof expected, "%s: 5, 1.0/s", labels[i].shown);
        CHECK(strcmp(line, expected) == 0, "expected %s, found %s", expected, line);
    }
}

/* Whatever the label's length and the cut, characters stay whole and the line fits. */
static void test_long_labels(void) {
    static const char *const characters[] = {"x", "ä", "似", "😀", "\x80", "\x1B"};
    static const struct progress_figures figures = {5, 10, 5, 5, 0};
    enum { repeats = 100000 };
    char *label = malloc(4 * repeats), line[1024];
    for (size_t c = 0; c < sizeof characters / sizeof *characters; c++) {
        size_t bytes = strlen(characters[c]);
        const char *shown = c < 4 ? characters[c] : "\uFFFD";
        for (size_t i = 0; i < repeats; i++)
            memcpy(label + i * bytes, characters[c], bytes);
        for (size_t width = 0; width < 1100; width++) {
            progress_bar_line(&figures, label, repeats * bytes, width, line, sizeof line);
            size_t length = strlen(line), at = 0;
            while (strncmp(line + at, shown, strlen(shown)) == 0)
                at += strlen(shown);
            CHECK(length <= width && length < sizeof line, "%s: %zu bytes of %zu", shown, length,
                  width);
            CHECK(width < 40 || (at > 0 && strncmp(line + at, ": ", 2) == 0), "%s: %s", shown,
                  line);
        }
    }
    free(label);
}

int main(void) {
    RUN_TESTS(test_lines, test_labels, test_long_labels);
    return test_end("functions/test_progress_bar");
}
