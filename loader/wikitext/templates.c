/* templates.c - see templates.h. */
#include "templates.h"

#include "../base/ascii.h"
#include "measures.h"

#include <stdint.h> /* uint32_t */
#include <string.h>

/*
 * What a template reads like, as a pattern:
 *
 *   {1}       the first argument without a name
 *   {last}    the last of them
 *   {text}    the argument of that name
 *   {a/b/1}   the first of these that has a value; a choice "=x" is the text x
 *   {*}       all arguments without a name; {*, } with ", " between them
 *   [...]     stands there only if one of the arguments inside has a value
 *
 * "\n" ends the block, other characters stand for themselves.
 */
struct template_row {
    const char *names;                      /* small letters, with "|" between them */
    const char *pattern;                    /* NULL where `render` does it */
    void (*render)(struct template_call *); /* NULL where `pattern` does it */
    const char *language;                   /* of the only wikis that have it so; NULL: all */
};

static const struct template_row rows[] = {
    /* Measures, numbers, dates. */
    {"convert|cvt|unité|unite|unidad|unitats|unità", NULL, measure_convert, NULL},
    {"birth date|birth date and age|bda|dob|death date|death date and age|dda|start date|"
     "start date and age|end date|end date and age|film date|date of birth",
     NULL, measure_date, NULL},
    {"as of", NULL, measure_as_of, NULL},
    {"frac|sfrac|fraction|tfrac|dfrac", NULL, measure_fraction, NULL},
    {"birth-date|birth-date and age|death-date|death-date and age|birth year and age|"
     "death year and age|start-date|end-date|dts|nts|number|formatnum|num|nombre|fmtn|число",
     "{1}", NULL, NULL},
    {"val", "{1}[ ± {2}][×10^{e}][ {ul/u}]", NULL, NULL},
    {"e", "×10^{1}", NULL, NULL},
    {"e|er|re|ème", "{1/=e}", NULL, "fr"},
    {"1er", "1er", NULL, NULL},
    {"1re|1ère", "1re", NULL, "fr"},
    {"2e|2ème", "2e", NULL, "fr"},
    {"3e|3ème", "3e", NULL, "fr"},
    {"4e", "4e", NULL, "fr"},
    {"5e", "5e", NULL, "fr"},
    {"gaps|chem|linktext|first word|concat", "{*}", NULL, NULL},
    {"chem2|ce", "{1}", NULL, NULL},
    {"ft in|ftin|height", "[{ft/1} ft][ {in/2} in]", NULL, NULL},
    {"ratio", "{*:}", NULL, NULL},
    {"pm|±", "±{1}", NULL, NULL},
    {"approx|approximately|~", "~{1}", NULL, NULL},
    {"circa|c.|ca.|ca", "c. {1}[ – {2}]", NULL, NULL},
    {"floruit|fl.|fl", "fl. {1}[ – {2}]", NULL, NULL},
    {"reign|r.", "r. {1}[ – {2}]", NULL, NULL},
    {"oldstyledate|oldstyledatedy", "{1} {2} (O.S. {3})", NULL, NULL},
    {"bce", "{1} BCE", NULL, NULL},
    {"ad", "AD {1}", NULL, NULL},
    {"s|s-|siècle", "{1}{2} siècle", NULL, "fr"},
    {"date|date-|date de naissance|date de décès", "{1}[ {2}][ {3}]", NULL, "fr"},
    {"дата", "{*.}", NULL, NULL},
    {"daton", "{1}-an de {2}[ {3}]", NULL, "eo"},
    {"dato", "{1}-a de {2}[ {3}]", NULL, "eo"},
    {"s mini|s mini-|sp-|-s", "{1}{2}", NULL, "fr"},
    {"xiiie siècle", "XIIIe siècle", NULL, NULL},
    {"xive siècle", "XIVe siècle", NULL, NULL},
    {"xve siècle", "XVe siècle", NULL, NULL},
    {"xvie siècle", "XVIe siècle", NULL, NULL},
    {"xviie siècle", "XVIIe siècle", NULL, NULL},
    {"xviiie siècle", "XVIIIe siècle", NULL, NULL},
    {"xixe siècle", "XIXe siècle", NULL, NULL},
    {"xxe siècle", "XXe siècle", NULL, NULL},
    {"xxie siècle", "XXIe siècle", NULL, NULL},
    {"siglo", "siglo {1}", NULL, "es"},
    {"séc", "século {1}", NULL, NULL},
    {"segle", "segle {1}", NULL, NULL},
    {"сс|сс2|сс3", "{1}", NULL, NULL},
    {"us$|usd", "US${1}", NULL, NULL},
    {"a$|aud", "A${1}", NULL, NULL},
    {"c$|ca$|cad", "C${1}", NULL, NULL},
    {"nz$|nzd", "NZ${1}", NULL, NULL},
    {"£|gbp|pound sterling", "£{1}", NULL, NULL},
    {"€|euro|eur", "€{1}", NULL, NULL},
    {"¥|jpy|yen|cny", "¥{1}", NULL, NULL},
    {"₹|inr|inrconvert|indian rupee", "₹{1}[ {2}]", NULL, NULL},
    /* Text of a certain form. */
    {"nowrap|nobr|nobreak|no break|nowr|j|nobold|noitalic|noitalics|normal|small|smaller|big|"
     "larger|large|smallcaps|smallcaps all|sc|sc1|sc2|aut|strong|em|strikethrough|strike|"
     "underline|u|bold|italic|italics|oblique|bold italic|mono|tt|code|kbd|var|samp|tq|tqi|"
     "talk quote|talk quote inline|xt|mxt|not a typo|as written|proper name|typo|math|mvar|"
     "sub|sup|overline|center|centre|left|right|vanchor|visible anchor|unicode|polytonic|"
     "hebrew|ltr|rtlpar|pinyin|keypress|key press|key|font|span|grey|gray|delink|trim",
     "{1}", NULL, NULL},
    {"font color|font colour|color|colour|resize|font-size|fontsize|align|text-align|style|bg|"
     "background color|colored text|colored link|h:title",
     "{last}", NULL, NULL},
    {"sqrt|radic", "√{1}", NULL, NULL},
    {"abs", "|{1}|", NULL, NULL},
    {"sic", "{1}{2}", NULL, NULL},
    {"sort|sort2", "{2}", NULL, NULL},
    {"sortname", "{1}[ {2}]", NULL, NULL},
    {"abbr|abbrv|abbrlink|tooltip|hover title|hovertitle|define|abbreviation|comment", "{1}", NULL,
     NULL},
    {"quote|blockquote|block quote|cquote|bquote|quotation|centered pull quote|poemquote|"
     "poem quote|verse|block indent|quote without source|citation bloc|citation verse|zitat|"
     "cita|citazione|citat|citaat|citação|цитата|citação2",
     "\n{text/quote/1}\n", NULL, NULL},
    {"citation", "{1}", NULL, "fr"},
    {"citation étrangère", "{2}", NULL, "fr"},
    {"citation needed span|cn span|clarify span|dubious span|fact span|vague span|要出典範囲|"
     "要検証範囲",
     "{text/1}", NULL, NULL},
    {"hlist|enum", "{*, }", NULL, NULL},
    {"plainlist|flatlist", "{1}", NULL, NULL},
    {"columns-list|column list", "\n{last}\n", NULL, NULL},
    {"columns", "\n{col1}\n{col2}\n{col3}\n{col4}\n{col5}\n", NULL, NULL},
    {"unbulleted list|ubl|ublist", "{*, }", NULL, NULL},
    {"yes", "{1/=Yes}", NULL, NULL},
    {"no", "{1/=No}", NULL, NULL},
    {"won", "{1/=Won}", NULL, NULL},
    {"nom|nominated", "{1/=Nominated}", NULL, NULL},
    {"n/a|na", "{1/=N.A.}", NULL, NULL},
    {"partial", "{1/=Partial}", NULL, NULL},
    {"pending", "{1/=Pending}", NULL, NULL},
    {"補助漢字フォント|jis2004フォント|jis90フォント|cp932フォント|拡張漢字|ふりがな", "{1}", NULL,
     NULL},
    {"ruby|ruby-ja|ルビ|読み仮名|読み仮名 ruby不使用", "{1}[（{2}）]", NULL, NULL},
    /* Foreign words. */
    {"lang|wikt-lang|langx|rtl-lang|script|lang-lat2", "{2/texte/text}", NULL, NULL},
    {"transl|transliteration|translit|xlit", "{last}", NULL, NULL},
    {"iast|arabdin|din|ala-lc|hepburn|nihongo2|nihongo foot|ko-hhrm", "{1}", NULL, NULL},
    {"nihongo", "{1}[ ({2}[, {3}])]", NULL, NULL},
    {"nihongo3", "{3}[ ({2}[, {1}])]", NULL, NULL},
    {"korean|koreana", "{hangul/1}[ ({rr/2})]", NULL, NULL},
    {"zh|zhi|chinese", "{c/t/s/1}[ {p}]", NULL, NULL},
    {"ens|frs|las|grcs|grs|its|ess|rus|jas|zhs|des|nls|svs|pls|trs|ars|hes|sas|pts|css|els|uks|"
     "hus|fis|das|nos|ros|kos|fas|his",
     "{1}", NULL, "de"},
    {"okina|ʻokina|ʻ", "ʻ", NULL, NULL},
    {"hamza", "ʾ", NULL, NULL},
    {"ayin", "ʿ", NULL, NULL},
    /* Links. */
    {"ill|illm|interlanguage link|interlanguage link multi|link-interwiki|ill2|ill-wd|ill-wd2|iw|"
     "iw2|仮リンク|link-en|link-de|link-fr|link-ja|le|link-es|link-ru|llink|"
     "enlace interlingüístico",
     "{lt/display/en/1}", NULL, NULL},
    {"lien|lien2", "{texte/fr/trad/1}", NULL, NULL},
    {"tsl|translink", "{4/3/2}", NULL, NULL},
    {"нп|нп1|нп2|нп3|нп4|нп5|не переведено|не переведено 2|не переведено 3|не переведено 5|"
     "не перекладено",
     "{2/текст/1}", NULL, NULL},
    {"flag|flagcountry|flagu|noflag|country|flaglink|flag link|flagathlete|flagmedalist|flagioc|"
     "flagpro|fb|fahne|bandera2|bandiera2|nf",
     "{1}", NULL, NULL},
    {"w|wp", "{2/1}", NULL, NULL},
    {"dic", "{1}", NULL, "gl"},
    {"bibleverse|bv", "{1} {2}[ {3}]", NULL, NULL},
    {"bibleref", "{1}", NULL, NULL},
    {"sclass|sclass-|sclass2|sclass2-", "{1}-class {2}", NULL, NULL},
    {"ship|warship", "{1} {2}[ ({3})]", NULL, NULL},
    {"hms", "HMS {1}[ ({2})]", NULL, NULL},
    {"hmas", "HMAS {1}[ ({2})]", NULL, NULL},
    {"hmcs", "HMCS {1}[ ({2})]", NULL, NULL},
    {"uss", "USS {1}[ ({2})]", NULL, NULL},
    {"usns", "USNS {1}[ ({2})]", NULL, NULL},
    {"uscgc", "USCGC {1}[ ({2})]", NULL, NULL},
    {"ss", "SS {1}[ ({2})]", NULL, NULL},
    {"rms", "RMS {1}[ ({2})]", NULL, NULL},
    {"mv", "MV {1}[ ({2})]", NULL, NULL},
    {"sms", "SMS {1}[ ({2})]", NULL, NULL},
    {"harvtxt", "{1}[ ({last})]", NULL, NULL},
    {"marker", "{name}", NULL, NULL},
    {"listing|see|do|buy|eat|drink|sleep|go|vcard", "[{name}. ][{content/description}]", NULL,
     NULL},
    {"stn", "{1}", NULL, NULL},
    {"mlbplayer", "{2}", NULL, NULL},
    /* Signs and spaces. */
    {"mdash|em dash|emdash|—|em", "—", NULL, NULL},
    {"spaced mdash|spaced em dash|snds", " — ", NULL, NULL},
    {"ndash|en dash|en-dash", "–", NULL, NULL},
    {"spaced ndash|spaced en dash|spnd|snd|sndash|dash|–|--", " – ", NULL, NULL},
    {"nbsp|space|spaces|nnbsp|thinsp|thin space|hsp|hair space|pad|gap|br|break|crlf|ensp|emsp|spc",
     " ", NULL, NULL},
    {"·|middot|dot|bullet|•|bull|interpunct|dotsep|·w", " · ", NULL, NULL},
    {"pb|paragraph break|paragraph", "\n", NULL, NULL},
    {"times|x|×", "×", NULL, NULL},
    {"minus|−", "−", NULL, NULL},
    {"pi", "π", NULL, NULL},
    {"degree|deg|°", "°", NULL, NULL},
    {"prime", "{1}′", NULL, NULL},
    {"hyphen", "-", NULL, NULL},
    {"ell|ellipsis|...", "…", NULL, NULL},
    {"sharp", "♯", NULL, NULL},
    {"flat", "♭", NULL, NULL},
    {"natural", "♮", NULL, NULL},
    {"\"", "“{1}”", NULL, NULL},
    {"'", "'", NULL, NULL},
    {"'s", "'s", NULL, NULL},
    {"' \"", "' \"", NULL, NULL},
    {"=", "=", NULL, NULL},
    {"!", "|", NULL, NULL},
    {"colon", ":", NULL, NULL},
    {"slash|/", "/", NULL, NULL},
    {"asterisk", "*", NULL, NULL},
};

