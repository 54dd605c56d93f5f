/* kind_answer.c - see kind_answer.h. */
#include "kind_answer.h"

#include "difference_names.h"
#include "text_result.h"

#include <math.h> /* fabs, isnan */

const char *const kind_names[kind_count] = {
    [kind_identical] = "identical", [kind_template] = "template",   [kind_copyedit] = "copyedit",
    [kind_drift] = "drift",         [kind_reference] = "reference", [kind_other] = "other",
};

static const char *const reasons[reason_count] = {
    [reason_same_text] = "same text",
    [reason_citation] = "references or links",
    [reason_fragment] = "list or table, not a sentence",
    [reason_two_dates] = "same article at two dates",
    [reason_same_article] = "same article",
    [reason_related_titles] = "related titles",
    [reason_other_named] = "one sentence names the other's title",
    [reason_same_subject] = "same named subject",
    [reason_shared_sentences] = "the articles share other sentences",
    [reason_shared_neighbours] = "the sentences beside them are alike, too",
    [reason_rare_words] = "rare words in common",
    [reason_same_wording] = "similar wording",
    [reason_own_titles] = "each sentence names its own title",
    [reason_title_pattern] = "titles follow one pattern",
    [reason_mirrored] = "each sentence names the other's title",
    [reason_many_texts] = "many texts follow this pattern",
    [reason_no_subject] = "neither sentence names its subject",
    [reason_parallel] = "same article, several differences",
    [reason_different_articles] = "different articles",
    [reason_different_things] = "different things, by their words",
};

/* What differs without a conflict, in the order in which a reason lists it. */
static const struct {
    int type;
    const char *name;
} soft_types[] = {
    {difference_punctuation, "punctuation"}, {difference_spelling, "spelling"},
    {difference_function, "function words"}, {conflicts_compatible_value, "compatible values"},
    {conflicts_short_form, "short form"},    {conflicts_name_added, "name added"},
    {conflicts_wording, "wording"},          {conflicts_added, "words added"},
    {conflicts_moved, "word order"},
};

/* The side is a run of words, or the names among them. */
void kind_answer_side(sqlite3_str *text, const struct kind_work *work,
                      const struct kind_result *result, int side) {
    const struct conflict *conflict = &result->decision.conflict;
    int place = result->turned ? 1 - side : side;
    const struct words *words = &work->pair.sentences[place].words;
    struct word_range range = conflict->sides[place];
    const char *between = "";
    for (uint32_t at = range.begin; at < range.end; at++) {
        const struct word *first = &words->items[at], *last = first;
        if (!conflict->names)
            last = &words->items[at = range.end - 1];
        else if (!first->in_name)
            continue;
        sqlite3_str_appendall(text, between);
        text_result_append(text, words->text.values + first->begin, word_end(last) - first->begin);
        between = " ";
    }
}

/* "number 143 against 134", or: negation: "not" appears in only one sentence */
static void append_conflict(sqlite3_str *text, const struct kind_work *work,
                            const struct kind_result *result) {
    const struct conflict *conflict = &result->decision.conflict;
    const char *type = difference_names[conflict->type];
    int first = result->turned ? 1 : 0;
    bool empty[2];
    for (int side = 0; side < 2; side++)
        empty[side != first] = conflict->sides[side].begin == conflict->sides[side].end;
    if (empty[0] || empty[1]) {
        sqlite3_str_appendf(text, ", %s: \"", type);
        kind_answer_side(text, work, result, empty[0] ? 1 : 0);
        sqlite3_str_appendall(text, "\" appears in only one sentence");
    } else {
        sqlite3_str_appendf(text, ", %s ", type);
        kind_answer_side(text, work, result, 0);
        sqlite3_str_appendall(text, " against ");
        kind_answer_side(text, work, result, 1);
    }
}

void kind_answer_reason(sqlite3_str *text, const struct kind_work *work,
                        struct kind_result *result) {
    const struct decision *decision = &result->decision;
    sqlite3_str_appendall(text, reasons[kind_reason(result)]);
    if (decision->has_conflict) {
        append_conflict(text, work, result);
        if (decision->kind == kind_copyedit)
            sqlite3_str_appendall(text, ", perhaps no conflict");
    } else if (decision->kind == kind_copyedit) {
        bool any = false;
        for (size_t i = 0; i < sizeof soft_types / sizeof *soft_types; i++) {
            if (!(result->types >> soft_types[i].type & 1))
                continue;
            sqlite3_str_appendf(text, "%s%s", any ? ", " : ", no conflict (", soft_types[i].name);
            any = true;
        }
        /*
         * Without any type the words are the same; other types are of conflicts that were dropped.
         */
        const char *rest =
            result->types == 0 ? "capitals or typography" : "explained by titles or tense";
        if (!any)
            sqlite3_str_appendf(text, ", no conflict (%s", rest);
        sqlite3_str_appendall(text, ")");
    }
}

