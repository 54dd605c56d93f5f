/* test_progress.c - the line that shows how far a load has come: its content and its width. */
#include "progress.h"
#include "test.h"

#include <unistd.h>

#define OF_DUMP \
    { "page", "sentence" }

/* Of a dump or, with `texts`, of a collection of texts. */
static const struct {
    const char *name;
    int64_t position, size, text_bytes, pages, sentences;
    bool skipping, texts;
    double seconds;
    size_t width;
    const char *expected;
} lines[] = {
    {"a/b.xml", 12345678, 53500000, 40000000, 10, 200, false, false, 20, 0,
     "Loading, b.xml: 23 %, 12.3 of 53.5 MB, 1:07 left, 10 pages, 200 sentences, 2.0 MB/s"},
    {"a/b.xml", 12345678, 53500000, 40000000, 10, 200, false, false, 20, 84,
     "Loading, b.xml: 23 %, 12.3 of 53.5 MB, 1:07 left, 10 pages, 200 sentences, 2.0 MB/s"},
    {"b.xml", 1000000, 10001000000, 4000000, 1, 1, false, false, 2, 0,
     "Loading, b.xml: 0 %, 1.0 of 10001.0 MB, 5:33:20 left, 1 page, 1 sentence, 2.0 MB/s"},
    {"standard input", 1500000, -1, 4000000, 1, 2, false, false, 2, 0,
     "Loading, standard input: 1.5 MB, 1 page, 2 sentences, 2.0 MB/s"},
    {"b.csv", 1500000, -1, 4000000, 1, 2, false, true, 2, 0,
     "Loading, b.csv: 1.5 MB, 1 record, 2 texts, 2.0 MB/s"},
    {"b.xml", 1000000, 4000000, 4000000, 3, 2, true, false, 2, 0,
     "Loading, b.xml: skipping what is loaded, 25 %, 1.0 of 4.0 MB, 0:06 left, 3 pages, "
     "2 sentences, 2.0 MB/s"},
    /* The name is cut; then counts and speed are left out, then the step; then the rest is cut. */
    {"/d/a-long-name.xml", 1500000, -1, 4000000, 1, 2, false, false, 2, 57,
     "Loading, a-long-na: 1.5 MB, 1 page, 2 sentences, 2.0 MB/s"},
    {"/d/\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4.xml", 1500000, -1, 4000000, 1, 2, false, false,
     2, 55, "Loading, \u00e4\u00e4\u00e4: 1.5 MB, 1 page, 2 sentences, 2.0 MB/s"},
    {"/d/name.xml", 1500000, -1, 4000000, 1, 2, false, false, 2, 46,
     "Loading: 1.5 MB, 1 page, 2 sentences, 2.0 MB/s"},
    {"/d/name.xml", 1500000, -1, 4000000, 1, 2, false, false, 2, 45, "Loading, name.xml: 1.5 MB"},
    {"/d/name.xml", 1500000, -1, 4000000, 1, 2, false, false, 2, 15, "Loading: 1.5 MB"},
    {"/d/name.xml", 1500000, -1, 4000000, 1, 2, false, false, 2, 14, "1.5 MB"},
    {"/d/name.xml", 1500000, -1, 4000000, 1, 2, false, false, 2, 4, "1.5 "},
};

static void test_lines(void) {
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct progress progress = {.name = lines[i].name};
        struct progress_state state = {lines[i].position,
                                       lines[i].size,
                                       lines[i].text_bytes,
                                       lines[i].pages,
                                       lines[i].sentences,
                                       lines[i].skipping,
                                       OF_DUMP};
        char line[256];
        if (lines[i].texts)
            state.words = (struct load_words){"record", "text"};
        progress_line(&progress, &state, lines[i].seconds, lines[i].width, line, sizeof line);
        CHECK(strcmp(line, lines[i].expected) == 0, "expected '%s', found '%s'", lines[i].expected,
              line);
    }
}

/* The time of the steps that follow is counted, too. */
static void test_run(void) {
    static const struct {
        double seconds;
        const char *left;
    } runs[] = {{0.05, "about 1 second left"},
                {2, "about 30 seconds left"},
                {50, "about 13 minutes left"},
                {600, "about 2 h 30 min left"}};
    const struct progress_state state = {1000000, 4000000, 4000000, 1, 2, false, OF_DUMP};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct progress progress = {.name = "b.xml", .follows = 3};
        char line[256], expected[256];
        progress_line(&progress, &state, runs[i].seconds, 61, line, sizeof line);
        snprintf(expected, sizeof expected, "Loading, b.xml: 25 %%, 1.0 of 4.0 MB, %s",
                 runs[i].left);
        CHECK(strcmp(line, expected) == 0, "expected '%s', found '%s'", expected, line);
    }
}

/* Shows a state, without waiting for an interval, and reads the line. */
static size_t show(bool quiet, double interval, char *text, size_t capacity) {
    struct progress progress;
    const struct progress_state state = {1000000, 4000000, 4000000, 1, 2, false, OF_DUMP};
    FILE *file = tmpfile();
    fflush(stderr);
    int kept = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    progress_begin(&progress, "b.xml", quiet);
    double usual = progress.interval;
    progress.interval = interval < 0 ? usual : interval;
    progress_show(&progress, &state);
    progress_say(&progress, "making the index");
    progress_end(&progress);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    CHECK(usual == 60, "a line a minute, found %g s", usual);
    rewind(file);
    size_t length = fread(text, 1, capacity - 1, file);
    text[length] = '\0';
    fclose(file);
    return length;
}

static void test_no_terminal(void) {
    char text[512];
    show(false, 0, text, sizeof text);
    CHECK(strncmp(text, "Loading, b.xml: 25 %, 1.0 of 4.0 MB, ", 37) == 0 &&
              strchr(text, '\r') == NULL && strchr(text, '\n') == text + strlen(text) - 1,
          "one line, found '%s'", text);
    CHECK(show(false, -1, text, sizeof text) == 0, "nothing before a minute, found '%s'", text);
    CHECK(show(true, 0, text, sizeof text) == 0, "nothing when quiet, found '%s'", text);
}

int main(void) {
    RUN_TESTS(test_lines, test_run, test_no_terminal);
    return test_end("loader/test_progress");
}
