/* pair_arguments.c - see pair_arguments.h. */
#include "pair_arguments.h"

#include "flat_json.h"

#include <math.h>   /* NAN */
#include <string.h> /* memcmp, strlen */

/* Where a number of the evidence goes, or NULL; without a value it is not known. */
static double *evidence_place(void *context, struct argument_bytes name) {
    static const char agreed[] = "agreed";
    struct pair_arguments *pair = context;
    if (name.length == strlen(agreed) && memcmp(name.bytes, agreed, name.length) == 0)
        return &pair->agreed;
    enum feature feature = feature_relation_named(name.bytes, name.length);
    return feature == feature_count ? NULL : &pair->relations[feature];
}

/* Sets `relations` and `agreed`, and what is not named to NaN. Returns whether the text says
 * anything. */
static bool read_evidence(struct call *call, const char *name, struct argument_bytes text,
                          struct pair_arguments *pair) {
    pair->agreed = NAN;
    for (int i = 0; i < feature_count; i++)
        pair->relations[i] = NAN;
    return flat_json_read(call, name, text,
                          &(struct flat_json){.context = pair,
                                              .place = evidence_place,
                                              .names = "the name of a feature of the database",
                                              .nulls = true});
}

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
    if (read_evidence(call, arguments[of_evidence].name, given[of_evidence].bytes, pair))
        evidence.relations = pair->relations;
    pair->rarities = given[of_rarities].pointer;
    if (pair->rarities)
        evidence.frequencies = &pair->rarities->frequencies;
    pair->circumstances =
        (struct kind_circumstances){.two_dates = given[of_two_dates].integer == 1,
                                    .agreed = pair->agreed > 0,
                                    .vocabulary = call_vocabulary(call, &given[of_language]),
                                    .evidence = evidence};
}
