/* kind_answer.c - see kind_answer.h. */
#include "kind_answer.h"

#include "../../core/text/characters.h"
#include "differences.h"

#include <math.h>   /* fabs, isnan */
#include <string.h> /* memcpy */

const char *const kind_names[kind_count] = {
    [kind_identical] = "identical", [kind_template] = "template",   [kind_copyedit] = "copyedit",
    [kind_drift] = "drift",         [kind_reference] = "reference", [kind_other] = "other",
};

/* ---- The reason ---- */

/* What the kind rests on. %T stands for the title, %A and %B for both titles. */
static const char *const grounds[reason_count] = {
    [reason_same_text] = "Both are the same text, except perhaps for white space",
    [reason_citation] = "Both are references or links",
    [reason_fragment] = "Neither is a sentence, as in lists and tables",
    [reason_two_dates] = "Both are from %T, at two dates",
    [reason_agreed] = "The two agreed before one was changed",
    [reason_same_article] = "Both are from %T",
    [reason_related_titles] = "The titles %A and %B are related",
    [reason_other_named] = "One of them names the title of the other",
    [reason_same_subject] = "Both seem to have the same subject",
    [reason_shared_sentences] = "Their articles share other sentences",
    [reason_shared_neighbours] = "The sentences beside them are alike, too",
    [reason_rare_words] = "They have rare words in common",
    [reason_same_wording] = "They are worded nearly alike",
    [reason_own_titles] = "Each names its own title, %A and %B",
    [reason_title_pattern] = "The titles %A and %B follow one pattern",
    [reason_mirrored] = "Each names the title of the other, %A and %B",
    [reason_many_texts] = "Many texts follow this pattern",
    [reason_no_subject] = "A pronoun stands for the subject",
    [reason_parallel] = "Both are from %T, perhaps about different things",
    [reason_different_articles] = "They are from %A and %B",
    [reason_different_things] = "By their words they are about different things",
};

/* What differs without a conflict, in the order in which a reason lists it. */
static const struct {
    int type;
    const char *name;
} soft_types[] = {
    {difference_punctuation, "punctuation"},
    {difference_case, "capitals"},
    {difference_spelling, "spelling"},
    {difference_function, "small words"},
    {conflicts_compatible_value, "values that agree"},
    {conflicts_short_form, "a short form"},
    {conflicts_name_added, "an added name"},
    {conflicts_wording, "wording"},
    {conflicts_added, "added words"},
    {conflicts_moved, "word order"},
};

/* Longer texts are cut, in code points. */
enum { quoted_most = 60 };

/* Appends at most `most` code points, cut between words if there is white space, and then "…". */
static void append_cut(sqlite3_str *text, const uint32_t *points, size_t count, size_t most) {
    if (count <= most) {
        text_result_append(text, points, count);
        return;
    }
    size_t end = most;
    while (end > 0 && character_of(points[end]).class != character_space)
        end--;
    text_result_append(text, points, end > 0 ? end : most);
    sqlite3_str_appendall(text, "…");
}

/* The side is a run of words, or the names among them. */
static void append_side(sqlite3_str *text, const struct kind_work *work,
                        const struct kind_result *result, int side, size_t most) {
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
        size_t count = word_end(last) - first->begin;
        if (*between && count > most) {
            sqlite3_str_appendall(text, "…");
            break;
        }
        bool joined = first->attached && at > range.begin && first[-1].in_name; /* in Han */
        sqlite3_str_appendall(text, joined ? "" : between);
        append_cut(text, words->text.values + first->begin, count, most);
        most -= count < most ? count : most;
        between = " ";
    }
}

/* A value as it stands, other words in quotation marks. */
static void append_quoted_side(sqlite3_str *text, const struct kind_work *work,
                               const struct kind_result *result, int side) {
    enum difference_type type = result->decision.conflict.type;
    bool bare = type == difference_number || type == difference_date || type == difference_time ||
                type == difference_name;
    sqlite3_str_appendall(text, bare ? "" : "“");
    append_side(text, work, result, side, quoted_most);
    sqlite3_str_appendall(text, bare ? "" : "”");
}

