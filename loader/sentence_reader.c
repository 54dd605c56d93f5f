/* sentence_reader.c - see sentence_reader.h. */
#include "sentence_reader.h"

#include "text/plain_text.h"
#include "text/utf8.h"

#include <assert.h>

/* Adds the sentences of one block, which is paragraph number `paragraph`, to the rows. */
static bool read_block(struct sentence_reader *reader, const struct plain_text *plain,
                       const struct plain_block *block, size_t paragraph, struct row_text section,
                       struct rows *rows, struct failure *failure) {
    const char *text = plain->text.bytes + block->offset;
    struct sentence_spans *spans = &reader->spans;
    if (!sentence_split(reader->splitter, text, block->length, spans, failure))
        return false;
    for (size_t i = 0; i < spans->count; i++) {
        const struct sentence_span *span = &spans->spans[i];
        *rows_add_sentence(rows) =
            (struct sentence_row){.section = section,
                                  .text = rows_add_text(rows, text + span->offset, span->length),
                                  .paragraph = paragraph,
                                  .block = block->kind};
    }
    return true;
}

bool sentence_reader_split(struct sentence_reader *reader, const struct plain_text *plain,
                           struct rows *rows, struct failure *failure) {
    assert(reader->splitter);
    struct row_text section = {0};
    size_t section_index = SIZE_MAX;
    for (size_t i = 0; i < plain->block_count; i++) {
        const struct plain_block *block = &plain->blocks[i];
        if (block->section != section_index) {
            assert(block->section < plain->section_count);
            const struct plain_section *named = &plain->sections[block->section];
            section_index = block->section;
            section =
                rows_add_text(rows, named->length ? plain->section_names.bytes + named->offset : "",
                              named->length);
        }
        if (!read_block(reader, plain, block, i + 1, section, rows, failure))
            return false;
    }
    return true;
}

bool sentence_reader_read(struct sentence_reader *reader, const char *bytes, size_t length,
                          struct rows *rows, struct failure *failure) {
    struct plain_text *plain = &reader->plain;
    if (reader->whole) {
        if (utf8_is_blank(bytes, length)) /* nobody could see it */
            return true;
        *rows_add_sentence(rows) = (struct sentence_row){
            .text = rows_add_text(rows, bytes, length), .paragraph = 1, .block = block_prose};
        return true;
    }
    if (!(reader->cleaner ? wikitext_clean(reader->cleaner, bytes, length, plain)
                          : plain_text_read(bytes, length, plain)))
        return fail_memory(failure);
    return sentence_reader_split(reader, plain, rows, failure);
}

void sentence_reader_free(struct sentence_reader *reader) {
    wikitext_cleaner_close(reader->cleaner);
    sentence_splitters_free(&reader->splitters);
    plain_text_free(&reader->plain);
    sentence_spans_free(&reader->spans);
    *reader = (struct sentence_reader){0};
}
