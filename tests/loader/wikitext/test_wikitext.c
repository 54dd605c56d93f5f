/*
 * test_wikitext.c - the cleaner: wikitext_cases.txt, then what must hold for any input.
 *
 * Linked with -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc, so that each allocation can be made
 * to fail in turn. The tests over other people's wikitext read ../shared/data; NEARDUP_SHARED names
 * another place. The stack is small (small_limits.h), so that recursion on the
 * input would crash.
 */
#include "base/site.h"
#include "case_lines.h"
#include "failing_malloc.h"
#include "plain_text_checks.h"
#include "shared_data.h"
#include "small_limits.h"
#include "test.h"
#include "text/text_buffer.h"
#include "wikitext/wikitext.h"

#include <sqlite3.h>

/* Of wikitext_cases.txt. */
static struct cleaning_case {
    struct text_buffer name, wikitext, blocks; /* blocks: one per line: kind|section|text */
} cases[200];
static size_t case_count;

static void read_cases(void) {
    static const char mark[] = "\u00a7 ";
    FILE *file = fopen("tests/loader/wikitext/wikitext_cases.txt", "r");
    struct cleaning_case *test = NULL;
    size_t lines = 0; /* of wikitext */
    for (char *line; (line = case_line(file)) != NULL;) {
        size_t length = case_decode(line);
        if (strncmp(line, mark, sizeof mark - 1) == 0) {
            test = &cases[case_count++];
            lines = 0;
            text_buffer_append(&test->name, line + sizeof mark - 1, length + 2 - sizeof mark);
        } else if (test && strncmp(line, "> ", 2) == 0) {
            text_buffer_append(&test->blocks, line + 2, length - 2);
            text_buffer_append_byte(&test->blocks, '\n');
        } else if (test) {
            text_buffer_append(&test->wikitext, "\n", lines++ > 0);
            text_buffer_append(&test->wikitext, line, length);
        }
    }
    for (size_t i = 0; i < case_count; i++) {
        text_buffer_append_byte(&cases[i].blocks, '\0');
        text_buffer_append_byte(&cases[i].wikitext, '\0');
        cases[i].wikitext.length--;
    }
    CHECK(case_count == 120, "%zu cases", case_count);
    if (file)
        fclose(file);
}

static struct site *site;
static struct wikitext_cleaner *cleaner;
static struct plain_text plain;

static void test_cases(void) {
    for (size_t i = 0; i < case_count; i++) {
        const struct text_buffer *wikitext = &cases[i].wikitext;
        bool cleaned = wikitext_clean(cleaner, wikitext->bytes, wikitext->length, &plain);
        char *blocks = write_blocks(&plain);
        CHECK(cleaned && strcmp(blocks, cases[i].blocks.bytes) == 0, "%s\nexpected:\n%sfound:\n%s",
              cases[i].name.bytes, cases[i].blocks.bytes, blocks);
        free(blocks);
    }
}

/* Cleans from memory of the exact size, so that a sanitizer sees a read beyond it. */
static bool is_sound(const char *wikitext, size_t length) {
    char *copy = malloc(length ? length : 1);
    if (!copy)
        return false;
    if (length > 0)
        memcpy(copy, wikitext, length);
    bool sound = wikitext_clean(cleaner, copy, length, &plain);
    free(copy);
    const char *fault = sound ? plain_text_fault(&plain, true) : "out of memory";
    if (fault)
        printf("%s\n", fault);
    return !fault;
}

static bool prefixes_are_sound(const char *wikitext, size_t length) {
    for (size_t i = 0; i <= length; i++) {
        if (!is_sound(wikitext, i))
            return false;
    }
    return true;
}

static void test_prefixes(void) {
    for (size_t i = 0; i < case_count; i++)
        CHECK(prefixes_are_sound(cases[i].wikitext.bytes, cases[i].wikitext.length), "%s",
              cases[i].name.bytes);
}

/* Other people's wikitext, in fragment_text; each extends to the start of the next. */
enum { most_fragments = 2000 };
static struct text_buffer fragment_text;
static size_t fragment_starts[most_fragments + 1], fragment_count;

static void read_fragments(void) {
    FILE *file = fopen(shared_path("wikitext/inputs.jsonl"), "r");
    sqlite3 *db;
    sqlite3_stmt *input;
    if (!file) {
        test_skip("no ../shared/data/wikitext: other people's fragments");
        return;
    }
    REQUIRE(sqlite3_open(":memory:", &db) == SQLITE_OK &&
            sqlite3_prepare_v2(db, "SELECT json_extract(?, '$.input')", -1, &input, NULL) ==
                SQLITE_OK);
    for (char *line; fragment_count < most_fragments && (line = case_line(file)) != NULL;) {
        REQUIRE(sqlite3_bind_text(input, 1, line, -1, SQLITE_STATIC) == SQLITE_OK &&
                sqlite3_step(input) == SQLITE_ROW);
        text_buffer_append(&fragment_text, (const char *)sqlite3_column_text(input, 0),
                           (size_t)sqlite3_column_bytes(input, 0));
        fragment_starts[++fragment_count] = fragment_text.length;
        sqlite3_reset(input);
    }
    CHECK(fragment_count == 526, "%zu fragments", fragment_count);
    sqlite3_finalize(input);
    sqlite3_close(db);
    fclose(file);
}

