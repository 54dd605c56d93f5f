/* parameters.c - see parameters.h; and neardup_parameters(). */
#include "parameters.h"

#include "../functions.h"
#include "../table_function.h"

#include <string.h>

/* ---- The declarations ------------------------------------------------------------------------ */

static const char fold_check[] =
    "trim(replace(replace(replace(replace(replace(replace(replace(replace("
    "',' || replace(replace(fold, ' ', ','), ',', ',,') || ',', ',all,', ''), ',case,', ''), "
    "',width,', ''), ',accents,', ''), ',punctuation,', ''), ',space,', ''), ',digits,', ''), "
    "',notes,', ''), ',') = ''";

#define SHARE "a number from 0 to 1"
#define BANDS "a whole number from 1 to 1024"
#define FOLDS "empty or a list of all, case, width, accents, punctuation, space, digits and notes"
#define SCHEMES "banded, paper, wikiduper, wikiduper-fixed or wikiduper-report"
#define OF_FIND(STAGE, VALUE, MEANING) .stage = STAGE, .value = VALUE, .meaning = MEANING
#define FIND "parameters"
#define REUSE "reuse_parameters"
#define WEB "web_parameters"

/* Of jobs. */
#define COUNT "a whole number from 0"
#define MANY "a whole number from 1"
#define SEVERAL "a whole number from 2"
#define PART "above 0 and at most 1"
#define FORMATS "list, csv or jsonl"