/* One of the titles; both are from one article or text if neither has any. */
static void append_title(sqlite3_str *text, const struct kind_work *work, int place) {
    const struct code_points *title = &work->titles[place].words.text;
    if (title->count == 0) {
        sqlite3_str_appendall(text, "a text without a title");
        return;
    }
    sqlite3_str_appendall(text, "“");
    append_cut(text, title->values, title->count, quoted_most);
    sqlite3_str_appendall(text, "”");
}

/* "Both are about the University of Port Maurel", or false if they share no named subject. */
static bool append_subject(sqlite3_str *text, const struct kind_work *work, bool begins) {
    bool of_both;
    struct word_range range = features_shared_subject(&work->pair, &work->presence, &of_both);
    const struct words *words = &work->pair.sentences[0].words;
    if (range.begin == range.end)
        return false;
    const struct word *first = &words->items[range.begin], *last = &words->items[range.end - 1];
    sqlite3_str_appendall(text, begins ? "Both " : "both ");
    sqlite3_str_appendall(text, of_both ? "are about " : "name ");
    size_t begin = first->begin;
    if (range.begin == 0 && words_has_role(words, 0, vocabulary_function)) {
        struct letter_slice small = words_letters(words, 0);
        text_result_append(text, small.values, small.count);
        begin = word_end(first);
    }
    append_cut(text, words->text.values + begin, word_end(last) - begin, quoted_most);
    return true;
}

/* With a capital if it begins the sentence. */
static void append_ground(sqlite3_str *text, const struct kind_work *work,
                          const struct kind_result *result, enum kind_reason reason, bool begins) {
    bool one_thing =
        reason != reason_two_dates && reason != reason_agreed && reason != reason_same_article &&
        (result->decision.kind == kind_drift || result->decision.kind == kind_copyedit);
    if (one_thing && result->topic_asked && append_subject(text, work, begins))
        return;
    const char *ground = grounds[reason];
    sqlite3_str_appendchar(text, 1, (char)(begins ? *ground : *ground | 0x20)); /* it is ASCII */
    for (const char *rest = ground + 1; *rest;) {
        size_t plain = strcspn(rest, "%");
        sqlite3_str_append(text, rest, (int)plain);
        rest += plain;
        if (*rest) {
            append_title(text, work, (rest[1] == 'B') != result->turned);
            rest += 2;
        }
    }
}

/* Whether what each sentence says in the conflict stands elsewhere in the other one. */
static bool changed_places(const struct kind_work *work, const struct conflict *conflict) {
    for (int side = 0; side < 2; side++) {
        const struct words *words = &work->pair.sentences[side].words;
        struct word_range range = conflict->sides[side];
        for (uint32_t at = range.begin; at < range.end; at++)
            if ((!conflict->names || words->items[at].in_name) &&
                !presence_in(presence_at(&work->presence, words, at), presence_text, 1 - side))
                return false;
    }
    return true;
}

/* "One says 143, the other 134", or: Only one says “not” */
static void append_conflict(sqlite3_str *text, const struct kind_work *work,
                            const struct kind_result *result) {
    const struct decision *decision = &result->decision;
    const struct conflict *conflict = &decision->conflict;
    int first = result->turned ? 1 : 0;
    bool empty[2];
    for (int side = 0; side < 2; side++)
        empty[side != first] = conflict->sides[side].begin == conflict->sides[side].end;
    bool both = !empty[0] && !empty[1], swapped = both && changed_places(work, conflict);
    sqlite3_str_appendall(text, !both ? "Only one says " : swapped ? "" : "One says ");
    append_quoted_side(text, work, result, empty[0] ? 1 : 0);
    if (both) {
        sqlite3_str_appendall(text, swapped ? " and " : ", the other ");
        append_quoted_side(text, work, result, 1);
        sqlite3_str_appendall(text, swapped ? " have changed places" : "");
    }
    size_t told = swapped ? 2 : 1, count = work->conflicts.count;
    size_t more = count > told ? count - told : 0;
    if (decision->kind == kind_copyedit)
        sqlite3_str_appendall(text, ", and both may be true");
    else if (decision->kind == kind_drift && more == 1)
        sqlite3_str_appendall(text, ", and they disagree on one more point");
    else if (decision->kind == kind_drift && more > 1)
        sqlite3_str_appendf(text, ", and they disagree on %u more points", (unsigned)more);
}

/*
 * "; they differ in spelling and wording". Types of conflicts that were dropped are explained by
 * the titles or by tense. Without any type the words are the same.
 */