struct fragment {
    const char *bytes;
    size_t length;
};

static struct fragment fragment_at(size_t i) {
    return (struct fragment){fragment_text.bytes + fragment_starts[i],
                             fragment_starts[i + 1] - fragment_starts[i]};
}

/* The same random numbers in every run (Knuth's MMIX generator). */
static size_t draw(size_t below) {
    static unsigned long long state = 20260101;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (size_t)(state >> 33) % below;
}

/* Up to eight pieces of cases and fragments, joined. */
static void splice(struct text_buffer *buffer) {
    text_buffer_clear(buffer);
    for (size_t pieces = 1 + draw(8); pieces > 0; pieces--) {
        size_t number = draw(case_count + fragment_count);
        struct fragment from =
            number < case_count
                ? (struct fragment){cases[number].wikitext.bytes, cases[number].wikitext.length}
                : fragment_at(number - case_count);
        size_t start = draw(from.length + 1);
        text_buffer_append(buffer, from.bytes + start, draw(from.length - start + 1));
    }
}

static void test_splices(void) {
    enum { splices = 40000 };
    struct text_buffer buffer = {0};
    size_t unsound = 0;
    for (int i = 0; i < splices; i++) {
        splice(&buffer);
        if (!is_sound(buffer.bytes, buffer.length)) {
            unsound++;
            printf("splice %d:\n%.*s\n", i, (int)buffer.length, buffer.bytes);
        }
    }
    CHECK(unsound == 0, "%zu of %d splices", unsound, (int)splices);
    text_buffer_free(&buffer);
}

static void test_fragments(void) {
    for (size_t i = 0; i < fragment_count; i++) {
        struct fragment fragment = fragment_at(i);
        CHECK(prefixes_are_sound(fragment.bytes, fragment.length), "%.*s", (int)fragment.length,
              fragment.bytes);
    }
}

/* Opening brackets without closing ones, and the like. */
/* clang-format off */
static const char *const bombs[] = {
    "{{", "[[", "{|", "{|\n", "<ref>", "'''", "''", "{{{", "[[File:x|", "<nowiki>", "<!--", "-{",
    "}}", "]]", "|}", "<ref name=x>", "<ref ", "<b \"", "<b '", "{{a|", "{{lang|x|",
    "{{nihongo|x|y|", "[http://x ", "http://", "[[a:", "[[a\n", "{{a\n|", "== a\n", "==a==\n",
    "======a======\n", "=\n", "*", "* a\n", ":", ";a:", "|", "||", "{|\n|", "|-\n", "!", "!!",
    "&", "&a", "&#", "__", "_", "__A", "(", "()", "( ,", "{{x1}}(", "{{x1}},", "{{x1}})",
    "<math>", "<math></math>", "<pre>\n", "</", "</ref>", "<", "<a", "<!", "-->", "<!-- -->",
    "{{convert|1|", "{{{a|", "-{a:b;", "a''b'''c", "\n", " ", "a ", "\t", "[", "]", "[[[",
    "{{nowrap|a''", "{{nowrap|\n''", "<table><tr><td>", "<gallery>", "<references>", "[[|",
    "{{{{{", "}}}", "{{a}}}}", "<ref>\n==", "<ref name=a>\n==a==\n", "{{(", "{{quote|",
    "{{quote|\n* a\n", "<br", "\xE2\x80", "\xC2", "\xE3\x80\x80", "pronounced {{x1}})",
    "(a: {{x1}};",
};
/* clang-format on */

static bool clean(const char *wikitext, size_t length) {
    return wikitext_clean(cleaner, wikitext, length, &plain);
}

static void check_repeated(const char *repeated, size_t length) {
    char *text = test_repeated(repeated, length);
    CHECK(is_sound(text, length) && takes_linear_time(clean, text, length), "%s", repeated);
    free(text);
}

static void test_bombs(void) {
    for (size_t i = 0; i < sizeof bombs / sizeof *bombs; i++)
        check_repeated(bombs[i], test_is_long() ? 1 << 19 : 1 << 17);
}

static void test_repeated_fragments(void) {
    for (size_t i = 0; i < fragment_count; i++) {
        struct fragment fragment = fragment_at(i);
        char *text = strndup(fragment.bytes, fragment.length);
        if (fragment.length > 0)
            check_repeated(required(text), test_is_long() ? 1 << 18 : 1 << 16);
        free(text);
    }
}