/* The order is that of the columns. docs/guide/pipeline.md says why these are the defaults. */
/* clang-format off */
const struct parameter parameters[] = {
    {FIND, "shingle", "INTEGER", NULL, BANDS,
     OF_FIND("signatures", "N", "characters in a shingle")},
    {FIND, "shingles_least", "INTEGER", NULL, "a whole number from 1",
     OF_FIND("signatures", "N", "leave out texts of fewer shingles")},
    {FIND, "shingles_most", "INTEGER", NULL, "a whole number from 1",
     OF_FIND("signatures", "N", "leave out texts of more shingles")},
    {FIND, "bands", "INTEGER", NULL, BANDS,
     OF_FIND("signatures", "N", "signatures of each text")},
    {FIND, "rows", "INTEGER", NULL, BANDS,
     OF_FIND("signatures", "N", "minhashes in a signature")},
    {FIND, "scheme", "TEXT", "'banded'", SCHEMES,
     OF_FIND("signatures", "NAME", "how signatures are made: banded, paper or wikiduper")},
    {FIND, "hashes", "INTEGER", NULL, "a whole number from 1 to 65536",
     .settled = "iif(scheme = 'banded', bands * rows, 20)",
     OF_FIND("signatures", "N", "hash functions from which the bands of the paper schemes draw (20)")},
    {FIND, "seed", "INTEGER", NULL, "a whole number below 9223372036854775807",
     .settled = "iif(scheme LIKE 'wikiduper%', 1123456, 1)",
     OF_FIND("signatures", "N", "the seed of hash functions and draws (1)")},
    {FIND, "fold", "TEXT", NULL, FOLDS, .check = fold_check,
     OF_FIND("signatures", "LIST", "what to ignore, such as all or case,accents")},
    {FIND, "jaccard_least", "REAL", "0.6", SHARE,
     OF_FIND("signatures", "X", "the least Jaccard similarity of a pair")},
    {FIND, "edit_similarity_least", "REAL", "0.5", SHARE,
     OF_FIND("pairs", "X", "the least edit similarity of a pair")},
    {FIND, "contradiction_least", "REAL", "0.4", SHARE,
     OF_FIND("pairs", "X", "search pairs from here to jaccard_least for contradictions")},
    {FIND, "comparisons_most", "REAL", "60", "a number from 0",
     OF_FIND("signatures", "X", "at most X comparisons per text, on average")},
    {FIND, "bucket_most", "INTEGER", NULL, "a whole number from 2",
     OF_FIND("signatures", "N", "compare all pairs of buckets of up to N texts")},
    {FIND, "neighbours", "INTEGER", "2", "a whole number from 1",
     OF_FIND("pairs", "N", "compare each text of a larger bucket with the next N")},
    {FIND, "representatives", "INTEGER", "2", "a whole number from 0",
     OF_FIND("pairs", "N", "compare each text of a larger bucket with the first N")},
    {FIND, "detection", "TEXT", "'minhash'", "minhash, projection or both",
     OF_FIND("signatures", "HOW", "what finds pairs: minhash, projection or both")},
    {FIND, "vectors", "TEXT", "'tfidf'", "tfidf or words",
     OF_FIND("pairs", "WHAT", "what projection compares: tfidf or words")},
    {FIND, "cosine_least", "REAL", NULL, SHARE,
     OF_FIND("pairs", "X", "the least cosine of a pair that projection finds")},
    {FIND, "projection_bands", "INTEGER", NULL, BANDS,
     OF_FIND("pairs", "N", "signatures of each vector")},
    {FIND, "projection_rows", "INTEGER", NULL, "a whole number from 1 to 64",
     OF_FIND("pairs", "N", "bits in a signature of a vector")},
    {FIND, "clusters", "TEXT", "'connected'", "connected or star",
     OF_FIND("clusters", "HOW", "how pairs form clusters: connected or star")},
    {FIND, "judged_most", "INTEGER", "30", "a whole number from 2",
     OF_FIND("kinds", "N", "judge all pairs of clusters of up to N texts")},
    {FIND, "tables", "INTEGER", "0", "0 or 1",
     OF_FIND("signatures", "0|1", "whether to compare the text of a wiki's tables")},
    {FIND, "threads", "INTEGER", "0", "a whole number from 0 to 256",
     OF_FIND("", "N", "threads to use; 0: one for each processor")},
    {FIND, "memory", "INTEGER", "256", "a whole number from 1 to 1048576",
     OF_FIND("", "MB", "megabytes for signatures, and for the texts compared at a time")},
    {FIND, "shown_least", "REAL", "0.4", SHARE,
     .value = "X", .meaning = "show what has this score or more"},

    {REUSE, "compare", "TEXT", NULL, "within, between or all",
     .meaning = "compare articles of one source, of different sources, or all"},
    {REUSE, "passage_length", "INTEGER", "400", "a whole number from 50 to 1000000",
     .meaning = "characters in a passage"},
    {REUSE, "shingle", "INTEGER", "5", BANDS, .meaning = "words in a shingle"},
    {REUSE, "bands", "INTEGER", NULL, BANDS, .meaning = "signatures of a passage"},
    {REUSE, "rows", "INTEGER", "1", "a whole number from 1 to 64",
     .meaning = "minhashes in a signature"},
    {REUSE, "comparisons_most", "REAL", "60", "a number from 0",
     .meaning = "at most this many alignments per article, on average"},
    {REUSE, "bucket_most", "INTEGER", NULL, "a whole number from 2",
     .meaning = "align all pairs of buckets of up to this many articles"},
    {REUSE, "neighbours", "INTEGER", "2", "a whole number from 1",
     .meaning = "in larger buckets, align each article with this many after it ..."},
    {REUSE, "representatives", "INTEGER", "2", "a whole number from 0",
     .meaning = "... and with this many of the first"},
    {REUSE, "seed", "TEXT", "'skip'", "ngrams, sorted or skip",
     .meaning = "how seeds are made; text_alignment() has this, and all to shadow_most"},
    {REUSE, "seed_words", "INTEGER", "3", "a whole number from 1 to 16",
     .meaning = "words in a seed"},
    {REUSE, "gap", "INTEGER", "80", "a whole number from 1 to 10000",
     .meaning = "characters between two seeds of a passage, at most"},
    {REUSE, "seeds_least", "INTEGER", "5", "a whole number from 1",
     .meaning = "seeds in a passage, at least"},
    {REUSE, "length_least", "INTEGER", "200", "a whole number from 1 to 1000000",
     .meaning = "characters of each passage of a case, at least"},
    {REUSE, "similarity_least", "REAL", "0.6", SHARE,
     .meaning = "similarity of the two passages of a case, at least"},
    {REUSE, "measure", "TEXT", "'overlap'", "overlap, cosine or jaccard",
     .meaning = "how that similarity is measured"},
    {REUSE, "occurrences_most", "INTEGER", "8", "a whole number from 1 to 64",
     .meaning = "a seed that an article has more often does not count"},
    {REUSE, "join_gap", "INTEGER", "1000", "a whole number from 0 to 10000",
     .meaning = "join passages that are up to this many characters apart"},
    {REUSE, "unmatched_cost", "REAL", "0.2", "a number from 0 to 100",
     .meaning = "what each character between them costs"},
    {REUSE, "shadow_most", "REAL", "0.5", SHARE,
     .meaning = "share of a passage that a better one may cover"},
    {REUSE, "overlap_least", "REAL", "0.5", SHARE,
     .meaning = "cases that overlap by this share are of one text"},
    {REUSE, "ranking", "TEXT", "'none'", "none, tfidf, stopwords, words or hybrid",
     .meaning = "how candidates are ranked"},
    {REUSE, "score_least", "REAL", NULL, SHARE,
     .meaning = "align only candidates of this score or more"},
    {REUSE, "rank_most", "INTEGER", NULL, "a whole number from 1",
     .meaning = "align only this many candidates of an article, the best"},
    {REUSE, "misses_most", "INTEGER", NULL, "a whole number from 1",
     .meaning = "leave out the rest after so many in a row without a case"},
    {REUSE, "threads", "INTEGER", "0", "a whole number from 0 to 256",
     .meaning = "threads to use; 0: one for each processor"},
    {REUSE, "memory", "INTEGER", "256", "a whole number from 1 to 1048576",
     .meaning = "megabytes for signatures"},

    {WEB, "ads", "REAL", "1", "a number from 0", .meaning = "advertisements on a page"},
    {WEB, "cpm", "REAL", "2.8", "a number from 0", .meaning = "USD for 1,000 views of one"},
    {WEB, "earned", "REAL", "0.5", SHARE, .meaning = "share of it that a site earns"},
    {WEB, "view_share", "REAL", "0.1", "a number from 0",
     .meaning = "views of a page, as a share of those of the article"},
    {WEB, "view_hours", "REAL", "720", "a number above 0",
     .meaning = "hours that page_views covers"},
    {WEB, "month_hours", "REAL", "720", "a number above 0", .meaning = "hours of a month"},
    {WEB, "project", "TEXT", NULL, NULL,
     .meaning = "whose views count, such as en: see page_views.domain"},
    {WEB, "sites", "REAL", "600000", "a number from 0",
     .meaning = "sites of the whole web that take over text"},
    {WEB, "fundraising", "REAL", "91700000", "a number above 0",
     .meaning = "USD that Wikipedia raises in a year"},

    {"preset", "preset", "TEXT", NULL, NULL, .meaning = "the settings of which paper, or default"},
    {"changed", "result", "TEXT", NULL, "a text", .check = "typeof(result) = 'text'",
     .meaning = "what was found: pairs, cases ..."},
    {"near", "text", "", NULL, "a text",
     .check = "typeof(text) = 'text'", .meaning = "what others are compared with"},
    {"near", "least", "REAL", "0.4", PART, .check = "least > 0 AND least <= 1",
     .meaning = "list texts of this similarity or more"},
    {"near", "limit", "INTEGER", "10", COUNT, .meaning = "how many texts to list"},
    {"near", "shingle", "INTEGER", NULL, BANDS, .meaning = "characters in a shingle"},
    {"near", "fold", "TEXT", NULL, FOLDS, .check = fold_check,
     .meaning = "what to ignore, such as all or case,accents"},
    {"near", "format", "TEXT", "'list'", FORMATS, .meaning = "list, for people; csv or jsonl"},
    {"found_texts", "least", "REAL", "0.4", PART, .check = "least > 0 AND least <= 1",
     .meaning = "list texts of this similarity or more"},
    {"found_texts", "limit", "INTEGER", "10", COUNT, .meaning = "how many texts to list"},
    {"found_texts", "format", "TEXT", "'list'", FORMATS,
     .meaning = "list, for people; csv or jsonl"},
    {"keep", "keep", "TEXT", "'usual'", NULL,
     .meaning = "usual, longest, shortest, newest, oldest, first or a column"},
    {"keep", "order", "TEXT", "'desc'", "asc or desc",
     .meaning = "keep the smallest or the largest value of a column"},
    {"keep", "drop", "TEXT", "'sure'", "sure or likely",
     .meaning = "likely: also drop likely duplicates"},
    {"keep", "format", "TEXT", "'list'", FORMATS, .meaning = "list, for people; csv or jsonl"},
    {"keep", "top", "INTEGER", "20", COUNT, .meaning = "how many groups of a sort to list"},
    {"across", "a", "", NULL, NULL, .meaning = "a source, by name or by number ..."},
    {"across", "b", "", NULL, NULL, .meaning = "... and another one"},
    {"across", "top", "INTEGER", "20", COUNT, .meaning = "how many pairs to list"},
    {"export", "what", "TEXT", "'pairs'", "pairs or members",
     .meaning = "pairs, or members of clusters"},
    {"export", "format", "TEXT", "'csv'", "csv or jsonl", .meaning = "csv or jsonl"},
    {"new_texts", "top", "INTEGER", "20", COUNT, .meaning = "how many of each sort to list"},
    {"new_texts", "format", "TEXT", "'list'", FORMATS, .meaning = "list, for people; csv or jsonl"},
    {"joined_rows", "format", "TEXT", "'list'", FORMATS,
     .meaning = "list, for people; csv or jsonl"},
    {"two_dates", "top", "INTEGER", "20", COUNT, .meaning = "how many conflicts to list"},
    {"two_dates", "type", "TEXT", NULL, NULL, .meaning = "only those of number, date, name ..."},
    {"claims_in_time", "years", "INTEGER", "5", "a whole number from 1 to 1000",
     .meaning = "a claim that is older is overdue"},
    {"claims_in_time", "top", "INTEGER", "20", MANY, .meaning = "how many of these to list"},
    {"categories", "articles", "INTEGER", "5", SEVERAL,
     .meaning = "articles in a category, at least"},
    {"categories", "share", "REAL", "0.6", SHARE,
     .meaning = "share of them that have a sentence, at least"},
    {"categories", "top", "INTEGER", "20", COUNT, .meaning = "how many sentences to list"},
    {"choose_parameters", "similarity", "REAL", NULL, PART,
     .check = "similarity > 0 AND similarity <= 1",
     .meaning = "pairs of this Jaccard similarity or more ..."},
    {"choose_parameters", "recall", "REAL", "0.95", "above 0 and below 1",
     .check = "recall > 0 AND recall < 1",
     .meaning = "... are to be found with this probability"},
    {"choose_parameters", "texts", "INTEGER", NULL, SEVERAL, .meaning = "how many there are"},
    {"report", "url", "TEXT", NULL, NULL, .meaning = "what titles link to"},
    {"report", "papers", "", NULL, NULL, .meaning = "1: draw all figures of the papers"},

    {"match_probability", "bands", "INTEGER", NULL, BANDS, .meaning = "signatures of each text"},
    {"match_probability", "rows", "INTEGER", NULL, "a whole number from 1 to 64",
     .meaning = "minhashes in a signature"},
    {"large_clusters", "stub", "INTEGER", "10", MANY,
     .meaning = "an article of fewer sentences is a stub"},
    {"sweep", "texts", "INTEGER", "10000", SEVERAL, .meaning = "how many texts to draw"},
    {"sweep", "distance", "REAL", "0.25", SHARE,
     .meaning = "edits of a good pair, as a share of its length, at most"},
    {"sweep", "longest", "INTEGER", "16", "a whole number from 5 to 64",
     .meaning = "characters in the longest shingle"},
    {"article_pairs", "shared", "INTEGER", "2", MANY,
     .meaning = "clusters that a pair shares, at least"},
    {"article_pairs", "top", "INTEGER", "10", COUNT, .meaning = "how many pairs to list"},
    {"article_pairs", "articles", "INTEGER", "50", SEVERAL,
     .meaning = "articles in a cluster, at most"},
    {"granularity", "documents", "INTEGER", "5000", SEVERAL, .meaning = "articles to read"},
    {"sliding_window", "bits", "INTEGER", "100", "a whole number from 1 to 32768",
     .meaning = "bits in a signature"},
    {"sliding_window", "permutations", "INTEGER", "10", "a whole number from 1 to 65535",
     .meaning = "permutations of these bits"},
    {"sliding_window", "window", "INTEGER", "10", MANY,
     .meaning = "neighbours to compare each with"},
    {"sliding_window", "distance", "INTEGER", "5", MANY, .meaning = "bits that differ, at most"},
    {"sliding_window", "vectors", "TEXT", NULL, "words or tfidf",
     .meaning = "what is compared: words or tfidf"},
    {"sliding_window", "sentences", "INTEGER", "100000", MANY, .meaning = "how many to compare"},
    {"source_retrieval", "articles", "INTEGER", "400", MANY,
     .meaning = "how many articles to draw"},
    {"source_retrieval", "characters", "INTEGER", "30000000", MANY,
     .meaning = "characters of the articles that they are aligned with"},
    {"ranked_candidates", "article", "INTEGER", NULL, "the id of an article",
     .check = "typeof(article) = 'integer'", .meaning = "whose candidates to list"},
    {"ranked_candidates", "measure", "TEXT", "'tfidf'", "tfidf, stopwords, words or hybrid",
     .meaning = "how candidates are ranked"},
    {"ranked_candidates", "limit", "INTEGER", "20", COUNT, .meaning = "how many to list"},

    {"sample_clusters", "clusters", "INTEGER", "100", MANY, .meaning = "how many to draw"},
    {"sample_clusters", "seed", "INTEGER", "1", "a whole number", .meaning = "of the draw"},
    {"sample_clusters", "by_kind", "INTEGER", "0", "0 or 1", .meaning = "1: as many of each kind"},
    {"sample_to_csv", "format", "TEXT", "'csv'", "csv or jsonl", .meaning = "csv or jsonl"},
    {"csv_to_labels", "reader", "TEXT", NULL, "a name other than 'automatic'",
     .check = "reader NOT IN ('', 'automatic')", .meaning = "who has labelled"},
    {"labels_to_jsonl", "reader", "TEXT", NULL, NULL, .meaning = "whose labels to write"},
    {"agreement", "reader", "TEXT", NULL, NULL, .meaning = "whose labels count as right"},
    {"agreement", "other", "TEXT", NULL, NULL, .meaning = "who is compared with that reader"},
    {"agreement", "top", "INTEGER", "20", COUNT, .meaning = "how many disagreements to list"},
    {"kind_figures", "file", "TEXT", NULL, NULL, .meaning = "the file of labels"},
    {"kind_figures", "strata", "TEXT", NULL, NULL, .meaning = "pairs of each kind, as JSON"},
    {"kind_figures", "threshold", "REAL", "0.5", SHARE, .meaning = "the score from which ..."},
    {"kind_figures", "top", "INTEGER", "20", COUNT, .meaning = "how many to list"},
    {.name = NULL}};