/* A name that begins so, and has no row of its own, reads like this. */
static const struct template_row prefixes[] = {
    {"lang-", "{1/text}", NULL, NULL},
    {"script/", "{1}", NULL, NULL},
    {"zh-", "[{c/t/s/1}][ {p}]", NULL, NULL},
    {"flag ", "{1}", NULL, NULL},
};

/* Parser functions that give back what stands after their ":". */
static const char *const functions[] = {"formatnum", "lc", "uc", "lcfirst", "ucfirst", "nowrap"};

/* Words before a name that change nothing about it. */
static const char *const modifiers[] = {"template:", "subst:", "safesubst:", "msg:"};

static bool value_is(const char *text, size_t start, size_t end, const char *word) {
    size_t length = strlen(word);
    return end - start == length && memcmp(text + start, word, length) == 0;
}

bool template_value_is(const struct template_call *call, const struct template_argument *argument,
                       const char *word) {
    return value_is(call->text, argument->start, argument->end, word);
}

static bool has_value(const struct template_argument *argument) {
    return !argument->used && argument->end > argument->start;
}

struct template_argument *template_positional(struct template_call *call, size_t position) {
    for (size_t i = 0; i < call->count; i++) {
        if (call->arguments[i].position == position && has_value(&call->arguments[i]))
            return &call->arguments[i];
    }
    return NULL;
}

