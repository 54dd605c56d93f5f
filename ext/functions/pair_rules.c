/* pair_rules.c - see pair_rules.h. */
#include "pair_rules.h"

static const struct {
    const char *name;
    int64_t least, usual; /* the default */
} thinning[thinning_arguments] = {{"bucket_most", 1, INT64_MAX},
                                  {"neighbours", 0, 2},
                                  {"representatives", 0, 2},
                                  {"bands", INT64_MIN, INT64_MAX}};

static uint32_t as_texts(int64_t number) {
    return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

struct candidate_rule argument_thinning(struct arguments *arguments, sqlite3_value *const *values) {
    int64_t numbers[thinning_arguments];
    for (int i = 0; i < thinning_arguments; i++)
        numbers[i] = values[i] ? argument_integer(arguments, thinning[i].name, values[i],
                                                  thinning[i].least, INT64_MAX)
                               : thinning[i].usual;
    return (struct candidate_rule){.whole_most = as_texts(numbers[0]),
                                   .neighbours = as_texts(numbers[1]),
                                   .representatives = as_texts(numbers[2]),
                                   .bands = numbers[3]};
}

struct default_value thinning_default(int argument) {
    return (struct default_value){.number = thinning[argument].usual};
}
