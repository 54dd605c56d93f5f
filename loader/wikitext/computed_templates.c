/* computed_templates.c - see computed_templates.h. */
#include "computed_templates.h"

#include "../base/ascii.h"
#include "../base/integer.h"
#include "../base/words.h"

#include <string.h> /* memcmp, strlen */

/* What templates write in a measure, and what it reads like. */
static const char ranges[] =
    "-=–|–=–|&ndash;=–|to= to |to(-)= to |-to-= to |and= and |and(-)= and |or= or |by= by |x= × |"
    "×= × |xx= × |*= × |by(x)= by |+/-= ± |±= ± |&plusmn;= ± |/=/|+= + |,=, |to about= to about |"
    "&= & |and_(-)= and ";

/* Units that the template shows in another form. Other units read as written. */
static const char units[] =
    "C=°C|F=°F|sqmi=sq mi|sqft=sq ft|sqyd=sq yd|sqin=sq in|cuft=cu ft|cuin=cu in|cuyd=cu yd|"
    "cumi=cu mi|USgal=US gal|impgal=imp gal|LT=long tons|ST=short tons|cuft/s=cu ft/s|"
    "oilbbl=barrels|Moilbbl=million barrels|oilbbl/d=barrels per day|"
    "Moilbbl/d=million barrels per day|koilbbl/d=thousand barrels per day|Tcuft=trillion cu ft|"
    "Gcuft=billion cu ft|e6acre=million acres|koilbbl=thousand barrels|"
    "PD/sqmi=inhabitants per sq mi|PD/km2=inhabitants per km2|Goilbbl=billion barrels";

/* Units that can continue a measure: 6 ft 2 in. */
static const char small_units[] = "in|oz|lb|ft|yd|inch|inches|ch|pt|fl|dr|chain";

static void add_word(struct template_call *call, const char *word) {
    template_call_add_literal(call, word, strlen(word));
}

/* Adds what the value of the argument reads like by a list "value=reading|...". False: nothing. */
static bool add_reading(struct template_call *call, const char *list,
                        const struct template_argument *argument) {
    const char *word;
    size_t length = argument ? argument->end - argument->start : 0;
    for (size_t size; argument && words_next(&list, &word, &size);)
        if (size > length && word[length] == '=' &&
            memcmp(word, call->text + argument->start, length) == 0) {
            template_call_add_literal(call, word + length + 1, size - length - 1);
            return true;
        }
    return false;
}

/* "e6m3" reads "million m3". */
static void add_unit(struct template_call *call, struct template_argument *unit) {
    if (!unit)
        return;
    add_word(call, " ");
    size_t digits = unit->start + 1;
    while (digits < unit->end && ascii_is_digit(call->text[digits]))
        digits++;
    struct template_argument power = {.start = unit->start, .end = digits};
    if (add_reading(call, "e3=thousand |e6=million |e9=billion |e12=trillion ", &power))
        unit->start = digits;
    if (!add_reading(call, units, unit))
        template_call_add_argument(call, unit);
}

void computed_template_measure(struct template_call *call) {
    size_t at = 1;
    struct template_argument *value = template_call_positional(call, at++);
    if (!value)
        return;
    template_call_add_argument(call, value);
    for (;;) {
        struct template_argument *word = template_call_positional(call, at);
        value = template_call_positional(call, at + 1);
        if (!value || !add_reading(call, ranges, word))
            break;
        template_call_add_argument(call, value);
        at += 2;
    }
    add_unit(call, template_call_positional(call, at));
    struct template_argument *rest = template_call_positional(call, at + 1);
    struct template_argument *unit = template_call_positional(call, at + 2);
    if (rest && ascii_is_digit(call->text[rest->start]) && unit &&
        words_find(small_units, call->text + unit->start, unit->end - unit->start)) {
        add_word(call, " ");
        template_call_add_argument(call, rest);
        add_unit(call, unit);
    }
}

/* Whether an argument such as df= asks for the other form: it has a value, but not "no" or "n". */
static bool asks(struct template_call *call, const char *name) {
    struct template_argument *argument = template_call_named(call, name);
    return argument && call->text[argument->start] != 'n';
}

/* The name of the month that the argument numbers, with one or two digits; else NULL. */
static const char *month_of(const struct template_call *call,
                            const struct template_argument *argument) {
    static const char *const months[] = {"January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December"};
    int64_t number;
    size_t length = argument ? argument->end - argument->start : 0;
    return length >= 1 && length <= 2 &&
                   integer_read_digits(call->text + argument->start, length, &number) == length &&
                   number >= 1 && number <= 12
               ? months[number - 1]
               : NULL;
}

void computed_template_date(struct template_call *call) {
    struct template_argument *year = template_call_positional(call, 1);
    struct template_argument *day = template_call_positional(call, 3);
    const char *month = month_of(call, template_call_positional(call, 2));
    if (!year)
        return;
    bool day_first = asks(call, "df");
    if (month && day && day_first) {
        template_call_add_argument(call, day);
        add_word(call, " ");
    }
    if (month)
        add_word(call, month);
    if (month && day && !day_first) {
        add_word(call, " ");
        template_call_add_argument(call, day);
        add_word(call, ",");
    }
    if (month)
        add_word(call, " ");
    template_call_add_argument(call, year);
}

void computed_template_as_of(struct template_call *call) {
    struct template_argument *alternative = template_call_named(call, "alt");
    if (alternative) {
        template_call_add_argument(call, alternative);
        return;
    }
    bool small = asks(call, "lc");
    if (asks(call, "since"))
        add_word(call, small ? "since " : "Since ");
    else
        add_word(call, small ? "as of " : "As of ");
    computed_template_date(call);
}

void computed_template_fraction(struct template_call *call) {
    struct template_argument *first = template_call_positional(call, 1);
    struct template_argument *second = template_call_positional(call, 2);
    struct template_argument *third = template_call_positional(call, 3);
    if (!first)
        return;
    if (!second)
        add_word(call, "1/");
    template_call_add_argument(call, first);
    if (second) {
        add_word(call, third ? " " : "/");
        template_call_add_argument(call, second);
    }
    if (third) {
        add_word(call, "/");
        template_call_add_argument(call, third);
    }
}