/* What several parameters must be together. */
static const struct {
    const char *owner, *rule, *check;
} rules[] = {
    {FIND, "shingles_least must be at most shingles_most", "shingles_most >= shingles_least"},
    {FIND, "bands * rows must be at most 65536", "bands * rows <= 65536"},
    {FIND, "hashes must not be set if scheme is banded", "hashes IS NULL OR scheme <> 'banded'"},
    {FIND, "bands or hashes must be at most 20 unless scheme is banded",
     "scheme = 'banded' OR min(coalesce(bands, 10), coalesce(hashes, 20)) <= 20"},
    {FIND, "rows must be at most hashes or 20 if scheme is paper",
     "scheme <> 'paper' OR coalesce(rows, 10) <= coalesce(hashes, 20)"},
    {FIND, "projection_bands * projection_rows must be at most 32768",
     "projection_bands * projection_rows <= 32768"}};
/* clang-format on */

/* ---- Tables ---------------------------------------------------------------------------------- */

/* The name of a column: quoted if it is a word of SQL. */
static void append_name(sqlite3_str *sql, const char *name) {
    bool word = sqlite3_keyword_check(name, (int)strlen(name)) != 0;
    sqlite3_str_appendf(sql, word ? "\"%w\"" : "%s", name);
}

/* The words of a list: "minhash, projection or both". Numbers are not quoted. */
static void append_words(sqlite3_str *sql, const struct parameter *parameter) {
    const char *separator = "";
    append_name(sql, parameter->name);
    sqlite3_str_appendall(sql, " IN (");
    for (const char *at = parameter->wanted; *at;) {
        size_t length = strcspn(at, ", ");
        bool joins = length == 2 && memcmp(at, "or", 2) == 0;
        const char *quote = strcmp(parameter->type, "TEXT") == 0 ? "'" : "";
        if (!joins && length > 0)
            sqlite3_str_appendf(sql, "%s%s%.*s%s", separator, quote, (int)length, at, quote);
        separator = !joins && length > 0 ? ", " : separator;
        at += length + strspn(at + length, ", ");
    }
    sqlite3_str_appendall(sql, ")");
}