struct template_argument *template_named(struct template_call *call, const char *name) {
    for (size_t i = 0; i < call->count; i++) {
        struct template_argument *argument = &call->arguments[i];
        if (value_is(call->text, argument->name_start, argument->name_end, name) &&
            has_value(argument))
            return argument;
    }
    return NULL;
}

static void add_piece(struct template_call *call, struct template_piece piece) {
    if (call->plan->count < template_pieces)
        call->plan->pieces[call->plan->count++] = piece;
}

void template_add_literal(struct template_call *call, const char *literal, size_t length) {
    if (length > 0)
        add_piece(call, (struct template_piece){.literal = literal, .end = length});
}

void template_add_argument(struct template_call *call, struct template_argument *argument) {
    argument->used = true;
    add_piece(call, (struct template_piece){.start = argument->start, .end = argument->end});
}

/* A part of a pattern, from `start` to before `end`. */
struct part {
    const char *start, *end;
};

/* The argument that one choice of a "{...}" names, NULL where it has no value. */
static struct template_argument *choose(struct template_call *call, struct part choice) {
    char name[32];
    size_t length = (size_t)(choice.end - choice.start);
    if (length == 0 || length >= sizeof name)
        return NULL;
    memcpy(name, choice.start, length);
    name[length] = '\0';
    if (ascii_is_digit(name[0]))
        return template_positional(call, (size_t)(name[0] - '0'));
    if (strcmp(name, "last") != 0)
        return template_named(call, name);
    struct template_argument *last = NULL;
    for (size_t i = 0; i < call->count; i++) {
        if (call->arguments[i].position > 0 && has_value(&call->arguments[i]))
            last = &call->arguments[i];
    }
    return last;
}

