/*
 * test_history.c - spans of sentences, against a table of which revision has which sentence.
 */
#include "core/random_input.h"
#include "store/history.h"
#include "test.h"

#include <string.h>

enum { sentences_most = 40, revisions_most = 60 };

static bool stands[revisions_most][sentences_most]; /* the rows that are compared */
static struct history_spans spans;

/* A revision with random sentences, some of them twice; new ones come in the order of numbers. */
static size_t add_revision(int64_t revision, size_t known) {
    bool *row = stands[revision - 1];
    memset(row, 0, sizeof stands[0]);
    for (size_t position = 1; position <= 15; position++) {
        size_t sentence = random_below(known + 1 < sentences_most ? known + 1 : sentences_most);
        if (!history_spans_meet(&spans, sentence, revision, position))
            abort();
        known += sentence == known;
        row[sentence] = true;
    }
    return known;
}

/* Takes the spans that have ended out of the table. False if one is not there, or not whole. */
static bool take_spans(int64_t revisions) {
    bool good = true;
    history_spans_sort(&spans);
    for (size_t i = 0; i < spans.ended_count; i++) {
        const struct history_span *span = &spans.ended[i];
        good = good && span->first <= span->last && span->position >= 1 && span->position <= 15 &&
               (i == 0 || span[-1].sentence < span->sentence ||
                (span[-1].sentence == span->sentence && span[-1].last + 1 < span->first));
        for (int64_t at = span->first; at <= span->last; at++) {
            good = good && stands[at - 1][span->sentence];
            stands[at - 1][span->sentence] = false;
        }
        good = good && (span->last == revisions || span->last < revisions);
    }
    spans.ended_count = 0;
    return good;
}

static bool all_taken(int64_t revisions) {
    for (int64_t at = 0; at < revisions; at++)
        for (size_t sentence = 0; sentence < sentences_most; sentence++)
            if (stands[at][sentence])
                return false;
    return true;
}

static void test_random(void) {
    for (int round = 0; round < 200; round++) {
        int64_t revisions = 1 + (int64_t)random_below(revisions_most);
        size_t known = 0;
        bool good = true;
        for (int64_t revision = 1; revision <= revisions; revision++) {
            known = add_revision(revision, known);
            good = good && history_spans_end(&spans, revision);
        }
        good = good && history_spans_end(&spans, 0) && take_spans(revisions);
        CHECK(good && all_taken(revisions) && spans.standing_count == 0, "round %d", round);
        history_spans_clear(&spans);
    }
    history_spans_free(&spans);
}

/* A sentence that went and came back, one that moved, one that stands twice. */
static void test_known(void) {
    static const struct history_span expected[] = {{0, 1, 2, 1}, {0, 5, 7, 2}, {1, 1, 7, 2}};
    bool good = history_spans_meet(&spans, 0, 1, 1) && history_spans_meet(&spans, 1, 1, 2) &&
                history_spans_meet(&spans, 0, 1, 3) && history_spans_end(&spans, 1) &&
                history_spans_meet(&spans, 1, 2, 1) && history_spans_meet(&spans, 0, 2, 2) &&
                history_spans_end(&spans, 2) && history_spans_meet(&spans, 1, 4, 1) &&
                history_spans_end(&spans, 4) && history_spans_meet(&spans, 1, 5, 1) &&
                history_spans_meet(&spans, 0, 5, 2) && history_spans_end(&spans, 5) &&
                history_spans_meet(&spans, 1, 7, 1) && history_spans_meet(&spans, 0, 7, 2) &&
                history_spans_end(&spans, 7) && history_spans_end(&spans, 0);
    history_spans_sort(&spans);
    CHECK(good && spans.ended_count == 3, "%zu spans", spans.ended_count);
    for (size_t i = 0; good && i < 3; i++) {
        const struct history_span *found = &spans.ended[i], *wanted = &expected[i];
        CHECK(found->sentence == wanted->sentence && found->first == wanted->first &&
                  found->last == wanted->last && found->position == wanted->position,
              "span %zu: %zu from %lld to %lld", i, found->sentence, (long long)found->first,
              (long long)found->last);
    }
    history_spans_free(&spans);
}

int main(void) {
    random_state = 7;
    test_known();
    test_random();
    return test_end("loader/test_history_spans");
}