/* The check that `wanted` states in words. */
static void append_check(sqlite3_str *sql, const struct parameter *parameter) {
    static const struct {
        const char *words, *compares;
    } bounds[] = {
        {" from ", ">="}, {" above ", ">"}, {" to ", "<="}, {" below ", "<"}, {" at most ", "<="}};
    const char *wanted = parameter->wanted, *found;
    if (parameter->check) {
        sqlite3_str_appendall(sql, parameter->check);
        return;
    }
    bool whole = strncmp(wanted, "a whole number", 14) == 0;
    if (!whole && strncmp(wanted, "a number", 8) != 0) {
        append_words(sql, parameter);
        return;
    }
    sqlite3_str_appendall(sql, "typeof(");
    append_name(sql, parameter->name);
    sqlite3_str_appendf(sql, ") = '%s'", whole ? "integer" : "real");
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if ((found = strstr(wanted, bounds[i].words)) != NULL) {
            found += strlen(bounds[i].words);
            sqlite3_str_appendall(sql, " AND ");
            append_name(sql, parameter->name);
            sqlite3_str_appendf(sql, " %s %.*s", bounds[i].compares, (int)strcspn(found, " "),
                                found);
        }
}

/* With the comment that `.schema` shows. */
static void append_column(sqlite3_str *sql, const struct parameter *parameter) {
    bool may_be_null = !parameter->usual;
    sqlite3_str_appendf(sql, ",\n    -- %s\n    ", parameter->meaning);
    append_name(sql, parameter->name);
    sqlite3_str_appendf(sql, " %s%s DEFAULT %s", parameter->type, may_be_null ? "" : " NOT NULL",
                        may_be_null ? "NULL" : parameter->usual);
    if (!parameter->wanted)
        return;
    sqlite3_str_appendf(sql, "\n        CONSTRAINT \"%s must be %s\"\n        CHECK (",
                        parameter->name, parameter->wanted);
    if (may_be_null) {
        append_name(sql, parameter->name);
        sqlite3_str_appendall(sql, " IS NULL OR ");
    }
    append_check(sql, parameter);
    sqlite3_str_appendall(sql, ")");
}

