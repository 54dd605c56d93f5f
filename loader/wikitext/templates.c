/* templates.c - see templates.h. */
#include "templates.h"

#include "../base/ascii.h"
#include "../base/number.h"

#include <assert.h>
#include <stdio.h> /* snprintf */
#include <string.h>

/* ---- Calls ----------------------------------------------------------------------------------- */

/* The use of a template, {{name|argument|name=argument}}. */
struct call {
    const char *text;                     /* that the offsets refer to */
    char name[longest_template_name + 1]; /* in lower case (ASCII), with ' ' for '_' */
    struct template_argument arguments[template_arguments];
    size_t count;
    struct template_plan *plan;
};

/*
 * Reads the name between two offsets, without "subst:" and the like. False if it is empty or longer
 * than any known template.
 */
static bool read_name(struct call *call, size_t start, size_t end) {
    static const char *const modifiers[] = {"template:", "subst:", "safesubst:", "msg:"};
    ascii_trim(call->text, &start, &end);
    bool modified = memchr(call->text + start, ':', end - start) != NULL;
    for (size_t i = 0; modified && i < sizeof modifiers / sizeof *modifiers; i++)
        start += words_begin_any_case(modifiers[i], call->text + start, end - start);
    ascii_trim(call->text, &start, &end);
    if (end - start > longest_template_name)
        return false;
    for (size_t i = start; i < end; i++) {
        char byte = call->text[i];
        call->name[i - start] = byte == '_' ? ' ' : (char)ascii_lower(byte);
    }
    call->name[end - start] = '\0';
    return end > start;
}

/* Splits "name=value" at the first "=", unless what precedes it cannot be a name. */
static void split_name(const char *text, struct template_argument *argument) {
    enum { longest = 40 };
    static const bool no_name[256] = {
        ['{'] = true, ['['] = true, ['<'] = true,  ['|'] = true, ['"'] = true,
        ['&'] = true, ['/'] = true, ['\''] = true, ['\0'] = true};
    size_t start = argument->start, end = argument->end;
    ascii_trim(text, &start, &end);
    for (size_t i = start; i < end && i - start < longest; i++) {
        if (text[i] == '=') {
            argument->name_start = start;
            argument->name_end = i;
            ascii_trim(text, &argument->name_start, &argument->name_end);
            argument->start = i + 1;
            return;
        }
        if (no_name[(unsigned char)text[i]])
            return;
    }
}

struct template_argument template_argument_read(const char *text, size_t start, size_t end) {
    struct template_argument argument = {.start = start, .end = end};
    split_name(text, &argument);
    ascii_trim(text, &argument.start, &argument.end);
    return argument;
}

static void read_arguments(struct call *call, const struct span_list *list,
                           const struct span *span) {
    size_t unnamed = 0;
    call->count = 0;
    for (size_t pipe = span->first_pipe; pipe != no_pipe && call->count < template_arguments;) {
        size_t start = list->pipes[pipe].offset + 1;
        size_t end = span_argument_end(list, span, pipe);
        pipe = list->pipes[pipe].next;
        struct template_argument *argument = &call->arguments[call->count++];
        *argument = template_argument_read(call->text, start, end);
        char first = call->text[argument->name_start];
        if (argument->name_end == 0)
            argument->position = ++unnamed;
        else if (argument->name_end - argument->name_start == 1 && ascii_is_digit(first))
            argument->position = (size_t)(first - '0');
    }
}

static bool is_available(const struct template_argument *argument) {
    return !argument->used && argument->end > argument->start;
}

static struct template_argument *positional(struct call *call, size_t position) {
    for (size_t i = 0; i < call->count; i++) {
        if (call->arguments[i].position == position && is_available(&call->arguments[i]))
            return &call->arguments[i];
    }
    return NULL;
}

static struct template_argument *named(struct call *call, const char *name, size_t length) {
    for (size_t i = 0; i < call->count; i++) {
        struct template_argument *argument = &call->arguments[i];
        if (argument->name_end - argument->name_start == length &&
            memcmp(call->text + argument->name_start, name, length) == 0 && is_available(argument))
            return argument;
    }
    return NULL;
}

