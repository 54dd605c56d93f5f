/*
 * kinds.c - duplicate_kind(a, b, title_a, title_b [, block_a, block_b, two_dates, language,
 * evidence, words_a, words_b, rarities]).
 *
 * Table-valued, with one row: what kind of near-duplicates two sentences are, by core/kinds/kind.h.
 *
 *   (1) A NULL argument gives no row.
 *   (2) Exchanging a and b, and everything that belongs to them, does not change kind, score,
 * topic, why and features. (3) A call ends when the connection is interrupted. (4) The last four
 * arguments are what a database knows: see evidence_argument.h for the first; the others are blobs
 * of word_set(), or empty, and the pointer of word_rarities(), or NULL.
 */
#include "connection.h"
#include "difference_names.h"
#include "evidence_argument.h"
#include "table_function.h"
#include "text_result.h"
#include "words.h"

#include <math.h>   /* fabs, isnan */
#include <string.h> /* memcmp, strlen */

enum {
    column_kind,
    column_score,
    column_reason,
    column_type,
    column_value_a,
    column_value_b,
    column_topic,
    column_why,
    column_features,
    result_count
};

enum {
    argument_of_a,
    argument_of_b,
    argument_of_title_a,
    argument_of_title_b,
    argument_of_block_a,
    argument_of_block_b,
    argument_of_two_dates,
    argument_of_language,
    argument_of_evidence,
    argument_of_words_a,
    argument_of_words_b,
    argument_of_rarities,
    argument_count
};

struct kinds_cursor {
    struct table_cursor base;
    struct kind_work work;
    struct kind_result result;
    struct kind_circumstances circumstances;
    double relations[feature_count];
};

