/* parameters.c - the parameters that there are, see parameters.h; and neardup_parameters(). */
#include "parameters.h"

#include "../functions.h"
#include "../table_function.h"

/* ---- The declarations ------------------------------------------------------------------------ */

static const char fold_check[] =
    "trim(replace(replace(replace(replace(replace(replace(replace(replace("
    "',' || replace(replace(fold, ' ', ','), ',', ',,') || ',', ',all,', ''), ',case,', ''), "
    "',width,', ''), ',accents,', ''), ',punctuation,', ''), ',space,', ''), ',digits,', ''), "
    "',notes,', ''), ',') = ''";

#define SHARE "a number from 0 to 1"
#define WHOLE "a whole number from "
#define BANDS WHOLE "1 to 1024"
#define COUNT WHOLE "0"
#define MANY WHOLE "1"
#define SEVERAL WHOLE "2"
#define PART "above 0 and at most 1"
#define FOLDS "empty or a list of all, case, width, accents, punctuation, space, digits and notes"
#define SCHEMES "banded, paper, wikiduper, wikiduper-fixed or wikiduper-report"
#define FORMATS "list, csv or jsonl"

/* What a parameter has besides may follow its meaning. */
#define OF(OWNER, NAME, TYPE, USUAL, WANTED, ...) \
    { OWNER, NAME, TYPE, USUAL, WANTED, .meaning = __VA_ARGS__ }
#define FIND(NAME, TYPE, USUAL, WANTED, STAGE, VALUE, ...) \
    OF(OWNER_FIND, NAME, TYPE, USUAL, WANTED, __VA_ARGS__, .stage = STAGE, .value = VALUE)
#define REUSE(...) OF(OWNER_REUSE, __VA_ARGS__)
#define WEB(...) OF(OWNER_WEB, __VA_ARGS__)

