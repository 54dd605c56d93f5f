/* templates.c - see templates.h. */
#include "templates.h"

#include "../base/ascii.h"
#include "../base/integer.h"
#include "../base/words.h"

#include <assert.h>
#include <string.h>

/* ---- Patterns -------------------------------------------------------------------------------- */

enum { longest_field_name = 31 };

/* A "{...}" of a pattern, from after its "{" to before its "}". */
struct field {
    const char *start, *end;
};

static struct field read_field(const char *open) {
    assert(*open == '{' && strchr(open, '}'));
    return (struct field){open + 1, strchr(open, '}')};
}

/*
 * The first argument that the field names and that has a value; NULL if there is none. Then *text
 * is the text that the field gives instead, which ends where the field ends, or NULL.
 */
static struct template_argument *choose(struct template_call *call, struct field field,
                                        const char **text) {
    *text = NULL;
    for (const char *start = field.start, *end; start < field.end; start = end + 1) {
        end = memchr(start, '/', (size_t)(field.end - start));
        if (!end)
            end = field.end;
        if (*start == '=') {
            *text = start + 1;
            return NULL;
        }
        char name[longest_field_name + 1];
        size_t length = (size_t)(end - start);
        assert(length <= longest_field_name);
        memcpy(name, start, length);
        name[length] = '\0';
        struct template_argument *argument =
            ascii_is_digit(*name)       ? template_call_positional(call, (size_t)(*name - '0'))
            : strcmp(name, "last") == 0 ? template_call_last(call)
                                        : template_call_named(call, name);
        if (argument)
            return argument;
    }
    return NULL;
}

/* The "]" of the "[" at `open`. Stores whether an argument between them has a value. */
static const char *group_end(struct template_call *call, const char *open, bool *value) {
    size_t depth = 0;
    *value = false;
    for (const char *at = open;; at++) {
        assert(*at != '\0');
        if (*at == '[')
            depth++;
        else if (*at == ']' && --depth == 0)
            return at;
        else if (*at == '{') {
            struct field field = read_field(at);
            const char *text;
            if (*field.start == '*' ? template_call_positional(call, 1) != NULL
                                    : choose(call, field, &text) != NULL)
                *value = true;
            at = field.end;
        }
    }
}

/* Appends what the pattern makes of the arguments to the plan. */
static void follow_pattern(struct template_call *call, const char *pattern) {
    for (const char *at = pattern; *at != '\0';) {
        size_t plain = strcspn(at, "{[]");
        template_call_add_literal(call, at, plain);
        at += plain;
        if (*at == '{') {
            struct field field = read_field(at);
            const char *text;
            struct template_argument *argument;
            if (*field.start == '*') {
                const char *separator = field.start + 1;
                template_call_add_positional(call, separator, (size_t)(field.end - separator));
            } else if ((argument = choose(call, field, &text)) != NULL)
                template_call_add_argument(call, argument);
            else if (text)
                template_call_add_literal(call, text, (size_t)(field.end - text));
            at = field.end + 1;
        } else if (*at == '[') {
            bool value;
            const char *end = group_end(call, at, &value);
            at = value ? at + 1 : end + 1;
        } else if (*at == ']')
            at++;
    }
}

/* ---- Templates for measures and dates, whose text no pattern can describe ----------------------
 */

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

/* ---- Templates ------------------------------------------------------------------------------- */

/* The entry for the name in a wiki of that language; NULL if the template shows as nothing. */
static const struct template_entry *find_entry(const char *name, const char *language) {
    const struct template_table *table = &template_table;
    const struct template_entry *general = NULL;
    size_t mask = table->slot_count - 1;
    for (size_t slot = word_hash(name, strlen(name)) & mask; table->slots[slot];
         slot = (slot + 1) & mask) {
        const struct template_entry *entry = &table->entries[table->slots[slot] - 1];
        if (strcmp(entry->name, name) != 0)
            continue;
        if (!entry->language)
            general = entry;
        else if (strcmp(entry->language, language) == 0)
            return entry;
    }
    for (size_t i = 0; !general && i < table->family_count; i++) {
        const char *beginning = table->families[i].name;
        if (*name == *beginning && strncmp(name, beginning, strlen(beginning)) == 0)
            general = &table->families[i];
    }
    return general;
}

/* {{formatnum:1234}}: parser functions that return what follows their ":", or nearly so. */
static void render_function(struct template_call *call, size_t start, size_t end) {
    const char *colon = memchr(call->text + start, ':', end - start);
    if (!colon)
        return;
    size_t after = (size_t)(colon - call->text) + 1;
    if (!template_call_read_name(call, start, after - 1) ||
        !words_find("formatnum|lc|uc|lcfirst|ucfirst|nowrap", call->name, strlen(call->name)))
        return;
    struct template_argument value = {.start = after, .end = end};
    ascii_trim(call->text, &value.start, &value.end);
    template_call_add_argument(call, &value);
}

void template_render(const char *language, const char *text, const struct span_list *list,
                     const struct span *span, struct template_plan *plan) {
    struct template_call call; /* `arguments` is large, and only read as far as it is filled */
    call.text = text;
    call.count = 0;
    call.plan = plan;
    plan->count = 0;
    size_t name_end =
        span->first_pipe == no_pipe ? span->inner_end : list->pipes[span->first_pipe].offset;
    const struct template_entry *entry = NULL;
    if (template_call_read_name(&call, span->inner_start, name_end))
        entry = find_entry(call.name, language);
    if (!entry) {
        render_function(&call, span->inner_start, name_end);
        return;
    }
    template_call_read_arguments(&call, list, span);
    if (entry->compute)
        entry->compute(&call);
    else
        follow_pattern(&call, entry->pattern);
}
