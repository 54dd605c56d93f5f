/* test_escapes.c - escapes of JSON that stand for no character. */
#include "test.h"
#include "text/utf8.h"

int main(void) {
    static const struct {
        const char *json, *expected;
    } cases[] = {
        {"", ""},
        {"\"plain\"", "\"plain\""},
        {"\"a\\u0000b\"", "\"a\\ufffdb\""},
        {"\"\\\\u0000 \\\\\\u0000\"", "\"\\\\u0000 \\\\\\ufffd\""},
        {"\"\\uD83D\\uDE00\"", "\"\\uD83D\\uDE00\""},
        {"\"\\ud83d\"", "\"\\ufffd\""},
        {"\"\\ude00\\ud83d\"", "\"\\ufffd\\ufffd\""},
        {"\"\\ud83d\\ud83d\\ude00\"", "\"\\ufffd\\ud83d\\ude00\""},
        {"\"\\ud83d\\n\\ude00\"", "\"\\ufffd\\n\\ufffd\""},
        {"\"\\u00e9\\uffff\"", "\"\\u00e9\\uffff\""},
        {"\"\\u00", "\"\\u00"},
        {"\"\\u00g0\\u0000\"", "\"\\u00g0\\ufffd\""},
        {"\\", "\\"},
        {"\\u000", "\\u000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length = strlen(cases[i].json);
        char *json = malloc(length + 1); /* so that a sanitizer sees what lies beyond */
        if (!json)
            return 1;
        memcpy(json, cases[i].json, length + 1);
        utf8_mend_escapes(json, length);
        CHECK(strcmp(json, cases[i].expected) == 0, "%s: found %s, expected %s", cases[i].json,
              json, cases[i].expected);
        free(json);
    }
    return test_end("loader/test_escapes");
}