static struct part next_choice(const char **at, const char *end) {
    const char *start = *at;
    while (*at < end && **at != '/')
        ++*at;
    struct part choice = {start, *at};
    if (*at < end)
        ++*at;
    return choice;
}

/* Whether a "{...}", given without its braces, has a value. */
static bool field_has_value(struct template_call *call, struct part field) {
    const char *at = field.start;
    if (*at == '*')
        return template_positional(call, 1) != NULL;
    while (at < field.end) {
        if (choose(call, next_choice(&at, field.end)))
            return true;
    }
    return false;
}

static void add_all(struct template_call *call, struct part separator) {
    bool first = true;
    for (size_t i = 0; i < call->count; i++) {
        struct template_argument *argument = &call->arguments[i];
        if (argument->position == 0 || !has_value(argument))
            continue;
        if (!first)
            template_add_literal(call, separator.start, (size_t)(separator.end - separator.start));
        template_add_argument(call, argument);
        first = false;
    }
}

static void add_field(struct template_call *call, struct part field) {
    const char *at = field.start;
    if (*at == '*') {
        add_all(call, (struct part){at + 1, field.end});
        return;
    }
    while (at < field.end) {
        struct part choice = next_choice(&at, field.end);
        if (*choice.start == '=') {
            template_add_literal(call, choice.start + 1, (size_t)(choice.end - choice.start - 1));
            return;
        }
        struct template_argument *argument = choose(call, choice);
        if (argument) {
            template_add_argument(call, argument);
            return;
        }
    }
}

