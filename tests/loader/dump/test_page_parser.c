/* test_page_parser.c - pages that libxml2 could not count, and names that it would remember. */
#include "dump/page_parser.h"
#include "test.h"

#include <limits.h>
#include <math.h>

/* libxml2 counts bytes by int. The page is refused before it is read. */
static void test_two_gigabytes(struct slice_parser *parser) {
    struct page page = {0};
    struct failure failure = {0};
    enum slice_result result =
        page_parser_read(parser, "<page>", (size_t)INT_MAX + 1, &page, &failure);
    CHECK(result == slice_damaged &&
              strcmp(failure.message, "the page is longer than 2147483647 bytes") == 0,
          "found '%s'", failure.message);
    page_free(&page);
}

/* The processor time that the parser takes for a page full of new names. */
static double time_of_names(struct slice_parser *parser, int turn) {
    struct text_buffer xml = {0};
    struct page page = {0};
    struct failure failure;
    char tag[40];
    text_buffer_append(&xml, "<page>", strlen("<page>"));
    for (int i = 0; i < 5000; i++)
        text_buffer_append(&xml, tag, (size_t)snprintf(tag, sizeof tag, "<n%d-%d/>", turn, i));
    text_buffer_append(&xml, "</page>", strlen("</page>"));
    clock_t begin = clock();
    CHECK(page_parser_read(parser, xml.bytes, xml.length, &page, &failure) == slice_good, "%d",
          turn);
    clock_t end = clock();
    text_buffer_free(&xml);
    page_free(&page);
    return (double)(end - begin);
}

/* libxml2 would remember all names forever, and take longer and longer. */
static void test_names(struct slice_parser *parser) {
    enum { turns = 60, share = 15 };
    double first = INFINITY, last = INFINITY; /* the least, since other programs slow down some */
    for (int turn = 0; turn < turns; turn++) {
        double time = time_of_names(parser, turn);
        first = turn < share ? fmin(first, time) : first;
        last = turn >= turns - share ? fmin(last, time) : last;
    }
    CHECK(last < 2.5 * first, "the last pages of new names take %.1f times as long as the first",
          last / first);
}

int main(void) {
    struct slice_parser *parser = page_parser_open(NULL, NULL);
    test_two_gigabytes(parser);
    test_names(parser);
    slice_parser_close(parser);
    return test_end("loader/test_page_parser");
}
