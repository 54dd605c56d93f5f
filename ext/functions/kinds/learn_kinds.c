/*
 * learn_kinds.c - learn_kinds(verdict, held_out, drawn, text_a, text_b, title_a …), an aggregate:
 * what verdicts on pairs teach (core/kinds/learning.h), as JSON; see docs/functions/kinds.md.
 *
 *   (1) A pair is judged as duplicate_kind() judges it without `learnt`.
 *   (2) The result does not depend on the order of rows.
 */
#include "../functions.h"
#include "kind_answer.h"
#include "learnt_json.h"
#include "pair_arguments.h"

#include <math.h>   /* sqrt */
#include <string.h> /* memset */

enum { argument_verdict, argument_held_out, argument_drawn, argument_pair };

struct lessons {
    struct kind_work work;
    struct lesson *items;
    size_t count, capacity;
    bool failed; /* there will be no result */
};

static const char *const verdicts[] = {"contradiction", "same", "pattern", "citation", NULL};

static void free_lessons(struct lessons *lessons) {
    kind_work_free(&lessons->work, &sqlite_allocator);
    sqlite3_free(lessons->items);
    memset(lessons, 0, sizeof *lessons);
}

static void add_lesson(struct call *call, struct lessons *lessons) {
    struct pair_arguments pair;
    struct kind_result result;
    pair_arguments_read(&pair, call, argument_pair);
    if (lessons->count == lessons_most)
        call_refuse(call, "there must be at most %d verdicts", lessons_most);
    if (call->code != SQLITE_OK)
        return;
    lessons->work.pair.alignment.interruption = call->interruption;
    if (!ARRAY_RESERVE(&sqlite_allocator, lessons->items, lessons->capacity, lessons->count + 1) ||
        !kind_find(&lessons->work, &sqlite_allocator, &pair.sentences[0], &pair.sentences[1],
                   &pair.circumstances, &result)) {
        call_interrupted(call);
        return;
    }
    struct lesson *lesson = &lessons->items[lessons->count++];
    memset(lesson, 0, sizeof *lesson); /* what is between its members is compared, too */
    lesson->topic = result.decision.topic;
    lesson->reliability = result.decision.reliability;
    lesson->group = (int32_t)call->given[argument_held_out].integer;
    lesson->said = (enum lesson_said)call->given[argument_verdict].integer;
    lesson->drawn = call->given[argument_drawn].integer == 1;
    lesson->has_conflict = result.decision.score > 0;
    lesson->topic_fixed = result.features[feature_two_dates] > 0;
    memcpy(lesson->features, result.features, sizeof lesson->features);
}

static void learn_kinds_step(struct call *call, void *state) {
    struct lessons *lessons = state;
    if (lessons->failed)
        return;
    add_lesson(call, lessons);
    if (call->code != SQLITE_OK) {
        free_lessons(lessons);
        lessons->failed = true;
    }
}

/* Appends a share with the 95 % interval of Wilson 1927, "Probable inference, the law of
 * succession, and statistical inference"; null of nothing. */
static void append_share(sqlite3_str *text, const char *name, size_t part, size_t whole) {
    if (whole == 0) {
        sqlite3_str_appendf(text, ",\"%s\":null,\"%s_least\":null,\"%s_most\":null", name, name,
                            name);
        return;
    }
    double n = (double)whole, share = (double)part / n, z = 1.959964, square = z * z;
    double middle = (share + square / (2 * n)) / (1 + square / n);
    double reach = z * sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n);
    sqlite3_str_appendf(text, ",\"%s\":%.4f,\"%s_least\":%.4f,\"%s_most\":%.4f", name, share, name,
                        middle - reach > 0 ? middle - reach : 0, name,
                        middle + reach < 1 ? middle + reach : 1);
}

static void append_figures(sqlite3_str *text, const struct learning *learning) {
    static const char *const names[] = {"before", "after"}, *const sets[] = {"all", "drawn"};
    const char *between = ",\"figures\":[";
    for (int n = 0; n < 2 * learning_sets * learning_thresholds; n++) {
        int i = n % learning_thresholds, when = n / learning_thresholds % 2;
        int set = n / learning_thresholds / 2;
        size_t shown = learning->at[when][set][i].shown, right = learning->at[when][set][i].right;
        sqlite3_str_appendf(text,
                            "%s{\"verdicts\":\"%s\",\"scores\":\"%s\",\"threshold\":%.1f,"
                            "\"shown\":%d,\"right\":%d",
                            between, sets[set], names[when], (i + 1) / 10.0, (int)shown,
                            (int)right);
        append_share(text, "precision", right, shown);
        append_share(text, "recall", right, learning->contradictions[set]);
        sqlite3_str_appendall(text, "}");
        between = ",";
    }
    sqlite3_str_appendall(text, "]");
}

static void append_learning(sqlite3_str *text, const struct learning *learning, size_t count) {
    sqlite3_str_appendf(
        text,
        "{\"verdicts\":%d,\"contradictions\":%d,\"conflicting\":%d,\"found\":%d,\"too_few\":%d,"
        "\"groups\":%d,\"largest\":%d,\"loss_before\":%.6f,\"loss_after\":%.6f,\"precision_"
        "before\":%.6f,"
        "\"precision_after\":%.6f",
        (int)count, (int)learning->contradictions[learning_of_all], (int)learning->conflicting,
        (int)learning->found, learning->too_few, (int)learning->groups, (int)learning->largest,
        learning->loss[learning_before], learning->loss[learning_after],
        learning->precision[learning_before], learning->precision[learning_after]);
    append_figures(text, learning);
    sqlite3_str_appendall(text, ",\"model\":");
    if (learning->learnt)
        learnt_json_append(text, &learning->sums);
    else
        sqlite3_str_appendall(text, "null");
    sqlite3_str_appendall(text, "}");
}

static void learn_kinds_final(struct call *call, void *state) {
    struct lessons *lessons = state;
    struct learning learning;
    if (!lessons || lessons->failed)
        return;
    if (learning_find(&learning, lessons->items, lessons->count, &sqlite_allocator,
                      call->interruption)) {
        sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(call->context));
        append_learning(text, &learning, lessons->count);
        text_result_set(call->context, text);
    } else {
        call_interrupted(call);
    }
    free_lessons(lessons);
}

AGGREGATE(learn_kinds, struct lessons, "TEXT", .stability = stability_changing,
          .arguments = ARGUMENTS(
              {.name = "verdict",
               .type = argument_is_word,
               .words = verdicts,
               .wanted = "'contradiction', 'same', 'pattern' or 'citation'"},
              {.name = "held_out", .type = argument_is_integer, .range = {0, INT32_MAX, 0}},
              {.name = "drawn", .type = argument_is_integer, .range = {0, 1, 0}},
              PAIR_ARGUMENTS("text_a", "text_b")));
