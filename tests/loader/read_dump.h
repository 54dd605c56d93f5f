/*
 * read_dump.h - the pages and damaged places of a dump one by one, by the steps that the threads of
 * a load share.
 */
#ifndef NEARDUP_READ_DUMP_H
#define NEARDUP_READ_DUMP_H

#include "dump/dump.h"
#include "dump/page_parser.h"
#include "input/bzip2_block.h"
#include "text/page.h"

#include <stdio.h>

struct dump_reader {
    struct reader *dump;
    struct piece piece;
    struct bzip2_unpacker *unpacker;
    struct slice_parser *parser;
    struct batch batch;
    size_t next;      /* slice of the batch */
    struct page page; /* the one just read */
    char damage[512]; /* what is wrong with it, or "" */
    struct slice slice;
    struct failure failure;
};

static inline bool dump_reader_open(struct dump_reader *reader, const char *path) {
    *reader = (struct dump_reader){.unpacker = bzip2_unpacker_open(),
                                   .parser = page_parser_open(NULL, NULL)};
    reader->dump = dump_open(stream_open(path, encoding_by_declaration, NULL, &reader->failure),
                             &reader->failure);
    return reader->dump && reader->unpacker && reader->parser;
}

static inline void dump_reader_close(struct dump_reader *reader) {
    reader_close(reader->dump);
    piece_free(&reader->piece);
    bzip2_unpacker_close(reader->unpacker);
    slice_parser_close(reader->parser);
    batch_free(&reader->batch);
    page_free(&reader->page);
}

/* The next batch; false at the end, or when memory runs out. */
static inline bool dump_reader_batch(struct dump_reader *reader) {
    enum cut_state state;
    batch_clear(&reader->batch);
    while ((state = reader_cut(reader->dump, &reader->batch, &reader->failure)) == cut_wants_piece) {
        enum input_state input =
            input_next(stream_input(reader->dump->stream), &reader->piece, &reader->failure);
        if (input == input_failed)
            return false;
        if (input == input_end)
            stream_add_end(reader->dump->stream);
        else if (bzip2_unpack(reader->unpacker, &reader->piece, 1 << 20))
            stream_add(reader->dump->stream, &reader->piece);
        else
            return false;
    }
    return state == cut_batch;
}

/* The next page or damaged place; false at the end. */
static inline bool dump_reader_next(struct dump_reader *reader) {
    struct failure reason = {""};
    while (reader->next == reader->batch.count) {
        reader->next = 0;
        if (!dump_reader_batch(reader))
            return false;
    }
    reader->slice = reader->batch.slices[reader->next++];
    page_clear(&reader->page);
    if (reader->slice.length > 0)
        page_parser_read(reader->parser, reader->batch.content.bytes + reader->slice.offset,
                         reader->slice.length, &reader->page, &reason);
    snprintf(reader->damage, sizeof reader->damage, "%s",
             reader->slice.damaged ? reader->batch.messages.bytes + reader->slice.message
                                   : reason.message);
    return true;
}

#endif