static struct template_argument *last(struct call *call) {
    for (size_t i = call->count; i > 0; i--) {
        struct template_argument *argument = &call->arguments[i - 1];
        if (argument->position > 0 && is_available(argument))
            return argument;
    }
    return NULL;
}

static void add_piece(struct call *call, struct template_piece piece) {
    if (call->plan->count < template_pieces)
        call->plan->pieces[call->plan->count++] = piece;
}

static void add_literal(struct call *call, const char *literal, size_t length) {
    if (length > 0)
        add_piece(call, (struct template_piece){.literal = literal, .end = length});
}

static void add_argument(struct call *call, struct template_argument *argument) {
    assert(!argument->used);
    argument->used = true;
    add_piece(call, (struct template_piece){.start = argument->start, .end = argument->end});
}

static void add_positional(struct call *call, const char *separator, size_t separator_length) {
    bool first = true;
    for (size_t i = 0; i < call->count; i++) {
        struct template_argument *argument = &call->arguments[i];
        if (argument->position == 0 || !is_available(argument))
            continue;
        if (!first)
            add_literal(call, separator, separator_length);
        add_argument(call, argument);
        first = false;
    }
}

/* ---- Patterns -------------------------------------------------------------------------------- */

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
static struct template_argument *choose(struct call *call, struct field field, const char **text) {
    *text = NULL;
    for (const char *start = field.start, *end; start < field.end; start = end + 1) {
        end = memchr(start, '/', (size_t)(field.end - start));
        if (!end)
            end = field.end;
        if (*start == '=') {
            *text = start + 1;
            return NULL;
        }
        size_t length = (size_t)(end - start);
        struct template_argument *argument =
            ascii_is_digit(*start)              ? positional(call, (size_t)(*start - '0'))
            : words_find("last", start, length) ? last(call)
                                                : named(call, start, length);
        if (argument)
            return argument;
    }
    return NULL;
}

/* The "]" of the "[" at `open`. Stores whether an argument between them has a value. */
static const char *group_end(struct call *call, const char *open, bool *value) {
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
            if (*field.start == '*' ? positional(call, 1) != NULL
                                    : choose(call, field, &text) != NULL)
                *value = true;
            at = field.end;
        }
    }
}

/* Appends what the pattern makes of the arguments to the plan. */
static void follow_pattern(struct call *call, const char *pattern) {
    for (const char *at = pattern; *at != '\0';) {
        size_t plain = strcspn(at, "{[]");
        add_literal(call, at, plain);
        at += plain;
        if (*at == '{') {
            struct field field = read_field(at);
            const char *text;
            struct template_argument *argument;
            if (*field.start == '*') {
                const char *separator = field.start + 1;
                add_positional(call, separator, (size_t)(field.end - separator));
            } else if ((argument = choose(call, field, &text)) != NULL)
                add_argument(call, argument);
            else if (text)
                add_literal(call, text, (size_t)(field.end - text));
            at = field.end + 1;
        } else if (*at == '[') {
            bool value;
            const char *end = group_end(call, at, &value);
            at = value ? at + 1 : end + 1;
        } else if (*at == ']')
            at++;
    }
}

/*
 * ---- Templates for measures and dates, whose text no pattern can describe ----------------------
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

static void add_word(struct call *call, const char *word) {
    add_literal(call, word, strlen(word));
}

/* Adds what the value of the argument reads like by a list "value=reading|...". False: nothing. */
static bool add_reading(struct call *call, const char *list,
                        const struct template_argument *argument) {
    const char *word;
    size_t length = argument ? argument->end - argument->start : 0;
    for (size_t size; argument && words_next(&list, &word, &size);)
        if (size > length && word[length] == '=' &&
            memcmp(word, call->text + argument->start, length) == 0) {
            add_literal(call, word + length + 1, size - length - 1);
            return true;
        }
    return false;
}

/* "e6m3" reads "million m3". */
static void add_unit(struct call *call, struct template_argument *unit) {
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
        add_argument(call, unit);
}

static void render_measure(struct call *call) {
    size_t at = 1;
    struct template_argument *value = positional(call, at++);
    if (!value)
        return;
    add_argument(call, value);
    for (;;) {
        struct template_argument *word = positional(call, at);
        value = positional(call, at + 1);
        if (!value || !add_reading(call, ranges, word))
            break;
        add_argument(call, value);
        at += 2;
    }
    add_unit(call, positional(call, at));
    struct template_argument *rest = positional(call, at + 1);
    struct template_argument *unit = positional(call, at + 2);
    if (rest && ascii_is_digit(call->text[rest->start]) && unit &&
        words_find(small_units, call->text + unit->start, unit->end - unit->start)) {
        add_word(call, " ");
        add_argument(call, rest);
        add_unit(call, unit);
    }
}

