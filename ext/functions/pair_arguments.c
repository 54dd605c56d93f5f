/* pair_arguments.c - see pair_arguments.h. */
#include "pair_arguments.h"

#include "evidence_argument.h"
#include "words.h"

#include <string.h> /* memcmp, strlen */

/* What is read, and from where. */
struct reader {
    struct arguments *arguments;
    const char *const *names;
    sqlite3_value *const *values;
};

static struct kind_text read_text(const struct reader *reader, int argument) {
    if (!reader->values[argument])
        return (struct kind_text){"", 0};
    struct argument_bytes text =
        argument_text(reader->arguments, reader->names[argument], reader->values[argument]);
    return (struct kind_text){text.bytes, text.length};
}

static bool read_flag(const struct reader *reader, int argument) {
    return reader->values[argument] && argument_integer(reader->arguments, reader->names[argument],
                                                        reader->values[argument], 0, 1) == 1;
}

static struct evidence_words read_words(const struct reader *reader, int argument) {
    if (!reader->values[argument])
        return (struct evidence_words){"", 0};
    struct argument_bytes blob =
        argument_blob(reader->arguments, reader->names[argument], reader->values[argument]);
    if (blob.length % 4 != 0)
        arguments_refuse(reader->arguments, "argument %s must be made by word_set()",
                         reader->names[argument]);
    return (struct evidence_words){blob.bytes, blob.length};
}

static void read_evidence(struct pair_arguments *pair, const struct reader *reader) {
    struct evidence *evidence = &pair->circumstances.evidence;
    struct kind_text relations = read_text(reader, argument_of_evidence);
    if (evidence_argument_read(reader->arguments, reader->names[argument_of_evidence],
                               (struct argument_bytes){relations.bytes, relations.length},
                               pair->relations))
        evidence->relations = pair->relations;
    if (reader->values[argument_of_rarities])
        pair->rarities = rarities_argument(reader->arguments, reader->names[argument_of_rarities],
                                           reader->values[argument_of_rarities]);
    evidence->frequencies = rarities_frequencies(pair->rarities);
    for (int side = 0; side < 2; side++)
        evidence->articles[side] = read_words(reader, argument_of_words_a + side);
}

void pair_arguments_read(struct pair_arguments *pair, struct arguments *arguments,
                         const char *const *names, sqlite3_value *const *values) {
    struct reader reader = {arguments, names, values};
    for (int side = 0; side < 2; side++) {
        struct kind_sentence *sentence = &pair->sentences[side];
        sentence->text = read_text(&reader, argument_of_a + side);
        sentence->title = read_text(&reader, argument_of_title_a + side);
        struct kind_text block = read_text(&reader, argument_of_block_a + side);
        sentence->in_footer =
            block.length == strlen("footer") && memcmp(block.bytes, "footer", block.length) == 0;
    }
    struct kind_text language = {"en", 2};
    if (values[argument_of_language])
        language = read_text(&reader, argument_of_language);
    pair->rarities = NULL;
    pair->circumstances =
        (struct kind_circumstances){.two_dates = read_flag(&reader, argument_of_two_dates),
                                    .vocabulary = vocabulary_for(language.bytes, language.length)};
    read_evidence(pair, &reader);
}