static char *parameters_table(const char *owner, const char *table) {
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(sql,
                        "CREATE TABLE %s (\n"
                        "    -- there is one row\n"
                        "    id INTEGER PRIMARY KEY DEFAULT 1 CONSTRAINT \"id must be 1\" "
                        "CHECK (id = 1)",
                        table);
    for (const struct parameter *at = parameters; at->name; at++)
        if (strcmp(at->owner, owner) == 0)
            append_column(sql, at);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(rules[i].owner, owner) == 0)
            sqlite3_str_appendf(sql, ",\n    CONSTRAINT \"together, %s\"\n    CHECK (%s)",
                                rules[i].rule, rules[i].check);
    sqlite3_str_appendall(sql, "\n)");
    return sqlite3_str_finish(sql);
}

/* Whether an owner is a table of main, and not a job. */
static bool is_table(const char *owner) {
    return strcmp(owner, FIND) == 0 || strcmp(owner, REUSE) == 0 || strcmp(owner, WEB) == 0;
}

static bool is_setting(const struct parameter *parameter) {
    return parameter->stage != NULL;
}

/* Appends the names of the columns of `setting`, each in a format. */
static void append_settings(sqlite3_str *sql, const char *format) {
    const char *separator = "";
    for (const struct parameter *at = parameters; at->name; at++)
        if (is_setting(at)) {
            sqlite3_str_appendall(sql, separator);
            sqlite3_str_appendf(sql, format, at->name, at->name, at->type);
            separator = ", ";
        }
}

