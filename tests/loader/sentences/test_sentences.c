/*
 * test_sentences.c - the sentence splitter: sentence_cases.txt, then what must hold for any input.
 *
 * Linked with -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc, so that each allocation can be made
 * to fail in turn. The test over other people's cases reads ../shared/data; NEARDUP_SHARED names
 * another place for ../shared.
 */
#include "base/failure.h"
#include "case_lines.h"
#include "failing_malloc.h"
#include "sentences/sentences.h"
#include "shared_data.h"
#include "small_limits.h"
#include "test.h"
#include "text/text_buffer.h"

#include <stdint.h>

/* Of sentence_cases.txt: "|" marks where the next sentence begins; it is not part of the text. */
static struct splitting_case { char language[8], *text; } cases[400];
static size_t case_count;

static void read_cases(void) {
    FILE *file = fopen("tests/loader/sentences/sentence_cases.txt", "r");
    for (char *line; (line = case_line(file)) != NULL;) {
        size_t length = strcspn(line, " ");
        if (*line == '#' || line[length] == '\0')
            continue;
        struct splitting_case *test = &cases[case_count++];
        case_decode(line);
        snprintf(test->language, sizeof test->language, "%.*s", (int)length, line);
        if (!(test->text = strdup(line + length + 1)))
            abort();
    }
    CHECK(case_count == 180, "%zu cases", case_count);
    if (file)
        fclose(file);
}

static struct failure failure;

static bool is_ascii_space(char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r') || (byte >= 0x1C && byte <= 0x1F);
}

/* All white space of Unicode, for a check that does not use the splitter's tables. */
static size_t space_length(const char *text, size_t left) {
    static const char *const spaces[] = {
        "\302\205",     "\302\240",     "\341\232\200", "\342\200\200", "\342\200\201",
        "\342\200\202", "\342\200\203", "\342\200\204", "\342\200\205", "\342\200\206",
        "\342\200\207", "\342\200\210", "\342\200\211", "\342\200\212", "\342\200\250",
        "\342\200\251", "\342\200\257", "\342\201\237", "\343\200\200"};
    if (left > 0 && is_ascii_space(*text))
        return 1;
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        size_t length = strlen(spaces[i]);
        if (length <= left && memcmp(text, spaces[i], length) == 0)
            return length;
    }
    return 0;
}

static bool is_all_space(const char *text, size_t length) {
    while (length > 0) {
        size_t space = space_length(text, length);
        if (space == 0)
            return false;
        text += space;
        length -= space;
    }
    return true;
}

static bool ends_in_space(const char *text, size_t length) {
    for (size_t size = 1; size <= 3 && size <= length; size++) {
        if (space_length(text + length - size, size) == size)
            return true;
    }
    return false;
}

/* Whether the spans are as sentences.h promises. */
static bool are_sound(const struct sentence_spans *spans, const char *text, size_t length) {
    size_t end = 0;
    for (size_t i = 0; i < spans->count; i++) {
        struct sentence_span span = spans->spans[i];
        if (span.offset < end || span.offset > length || span.length == 0 ||
            span.length > length - span.offset || !is_all_space(text + end, span.offset - end) ||
            space_length(text + span.offset, span.length) > 0 ||
            ends_in_space(text + span.offset, span.length))
            return false;
        end = span.offset + span.length;
    }
    return is_all_space(text + end, length - end);
}

static struct sentence_splitter *open_splitter(const char *language) {
    struct sentence_splitter *splitter = sentence_splitter_open(language, &failure);
    CHECK(splitter, "%s: %s", language, failure.message);
    return splitter;
}

/* Removes the marks from the text of a case. */
static void take_text(struct text_buffer *text, const char *marked) {
    text_buffer_clear(text);
    for (; *marked; marked++) {
        if (*marked != '|')
            text_buffer_append_byte(text, *marked);
    }
    text_buffer_append_byte(text, '\0');
}

/* Writes the text as a case has it: with a mark where each further sentence begins. */
static void mark_spans(struct text_buffer *marked, const struct text_buffer *text,
                       const struct sentence_spans *spans) {
    size_t at = 0;
    text_buffer_clear(marked);
    for (size_t i = 1; i < spans->count; at = spans->spans[i++].offset) {
        text_buffer_append(marked, text->bytes + at, spans->spans[i].offset - at);
        text_buffer_append_byte(marked, '|');
    }
    text_buffer_append(marked, text->bytes + at, text->length - at);
}