/* The "]" of the "[" at `open`; *value: whether an argument between them has a value. */
static const char *group_end(struct template_call *call, const char *open, bool *value) {
    size_t depth = 0;
    *value = false;
    for (const char *at = open;; at++) {
        if (*at == '[')
            depth++;
        else if (*at == ']' && --depth == 0)
            return at;
        else if (*at == '{') {
            struct part field = {at + 1, strchr(at, '}')};
            if (field_has_value(call, field))
                *value = true;
            at = field.end;
        }
    }
}

static void follow_pattern(struct template_call *call, const char *pattern) {
    for (const char *at = pattern; *at != '\0';) {
        size_t plain = strcspn(at, "{[]");
        template_add_literal(call, at, plain);
        at += plain;
        if (*at == '{') {
            struct part field = {at + 1, strchr(at, '}')};
            add_field(call, field);
            at = field.end + 1;
        } else if (*at == '[') {
            bool value;
            const char *end = group_end(call, at, &value);
            at = value ? at + 1 : end + 1;
        } else if (*at == ']')
            at++;
    }
}

/* Splits "name=value" at its first "=", where what stands before it can be a name. */
static void split_name(const char *text, struct template_argument *argument) {
    enum { longest = 40 };
    static const bool no_name[256] = {
        ['{'] = true, ['['] = true, ['<'] = true,  ['|'] = true, ['"'] = true,
        ['&'] = true, ['/'] = true, ['\''] = true, ['\0'] = true};
    for (size_t i = argument->start; i < argument->end && i - argument->start < longest; i++) {
        if (text[i] == '=') {
            argument->name_start = argument->start;
            argument->name_end = i;
            ascii_trim(text, &argument->name_start, &argument->name_end);
            argument->start = i + 1;
            return;
        }
        if (no_name[(unsigned char)text[i]])
            return;
    }
}

static void add_call_argument(struct template_call *call, size_t start, size_t end,
                              size_t *position) {
    if (call->count == template_arguments)
        return;
    struct template_argument *argument = &call->arguments[call->count++];
    *argument = (struct template_argument){.start = start, .end = end};
    split_name(call->text, argument);
    size_t name_length = argument->name_end - argument->name_start;
    if (argument->start == start)
        argument->position = ++*position;
    else if (name_length == 1 && ascii_is_digit(call->text[argument->name_start]))
        argument->position = (size_t)(call->text[argument->name_start] - '0');
    ascii_trim(call->text, &argument->start, &argument->end);
}