/* Whether an argument such as df= asks for the other form: it has a value, but not "no" or "n". */
static bool asks(struct call *call, const char *name) {
    struct template_argument *argument = named(call, name, strlen(name));
    return argument && call->text[argument->start] != 'n';
}

/* The name of the month that the argument numbers, with one or two digits; else NULL. */
static const char *month_of(const struct call *call, const struct template_argument *argument) {
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

static void render_date(struct call *call) {
    const char *month = month_of(call, positional(call, 2));
    bool day_first = asks(call, "df");
    if (!positional(call, 1))
        return;
    if (month && day_first)
        follow_pattern(call, "[{3} ]");
    if (month)
        add_word(call, month);
    if (month && !day_first)
        follow_pattern(call, "[ {3},]");
    follow_pattern(call, month ? " {1}" : "{1}");
}

static void render_as_of(struct call *call) {
    if (named(call, "alt", 3)) {
        follow_pattern(call, "{alt}");
        return;
    }
    bool small = asks(call, "lc");
    if (asks(call, "since"))
        add_word(call, small ? "since " : "Since ");
    else
        add_word(call, small ? "as of " : "As of ");
    render_date(call);
}

static void render_fraction(struct call *call) {
    if (!positional(call, 1))
        return;
    follow_pattern(call, !positional(call, 2)  ? "1/{1}[/{3}]"
                         : positional(call, 3) ? "{1} {2}/{3}"
                                               : "{1}/{2}");
}

/* ---- Templates ------------------------------------------------------------------------------- */

/* The entry for the name in a wiki of that language; NULL if the template shows as nothing. */
static const struct template_entry *find_entry(const char *name, const char *language) {
    char own[longest_template_name + 20];
    int length = snprintf(own, sizeof own, "%s|%s", language, name);
    size_t number = word_table_find(&template_names, own, (size_t)length);
    number = number ? number : word_table_find(&template_names, name, strlen(name));
    if (number > 0)
        return &template_entries[number - 1];
    for (size_t i = 0; template_beginnings[i]; i++)
        if (*name == *template_beginnings[i] &&
            strncmp(name, template_beginnings[i], strlen(template_beginnings[i])) == 0)
            return &template_families[i];
    return NULL;
}

/* {{formatnum:1234}}: parser functions that return what follows their ":", or nearly so. */
static void render_function(struct call *call, size_t start, size_t end) {
    const char *colon = memchr(call->text + start, ':', end - start);
    if (!colon)
        return;
    size_t after = (size_t)(colon - call->text) + 1;
    if (!read_name(call, start, after - 1) ||
        !words_find("formatnum|lc|uc|lcfirst|ucfirst|nowrap", call->name, strlen(call->name)))
        return;
    struct template_argument value = {.start = after, .end = end};
    ascii_trim(call->text, &value.start, &value.end);
    add_argument(call, &value);
}

void template_render(const char *language, const char *text, const struct span_list *list,
                     const struct span *span, struct template_plan *plan) {
    struct call call; /* `arguments` is large, and only read as far as it is filled */
    call.text = text;
    call.count = 0;
    call.plan = plan;
    plan->count = 0;
    size_t name_end =
        span->first_pipe == no_pipe ? span->inner_end : list->pipes[span->first_pipe].offset;
    const struct template_entry *entry = NULL;
    if (read_name(&call, span->inner_start, name_end))
        entry = find_entry(call.name, language);
    if (!entry) {
        render_function(&call, span->inner_start, name_end);
        return;
    }
    read_arguments(&call, list, span);
    static void (*const forms[])(struct call *) = {[form_measure] = render_measure,
                                                   [form_date] = render_date,
                                                   [form_as_of] = render_as_of,
                                                   [form_fraction] = render_fraction};
    if (entry->form == form_pattern)
        follow_pattern(&call, entry->pattern);
    else
        forms[entry->form](&call);
}