static void test_cases(void) {
    struct text_buffer text = {0}, found = {0};
    struct sentence_spans spans = {0};
    for (size_t i = 0; i < case_count; i++) {
        struct sentence_splitter *splitter = open_splitter(cases[i].language);
        take_text(&text, cases[i].text);
        bool split = sentence_split(splitter, text.bytes, text.length - 1, &spans, &failure);
        CHECK(split, "%s: %s", text.bytes, failure.message);
        mark_spans(&found, &text, &spans);
        CHECK(strcmp(found.bytes, cases[i].text) == 0, "%s: expected %s, found %s",
              cases[i].language, cases[i].text, found.bytes);
        sentence_splitter_close(splitter);
    }
    text_buffer_free(&text);
    text_buffer_free(&found);
    sentence_spans_free(&spans);
}

/* Each prefix is in memory of its exact size, so that a sanitizer sees a read beyond it. */
static bool prefixes_are_sound(struct sentence_splitter *splitter, const char *text,
                               size_t length) {
    struct sentence_spans spans = {0};
    bool sound = true;
    for (size_t size = 0; sound && size <= length; size++) {
        char *prefix = malloc(size ? size : 1);
        if (!prefix)
            abort();
        memcpy(prefix, text, size);
        sound = sentence_split(splitter, prefix, size, &spans, &failure) &&
                are_sound(&spans, prefix, size);
        free(prefix);
    }
    sentence_spans_free(&spans);
    return sound;
}

static void test_prefixes(void) {
    for (size_t i = 0; i < case_count; i++) {
        struct sentence_splitter *splitter = open_splitter(cases[i].language);
        CHECK(prefixes_are_sound(splitter, cases[i].text, strlen(cases[i].text)), "%s",
              cases[i].text);
        sentence_splitter_close(splitter);
    }
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Random strings of pieces that matter to the splitter, invalid bytes and a zero byte included. */
static void fill_with_pieces(struct text_buffer *text, size_t count, uint64_t *state) {
    /* clang-format off */
    static const char *const pieces[] = {
        ".", "!", "?", " ", "  ", "\"", "'", "(", ")", "[", "]", "[1]", "A", "b", "He", "Dr", "U.S",
        "5", "1)", "a.m", "\n", "''", "\342\200\234", "\342\200\235", "\302\253", "\302\273", "...",
        "\342", "\200", "\377", "\343\200\202", "\343\200\214", "\343\200\215", "\342\200\246",
        "\314\201", "\302\240", "\303", "end", "z. B", "\342\200",
    };
    /* clang-format on */
    text_buffer_clear(text);
    for (size_t i = 0; i < count; i++) {
        uint64_t random = next_random(state);
        const char *piece = pieces[random % (sizeof pieces / sizeof *pieces)];
        text_buffer_append(text, piece, strlen(piece));
        if (random >> 58 == 0)
            text_buffer_append_byte(text, '\0');
    }
}

static void test_random_pieces(void) {
    static const char *const languages[] = {"en", "de", "hy", "el", "ja", "xx"};
    struct text_buffer text = {0};
    struct sentence_spans spans = {0};
    uint64_t state = 20240229;
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        struct sentence_splitter *splitter = open_splitter(languages[i]);
        size_t unsound = 0;
        for (size_t round = 0; round < (test_is_long() ? 5000 : 1000); round++) {
            fill_with_pieces(&text, round % 60 + 1, &state);
            if (!sentence_split(splitter, text.bytes, text.length, &spans, &failure) ||
                !are_sound(&spans, text.bytes, text.length))
                unsound++;
        }
        CHECK(unsound == 0, "%s: %zu texts", languages[i], unsound);
        sentence_splitter_close(splitter);
    }
    text_buffer_free(&text);
    sentence_spans_free(&spans);
}

/* clang-format off */
static const char *const hostile[] = {
    ".", "(", ")", "\"", "'", "A.", "A. ", "[1]", ".[1]", "[", "]", "\302\253", "\302\253a. ",
    "\314\201", "a\314\201", ". ", ".\" ", " ", "a", "' ", "1) ", "\343\200\202", "\343\200\214",
    "\343\200\215", "?!", "\342\200\246", ". . ", "(a. B) ", "\377", "\342\200", "\342\200\242 ",
    "z. ", "Aa.Aa", "\"(", "a.m. ", ")]}", "\"a. ", "`` ''", "-", ".-", "\302\240.", "\342\200\234",
};
/* clang-format on */