/* The order is that of the columns. docs/guide/pipeline.md says why these are the defaults. */
/* clang-format off */
const struct parameter parameters[] = {
    FIND("shingle", "INTEGER", NULL, BANDS, "signatures", "N", "characters in a shingle"),
    FIND("shingles_least", "INTEGER", NULL, MANY, "signatures", "N",
         "leave out texts of fewer shingles"),
    FIND("shingles_most", "INTEGER", NULL, MANY, "signatures", "N",
         "leave out texts of more shingles"),
    FIND("bands", "INTEGER", NULL, BANDS, "signatures", "N", "signatures of each text"),
    FIND("rows", "INTEGER", NULL, BANDS, "signatures", "N", "minhashes in a signature"),
    FIND("scheme", "TEXT", "'banded'", SCHEMES, "signatures", "NAME",
         "how signatures are made: banded, paper or wikiduper"),
    FIND("hashes", "INTEGER", NULL, WHOLE "1 to 65536", "signatures", "N",
         "hash functions from which the bands of the paper schemes draw (20)",
         .settled = "iif(scheme = 'banded', bands * rows, 20)"),
    FIND("seed", "INTEGER", NULL, "a whole number below 9223372036854775807", "signatures", "N",
         "the seed of hash functions and draws (1)",
         .settled = "iif(scheme LIKE 'wikiduper%', 1123456, 1)"),
    FIND("fold", "TEXT", NULL, FOLDS, "signatures", "LIST",
         "what to ignore, such as all or case,accents", .check = fold_check),
    FIND("jaccard_least", "REAL", "0.6", SHARE, "signatures", "X",
         "the least Jaccard similarity of a pair"),
    FIND("edit_similarity_least", "REAL", "0.5", SHARE, "pairs", "X",
         "the least edit similarity of a pair"),
    FIND("contradiction_least", "REAL", "0.4", SHARE, "pairs", "X",
         "search pairs from here to jaccard_least for contradictions"),
    FIND("comparisons_most", "REAL", "60", "a number from 0", "signatures", "X",
         "at most X comparisons per text, on average"),
    FIND("bucket_most", "INTEGER", NULL, SEVERAL, "signatures", "N",
         "compare all pairs of buckets of up to N texts"),
    FIND("neighbours", "INTEGER", "2", MANY, "pairs", "N",
         "compare each text of a larger bucket with the next N"),
    FIND("representatives", "INTEGER", "2", COUNT, "pairs", "N",
         "compare each text of a larger bucket with the first N"),
    FIND("detection", "TEXT", "'minhash'", "minhash, projection or both", "signatures", "HOW",
         "what finds pairs: minhash, projection or both"),
    FIND("vectors", "TEXT", "'tfidf'", "tfidf or words", "pairs", "WHAT",
         "what projection compares: tfidf or words"),
    FIND("cosine_least", "REAL", NULL, SHARE, "pairs", "X",
         "the least cosine of a pair that projection finds"),
    FIND("projection_bands", "INTEGER", NULL, BANDS, "pairs", "N", "signatures of each vector"),
    FIND("projection_rows", "INTEGER", NULL, WHOLE "1 to 64", "pairs", "N",
         "bits in a signature of a vector"),
    FIND("clusters", "TEXT", "'connected'", "connected or star", "clusters", "HOW",
         "how pairs form clusters: connected or star"),
    FIND("judged_most", "INTEGER", "30", SEVERAL, "kinds", "N",
         "judge all pairs of clusters of up to N texts"),
    FIND("tables", "INTEGER", "0", "0 or 1", "signatures", "0|1",
         "whether to compare the text of a wiki's tables"),
    FIND("threads", "INTEGER", "0", WHOLE "0 to 256", "", "N",
         "threads to use; 0: one for each processor"),
    FIND("memory", "INTEGER", "256", WHOLE "1 to 1048576", "", "MB",
         "megabytes for signatures, and for the texts compared at a time"),
    FIND("shown_least", "REAL", "0.4", SHARE, NULL, "X", "show what has this score or more"),

    REUSE("compare", "TEXT", NULL, "within, between or all",
          "compare articles of one source, of different sources, or all"),
    REUSE("passage_length", "INTEGER", "400", WHOLE "50 to 1000000", "characters in a passage"),
    REUSE("shingle", "INTEGER", "5", BANDS, "words in a shingle"),
    REUSE("bands", "INTEGER", NULL, BANDS, "signatures of a passage"),
    REUSE("rows", "INTEGER", "1", WHOLE "1 to 64", "minhashes in a signature"),
    REUSE("comparisons_most", "REAL", "60", "a number from 0",
          "at most this many alignments per article, on average"),
    REUSE("bucket_most", "INTEGER", NULL, SEVERAL,
          "align all pairs of buckets of up to this many articles"),
    REUSE("neighbours", "INTEGER", "2", MANY,
          "in larger buckets, align each article with this many after it ..."),
    REUSE("representatives", "INTEGER", "2", COUNT, "... and with this many of the first"),
    REUSE("seed", "TEXT", "'skip'", "ngrams, sorted or skip",
          "how seeds are made; text_alignment() has this, and all to shadow_most"),
    REUSE("seed_words", "INTEGER", "3", WHOLE "1 to 16", "words in a seed"),
    REUSE("gap", "INTEGER", "80", WHOLE "1 to 10000",
          "characters between two seeds of a passage, at most"),
    REUSE("seeds_least", "INTEGER", "5", MANY, "seeds in a passage, at least"),
    REUSE("length_least", "INTEGER", "200", WHOLE "1 to 1000000",
          "characters of each passage of a case, at least"),
    REUSE("similarity_least", "REAL", "0.6", SHARE,
          "similarity of the two passages of a case, at least"),
    REUSE("measure", "TEXT", "'overlap'", "overlap, cosine or jaccard",
          "how that similarity is measured"),
    REUSE("occurrences_most", "INTEGER", "8", WHOLE "1 to 64",
          "a seed that an article has more often does not count"),
    REUSE("join_gap", "INTEGER", "1000", WHOLE "0 to 10000",
          "join passages that are up to this many characters apart"),
    REUSE("unmatched_cost", "REAL", "0.2", "a number from 0 to 100",
          "what each character between them costs"),
    REUSE("shadow_most", "REAL", "0.5", SHARE, "share of a passage that a better one may cover"),
    REUSE("overlap_least", "REAL", "0.5", SHARE,
          "cases that overlap by this share are of one text"),
    REUSE("ranking", "TEXT", "'none'", "none, tfidf, stopwords, words or hybrid",
          "how candidates are ranked"),
    REUSE("score_least", "REAL", NULL, SHARE, "align only candidates of this score or more"),
    REUSE("rank_most", "INTEGER", NULL, MANY,
          "align only this many candidates of an article, the best"),
    REUSE("misses_most", "INTEGER", NULL, MANY,
          "leave out the rest after so many in a row without a case"),
    REUSE("threads", "INTEGER", "0", WHOLE "0 to 256", "threads to use; 0: one for each processor"),
    REUSE("memory", "INTEGER", "256", WHOLE "1 to 1048576", "megabytes for signatures"),

    WEB("ads", "REAL", "1", "a number from 0", "advertisements on a page"),
    WEB("cpm", "REAL", "2.8", "a number from 0", "USD for 1,000 views of an advertisement"),
    WEB("earned", "REAL", "0.5", SHARE, "share of it that a site earns"),
    WEB("view_share", "REAL", "0.1", "a number from 0",
        "views of a page, as a share of those of the article"),
    WEB("view_hours", "REAL", "720", "a number above 0", "hours that page_views covers"),
    WEB("month_hours", "REAL", "720", "a number above 0", "hours of a month"),
    WEB("project", "TEXT", NULL, NULL, "whose views count, such as en: see page_views.domain"),
    WEB("sites", "REAL", "600000", "a number from 0", "sites of the whole web that take over text"),
    WEB("fundraising", "REAL", "91700000", "a number above 0",
        "USD that Wikipedia raises in a year"),

    OF("preset", "preset", "TEXT", NULL, NULL, "the paper whose settings to use, or default"),
    OF("changed", "result", "TEXT", NULL, "a text", "what was found: pairs, cases ...",
       .check = "typeof(result) = 'text'"),
    OF("near", "text", "", NULL, "a text", "the text to compare others with",
       .check = "typeof(text) = 'text'"),
    OF("near", "least", "REAL", "0.4", PART, "list texts of this similarity or more",
       .check = "least > 0 AND least <= 1"),
    OF("near", "limit", "INTEGER", "10", COUNT, "how many texts to list"),
    OF("near", "shingle", "INTEGER", NULL, BANDS, "characters in a shingle"),
    OF("near", "fold", "TEXT", NULL, FOLDS, "what to ignore, such as all or case,accents",
       .check = fold_check),
    OF("near", "format", "TEXT", "'list'", FORMATS, "list, for people; csv or jsonl"),
    OF("found_texts", "least", "REAL", "0.4", PART, "list texts of this similarity or more",
       .check = "least > 0 AND least <= 1"),
    OF("found_texts", "limit", "INTEGER", "10", COUNT, "how many texts to list"),
    OF("found_texts", "format", "TEXT", "'list'", FORMATS, "list, for people; csv or jsonl"),
    OF("keep", "keep", "TEXT", "'usual'", NULL,
       "usual, longest, shortest, newest, oldest, first or a column"),
    OF("keep", "order", "TEXT", "'desc'", "asc or desc",
       "keep the smallest or the largest value of a column"),
    OF("keep", "drop", "TEXT", "'sure'", "sure or likely", "likely: also drop likely duplicates"),
    OF("keep", "format", "TEXT", "'list'", FORMATS, "list, for people; csv or jsonl"),
    OF("keep", "top", "INTEGER", "20", COUNT, "how many groups of a sort to list"),
    OF("across", "a", "", NULL, NULL, "a source, by name or by number ..."),
    OF("across", "b", "", NULL, NULL, "... and another one"),
    OF("across", "top", "INTEGER", "20", COUNT, "how many pairs to list"),
    OF("export", "what", "TEXT", "'pairs'", "pairs or members", "pairs, or members of clusters"),
    OF("export", "format", "TEXT", "'csv'", "csv or jsonl", "csv or jsonl"),
    OF("new_texts", "top", "INTEGER", "20", COUNT, "how many of each sort to list"),
    OF("new_texts", "format", "TEXT", "'list'", FORMATS, "list, for people; csv or jsonl"),
    OF("joined_rows", "format", "TEXT", "'list'", FORMATS, "list, for people; csv or jsonl"),
    OF("two_dates", "top", "INTEGER", "20", COUNT, "how many conflicts to list"),
    OF("two_dates", "type", "TEXT", NULL, NULL, "only those of number, date, name ..."),
    OF("claims_in_time", "years", "INTEGER", "5", WHOLE "1 to 1000",
       "claims that are older are overdue"),
    OF("claims_in_time", "top", "INTEGER", "20", MANY, "how many of these to list"),
    OF("categories", "articles", "INTEGER", "5", SEVERAL, "articles in a category, at least"),
    OF("categories", "share", "REAL", "0.6", SHARE, "share of them that have a sentence, at least"),
    OF("categories", "top", "INTEGER", "20", COUNT, "how many sentences to list"),
    OF("choose_parameters", "similarity", "REAL", NULL, PART,
       "pairs of this Jaccard similarity or more ...",
       .check = "similarity > 0 AND similarity <= 1"),
    OF("choose_parameters", "recall", "REAL", "0.95", "above 0 and below 1",
       "... should be found with this probability", .check = "recall > 0 AND recall < 1"),
    OF("choose_parameters", "texts", "INTEGER", NULL, SEVERAL, "how many texts there are"),
    OF("plant", "changes", "INTEGER", "200", MANY, "how many changes to plant for each type"),
    OF("plant", "seed", "INTEGER", "1", "a whole number", "the seed of the draw"),
    OF("drill", "format", "TEXT", "'list'", FORMATS, "list, for people; csv or jsonl"),
    OF("drill", "top", "INTEGER", "10", COUNT, "how many missed ones to list"),
    OF("summary", "judged", "INTEGER", "0", "0 or 1", "1: also show pairs that somebody has judged"),
    OF("report", "judged", "INTEGER", "0", "0 or 1", "1: also show pairs that somebody has judged"),
    OF("report", "url", "TEXT", NULL, NULL, "what titles link to"),
    OF("report", "papers", "", NULL, NULL, "1: draw all figures of the papers"),

    OF("match_probability", "bands", "INTEGER", NULL, BANDS, "signatures of each text"),
    OF("match_probability", "rows", "INTEGER", NULL, WHOLE "1 to 64", "minhashes in a signature"),
    OF("large_clusters", "stub", "INTEGER", "10", MANY, "an article of fewer sentences is a stub"),
    OF("sweep", "texts", "INTEGER", "10000", SEVERAL, "how many texts to draw"),
    OF("sweep", "distance", "REAL", "0.25", SHARE,
       "edits of a good pair, as a share of its length, at most"),
    OF("sweep", "longest", "INTEGER", "16", WHOLE "5 to 64", "characters in the longest shingle"),
    OF("article_pairs", "shared", "INTEGER", "2", MANY, "clusters that a pair shares, at least"),
    OF("article_pairs", "top", "INTEGER", "10", COUNT, "how many pairs to list"),
    OF("article_pairs", "articles", "INTEGER", "50", SEVERAL, "articles in a cluster, at most"),
    OF("granularity", "documents", "INTEGER", "5000", SEVERAL, "articles to read"),
    OF("sliding_window", "bits", "INTEGER", "100", WHOLE "1 to 32768", "bits in a signature"),
    OF("sliding_window", "permutations", "INTEGER", "10", WHOLE "1 to 65535",
       "permutations of these bits"),
    OF("sliding_window", "window", "INTEGER", "10", MANY, "neighbours to compare each one with"),
    OF("sliding_window", "distance", "INTEGER", "5", MANY, "bits that differ, at most"),
    OF("sliding_window", "vectors", "TEXT", NULL, "words or tfidf",
       "what is compared: words or tfidf"),
    OF("sliding_window", "sentences", "INTEGER", "100000", MANY, "how many to compare"),
    OF("source_retrieval", "articles", "INTEGER", "400", MANY, "how many articles to draw"),
    OF("source_retrieval", "characters", "INTEGER", "30000000", MANY,
       "characters of the articles to align them with"),
    OF("ranked_candidates", "article", "INTEGER", NULL, "the id of an article",
       "the article whose candidates to list", .check = "typeof(article) = 'integer'"),
    OF("ranked_candidates", "measure", "TEXT", "'tfidf'", "tfidf, stopwords, words or hybrid",
       "how candidates are ranked"),
    OF("ranked_candidates", "limit", "INTEGER", "20", COUNT, "how many to list"),

    OF("verdict", "a", "INTEGER", NULL, "the id of a sentence", "one sentence ...",
       .check = "typeof(a) = 'integer'"),
    OF("verdict", "b", "INTEGER", NULL, "the id of a sentence", "... and the other",
       .check = "typeof(b) = 'integer'"),
    OF("verdict", "verdict", "TEXT", NULL, "a text", "what the two are, or none",
       .check = "typeof(verdict) = 'text'"),
    OF("verdict", "judge", "TEXT", NULL, "a name", "who says so", .check = "trim(judge) <> ''"),
    OF("verdict", "judged_at", "TEXT", NULL, NULL, "when, UTC; now, if not given"),
    OF("verdict", "reason", "TEXT", NULL, NULL, "why"),
    OF("read_verdicts", "judge", "TEXT", NULL, "a name", "who has given verdicts without a name",
       .check = "trim(judge) <> ''"),
    OF("review", "sample", "INTEGER", NULL, MANY, "draw so many pairs at random"),
    OF("review", "seed", "INTEGER", "1", "a whole number", "the seed of the draw"),
    OF("review", "judged", "INTEGER", "0", "0 or 1", "1: ask again for pairs that somebody has judged"),
    OF("review", "judge", "TEXT", NULL, "a name", "who judges", .check = "trim(judge) <> ''"),
    OF("review", "type", "TEXT", NULL, NULL, "only pairs whose conflict is a number, date, name ..."),
    OF("review", "kind", "TEXT", NULL, "template, copyedit, drift, reference or other",
       "only pairs of this kind"),
    OF("review", "least", "REAL", "0", SHARE, "only pairs of this score or more"),
    OF("review_pair", "place", "INTEGER", NULL, COUNT, "of temp.asked, which pair to show"),
    OF("review_pair", "judge", "TEXT", NULL, "a name", "who judges", .check = "trim(judge) <> ''"),
    OF("review_pair", "sample", "INTEGER", NULL, MANY, "given: do not say what neardup and others think"),
    OF("review_answer", "place", "INTEGER", NULL, COUNT, "of temp.asked, which pair was shown"),
    OF("review_answer", "verdict", "TEXT", NULL, NULL, "what its two texts are"),
    OF("review_answer", "judge", "TEXT", NULL, "a name", "who says so", .check = "trim(judge) <> ''"),
    OF("review_answer", "reason", "TEXT", NULL, NULL, "why"),
    OF("learn", "forget", "INTEGER", "0", "0 or 1", "1: remove what was learnt"),
    OF("verdicts", "top", "INTEGER", "20", COUNT, "how many to list"),
    OF("verdicts", "format", "TEXT", "'list'", FORMATS, "list, for people; csv or jsonl"),
    OF("sample_clusters", "clusters", "INTEGER", "100", MANY, "how many to draw"),
    OF("sample_clusters", "seed", "INTEGER", "1", "a whole number", "the seed of the draw"),
    OF("sample_clusters", "by_kind", "INTEGER", "0", "0 or 1", "1: draw equally many of each kind"),
    OF("labels_to_jsonl", "judge", "TEXT", NULL, NULL, "the person whose verdicts to write"),
    OF("agreement", "reader", "TEXT", NULL, NULL, "the reader whose labels count as right"),
    OF("agreement", "other", "TEXT", NULL, NULL, "the reader to compare with that one"),
    OF("agreement", "top", "INTEGER", "20", COUNT, "how many disagreements to list"),
    OF("kind_figures", "file", "TEXT", NULL, NULL, "the file of labels"),
    OF("kind_figures", "strata", "TEXT", NULL, NULL, "pairs of each kind, as JSON"),
    OF("kind_figures", "threshold", "REAL", "0.5", SHARE, "a further score to measure at"),
    OF("kind_figures", "top", "INTEGER", "20", COUNT, "how many to list"),
    {.name = NULL}};

/* What several parameters must be together. */
const struct parameter_rule parameter_rules[] = {
    {OWNER_FIND, "shingles_least must be at most shingles_most", "shingles_most >= shingles_least"},
    {OWNER_FIND, "bands * rows must be at most 65536", "bands * rows <= 65536"},
    {OWNER_FIND, "hashes must not be set if scheme is banded", "hashes IS NULL OR scheme <> 'banded'"},
    {OWNER_FIND, "bands or hashes must be at most 20 unless scheme is banded",
     "scheme = 'banded' OR min(coalesce(bands, 10), coalesce(hashes, 20)) <= 20"},
    {OWNER_FIND, "rows must be at most hashes or 20 if scheme is paper",
     "scheme <> 'paper' OR coalesce(rows, 10) <= coalesce(hashes, 20)"},
    {OWNER_FIND, "projection_bands * projection_rows must be at most 32768",
     "projection_bands * projection_rows <= 32768"},
    {.owner = NULL}};
/* clang-format on */

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

TABLE(neardup_parameters, list, struct table_cursor,
      "owner TEXT, name TEXT, type TEXT, usual TEXT, wanted TEXT, stage TEXT, value TEXT, "
      "meaning TEXT",
      .stability = stability_changing, .estimated_rows = 70);
