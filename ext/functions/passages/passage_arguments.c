/* passage_arguments.c - see passage_arguments.h. */
#include "passage_arguments.h"

const char *const seed_names[] = {
    [seed_ngrams] = "ngrams", [seed_sorted] = "sorted", [seed_skip] = "skip", NULL};
const char *const measure_names[] = {[measure_overlap] = "overlap",
                                     [measure_cosine] = "cosine",
                                     [measure_jaccard] = "jaccard",
                                     NULL};

struct passage_parameters passage_parameters_of(const struct given *first) {
    return (struct passage_parameters){.seed = (enum seed_kind)first[0].integer,
                                       .words = (uint32_t)first[1].integer,
                                       .gap = (uint32_t)first[2].integer,
                                       .seeds_least = (uint32_t)first[3].integer,
                                       .length_least = (uint32_t)first[4].integer,
                                       .similarity_least = first[5].number,
                                       .measure = (enum passage_measure)first[6].integer,
                                       .occurrences_most = (uint32_t)first[7].integer,
                                       .join_gap = (uint32_t)first[8].integer,
                                       .unmatched_cost = first[9].number,
                                       .shadow_most = first[10].number};
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