static void read_arguments(struct template_call *call, const struct span_list *list,
                           const struct span *span) {
    size_t position = 0;
    for (size_t pipe = span->first_pipe; pipe != no_pipe;) {
        size_t start = list->pipes[pipe].offset + 1;
        pipe = list->pipes[pipe].next;
        add_call_argument(call, start, pipe == no_pipe ? span->inner_end : list->pipes[pipe].offset,
                          &position);
        if (call->count == template_arguments)
            break;
    }
}

/* Copies the name of the template; false where it is too long to be one of ours. */
static bool read_name(struct template_call *call, size_t start, size_t end) {
    ascii_trim(call->text, &start, &end);
    for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++) {
        const char *modifier = modifiers[i];
        size_t same = 0;
        while (modifier[same] != '\0' && start + same < end &&
               ascii_lower(call->text[start + same]) == modifier[same])
            same++;
        if (modifier[same] == '\0')
            start += same;
    }
    ascii_trim(call->text, &start, &end);
    if (end - start > longest_template_name)
        return false;
    for (size_t i = start; i < end; i++) {
        char byte = call->text[i];
        call->name[i - start] = (char)ascii_lower(byte);
        if (byte == '_')
            call->name[i - start] = ' ';
    }
    call->name[end - start] = '\0';
    return end > start;
}

static size_t hash_name(const char *name, size_t length) {
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619U;
    return hash % template_slots;
}

void template_index_fill(struct template_index *index) {
    *index = (struct template_index){{{0, 0}}};
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        const char *names = rows[row].names;
        for (size_t offset = 0, length; names[offset] != '\0';
             offset += length + (names[offset + length] == '|')) {
            length = strcspn(names + offset, "|");
            size_t slot = hash_name(names + offset, length);
            while (index->slots[slot].row != 0)
                slot = (slot + 1) % template_slots;
            index->slots[slot].row = (unsigned short)(row + 1);
            index->slots[slot].offset = (unsigned short)offset;
        }
    }
}

static const struct template_row *find_prefix(const char *name) {
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const char *prefix = prefixes[i].names;
        if (*name == *prefix && strncmp(name, prefix, strlen(prefix)) == 0)
            return &prefixes[i];
    }
    return NULL;
}

/* The row for the name on a wiki of that language; NULL: shows as nothing. */
static const struct template_row *find_row(const struct template_index *index, const char *name,
                                           const char *language) {
    const struct template_row *general = NULL;
    size_t length = strlen(name);
    for (size_t slot = hash_name(name, length); index->slots[slot].row != 0;
         slot = (slot + 1) % template_slots) {
        const struct template_row *row = &rows[index->slots[slot].row - 1];
        const char *found = row->names + index->slots[slot].offset;
        if (strncmp(found, name, length) != 0 || (found[length] != '|' && found[length] != '\0'))
            continue;
        if (!row->language)
            general = row;
        else if (strcmp(row->language, language) == 0)
            return row;
    }
    return general ? general : find_prefix(name);
}

/* {{formatnum:1234}}: the text after the ":" of a function that gives it back. */
static void render_function(struct template_call *call, size_t start, size_t end) {
    const char *colon = memchr(call->text + start, ':', end - start);
    if (!colon)
        return;
    size_t after = (size_t)(colon - call->text) + 1;
    if (!read_name(call, start, after - 1))
        return;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(call->name, functions[i]) == 0) {
            ascii_trim(call->text, &after, &end);
            add_piece(call, (struct template_piece){.start = after, .end = end});
        }
    }
}

void template_render(const struct template_index *index, const char *language, const char *text,
                     const struct span_list *list, const struct span *span,
                     struct template_plan *plan) {
    struct template_call call;
    call.text = text;
    call.count = 0;
    call.plan = plan;
    plan->count = 0;
    size_t name_end =
        span->first_pipe == no_pipe ? span->inner_end : list->pipes[span->first_pipe].offset;
    const struct template_row *row = NULL;
    if (read_name(&call, span->inner_start, name_end))
        row = find_row(index, call.name, language);
    if (!row) {
        render_function(&call, span->inner_start, name_end);
        return;
    }
    read_arguments(&call, list, span);
    if (row->render)
        row->render(&call);
    else
        follow_pattern(&call, row->pattern);
}