char *parameters_tables(const char *owner) {
    char name[60];
    sqlite3_snprintf(sizeof name, name, "IF NOT EXISTS main.%s", owner);
    char *table = parameters_table(owner, name);
    if (!table)
        return NULL;
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(sql, "%s; INSERT OR IGNORE INTO main.%s (id) VALUES (1);", table, owner);
    if (strcmp(owner, FIND) == 0) {
        sqlite3_str_appendall(sql, "CREATE TABLE IF NOT EXISTS main.setting (\n    ");
        append_settings(sql, "%s%.0s %s");
        sqlite3_str_appendall(sql, "\n)");
    }
    sqlite3_free(table);
    return sqlite3_str_finish(sql);
}

/* ---- Settings -------------------------------------------------------------------------------- */

/* What stands for NULL can depend on what was chosen for others: so it comes second. */
void parameters_settle(struct run *run) {
    sqlite3_str *sql = sqlite3_str_new(run->db);
    sqlite3_str_appendall(sql, "DELETE FROM main.setting; INSERT INTO main.setting SELECT ");
    append_settings(sql, "coalesce(%s, (SELECT value FROM choice WHERE name = '%s'))%.0s");
    sqlite3_str_appendall(sql, " FROM main.parameters;");
    for (const struct parameter *at = parameters; at->name; at++)
        if (at->settled)
            sqlite3_str_appendf(sql, "UPDATE main.setting SET %s = coalesce(%s, %s);", at->name,
                                at->name, at->settled);
    run_built(run, sql);
}

static int stage_number(const char *name) {
    static const char *const names[] = {"signatures", "pairs", "clusters", "kinds"};
    int number = 0;
    while (number < 4 && strcmp(names[number], name) != 0)
        number++;
    return number;
}

/* One object for each stage, since what one depends on, those after it do, too. */
char *parameters_basis(struct run *run, const char *stage) {
    sqlite3_str *sql = sqlite3_str_new(run->db);
    sqlite3_str_appendall(sql, "SELECT ");
    for (int i = 0; i <= stage_number(stage); i++) {
        sqlite3_str_appendf(sql, "%sjson_object(%s", i ? " || " : "",
                            i ? "" : "'program', neardup_version()");
        const char *separator = i ? "" : ", ";
        for (const struct parameter *at = parameters; at->name; at++)
            if (is_setting(at) && at->stage[0] && stage_number(at->stage) == i) {
                sqlite3_str_appendf(sql, "%s'%s', %s", separator, at->name, at->name);
                separator = ", ";
            }
        if (i == 1) /* the data that a parameter asks for */
            sqlite3_str_appendall(
                sql, ", 'word_vectors', iif(detection <> 'minhash' AND vectors = 'words', "
                     "(SELECT rows_fingerprint(word, vector, weight) FROM word_vector), NULL)");
        sqlite3_str_appendall(sql, ")");
    }
    sqlite3_str_appendall(sql, " FROM main.parameters");
    char *query = sqlite3_str_finish(sql);
    char *basis = run_value(run, "%s", query ? query : "");
    sqlite3_free(query);
    return basis;
}

/* ---- What was given -------------------------------------------------------------------------- */

