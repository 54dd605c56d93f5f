/* learnt_json.c - see learnt_json.h. */
#include "learnt_json.h"

#include "flat_json.h"

#include <math.h>   /* fabs */
#include <stddef.h> /* offsetof */
#include <string.h> /* memcmp, strlen */

/* The names of numbers. One that ends in a space is of features or types, whose name follows. */
static const struct {
    const char *name;
    size_t offset;
    bool of_types;
} numbers[] = {
    {"topic bias", offsetof(struct learnt_sums, parts[learnt_topic].bias), false},
    {"topic scale", offsetof(struct learnt_sums, parts[learnt_topic].scale), false},
    {"topic if ", offsetof(struct learnt_sums, parts[learnt_topic].types), true},
    {"topic by ", offsetof(struct learnt_sums, parts[learnt_topic].weights), false},
    {"conflict bias", offsetof(struct learnt_sums, parts[learnt_conflict].bias), false},
    {"conflict scale", offsetof(struct learnt_sums, parts[learnt_conflict].scale), false},
    {"conflict if ", offsetof(struct learnt_sums, parts[learnt_conflict].types), true},
    {"conflict by ", offsetof(struct learnt_sums, parts[learnt_conflict].weights), false},
    {"least ", offsetof(struct learnt_sums, least), false},
    {"mean ", offsetof(struct learnt_sums, mean), false},
    {"most ", offsetof(struct learnt_sums, most), false},
};
enum { number_count = sizeof numbers / sizeof *numbers };

/* How many numbers a name stands for. */
static int features_of(int number) {
    return numbers[number].name[strlen(numbers[number].name) - 1] == ' ' ? feature_count : 1;
}

static double *place_of(void *context, struct argument_bytes name) {
    for (int n = 0; n < number_count; n++) {
        size_t length = strlen(numbers[n].name);
        if (name.length < length || memcmp(name.bytes, numbers[n].name, length) != 0)
            continue;
        double *first = (double *)((char *)context + numbers[n].offset);
        const char *rest = name.bytes + length;
        size_t rest_length = name.length - length;
        if (features_of(n) == 1)
            return rest_length == 0 ? first : NULL;
        for (int i = 0; i < feature_count; i++)
            if (strlen(feature_names[i]) == rest_length &&
                memcmp(feature_names[i], rest, rest_length) == 0)
                return numbers[n].of_types && !learnt_is_type(i) ? NULL : &first[i];
    }
    return NULL;
}

const struct learnt_sums *call_learnt(struct call *call, int argument, struct learnt_sums *learnt) {
    const char *name = call->function->arguments[argument].name;
    if (!call->given[argument].value)
        return NULL;
    memset(learnt, 0, sizeof *learnt);
    if (!flat_json_read(call, name, call->given[argument].bytes,
                        &(struct flat_json){.context = learnt,
                                            .place = place_of,
                                            .names = "the name of a number that was learnt"}))
        return NULL;
    for (int n = 0; n < number_count; n++) {
        const double *first = (const double *)((const char *)learnt + numbers[n].offset);
        for (int i = 0; i < features_of(n); i++)
            if (fabs(first[i]) > learnt_most)
                call_refuse(call,
                            "argument %s must have numbers from %!g to %!g, found %!g for \"%s%s\"",
                            name, -learnt_most, learnt_most, first[i], numbers[n].name,
                            features_of(n) == 1 ? "" : feature_names[i]);
    }
    return learnt;
}

void learnt_json_append(sqlite3_str *text, const struct learnt_sums *learnt) {
    const char *between = "{";
    for (int n = 0; n < number_count; n++) {
        const double *first = (const double *)((const char *)learnt + numbers[n].offset);
        for (int i = 0; i < features_of(n); i++)
            if (first[i] != 0) {
                sqlite3_str_appendf(text, "%s\"%s%s\":%.9g", between, numbers[n].name,
                                    features_of(n) == 1 ? "" : feature_names[i], first[i]);
                between = ",";
            }
    }
    sqlite3_str_appendall(text, *between == '{' ? "{}" : "}");
}