static void append_differences(sqlite3_str *text, uint32_t types) {
    const char *names[sizeof soft_types / sizeof *soft_types + 1];
    size_t count = 0;
    for (size_t i = 0; i < sizeof soft_types / sizeof *soft_types; i++) {
        if (types >> soft_types[i].type & 1)
            names[count++] = soft_types[i].name;
        types &= ~(UINT32_C(1) << soft_types[i].type);
    }
    if (types != 0)
        names[count++] = "what titles or tense explain";
    else if (count == 0)
        names[count++] = "capitals or typography";
    for (size_t i = 0; i < count; i++) {
        sqlite3_str_appendall(text, i == 0 ? "; they differ in " : i + 1 < count ? ", " : " and ");
        sqlite3_str_appendall(text, names[i]);
    }
}

/* What conflicts, and then what the kind rests on; without a conflict that, and what differs. */
static void append_reason(sqlite3_str *text, const struct kind_work *work,
                          struct kind_result *result) {
    bool conflicts = result->decision.has_conflict;
    if (conflicts) {
        append_conflict(text, work, result);
        sqlite3_str_appendall(text, "; ");
    }
    append_ground(text, work, result, kind_reason(result), !conflicts);
    if (!conflicts && result->decision.kind == kind_copyedit)
        append_differences(text, result->types);
    sqlite3_str_appendall(text, ".");
}

/* ---- The evidence ---- */

/* Appends a number below 10^15, of which so many digits are decimals. */
static void append_decimal(sqlite3_str *text, uint64_t digits, int decimals) {
    char written[sizeof "999999999999999."];
    size_t first = sizeof written;
    for (int place = 0; place <= decimals || digits > 0; place++, digits /= 10) {
        if (place == decimals && place > 0)
            written[--first] = '.';
        written[--first] = (char)('0' + digits % 10);
    }
    sqlite3_str_append(text, written + first, (int)(sizeof written - first));
}

/* By "%.3g" or the like. Most features are small integers, which a shortcut prints. */
static void append_number(sqlite3_str *text, const char *format, double value) {
    if (value >= 0 && value <= 999 && value == (int)value)
        append_decimal(text, (uint64_t)value, 0);
    else
        sqlite3_str_appendf(text, format, value);
}

/*
 * By "%.15g", or for the usual sizes with 12 decimals at most and no zeros at the end: SQLite's
 * formats take ten times as long.
 */
static void append_precise(sqlite3_str *text, double value) {
    if (!(value >= 0.001 && value < 100)) {
        append_number(text, "%.15g", value);
        return;
    }
    int decimals = 12;
    uint64_t scaled = (uint64_t)(value * 1e12 + 0.5);
    for (; decimals > 0 && scaled % 10 == 0; scaled /= 10)
        decimals--;
    append_decimal(text, scaled, decimals);
}

/* By "%+.2f", but at once. Points are sums of decimals: like SQLite, this rounds 0.505 up. */
static void append_points_of(sqlite3_str *text, double points) {
    double size = fabs(points);
    if (!(size < 1e6)) {
        sqlite3_str_appendf(text, " (%+.2f)", points);
        return;
    }
    static const double nearly = 3e-16; /* what a sum may lack */
    sqlite3_str_appendall(text, points < 0 ? " (-" : " (+");
    append_decimal(text, (uint64_t)((size + (long double)(0.005 + size * nearly)) * 100), 2);
    sqlite3_str_appendchar(text, 1, ')');
}

/* Appends the features that count most, with values and points: "partners 12 (-1.31), ...". */
static void append_points(sqlite3_str *text, const double *features, const double *points) {
    enum { why_most = 6 };
    static const double least = 0.1; /* less is not worth a word */
    int told[why_most + 1], count = 0;
    for (int i = 0; i < feature_count; i++) {
        if (!(fabs(points[i]) > least))
            continue;
        int at = count;
        for (; at > 0 && fabs(points[told[at - 1]]) < fabs(points[i]); at--)
            told[at] = told[at - 1];
        told[at] = i;
        count += count < why_most;
    }
    for (int n = 0; n < count; n++) {
        double value = features[told[n]];
        sqlite3_str_appendall(text, n == 0 ? " " : ", ");
        sqlite3_str_appendall(text, feature_names[told[n]]);
        sqlite3_str_appendall(text, isnan(value) ? " unknown" : " ");
        if (!isnan(value))
            append_number(text, "%.3g", value);
        append_points_of(text, points[told[n]]);
    }
}