/* Balanced nesting: beyond the bound of the stack, brackets are text. */
static void test_nesting(void) {
    static const char *const pairs[][2] = {{"{{nowrap|", "}}"}, {"[[a|", "]]"}, {"{{{a|", "}}}"},
                                           {"-{", "}-"},        {"(", ")"},     {"{|\n|", "\n|}"}};
    enum { levels = 100000 };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct text_buffer buffer = {0};
        for (int level = 0; level < levels; level++)
            text_buffer_append(&buffer, pairs[i][0], strlen(pairs[i][0]));
        text_buffer_append(&buffer, "core", 4);
        for (int level = 0; level < levels; level++)
            text_buffer_append(&buffer, pairs[i][1], strlen(pairs[i][1]));
        CHECK(is_sound(buffer.bytes, buffer.length), "%s", pairs[i][0]);
        text_buffer_free(&buffer);
    }
}

/* A zero byte is a byte like any other, even where a word of a table would end. */
static void test_zero_bytes(void) {
    static const char *const words[] = {"[[de%:x]]",        "[[wikt%:x]]",  "[[x.jpg%|y]]",
                                        "<ref% x>y</ref%>", "== notes% ==", "[http%://x y]"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        for (size_t zeros = 1; zeros <= 8; zeros++) {
            struct text_buffer text = {0};
            for (const char *at = words[i]; *at; at++)
                for (size_t n = 0; n < (*at == '%' ? zeros : 1); n++)
                    text_buffer_append_byte(&text, *at == '%' ? '\0' : *at);
            CHECK(is_sound(text.bytes, text.length), "%s with %zu zero bytes", words[i], zeros);
            text_buffer_free(&text);
        }
    }
}

/* Opens, cleans and closes with that many allocations; false if they were too few. */
static bool clean_with(size_t allocations, const char *wikitext, size_t length) {
    struct plain_text own = {0};
    allocations_left = allocations;
    struct site *own_site = site_open();
    struct wikitext_cleaner *own_cleaner = own_site ? wikitext_cleaner_open(own_site) : NULL;
    bool cleaned = own_cleaner && wikitext_clean(own_cleaner, wikitext, length, &own);
    allocations_left = (size_t)-1;
    wikitext_cleaner_close(own_cleaner);
    site_close(own_site);
    plain_text_free(&own);
    return cleaned;
}

static void test_memory(void) {
    if (!__real_realloc) {
        test_skip("not linked with --wrap: memory that runs out");
        return;
    }
    enum { plenty = 2000 };
    struct text_buffer all = {0};
    for (size_t i = 0; i < case_count; i++) {
        text_buffer_append(&all, cases[i].wikitext.bytes, cases[i].wikitext.length);
        text_buffer_append(&all, "\n\n", 2);
    }
    size_t needed = 0;
    while (needed < plenty && !clean_with(needed, all.bytes, all.length))
        needed++;
    CHECK(needed > 100 && needed < plenty, "%zu allocations", needed);
    text_buffer_free(&all);
}

/* Templates differ between the languages of wikis, and variants; a site has its own words. */
static void test_sites(void) {
    static const char *const wikis[][3] = {
        {"fr", "au {{s|XX|e}}, {{2e}} éd.", "prose||au XXe siècle, 2e éd.\n"},
        {"eo", "la {{daton|2|majo|1900}}", "prose||la 2-an de majo 1900\n"},
        {"gl", "é {{Dic|can}}", "prose||é can\n"},
        {"en", "a {{2e}} b {{dic|c}}", "prose||a b\n"},
        {"de", "[[Foto:a|b]]{{enS|dog}} -{a}-", "prose||dog -{a}-\n"},
    };
    for (size_t i = 0; i < sizeof wikis / sizeof *wikis; i++) {
        struct site *own_site = required(site_open());
        site_set_language(own_site, wikis[i][0], 2);
        REQUIRE(site_add_namespace(own_site, namespace_file, "Foto", 4));
        struct wikitext_cleaner *own = required(wikitext_cleaner_open(own_site));
        bool cleaned = wikitext_clean(own, wikis[i][1], strlen(wikis[i][1]), &plain);
        char *blocks = write_blocks(&plain);
        CHECK(cleaned && strcmp(blocks, wikis[i][2]) == 0, "%s: found:\n%s", wikis[i][0], blocks);
        free(blocks);
        wikitext_cleaner_close(own);
        site_close(own_site);
    }
}

int main(void) {
    CHECK(set_small_limits(), "the stack is as large as ever");
    site = site_open();
    cleaner = site ? wikitext_cleaner_open(site) : NULL;
    CHECK(cleaner, "out of memory");
    if (!cleaner)
        return test_end("loader/test_wikitext");
    read_cases();
    read_fragments();
    RUN_TESTS(test_cases, test_prefixes, test_splices, test_bombs, test_nesting, test_zero_bytes,
              test_memory, test_sites, test_fragments, test_repeated_fragments);
    for (size_t i = 0; i < case_count; i++) {
        text_buffer_free(&cases[i].name);
        text_buffer_free(&cases[i].wikitext);
        text_buffer_free(&cases[i].blocks);
    }
    text_buffer_free(&fragment_text);
    plain_text_free(&plain);
    wikitext_cleaner_close(cleaner);
    site_close(site);
    return test_end("loader/test_wikitext");
}