static const char *const kind_names[kind_count] = {
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

static const char *const argument_names[] = {"a",        "b",       "title_a",   "title_b",
                                             "block_a",  "block_b", "two_dates", "language",
                                             "evidence", "words_a", "words_b",   "rarities"};

static struct kind_text text_argument(struct arguments *arguments,
                                      const struct table_arguments *given, int argument) {
    if (!given->values[argument])
        return (struct kind_text){"", 0};
    struct argument_bytes text =
        argument_text(arguments, argument_names[argument], given->values[argument]);
    return (struct kind_text){text.bytes, text.length};
}

static bool flag_argument(struct arguments *arguments, const struct table_arguments *given,
                          int argument) {
    return given->values[argument] && argument_integer(arguments, argument_names[argument],
                                                       given->values[argument], 0, 1) == 1;
}

static struct argument_bytes blob_argument(struct arguments *arguments,
                                           const struct table_arguments *given, int argument) {
    if (!given->values[argument])
        return (struct argument_bytes){"", 0};
    return argument_blob(arguments, argument_names[argument], given->values[argument]);
}

static void read_evidence(struct kinds_cursor *cursor, struct arguments *arguments,
                          const struct table_arguments *given) {
    struct evidence *evidence = &cursor->circumstances.evidence;
    struct kind_text relations = text_argument(arguments, given, argument_of_evidence);
    if (evidence_argument_read(arguments, argument_names[argument_of_evidence],
                               (struct argument_bytes){relations.bytes, relations.length},
                               cursor->relations))
        evidence->relations = cursor->relations;
    if (given->values[argument_of_rarities])
        evidence->frequencies = rarities_argument(arguments, argument_names[argument_of_rarities],
                                                  given->values[argument_of_rarities]);
    for (int side = 0; side < 2; side++) {
        struct argument_bytes blob = blob_argument(arguments, given, argument_of_words_a + side);
        evidence->articles[side] = (struct evidence_words){blob.bytes, blob.length};
        if (blob.length % 4 != 0)
            arguments_refuse(arguments, "argument %s must be made by word_set()",
                             argument_names[argument_of_words_a + side]);
    }
}

static void kinds_open(struct table_cursor *base, const struct table_arguments *given,
                       struct arguments *arguments) {
    struct kinds_cursor *cursor = (struct kinds_cursor *)base;
    struct kind_sentence sentences[2];
    for (int side = 0; side < 2; side++) {
        sentences[side].text = text_argument(arguments, given, argument_of_a + side);
        sentences[side].title = text_argument(arguments, given, argument_of_title_a + side);
        struct kind_text block = text_argument(arguments, given, argument_of_block_a + side);
        sentences[side].in_footer =
            block.length == strlen("footer") && memcmp(block.bytes, "footer", block.length) == 0;
    }
    struct kind_text language = {"en", 2};
    if (given->values[argument_of_language])
        language = text_argument(arguments, given, argument_of_language);
    cursor->circumstances = (struct kind_circumstances){
        .two_dates = flag_argument(arguments, given, argument_of_two_dates),
        .vocabulary = vocabulary_for(language.bytes, language.length)};
    read_evidence(cursor, arguments, given);
    if (arguments->code != SQLITE_OK)
        return;
    cursor->work.pair.alignment.interruption = &base->interruption;
    if (kind_find(&cursor->work, &sqlite_allocator, &sentences[0], &sentences[1],
                  &cursor->circumstances, &cursor->result))
        base->rows = 1;
    else
        arguments->code = interruption_code(&base->interruption);
}

/* ---- Text of the answer ---- */

/* Appends what one side says in the conflict: a run of words, or the names among them. */
static void append_side(sqlite3_str *text, const struct kinds_cursor *cursor, int side) {
    const struct conflict *conflict = &cursor->result.decision.conflict;
    int place = cursor->result.turned ? 1 - side : side;
    const struct words *words = &cursor->work.pair.sentences[place].words;
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
static void append_conflict(sqlite3_str *text, const struct kinds_cursor *cursor) {
    const struct conflict *conflict = &cursor->result.decision.conflict;
    const char *type = difference_names[conflict->type];
    int first = cursor->result.turned ? 1 : 0;
    bool empty[2];
    for (int side = 0; side < 2; side++)
        empty[side != first] = conflict->sides[side].begin == conflict->sides[side].end;
    if (empty[0] || empty[1]) {
        sqlite3_str_appendf(text, ", %s: \"", type);
        append_side(text, cursor, empty[0] ? 1 : 0);
        sqlite3_str_appendall(text, "\" appears in only one sentence");
    } else {
        sqlite3_str_appendf(text, ", %s ", type);
        append_side(text, cursor, 0);
        sqlite3_str_appendall(text, " against ");
        append_side(text, cursor, 1);
    }
}

static void result_reason(sqlite3_context *context, struct kinds_cursor *cursor) {
    const struct decision *decision = &cursor->result.decision;
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
    sqlite3_str_appendall(text, reasons[kind_reason(&cursor->result)]);
    if (decision->has_conflict) {
        append_conflict(text, cursor);
        if (decision->kind == kind_copyedit)
            sqlite3_str_appendall(text, ", perhaps no conflict");
    } else if (decision->kind == kind_copyedit) {
        bool any = false;
        for (size_t i = 0; i < sizeof soft_types / sizeof *soft_types; i++) {
            if (!(cursor->result.types >> soft_types[i].type & 1))
                continue;
            sqlite3_str_appendf(text, "%s%s", any ? ", " : ", no conflict (", soft_types[i].name);
            any = true;
        }
        /*
         * Without any type the words are the same; other types are of conflicts that were dropped.
         */
        const char *rest =
            cursor->result.types == 0 ? "capitals or typography" : "explained by titles or tense";
        if (!any)
            sqlite3_str_appendf(text, ", no conflict (%s", rest);
        sqlite3_str_appendall(text, ")");
    }
    text_result_set(context, text);
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

/* What speaks for and against one topic, unless nothing was asked, and a conflict, if there is one.
 */
static void result_why(sqlite3_context *context, struct kind_result *result) {
    const double *features = result->features;
    const char *between = "";
    if (!result->topic_asked)
        return;
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
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
    text_result_set(context, text);
}

/*
 * As JSON: the features that are not zero, with null for those that are not known. Without a
 * database, those of the database are left out.
 */
static void result_features(sqlite3_context *context, const struct kind_result *result) {
    if (!result->topic_asked)
        return;
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
    const char *between = "{\"";
    for (size_t i = 0; i < feature_count; i++) {
        double value = result->features[i];
        if (value == 0 || (i >= feature_relation_first && !result->of_database))
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
    text_result_set(context, text);
}

static void kinds_column(struct table_cursor *base, sqlite3_context *context, int column) {
    struct kinds_cursor *cursor = (struct kinds_cursor *)base;
    switch (column) {
    case column_kind:
        sqlite3_result_text(context, kind_names[cursor->result.decision.kind], -1, SQLITE_STATIC);
        break;
    case column_score:
        sqlite3_result_double(context, cursor->result.decision.score);
        break;
    case column_reason:
        result_reason(context, cursor);
        break;
    case column_type:
        if (cursor->result.decision.has_conflict)
            sqlite3_result_text(context, difference_names[cursor->result.decision.conflict.type],
                                -1, SQLITE_STATIC);
        break;
    case column_value_a:
    case column_value_b:
        if (cursor->result.decision.has_conflict) {
            sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
            append_side(text, cursor, column - column_value_a);
            text_result_set(context, text);
        }
        break;
    case column_topic:
        sqlite3_result_double(context, cursor->result.decision.topic);
        break;
    case column_why:
        result_why(context, &cursor->result);
        break;
    default:
        result_features(context, &cursor->result);
    }
}

static struct default_value kinds_default(struct table_cursor *base, int argument) {
    (void)base;
    switch (argument) {
    case argument_of_block_a:
    case argument_of_block_b:
        return (struct default_value){.text = "prose"};
    case argument_of_two_dates:
        return (struct default_value){.number = 0};
    case argument_of_language:
        return (struct default_value){.text = "en"};
    default:
        return (struct default_value){.text = ""};
    }
}

static void kinds_close(struct table_cursor *base) {
    kind_work_free(&((struct kinds_cursor *)base)->work, &sqlite_allocator);
}

const struct table_function duplicate_kind_table = {
    .name = "duplicate_kind",
    .columns = "CREATE TABLE x(kind TEXT, score REAL, reason TEXT, type TEXT, value_a TEXT, "
               "value_b TEXT, topic REAL, why TEXT, features TEXT, input_a HIDDEN, "
               "input_b HIDDEN, input_title_a HIDDEN, input_title_b HIDDEN, input_block_a HIDDEN, "
               "input_block_b HIDDEN, two_dates HIDDEN, input_language HIDDEN, evidence HIDDEN, "
               "words_a HIDDEN, words_b HIDDEN, rarities HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = argument_count,
    .required_count = argument_of_block_a,
    .pointers = 1u << argument_of_rarities,
    .estimated_rows = 1,
    .cursor_size = sizeof(struct kinds_cursor),
    .open = kinds_open,
    .column = kinds_column,
    .default_argument = kinds_default,
    .close = kinds_close,
};
