/* first_tag.c - see first_tag.h. */
#include "first_tag.h"

#include "../base/ascii.h"
#include "../base/words.h"

#include <string.h>

/* After the first `mark` from `at` on, or the end. */
static size_t after_mark(const char *text, size_t at, size_t length, const char *mark) {
    size_t size = strlen(mark);
    for (; at + size <= length; at++)
        if (memcmp(text + at, mark, size) == 0)
            return at + size;
    return length;
}

size_t first_tag_begin(const char *text, size_t length) {
    for (size_t at = 0, end = length;; end = length) {
        ascii_trim(text, &at, &end);
        if (words_begin("<!--", text + at, end - at))
            at = after_mark(text, at + 2, length, "-->"); /* <!--> is one, too */
        else if (words_begin("<?", text + at, end - at))
            at = after_mark(text, at, length, ">");
        else
            return at < end ? at : length;
    }
}

bool first_tag_is_web_page(const char *text, size_t length) {
    size_t at = first_tag_begin(text, length);
    return words_begin_any_case("<!doctype html|<html", text + at, length - at) > 0;
}
