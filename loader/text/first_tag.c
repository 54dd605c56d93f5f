/* first_tag.c - see first_tag.h. */
#include "first_tag.h"

#include "../base/ascii.h"
#include "../base/words.h"

size_t first_tag_begin(const char *text, size_t length) {
    for (size_t at = 0, end = length;; end = length) {
        ascii_trim(text, &at, &end);
        if (words_begin("<!--", text + at, end - at))
            at = (size_t)(ascii_after(text + at + 2, text + length, "-->") -
                          text); /* <!--> is one, too */
        else if (words_begin("<?", text + at, end - at))
            at = (size_t)(ascii_after(text + at, text + length, ">") - text);
        else
            return at < end ? at : length;
    }
}

bool first_tag_is_web_page(const char *text, size_t length) {
    size_t at = first_tag_begin(text, length);
    return words_begin_any_case("<!doctype html|<html", text + at, length - at) > 0;
}
