/*
 * index_kinds.c - whether a text of an index repeats or contradicts another; see live_index.h.
 *
 *   (1) A pair is judged by core/kinds/kind.h: by both texts as they are, not as they are folded,
 *       and by the evidence of the index's columns.
 *   (2) A title counts if both texts have one. Two texts are of two dates if their times differ and
 *       their sources are equal or missing, and titles or sources are known; kind_find() looks at
 *       the titles.
 *   (3) Texts that contradict each other in their own words have fewer shingles in common than
 *       others. Those below jaccard_least are judged, the most similar first, and a constant number
 *       of them, since each takes some ten microseconds.
 */
#include "live_index.h"

#include <assert.h>
#include <string.h>

void index_asked_free(struct index_asked *asked) {
    for (int i = 0; i < evidence_count; i++) {
        sqlite3_value_free(asked->evidence[i]);
        asked->evidence[i] = NULL;
    }
}

/* Reads the evidence of a text that is in the index. */
static void read_evidence(struct live_index *index, struct index_asked *asked) {
    bool any = false;
    for (int i = 0; i < evidence_count; i++)
        any |= index->options.evidence[i] > 0;
    sqlite3_stmt *row = any ? index_bind(index, statement_get_evidence, 1, asked->row) : NULL;
    asked->row = NULL;
    if (!index_next(index, row))
        return;
    for (int i = 0; i < evidence_count; i++) {
        asked->evidence[i] = sqlite3_value_dup(sqlite3_column_value(row, i));
        if (!asked->evidence[i])
            index_no_memory(index);
    }
    sqlite3_reset(row);
}

/* A statement that gives the text `id` and its evidence, and whether both are of two dates. */
static sqlite3_stmt *bind_evidence(struct live_index *index, const struct index_asked *asked,
                                   int64_t id) {
    sqlite3_stmt *row = index_bind(index, statement_get_evidence, 1, &id);
    for (int i = evidence_time; row && i <= evidence_source; i++)
        index_explain(index, asked->evidence[i] ? sqlite3_bind_value(row, 1 + i, asked->evidence[i])
                                                : sqlite3_bind_null(row, 1 + i));
    return row;
}

static struct kind_text title_of(struct live_index *index, sqlite3_value *value) {
    const char *title = value ? (const char *)sqlite3_value_text(value) : NULL;
    if (!title && value && sqlite3_value_type(value) != SQLITE_NULL)
        index_no_memory(index);
    return title ? (struct kind_text){title, (size_t)sqlite3_value_bytes(value)}
                 : (struct kind_text){"", 0};
}

/* What is said of a pair that was judged. */
static void tell(struct live_index *index, struct kind_result *result, bool reason,
                 struct index_verdict *verdict) {
    kind_answer_begin(&verdict->answer, result);
    sqlite3_free(verdict->words);
    verdict->words = NULL;
    if (!reason)
        return;
    sqlite3_str *words = sqlite3_str_new(index->db);
    kind_answer_tell(&verdict->answer, words, &index->kinds, result, kind_column_reason);
    index_explain(index, sqlite3_str_errcode(words));
    verdict->words = sqlite3_str_finish(words);
}

bool index_judge(struct live_index *index, struct index_asked *asked, int64_t id, bool reason,
                 struct index_verdict *verdict) {
    struct kind_sentence sentences[2] = {{.text = {asked->text, asked->length}}};
    struct kind_circumstances circumstances = {.two_dates = false};
    struct kind_result result;
    assert(!index->options.contentless);
    if (asked->row)
        read_evidence(index, asked);
    sqlite3_stmt *row = bind_evidence(index, asked, id);
    if (!index_next(index, row))
        return false;
    struct argument_bytes text = index_row_text(index, row, 1 + evidence_count, &index->other);
    if (text.bytes) {
        sentences[1].text = (struct kind_text){text.bytes, text.length};
        sentences[0].title = title_of(index, asked->evidence[evidence_title]);
        sentences[1].title = title_of(index, sqlite3_column_value(row, evidence_title));
        bool titled = sentences[0].title.length > 0 && sentences[1].title.length > 0;
        if (!titled)
            sentences[0].title = sentences[1].title = (struct kind_text){"", 0};
        circumstances.two_dates =
            sqlite3_column_int(row, evidence_count) &&
            (titled || sqlite3_column_type(row, evidence_source) != SQLITE_NULL);
        if (!kind_find(&index->kinds, &sqlite_allocator, &sentences[0], &sentences[1],
                       &circumstances, &result))
            index_core_failed(index);
    }
    if (text.bytes && index_ok(index))
        tell(index, &result, reason, verdict);
    sqlite3_reset(row);
    return text.bytes && index_ok(index);
}

/* Whether one of the matches, which are in the order of their ids, has this one. */
static bool has_match(const struct matches *matches, int64_t id) {
    size_t begin = 0, end = matches ? matches->count : 0;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (matches->matches[middle].id == id)
            return true;
        if (matches->matches[middle].id < id)
            begin = middle + 1;
        else
            end = middle;
    }
    return false;
}

void index_add_contradictions(struct live_index *index, struct index_asked *asked,
                              const struct matches *before, struct matches *found) {
    enum { judged_most = 20 };
    struct matches *misses = &index->misses;
    struct index_verdict verdict = {.words = NULL};
    if (misses->count == 0 || !index_ok(index))
        return;
    index_sort_matches(misses, true);
    for (size_t i = 0; i < misses->count && index_ok(index); i++) {
        struct match *match = &misses->matches[i];
        if ((i >= judged_most && !has_match(before, match->id)) ||
            !index_judge(index, asked, match->id, false, &verdict) ||
            verdict.answer.kind != kind_drift)
            continue;
        match->kind = kind_names[kind_drift];
        match->score = verdict.answer.score;
        (void)INDEX_APPEND(index, found->matches, found->count, found->capacity, *match);
    }
    if (index_ok(index))
        index_sort_matches(found, false);
}
