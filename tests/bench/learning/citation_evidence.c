/*
 * citation_evidence.c - what core/kinds/citation.h finds in sentences, for tests/bench/learning/train_citations.
 *
 *     build/tests/bench/learning/citation_evidence < SENTENCES
 *
 * For each line, one line of numbers: the evidence, what citation_is_one() says, and the points.
 */
#define _GNU_SOURCE /* getline */
#include "core/plain_memory.h"
#include "kinds/citation.h"

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    struct sentence_pair pair = {0};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, stdin)) > 0) {
        size_t bytes = (size_t)length - (line[length - 1] == '\n');
        double evidence[citation_evidence_count];
        if (!sentence_pair_read(&pair, &plain_allocator, vocabulary_for("en", 2), line, bytes, "",
                                0)) {
            fputs("citation_evidence: out of memory\n", stderr);
            return 1;
        }
        citation_evidence(&pair.sentences[0], evidence);
        for (int i = 0; i < citation_evidence_count; i++)
            printf("%g ", evidence[i]);
        printf("%d %.17g\n", citation_is_one(&pair.sentences[0]),
               citation_points(&pair.sentences[0]));
    }
    sentence_pair_free(&pair, &plain_allocator);
    free(line);
    return 0;
}
