/* measures.c - see measures.h. */
#include "measures.h"

#include "../base/ascii.h"

#include <string.h> /* strlen */

struct word_pair {
    const char *from, *to;
};

static const struct word_pair ranges[] = {
    {"-", "–"},        {"–", "–"},
    {"&ndash;", "–"},  {"to", " to "},
    {"to(-)", " to "}, {"-to-", " to "},
    {"and", " and "},  {"and(-)", " and "},
    {"or", " or "},    {"by", " by "},
    {"x", " × "},      {"×", " × "},
    {"xx", " × "},     {"*", " × "},
    {"by(x)", " by "}, {"+/-", " ± "},
    {"±", " ± "},      {"&plusmn;", " ± "},
    {"/", "/"},        {"+", " + "},
    {",", ", "},       {"to about", " to about "},
    {"&", " & "},      {"and_(-)", " and "},
};

/* Units that no reader would take for what they are; any other reads as it is written. */
static const struct word_pair units[] = {
    {"C", "°C"},
    {"F", "°F"},
    {"sqmi", "sq mi"},
    {"sqft", "sq ft"},
    {"sqyd", "sq yd"},
    {"sqin", "sq in"},
    {"cuft", "cu ft"},
    {"cuin", "cu in"},
    {"cuyd", "cu yd"},
    {"cumi", "cu mi"},
    {"USgal", "US gal"},
    {"impgal", "imp gal"},
    {"LT", "long tons"},
    {"ST", "short tons"},
    {"cuft/s", "cu ft/s"},
    {"oilbbl", "barrels"},
    {"Moilbbl", "million barrels"},
    {"oilbbl/d", "barrels per day"},
    {"Moilbbl/d", "million barrels per day"},
    {"koilbbl/d", "thousand barrels per day"},
    {"Tcuft", "trillion cu ft"},
    {"Gcuft", "billion cu ft"},
    {"e6acre", "million acres"},
    {"koilbbl", "thousand barrels"},
    {"PD/sqmi", "inhabitants per sq mi"},
    {"PD/km2", "inhabitants per km2"},
    {"Goilbbl", "billion barrels"},
};

/* The smaller units that continue a measure: 6 ft 2 in. */
static const char *const small_units[] = {"in",     "oz", "lb", "ft", "yd", "inch",
                                          "inches", "ch", "pt", "fl", "dr", "chain"};

static const char *find_pair(const struct word_pair *pairs, size_t count,
                             const struct template_call *call,
                             const struct template_argument *argument) {
    for (size_t i = 0; argument && i < count; i++) {
        if (template_value_is(call, argument, pairs[i].from))
            return pairs[i].to;
    }
    return NULL;
}

static void add_word(struct template_call *call, const char *word) {
    template_add_literal(call, word, strlen(word));
}

/* Takes the power of ten off a unit such as e6m3, in place, and says it in words. */
static void add_power(struct template_call *call, struct template_argument *unit) {
    static const struct word_pair powers[] = {
        {"e3", "thousand "}, {"e6", "million "}, {"e9", "billion "}, {"e12", "trillion "}};
    size_t digits = unit->start + 1;
    while (digits < unit->end && ascii_is_digit(call->text[digits]))
        digits++;
    struct template_argument power = {.start = unit->start, .end = digits};
    const char *word = find_pair(powers, sizeof powers / sizeof *powers, call, &power);
    if (!word)
        return;
    add_word(call, word);
    unit->start = digits;
}

static void add_unit(struct template_call *call, struct template_argument *unit) {
    if (!unit)
        return;
    add_word(call, " ");
    add_power(call, unit);
    const char *spelled = find_pair(units, sizeof units / sizeof *units, call, unit);
    if (spelled)
        add_word(call, spelled);
    else
        template_add_argument(call, unit);
}

static bool is_small_unit(const struct template_call *call, const struct template_argument *unit) {
    for (size_t i = 0; unit && i < sizeof small_units / sizeof *small_units; i++) {
        if (template_value_is(call, unit, small_units[i]))
            return true;
    }
    return false;
}

static bool is_number(const struct template_call *call, const struct template_argument *argument) {
    return argument && ascii_is_digit(call->text[argument->start]);
}

void measure_convert(struct template_call *call) {
    size_t at = 1;
    struct template_argument *value = template_positional(call, at++);
    if (!value)
        return;
    template_add_argument(call, value);
    for (;;) {
        struct template_argument *word = template_positional(call, at);
        const char *range = find_pair(ranges, sizeof ranges / sizeof *ranges, call, word);
        value = template_positional(call, at + 1);
        if (!range || !value)
            break;
        add_word(call, range);
        template_add_argument(call, value);
        at += 2;
    }
    add_unit(call, template_positional(call, at));
    struct template_argument *rest = template_positional(call, at + 1);
    struct template_argument *unit = template_positional(call, at + 2);
    if (is_number(call, rest) && is_small_unit(call, unit)) {
        add_word(call, " ");
        template_add_argument(call, rest);
        add_unit(call, unit);
    }
}

/* The number of one or two digits that an argument is; 0 for anything else. */
static size_t small_number(const struct template_call *call,
                           const struct template_argument *argument) {
    size_t number = 0;
    if (!argument || argument->end - argument->start > 2)
        return 0;
    for (size_t i = argument->start; i < argument->end; i++) {
        if (!ascii_is_digit(call->text[i]))
            return 0;
        number = number * 10 + (size_t)(call->text[i] - '0');
    }
    return number;
}

static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

/* Whether an argument such as df= asks for the other form: present, and not "no" or "n". */
static bool asks(struct template_call *call, const char *name) {
    struct template_argument *argument = template_named(call, name);
    return argument && call->text[argument->start] != 'n';
}

void measure_date(struct template_call *call) {
    struct template_argument *year = template_positional(call, 1);
    struct template_argument *month = template_positional(call, 2);
    struct template_argument *day = template_positional(call, 3);
    size_t number = small_number(call, month);
    bool known = number >= 1 && number <= 12;
    if (!year)
        return;
    if (known && day && asks(call, "df")) {
        template_add_argument(call, day);
        add_word(call, " ");
    }
    if (known)
        add_word(call, months[number - 1]);
    if (known && day && !asks(call, "df")) {
        add_word(call, " ");
        template_add_argument(call, day);
        add_word(call, ",");
    }
    if (known)
        add_word(call, " ");
    template_add_argument(call, year);
}

void measure_as_of(struct template_call *call) {
    struct template_argument *alternative = template_named(call, "alt");
    if (alternative) {
        template_add_argument(call, alternative);
        return;
    }
    bool small = asks(call, "lc");
    if (asks(call, "since"))
        add_word(call, small ? "since " : "Since ");
    else
        add_word(call, small ? "as of " : "As of ");
    measure_date(call);
}

void measure_fraction(struct template_call *call) {
    struct template_argument *first = template_positional(call, 1);
    struct template_argument *second = template_positional(call, 2);
    struct template_argument *third = template_positional(call, 3);
    if (!first)
        return;
    if (!second)
        add_word(call, "1/");
    template_add_argument(call, first);
    if (second) {
        add_word(call, third ? " " : "/");
        template_add_argument(call, second);
    }
    if (third) {
        add_word(call, "/");
        template_add_argument(call, third);
    }
}
