/*
 * fuzz_sentences.c - any bytes as a block of text: its sentences are in order, and contain all of
 * it except the white space between them.
 *
 * The first byte chooses the language.
 */
#include "fuzz.h"

#include <sentences/language.h>
#include <sentences/sentences.h>
#include <sentences/text_characters.h>

enum { languages_max = 128 };

/* Reused from input to input, as a load reuses it from block to block. */
static struct sentence_splitter *splitter_of(unsigned byte) {
    static struct sentence_splitter *splitters[languages_max];
    struct failure failure;
    size_t language = byte % (language_table_count + 1); /* the last has no file */
    if (language >= languages_max)
        abort();
    if (!splitters[language])
        splitters[language] = sentence_splitter_open(
            language < language_table_count ? language_tables[language].code : "xx", &failure);
    return splitters[language];
}

static bool is_space(const struct fuzz_text *text, size_t begin, size_t end) {
    return text_skip_space(text->bytes, end, begin) == end;
}

static void check(const struct fuzz_text *text, const struct sentence_spans *spans) {
    size_t end = 0;
    for (size_t i = 0; i < spans->count; i++) {
        struct sentence_span span = spans->spans[i];
        MUST(span.length > 0 && span.offset >= end && span.offset <= text->length);
        MUST(span.length <= text->length - span.offset);
        MUST(is_space(text, end, span.offset));
        end = span.offset + span.length;
        MUST(text_character_at(text->bytes, text->length, span.offset).class != character_space);
        MUST(text_character_before(text->bytes, end).class != character_space);
    }
    MUST(is_space(text, end, text->length));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static struct sentence_spans spans, again;
    struct failure failure;
    struct fuzz_input input = fuzz_input(bytes, size);
    struct sentence_splitter *splitter = splitter_of(fuzz_byte(&input));
    struct fuzz_text text = fuzz_take(&input, input.left);
    MUST(splitter);
    MUST(sentence_split(splitter, text.bytes, text.length, &spans, &failure));
    check(&text, &spans);
    /* Split half of it, then all of it again: earlier calls leave no trace. */
    MUST(sentence_split(splitter, text.bytes, text.length / 2, &again, &failure));
    MUST(sentence_split(splitter, text.bytes, text.length, &again, &failure));
    MUST(again.count == spans.count);
    MUST(spans.count == 0 ||
         memcmp(again.spans, spans.spans, spans.count * sizeof *spans.spans) == 0);
    free(text.bytes);
    return 0;
}
