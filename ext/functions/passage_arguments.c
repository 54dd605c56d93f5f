/* passage_arguments.c - see passage_arguments.h. */
#include "passage_arguments.h"

#include <string.h> /* memcmp, strlen */

static const char *const names[] = {PASSAGE_ARGUMENT_NAMES};
static const char *const seed_names[] = {
    [seed_ngrams] = "ngrams", [seed_sorted] = "sorted", [seed_skip] = "skip"};
static const char *const measure_names[] = {
    [measure_overlap] = "overlap", [measure_cosine] = "cosine", [measure_jaccard] = "jaccard"};

/* The number of the word that was given, or an error that shows those that are `expected`. */
static unsigned choice(struct arguments *arguments, int argument, sqlite3_value *value,
                       const char *const *choices, unsigned count, const char *expected) {
    struct argument_bytes text = argument_text(arguments, names[argument], value);
    if (arguments->code != SQLITE_OK)
        return 0;
    for (unsigned i = 0; i < count; i++)
        if (text.length == strlen(choices[i]) && memcmp(text.bytes, choices[i], text.length) == 0)
            return i;
    arguments_refuse_word(arguments, names[argument], expected, text);
    return 0;
}

static void read_integer(struct arguments *arguments, int argument, sqlite3_value *const *values,
                         uint32_t *number, int64_t least, int64_t most) {
    if (values[argument])
        *number =
            (uint32_t)argument_integer(arguments, names[argument], values[argument], least, most);
}

static void read_number(struct arguments *arguments, int argument, sqlite3_value *const *values,
                        double *number, double most) {
    if (values[argument])
        *number = argument_number(arguments, names[argument], values[argument], 0, most);
}

struct passage_parameters argument_passages(struct arguments *arguments,
                                            sqlite3_value *const *values) {
    struct passage_parameters parameters = passage_parameters_default();
    if (values[passage_argument_seed])
        parameters.seed = (enum seed_kind)choice(
            arguments, passage_argument_seed, values[passage_argument_seed], seed_names,
            sizeof seed_names / sizeof *seed_names, "'ngrams', 'sorted' or 'skip'");
    read_integer(arguments, passage_argument_words, values, &parameters.words, 1, seed_words_max);
    read_integer(arguments, passage_argument_gap, values, &parameters.gap, 1, passage_gap_max);
    read_integer(arguments, passage_argument_seeds_least, values, &parameters.seeds_least, 1,
                 INT32_MAX);
    read_integer(arguments, passage_argument_length_least, values, &parameters.length_least, 0,
                 INT32_MAX);
    read_number(arguments, passage_argument_similarity_least, values, &parameters.similarity_least,
                1);
    if (values[passage_argument_measure])
        parameters.measure = (enum passage_measure)choice(
            arguments, passage_argument_measure, values[passage_argument_measure], measure_names,
            sizeof measure_names / sizeof *measure_names, "'overlap', 'cosine' or 'jaccard'");
    read_integer(arguments, passage_argument_occurrences_most, values, &parameters.occurrences_most,
                 1, seed_occurrences_max);
    read_integer(arguments, passage_argument_join_gap, values, &parameters.join_gap, 0,
                 passage_gap_max);
    read_number(arguments, passage_argument_unmatched_cost, values, &parameters.unmatched_cost,
                passage_unmatched_cost_max);
    read_number(arguments, passage_argument_shadow_most, values, &parameters.shadow_most, 1);
    return parameters;
}

struct default_value passage_argument_default(int argument) {
    struct passage_parameters parameters = passage_parameters_default();
    switch (argument) {
    case passage_argument_seed:
        return (struct default_value){.text = seed_names[parameters.seed]};
    case passage_argument_words:
        return (struct default_value){.number = parameters.words};
    case passage_argument_gap:
        return (struct default_value){.number = parameters.gap};
    case passage_argument_seeds_least:
        return (struct default_value){.number = parameters.seeds_least};
    case passage_argument_length_least:
        return (struct default_value){.number = parameters.length_least};
    case passage_argument_similarity_least:
        return (struct default_value){.is_real = true, .real = parameters.similarity_least};
    case passage_argument_measure:
        return (struct default_value){.text = measure_names[parameters.measure]};
    case passage_argument_occurrences_most:
        return (struct default_value){.number = parameters.occurrences_most};
    case passage_argument_join_gap:
        return (struct default_value){.number = parameters.join_gap};
    case passage_argument_unmatched_cost:
        return (struct default_value){.is_real = true, .real = parameters.unmatched_cost};
    default:
        return (struct default_value){.is_real = true, .real = parameters.shadow_most};
    }
}

void passage_column(sqlite3_context *context, const struct shared_passage *passage, int column) {
    const sqlite3_int64 numbers[passage_column_count] = {
        (sqlite3_int64)passage->a_begin + 1,
        passage->a_end - passage->a_begin,
        (sqlite3_int64)passage->b_begin + 1,
        passage->b_end - passage->b_begin,
        passage->words,
        0,
        passage->a_words,
        passage->b_words,
    };
    enum { column_similarity = 5 };
    if (column == column_similarity)
        sqlite3_result_double(context, passage->similarity);
    else
        sqlite3_result_int64(context, numbers[column]);
}
