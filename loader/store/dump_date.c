/* dump_date.c - see dump_date.h. */
#include "dump_date.h"

#include "../base/ascii.h"

#include <string.h>

enum { dashed_length = 10, plain_length = 8 };

static bool is_month_and_day(const char *month, const char *day) {
    int m = (month[0] - '0') * 10 + month[1] - '0', d = (day[0] - '0') * 10 + day[1] - '0';
    return m >= 1 && m <= 12 && d >= 1 && d <= 31;
}

/* Whether `text` begins with bytes of this pattern, in which 0 stands for any digit. */
static bool matches(const char *text, const char *pattern) {
    for (; *pattern; text++, pattern++)
        if (*pattern == '0' ? !ascii_is_digit(*text) : *text != *pattern)
            return false;
    return true;
}

void dump_date_add_time(struct dump_date *date, const char *time, size_t length) {
    if (length < dashed_length || !matches(time, "0000-00-00") ||
        !is_month_and_day(time + 5, time + 8) || memcmp(time, date->text, dashed_length) <= 0)
        return;
    memcpy(date->text, time, dashed_length);
    date->text[dashed_length] = '\0';
}

struct dump_date dump_date_of_name(const char *name) {
    struct dump_date date = {""};
    for (const char *at = name; *at; at++) {
        bool dashed = matches(at, "0000-00-00"), plain = matches(at, "00000000");
        if ((!dashed && !plain) || (at > name && ascii_is_digit(at[-1])) ||
            ascii_is_digit(at[dashed ? dashed_length : plain_length]))
            continue;
        const char *month = at + (dashed ? 5 : 4), *day = at + (dashed ? 8 : 6);
        bool of_our_time = memcmp(at, "1990", 4) >= 0 && memcmp(at, "2099", 4) <= 0;
        if (!of_our_time || !is_month_and_day(month, day))
            continue;
        memcpy(date.text, at, 4);
        date.text[4] = date.text[7] = '-';
        memcpy(date.text + 5, month, 2);
        memcpy(date.text + 8, day, 2);
        return date;
    }
    return date;
}