static struct sentence_splitter *english;
static struct sentence_spans english_spans;

static bool split_english(const char *text, size_t length) {
    return sentence_split(english, text, length, &english_spans, &failure);
}

static void test_linear_time(void) {
    const size_t size = test_is_long() ? 1 << 20 : 1 << 18;
    english = open_splitter("en");
    failure.message[0] = '\0';
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        char *text = test_repeated(hostile[i], size);
        CHECK(takes_linear_time(split_english, text, size), "\"%s\" %s", hostile[i],
              failure.message);
        CHECK(are_sound(&english_spans, text, size), "\"%s\"", hostile[i]);
        free(text);
    }
    sentence_spans_free(&english_spans);
    sentence_splitter_close(english);
}

/* A zero byte is a character like any other. */
static void test_zero_byte(void) {
    static const char text[] = "One\0 ends. \0Two.";
    struct sentence_splitter *splitter = open_splitter("en");
    struct sentence_spans spans = {0};
    CHECK(sentence_split(splitter, text, sizeof text - 1, &spans, &failure), "%s", failure.message);
    CHECK(spans.count == 2 && spans.spans[0].length == 10 && spans.spans[1].offset == 11,
          "%zu sentences", spans.count);
    sentence_spans_free(&spans);
    sentence_splitter_close(splitter);
}

/* Opens, splits and closes with that many allocations; false if they were too few. */
static bool split_with(size_t allocations, const char *text, size_t length) {
    struct sentence_spans spans = {0};
    failure.message[0] = '\0';
    allocations_left = allocations;
    struct sentence_splitter *splitter = sentence_splitter_open("en", &failure);
    bool split = splitter && sentence_split(splitter, text, length, &spans, &failure);
    allocations_left = (size_t)-1;
    CHECK(split || failure.message[0], "%zu allocations: no message", allocations);
    sentence_splitter_close(splitter);
    sentence_spans_free(&spans);
    return split;
}

static void test_memory(void) {
    if (!__real_realloc) {
        test_skip("not linked with --wrap: memory that runs out");
        return;
    }
    enum { plenty = 100 };
    char *text = test_repeated("One (two). ", 20000);
    size_t needed = 0;
    while (needed < plenty && !split_with(needed, text, 20000))
        needed++;
    CHECK(needed > 10 && needed < plenty, "%zu allocations", needed);
    free(text);
}

/* Lines of other people's cases, which foreign_sentences.py splits; all prefixes take quadratic
 * time. */
static void test_foreign_lines(void) {
    const size_t longest_prefix = test_is_long() ? 500 : 150;
    static const char *const codes[] = {"am", "ar", "bg",    "bn", "ca", "da", "de", "el", "en",
                                        "es", "fi", "fr",    "gu", "he", "hi", "hy", "it", "ja",
                                        "kk", "kn", "lists", "ml", "mr", "my", "nl", "pa", "pl",
                                        "pt", "ru", "sk",    "ta", "te", "uk", "ur", "zh"};
    size_t lines = 0;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        char name[64];
        snprintf(name, sizeof name, "sentences/sentencex/%s.txt", codes[i]);
        struct sentence_splitter *splitter = open_splitter(i == 20 ? "en" : codes[i]);
        FILE *file = fopen(shared_path(name), "r");
        for (char *line; (line = case_line(file)) != NULL; lines++) {
            size_t length = strlen(line);
            CHECK(prefixes_are_sound(splitter, line,
                                     length < longest_prefix ? length : longest_prefix),
                  "%s", line);
        }
        if (file)
            fclose(file);
        sentence_splitter_close(splitter);
    }
    if (lines == 0)
        test_skip("no ../shared/data/sentences/sentencex: cases of 35 languages");
}

int main(void) {
    CHECK(set_small_limits(), "the stack is as large as ever");
    read_cases();
    RUN_TESTS(test_cases, test_prefixes, test_random_pieces, test_zero_byte, test_linear_time,
              test_memory, test_foreign_lines);
    for (size_t i = 0; i < case_count; i++)
        free(cases[i].text);
    return test_end("loader/test_sentences");
}
