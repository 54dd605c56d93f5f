/* pair_arguments.c - see pair_arguments.h. */
#include "pair_arguments.h"

#include "evidence_argument.h"

#include <string.h> /* memcmp, strlen */

/* Their places, from the first on. */
enum {
    of_a,
    of_title_a = 2,
    of_block_a = 4,
    of_two_dates = 6,
    of_language,
    of_evidence,
    of_words_a,
    of_rarities = of_words_a + 2
};

static struct kind_text text_of(struct argument_bytes bytes) {
    return (struct kind_text){bytes.bytes, bytes.length};
}

void pair_arguments_read(struct pair_arguments *pair, struct call *call, int first) {
    const struct given *given = &call->given[first];
    const struct argument *arguments = &call->function->arguments[first];
    struct argument_bytes language = given[of_language].bytes;
    struct evidence evidence = {0};
    for (int side = 0; side < 2; side++) {
        struct argument_bytes block = given[of_block_a + side].bytes;
        pair->sentences[side] =
            (struct kind_sentence){.text = text_of(given[of_a + side].bytes),
                                   .title = text_of(given[of_title_a + side].bytes),
                                   .in_footer = block.length == strlen("footer") &&
                                                memcmp(block.bytes, "footer", block.length) == 0};
        struct argument_bytes words = given[of_words_a + side].bytes;
        evidence.articles[side] =
            (struct evidence_words){words.bytes ? words.bytes : "", words.length};
        if (words.length % 4 != 0)
            call_refuse(call, "argument %s must be made by word_set()",
                        arguments[of_words_a + side].name);
    }
    if (evidence_argument_read(call, arguments[of_evidence].name, given[of_evidence].bytes,
                               pair->relations))
        evidence.relations = pair->relations;
    pair->rarities = given[of_rarities].pointer;
    evidence.frequencies = rarities_frequencies(pair->rarities);
    pair->circumstances =
        (struct kind_circumstances){.two_dates = given[of_two_dates].integer == 1,
                                    .vocabulary = vocabulary_for(language.bytes, language.length),
                                    .evidence = evidence};
}