void parameters_read(struct run *run) {
    static const char value[] = "SELECT value FROM json_each(%Q) WHERE key = ?1 ORDER BY id DESC";
    if (!run->given)
        return;
    char *wrong =
        run_value(run, "SELECT 1 WHERE iif(json_valid(%Q), json_type(%Q), '') <> 'object'",
                  run->given, run->given);
    if (wrong)
        run_refuse(run, SQLITE_ERROR,
                   "neardup_run(): argument parameters must be a JSON object, found %s",
                   shown_text((struct argument_bytes){run->given, strlen(run->given)}).utf8);
    sqlite3_free(wrong);
    char *sql = run->code == SQLITE_OK ? sqlite3_mprintf(value, run->given) : NULL;
    int code = sql ? sqlite3_prepare_v2(run->db, sql, -1, &run->given_value, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    if (code != SQLITE_OK)
        run_failed(run, code);
}

/* Whether a job has an owner's parameters: its own, and those of its stages. */
static bool takes(const struct job *job, const char *owner) {
    const struct stage *stage = job->stages;
    while (stage->name && strcmp(stage->name, owner) != 0)
        stage++;
    return stage->name || strcmp(job->name, owner) == 0;
}

void parameters_check_names(struct run *run) {
    sqlite3_str *list = sqlite3_str_new(run->db);
    for (const struct parameter *at = parameters; at->name; at++)
        if (takes(run->job, at->owner))
            sqlite3_str_appendf(list, "%s%s", sqlite3_str_length(list) ? ", " : "", at->name);
    bool none = sqlite3_str_length(list) == 0;
    char *names = sqlite3_str_finish(list);
    char *wrong = run_value(run,
                            "SELECT key FROM json_each(coalesce(%Q, '{}')) WHERE type <> 'null' "
                            "AND instr(', %q, ', ', ' || key || ', ') = 0",
                            run->given, none ? "" : names);
    char *owner = wrong ? run_value(run,
                                    "SELECT owner FROM neardup_parameters() WHERE name = %Q AND "
                                    "owner LIKE '%%parameters'",
                                    wrong)
                        : NULL;
    if (!none && !names)
        run_refuse(run, SQLITE_NOMEM, "");
    if (wrong)
        run_refuse(run, SQLITE_ERROR, "the job %s has no parameter '%s'; it has %s%s%s",
                   run->job->name, shown_text((struct argument_bytes){wrong, strlen(wrong)}).utf8,
                   none ? "none" : names, owner ? ". The job that sets it is " : "",
                   owner ? owner : "");
    sqlite3_free(owner);
    sqlite3_free(wrong);
    sqlite3_free(names);
}

/* Whether a parameter was given, and, unless `nulls` count, is not NULL. */
static bool is_given(struct run *run, const char *name, bool nulls) {
    if (!run->given_value || run->code != SQLITE_OK)
        return false;
    int code = sqlite3_bind_text(run->given_value, 1, name, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(run->given_value);
    bool given =
        code == SQLITE_ROW && (nulls || sqlite3_column_type(run->given_value, 0) != SQLITE_NULL);
    if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
        run_failed(run, code);
    sqlite3_reset(run->given_value);
    return given;
}

/* ---- Checking and setting -------------------------------------------------------------------- */

/* Sets what was given of an owner's parameters in a table that has its columns. */
static void update(struct run *run, const char *table, const char *owner, bool nulls) {
    bool any = false;
    sqlite3_str *sql = sqlite3_str_new(run->db);
    sqlite3_str_appendf(sql, "UPDATE %s SET ", table);
    for (const struct parameter *at = parameters; at->name; at++)
        if (strcmp(at->owner, owner) == 0 && is_given(run, at->name, nulls)) {
            sqlite3_str_appendf(sql, "%s\"%w\" = @%s", any ? ", " : "", at->name, at->name);
            any = true;
        }
    if (any)
        run_built(run, sql);
    else
        sqlite3_free(sqlite3_str_finish(sql));
}

/*
 * What a broken constraint says of a parameter: SQLite names the constraint, "NAME must be RANGE"
 * or "together, RULE", or the column that is NULL. NULL: nothing. Freed by sqlite3_free().
 */
static char *reason_of(const struct parameter *parameter, const char *rule) {
    static const char together[] = "together, ";
    size_t length = strlen(parameter->name), size = sizeof together - 1;
    const char *point = strrchr(rule, '.'), *word = strstr(rule, parameter->name);
    if (strncmp(rule, together, size) == 0)
        return word ? sqlite3_mprintf("does not fit the others: %s", rule + size) : NULL;
    if (strncmp(rule, parameter->name, length) == 0 && strncmp(rule + length, " must ", 6) == 0)
        return sqlite3_mprintf("%s", rule + length + 1);
    if (point && strcmp(point + 1, parameter->name) == 0)
        return sqlite3_mprintf("must be %s, found NULL", parameter->wanted);
    return NULL;
}

/* Says which value breaks a constraint, in place of SQLite's words. */
static void explain(struct run *run, const char *owner) {
    char *message = run->message, *reason = NULL;
    const char *rule = message ? strstr(message, "failed: ") : NULL;
    if ((run->code & 0xFF) != SQLITE_CONSTRAINT || !rule)
        return;
    run->code = SQLITE_OK;
    run->message = NULL;
    for (const struct parameter *at = parameters; at->name && !reason; at++) {
        if (strcmp(at->owner, owner) == 0 && is_given(run, at->name, true))
            reason = reason_of(at, rule + strlen("failed: "));
        if (reason)
            run_statements(run, "SELECT neardup_error(%Q, %Q%s%s)", reason, at->name,
                           strstr(reason, "found NULL") ? "" : ", @",
                           strstr(reason, "found NULL") ? "" : at->name);
    }
    run_refuse(run, SQLITE_CONSTRAINT,
               "the parameters given do not fit the others in the database, which an earlier "
               "release made; the preset default replaces these");
    sqlite3_free(reason);
    sqlite3_free(message);
}

/* Makes the table checked_parameters, with what was given and the other defaults. */
static void check_given(struct run *run, const char *owner, bool nulls) {
    char *table = parameters_table(owner, "temp.checked_parameters");
    if (!table)
        run_refuse(run, SQLITE_NOMEM, "");
    run_statements(run, "%s; INSERT INTO temp.checked_parameters (id) VALUES (1)",
                   table ? table : "");
    update(run, "temp.checked_parameters", owner, nulls);
    explain(run, owner);
    sqlite3_free(table);
}

/*
 * The table of an earlier release may refuse less, so each value is first set in a table of this
 * one.
 */
void parameters_set(struct run *run, const char *owner) {
    if (!is_table(owner) || !run->given_value)
        return;
    check_given(run, owner, true);
    update(run, owner, owner, true);
    explain(run, owner);
}

/* ---- The parameters of a job ----------------------------------------------------------------- */

enum { parameter_count = sizeof parameters / sizeof *parameters - 1 };

void parameters_release(struct run *run) {
    for (struct parameter_value *at = run->values; at && at->name; at++)
        sqlite3_value_free(at->value);
    sqlite3_free(run->values);
    run->values = NULL;
}

/* The value of a column, which the caller frees by sqlite3_value_free(); NULL after an error. */
static sqlite3_value *checked_value(struct run *run, const char *name) {
    sqlite3_stmt *statement = NULL;
    sqlite3_value *value = NULL;
    char *sql = sqlite3_mprintf("SELECT \"%w\" FROM temp.checked_parameters", name);
    int code = sql ? sqlite3_prepare_v2(run->db, sql, -1, &statement, NULL) : SQLITE_NOMEM;
    if (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        value = sqlite3_value_dup(sqlite3_column_value(statement, 0));
        code = value ? SQLITE_OK : SQLITE_NOMEM;
    }
    if (code != SQLITE_OK)
        run_failed(run, code);
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return value;
}

static bool has_parameters(const char *owner) {
    const struct parameter *at = parameters;
    while (at->name && strcmp(at->owner, owner) != 0)
        at++;
    return at->name != NULL;
}

void parameters_take(struct run *run, const char *owner) {
    size_t size = sizeof *run->values * (parameter_count + 1);
    parameters_release(run);
    if (is_table(owner) || !has_parameters(owner))
        return;
    check_given(run, owner, false);
    struct parameter_value *value = run->values = sqlite3_malloc64(size);
    if (value)
        memset(value, 0, size);
    else
        run_refuse(run, SQLITE_NOMEM, "");
    for (const struct parameter *at = parameters; at->name && run->code == SQLITE_OK; at++)
        if (strcmp(at->owner, owner) == 0)
            *value++ = (struct parameter_value){at->name, checked_value(run, at->name)};
    run_statements(run, "DROP TABLE temp.checked_parameters");
}

/* ---- neardup_parameters() -------------------------------------------------------------------- */

static void list_open(struct table_cursor *cursor, struct call *call) {
    (void)call;
    cursor->rows = (sqlite3_int64)(sizeof parameters / sizeof *parameters) - 1;
}

static void list_column(struct table_cursor *cursor, sqlite3_context *context, int column) {
    const struct parameter *parameter = &parameters[cursor->row];
    const char *const texts[] = {parameter->owner, parameter->name,   parameter->type,
                                 parameter->usual, parameter->wanted, parameter->stage,
                                 parameter->value, parameter->meaning};
    sqlite3_result_text(context, texts[column], -1, SQLITE_STATIC);
}

const struct function neardup_parameters_function = {
    .name = "neardup_parameters",
    .stability = stability_changing,
    .results = "owner TEXT, name TEXT, type TEXT, usual TEXT, wanted TEXT, stage TEXT, value TEXT, "
               "meaning TEXT",
    .size = sizeof(struct table_cursor),
    .estimated_rows = 70,
    .open = list_open,
    .column = list_column,
};
