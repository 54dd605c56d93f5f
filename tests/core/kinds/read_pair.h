/* read_pair.h - two sentences with their titles, read as kind_find() reads them. */
#pragma once

#include "faulty_memory.h"
#include "kinds/title.h"

static struct {
    struct sentence_pair pair;
    struct title titles[2];
    struct presence presence;
} read;

/* Valid until the next call; read_free() releases it. */
static inline struct titled_pair read_pair(const char *a, const char *b, const char *title_a,
                                           const char *title_b) {
    REQUIRE(sentence_pair_read(&read.pair, memory, vocabulary_for("en", 2), a, strlen(a), b,
                               strlen(b)) &&
            title_read(&read.titles[0], &read.pair.table, memory, title_a, strlen(title_a)) &&
            title_read(&read.titles[1], &read.pair.table, memory, title_b, strlen(title_b)) &&
            presence_of_pair(&read.presence, memory, &read.pair));
    title_note(&read.titles[0], &read.presence, 0);
    title_note(&read.titles[1], &read.presence, 1);
    return (struct titled_pair){&read.pair, read.titles, &read.presence};
}

static inline void read_free(void) {
    sentence_pair_free(&read.pair, memory);
    title_free(&read.titles[0], memory);
    title_free(&read.titles[1], memory);
    presence_free(&read.presence, memory);
}