/* Appends a number below 10^15 without leading zeros. */
static void append_integer(sqlite3_str *text, uint64_t number) {
    char digits[sizeof "999999999999999"];
    size_t first = sizeof digits;
    do
        digits[--first] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    sqlite3_str_append(text, digits + first, (int)(sizeof digits - first));
}

/* By "%.3g" or the like. Most features are small integers, which a shortcut prints. */
static void append_number(sqlite3_str *text, const char *format, double value) {
    if (value >= 0 && value <= 999 && value == (int)value)
        append_integer(text, (uint64_t)value);
    else
        sqlite3_str_appendf(text, format, value);
}

/*
 * By "%.15g", or for the usual sizes with 12 decimals at most and no zeros at the end: SQLite's
 * formats take ten times as long.
 */
static void append_precise(sqlite3_str *text, double value) {
    enum { decimals = 12 };
    static const double scale = 1e12;
    if (!(value >= 0.001 && value < 100)) {
        append_number(text, "%.15g", value);
        return;
    }
    uint64_t scaled = (uint64_t)(value * scale + 0.5), rest = scaled % (uint64_t)scale;
    append_integer(text, scaled / (uint64_t)scale);
    if (rest == 0)
        return;
    char digits[1 + decimals] = {'.'};
    int count = decimals;
    for (; rest % 10 == 0; rest /= 10)
        count--;
    for (int at = count; at > 0; at--, rest /= 10)
        digits[at] = (char)('0' + rest % 10);
    sqlite3_str_append(text, digits, 1 + count);
}

/* By "%+.2f", but at once. Points are sums of decimals: like SQLite, this rounds 0.505 up. */
static void append_points_of(sqlite3_str *text, double points) {
    double size = fabs(points);
    if (!(size < 1e6)) {
        sqlite3_str_appendf(text, " (%+.2f)", points);
        return;
    }
    static const double nearly = 3e-16; /* what a sum may lack */
    uint64_t hundredths = (uint64_t)((size + (long double)(0.005 + size * nearly)) * 100);
    char decimals[] = {'.', (char)('0' + hundredths / 10 % 10), (char)('0' + hundredths % 10), ')'};
    sqlite3_str_appendall(text, points < 0 ? " (-" : " (+");
    append_integer(text, hundredths / 100);
    sqlite3_str_append(text, decimals, sizeof decimals);
}

/* Appends the features that count most, with their values and points: "partners 12 (-1.31), ...".
 */
static void append_points(sqlite3_str *text, const double *features, const double *points) {
    enum { why_most = 6 };
    bool told[feature_count] = {false};
    for (int n = 0; n < why_most; n++) {
        int most = -1;
        double least = 0.1; /* less is not worth a word */
        for (int i = 0; i < feature_count; i++) {
            if (!told[i] && fabs(points[i]) > least) {
                most = i;
                least = fabs(points[i]);
            }
        }
        if (most < 0)
            break;
        told[most] = true;
        sqlite3_str_appendall(text, n == 0 ? " " : ", ");
        sqlite3_str_appendall(text, feature_names[most]);
        sqlite3_str_appendall(text, isnan(features[most]) ? " unknown" : " ");
        if (!isnan(features[most]))
            append_number(text, "%.3g", features[most]);
        append_points_of(text, points[most]);
    }
}

void kind_answer_why(sqlite3_str *text, struct kind_result *result) {
    const double *features = result->features;
    const char *between = "";
    assert(result->topic_asked);
    if (!(features[feature_two_dates] > 0)) {
        sqlite3_str_appendf(text, "one topic %.2f:", result->decision.topic);
        append_points(text, features, kind_topic_points(result));
        between = "; ";
    }
    if (result->decision.score > 0) {
        double points[feature_count];
        for (int i = 0; i < feature_count; i++)
            points[i] = scorecard_points(&scorecard_conflict, (enum feature)i, features[i]);
        sqlite3_str_appendf(text, "%sconflict %.2f:", between, result->decision.reliability);
        append_points(text, features, points);
    }
}

void kind_answer_features(sqlite3_str *text, const double *features, bool of_database) {
    const char *between = "{\"";
    for (size_t i = 0; i < feature_count; i++) {
        double value = features[i];
        if (value == 0 || (i >= feature_relation_first && !of_database))
            continue;
        sqlite3_str_appendall(text, between);
        sqlite3_str_appendall(text, feature_names[i]);
        sqlite3_str_appendall(text, "\":");
        if (isnan(value))
            sqlite3_str_appendall(text, "null");
        else
            append_precise(text, value);
        between = ",\"";
    }
    sqlite3_str_appendall(text, *between == '{' ? "{}" : "}");
}