/* By how much verdicts correct the sum. */
static void append_learnt(sqlite3_str *text, double points) {
    if (points != 0) {
        sqlite3_str_appendall(text, ", verdicts");
        append_points_of(text, points);
    }
}

/* What speaks for and against one topic, which was asked, and a conflict, if there is one. */
static void append_why(sqlite3_str *text, struct kind_result *result) {
    const double *features = result->features;
    const char *between = "";
    assert(result->topic_asked);
    if (!(features[feature_two_dates] > 0)) {
        sqlite3_str_appendf(text, "one topic %.2f:", result->decision.topic);
        append_points(text, features, result->points.topic);
        append_learnt(text, result->points.learnt[learnt_topic]);
        between = "; ";
    }
    if (result->decision.score > 0) {
        sqlite3_str_appendf(text, "%sconflict %.2f:", between, result->decision.reliability);
        append_points(text, features, result->points.conflict);
        append_learnt(text, result->points.learnt[learnt_conflict]);
    }
}

/*
 * As JSON: the features that are not zero, with null for those that are not known. Without a
 * database, those of the database are left out.
 */
static void append_features(sqlite3_str *text, const struct kind_answer *answer) {
    const char *between = "{\"";
    for (size_t i = 0; i < feature_count; i++) {
        double value = answer->features[i];
        if (value == 0 || (i >= feature_relation_first && !answer->of_database))
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

/* ---- The answer ---- */

void kind_answer_begin(struct kind_answer *answer, const struct kind_result *result) {
    const struct decision *decision = &result->decision;
    answer->kind = decision->kind;
    answer->score = decision->score;
    answer->topic = decision->topic;
    answer->type = decision->conflict.type;
    answer->has_conflict = decision->has_conflict;
    answer->topic_asked = result->topic_asked;
    answer->of_database = result->of_database;
    memcpy(answer->features, result->features, sizeof answer->features);
}

void kind_answer_tell(struct kind_answer *answer, sqlite3_str *words, const struct kind_work *work,
                      struct kind_result *result, enum kind_column column) {
    size_t begin = (size_t)sqlite3_str_length(words);
    assert(column < kind_columns_count);
    if (column == kind_column_reason)
        append_reason(words, work, result);
    else if (column == kind_column_why && answer->topic_asked)
        append_why(words, result);
    else if ((column == kind_column_value_a || column == kind_column_value_b) &&
             answer->has_conflict)
        append_side(words, work, result, (int)(column - kind_column_value_a), SIZE_MAX);
    answer->texts[column] = (struct part){begin, (size_t)sqlite3_str_length(words) - begin};
}

void kind_answer_column(sqlite3_context *context, const struct kind_answer *answer,
                        const char *words, enum kind_column column) {
    bool of_conflict = column == kind_column_type || column == kind_column_value_a ||
                       column == kind_column_value_b;
    bool of_topic = column == kind_column_why || column >= kind_column_conflicts;
    if ((of_conflict && !answer->has_conflict) || (of_topic && !answer->topic_asked))
        return;
    switch (column) {
    case kind_column_kind:
        sqlite3_result_text(context, kind_names[answer->kind], -1, SQLITE_STATIC);
        break;
    case kind_column_type:
        sqlite3_result_text(context, difference_names[answer->type], -1, SQLITE_STATIC);
        break;
    case kind_column_score:
    case kind_column_topic:
        sqlite3_result_double(context, column == kind_column_score ? answer->score : answer->topic);
        break;
    case kind_column_conflicts: /* SQLite reads NaN as NULL */
        sqlite3_result_double(context, answer->features[feature_conflicts]);
        break;
    case kind_column_own_changed:
        sqlite3_result_double(context, answer->features[feature_own_changed]);
        break;
    case kind_column_features: {
        sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
        append_features(text, answer);
        text_result_set(context, text);
        break;
    }
    default:
        sqlite3_result_text64(context, (words ? words : "") + answer->texts[column].begin,
                              answer->texts[column].length, SQLITE_TRANSIENT, SQLITE_UTF8);
    }
}
