/* test_dump_date.c - the day of a dump, by the times of its revisions and by its name. */
#include "store/store.h"
#include "test.h"

#include <string.h>

static const struct {
    const char *name, *date;
} names[] = {
    {"enwiki-20240101-pages-articles.xml.bz2", "2024-01-01"},
    {"wiki_2016-04-29.xml", "2016-04-29"},
    {"20131231", "2013-12-31"},
    {"enwiki-latest-pages-articles.xml.bz2", ""},
    {"enwiki-2016-sample.xml.bz2", ""},
    {"", ""},
    {"a-20241301-b-20240230.xml", "2024-02-30"}, /* the first has no month 13 */
    {"part-120240101.xml", ""},                  /* longer numbers are no dates */
    {"part-202401011.xml", ""},
    {"part-18991231.xml", ""},
    {"part-2024-01-011.xml", ""},
    {"99999999-20240102", "2024-01-02"},
    {"2024-1-1", ""},
};

static const struct {
    const char *times[3], *date;
} times[] = {
    {{"2013-04-02T10:00:00Z", "2016-04-29T00:00:00Z", "2015-01-01T00:00:00Z"}, "2016-04-29"},
    {{"2016-04-29", "2016-04-28", "2016-04-2"}, "2016-04-29"},
    {{"yesterday", "", "12 May 2016"}, ""},
    {{"2016-13-01", "2016-00-01", "2016-01-32"}, ""},
    {{"2016/04/29", "9999-99-99", "0001-01-01T"}, "0001-01-01"},
};

int main(void) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct dump_date date = dump_date_of_name(names[i].name);
        CHECK(strcmp(date.text, names[i].date) == 0, "%s: '%s'", names[i].name, date.text);
    }
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct dump_date date = {""};
        for (size_t n = 0; n < 3; n++)
            dump_date_add_time(&date, times[i].times[n], strlen(times[i].times[n]));
        CHECK(strcmp(date.text, times[i].date) == 0, "%s, ...: '%s'", times[i].times[0], date.text);
    }
    return test_end("loader/test_dump_date");
}
